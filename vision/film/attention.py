"""Which part of a picture to look at next: what has come to rest since it was last looked at.

A look costs more than all else that is done with a picture, so the parts that are due compete: where cards
are laid comes first, what came to rest last before the rest; elsewhere what is free of arms, and what rests
longest. Nothing queues: what has changed again meanwhile has been missed.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.film.settings import FILM
from vision.geometry.masks import amount, without_specks
from vision.motion.arms import blobs
from vision.motion.grid import Grid, Region
from vision.motion.stillness import Still, unlike

LOOKS = FILM.attention
Due = tuple[Region, np.ndarray]
"""A part of the frame, and what of it is new, small pixels."""


class Attention:
    """Plans the looks at one table.

    Args:
        grid: its small pixels.
    """

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._seen: np.ndarray | None = None  # the small picture as each place was last looked at
        self._looks = np.zeros(grid.shape, np.int8)  # how often since it looks so
        self._turn = 0
        self._next = self._next_elsewhere = -math.inf

    def due(
        self, still: Still, where: np.ndarray, near: np.ndarray, arms: np.ndarray, card: float
    ) -> Due | None:
        """What to look at now; None: nothing.

        Args:
            still: the small picture, and since when each pixel of it rests.
            where: small pixels that may be looked at: all but the board.
            near: small pixels where a card is expected.
            arms: small pixels that arms cover, or what hangs together with them.
            card: length of a card, small pixels.
        """
        if still.t < min(self._next, self._next_elsewhere):
            return None
        looks = np.where(self._changed(still), 0, self._looks)
        if still.t >= self._next:
            expected = self._resting(still, where & near, looks, LOOKS.rests_near)
            if self._may_be_card(expected, card):
                self._next = still.t + LOOKS.apart
                newest = expected & (still.since >= np.quantile(still.since[expected], 0.5))
                return self._take(expected, newest, still, card)
        if still.t < self._next_elsewhere:
            return None
        due = self._resting(still, where, looks, LOOKS.rests)
        gap = max(1, round(LOOKS.gap * card))
        for way in (due & (looks == 0) & ~arms, due & (looks == 0), due):
            parts = [each for each in blobs(way, gap) if self._may_be_card(each, card)]
            if parts:
                self._next_elsewhere = still.t + LOOKS.apart_elsewhere
                part = min(parts, key=lambda each: float(np.median(still.since[each])))
                oldest = part & (still.since <= np.quantile(still.since[part], 0.3))
                return self._take(part, oldest, still, card)
        return None

    def _changed(self, still: Still) -> np.ndarray:
        """Where the picture differs from what was looked at."""
        if self._seen is None:
            return np.ones(self._grid.shape, bool)
        return np.asarray(unlike(still.small, self._seen, still.soft) > still.steps)

    @staticmethod
    def _resting(still: Still, where: np.ndarray, looks: np.ndarray, rests: tuple[float, ...]) -> np.ndarray:
        """What rests for as long as its next look asks for."""
        waits = np.array([*rests, math.inf], np.float32)[np.minimum(looks, len(rests))]
        return without_specks(where & (still.t - still.since >= waits))

    @staticmethod
    def _may_be_card(mask: np.ndarray, card: float) -> bool:
        """Whether so much is due that a card may have come to lie there."""
        return amount(mask) >= LOOKS.least * card * card

    def _take(self, part: np.ndarray, first: np.ndarray, still: Still, card: float) -> Due:
        """The region round a *part*; of one too large for a look round most of what comes *first*."""
        side = round(LOOKS.most * card)
        most = cv2.boxFilter(first.astype(np.float32), -1, (side, side), borderType=cv2.BORDER_CONSTANT)
        _, _, _, (x, y) = cv2.minMaxLoc(most)
        inside = np.zeros_like(part)
        inside[max(0, y - side // 2) : y + side // 2 + 1, max(0, x - side // 2) : x + side // 2 + 1] = True
        self._turn = (self._turn + 1) % len(LOOKS.margins)
        region = self._grid.around(part & inside, LOOKS.margins[self._turn] * card)
        self.looked_at(still, region)
        return region, part & inside

    def moved(self, known: np.ndarray) -> None:
        """Go on after a bump: what differs from the *known* table, as it lies now, is to be looked at."""
        self._seen = known.copy()
        self._looks[:] = 0

    def looked_at(self, still: Still, region: Region) -> None:
        """Take in that a region is looked at now: what rests there need not be looked at so soon again."""
        changed = self._changed(still)
        if self._seen is None:
            self._seen = still.small.copy()
        left, top, right, bottom = (round(edge * self._grid.scale) for edge in region)
        there = np.zeros(self._grid.shape, bool)
        there[top:bottom, left:right] = True
        there &= still.t - still.since >= LOOKS.rests_near[0]
        again = np.minimum(self._looks[there] + 1, 100)
        self._looks[there] = np.where(changed[there], 1, again)
        self._seen[there] = still.small[there]
