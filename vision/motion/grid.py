"""The small pixels in which a frame is watched, and where outlines lie among them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.boundaries import Quad
from vision.geometry.masks import grown
from vision.geometry.quads import polygon_mask
from vision.motion.stillness import shrink_factor

Region = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels of the frame."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Small pixels over the frames of one camera; masks are boolean pictures of them.

    Attributes:
        size: width and height of the frames in pixels.
        shape: height and width in small pixels.
        scale: small pixels per pixel, at most 1.
    """

    size: tuple[int, int]
    shape: tuple[int, int]
    scale: float

    @staticmethod
    def over(size: tuple[int, int]) -> Grid:
        """The small pixels of frames of this *size*, as `vision.motion.stillness` makes them."""
        factor = shrink_factor(size[0])
        return Grid(size, (max(1, size[1] // factor), max(1, size[0] // factor)), 1 / factor)

    def inside(self, quad: Quad) -> bool:
        """Whether an outline lies wholly in the picture, clear of its border."""
        width, height = self.size
        return all(0 < x < width - 1 and 0 < y < height - 1 for x, y in quad)

    def covered(self, quads: Sequence[Quad]) -> np.ndarray:
        """What outlines cover."""
        return polygon_mask(self.shape, quads, self.scale)

    def outline(self, quad: Quad) -> np.ndarray:
        """What one outline covers."""
        return self.covered([quad])

    def grown(self, quads: Sequence[Quad], by: int) -> np.ndarray:
        """What outlines cover, and so many small pixels round them."""
        return grown(self.covered(quads), by)

    def around(self, mask: np.ndarray, margin: float) -> Region:
        """The part of the frame that holds a mask, with a margin in small pixels."""
        ys, xs = np.nonzero(mask)
        left, right = xs.min() - margin, xs.max() + 1 + margin
        top, bottom = ys.min() - margin, ys.max() + 1 + margin
        width, height = self.size
        return (
            max(0, int(left / self.scale)),
            max(0, int(top / self.scale)),
            min(width, math.ceil(right / self.scale)),
            min(height, math.ceil(bottom / self.scale)),
        )
