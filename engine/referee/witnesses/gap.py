"""That nothing was seen for a while before it."""

from __future__ import annotations

import math

from engine.referee.slots import TOGETHER, Slot
from engine.referee.witnesses.testimony import Context, Testimony

SHORTEST = 0.6
"""Seconds in which a hand lays a card and the next one covers it, at least: in less none is missed."""
MEANWHILE = 1.0
"""Seconds by which a gap may have begun after it came to lie: white that comes to lie where a white sleeve
was seems to have lain there before the gap."""
UNSEEN = 1e-3
"""How often a card is laid and covered again before the camera sees it."""
UNWATCHED = 0.3
"""The same while the camera showed nothing."""


class Gap:
    """A card may have been laid meanwhile, and covered."""

    def testify(self, slot: Slot, context: Context) -> Testimony:
        return Testimony(unseen=UNWATCHED if unwatched(slot, context) else UNSEEN)


def unwatched(slot: Slot, context: Context) -> bool:
    """Whether nothing was seen for a while between the card before and this one."""
    last = -math.inf if context.last is None else context.last.seen
    return any(
        last < until <= slot.seen + TOGETHER and since <= slot.t + MEANWHILE for since, until in context.gaps
    )
