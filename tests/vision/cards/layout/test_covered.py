"""Cards on one another are read without what the others hide of them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from engine.boundaries import CardLook
from engine.cards import DECK
from models.training.cards.decks import drawn_deck
from models.training.scenes import card_painter
from vision.cards.covered import read_under, without_astride
from vision.cards.reader import Reader
from vision.geometry.quads import as_quad

WIDE = 70
"""Pixels of a card's short side."""


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(threads=1)


def fan(seed: int, step: float) -> tuple[np.ndarray, list[CardLook], list[int]]:
    """A dark table with a hand of five, each card over the one before and *step* of a card beside it.

    Returns:
        The picture, the looks at the cards (no faces yet), and the faces (places in `DECK`).
    """
    rng = np.random.default_rng(seed)
    deck = drawn_deck(rng)
    wide, high = deck.size
    view = card_painter.View(np.array([[WIDE, 0, 260], [0, WIDE, 260], [0, 0, 1]], float))
    painter = card_painter.Painter(rng, view, 520, np.full((520, 520, 3), (30, 40, 35), np.uint8))
    faces = [int(face) for face in rng.choice(52, 5, replace=False)]
    for number, face in enumerate(faces):
        painter.card(
            deck, card_painter.corners_at((number - 2) * step, 0.0, 0.0, 1.0, high / wide), DECK[face]
        )
    looks = [CardLook(as_quad(label.quad), (0.0,) * 52) for label in painter.labels()]
    return cv2.GaussianBlur(painter.image, (0, 0), 0.6), looks, faces


@pytest.mark.parametrize("step", [0.22, -0.22])
def test_of_a_fan_every_card_is_read_whichever_way_it_is_opened(reader: Reader, step: float) -> None:
    plain = under = 0
    for seed in range(1, 5):
        image, looks, faces = fan(seed, step)
        told = read_under(looks, lambda quads, upper, it=image: reader.read(it, quads, upper).faces)
        alone = reader.read(image, [look.corners for look in looks]).faces
        under += sum(look.faces[face] > 0.5 for look, face in zip(told, faces, strict=True))
        plain += sum(row[face] > 0.5 for row, face in zip(alone, faces, strict=True))
    assert under >= 18, f"{under} of 20"
    assert plain <= under - 2


def test_what_lies_alone_is_not_read_again() -> None:
    _, looks, _ = fan(1, 1.3)

    def never(quads: object, upper: object) -> np.ndarray:
        raise AssertionError

    assert read_under(looks, never) == looks


@pytest.mark.parametrize(
    "sure, face, at, stays",
    [
        (0.8, 5, 35, False),  # half on the one, half on the other
        (0.99, 5, 35, True),  # seen beyond doubt, so it lies upon them
        (0.99, 0, 35, False),  # … but as one of the two
        (0.8, 5, 105, True),  # beyond their end
    ],
)
def test_what_lies_across_two_cards_side_by_side_that_are_seen_in_full_is_no_card(sure, face, at, stays):
    def card(x, face, sure):
        corners = ((x, 0.0), (x + 60.0, 0.0), (x + 60.0, 90.0), (x, 90.0))
        return CardLook(corners, tuple(sure * (n == face) for n in range(52)))

    one, other, across = card(0.0, 0, 0.99), card(65.0, 1, 0.99), card(float(at), face, sure)
    assert (across in without_astride([one, other, across])) == stays
    assert (across in without_astride([one, across], [other])) == stays
    assert across in without_astride([one, other, across], placed=[across])
    # A pile, or a fan: where cards lie on one another a further one may.
    fan = [card(0.0, 0, 0.99), card(40.0, 1, 0.99)]
    assert without_astride([*fan, across]) == [*fan, across]
    strips = [card(0.0, 0, 0.99), card(31.0, 5, 0.8), card(62.0, 1, 0.99), card(93.0, 2, 0.99)]
    assert without_astride(strips) == strips
