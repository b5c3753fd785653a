"""That it was seen to be taken away at once; and what had lain where it lies."""

from __future__ import annotations

from engine.referee.slots import TOGETHER, Slot, apart
from engine.referee.witnesses.testimony import Context, Testimony

STAYS = 0.04
"""How much rarer a card that was seen to be taken back at once stays all the same than it does not; the next
one may still prove it, as after a shadow."""
REGAINED = 0.3
"""How often a card that lies there already is reported once more where it lay and had been lost from sight,
or a hand may still have moved it."""
SAME_PLACE = 0.3
"""Widths of a card within which one that is lost from sight, or still moved by its hand, is found again."""
SETTLES = 0.5
"""Seconds in which a card that was seen as soon as it was free may be moved on by its hand."""


class TakenBack:
    """What was taken back was hardly meant."""

    def testify(self, slot: Slot, context: Context) -> Testimony:
        return Testimony(nothing=(1 / STAYS, 1 / STAYS)) if slot.taken_back else Testimony()


class Regained:
    """What lies just where a card was lost from sight, or may still have been moved, may be that card."""

    def testify(self, slot: Slot, context: Context) -> Testimony:
        there = [
            other.faces
            for other in context.before
            if slot.corners is not None
            and other.corners is not None
            and (other.gone or TOGETHER < slot.t - other.t < SETTLES)
            and apart(slot.corners, other.corners) < SAME_PLACE
        ]
        if not there:
            return Testimony()
        return Testimony(again=[REGAINED * max(faces) for faces in zip(*there, strict=True)])
