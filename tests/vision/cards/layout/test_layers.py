"""Cards on one another: what touches, where paper goes on."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_cards import drawn_cards

from models.training.cards.decks import Deck, drawn_deck
from vision.cards.layout.layers import groups, paper_goes_on


def square(x: float, y: float, side: float = 10) -> np.ndarray:
    return np.array([[x, y], [x + side, y], [x + side, y + side], [x, y + side]], np.float32)


def test_what_touches_is_a_group_through_others_too() -> None:
    assert groups([square(0, 0), square(30, 0), square(12, 0), square(6, 0)]) == [[0, 2, 3], [1]]
    assert groups([]) == []


@pytest.fixture(scope="module")
def deck() -> Deck:
    return drawn_deck(np.random.default_rng(20))


def pair(deck: Deck, shift: tuple[float, float], turn: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A dark table with two cards on one another: the picture, the lower outline, the upper one."""
    image, (lower, upper) = drawn_cards(deck, [(0.0, 0.0, 0.0), (*shift, turn)])
    return image, lower, upper


def test_paper_goes_on_beside_an_upper_card_only_where_no_known_one_lies(deck: Deck) -> None:
    image, lower, upper = pair(deck, (0.45, 0.1), 0.1)
    assert paper_goes_on(image, upper, [])
    assert not paper_goes_on(image, upper, [lower])
    assert not paper_goes_on(image, lower, [upper])
