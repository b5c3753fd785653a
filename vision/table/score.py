"""How well a board explains a picture: one score for boards from everywhere, in log odds.

Terms: the straight edges that lie along the board's lines and those that cross its blank cells, the
faces seen where its honours are printed, and whether a square could show so (`lattice.tilt`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.cards import DECK, Card
from vision.cards.photograph import DetectedCard
from vision.geometry.plane_fit import squares_to
from vision.table import lattice
from vision.table.settings import TABLE

SCORE = TABLE.score
Cells = Mapping[Card, tuple[int, int]]
"""Column and row of each honour."""
SPOTS = (np.arange(SCORE.spots) + 0.5) / SCORE.spots
"""Where a line of a board is looked at, shares of its side."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What one picture, or several with nothing moved in between, show of a board.

    Attributes:
        size: the picture's width and height, pixels.
        lines: n × 4 (`vision.table.lines.straight_edges`).
        corners: m × 4 × 2, outlines of the cards seen, pixels.
        faces: m × 52, what their faces are, probabilities.
    """

    size: tuple[int, int]
    lines: np.ndarray
    corners: np.ndarray
    faces: np.ndarray


def evidence(size: tuple[int, int], lines: np.ndarray, seen: Sequence[DetectedCard]) -> Evidence:
    """The evidence of edges and of cards, backs left out: no board shows one."""
    cards = [one.look for one in seen if not one.back]
    corners = np.array([look.corners for look in cards], float).reshape(-1, 4, 2)
    faces = np.array([look.faces for look in cards], float).reshape(-1, len(DECK))
    return Evidence(size, lines, corners, faces)


def score(boards: np.ndarray, cells: Cells, found: Evidence) -> np.ndarray:
    """Log odds of boards against anything else that may lie there.

    Args:
        boards: n × 4 × 2 corners; the first is where column 0 and row 0 meet.
        cells: column and row of each honour.
        found: what is seen.

    Returns:
        n numbers; a board of which nothing is seen has some −5.
    """
    if not len(boards):
        return np.zeros(0)
    seen = edges(boards, found.lines) + faces(boards, cells, found)
    return np.asarray(seen - lattice.tilt(boards, found.size))


def edges(boards: np.ndarray, lines: np.ndarray) -> np.ndarray:
    """What straight edges tell: those along the lines of a board speak for it, those in blank cells against.

    Args:
        boards: n × 4 × 2.
        lines: m × 4, pixels.
    """
    if not len(lines):
        return np.zeros(len(boards))
    ends = _on_boards(boards, lines.reshape(-1, 2)).reshape(len(boards), -1, 2, 2)
    seen = np.zeros((len(boards), 2))
    for axis in (0, 1):
        across, along = ends[..., axis], ends[..., 1 - axis]
        first, last = along.min(-1), along.max(-1)
        straight = np.ptp(across, axis=-1) < np.maximum(SCORE.aslant * (last - first), SCORE.off)
        covers = (first[..., None] < SPOTS) & (last[..., None] > SPOTS)
        for line in range(4):
            on_it = straight & (np.abs(across.mean(-1) - line / 3) < SCORE.off)
            share = (covers & on_it[..., None]).any(1).mean(-1)
            seen[:, int(line in (1, 2))] += share / 4
    middles = ends.mean(2) * 3
    strokes = np.minimum(np.linalg.norm(ends[:, :, 1] - ends[:, :, 0], axis=-1), 1 / 3)
    blank = np.zeros(len(boards))
    for cell in ((1, 0), (0, 1), (2, 1), (1, 2)):
        within = (np.abs(middles - cell - 0.5) < SCORE.inner / 2).all(-1)
        blank += (within * strokes).sum(1)
    return np.asarray(SCORE.edge * seen.sum(1) - SCORE.stroke * blank)


def faces(boards: np.ndarray, cells: Cells, found: Evidence) -> np.ndarray:
    """What the cards seen tell: an honour in its cell, upright and of the size of a picture, speaks for it.

    A card that the board does not explain is one that was laid; an honour that is not seen lies under
    chips, more often than not. Of the many squares that edges propose one fits any two honours; each further
    one that lies where it should says more.

    Args:
        boards: n × 4 × 2.
        cells: as in `score`.
    """
    return faces_turned(boards, cells, found, turns=(0,))[:, 0]


def faces_turned(
    boards: np.ndarray, cells: Cells, found: Evidence, turns: Sequence[int] = range(4)
) -> np.ndarray:
    """`faces` of boards whose corners are rolled on by so many places (`np.roll`), n × turns."""
    worth = np.zeros((len(boards), len(turns)))
    for_it, against = _told_by(cells, found)
    tells = ((for_it > SCORE.unseen) | (against < SCORE.contradicts)).any(1)
    if not tells.any() or not len(boards):
        return worth + SCORE.unseen * len(cells)
    corners = found.corners[tells].reshape(-1, 2)
    at = _on_boards(boards, corners).reshape(len(boards), -1, 4, 2) * 3
    there = np.zeros(worth.shape, int)
    middles, shape, across = at.mean(2), *_as_a_picture(at)
    for column, turn in enumerate(turns):
        lying = shape + np.where(across != bool(turn % 2), SCORE.across, 0.0)
        for number, cell in enumerate(cells.values()):
            off = np.linalg.norm(middles - _turned(cell, turn) - 0.5, axis=-1)
            fits = lying - (off / SCORE.beside) ** 2 / 2
            shows = np.where(off < 0.5, np.maximum(fits, SCORE.odd) + for_it[tells, number], -np.inf).max(1)
            denies = np.where(fits > SCORE.odd, against[tells, number], 0.0).min(1)
            worth[:, column] += np.maximum(shows, SCORE.unseen + denies)
            there[:, column] += shows > 0
    return np.asarray(worth + SCORE.further * np.maximum(there - 2, 0))


def _told_by(cells: Cells, found: Evidence) -> tuple[np.ndarray, np.ndarray]:
    """What each card seen says for each honour if it lies where that is printed, and against it; m × 5.

    What is plainly another card was not printed there; what is unclear may have chips on it.
    """
    own = found.faces[:, [DECK.index(card) for card in cells]]
    others = np.stack([np.delete(found.faces, DECK.index(card), 1).max(1, initial=0) for card in cells], 1)
    return np.log(len(DECK) * SCORE.trust * own + 1 - SCORE.trust), np.log(1 - SCORE.trust * others)


def _turned(cell: tuple[int, int], turns: int) -> tuple[int, int]:
    """Where a cell of a board lies on the same one before its corners were rolled on."""
    column, row = cell
    for _ in range(turns):
        column, row = row, 2 - column
    return column, row


def _as_a_picture(at: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """How well outlines on boards (n × m × 4 × 2, cells) fit an honour printed in a cell.

    Returns:
        The log of how likely each is against the best one, n × m, ≤ 0; and whether it lies across the board.
    """
    right = (at[:, :, 1] - at[:, :, 0] + at[:, :, 2] - at[:, :, 3]) / 2
    down = (at[:, :, 3] - at[:, :, 0] + at[:, :, 2] - at[:, :, 1]) / 2
    one, other = np.linalg.norm(right, axis=-1), np.linalg.norm(down, axis=-1)
    long, short = np.maximum(one, other), np.maximum(np.minimum(one, other), 1e-9)
    upright = np.abs(np.where((one < other)[..., None], down, right))
    turned = np.arctan2(upright.min(-1), upright.max(-1)) / SCORE.turned
    size = np.log(np.maximum(long, 1e-9) / SCORE.picture) / SCORE.size_spread
    stout = np.log(np.maximum(long, 1e-9) / short / SCORE.proportion) / SCORE.stout_spread
    across = (upright[..., 0] > upright[..., 1]) & (long > SCORE.longish * short)
    return -(size**2 + stout**2 + turned**2) / 2, across


def _on_boards(boards: np.ndarray, pixels: np.ndarray) -> np.ndarray:
    """Pixels (m × 2) in the coordinates of each of n boards (unit squares), n × m × 2."""
    back = np.linalg.inv(squares_to(boards))
    at = np.einsum("nij,mj->nmi", back, np.hstack([pixels, np.ones((len(pixels), 1))]))
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(np.abs(at[..., 2:]) > 1e-9, at[..., :2] / at[..., 2:], np.inf)
