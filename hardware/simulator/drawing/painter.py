"""Drawing in millimetres: shapes are drawn several times too large and averaged down, so edges are soft."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

Colour = tuple[int, int, int]
"""Blue, green, red, 0–255, OpenCV's order."""

SUPERSAMPLING = 3
_SHIFT = 4
"""Fractional bits of OpenCV's polygon coordinates."""


class Painter:
    """A sheet of `width` × `height` mm that is drawn on in millimetres, x right, y down.

    Args:
        width, height: size in mm.
        density: pixels per mm of the finished picture.
        ground: colour of the empty sheet.
    """

    def __init__(self, width: float, height: float, density: float, ground: Colour) -> None:
        self.width = width
        self.height = height
        self._size = (max(1, round(width * density)), max(1, round(height * density)))
        self._scale = (self._size[0] * SUPERSAMPLING / width, self._size[1] * SUPERSAMPLING / height)
        shape = (self._size[1] * SUPERSAMPLING, self._size[0] * SUPERSAMPLING, 3)
        self.sheet = np.full(shape, ground, np.uint8)

    def _pixels(self, points: Sequence[Sequence[float]] | np.ndarray) -> np.ndarray:
        scaled = np.asarray(points, np.float64).reshape(-1, 2) * self._scale
        return np.round((scaled - 0.5) * (1 << _SHIFT)).astype(np.int32)

    def fill(self, points: Sequence[Sequence[float]] | np.ndarray, colour: Colour) -> None:
        """Fill the closed outline `points` (n × 2, mm)."""
        cv2.fillPoly(self.sheet, [self._pixels(points)], colour, cv2.LINE_8, _SHIFT)

    def line(
        self,
        points: Sequence[Sequence[float]] | np.ndarray,
        colour: Colour,
        width: float,
        *,
        closed: bool = False,
    ) -> None:
        """Draw a line `width` mm wide through `points` (n × 2, mm)."""
        thickness = max(1, round(width * self._scale[0]))
        cv2.polylines(self.sheet, [self._pixels(points)], closed, colour, thickness, cv2.LINE_8, _SHIFT)

    def stamp(
        self, mask: np.ndarray, x: float, y: float, width: float, height: float, colour: Colour
    ) -> None:
        """Print `mask` (uint8, 255 where there is ink) into the rectangle with top left `x`, `y`, in mm."""
        left, top = round(x * self._scale[0]), round(y * self._scale[1])
        w, h = max(1, round(width * self._scale[0])), max(1, round(height * self._scale[1]))
        left, top = max(0, left), max(0, top)
        part = self.sheet[top : top + h, left : left + w]
        ink = cv2.resize(mask, (w, h), interpolation=cv2.INTER_AREA)[: part.shape[0], : part.shape[1], None]
        part[:] = (part * (1 - ink / 255.0) + np.array(colour) * (ink / 255.0)).astype(np.uint8)

    def turn(self) -> None:
        """Turn the sheet by half a turn."""
        self.sheet = np.ascontiguousarray(self.sheet[::-1, ::-1])

    def finished(self) -> np.ndarray:
        """The picture, uint8 BGR, at the density asked for."""
        return cv2.resize(self.sheet, self._size, interpolation=cv2.INTER_AREA)


def bezier(*points: tuple[float, float], steps: int = 14) -> np.ndarray:
    """Points along chained cubic curves: start, then (control, control, end) again and again; n × 2."""
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    pieces = []
    for i in range(0, len(points) - 1, 3):
        a, b, c, d = (np.array(p, np.float64) for p in points[i : i + 4])
        pieces.append((1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t**2 * c + t**3 * d)
    return np.vstack([*pieces, np.array(points[-1])[None]])


def ellipse(x: float, y: float, rx: float, ry: float, steps: int = 36) -> np.ndarray:
    """Outline of an ellipse, n × 2."""
    a = np.linspace(0, 2 * np.pi, steps, endpoint=False)
    return np.stack([x + rx * np.cos(a), y + ry * np.sin(a)], axis=1)


def rounded(width: float, height: float, radius: float) -> np.ndarray:
    """Outline of a rectangle with round corners, from (0, 0) to (width, height), n × 2."""
    a = np.linspace(0, np.pi / 2, 7)
    arc = np.stack([np.cos(a), np.sin(a)], axis=1) * radius
    corners = []
    for turns, (x, y) in enumerate(
        [
            (width - radius, height - radius),
            (radius, height - radius),
            (radius, radius),
            (width - radius, radius),
        ]
    ):
        c, s = [(1, 0), (0, 1), (-1, 0), (0, -1)][turns]
        corners.append(arc @ np.array([[c, s], [-s, c]]) + (x, y))
    return np.vstack(corners)
