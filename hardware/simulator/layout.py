"""Who sits where, and where board, pile, rows and shown hands lie on the table."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from engine import reading
from engine.cards import Card
from engine.errors import BadInput

LAYOUTS = ("pile", "rows")
"""Cards go on one pile, or each player lays his own row."""
NAMES = ("Ana", "Bruno", "Chloe", "David", "Emma", "Farid", "Gilles", "Hanna")
CELLS = {
    "KH": (0, 0),
    "QS": (2, 0),
    "JC": (2, 2),
    "TD": (0, 2),
    "7D": (1, 1),
}
"""Column and row of each box on the board, seen with K♥ top left (RULES.md, from 002)."""
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
        board: its outer corners at K♥, Q♠, J♣, 10♦ (4 × 2).
        pile: where cards go when they go on one pile (2).
    """

    kind: str
    width: float
    depth: float
    seats: tuple[Seat, ...]
    board: np.ndarray
    pile: np.ndarray

    def box(self, honour: Card | str) -> np.ndarray:
        """Corners (4 × 2, mm) of the third of the board in which `honour`'s box lies, from its top left."""
        column, row = CELLS[str(honour)]
        return self.cell(column, row, 0.0)

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
) -> Layout:
    """A table for `players` (by chance 3–6) with the cards laid as `kind` says (by chance).

    Args:
        among: how many players the game is for, within 2–8.

    Raises:
        BadInput: for another number of players or another kind.
    """
    if kind is not None and kind not in LAYOUTS:
        raise BadInput(f"layout {kind!r}: expected one of {', '.join(LAYOUTS)}")
    if players is not None and players not in among:
        raise BadInput(f"{players} players: expected {reading.counts(among)}")
    kind = kind or rng.choice(LAYOUTS)
    count = players or rng.choice([count for count in (3, 4, 4, 5, 6) if count in among])
    big = kind == "rows" or count > 4
    width = rng.uniform(960, 1010) if big else rng.uniform(900, 960)
    depth = rng.uniform(560, 590) if big else rng.uniform(520, 550)
    side = rng.uniform(215, 270)
    turn = np.radians(rng.choice([0, 0, 0, 90, 180, 270]) + rng.uniform(-9, 9))
    half = side / 2 * (abs(np.cos(turn)) + abs(np.sin(turn)))
    # Inside the strips; the board on one side, the pile on the other.
    reach_x, reach_y = width / 2 - BAND, depth / 2 - BAND
    left = rng.random() < 0.6
    board_x = -(reach_x - half - rng.uniform(0, 25)) * (1 if left else -1)
    slack = max(0.0, reach_y - half)
    centre = np.array([board_x, rng.uniform(-slack, slack)])
    c, s = np.cos(turn), np.sin(turn)
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], float) * side / 2
    board = square @ np.array([[c, s], [-s, c]]) + centre
    free_from, free_to = (board_x + half, reach_x) if left else (-reach_x, board_x - half)
    pile = np.array([(free_from + free_to) / 2 + rng.uniform(-30, 30), rng.uniform(-25, 25)])
    return Layout(kind, width, depth, _seats(rng, count, width, depth), board, pile)


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
