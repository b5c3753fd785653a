"""Draws the kit's markers: black squares, one rectangle per run of modules, nothing to blur."""

from __future__ import annotations

import functools

import cv2
import numpy as np

from engine.printed_kit import DICTIONARY, Marker
from hardware.print.pen import Pen

BLACK = "#000000"
MODULES = 6
"""Modules along a marker's side, its black border included."""


@functools.lru_cache(maxsize=64)
def modules(number: int) -> tuple[tuple[bool, ...], ...]:
    """Which modules of a marker are black, row by row from its top."""
    kinds = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    picture = np.asarray(cv2.aruco.generateImageMarker(kinds, number, MODULES, borderBits=1))
    return tuple(tuple(bool(value == 0) for value in row) for row in picture)


def draw(pen: Pen, marker: Marker) -> None:
    """Draw a marker where it belongs."""
    x, y = (place - marker.side / 2 for place in marker.middle)
    one = marker.side / MODULES
    black = modules(marker.number)
    pieces = []
    for row in range(MODULES):
        for column in range(MODULES):
            if black[row][column]:
                # Into the black neighbours: between modules that only touch, a white hair would show.
                right = _INTO if column + 1 < MODULES and black[row][column + 1] else 0.0
                below = row + 1 < MODULES and black[row + 1][column]
                pieces.append(_rectangle(x + column * one, y + row * one, one + right, one))
                if below:
                    low = y + (row + 1) * one - _INTO
                    pieces.append(_rectangle(x + column * one, low, one, 2 * _INTO))
    pen.shape(" ".join(pieces), BLACK)


_INTO = 0.1
"""Millimetres by which a black module reaches into the next."""


def _rectangle(x: float, y: float, width: float, height: float) -> str:
    return f"M {x} {y} L {x + width} {y} L {x + width} {y + height} L {x} {y + height} Z"
