import itertools
from dataclasses import dataclass

import cv2
import numpy as np
import pytest

from engine.boundaries import CardLook
from engine.cards import DECK, HONOURS, Card
from engine.errors import BadInput
from engine.printed_kit import CELLS
from hardware.simulator import SimulatedTable
from vision.cards.photograph import DetectedCard, find_cards
from vision.geometry.plane_fit import placed, project
from vision.geometry.quads import center, overlap
from vision.table.bearings import find_table
from vision.table.board import board_aspect, box_quads, view_of_corners
from vision.table.honours import find_by_honours, find_tableau
from vision.table.plane import Plane
from vision.table.settings import TABLE

SQUARE = ((100.0, 100.0), (400.0, 100.0), (400.0, 400.0), (100.0, 400.0))


@dataclass(frozen=True)
class Place:
    board: object = SQUARE
    box_quads: object = None


def test_boxes_lie_at_the_corners_and_in_the_middle():
    quads = box_quads(Place())
    middles = {card.code: center(quad) for card, quad in quads.items()}
    expected = {"KH": (150, 150), "QS": (350, 150), "JC": (350, 350), "TD": (150, 350), "7D": (250, 250)}
    assert middles.keys() == expected.keys()
    for code, middle in expected.items():
        assert middles[code] == pytest.approx(middle, abs=1e-3)


def test_a_turned_board_turns_its_boxes():
    turned = SQUARE[2:] + SQUARE[:2]
    assert center(box_quads(Place(board=turned))[Card(13, "H")]) == pytest.approx((350, 350), abs=1e-3)


def test_a_tables_own_boxes_come_first():
    own = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    quads = box_quads(Place(box_quads={Card(7, "D"): own}))
    assert quads[Card(7, "D")] == own
    assert len(quads) == 5
    assert box_quads(Place(board=None)) == {}


# -- the table from four corners, and from the honours on its board --------------------------------

SLANTED = np.array([[1.5, 0.2, 200], [-0.1, 1.1, 120], [1e-4, 7e-4, 1]])
"""From mm on a table to pixels, the camera slanted."""
PICTURE = np.array([(-20, -30), (20, -30), (20, 30), (-20, 30)], float)


def seen_at(card, corners, confidence=0.95):
    faces = tuple(confidence * (face == card) for face in DECK)
    return DetectedCard(CardLook(tuple(map(tuple, corners)), faces), 0.9, False)


def printed(cells=CELLS, without=(), unread=(), noise=0.0, turns=0):
    """What the finder would see of a board with honours in these cells, 240 mm wide."""
    rng = np.random.default_rng(0)
    seen = []
    for card, cell in cells.items():
        if card in without:
            continue
        middle = (np.array(cell, float) + 0.5) / 3 * TABLE.board.side
        corners = project(SLANTED, PICTURE + middle) + rng.normal(0, noise, (4, 2))
        seen.append(seen_at(card, np.roll(corners, turns, axis=0), 0.1 if card in unread else 0.95))
    return seen


def outline():
    side = TABLE.board.side
    return project(SLANTED, [(0, 0), (side, 0), (side, side), (0, side)])


def test_four_tapped_corners_are_a_table():
    corners = tuple(map(tuple, outline()))
    view = view_of_corners(corners, side=300.0)
    assert view.source == "tapped" and view.measured and len(view.boxes) == 5
    flat = project(np.linalg.inv(view.plane), np.array(corners))
    assert flat == pytest.approx(np.array([(0, 0), (300, 0), (300, 300), (0, 300)]), abs=1e-3)
    assert 0.5 < view.error < 5
    assert not view_of_corners(corners).measured


@pytest.mark.parametrize(
    "corners, why",
    [
        (((0, 0), (100, 100), (100, 0), (0, 100)), "cross"),
        (((0, 0), (50, 0), (100, 0), (150, 0)), "on a line"),
        (((0, 0), (9, 0), (9, 9), (0, 9)), "too close"),
    ],
)
def test_corners_that_are_no_board_are_refused(corners, why):
    with pytest.raises(BadInput, match=why):
        view_of_corners(corners)


def test_a_view_moves_with_the_camera():
    view = view_of_corners(tuple(map(tuple, outline())))
    move = np.array([[1.0, 0.02, 30], [-0.02, 1.0, -12], [0, 0, 1]])
    moved = view.moved(move)
    assert np.array(moved.board) == pytest.approx(project(move, view.board), abs=1e-6)
    assert np.array(moved.boxes[HONOURS[0]]) == pytest.approx(project(move, view.boxes[HONOURS[0]]), abs=1e-6)
    assert moved.scale == pytest.approx(view.scale, rel=0.01)


@pytest.mark.parametrize("turns", [0, 2])
def test_five_printed_honours_tell_the_board(turns):
    view = find_by_honours(printed(noise=0.3, turns=turns))
    assert view.source == "honours" and not view.measured
    assert np.linalg.norm(np.array(view.board) - outline(), axis=1).max() < 3
    assert view.error < 4


@pytest.mark.parametrize("hidden", sorted(HONOURS, key=lambda card: card.code))
def test_one_honour_that_cannot_be_read_is_found_by_its_place(hidden):
    view = find_by_honours(printed(unread=[hidden], noise=0.2))
    assert np.linalg.norm(np.array(view.board) - outline(), axis=1).max() < 4


