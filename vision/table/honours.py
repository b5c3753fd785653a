"""Finds the board by the honours printed on it: no marker is needed where the five pictures are in sight.

The finder and reader see a printed honour as they see a card. Five middles tell the plane; the
pictures' own corners, all five rectangles of one size, tell it again. Boards differ: honours at the
corners and in the middle, boxes in a row, or five cards laid out as a tableau.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

import numpy as np

from engine.boundaries import Quad
from engine.cards import DECK, HONOURS, Card
from engine.printed_kit import CELLS
from vision.cards.photograph import DetectedCard
from vision.geometry.plane_fit import PlaneFit, fit_equal_shapes, fit_plane, least_squares, placed, project
from vision.geometry.quads import as_quad
from vision.table.board import TableView, cell_quads
from vision.table.settings import TABLE

HONOUR = TABLE.honours


def find_by_honours(seen: Sequence[DetectedCard]) -> TableView | None:
    """The board with its honours at the corners and in the middle.

    Args:
        seen: of one picture or of several with nothing moved in between (`find_cards`).

    Returns:
        None where fewer than three honours are read, a fourth is not at least seen, or they lie otherwise.
    """
    return _as_board(honours_seen(seen), seen)


def find_tableau(seen: Sequence[DetectedCard]) -> TableView | None:
    """The boxes where the five honours lie in a row or anyhow, before any card is played.

    Args:
        seen: of one picture.

    Returns:
        None unless all five are read, as rectangles of one size on one plane.
    """
    pictures = honours_seen(seen)
    return _as_tableau(pictures) if len(pictures) == len(HONOURS) else None


def honours_seen(seen: Sequence[DetectedCard]) -> dict[Card, Quad]:
    """The honours among what was seen, each once: where it was read most surely."""
    best: dict[Card, DetectedCard] = {}
    for one in seen:
        surer = one.card not in best or one.confidence > best[one.card].confidence
        if one.card in HONOURS and legible(one) and not one.back and surer:
            best[one.card] = one
    return {card: one.look.corners for card, one in best.items()}


def legible(one: DetectedCard) -> bool:
    """Whether what was seen is taken for the honour, or the card, that it looks like."""
    return one.confidence >= HONOUR.sure


def honour_likely(one: DetectedCard) -> bool:
    """Whether what was seen may well be an honour, read or not: worth keeping until it is seen better."""
    return not one.back and max(one.look.faces[DECK.index(card)] for card in HONOURS) > HONOUR.faint


def middle_of(quad: Quad) -> np.ndarray:
    """Where the diagonals cross: a rectangle's middle, whatever the perspective."""
    a, b, c, d = np.array(quad, np.float64)
    along, _ = np.linalg.solve(np.stack([c - a, b - d], 1), b - a)
    return np.asarray(a + along * (c - a))


def _as_board(pictures: Mapping[Card, Quad], seen: Sequence[DetectedCard]) -> TableView | None:
    """The view if the honours lie at a square's corners and in its middle, one of them perhaps unread."""
    for cells in _arrangements(pictures):
        if len(cells) < len(HONOURS) - 1:
            continue
        known = {card: pictures[card] for card in cells}
        if len(known) < len(HONOURS):
            missing = next(card for card in HONOURS if card not in known)
            there = _missing_one(known, cells, missing, seen)
            if there is None:
                continue
            cells = {**cells, missing: there[0]}
            known[missing] = there[1]
        fit = _board_fit(known, cells)
        if fit is not None:
            return _board_view(fit, cells)
    return None


Cells = dict[Card, tuple[int, int]]
RING = ((0, 0), (2, 0), (2, 2), (0, 2))
"""The corner cells, clockwise."""


def _arrangements(pictures: Mapping[Card, Quad]) -> list[Cells]:
    """Which honour may lie in which cell: as usual first, then as the picture shows it."""
    ways: list[Cells] = []
    standard = {card: CELLS[card] for card in pictures}
    if len(standard) >= len(HONOURS) - 1:
        ways.append(standard)
    if len(pictures) == len(HONOURS):
        middles = {card: middle_of(quad) for card, quad in pictures.items()}
        mean = np.mean(list(middles.values()), axis=0)
        inner = min(middles, key=lambda card: float(np.linalg.norm(middles[card] - mean)))
        outer = sorted(
            (card for card in middles if card != inner),
            key=lambda card: float(np.arctan2(*(middles[card] - middles[inner])[::-1])),
        )
        first = next((k for k, card in enumerate(outer) if CELLS[card] == (0, 0)), 0)
        ways.append({inner: (1, 1), **dict(zip(outer[first:] + outer[:first], RING, strict=True))})
    return ways


def _cell_middle(cell: tuple[int, int]) -> np.ndarray:
    return (np.array(cell, float) + 0.5) / 3 * TABLE.board.side


