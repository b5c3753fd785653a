"""The cards that explain a picture together, read by a reader that sees what is truly in sight."""

from __future__ import annotations

import itertools

import cv2
import numpy as np
import pytest
from drawn_cards import drawn_cards
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import DECK, Card
from models.training.cards.decks import drawn_deck
from models.training.scenes import card_layouts
from vision.cards.layout import layout as whole
from vision.cards.layout.hypothesis import Hypothesis, Placed
from vision.cards.layout.readings import Readings
from vision.cards.layout.score import Score
from vision.cards.layout.search import explain
from vision.cards.layout.sizes import CardSizes
from vision.cards.layout.visibility import Visibility
from vision.cards.photograph import cards_of_photo
from vision.cards.reader import Readings as Rows
from vision.geometry.quads import as_quad

WIDE, HIGH = 100.0, 145.0
SPOT = (0.09, 0.12)
"""Where an index stands on these cards, as shares of their sides."""
BLANK = np.zeros((600, 1200, 3), np.uint8)


def outline(x: float, y: float, degrees: float = 0.0, wide: float = WIDE) -> np.ndarray:
    """A card's outline whose top left corner lies at (x, y), turned about it."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    local = np.array([[0, 0], [wide, 0], [wide, HIGH], [0, HIGH]])
    return (local @ np.array([[c, s], [-s, c]]) + (x, y)).astype(np.float32)


def _spot(corners: np.ndarray) -> tuple[float, float]:
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    x, y = cv2.perspectiveTransform(
        np.array([[SPOT]], np.float32), cv2.getPerspectiveTransform(unit, corners)
    )[0, 0]
    return float(x), float(y)


class Table:
    """Cards that lie on one another, the last one uppermost, as an ideal reader sees them.

    Attributes:
        cards: their outlines; the face of each is its number.
        crops: how many outlines have been read.
        sure: about how surely.
    """

    def __init__(self, cards: list[np.ndarray]) -> None:
        self.cards = cards
        self.crops = 0
        self.sure = 0.98
        ways = [(n, np.roll(card, roll, axis=0)) for n, card in enumerate(cards) for roll in (0, 2)]
        self.indices = [
            (n, way, _spot(way))
            for n, way in ways
            if not any(cv2.pointPolygonTest(upper, _spot(way), True) > -4 for upper in cards[n + 1 :])
        ]

    def read(self, _image, quads, upper=None, *, again: bool = True) -> Rows:
        self.crops += len(quads)
        faces = np.full((len(quads), 53), (1 - self.sure) / 52)
        turned = np.zeros(len(quads))
        for n, quad in enumerate(quads):
            corners = np.asarray(quad, np.float32)
            hidden = [np.asarray(one, np.float32) for one in (upper[n] if upper else ())]
            seen = [
                (float(np.linalg.norm(np.subtract(_spot(np.roll(corners, roll, axis=0)), spot))), face, roll)
                for face, _, spot in self.indices
                for roll in (0, 2)
                if all(cv2.pointPolygonTest(one, spot, False) < 0 for one in hidden)
            ]
            off, face, roll = min(seen, default=(np.inf, 0, 0))
            faces[n, face if off < 0.09 * WIDE else 52] = self.sure
            turned[n] = float(roll == 2)
        return Rows(faces / faces.sum(1, keepdims=True), turned, np.zeros(len(quads)))

    def explained(self, found: list[np.ndarray], *, indices: bool) -> list[Placed]:
        ways = [Hypothesis(as_quad(each), 0.8, "finder") for each in found]
        by_index = [
            Hypothesis(as_quad(way), 0.7, "index", index=spot) for _, way, spot in self.indices if indices
        ]
        sight = Visibility(by_index, [*ways, *by_index] if indices else ())
        score = Score(CardSizes(self.cards), sight)
        return explain([*ways, *by_index], Readings(BLANK, self), score)  # type: ignore[arg-type]


@st.composite
def hands(draw: st.DrawFn) -> list[np.ndarray]:
    """Cards side by side, each upon the one before, an index and little more of each in sight."""
    step, turn = draw(st.floats(0.2, 0.6)) * WIDE, draw(st.floats(-2, 2))
    return [outline(100 + n * step, 200, n * turn) for n in range(draw(st.integers(2, 13)))]


@given(hands(), st.floats(-4, 4))
@settings(deadline=None, max_examples=20)
def test_of_a_hand_each_card_is_told_once_and_no_outline_across_two(hand, off) -> None:
    table = Table(hand)
    across = [(one + other) / 2 for one, other in itertools.pairwise(hand)]
    told = table.explained([*(card + off for card in hand[::2]), *across], indices=True)
    assert sorted(card.reading.face for card in told) == list(range(len(hand)))


@given(hands())
@settings(deadline=None, max_examples=10)
def test_nothing_is_read_twice(hand) -> None:
    table = Table(hand)
    readings = Readings(BLANK, table)  # type: ignore[arg-type]
    ways = [Hypothesis(as_quad(card), 0.8, "finder") for card in hand]
    first = readings.of(ways)
    asked = table.crops
    assert readings.of(ways) == first and table.crops == asked
    readings.of(ways[:1], [ways[1:]])
    assert table.crops == asked + 1


def test_what_a_surely_read_card_explains_is_never_read() -> None:
    table = Table([outline(100 + 150 * n, 100) for n in range(5)])
    table.sure = 0.999
    again = [card + np.float32([off, 2]) for card in table.cards for off in (-6, 5, 9)]
    assert len(table.explained([*table.cards, *again], indices=False)) == table.crops == 5


def test_a_piece_of_a_card_and_the_outline_round_two_are_none() -> None:
    cards = [outline(100, 100), outline(300, 100)]
    piece, both = outline(100, 100, wide=60), outline(100, 100, wide=300)
    told = Table(cards).explained([piece, *cards, both], indices=False)
    assert sorted(card.reading.face for card in told) == [0, 1]
    assert all(any(np.allclose(card.hypothesis.corners, one) for one in cards) for card in told)


def test_two_equal_cards_apart_are_two_where_packs_may_be_mixed() -> None:
    table = Table([outline(100, 100), outline(400, 100)])
    table.indices = [(0, way, spot) for _, way, spot in table.indices]
    ways = [Hypothesis(as_quad(card), 0.8, "finder") for card in table.cards]
    for twins, there in ((False, 2), (True, 1)):
        score = Score(CardSizes(table.cards), Visibility(), twins)
        assert len(explain(ways, Readings(BLANK, table), score)) == there  # type: ignore[arg-type]


def _tight_hand(seed: int) -> tuple[np.ndarray, set[Card]]:
    """Nine cards of a drawn pack in a row, each one's index wholly in sight and little more."""
    rng = np.random.default_rng([seed, 7])
    deck = drawn_deck(rng)
    reach = deck.index_boxes[0][2]
    spots = card_layouts.spread(rng, 9, reach + 0.03, down=False, turn=rng.uniform(0, 6.3), spin=0.02)
    faces = [int(face) for face in rng.permutation(52)[:9]]
    return drawn_cards(deck, spots, faces)[0], {DECK[face] for face in faces}


def test_a_tight_hand_is_told_by_its_indices(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(image: np.ndarray) -> set[Card]:
        return {card.card for card in cards_of_photo(image) if card.why_unread is None}

    hands = [_tight_hand(seed) for seed in range(2)]
    told = [read(image) for image, _ in hands]
    right = sum(len(seen & there) for seen, (_, there) in zip(told, hands, strict=True))
    assert right >= 16, f"{right} of 18"
    # Packs are drawn in any letters.
    assert sum(len(seen - there) for seen, (_, there) in zip(told, hands, strict=True)) <= 1
    monkeypatch.setattr(whole, "by_indices", lambda *_: [])
    without = sum(len(read(image) & there) for image, there in hands)
    assert without < right - 2, "what only indices show is told by them"
