"""An outline of two cards half on one another is larger than the cards round it, and holds both."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.cards.layout.two_as_one import ASPECT, card_area, cards_within
from vision.geometry.quads import overlap

WIDE, HIGH = 100.0, 100.0 * ASPECT


def card(x: float, y: float, wide: float = WIDE, high: float = HIGH, degrees: float = 0.0) -> np.ndarray:
    """An outline round (x, y)."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    local = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]]) / 2
    return (local @ np.array([[c, s], [-s, c]]) + (x, y)).astype(np.float32)


def seen_aslant(x: float, y: float, wide: float = WIDE) -> np.ndarray:
    """An outline at a place of the table, whose far side lies above."""
    homography = np.array([[1.0, 0.2, 100.0], [0.1, 0.9, 50.0], [0.0, -4e-4, 1.0]])
    return cv2.perspectiveTransform(card(x, y, wide)[None].astype(np.float64), homography)[0]


def test_how_large_a_card_is_where_one_lies_is_told_by_the_others_even_from_aslant():
    places = [(150, 100), (900, 150), (500, 500), (200, 900), (950, 850), (600, 900), (300, 400)]
    outlines = [seen_aslant(x, y) for x, y in places]
    for number, outline in enumerate(outlines):
        area = card_area(outlines, [True] * len(outlines), number)
        assert area == pytest.approx(cv2.contourArea(outline.astype(np.float32)), rel=0.05)


def test_another_pair_taken_for_one_card_tells_nothing_of_the_size():
    outlines = [card(300 * n, 200 * (n % 3)) for n in range(6)] + [card(100, 700, 1.4 * WIDE)]
    assert card_area(outlines, [True] * 7, 0) == pytest.approx(WIDE * HIGH, rel=0.03)
    assert card_area(outlines, [True] * 7, 6) == pytest.approx(WIDE * HIGH, rel=0.03)


def test_of_few_cards_the_largest_tells_the_size_and_of_one_or_none_nothing_does():
    outlines = [card(300 * n, 200 * (n % 3), WIDE + 4 * n) for n in range(4)]
    assert card_area(outlines, [True] * 4, 0) == pytest.approx((WIDE + 12) * HIGH)
    assert card_area(outlines, [True, True, False, True], 3) == pytest.approx((WIDE + 4) * HIGH)
    assert card_area(outlines, [False, True, False, True], 3) is None


def test_no_card_is_taken_for_much_larger_or_smaller_than_all_the_others():
    row = [card(150 * n, 0, WIDE, HIGH * (1 + 0.1 * n)) for n in range(6)]
    for x in (-3000, 3000):
        area = card_area([*row, card(x, 0)], [True] * 7, 6)
        assert area is not None and 0.8 <= area / (WIDE * HIGH) <= 1.25 * 1.5


@pytest.mark.parametrize("degrees", [0, 30, 100, 250])
@pytest.mark.parametrize("along, across", [(0.4, 0.0), (0.0, 0.4), (0.35, 0.1)])
def test_both_cards_of_a_pair_lie_in_corners_of_its_outline(degrees, along, across):
    turned = np.radians(degrees)
    step = np.array([np.cos(turned), np.sin(turned)]) * along * WIDE
    step += np.array([-np.sin(turned), np.cos(turned)]) * across * WIDE
    lower, upper = card(400, 400, degrees=degrees), card(400, 400, degrees=degrees) + step.astype(np.float32)
    x, y = np.array([400, 400]) + step / 2
    both = card(x, y, WIDE * (1 + along), HIGH + across * WIDE, degrees)
    boxes = cards_within(both, WIDE * HIGH)
    for each in (lower, upper):
        assert max(overlap(box, each) for box in boxes) > 0.98


def test_a_card_longer_than_the_outline_does_not_lie_in_it():
    """Across it, none has room; along it, one in each corner."""
    assert len(cards_within(card(300, 300, 1.3 * WIDE, HIGH), WIDE * HIGH)) == 4
