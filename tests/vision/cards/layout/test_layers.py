"""Cards on one another: what touches, where paper goes on, where one lies half underneath."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_cards import drawn_cards

from models.training.cards.decks import Deck, drawn_deck
from vision.cards.corners import straighten
from vision.cards.layout.layers import groups, paper_goes_on
from vision.cards.layout.settings import LAYOUT
from vision.cards.layout.underneath import underneath
from vision.geometry.quads import overlap


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


@pytest.mark.parametrize(
    ("shift", "turn"), [((0.5, 0.1), 0.1), ((0.1, 0.5), 0.05), ((-0.55, 0.0), 0.3), ((0.6, -0.4), -0.7)]
)
def test_of_a_card_half_underneath_the_edges_tell_where_it_lies(
    deck: Deck, shift: tuple[float, float], turn: float
) -> None:
    image, lower, upper = pair(deck, shift, turn)
    found = underneath(image, upper)
    assert 0 < len(found) <= LAYOUT.underneath.most
    assert all(0.02 < overlap(outline, upper) < 0.8 for outline in found)
    straight, _ = straighten(image, found)
    assert max(overlap(outline, lower) for outline in straight) > 0.85
