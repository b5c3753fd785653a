"""Who sits where, and where board, pile, rows and shown hands lie on the table."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from engine import reading
from engine.cards import HONOURS, Card, parse_card
from engine.errors import BadInput

LAYOUTS = ("pile", "rows", "fans")
"""Cards go on one pile, or each player lays his own row or his own fan."""
BOARDS = ("square", "row", "cards")
"""Boxes at the corners and in the middle, five boxes in a row, or five honour cards instead of a board."""
NO_BOARD = "none"
"""The form where a game has no boxes."""
NAMES = ("Ana", "Bruno", "Chloe", "David", "Emma", "Farid", "Gilles", "Hanna")
CELLS = {
    "KH": (0, 0),
    "QS": (2, 0),
    "JC": (2, 2),
    "TD": (0, 2),
    "7D": (1, 1),
}
"""Column and row of each box on the board, seen with K♥ top left (002 of `engine.games.sources`)."""
PLACES = ((0, 2), (2, 2), (2, 0), (0, 0), (1, 1))
"""Column and row of the first, second, … box of any game's board (`engine.games.game_rules.Game.BOARD`)."""
_CARD = (63.0, 88.0)
"""Of the honour cards that stand in for a board, mm."""
_RIM, _ROUND = 6.0, 38.0
"""Of the table beyond what must be seen, and the radius of its corners, mm."""
BAND = 104.0
"""Depth in mm of the strip along the edges that is kept for rows and hands."""

# Players at the top, right, bottom and left edge, clockwise as they play.
_SIDES = {
    2: [(1, 0, 1, 0), (0, 1, 0, 1)],
    3: [(1, 1, 1, 0), (1, 0, 1, 1), (1, 1, 0, 1), (0, 1, 1, 1)],
    4: [(1, 1, 1, 1), (1, 1, 1, 1), (2, 0, 2, 0)],
    5: [(2, 1, 1, 1), (1, 1, 2, 1), (2, 0, 2, 1)],
    6: [(2, 1, 2, 1)],
    7: [(3, 1, 2, 1), (2, 1, 3, 1)],
    8: [(3, 1, 3, 1)],
}
_EDGES = {
    0: ((1.0, 0.0), (0.0, -1.0)),
    1: ((0.0, 1.0), (1.0, 0.0)),
    2: ((-1.0, 0.0), (0.0, 1.0)),
    3: ((0.0, -1.0), (-1.0, 0.0)),
}


