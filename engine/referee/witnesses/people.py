"""What people say of it."""

from __future__ import annotations

from engine.referee.seen_cards import Slot
from engine.referee.witnesses.testimony import Context, Testimony


class People:
    """That it is this card, or that none was laid unseen before it: nothing else is considered then."""

    def testify(self, slot: Slot, context: Context) -> Testimony:
        return Testimony(pinned=slot.pinned, unseen=0.0 if slot.none_before else None)
