"""That nothing was seen for a while before it."""

from __future__ import annotations

import math

from engine.referee.seen_cards import SeenCard
from engine.referee.settings import MEANWHILE, TOGETHER, UNSEEN, UNWATCHED
from engine.referee.witnesses.testimony import Context, Testimony


class Gap:
    """A card may have been laid meanwhile, and covered."""

    def testify(self, seen: SeenCard, context: Context) -> Testimony:
        return Testimony(unseen=UNWATCHED if unwatched(seen, context) else UNSEEN)


def unwatched(seen: SeenCard, context: Context) -> bool:
    """Whether nothing was seen for a while between the card before and this one."""
    last = -math.inf if context.last is None else context.last.seen
    return any(
        last < until <= seen.seen + TOGETHER and since <= seen.t + MEANWHILE for since, until in context.gaps
    )
