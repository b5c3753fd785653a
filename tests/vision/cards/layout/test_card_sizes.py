"""How large a card is where it lies, told by the cards that are read surely."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.cards.layout.sizes import CardSizes

WIDE, HIGH = 100.0, 145.0


def card(x: float, y: float, wide: float = WIDE, high: float = HIGH) -> np.ndarray:
    """An upright outline round (x, y)."""
    local = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]]) / 2
    return (local + np.array([x, y])).astype(np.float32)


def seen_aslant(x: float, y: float) -> np.ndarray:
    """An outline at a place of the table, whose far side lies above."""
    homography = np.array([[1.0, 0.2, 100.0], [0.1, 0.9, 50.0], [0.0, -4e-4, 1.0]])
    return cv2.perspectiveTransform(card(x, y)[None].astype(np.float64), homography)[0]


def test_cards_tell_how_large_another_one_is_even_from_aslant() -> None:
    places = [(150, 100), (900, 150), (500, 500), (200, 900), (950, 850), (600, 900), (300, 400)]
    outlines = [seen_aslant(x, y) for x, y in places]
    for number, outline in enumerate(outlines):
        sizes = CardSizes(outlines[:number] + outlines[number + 1 :])
        assert sizes.at(outline) == pytest.approx(cv2.contourArea(outline.astype(np.float32)), rel=0.08)


def test_a_pair_taken_for_one_card_tells_nothing_of_the_size() -> None:
    sizes = CardSizes([card(300 * n, 200 * (n % 3)) for n in range(6)] + [card(100, 700, 1.4 * WIDE)])
    assert sizes.at(card(600, 200)) == pytest.approx(WIDE * HIGH, rel=0.05)
    assert sizes.fits(card(600, 200)) and not sizes.fits(card(600, 200, 2 * WIDE))


def test_of_few_cards_the_middle_one_counts() -> None:
    sizes = CardSizes([card(300 * n, 0, WIDE + 4 * n) for n in range(3)])
    assert sizes.at(card(5000, 0)) == pytest.approx((WIDE + 4) * HIGH)


def test_no_card_is_taken_for_much_larger_or_smaller_than_all_the_others() -> None:
    sizes = CardSizes([card(150 * n, 0, WIDE, HIGH * (1 + 0.1 * n)) for n in range(6)])
    for x in (-3000, 3000):
        assert 0.8 <= sizes.at(card(x, 0)) / (WIDE * HIGH) <= 1.25 * 1.5
