"""One large card of which two outlines show a half each."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_cards import drawn_cards

from engine.boundaries import CardLook
from engine.cards import DECK
from models.training.decks import Deck, drawn_deck
from vision.cards.covered import ReadsUnder
from vision.cards.layout.one_as_two import one_of_pieces
from vision.cards.reader import Reader
from vision.geometry.quads import as_quad, overlap

TWO = next(card.index for card in DECK if card.code == "2H")


@pytest.fixture(scope="module")
def deck() -> Deck:
    return drawn_deck(np.random.default_rng(3))


def read_in(image: np.ndarray) -> ReadsUnder:
    reader = Reader(threads=1)
    return lambda quads, upper: reader.read(image, quads, upper).faces


def sure(quad: np.ndarray, face: int = TWO) -> CardLook:
    return CardLook(as_quad(quad), tuple(0.99 * (n == face) for n in range(52)))


def halves(quad: np.ndarray, share: float) -> tuple[np.ndarray, np.ndarray]:
    """The upper and the lower *share* of an outline."""
    down = quad[[3, 2]] - quad[[0, 1]]
    upper, lower = quad.copy(), quad.copy()
    upper[[3, 2]] = quad[[0, 1]] + share * down
    lower[[0, 1]] = quad[[3, 2]] - share * down
    return upper, lower


@pytest.mark.parametrize("share", [0.6, 0.7])
def test_two_halves_of_a_card_are_that_card(deck: Deck, share: float) -> None:
    image, [quad] = drawn_cards(deck, [(0, 0, 0.0)], [TWO])
    first, second = (sure(half) for half in halves(quad, share))
    whole = one_of_pieces(image, first, second, read_in(image))
    assert whole is not None and whole.face == TWO
    assert overlap(np.array(whole.corners), quad) > 0.9


def test_two_equal_cards_upon_one_another_are_two(deck: Deck) -> None:
    wide, high = deck.size
    image, quads = drawn_cards(deck, [(0, 0, 0.0), (0.0, 0.55 * high / wide, 0.0)], [TWO, TWO])
    assert one_of_pieces(image, sure(quads[0]), sure(quads[1]), read_in(image)) is None


def test_two_faces_are_two_cards_and_so_are_cards_apart(deck: Deck) -> None:
    image, [quad] = drawn_cards(deck, [(0, 0, 0.0)], [TWO])
    first, second = halves(quad, 0.6)
    nobody = lambda *_: pytest.fail("no reason to look again")  # noqa: E731
    assert one_of_pieces(image, sure(first), sure(second, TWO + 1), nobody) is None
    first, second = halves(quad, 0.4)
    assert one_of_pieces(image, sure(first), sure(second), nobody) is None


def test_an_outline_that_crosses_itself_is_no_error(deck: Deck) -> None:
    image, [quad] = drawn_cards(deck, [(0, 0, 0.0)], [TWO])
    first, second = halves(quad, 0.7)
    crossed = first[[0, 2, 1, 3]]
    one_of_pieces(image, sure(crossed), sure(second), read_in(image))
