"""Sheets of paper, and how a board larger than a sheet is cut into tiles."""

from __future__ import annotations

import math
from dataclasses import dataclass

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of the papers that can be printed on, mm."""
MARGIN = 10.0
"""Millimetres along each edge that home printers may leave white."""
OVERLAP = 10.0
"""Millimetres that neighbouring tiles both show: there they are glued."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One sheet's part of a board.

    Attributes:
        column, row: from the board's top left.
        left, top, right, bottom: which part of the board it shows, mm.
    """

    column: int
    row: int
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Tiling:
    """How many sheets of which way round make a board.

    Attributes:
        page: width and height of a sheet as it lies, mm.
        tiles: row by row.
        columns, rows: of tiles.
    """

    page: tuple[float, float]
    tiles: tuple[Tile, ...]
    columns: int
    rows: int


def tiling(side: float, paper: str) -> Tiling:
    """The fewest sheets of *paper* that hold a square of *side* mm, upright where that is as few."""
    width, height = PAPERS[paper]
    ways = []
    for page in ((width, height), (height, width)):
        columns, rows = (_sheets(side, length - 2 * MARGIN) for length in page)
        ways.append((columns * rows, page, columns, rows))
    _, page, columns, rows = min(ways, key=lambda way: way[0])
    across, down = _cuts(side, columns), _cuts(side, rows)
    tiles = tuple(
        Tile(column, row, across[column][0], down[row][0], across[column][1], down[row][1])
        for row in range(rows)
        for column in range(columns)
    )
    return Tiling(page, tiles, columns, rows)


def _sheets(side: float, usable: float) -> int:
    return 1 if side <= usable else math.ceil((side - OVERLAP) / (usable - OVERLAP))


def _cuts(side: float, count: int) -> list[tuple[float, float]]:
    """From where to where each of *count* tiles shows the board, alike wide."""
    each = (side + (count - 1) * OVERLAP) / count
    return [(k * (each - OVERLAP), k * (each - OVERLAP) + each) for k in range(count)]
