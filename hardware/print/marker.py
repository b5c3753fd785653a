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
    # One path: between rectangles that touch, some printers leave a white hair.
    pieces = []
    for row, line in enumerate(black):
        column = 0
        while column < MODULES:
            if not line[column]:
                column += 1
                continue
            end = column
            while end < MODULES and line[end]:
                end += 1
            spill = 0.02 if row + 1 < MODULES and any(black[row + 1][column:end]) else 0.0
            left, right, top = x + column * one, x + end * one, y + row * one
            low = top + one + (spill if all(black[min(row + 1, MODULES - 1)][column:end]) else 0.0)
            pieces.append(f"M {left} {top} L {right} {top} L {right} {low} L {left} {low} Z")
            column = end
    pen.shape(" ".join(pieces), BLACK)
