"""A pack that is learnt: who is who among its pictures, and what the pictures kept then say."""

from __future__ import annotations

import itertools

import cv2
import numpy as np
import pytest

from engine.cards import DECK, Card, parse_card
from engine.errors import BadInput
from models.training.cards.decks import Deck, drawn_deck
from vision.cards.deck import Lesson, PackReader, told_apart
from vision.cards.reader import NO_FACE, SIZE, Readings
from vision.cards.settings import CARDS

JACK, QUEEN, KING = (Card(rank, "S") for rank in (11, 12, 13))


def _says(**chances: float) -> np.ndarray:
    """A reader's row: probabilities by card code, the rest for no face."""
    row = np.zeros(NO_FACE + 1)
    for code, chance in chances.items():
        row[parse_card(code).index] = chance
    row[NO_FACE] = 1 - row.sum()
    return row


def _by_counting(faces: np.ndarray) -> np.ndarray:
    """What `told_apart` finds, by walking through every way of giving the pictures cards."""
    rows, columns = len(faces), [*np.flatnonzero(faces[:, :NO_FACE].sum(0)), NO_FACE, NO_FACE + 1]
    weights = np.hstack([faces, np.full((rows, 1), CARDS.deck.again)])
    shares = np.zeros((rows, NO_FACE + 2))
    for way in itertools.product(columns, repeat=rows):
        taken = [column for column in way if column < NO_FACE]
        if len(taken) == len(set(taken)):
            weight = np.prod([weights[n, column] for n, column in enumerate(way)])
            shares[np.arange(rows), list(way)] += weight
    return shares / shares.sum(1, keepdims=True)


def test_two_that_look_like_jacks_are_jack_and_queen() -> None:
    faces = np.stack([_says(JS=0.9, QS=0.08), _says(JS=0.55, QS=0.43), _says(KS=0.97)])
    shares = told_apart(faces)
    assert shares.argmax(1).tolist() == [JACK.index, QUEEN.index, KING.index]
    assert shares[1, QUEEN.index] > 0.8
    assert np.allclose(shares.sum(1), 1)


@pytest.mark.parametrize("seed", range(5))
def test_shares_are_near_those_of_every_way_counted(seed: int) -> None:
    rng = np.random.default_rng(seed)
    faces = np.zeros((4, NO_FACE + 1))
    faces[:, [10, 11, 12, NO_FACE]] = rng.dirichlet([0.5, 0.5, 0.5, 0.2], 4)
    assert np.abs(told_apart(faces) - _by_counting(faces)).max() < 0.12


def test_the_same_card_twice_is_not_taken_for_another() -> None:
    shares = told_apart(np.stack([_says(JS=0.98, QS=0.001), _says(JS=0.98, QS=0.001)]))
    assert shares[:, QUEEN.index].max() < 0.1


class _Known:
    """A reader that says what it is told to."""

    def __init__(self, faces: np.ndarray) -> None:
        self.faces = faces

    def read_flat(self, crops: list[np.ndarray], *, again: bool = True, worth: float = 0.0) -> Readings:
        faces = np.repeat(self.faces[None], len(crops), 0)
        return Readings(faces, np.full(len(crops), 0.02), np.zeros(len(crops)))


@pytest.fixture(scope="module")
def deck() -> Deck:
    return drawn_deck(np.random.default_rng(20))


def _flat(deck: Deck, card: Card) -> np.ndarray:
    return cv2.resize(deck.face(card)[..., 2::-1], SIZE, interpolation=cv2.INTER_AREA)


def test_a_pack_s_own_pictures_decide_between_its_courts(deck: Deck) -> None:
    pictures = {card: _flat(deck, card) for card in (JACK, QUEEN, KING)}
    reader = PackReader(pictures, _Known(_says(JS=0.4, QS=0.35, KS=0.2)))  # type: ignore[arg-type]
    dim = (_flat(deck, KING) * 0.5).astype(np.uint8)
    table = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
    faces = reader.read_flat([_flat(deck, QUEEN), dim, table]).faces
    assert faces.argmax(1).tolist() == [QUEEN.index, KING.index, JACK.index]
    # What is like a picture shows a face; what is like none of them is what the network says.
    assert np.allclose(faces.sum(1), 1) and (faces[:2, NO_FACE] < 0.04).all()
    assert np.allclose(faces[2], _says(JS=0.4, QS=0.35, KS=0.2), atol=1e-3)


def test_a_pack_without_pictures_reads_as_the_network_does() -> None:
    says = _says(JS=0.4, QS=0.6)
    read = PackReader({}, _Known(says)).read_flat([np.zeros((SIZE[1], SIZE[0], 3), np.uint8)])  # type: ignore[arg-type]
    assert np.allclose(read.faces[0], says)


def _row_of(deck: Deck, cards: list[Card]) -> np.ndarray:
    """A photo of cards side by side on green felt."""
    photo = np.full((300, 150 * len(cards), 3), (60, 110, 40), np.uint8)
    for k, card in enumerate(cards):
        photo[60:260, 10 + 150 * k : 150 + 150 * k] = cv2.resize(_flat(deck, card), (140, 200))
    return photo


def test_a_lesson_learns_what_it_is_shown_and_says_what_is_missing(deck: Deck) -> None:
    lesson = Lesson({DECK[0]: _flat(deck, DECK[0])})
    cards = [Card(7, "D"), Card(4, "S"), Card(9, "H"), Card(1, "C")]
    photo = _row_of(deck, cards)
    shown = lesson.show(photo)
    assert [one.id for one in shown] == ["1.1", "1.2", "1.3", "1.4"]
    assert all(one.card in (card, None) for one, card in zip(shown, cards, strict=True))
    lesson.say({one.id: card for one, card in zip(shown, cards, strict=True)})
    assert set(lesson.learnt) == set(cards) | {DECK[0]}
    assert len(lesson.missing) == 52 - len(lesson.learnt)
    assert lesson.show(photo, goes_on=True) == [], "what lies where it lay is no news"
    with pytest.raises(BadInput, match="1\\.9: no such card"):
        lesson.say({"1.9": JACK})
    with pytest.raises(BadInput, match="both said to be 7D"):
        lesson.say({"1.2": Card(7, "D")})
    lesson.say({"1.2": None})
    assert Card(4, "S") in lesson.missing
