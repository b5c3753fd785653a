"""How large a card is where it lies.

A camera that looks aslant sees what lies farther off smaller. Of small equal pieces of a plane the cube root
of the area is a linear function of where they are seen (the Jacobian of a homography goes by the cube of its
denominator): it is fitted to the cards that are read surely, by least absolute differences. Of few cards the
median counts.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.cards.layout.settings import LAYOUT

SIZES = LAYOUT.sizes


class CardSizes:
    """Pixels that a card covers, by where it lies.

    Args:
        outlines: of cards, each 4 × 2 pixels; at least one.
    """

    def __init__(self, outlines: Sequence[np.ndarray]) -> None:
        areas = np.array([cv2.contourArea(outline.astype(np.float32)) for outline in outlines], np.float64)
        self._least, self._greatest = float(areas.min()), float(areas.max())
        self._typical = float(np.median(areas))
        self._linear = None
        if len(areas) >= SIZES.fitted_from:
            places = np.column_stack([np.mean(outlines, axis=1), np.ones(len(areas))])
            self._linear = _least_absolute(places, np.cbrt(areas))

    def at(self, corners: np.ndarray) -> float:
        """Pixels that a card covers where an outline (4 × 2) lies."""
        if self._linear is None:
            return max(self._typical, 1.0)
        fitted = float(np.array([*corners.mean(0), 1.0]) @ self._linear) ** 3
        return max(min(max(fitted, self._least / SIZES.beyond), SIZES.beyond * self._greatest), 1.0)

    def fits(self, corners: np.ndarray) -> bool:
        """Whether an outline (4 × 2) is about as large as a card there."""
        least, greatest = SIZES.like
        area = float(cv2.contourArea(corners.astype(np.float32)))
        return least <= area / self.at(corners) <= greatest


def _least_absolute(rows: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """The linear function that is off least in absolute values, by weighted squares."""
    fits = SIZES.fits * float(np.median(wanted))
    weights = np.ones(len(rows))
    for _ in range(6):
        linear = np.linalg.lstsq(rows * weights[:, None], wanted * weights, rcond=None)[0]
        weights = np.maximum(np.abs(rows @ linear - wanted), fits) ** -0.5
    return np.asarray(linear)
