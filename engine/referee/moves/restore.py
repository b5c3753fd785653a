"""A card that was taken for one laid earlier than it was seen, laid when it was seen all the same."""

from __future__ import annotations

from collections.abc import Iterator

from engine.referee.moves import Lying
from engine.referee.seen_cards import Slot
from engine.referee.settings import HIDDEN, TOGETHER


def restore(lying: Lying) -> Iterator[list[Slot]]:
    """Each card that lies before one seen earlier, where it was seen, or at the end."""
    slots = list(lying.slots)
    since = next((n for n, slot in enumerate(slots) if slots[-1].t - slot.t <= HIDDEN), len(slots))
    for place in range(since, len(slots) - 1):
        late = slots[place]
        if late.pinned is not None or late.t - slots[place + 1].t <= TOGETHER:
            continue
        others = [*slots[:place], *slots[place + 1 :]]
        there = next((n for n, slot in enumerate(others) if slot.t > late.t), len(others))
        yield [*others[:there], late, *others[there:]]
        if late.arrived == others[-1].arrived:
            # Of two that one arm laid at once the lower one may be seen last.
            yield [*others, late]
