"""A card that was taken for one laid earlier than it was seen, laid when it was seen all the same."""

from __future__ import annotations

from collections.abc import Iterator

from engine.referee.moves import Lying
from engine.referee.seen_cards import SeenCard
from engine.referee.settings import HIDDEN, TOGETHER


def restore(lying: Lying) -> Iterator[list[SeenCard]]:
    """Each card that lies before one seen earlier, where it was seen, or at the end."""
    cards = list(lying.cards)
    since = next((n for n, seen in enumerate(cards) if cards[-1].t - seen.t <= HIDDEN), len(cards))
    for place in range(since, len(cards) - 1):
        late = cards[place]
        if late.pinned is not None or late.t - cards[place + 1].t <= TOGETHER:
            continue
        others = [*cards[:place], *cards[place + 1 :]]
        there = next((n for n, seen in enumerate(others) if seen.t > late.t), len(others))
        yield [*others[:there], late, *others[there:]]
        if late.arrived == others[-1].arrived:
            # Of two that one arm laid at once the lower one may be seen last.
            yield [*others, late]