@dataclass(frozen=True, slots=True, eq=False)
class Seat:
    """One player's place.

    Attributes:
        name: the player.
        edge: middle of his stretch of the table's edge, mm (2).
        outward: unit vector from the table towards him.
        along: unit vector along the edge, towards his right hand.
        width: mm of edge that are his.
    """

    name: str
    edge: np.ndarray
    outward: np.ndarray
    along: np.ndarray
    width: float


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Where everything lies, in mm on the table.

    Attributes:
        kind: one of `LAYOUTS`.
        width, depth: what the camera must see.
        seats: players in playing order (clockwise as the camera sees them).
        board: its outer corners at K♥, Q♠, J♣, 10♦ (4 × 2); none (0 × 2) where the game has no boxes.
        pile: where cards go when they go on one pile (2).
        form: one of `BOARDS`, or `NO_BOARD`.
        boxes: corners (4 × 2) of each box by its honour, from its top left.
        cells: column and row of each box on a square board.
    """

    kind: str
    width: float
    depth: float
    seats: tuple[Seat, ...]
    board: np.ndarray
    pile: np.ndarray
    form: str
    boxes: Mapping[str, np.ndarray]
    cells: Mapping[str, tuple[int, int]]

    @property
    def honours(self) -> tuple[Card, ...]:
        """The cards that have a box, in the order of their game's board."""
        return HONOURS if self.cells is CELLS else tuple(map(parse_card, self.cells))

    @property
    def boardless(self) -> bool:
        """Whether nothing with boxes lies there."""
        return self.form == NO_BOARD

    def box(self, honour: Card | str, inset: float = 0.0) -> np.ndarray:
        """Corners (4 × 2, mm) of `honour`'s box, from its top left, drawn in by `inset` mm on all sides."""
        if self.form == "square":
            return self.cell(*self.cells[str(honour)], inset)
        outer = self.boxes[str(honour)]
        across, down = (_unit(outer[n] - outer[0]) * inset for n in (1, 3))
        inward = np.array([across + down, down - across, -across - down, across - down])
        return np.asarray(outer + inward)

    def on_pile(self, offset: np.ndarray, card_size: tuple[float, float]) -> np.ndarray:
        """Where the middle of a card is that misses the middle of the pile by `offset`: beside the board."""
        if self.boardless:
            return np.asarray(self.pile + offset)
        board, reach = self.board.astype(np.float32), card_size[1] / 2
        for share in np.linspace(1.0, 0.0, 11):
            middle = np.asarray(self.pile + offset * share)
            if cv2.pointPolygonTest(board, middle.astype(np.float32).tolist(), True) < -reach:
                return middle
        return np.asarray(self.pile + offset * 0.0)

    @property
    def outline(self) -> np.ndarray:
        """The table's edge (n × 2, mm), its corners round."""
        x, y = self.width / 2 + _RIM - _ROUND, self.depth / 2 + _RIM - _ROUND
        angles = np.linspace(0, np.pi / 2, 7)
        arcs = [
            (x, y) * np.array(sign) + _ROUND * np.stack([np.cos(angles + turn), np.sin(angles + turn)], 1)
            for sign, turn in (((1, 1), 0.0), ((-1, 1), np.pi / 2), ((-1, -1), np.pi), ((1, -1), 1.5 * np.pi))
        ]
        return np.vstack(arcs)

    def nearest_seat(self, place: np.ndarray) -> int:
        """The player, by playing order, whose stretch of the edge is nearest."""
        away = [float(np.linalg.norm(seat.edge - seat.outward * BAND / 2 - place)) for seat in self.seats]
        return int(np.argmin(away))

    def pushed(self, away: np.ndarray, degrees: float, which: int) -> Layout:
        """The board moved by `away` mm and turned; of five cards only number `which` is."""
        if self.form == "cards":
            code = list(self.boxes)[which]
            boxes = {**self.boxes, code: moved(self.boxes[code], away, degrees, self.boxes[code].mean(0))}
            return replace(self, boxes=boxes, board=_around(boxes))
        middle = self.board.mean(0)
        boxes = {code: moved(box, away, degrees, middle) for code, box in self.boxes.items()}
        return replace(self, board=moved(self.board, away, degrees, middle), boxes=boxes)

    def towards(self, other: Layout, share: float) -> Layout:
        """The board on its way, `share` (0–1), to where it lies in `other`."""
        boxes = {code: box * (1 - share) + other.boxes[code] * share for code, box in self.boxes.items()}
        return replace(self, board=self.board * (1 - share) + other.board * share, boxes=boxes)

    def cell(self, column: int, row: int, inset: float) -> np.ndarray:
        """Corners (4 × 2) of one ninth of the board, drawn in by `inset` mm on all sides."""
        side = float(np.linalg.norm(self.board[1] - self.board[0]))
        across = (self.board[1] - self.board[0]) / side
        down = (self.board[3] - self.board[0]) / np.linalg.norm(self.board[3] - self.board[0])
        third = side / 3
        low_x, high_x = column * third + inset, (column + 1) * third - inset
        low_y, high_y = row * third + inset, (row + 1) * third - inset
        spots = [(low_x, low_y), (high_x, low_y), (high_x, high_y), (low_x, high_y)]
        return np.array([self.board[0] + across * x + down * y for x, y in spots])


