"""What else its arm brought while it was there, or that none was seen there at all."""

from __future__ import annotations

from engine.cards import DECK
from engine.referee.seen_cards import SeenCard
from engine.referee.settings import REMNANT, SAME_VISIT, TOGETHER, UNBROUGHT, WITH_IT
from engine.referee.witnesses import gap
from engine.referee.witnesses.face import blank
from engine.referee.witnesses.testimony import Context, Testimony


class Visit:
    """A second card of one arm, or a card of none."""

    def testify(self, seen: SeenCard, context: Context) -> Testimony:
        if seen.unbrought and not gap.unwatched(seen, context):
            none = UNBROUGHT * (1.0 - min(1.0, max(seen.faces)))
            return Testimony(nothing=(none, none / len(DECK)), again=UNBROUGHT)
        followed = any(same_visit(other, seen) for other in context.before)
        none = REMNANT * blank(seen) if followed else 0.0
        return Testimony(nothing=(none, none), fellow=_fellow(seen, context))


def same_visit(one: SeenCard, other: SeenCard) -> bool:
    """Whether the arm that brought one card had not yet left when the other was seen."""
    return one.arrived == other.arrived and TOGETHER < other.t - one.t < SAME_VISIT


def _fellow(seen: SeenCard, context: Context) -> int:
    """How many cards before it its arm brought another one with it, 0: it did not."""
    if seen.corners is None or seen.unbrought:
        return 0
    for back, other in enumerate(reversed(context.before), 1):
        if other.arrived == seen.arrived and abs(seen.t - other.t) < WITH_IT and other.corners is not None:
            return back
    return 0
