"""Whole cards fitted to what has changed, where a finder sees white on white.

A card laid on others has hardly an outline of its own, but all that it changes lies inside it. So whole
cards are fitted to what has changed and has the colour of cards (`vision.film.fits`); the reader says which
of them one is.
"""

from __future__ import annotations

import cv2
import numpy as np

from engine.boundaries import Frame, Quad
from vision.camera.light import lit_alike
from vision.film.fits import fits
from vision.film.settings import FILM
from vision.geometry.masks import amount
from vision.motion.full_table import FullTable
from vision.motion.grid import Grid
from vision.motion.stillness import Still
from vision.table.plane import Plane

ATTENTION, EYES, FITTED = FILM.attention, FILM.eyes, FILM.fitted


class FittedCards:
    """What a new card explains on one table.

    Args:
        grid: its small pixels.
        table: as it is known.
    """

    def __init__(self, grid: Grid, table: FullTable) -> None:
        self._grid, self._table = grid, table
        self._stocks: list[np.ndarray] = []

    def card_read(self, still: Still, outline: np.ndarray) -> None:
        """Learn the colour of unprinted card from one that is read surely: most of it is bright.

        Args:
            outline: where it lies, small pixels.
        """
        colours = still.small[outline]
        bright = colours.sum(axis=1)
        self._stocks = [
            *self._stocks[-EYES.lengths :],
            np.median(colours[bright >= np.median(bright)], axis=0),
        ]

    def like_card(self, colours: np.ndarray) -> np.ndarray:
        """Which colours (… × 3) are those of unprinted card, in light or shade: no hands, no sleeves."""
        if not self._stocks:
            return np.ones(colours.shape[:-1], bool)
        ratio = colours / np.median(self._stocks, axis=0)
        light = ratio.mean(axis=-1)
        tint = np.abs(ratio - light[..., None]).max(axis=-1)
        low, high = FITTED.light
        return np.asarray((light > low) & (light < high) & (tint < FITTED.tint * light))

    def fits(
        self,
        frame: Frame,
        still: Still,
        new: np.ndarray,
        calm: np.ndarray,
        card: float,
        plane: Plane,
    ) -> list[Quad]:
        """Whole cards that explain what is new, the likeliest first.

        Args:
            new: small pixels.
            calm: small pixels that look as they did.
            card: length of a card, small pixels.
            plane: on which cards have one size.
        """
        side = max(1, round(FITTED.print * card)) | 1
        like = self.like_card(still.small).view(np.uint8)
        mask = new & (cv2.morphologyEx(like, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8)) > 0)
        table = self._table.image
        if table is None or amount(mask) < ATTENTION.least * card * card:
            return []
        region = self._grid.around(mask, EYES.beside * card)
        lit = lit_alike(frame.image, table, calm)
        soft = still.soft / self._grid.scale
        found = fits(plane, table, lit, region, (still.step, soft), mask)
        return [fit.corners for fit in found]
