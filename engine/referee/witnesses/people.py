"""What people say of it."""

from __future__ import annotations

from engine.referee.seen_cards import SeenCard
from engine.referee.witnesses.testimony import Context, Testimony


class People:
    """That it is this card, or that none was laid unseen before it: nothing else is considered then."""

    def testify(self, seen: SeenCard, context: Context) -> Testimony:
        return Testimony(pinned=seen.pinned, unseen=0.0 if seen.none_before else None)
