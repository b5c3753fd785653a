from dataclasses import dataclass

import pytest

from engine.cards import Card
from vision.geometry import box_quads, center, overlap, polygon_mask

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


def test_overlap_of_outlines():
    assert overlap(SQUARE, SQUARE) == pytest.approx(1)
    half = ((250.0, 100.0), (550.0, 100.0), (550.0, 400.0), (250.0, 400.0))
    assert overlap(SQUARE, half) == pytest.approx(1 / 3, abs=1e-3)
    away = tuple((x + 1000, y) for x, y in SQUARE)
    assert overlap(SQUARE, away) == 0


def test_mask_is_true_inside():
    mask = polygon_mask((60, 60), [SQUARE], scale=0.1)
    assert mask[25, 25] and not mask[5, 5]
