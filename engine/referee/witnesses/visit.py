"""What else its arm brought while it was there, or that none was seen there at all."""

from __future__ import annotations

from engine.referee.slots import TOGETHER, Slot
from engine.referee.witnesses import gap
from engine.referee.witnesses.face import blank
from engine.referee.witnesses.testimony import Context, Testimony

SAME_VISIT = 1.0
"""Seconds within which an arm that does not leave brings no second card on purpose."""
WITH_IT = 0.3
"""Seconds within which what one arm brought lay still for it to be somebody's: later a second arm beside one
that stays may have been there."""
ANOTHERS = 0.02
"""How rarely an arm that shows cards of one hand shows another's, or the talon's, with them (simulated: 6 of
602, all of them cards that were found late), and that two cards laid at once are two players' (5 of 226)."""
REMNANT = 0.1
"""How often something without a face is reported that is no card just after a card of the same arm: mostly
what its hand still hid when it was seen."""
UNBROUGHT = 0.1
"""How often a known card is reported that no arm has brought: one read anew where the light has changed, say;
and how often, times how unsure its face is, something that is no card at all."""


class Visit:
    """A second card of one arm, or a card of none."""

    def testify(self, slot: Slot, context: Context) -> Testimony:
        if slot.unbrought and not gap.unwatched(slot, context):
            none = UNBROUGHT * (1.0 - min(1.0, max(slot.faces)))
            return Testimony(nothing=(none, none / 52), again=UNBROUGHT)
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
