"""The board is found with chips in its boxes, half hidden and on a slant, by its edges and its honours."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.boundaries import CardLook
from engine.cards import DECK, HONOURS, Card, parse_card
from engine.printed_kit import CELLS
from vision.cards.photograph import DetectedCard
from vision.geometry.plane_fit import project, squares_to
from vision.geometry.quads import as_quad
from vision.table.bearings import as_dealt
from vision.table.score import evidence, faces, score
from vision.table.search import BoardSearch, find_board

SIZE = (1280, 720)
SLANTED = np.array([(420.0, 200.0), (760.0, 230.0), (700.0, 520.0), (330.0, 480.0)])
"""A board's corners as a camera sees them that stands aslant."""


def off(view, board: np.ndarray) -> float:
    """How far a found corner lies off, shares of the board's side."""
    side = np.linalg.norm(np.roll(board, -1, 0) - board, axis=1).mean()
    return float(np.linalg.norm(np.array(view.board) - board, axis=1).max() / side)


def picture(board: np.ndarray, background: int = 90) -> np.ndarray:
    """A board with a wall round each box, drawn in perspective."""
    flat = np.full((600, 600, 3), 150, np.uint8)
    for column, row in CELLS.values():
        corner = (200 * column, 200 * row)
        cv2.rectangle(flat, corner, (corner[0] + 199, corner[1] + 199), (60, 60, 60), 10)
    image = np.full((SIZE[1], SIZE[0], 3), background, np.uint8)
    matrix = squares_to(board[None])[0] @ np.diag([1 / 600, 1 / 600, 1])
    laid = cv2.warpPerspective(flat, matrix, SIZE)
    inside = cv2.warpPerspective(np.full((600, 600), 255, np.uint8), matrix, SIZE)
    image[inside > 0] = laid[inside > 0]
    return image


def printed(card: Card, cell: tuple[float, float], board: np.ndarray, sure: float = 0.95) -> DetectedCard:
    """An honour as the finder and the reader see it in a cell."""
    middle = (np.array(cell) + 0.5) / 3
    outline = middle + np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (0.088, 0.128)
    look = np.full(len(DECK), (1 - sure) / (len(DECK) - 1))
    look[DECK.index(card)] = sure
    corners = project(squares_to(board[None])[0], outline)
    return DetectedCard(CardLook(as_quad(corners), tuple(look)), 0.9, False)


def honours(*codes: str, board: np.ndarray = SLANTED, cells=CELLS) -> list[DetectedCard]:
    return [printed(parse_card(code), cells[parse_card(code)], board) for code in codes]


def test_two_honours_and_the_edges_tell_the_board():
    view = find_board(picture(SLANTED), honours("TD", "JC"))
    assert view is not None and view.source == "grid" and off(view, SLANTED) < 0.03


def test_neither_the_edges_nor_two_honours_tell_it_alone():
    assert find_board(picture(SLANTED), []) is None
    assert find_board(np.full((SIZE[1], SIZE[0], 3), 90, np.uint8), honours("TD", "JC")) is None


def test_five_honours_tell_it_without_an_edge():
    every = honours(*(card.code for card in HONOURS))
    view = find_board(np.full((SIZE[1], SIZE[0], 3), 90, np.uint8), every)
    assert view is not None and off(view, SLANTED) < 0.02


@pytest.mark.parametrize("turns", range(4))
def test_however_it_is_turned_its_honours_tell_which_corner_is_which(turns):
    board = np.roll(SLANTED, turns, 0)
    view = find_board(picture(board), honours("TD", "JC", "7D", board=board))
    assert view is not None and off(view, board) < 0.03 and as_dealt(view)


def test_in_a_mirror_it_is_not_found():
    mirror = {card: (2 - column, row) for card, (column, row) in CELLS.items()}
    assert find_board(picture(SLANTED), honours("TD", "JC", "KH", cells=mirror)) is None


def test_another_card_in_a_box_speaks_against_a_board():
    found = evidence(SIZE, np.zeros((0, 4)), [printed(parse_card("3S"), CELLS[parse_card("TD")], SLANTED)])
    nothing = evidence(SIZE, np.zeros((0, 4)), [])
    board = SLANTED[None]
    assert faces(board, CELLS, found)[0] < faces(board, CELLS, nothing)[0] - 1.5


@settings(max_examples=25)
@given(st.lists(st.sampled_from(sorted(card.code for card in HONOURS)), unique=True))
def test_each_honour_in_its_place_speaks_for_the_board(codes):
    def worth(which: list[str]) -> float:
        found = evidence(SIZE, np.zeros((0, 4)), honours(*which))
        return float(score(SLANTED[None], CELLS, found)[0])

    assert all(worth(codes) > worth([one for one in codes if one != code]) for code in codes)


def test_pictures_of_a_table_at_rest_add_up():
    """Somebody leans over one half of the board, then over the other."""
    left, right = picture(SLANTED), picture(SLANTED)
    left[:, :555], right[:, 555:] = 90, 90
    search = BoardSearch()
    assert search.look(left, honours("JC")) is None
    view = search.look(right, honours("TD"))
    assert view is not None and off(view, SLANTED) < 0.05
    search.forget()
    assert search.look(right, honours("TD")) is None


def test_the_place_it_had_last_is_a_proposal():
    """Two walls are seen, and one honour: too little to find it, enough to know it again."""
    image = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
    whole = picture(SLANTED)
    image[430:], seen = whole[430:], honours("TD", "JC", "7D")
    assert find_board(image, seen) is None
    view = BoardSearch(last=as_quad(SLANTED)).look(image, seen)
    assert view is not None and off(view, SLANTED) < 0.05