def lay_out(
    rng: random.Random,
    players: int | None = None,
    kind: str | None = None,
    among: Collection[int] = range(2, 9),
    form: str = "square",
    honours: Sequence[Card] = HONOURS,
) -> Layout:
    """A table for `players` (by chance 3–6) with the cards laid as `kind` says (by chance).

    Args:
        among: how many players the game is for, within 2–8.
        form: of the board; another board than Nain Jaune's is square.
        honours: the cards that have a box, in the order of `engine.games.game_rules.Game.BOARD`; none:
            there is no board, and cards that go on one pile go to the middle of the table.

    Raises:
        BadInput: for another number of players, another kind or another form.
    """
    cells = _cells(honours, form)
    if kind is not None and kind not in LAYOUTS:
        raise BadInput(f"layout {kind!r}: expected one of {', '.join(LAYOUTS)}")
    among = [count for count in among if count in _SIDES]
    if players is not None and players not in among:
        raise BadInput(f"{players} players: expected {reading.counts(among)}")
    kind = kind or rng.choice(LAYOUTS[:2])
    count = players or rng.choice([count for count in (3, 4, 4, 5, 6) if count in among])
    big = kind != "pile" or count > 4
    width = rng.uniform(960, 1010) if big else rng.uniform(900, 960)
    depth = rng.uniform(560, 590) if big else rng.uniform(520, 550)
    middle = _Middle.by_chance(rng, width / 2 - BAND, depth / 2 - BAND)
    board = middle.board(rng)
    pile = np.array([middle.beside(-middle.half, middle.half) + rng.uniform(-30, 30), rng.uniform(-25, 25)])
    seats = _seats(rng, count, width, depth)
    if not honours:
        pile = np.array([rng.uniform(-40, 40), rng.uniform(-20, 20)])
        return Layout(kind, width, depth, seats, np.zeros((0, 2)), pile, NO_BOARD, {}, {})
    if form == "square":
        boxes = {code: _third(board, *cell) for code, cell in cells.items()}
    else:
        boxes = _loose_boxes(rng, form)
        outer = _around(boxes)
        shift, pile = middle.room(rng, outer)
        board, boxes = outer + shift, {code: box + shift for code, box in boxes.items()}
    return Layout(kind, width, depth, seats, board, pile, form, boxes, cells)


def _cells(honours: Sequence[Card], form: str) -> Mapping[str, tuple[int, int]]:
    """Column and row of each box on a square board.

    Raises:
        BadInput: there is no such form, or not for these boxes.
    """
    codes = [card.code for card in honours]
    if set(codes) != set(CELLS) and form != "square":
        raise BadInput(f"board {form!r}: expected square for these boxes")
    if form not in BOARDS:
        raise BadInput(f"board {form!r}: expected one of {', '.join(BOARDS)}")
    return CELLS if set(codes) == set(CELLS) else dict(zip(codes, PLACES, strict=False))


