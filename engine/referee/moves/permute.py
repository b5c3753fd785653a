"""Cards laid at once, in any order."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from engine.referee.moves import Lying
from engine.referee.posterior import by_one_arm
from engine.referee.seen_cards import SeenCard
from engine.referee.settings import FOLLOWED, ORDERED_AT_MOST, TOGETHER


def permute(lying: Lying) -> Iterator[list[SeenCard]]:
    """Every order of the cards at the end that came to rest together or were found together.

    Two that one arm laid are also turned over once a third has come: that tells which is the upper one.
    """
    count = _together(lying)
    if count > 1 and not lying.over(len(lying.cards) - count):
        before = lying.cards[:-count]
        yield from ([*before, *each] for each in itertools.permutations(lying.cards[-count:]))
    if len(lying.cards) >= FOLLOWED and not lying.over(len(lying.cards) - FOLLOWED):
        *before, one, other, last = lying.cards
        if last in lying.fresh and one.arrived == other.arrived and one.pinned is other.pinned is None:
            yield [*before, other, one, last]


def _together(lying: Lying) -> int:
    """How many cards at the end may lie in any order."""
    cards, count = lying.cards, 1
    while count < min(len(cards), ORDERED_AT_MOST):
        lower, upper = cards[-count - 1], cards[-count]
        apart = abs(upper.t - lower.t) > TOGETHER
        # Of two that one arm laid at once the upper one may have been told already.
        found_late = by_one_arm(upper, lower) and upper in lying.fresh
        stays = lower.pinned is not None or (lower.decision is not None and not found_late)
        if stays or (apart and not found_late and not {lower, upper} <= set(lying.fresh)):
            break
        count += 1
    return count
