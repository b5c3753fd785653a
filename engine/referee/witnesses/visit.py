"""What else its arm brought while it was there, or that none was seen there at all."""

from __future__ import annotations

from engine.cards import DECK
from engine.referee.seen_cards import Slot
from engine.referee.settings import REMNANT, SAME_VISIT, TOGETHER, UNBROUGHT, WITH_IT
from engine.referee.witnesses import gap
from engine.referee.witnesses.face import blank
from engine.referee.witnesses.testimony import Context, Testimony


class Visit:
    """A second card of one arm, or a card of none."""

    def testify(self, slot: Slot, context: Context) -> Testimony:
        if slot.unbrought and not gap.unwatched(slot, context):
            none = UNBROUGHT * (1.0 - min(1.0, max(slot.faces)))
            return Testimony(nothing=(none, none / len(DECK)), again=UNBROUGHT)
        followed = any(same_visit(other, slot) for other in context.before)
        none = REMNANT * blank(slot) if followed else 0.0
        return Testimony(nothing=(none, none), fellow=_fellow(slot, context))


def same_visit(one: Slot, other: Slot) -> bool:
    """Whether the arm that brought one card had not yet left when the other was seen."""
    return one.arrived == other.arrived and TOGETHER < other.t - one.t < SAME_VISIT


def _fellow(slot: Slot, context: Context) -> int:
    """How many cards before it its arm brought another one with it, 0: it did not."""
    if slot.corners is None or slot.unbrought:
        return 0
    for back, other in enumerate(reversed(context.before), 1):
        if other.arrived == slot.arrived and abs(slot.t - other.t) < WITH_IT and other.corners is not None:
            return back
    return 0
