"""The printed kit in millimetres: what `nainjaune print` draws, and what the camera finds again.

x to the right, y down, as a sheet lies before its reader. Markers are of OpenCV's dictionary
``DICT_4X4_50``: few, large squares that can be told from far away and aslant. Every piece has markers of
its own, so that one picture says which piece is in sight; no marker of the kit looks like one of the
dictionary when it is mirrored (some do: a mirrored print could not be told).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.cards import Card

DICTIONARY = "DICT_4X4_50"
"""Name of the markers' dictionary (cv2.aruco)."""

Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Marker:
    """One printed marker, upright.

    Attributes:
        number: its number in the dictionary.
        middle: where it lies, mm.
        side: of its black square, mm.
        name: what it lies at: an honour's code, or ``top``, ``right``, ``bottom``, ``left``.
    """

    number: int
    middle: Spot
    side: float
    name: str

    @property
    def corners(self) -> tuple[Spot, Spot, Spot, Spot]:
        """Top left, top right, bottom right, bottom left, mm."""
        (x, y), half = self.middle, self.side / 2
        return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)


@dataclass(frozen=True, slots=True)
class PrintedBoard:
    """A board of three by three cells, the honours at its corners and in its middle.

    Attributes:
        name: ``a3`` or ``a2``, by the sheets that it is put together from.
        side: of the whole board, mm, cut out.
        markers: one in each of the four cells without a box.
    """

    name: str
    side: float
    markers: tuple[Marker, ...]

    @property
    def cell(self) -> float:
        """Side of a box, mm."""
        return self.side / 3


def _board(name: str, side: float, marker: float, numbers: tuple[int, ...]) -> PrintedBoard:
    middle, cell = side / 2, side / 3
    spots = {
        "top": (middle, cell / 2),
        "right": (side - cell / 2, middle),
        "bottom": (middle, side - cell / 2),
        "left": (cell / 2, middle),
    }
    markers = tuple(
        Marker(number, spot, marker, where)
        for number, (where, spot) in zip(numbers, spots.items(), strict=True)
    )
    return PrintedBoard(name, side, markers)


BOARDS: Mapping[str, PrintedBoard] = {
    "a3": _board("a3", 246.0, 57.0, (6, 7, 11, 12)),
    "a2": _board("a2", 360.0, 84.0, (22, 23, 26, 27)),
}
"""The boards that can be printed: of two sheets, and of four."""

CORNER_SIDE = 48.0
"""Side of the markers that are laid at the corners of a family's own board, mm."""
CORNER_PIECE = 64.0
"""Side of the square of paper around each, mm: one corner of it touches the board's corner."""
CORNERS: tuple[tuple[Marker, Spot], ...] = (
    (Marker(0, (0.0, 0.0), CORNER_SIDE, "KH"), (CORNER_PIECE / 2, CORNER_PIECE / 2)),
    (Marker(1, (0.0, 0.0), CORNER_SIDE, "QS"), (-CORNER_PIECE / 2, CORNER_PIECE / 2)),
    (Marker(2, (0.0, 0.0), CORNER_SIDE, "JC"), (-CORNER_PIECE / 2, -CORNER_PIECE / 2)),
    (Marker(4, (0.0, 0.0), CORNER_SIDE, "TD"), (CORNER_PIECE / 2, -CORNER_PIECE / 2)),
)
"""Markers for a family's own board, each with the corner of its paper (mm from its middle) that touches the
board's corner; in the order in which a board's corners are named."""

BANK_CARD = (85.60, 53.98)
"""Width and height of every bank card, driving licence or library card, mm (ISO/IEC 7810, ID-1)."""
CHECK_SIZE = (170.0, 120.0)
"""Width and height of the field of the check sheet, mm: markers at its corners, a bank card in its middle."""
_CHECK_MARKER = 28.0
CHECK: tuple[Marker, ...] = tuple(
    Marker(number, (x, y), _CHECK_MARKER, name)
    for number, (name, x, y) in zip(
        (13, 15, 28, 30),
        [
            ("top left", _CHECK_MARKER / 2, _CHECK_MARKER / 2),
            ("top right", CHECK_SIZE[0] - _CHECK_MARKER / 2, _CHECK_MARKER / 2),
            ("bottom right", CHECK_SIZE[0] - _CHECK_MARKER / 2, CHECK_SIZE[1] - _CHECK_MARKER / 2),
            ("bottom left", _CHECK_MARKER / 2, CHECK_SIZE[1] - _CHECK_MARKER / 2),
        ],
        strict=True,
    )
)
"""Markers of the check sheet, mm from its field's top left."""

CHIPS: Mapping[str, tuple[float, float]] = {
    "jeton": (22.0, 22.0),
    "fiche": (52.0, 13.0),
    "contrat": (46.0, 26.0),
}
"""Width and height of the printed chips, mm: jetons are round, fiches long, contrats wide."""

CELLS: Mapping[Card, tuple[int, int]] = {
    Card(13, "H"): (0, 0),
    Card(12, "S"): (2, 0),
    Card(11, "C"): (2, 2),
    Card(10, "D"): (0, 2),
    Card(7, "D"): (1, 1),
}
"""Column and row of each honour's box on a board (002 of `engine.games.sources`): 7♦ in the middle, K♥ top
left, Q♠ top right, 10♦ bottom left, J♣ bottom right."""
