"""The table as it is known, in full size: what a new card explains, where a finder sees white on white.

A card laid on others has hardly an outline of its own, but all that it changes lies inside it. So whole
cards are fitted to what has changed and has the colour of cards (`Plane.fits`); the reader says which of them
one is.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from engine.boundaries import Frame, Quad
from vision.camera.light import lit_alike
from vision.film.settings import FILM
from vision.geometry.masks import amount
from vision.motion.grid import Grid
from vision.motion.stillness import Still
from vision.tracking.fitting import Plane

KNOWN = FILM.known_table


class KnownTable:
    """What the camera saw before the last change.

    Args:
        grid: its small pixels.
        plane: on which cards have one size.
    """

    def __init__(self, grid: Grid, plane: Plane) -> None:
        self._grid, self._plane = grid, plane
        self._picture: np.ndarray | None = None
        self._since = -math.inf
        self._stocks: list[np.ndarray] = []

    def passes(self, frame: Frame, calm: np.ndarray) -> None:
        """Know it by the next frame where it lies as it did (small pixels)."""
        if self._picture is None:
            self._picture = frame.image.copy()
        if frame.t - self._since >= KNOWN.every:
            self._since = frame.t
            self.settle(frame, calm)

    def settle(self, frame: Frame, where: np.ndarray) -> None:
        """Know it as it looks now there (small pixels)."""
        assert self._picture is not None
        mask = cv2.resize(where.view(np.uint8), self._grid.size, interpolation=cv2.INTER_NEAREST)
        cv2.copyTo(frame.image, mask, self._picture)

    def card_read(self, still: Still, outline: np.ndarray) -> None:
        """Learn the colour of unprinted card from one that is read surely: most of it is bright.

        Args:
            outline: where it lies, small pixels.
        """
        colours = still.small[outline]
        bright = colours.sum(axis=1)
        self._stocks = [
            *self._stocks[-KNOWN.stocks :],
            np.median(colours[bright >= np.median(bright)], axis=0),
        ]

    def like_card(self, still: Still) -> np.ndarray:
        """Small pixels with the colour of unprinted card, in light or shade: no hands, no sleeves."""
        if not self._stocks:
            return np.ones(self._grid.shape, bool)
        ratio = still.small / np.median(self._stocks, axis=0)
        light = ratio.mean(axis=2)
        tint = np.abs(ratio - light[..., None]).max(axis=2)
        low, high = KNOWN.light
        return np.asarray((light > low) & (light < high) & (tint < KNOWN.tint * light))

    def fits(
        self, frame: Frame, still: Still, new: np.ndarray, calm: np.ndarray, read: Sequence[Quad], card: float
    ) -> list[Quad]:
        """Whole cards that explain what is new, the likeliest first.

        Args:
            new: small pixels.
            calm: small pixels that look as they did.
            read: new cards that are known: what they explain counts no more.
            card: length of a card, small pixels.
        """
        side = max(1, round(KNOWN.print * card)) | 1
        like = self.like_card(still).view(np.uint8)
        mask = new & (cv2.morphologyEx(like, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8)) > 0)
        if self._picture is None or amount(mask) < KNOWN.least * card * card:
            return []
        region = self._grid.around(mask, KNOWN.around * card)
        lit = lit_alike(frame.image, self._picture, calm)
        soft = still.soft / self._grid.scale
        found = self._plane.fits(self._picture, lit, region, still.step, read, soft, news=mask)
        return [fit.corners for fit in found]