def _missing_one(
    known: Mapping[Card, Quad], cells: Cells, missing: Card, seen: Sequence[DetectedCard]
) -> tuple[tuple[int, int], Quad] | None:
    """The cell and the outline of the one honour that was not read, if something card-like lies there."""
    cell = CELLS[missing]
    flat = np.array([_cell_middle(cells[card]) for card in known])
    pixels = np.array([middle_of(quad) for quad in known.values()])
    # Three corners and the middle tell an affine plane: perspective moves the fourth corner little.
    design = np.column_stack([flat, np.ones(len(flat))])
    affine, *_ = np.linalg.lstsq(design, pixels, rcond=None)
    reach = HONOUR.near * TABLE.board.side / 3 * float(np.sqrt(abs(np.linalg.det(affine[:2]))))
    place = np.append(_cell_middle(cell), 1.0) @ affine
    index = DECK.index(missing)
    near = [
        (one.look.faces[index], one)
        for one in seen
        if np.linalg.norm(middle_of(one.look.corners) - place) < reach
        and not (legible(one) and one.card in known)
    ]
    if not near:
        return None
    _, best = max(near, key=lambda each: (each[0], each[1].found))
    return cell, best.look.corners


def _board_fit(known: Mapping[Card, Quad], cells: Cells) -> PlaneFit | None:
    """The board's plane (mm), or None where the honours do not lie as *cells* say."""
    flat = np.array([_cell_middle(cells[card]) for card in known])
    pixels = np.array([middle_of(quad) for quad in known.values()])
    try:
        rough = fit_plane(flat, pixels)
    except ValueError:
        return None
    cell = TABLE.board.side / 3
    off = np.linalg.norm(project(np.linalg.inv(rough.matrix), pixels) - flat, axis=1)
    if off.max() > HONOUR.crooked * cell:
        return None
    outlines = [_in_order(project(np.linalg.inv(rough.matrix), np.array(quad))) for quad in known.values()]
    corners = np.array(
        [np.array(quad, float)[order] for quad, order in zip(known.values(), outlines, strict=True)]
    )
    sizes = np.array([np.ptp(project(np.linalg.inv(rough.matrix), quad), axis=0) for quad in corners])
    signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], float) / 2
    # All pictures are of one size; those that lie across the others have their sides changed over.
    across = (sizes[:, 0] > sizes[:, 1]) != (np.median(sizes[:, 0]) > np.median(sizes[:, 1]))

    def wrong(numbers: np.ndarray) -> np.ndarray:
        matrix = np.append(numbers[:8], 1.0).reshape(3, 3)
        shapes = np.where(across[:, None], numbers[[9, 8]], numbers[[8, 9]])
        spots = flat[:, None] + signs[None] * shapes[:, None]
        at_corners = project(matrix, spots.reshape(-1, 2)).reshape(-1, 4, 2) - corners
        at_middles = project(matrix, flat) - pixels
        return np.concatenate([at_middles.ravel(), HONOUR.corner_weight * at_corners.ravel()])

    start = np.append(rough.matrix.ravel()[:8], np.median(sizes[~across], axis=0))
    try:
        numbers, covariance = least_squares(wrong, start, HONOUR.spread)
    except ValueError:
        return None
    matrix = np.append(numbers[:8], 1.0).reshape(3, 3)
    return PlaneFit(matrix, covariance[:8, :8], np.linalg.norm(project(matrix, flat) - pixels, axis=1))


def _in_order(quad: np.ndarray) -> list[int]:
    """The order that takes a rectangle's corners to top left, top right, bottom right, bottom left."""
    middle = quad.mean(0)
    turns = np.arctan2(quad[:, 1] - middle[1], quad[:, 0] - middle[0])
    return [int(k) for k in np.argsort(turns)]


def _board_view(fit: PlaneFit, cells: Cells) -> TableView:
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float) * TABLE.board.side
    board = as_quad(project(fit.matrix, square))
    standing = {cell: quad for cell, quad in zip(CELLS.values(), cell_quads(board).values(), strict=True)}
    boxes = {card: standing[cell] for card, cell in cells.items()}
    return TableView(board, boxes, fit.matrix, float(fit.error(square).max()), "honours", False)


def _as_tableau(pictures: Mapping[Card, Quad]) -> TableView | None:
    """The view where the honours lie in a row or anyhow: all five are cards of one size on one plane."""
    cards = list(pictures)
    corners = np.array([pictures[card] for card in cards], np.float64)
    spots = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], float) / 2 * HONOUR.card
    longest = float(np.linalg.norm(np.diff(corners, axis=1), axis=2).max())
    try:
        fit = fit_equal_shapes(np.array([spots] * len(cards)), corners, least=1.0)
    except ValueError:
        return None
    if np.sqrt(np.mean(fit.left_over**2)) > HONOUR.crooked * longest:
        return None
    pitch = min(float(np.linalg.norm(a - b)) for a, b in itertools.combinations(fit.places, 2))
    side = min(pitch, HONOUR.room * HONOUR.card[1])
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], float) * side / 2
    boxes: dict[Card, Quad] = {}
    for card, place, turn in zip(cards, fit.places, fit.turns, strict=True):
        boxes[card] = as_quad(project(fit.matrix, placed(square, place, turn)))
    error = max(float(fit.spots_error(np.tile(corner, (len(cards), 1))).max()) for corner in square)
    return TableView(None, boxes, fit.matrix, error, "honours", False)