def test_too_few_honours_or_others_tell_nothing():
    assert find_by_honours(printed(without=HONOURS[:2])) is None
    assert find_by_honours([]) is None
    odd = {card: (cell[0] + 0.5 * (card == HONOURS[0]), cell[1]) for card, cell in CELLS.items()}
    assert find_by_honours(printed(odd)) is None


def test_a_board_with_its_honours_elsewhere_has_its_own_boxes():
    order = [Card(12, "S"), Card(10, "D"), Card(13, "H"), Card(11, "C"), Card(7, "D")]
    cells = dict(zip(order, CELLS.values(), strict=True))
    view = find_by_honours(printed(cells))
    for card, cell in cells.items():
        middle = project(SLANTED, [(np.array(cell, float) + 0.5) / 3 * TABLE.board.side])[0]
        assert center(view.boxes[card]) == pytest.approx(tuple(middle), abs=2)


@pytest.mark.parametrize("kind", ["row", "tableau"])
def test_honours_in_a_row_or_anyhow_have_boxes_of_their_own(kind):
    rng = np.random.default_rng(2)
    card = np.array([(-29.5, -44), (29.5, -44), (29.5, 44), (-29.5, 44)])
    seen, spots = [], {}
    for n, honour in enumerate(HONOURS):
        spot = np.array([20 + 75 * n, 150]) if kind == "row" else np.array([30 + 75 * n, 120 + 70 * (n % 2)])
        turn = 0.0 if kind == "row" else float(rng.uniform(-0.4, 0.4))
        corners = project(SLANTED, placed(card, spot, turn))
        seen.append(seen_at(honour, corners + rng.normal(0, 0.2, (4, 2))))
        spots[honour] = project(SLANTED, [spot])[0]
    assert find_by_honours(seen) is None
    view = find_tableau(seen)
    assert view.board is None
    quads = list(view.boxes.values())
    for honour, quad in view.boxes.items():
        assert center(quad) == pytest.approx(tuple(spots[honour]), abs=4)
    assert max(overlap(a, b) for k, a in enumerate(quads) for b in quads[:k]) < 0.05
    flat = project(np.linalg.inv(view.plane), project(SLANTED, [(0, 0), (75, 0), (0, 75)]))
    across, down = flat[1] - flat[0], flat[2] - flat[0]
    assert np.linalg.norm(across) == pytest.approx(75, rel=0.12)
    assert np.linalg.norm(down) == pytest.approx(75, rel=0.12)
    assert find_tableau(seen[:4]) is None


def test_the_board_of_a_simulated_table_is_found_without_being_told():
    with SimulatedTable(0) as table:
        image, told = next(table).image, table.table
    view = find_table(image, find_cards)
    assert view is not None and view.source == "grid"
    side = np.linalg.norm(np.subtract(*told["board"][:2]))
    off = np.linalg.norm(np.array(view.board) - np.array(told["board"]), axis=1)
    assert off.max() < 0.02 * side
    turned = np.ascontiguousarray(cv2.rotate(image, cv2.ROTATE_180))
    other = find_by_honours(find_cards(turned))
    far = np.array(image.shape[1::-1]) - 1 - np.array(other.board)
    assert np.linalg.norm(far - np.array(view.board), axis=1).max() < 0.02 * side


def test_a_bare_table_shows_no_board():
    assert find_table(np.full((720, 1280, 3), 120, np.uint8), find_cards) is None


def under_a_camera(slant, turn, roll):
    """From a table's millimetres to pixels of a camera that stands so."""
    axes = [
        np.array(axis) * by for axis, by in (((0, 0, 1.0), roll), ((1.0, 0, 0), slant), ((0, 0, 1.0), turn))
    ]
    camera = np.linalg.multi_dot([cv2.Rodrigues(axis)[0] for axis in axes])
    lens = np.array([[1000.0, 0, 640], [0, 1000, 360], [0, 0, 1]])
    return lens @ np.column_stack([camera[:, 0], camera[:, 1], (0, 0, 1200)])


@pytest.mark.parametrize("high", [300.0, 80.0, 500.0])
def test_a_board_tells_its_proportions_from_any_side(high):
    """A square one, a row and one that is higher than wide, under cameras that stand anywhere round them."""
    corners = np.array([(0, 0), (300, 0), (300, high), (0, high)]) - (150, high / 2)
    for stands in itertools.product((0.3, 0.7, 1.0), (0.2, 1.4, 3.0), (-0.05, 0.05)):
        told = board_aspect(tuple(map(tuple, project(under_a_camera(*stands), corners))), (1280, 720))
        assert told == pytest.approx(300 / high, rel=0.02 if high != 300 else 0.1), stands


def test_cards_on_a_table_whose_boxes_lie_in_a_row_have_one_size_whichever_way_they_lie():
    matrix = under_a_camera(0.7, 0.4, 0.0)
    row = np.array([(-200, -40), (200, -40), (200, 40), (-200, 40)], float)
    plane = Plane(tuple(map(tuple, project(matrix, row))), (1280, 720))
    card = np.array([(-29, -44), (29, -44), (29, 44), (-29, 44)], float)
    sides = []
    for turn in (0.0, np.pi / 2):
        seen = plane.flat(project(matrix, placed(card, np.array([50.0, 150.0]), turn)))
        sides.append([np.linalg.norm(seen[1] - seen[0]), np.linalg.norm(seen[2] - seen[1])])
    assert sides[0] == pytest.approx(sides[1], rel=0.05)
