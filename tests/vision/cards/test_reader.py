"""The card reader: what it flattens, and that it names faces of packs it has never seen."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.boundaries import Quad
from engine.cards import DECK, Card
from engine.errors import BadInput
from models.training.cards.decks import Deck, drawn_deck
from vision.cards.reader import NO_FACE, SIZE, Reader, flatten
from vision.cards.settings import CARDS


def _table_with(face: np.ndarray, short: int, turn: float) -> tuple[np.ndarray, Quad]:
    """A green table with one card of *short* pixels, turned by *turn* degrees; its outline."""
    height, width = face.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn, short / width)
    side = short * 3
    matrix[:, 2] += (side / 2 - width / 2, side / 2 - height / 2)
    small = cv2.warpAffine(face, matrix, (side, side), flags=cv2.INTER_AREA)
    alpha = small[..., 3:].astype(np.float32) / 255
    image = (small[..., 2::-1] * alpha + np.array([60, 110, 40]) * (1 - alpha)).astype(np.uint8)
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)]) @ matrix[:, :2].T + matrix[:, 2]
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return image, (a, b, c, d)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(threads=1)


@pytest.fixture(scope="module")
def deck() -> Deck:
    return drawn_deck(np.random.default_rng(20))


def test_flatten_puts_the_first_corner_top_left() -> None:
    image = np.zeros((300, 400, 3), np.uint8)
    image[100:260, 50:162] = (10, 20, 30)
    image[100:120, 50:70] = 255
    upright = flatten(image, ((50, 100), (162, 100), (162, 260), (50, 260)))
    assert upright.shape == (SIZE[1], SIZE[0], 3)
    assert upright[5, 5].tolist() == [255] * 3
    assert upright[-5, -5].tolist() == [10, 20, 30]
    turned = flatten(image, ((162, 260), (50, 260), (50, 100), (162, 100)))
    assert turned[-5, -5].tolist() == [255] * 3


def test_flatten_averages_a_large_card() -> None:
    fine = np.zeros((1700, 1200, 3), np.uint8)
    fine[::2] = 255
    crop = flatten(fine, ((20, 20), (1140, 20), (1140, 1620), (20, 1620)))
    assert abs(float(crop.mean()) - 127.5) < 8
    assert crop.std() < 30, "a raster finer than a pixel becomes grey, not stripes"


def test_flatten_reaches_beyond_the_picture() -> None:
    image = np.full((100, 100, 3), 90, np.uint8)
    assert flatten(image, ((-40, -40), (60, -40), (60, 110), (-40, 110))).min() == 90
    assert flatten(image, ((200, 200), (900, 200), (900, 1300), (200, 1300))).shape == (SIZE[1], SIZE[0], 3)


def test_an_empty_picture_is_bad_input() -> None:
    with pytest.raises(BadInput, match="empty"):
        flatten(np.zeros((0, 0, 3), np.uint8), ((0, 0), (1, 0), (1, 1), (0, 1)))


def test_missing_weights_are_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="missing"):
        Reader(tmp_path / "nothing.onnx")


def test_no_cards_give_no_rows(reader: Reader) -> None:
    assert reader.read(np.zeros((50, 50, 3), np.uint8), []).faces.shape == (0, 53)


def test_reads_a_whole_pack_from_both_sides_of_the_table(reader: Reader, deck: Deck) -> None:
    right = 0
    for card in DECK:
        image, quad = _table_with(deck.face(card), 130 if card.suit in "CH" else 56, 37.0)
        across: Quad = (quad[2], quad[3], quad[0], quad[1])
        faces = reader.read(image, [quad, across]).faces
        assert np.allclose(faces.sum(axis=1), 1, atol=1e-4)
        right += int((faces.argmax(axis=1) == card.index).sum())
    assert right >= 102, f"{right} of 104"


def test_a_back_shows_no_face(reader: Reader, deck: Deck) -> None:
    image, quad = _table_with(deck.back(), 100, 10.0)
    assert reader.read(image, [quad]).faces[0, NO_FACE] > 0.5


def test_of_what_shows_no_face_jokers_are_told(reader: Reader, deck: Deck) -> None:
    packs = [drawn_deck(np.random.default_rng(seed)) for seed in range(30, 40)]
    pictures = [pack.joker() for pack in packs]
    told = [reader.read(*_alone(picture)).jokers[0] for picture in pictures]
    assert sum(joker >= CARDS.photograph.joker_from for joker in told) >= 8, "most jokers, however drawn"
    others = [deck.back(), *(deck.face(card) for card in DECK[::3])]
    assert max(reader.read(*_alone(picture)).jokers[0] for picture in others) < 0.5


def _alone(picture: np.ndarray) -> tuple[np.ndarray, list[Quad]]:
    image, quad = _table_with(picture, 100, 20.0)
    return image, [quad]


def test_a_network_that_tells_no_jokers_reads_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    without = Reader(threads=1)
    network = without._network
    monkeypatch.setattr(without, "_network", lambda batch: network(batch)[:2])
    crops = list(np.random.default_rng(0).integers(0, 255, (3, *SIZE[::-1], 3), np.uint8))
    assert without.read_flat(crops).jokers.tolist() == [0, 0, 0]


def test_knows_which_way_up_a_seven_lies(reader: Reader, deck: Deck) -> None:
    image, quad = _table_with(deck.face(Card(7, "S")), 120, -20.0)
    turned = reader.read(image, [quad, (quad[2], quad[3], quad[0], quad[1])]).turned
    assert turned[0] < 0.5 < turned[1]
