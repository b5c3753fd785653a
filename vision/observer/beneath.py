"""Cards put down at once as a fan: little but the indices of those under the uppermost is in sight.

In the small picture such strips are too narrow for news. Once the uppermost card has been told and its hand
has left, the search for photographs reads what lies with it.
"""

from __future__ import annotations

import math

import numpy as np

from engine.boundaries import CardLook
from vision.cards.layout.layers import touch
from vision.geometry.masks import amount, grown, share
from vision.motion.changes import Changes, is_speck
from vision.motion.grid import Grid
from vision.observer.settings import OBSERVER
from vision.tracking.looks import surely
from vision.tracking.lying_cards import Known, LyingCards
from vision.tracking.new_cards import NewCards

BENEATH, LAID_BEFORE = OBSERVER.beneath, OBSERVER.arriving.same_rest


class Beneath:
    """Looks for cards under those told just now.

    Args:
        grid: small pixels.
        changes: what of the table is different since it was last known.
        lying: the cards that lie there.
        new_cards: finds and reads them.
    """

    def __init__(self, grid: Grid, changes: Changes, lying: LyingCards, new_cards: NewCards) -> None:
        self._grid = grid
        self._changes = changes
        self._lying = lying
        self._new_cards = new_cards

    def look(self, image: np.ndarray, t: float) -> list[tuple[CardLook, Known]]:
        """New cards under one told just now, each with that one; at most one card told is looked under.

        Args:
            image: uint8 BGR, the frame of second *t*.
        """
        if not self._new_cards.reads:
            return []
        busy = self._changes.covered | self._changes.changed
        for known in self._lying.cards[-BENEATH.looked_back :]:
            if known.beneath or not BENEATH.after <= t - known.t <= BENEATH.until:
                continue
            own = self._grid.outline(known.look.corners)
            if (own & busy).any():
                continue
            known.beneath = True
            if not self._more_came(known, own):
                continue
            looks = self._new_cards.off_board(self._new_cards.looks(image, own))
            return [(look, known) for look in looks if self._lies_beneath(look, known)]
        return []

    def _more_came(self, known: Known, own: np.ndarray) -> bool:
        """Whether more of the table beside a card came to look as now with it than cards told since cover."""
        near = grown(own, round(BENEATH.beside * math.sqrt(amount(own))))
        told = [each.look.corners for each in self._lying.cards if each.t >= known.t - LAID_BEFORE]
        beside = near & self._came_with(known) & ~self._grid.covered(told)
        return amount(beside) >= BENEATH.least * amount(own)

    def _lies_beneath(self, look: CardLook, upper: Known) -> bool:
        """Whether a look is at a new card under *upper*, of which what is in sight came with that one."""
        others = self._lying.cards
        if not surely(look) or any(each.look.face == look.face for each in others):
            return False
        later = [each.look.corners for each in others if each.t >= upper.t]
        in_sight = self._grid.outline(look.corners) & ~self._grid.covered(later)
        if is_speck(amount(in_sight)) or not touch(look.corners, upper.look.corners):
            return False
        return share(in_sight, self._came_with(upper)) >= BENEATH.least

    def _came_with(self, known: Known) -> np.ndarray:
        """Where the table has changed since just before a card was laid, small pixels."""
        return self._changes.altered(known.t - LAID_BEFORE)
