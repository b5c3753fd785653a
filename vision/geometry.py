"""Where things lie: the board's boxes in the picture, and the plane of the table.

The board is a square of three by three cells seen in perspective; the honours' boxes are its
four corner cells and the middle one (RULES.md, 002: 7♦ middle, K♥ top left, Q♠ top right,
10♦ bottom left, J♣ bottom right).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

import cv2
import numpy as np
from shapely import Polygon

from engine.boundaries import Point, Quad
from engine.cards import Card

CELLS: dict[Card, tuple[int, int]] = {
    Card(13, "H"): (0, 0),
    Card(12, "S"): (2, 0),
    Card(11, "C"): (2, 2),
    Card(10, "D"): (0, 2),
    Card(7, "D"): (1, 1),
}
"""Column and row of each honour's box on the board."""


class Placed(Protocol):
    """What a table file says about places (`engine.table.Table` fits)."""

    @property
    def board(self) -> Quad | None: ...

    @property
    def box_quads(self) -> Mapping[Card, Quad] | None: ...


def board_homography(board: Quad) -> np.ndarray:
    """The 3×3 matrix that takes board coordinates (unit square, K♥ at 0,0, J♣ at 1,1) to pixels.

    Args:
        board: the outer corners at K♥, Q♠, J♣, 10♦, in that order.
    """
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    return cv2.getPerspectiveTransform(unit, np.array(board, np.float32))


def to_pixels(matrix: np.ndarray, points: Iterable[Point]) -> list[Point]:
    """Points taken through a homography."""
    mapped = cv2.perspectiveTransform(np.array([list(points)], np.float64), matrix)[0]
    return [(float(x), float(y)) for x, y in mapped]


def cell_quads(board: Quad) -> dict[Card, Quad]:
    """The five boxes as the board's corner cells and middle cell, in the picture.

    Corners of each: top left, top right, bottom right, bottom left as the board itself lies.
    """
    matrix = board_homography(board)
    quads: dict[Card, Quad] = {}
    for card, (column, row) in CELLS.items():
        corners = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]
        a, b, c, d = to_pixels(matrix, [(x / 3, y / 3) for x, y in corners])
        quads[card] = (a, b, c, d)
    return quads


def box_quads(table: Placed) -> dict[Card, Quad]:
    """Each box's four corners in the picture: as the table file says, else the board's cells.

    Empty when the table says nothing about places; boxes that neither names are left out.
    """
    quads = cell_quads(table.board) if table.board is not None else {}
    return {**quads, **dict(table.box_quads or {})}


def polygon_mask(
    shape: tuple[int, int], polygons: Iterable[Iterable[Point]], scale: float = 1.0
) -> np.ndarray:
    """A boolean picture (height, width) that is True inside any of the polygons, times ``scale``."""
    mask = np.zeros(shape, np.uint8)
    for polygon in polygons:
        points = np.round(np.array(list(polygon), np.float64) * scale).astype(np.int32)
        cv2.fillPoly(mask, [points], 1)
    return mask.astype(bool)


def center(quad: Iterable[Point]) -> Point:
    """The mean of the corners."""
    x, y = np.mean(np.array(list(quad), np.float64), axis=0)
    return (float(x), float(y))


def area(quad: Iterable[Point]) -> float:
    """Square pixels that an outline encloses."""
    return float(cv2.contourArea(np.array(list(quad), np.float32)))


def overlap(first: Quad | np.ndarray, second: Quad | np.ndarray) -> float:
    """Area that two convex outlines share, over the area they cover together, 0–1."""
    a, b = np.asarray(first, np.float32), np.asarray(second, np.float32)
    if (a.max(0) < b.min(0)).any() or (b.max(0) < a.min(0)).any():
        return 0.0
    # OpenCV's intersectConvexConvex goes wrong on outlines that nearly coincide: one pair in a hundred.
    one, other = Polygon(a), Polygon(b)
    if not (one.is_valid and other.is_valid):
        return 0.0
    shared = one.intersection(other).area
    together = one.area + other.area - shared
    return float(shared / together) if together > 0 else 0.0
