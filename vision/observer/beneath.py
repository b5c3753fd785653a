"""Cards put down at once as a fan: little but the indices of those under the uppermost is in sight.

In the small picture such strips are too narrow for news. Once the uppermost card has been told and its hand
has left, the search for photographs reads what lies with it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from engine.boundaries import CardLook
from vision.cards.layout.layers import touch
from vision.geometry.masks import amount, grown, share
from vision.motion.changes import Changes, is_speck
from vision.motion.grid import Grid
from vision.observer.settings import OBSERVER
from vision.tracking.looks import read_well, seen_twice
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
        """New cards under those told just now, each with the one that it came with; one hand's at most.

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
            laid = self._laid_with(known)
            for each in laid:
                each.beneath = True
            if len(laid) == 1 and not self._more_came(known, own):
                continue
            looks = self._new_cards.off_board(self._new_cards.looks(image, own))
            found = ((look, self._came_with(look, laid)) for look in looks)
            return [(look, upper) for look, upper in found if upper is not None]
        return []

    def _laid_with(self, known: Known) -> list[Known]:
        """A card, and those that the same hand laid over or under it: others may be between them."""
        return [
            each
            for each in self._lying.cards
            if each.arrived == known.arrived and touch(each.look.corners, known.look.corners)
        ]

    def _more_came(self, known: Known, own: np.ndarray) -> bool:
        """Whether more of the table beside a card came to look as now with it than cards told since cover."""
        near = grown(own, round(BENEATH.beside * math.sqrt(amount(own))))
        told = [each.look.corners for each in self._lying.cards if each.t >= known.t - LAID_BEFORE]
        beside = near & self._changes.altered(known.t - LAID_BEFORE) & ~self._grid.covered(told)
        return amount(beside) >= BENEATH.least * amount(own)

    def _came_with(self, look: CardLook, laid: Sequence[Known]) -> Known | None:
        """With which of the cards that a hand laid a new one under them came; None: with none."""
        others = self._lying.cards
        if not read_well(look) or any(each.look.face == look.face for each in others):
            return None
        if any(seen_twice(look, each.look) for each in others):
            return None
        if not any(touch(look.corners, upper.look.corners) for upper in laid):
            return None
        first = min(upper.t for upper in laid)
        later = [each.look.corners for each in others if each.t >= first]
        # Where only an index is in sight the outline is a guess, and may lie a little too far under others.
        in_sight = self._grid.outline(look.corners) & grown(~self._grid.covered(later), BENEATH.edge)
        came = in_sight & self._changes.altered(first - LAID_BEFORE)
        if is_speck(amount(in_sight)) or share(in_sight, came) < BENEATH.least:
            return None
        since = float(np.median(self._changes.since[came]))
        return min(laid, key=lambda upper: abs(upper.t - since))
