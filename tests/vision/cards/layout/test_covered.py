"""Cards on one another are read without what the others hide of them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from engine.boundaries import CardLook
from engine.cards import DECK
from models.flattening import flatten
from models.training.cards.decks import drawn_deck
from models.training.scenes import card_painter
from vision.cards.covered import read_under, without_astride, without_hidden
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


def test_outlines_that_are_a_little_wrong_are_found_beside(reader: Reader) -> None:
    right = [0, 0]
    for seed in (2, 5, 7):
        image, looks, faces = fan(seed, 0.3)
        rng = np.random.default_rng(seed + 7)
        off = [np.array(look.corners) + rng.normal(0, 0.1 * WIDE, (4, 2)) for look in looks]
        wrong = [CardLook(as_quad(outline), (0.0,) * 52) for outline in off]
        for way, beside in enumerate((0.0, 0.97)):
            told = read_under(
                wrong, lambda quads, upper, it=image: reader.read(it, quads, upper).faces, 2.0, beside
            )
            right[way] += sum(look.faces[face] > 0.5 for look, face in zip(told, faces, strict=True))
    assert right[1] >= right[0] + 2, right


def test_what_lies_alone_is_not_read_again() -> None:
    _, looks, _ = fan(1, 1.3)

    def never(quads: object, upper: object) -> np.ndarray:
        raise AssertionError

    assert read_under(looks, never) == looks


def test_of_what_an_upper_card_hides_nothing_is_left() -> None:
    image = np.full((200, 200, 3), 60, np.uint8)
    image[40:160, 40:90] = 250
    image[40:160, 70:120] = (0, 0, 200)
    card = ((40.0, 40.0), (124.0, 40.0), (124.0, 160.0), (40.0, 160.0))
    upper = ((70.0, 30.0), (150.0, 30.0), (150.0, 170.0), (70.0, 170.0))
    crop = flatten(image, card, upper=[upper])
    inside = np.abs(crop[4:-4, 4:].astype(int) - 250).max(axis=(0, 2))
    assert np.count_nonzero(inside > 6) <= 1, "but for the pixels that both share"
    assert flatten(image, card)[80, 60].tolist() == [0, 0, 200]


def test_a_card_read_twice_is_one_and_what_peeps_out_unread_stays() -> None:
    def look(x: float, sure: float) -> CardLook:
        return CardLook(((x, 0.0), (x + 60, 0.0), (x + 60, 90.0), (x, 90.0)), (sure, *[(1 - sure) / 60] * 51))

    sure, twice, beside = look(0, 0.99), look(5, 0.1), look(30, 0.1)
    assert without_hidden([sure, twice, beside]) == [sure, beside]
    assert without_hidden([twice]) == [twice]


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
