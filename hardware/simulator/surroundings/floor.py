"""What is seen beyond the table's edge: the edge itself, the table's shadow and the floor."""

from __future__ import annotations

import random

import cv2
import numpy as np

from hardware.simulator.drawing.compose import darken, shadow_of
from hardware.simulator.drawing.view import SIZE, Light, View
from hardware.simulator.surroundings import surfaces

_HEIGHT = 745.0
"""Of the table above the floor, mm."""
_THICK = 26.0
"""Of the table's top, mm."""
_EXTENT = (1600.0, 1200.0)
"""Of the floor that is grown, mm; beyond it the pattern is mirrored."""


def beyond(table: np.ndarray, edge: np.ndarray, seed: int, view: View, light: Light) -> np.ndarray:
    """The picture with the floor where the table ends.

    Args:
        table: uint8 BGR, as if the table had no end.
        edge: outline of the table's top (n × 2, mm).
        seed: of the floor's dice.
    """
    die = random.Random(f"{seed}/floor")
    width, height = _EXTENT
    texture = cv2.GaussianBlur(surfaces.surface(die, width, height), (0, 0), 2.0)
    scale = surfaces.DENSITY * 0.6
    to_mm = np.array([[1 / scale, 0, -width / 1.2], [0, 1 / scale, -height / 1.2], [0, 0, 1]])
    plane = view.plane(-_HEIGHT) @ to_mm
    floor = cv2.warpPerspective(texture, plane, SIZE, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    floor = cv2.multiply(floor, light.gain, scale=die.uniform(0.4, 0.8) / 128)
    # Under the table it is dark.
    under = view.project(edge * 0.96, -_HEIGHT)
    darken(floor, *shadow_of(under, 0.35, 40.0))
    top, low = view.project(edge), view.project(edge, -_THICK)
    board = tuple(float(v) * 0.5 for v in cv2.mean(table)[:3])
    for first in range(len(edge)):
        then = (first + 1) % len(edge)
        side = np.round(np.array([top[first], top[then], low[then], low[first]]) * 16).astype(np.int32)
        cv2.fillConvexPoly(floor, cv2.convexHull(side), board, cv2.LINE_AA, 4)
    mask = np.zeros((SIZE[1], SIZE[0]), np.uint8)
    cv2.fillPoly(mask, [np.round(top * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    share = cv2.merge([mask] * 3)
    inside = cv2.multiply(table, share, scale=1 / 255)
    return np.asarray(cv2.add(inside, cv2.multiply(floor, cv2.bitwise_not(share), scale=1 / 255)))