@dataclass(frozen=True, slots=True)
class _Middle:
    """What lies inside the players' strips: the board on one side, the pile on the other.

    Attributes:
        reach_x, reach_y: how far it reaches from the table's middle, mm.
        side, turn: of a square board, mm and radians.
        left: the board is on the left.
        board_x: the board's middle.
    """

    reach_x: float
    reach_y: float
    side: float
    turn: float
    left: bool
    board_x: float

    @classmethod
    def by_chance(cls, rng: random.Random, reach_x: float, reach_y: float) -> _Middle:
        """How it is on some table."""
        side = rng.uniform(215, 270)
        turn = float(np.radians(rng.choice([0, 0, 0, 90, 180, 270]) + rng.uniform(-9, 9)))
        left = rng.random() < 0.6
        half = _half_width(side, turn)
        board_x = -(reach_x - half - rng.uniform(0, 25)) * (1 if left else -1)
        return cls(reach_x, reach_y, side, turn, left, board_x)

    @property
    def half(self) -> float:
        """Of the width of a square board as it is turned, mm."""
        return _half_width(self.side, self.turn)

    def board(self, rng: random.Random) -> np.ndarray:
        """Outer corners (4 × 2, mm) of a square board."""
        slack = max(0.0, self.reach_y - self.half)
        centre = np.array([self.board_x, rng.uniform(-slack, slack)])
        c, s = np.cos(self.turn), np.sin(self.turn)
        square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], float) * self.side / 2
        return np.asarray(square @ np.array([[c, s], [-s, c]]) + centre)

    def beside(self, low: float, high: float) -> float:
        """x of the middle of what is free beside boxes that reach from `low` to `high` mm about `board_x`."""
        if self.left:
            return (self.board_x + high + self.reach_x) / 2
        return (-self.reach_x + self.board_x + low) / 2

    def room(self, rng: random.Random, outer: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """How far boxes with these corners about the origin move (2, mm), and where the pile is then."""
        low, high = outer.min(0), outer.max(0)
        if high[0] - low[0] > 300.0:
            # Wide: at the far or near side, the pile beside it.
            far = 1 if rng.random() < 0.5 else -1
            shift = np.array([rng.uniform(-25, 25), far * (self.reach_y - high[1])])
            pile = np.array([rng.uniform(-90, 90), -far * high[1]])
        else:
            shift = np.array([self.board_x, 0.0])
            pile = np.array([self.beside(low[0], high[0]), rng.uniform(-25, 25)])
        return shift, pile


def _half_width(side: float, turn: float) -> float:
    """Half of what a square of `side` mm takes up from left to right when it is turned by `turn` radians."""
    return float(side / 2 * (abs(np.cos(turn)) + abs(np.sin(turn))))


def _loose_boxes(rng: random.Random, form: str) -> dict[str, np.ndarray]:
    """Five boxes in a row, or five honour cards, around the origin."""
    if form == "row":
        return _in_a_row(rng, rng.uniform(74, 84), rng.uniform(92, 106), 0.0)
    return _in_a_row(rng, *_CARD, 9.0) if rng.random() < 0.5 else _laid_out(rng)


def _third(board: np.ndarray, column: int, row: int) -> np.ndarray:
    """Corners of one ninth of a board."""
    across, down = (board[1] - board[0]) / 3, (board[3] - board[0]) / 3
    first = board[0] + across * column + down * row
    return np.array([first, first + across, first + across + down, first + down])


def _in_a_row(rng: random.Random, wide: float, tall: float, gap: float) -> dict[str, np.ndarray]:
    """Five boxes of `wide` × `tall` mm side by side, around the origin, a little askew."""
    turn = rng.choice([0, 180]) + rng.uniform(-3, 3)
    order = rng.choice([("TD", "JC", "QS", "KH", "7D"), ("KH", "QS", "7D", "JC", "TD")])
    boxes = {}
    for place, code in enumerate(order):
        middle = np.array([(place - 2) * (wide + gap), 0.0])
        askew = rng.gauss(0, 1.5) if gap else 0.0
        box = moved(_rectangle(wide, tall) + middle, np.zeros(2), askew, middle)
        boxes[code] = moved(box, np.zeros(2), turn, np.zeros(2))
    return boxes


def _laid_out(rng: random.Random) -> dict[str, np.ndarray]:
    """Five honour cards, four round one, each a little askew, around the origin."""
    step_x, step_y = rng.uniform(76, 92), rng.uniform(92, 98)
    boxes = {}
    for code, (column, row) in CELLS.items():
        middle = np.array([(column - 1) * step_x, (row - 1) * step_y])
        boxes[code] = moved(_rectangle(*_CARD) + middle, np.zeros(2), rng.gauss(0, 1.5), middle)
    return boxes


def _rectangle(wide: float, tall: float) -> np.ndarray:
    return np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (wide / 2, tall / 2)


def _around(boxes: Mapping[str, np.ndarray]) -> np.ndarray:
    """Corners (4 × 2) of the smallest rectangle around all boxes, the first nearest to K♥'s top left."""
    rectangle = cv2.minAreaRect(np.vstack(list(boxes.values())).astype(np.float32))
    corners = cv2.boxPoints(rectangle).astype(np.float64)
    first = int(np.argmin(np.linalg.norm(corners - boxes["KH"][0], axis=1)))
    return np.roll(corners, -first, axis=0)


def moved(corners: np.ndarray, away: np.ndarray, degrees: float, around: np.ndarray) -> np.ndarray:
    return np.array([turned(corner - around, degrees) + around + away for corner in corners])


def turned(vector: np.ndarray, degrees: float) -> np.ndarray:
    """`vector` (2) turned clockwise as the camera sees it."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([c * vector[0] - s * vector[1], s * vector[0] + c * vector[1]])


def _unit(vector: np.ndarray) -> np.ndarray:
    return np.asarray(vector / np.linalg.norm(vector))


def _seats(rng: random.Random, count: int, width: float, depth: float) -> tuple[Seat, ...]:
    sides = rng.choice(_SIDES[count])
    places = []
    for side, many in enumerate(sides):
        along, outward = (np.array(v) for v in _EDGES[side])
        span = width - 2 * BAND if side % 2 == 0 else depth
        if side % 2 == 0 and sides[1] == sides[3] == 0:
            span = width
        to_edge = depth / 2 if side % 2 == 0 else width / 2
        for place in range(many):
            middle = ((place + 0.5) / many - 0.5) * span
            places.append((outward * to_edge + along * middle, outward, along, span / many))
    start = rng.randrange(count)
    places = places[start:] + places[:start]
    # Seen from his chair, a player's right hand lies against the way round the table.
    return tuple(
        Seat(name, edge, outward, -along, share)
        for name, (edge, outward, along, share) in zip(NAMES, places, strict=False)
    )
