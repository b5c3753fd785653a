"""Where the board lies in the picture, and the plane of the table.

The board is a square of three by three cells seen in perspective; the honours' boxes are its
four corner cells and the middle one (002 of `engine.games.sources`: 7♦ middle, K♥ top left, Q♠ top right,
10♦ bottom left, J♣ bottom right).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np

from engine.boards import Board
from engine.boundaries import Quad
from engine.cards import HONOURS, Card
from engine.errors import BadInput
from engine.printed_kit import CELLS
from vision.geometry.quads import area, center, to_pixels
from vision.table.settings import TABLE

BOARD = TABLE.board


@dataclass(frozen=True, slots=True, eq=False)
class TableView:
    """Where the table lies in the picture, and how that is known.

    Attributes:
        board: its outer corners at K♥, Q♠, J♣, 10♦, in pixels; None where the honours lie otherwise
            than at a square's corners and middle.
        boxes: four corners of each box, in pixels.
        plane: 3 × 3, from the table (mm; x right and y down as the board lies) to pixels.
        error: mm by which a corner of the board (or of a box) may lie off: 95 % of them lie nearer.
        source: ``markers``, ``grid`` (the board's edges and honours), ``honours`` (alone) or ``tapped``.
        measured: the millimetres come from something of known size; False: the board is taken to be
            `BOARD.side` wide (or a card 88 mm long), and all lengths are only as good as that.
        lost: what should be in sight and is not, e.g. ``("KH",)`` for the marker at that corner.
    """

    board: Quad | None
    boxes: Mapping[Card, Quad]
    plane: np.ndarray
    error: float
    source: str
    measured: bool
    lost: tuple[str, ...] = ()

    @property
    def box_quads(self) -> Mapping[Card, Quad]:
        """The boxes, as `Placed` calls them."""
        return self.boxes

    @property
    def scale(self) -> float:
        """Pixels per millimetre in the middle of the boxes."""
        middle = np.mean([center(quad) for quad in self.boxes.values()], axis=0)
        x, y = to_pixels(np.linalg.inv(self.plane), [(float(middle[0]), float(middle[1]))])[0]
        around = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
        a, b, c, d = np.array(to_pixels(self.plane, around))
        return float((np.linalg.norm(b - a) + np.linalg.norm(d - c)) / 4)

    def of(self, honours: Board) -> TableView:
        """The same table where it is other cards that have a box, in the order of `Game.BOARD`."""
        return replace(self, boxes=_as_boxes_of(self.boxes, honours))

    def moved(self, matrix: np.ndarray) -> TableView:
        """The same table after every pixel of it went through a homography (a bump of the camera)."""

        def there(quad: Quad) -> Quad:
            a, b, c, d = to_pixels(matrix, quad)
            return (a, b, c, d)

        return replace(
            self,
            board=None if self.board is None else there(self.board),
            boxes={box: there(quad) for box, quad in self.boxes.items()},
            plane=matrix @ self.plane,
        )


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


def board_aspect(board: Quad, size: tuple[int, int]) -> float:
    """A board's width over its height: 1 for the square one, about 4 for one whose boxes lie in a row.

    A rectangle seen in perspective tells its proportions, as its sides are square to each other and a
    picture's middle is its lens's (Zhang, "A Flexible New Technique for Camera Calibration", 2000).
    Seen from straight above it does not tell the lens, which then matters little.

    Args:
        board: the outer corners at K♥, Q♠, J♣, 10♦, in that order, pixels.
        size: the picture's width and height, pixels.
    """
    across, down = _sides(board, size)
    aspect = float(np.linalg.norm(across) / np.linalg.norm(down))
    return 1.0 if 1 / BOARD.square < aspect < BOARD.square else aspect


def slant(board: Quad, size: tuple[int, int]) -> float:
    """Degrees by which the camera looks at a board aslant: 0 from straight above, 90 along the table.

    Args:
        board, size: as in `board_aspect`.
    """
    upwards = np.cross(*_sides(board, size))
    return math.degrees(math.acos(min(1.0, abs(float(upwards[2])) / float(np.linalg.norm(upwards)))))


def _sides(board: Quad, size: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """A board's sides to the right and down, as the camera has them before it (x, y and depth)."""
    width, height = size
    centred = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]]) @ board_homography(board)
    across, down = centred[:, 0], centred[:, 1]
    lens = BOARD.usual_lens * width
    if across[2] * down[2]:
        squared = -(across[:2] @ down[:2]) / (across[2] * down[2])
        if squared > 0 and BOARD.lenses[0] * width < math.sqrt(squared) < BOARD.lenses[1] * width:
            lens = math.sqrt(squared)
    ray = np.array([1 / lens, 1 / lens, 1.0])
    return ray * across, ray * down


def view_of_corners(board: Quad, side: float | None = None, error: float = BOARD.tap_error) -> TableView:
    """The table as four corners of the board tell it (tapped on a still, say).

    Args:
        board: the outer corners at K♥, Q♠, J♣, 10♦, in that order, pixels.
        side: the board's side in mm, when people know it; None: `BOARD.side` is assumed.
        error: pixels by which each corner may lie off; a fingertip on a phone's picture hits to about 3.

    Raises:
        BadInput: the corners cross, lie on a line or too close together.
    """
    corners = np.array(board, np.float64)
    edges = np.roll(corners, -1, axis=0) - corners
    after = np.roll(edges, -1, axis=0)
    turns = edges[:, 0] * after[:, 1] - edges[:, 1] * after[:, 0]
    if not ((turns > 0).all() or (turns < 0).all()):
        raise BadInput("board: the corners cross or lie on a line, expected K♥, Q♠, J♣, 10♦ in turn")
    if area(board) < BOARD.least_area:
        raise BadInput("board: the corners lie too close together, expected the whole board")
    length = side or BOARD.side
    plane = board_homography(board) @ np.diag([1 / length, 1 / length, 1.0])
    view = TableView(board, cell_quads(board), plane, 0.0, "tapped", side is not None)
    return replace(view, error=error / view.scale)


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


def _as_boxes_of(quads: Mapping[Card, Quad], honours: Board) -> dict[Card, Quad]:
    """The boxes of Nain Jaune's board as those of another one."""
    if honours == HONOURS:
        return dict(quads)
    return {card: quads[ours] for card, ours in zip(honours, HONOURS, strict=False)}


def box_quads(table: Placed, honours: Board = HONOURS) -> dict[Card, Quad]:
    """Each box's four corners in the picture: as the table file says, else the board's cells.

    ``honours``: the cards that have a box.

    Empty when the table says nothing about places; boxes that neither names are left out.
    """
    quads = {} if table.board is None else _as_boxes_of(cell_quads(table.board), honours)
    return {**quads, **dict(table.box_quads or {})}
