"""Looks for the board: whatever proposes a place, one score decides, and nothing is told until it is clear.

Proposals: the honours printed on it (`vision.table.honours`), the straight edges of its cells
(`vision.table.lattice`), and the place it had last. Pictures of a table at rest add up: an honour that an
arm hides now was seen before, an edge too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.boundaries import Quad
from engine.printed_kit import CELLS
from vision.cards.photograph import DetectedCard
from vision.geometry.plane_fit import project
from vision.geometry.quads import as_quad, center, overlap
from vision.table import lattice
from vision.table.board import TableView, board_homography, view_of_corners
from vision.table.honours import find_by_honours, honour_likely
from vision.table.lines import straight_edges
from vision.table.score import Cells, Evidence, evidence, faces_turned, score
from vision.table.settings import TABLE

SEARCH = TABLE.search


def find_board(image: np.ndarray, seen: Sequence[DetectedCard]) -> TableView | None:
    """The board in one picture, if it is clear where it lies (`BoardSearch.look`)."""
    return BoardSearch().look(image, seen)


class BoardSearch:
    """What pictures of one table with nothing moved in between tell of its board.

    Args:
        last: where the board lay the last time, its corners at K♥, Q♠, J♣, 10♦; it may lie there again.
    """

    def __init__(self, last: Quad | None = None) -> None:
        self._last = last
        self.forget()

    def forget(self) -> None:
        """Something was moved: what was seen before says nothing any more."""
        self._lines: np.ndarray | None = None
        self._honours: list[DetectedCard] = []

    def look(self, image: np.ndarray, seen: Sequence[DetectedCard]) -> TableView | None:
        """Take in one more picture; the board, once it is clear where it lies.

        Args:
            image: uint8 BGR.
            seen: every card in it, printed honours too.
        """
        size = (image.shape[1], image.shape[0])
        self._lines = straight_edges(image, self._lines)
        self._honours = [*self._still_there(seen), *seen]
        found = evidence(size, self._lines, self._honours)
        by_honours = find_by_honours(self._honours)
        return _clearest(self._proposals(found, by_honours), by_honours, found)

    def _still_there(self, seen: Sequence[DetectedCard]) -> list[DetectedCard]:
        """The honours of earlier pictures of which nothing better is seen now."""
        return [
            one
            for one in self._honours
            if honour_likely(one)
            and not any(
                overlap(one.look.corners, now.look.corners) > SEARCH.same and now.confidence >= one.confidence
                for now in seen
            )
        ]

    def _proposals(self, found: Evidence, by_honours: TableView | None) -> np.ndarray:
        """Boards of the usual arrangement, n × 4 × 2, K♥'s corner first."""
        squares = lattice.propose(found.lines, found.size)
        # A look at all edges takes long; where the faces are wrong they cannot mend it.
        worth = faces_turned(squares, CELLS, found)
        likely = np.argsort(-worth, axis=None, kind="stable")[: SEARCH.scored]
        boards = [np.roll(squares[one // 4], one % 4, 0) for one in likely]
        known = [view.board for view in (by_honours,) if view is not None and view.board is not None]
        known += [self._last] if self._last is not None else []
        return np.concatenate([np.array(known, float).reshape(-1, 4, 2), np.array(boards).reshape(-1, 4, 2)])


def _clearest(boards: np.ndarray, by_honours: TableView | None, found: Evidence) -> TableView | None:
    """The board that explains most, if it does so clearly: enough by itself, and more than any elsewhere."""
    worth = score(boards, CELLS, found)
    highest = float(worth.max(initial=-np.inf))
    if by_honours is not None and (other := _otherwise(by_honours, found)) is not None and other > highest:
        return by_honours if other > SEARCH.enough else None
    if not len(boards):
        return None
    best = boards[worth.argmax()]
    side = float(np.linalg.norm(np.roll(best, 1, 0) - best, axis=1).mean())
    here = np.linalg.norm(boards - best, axis=2).max(1) < SEARCH.elsewhere * side
    rivals = [float(worth[~here].max(initial=-np.inf)), float(_in_a_mirror(best, found).max())]
    # Of a board many proposals are nearly right, of what only looks like one in a place few are.
    shares = np.exp(worth[here] - highest)
    if highest + np.log(shares.sum()) < SEARCH.enough or highest - max(rivals) < SEARCH.clear:
        return None
    mean = np.average(boards[here], axis=0, weights=shares)
    return replace(view_of_corners(as_quad(mean), error=SEARCH.error * side), source="grid")


def _in_a_mirror(board: np.ndarray, found: Evidence) -> np.ndarray:
    """Scores of the same place seen in a mirror, of each of its corners taken for K♥'s."""
    turned = np.stack([np.roll(board, turns, 0) for turns in range(4)])
    return score(turned, {card: (2 - column, row) for card, (column, row) in CELLS.items()}, found)


def _otherwise(view: TableView, found: Evidence) -> float | None:
    """The score of a board with its honours in other cells than usual; None where they lie as usual."""
    if view.board is None:
        return None
    board = np.array([view.board], float)
    cells = _cells(view)
    if cells == CELLS:
        return None
    return float(score(board, cells, found)[0]) - SEARCH.rare


def _cells(view: TableView) -> Cells:
    """Column and row of each honour's box on a board."""
    assert view.board is not None
    back = np.linalg.inv(board_homography(view.board))
    middles = project(back, np.array([center(quad) for quad in view.boxes.values()])) * 3
    columns_rows = np.clip(np.floor(middles), 0, 2).astype(int)
    return {card: (int(x), int(y)) for card, (x, y) in zip(view.boxes, columns_rows, strict=True)}
