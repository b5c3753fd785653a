"""Cards laid at once, in any order."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from engine.referee.moves import Lying
from engine.referee.posterior import by_one_arm
from engine.referee.seen_cards import Slot
from engine.referee.settings import FOLLOWED, ORDERED_AT_MOST, TOGETHER


def permute(lying: Lying) -> Iterator[list[Slot]]:
    """Every order of the cards at the end that came to rest together or were found together.

    Two that one arm laid are also turned over once a third has come: that tells which is the upper one.
    """
    count = _together(lying)
    if count > 1 and not lying.over(len(lying.slots) - count):
        before = lying.slots[:-count]
        yield from ([*before, *each] for each in itertools.permutations(lying.slots[-count:]))
    if len(lying.slots) >= FOLLOWED and not lying.over(len(lying.slots) - FOLLOWED):
        *before, one, other, last = lying.slots
        if last in lying.fresh and one.arrived == other.arrived and one.pinned is other.pinned is None:
            yield [*before, other, one, last]


def _together(lying: Lying) -> int:
    """How many cards at the end may lie in any order."""
    slots, count = lying.slots, 1
    while count < min(len(slots), ORDERED_AT_MOST):
        lower, upper = slots[-count - 1], slots[-count]
        apart = abs(upper.t - lower.t) > TOGETHER
        # Of two that one arm laid at once the upper one may have been told already.
        found_late = by_one_arm(upper, lower) and upper in lying.fresh
        stays = lower.pinned is not None or (lower.said is not None and not found_late)
        if stays or (apart and not found_late and not {lower, upper} <= set(lying.fresh)):
            break
        count += 1
    return count
