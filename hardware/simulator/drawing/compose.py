"""Putting things into the picture: soft-edged patches, cards in perspective, shadows."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from hardware.simulator.drawing.painter import SUPERSAMPLING, Colour
from hardware.simulator.drawing.view import SIZE

_CLEAR = 3
"""Pixels of clear margin around what is baked."""


class Patch:
    """A transparent rectangle of the picture to draw on, several times as fine as the picture.

    Attributes:
        x, y, width, height: the rectangle, whole pixels inside the picture; width or height may be 0.
    """

    def __init__(self, points: np.ndarray, margin: float = 2.0) -> None:
        """Covers `points` (n × 2, pixels) and `margin` pixels around them."""
        low = np.clip(np.floor(points.min(0) - margin), 0, SIZE).astype(int)
        high = np.clip(np.ceil(points.max(0) + margin), 0, SIZE).astype(int)
        self.x, self.y = int(low[0]), int(low[1])
        self.width, self.height = (int(v) for v in np.maximum(high - low, 0))
        fine = (self.height * SUPERSAMPLING, self.width * SUPERSAMPLING)
        self._colour = np.zeros((*fine, 3), np.uint8)
        self._alpha = np.zeros(fine, np.uint8)

    def _places(self, points: np.ndarray) -> list[np.ndarray]:
        fine = (np.asarray(points, np.float64) - (self.x, self.y) + 0.5) * SUPERSAMPLING - 0.5
        return [np.round(fine * 16).astype(np.int32)]

    def fill(self, points: np.ndarray, colour: Colour) -> None:
        """Fill the outline `points` (n × 2, pixels of the picture)."""
        if not self._alpha.size:
            return
        places = self._places(points)
        cv2.fillPoly(self._colour, places, colour, cv2.LINE_8, 4)
        cv2.fillPoly(self._alpha, places, 255, cv2.LINE_8, 4)

    def line(self, points: np.ndarray, colour: Colour, *, closed: bool = True) -> None:
        """A hairline, a third of a pixel wide, through `points`."""
        if not self._alpha.size:
            return
        cv2.polylines(self._colour, self._places(points), closed, colour, 1, cv2.LINE_8, 4)
        cv2.polylines(self._alpha, self._places(points), closed, 255, 1, cv2.LINE_8, 4)

    def finished(self) -> np.ndarray:
        """uint8 BGRA of the rectangle, colours multiplied by alpha."""
        if not self._alpha.size:
            return np.zeros((self.height, self.width, 4), np.uint8)
        both = cv2.merge([*cv2.split(self._colour), self._alpha])
        return cv2.resize(both, (self.width, self.height), interpolation=cv2.INTER_AREA)


def put(canvas: np.ndarray, layer: np.ndarray, x: int, y: int, gain: np.ndarray | None = None) -> None:
    """Lay `layer` (uint8 BGRA, multiplied by alpha) over `canvas` (BGR, changed) with its top left at x, y.

    `gain`: light of the whole picture (`view.Light.gain`), or None when the layer is lit already.
    """
    height, width = layer.shape[:2]
    if not width or not height:
        return
    area = canvas[y : y + height, x : x + width]
    colour, through = cv2.cvtColor(layer, cv2.COLOR_BGRA2BGR), cv2.bitwise_not(cv2.extractChannel(layer, 3))
    if gain is not None:
        colour = cv2.multiply(colour, gain[y : y + height, x : x + width], scale=1 / 128)
    below = cv2.multiply(area, cv2.cvtColor(through, cv2.COLOR_GRAY2BGR), scale=1 / 255)
    area[:] = cv2.add(below, colour, dst=below)


def baked(draw: Callable[[np.ndarray], None]) -> tuple[np.ndarray, int, int]:
    """What `draw` does to any picture, shadows too, as one layer that is lit already; see `put`.

    Returns:
        layer with a clear margin where the picture has room for one, and its place x, y.
    """
    dark, bright = np.zeros((SIZE[1], SIZE[0], 3), np.uint8), np.full((SIZE[1], SIZE[0], 3), 255, np.uint8)
    draw(dark)
    draw(bright)
    alpha = cv2.bitwise_not(cv2.subtract(bright, dark)[..., 1])
    x, y, width, height = cv2.boundingRect(cv2.threshold(alpha, 2, 255, cv2.THRESH_BINARY)[1])
    if not width or not height:
        return np.zeros((0, 0, 4), np.uint8), 0, 0
    low, high = (
        np.maximum((x - _CLEAR, y - _CLEAR), 0),
        np.minimum((x + width + _CLEAR, y + height + _CLEAR), SIZE),
    )
    part = np.s_[low[1] : high[1], low[0] : high[0]]
    return np.dstack([dark[part], alpha[part]]), int(low[0]), int(low[1])


def darken(canvas: np.ndarray, light: np.ndarray, x: int, y: int) -> None:
    """Multiply `canvas` (changed) by `light` (uint8, height × width, 255 leaves it) placed at x, y."""
    height, width = light.shape
    if width and height:
        area = canvas[y : y + height, x : x + width]
        area[:] = cv2.multiply(area, cv2.merge([light] * 3), scale=1 / 255)


def shadow_of(outline: np.ndarray, strength: float, blur: float) -> tuple[np.ndarray, int, int]:
    """Shadow of a shape that falls on `outline` (n × 2, pixels).

    Args:
        strength: light that is left in its middle, 0–1.
        blur: radius of its soft edge, pixels.

    Returns:
        light for `darken` and its place x, y.
    """
    margin = 2.5 * blur + 2
    low = np.clip(np.floor(outline.min(0) - margin), 0, SIZE).astype(int)
    high = np.clip(np.ceil(outline.max(0) + margin), 0, SIZE).astype(int)
    width, height = (int(v) for v in np.maximum(high - low, 0))
    light = np.full((height, width), 255, np.uint8)
    if width and height:
        places = np.round((outline - low) * 16).astype(np.int32)
        cv2.fillPoly(light, [places], round(255 * strength), cv2.LINE_AA, 4)
        cv2.GaussianBlur(light, (0, 0), max(0.4, blur), dst=light)
    return light, int(low[0]), int(low[1])


def in_perspective(face: np.ndarray, corners: np.ndarray) -> tuple[np.ndarray, int, int]:
    """A flat picture seen at `corners`.

    Args:
        face: uint8 BGRA, multiplied by alpha.
        corners: pixels (4 × 2) of its top left, top right, bottom right and bottom left.

    Returns:
        layer for `put` and its place x, y.
    """
    low = np.clip(np.floor(corners.min(0)) - 1, 0, SIZE).astype(int)
    high = np.clip(np.ceil(corners.max(0)) + 1, 0, SIZE).astype(int)
    width, height = (int(v) for v in np.maximum(high - low, 0))
    if not width or not height:
        return np.zeros((height, width, 4), np.uint8), int(low[0]), int(low[1])
    # Shrink to about twice the size seen, then warp at twice that size: no dot of ink is skipped.
    edge = max(8.0, *(float(np.linalg.norm(corners[i] - corners[3 - i])) for i in (0, 1)))
    shrink = min(1.0, 2.0 * edge / face.shape[0])
    if shrink < 0.8:
        face = cv2.resize(face, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    h, w = face.shape[:2]
    source = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32) - 0.5
    target = ((corners - low) * 2 - 0.5).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(source, target)
    warped = cv2.warpPerspective(face, matrix, (width * 2, height * 2), flags=cv2.INTER_LINEAR)
    return cv2.resize(warped, (width, height), interpolation=cv2.INTER_AREA), int(low[0]), int(low[1])
