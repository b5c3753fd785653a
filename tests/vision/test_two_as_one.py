"""An outline of two cards half on one another is larger than the cards round it, and holds both."""

from __future__ import annotations

import numpy as np
import pytest

from vision.geometry import overlap
from vision.two_as_one import ASPECT, card_area, cards_within

WIDE, HIGH = 100.0, 100.0 * ASPECT


def card(x: float, y: float, wide: float = WIDE, high: float = HIGH, degrees: float = 0.0) -> np.ndarray:
    """An outline round (x, y)."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    local = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]]) / 2
    return (local @ np.array([[c, s], [-s, c]]) + (x, y)).astype(np.float32)


def test_a_card_is_as_large_as_the_surely_read_ones_nearest_to_it():
    near = [card(200 * n, 300, 90, 130) for n in range(1, 6)]
    far = [card(200 * n, 3000, 180, 260) for n in range(1, 6)]
    outlines = [card(500, 500), *near, *far]
    assert card_area(outlines, [False] + [True] * 10, 0) == pytest.approx(90 * 130)
    assert card_area(outlines, [False] + [False] * 5 + [True] * 5, 0) == pytest.approx(180 * 260)


def test_too_few_cards_tell_no_size_and_none_tells_its_own():
    outlines = [card(500 * n, 300) for n in range(3)]
    assert card_area(outlines, [True] * 3, 0) is None
    assert card_area([*outlines, card(0, 900)], [True] * 4, 0) == pytest.approx(WIDE * HIGH)


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
