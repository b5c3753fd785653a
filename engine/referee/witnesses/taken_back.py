"""That it was seen to be taken away at once; and what had lain where it lies."""

from __future__ import annotations

from engine.referee.seen_cards import SeenCard, apart
from engine.referee.settings import REGAINED, SAME_PLACE, SETTLES, STAYS, TOGETHER
from engine.referee.witnesses.testimony import Context, Testimony


class TakenBack:
    """What was taken back was hardly meant."""

    def testify(self, seen: SeenCard, context: Context) -> Testimony:
        return Testimony(nothing=(1 / STAYS, 1 / STAYS)) if seen.taken_back else Testimony()


class Regained:
    """What lies just where a card was lost from sight, or may still have been moved, may be that card."""

    def testify(self, seen: SeenCard, context: Context) -> Testimony:
        there = [
            other.faces
            for other in context.before
            if seen.corners is not None
            and other.corners is not None
            and (other.gone or TOGETHER < seen.t - other.t < SETTLES)
            and apart(seen.corners, other.corners) < SAME_PLACE
        ]
        if not there:
            return Testimony()
        return Testimony(again=[REGAINED * max(faces) for faces in zip(*there, strict=True)])
