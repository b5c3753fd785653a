"""The table as it is known, in full size: what lay there before a card came."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.geometry.masks import grown
from vision.motion.grid import Grid
from vision.motion.settings import MOTION

FULL = MOTION.full_table


class FullTable:
    """Follows the known table of one camera in full size.

    Attributes:
        image: uint8 BGR, None before the first frame.
    """

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._refreshed = -math.inf
        self.image: np.ndarray | None = None

    def refresh(self, image: np.ndarray, t: float, busy: np.ndarray) -> None:
        """Take in a frame of second *t*, now and then, but for what is *busy* (small pixels)."""
        if self.image is None:
            self.image = image.copy()
        elif t - self._refreshed >= FULL.refresh:
            self.renew(image, ~busy)
            self._refreshed = t

    def renew(self, image: np.ndarray, mask: np.ndarray) -> None:
        """Take in a part of a frame, small pixels."""
        if self.image is not None:
            cv2.copyTo(image, self._enlarged(mask), self.image)

    def moved(self, matrix: np.ndarray, image: np.ndarray, changed: np.ndarray) -> None:
        """Go on after a bump of the camera.

        Args:
            matrix: 3 × 3, from pixels before to pixels now.
            image: the frame now.
            changed: where it shows something else than the known table, small pixels.
        """
        if self.image is not None:
            there = cv2.warpPerspective(self.image, matrix, self._grid.size)
            self.image = image.copy()
            cv2.copyTo(there, self._enlarged(grown(changed, 1)), self.image)

    def _enlarged(self, mask: np.ndarray) -> np.ndarray:
        return np.asarray(cv2.resize(mask.view(np.uint8), self._grid.size, interpolation=cv2.INTER_NEAREST))
