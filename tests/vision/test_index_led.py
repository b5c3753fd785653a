"""Hands spread tightly: cards of which little more than an index is in sight."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_cards import drawn_cards

from engine.cards import DECK, Card
from models.training import scenes
from models.training.decks import drawn_deck
from vision.cards import photograph as cards
from vision.cards.indices import FoundIndex
from vision.cards.layout import index_led
from vision.cards.photograph import cards_of_photo

CARDS = 9


def _hand(seed: int) -> tuple[np.ndarray, set[Card]]:
    """Nine cards of a drawn pack in a row, each one's index wholly in sight and little more."""
    rng = np.random.default_rng([seed, 7])
    deck = drawn_deck(rng)
    reach = deck.index_boxes[0][2]
    spots = scenes.spread(rng, CARDS, reach + 0.03, down=False, turn=rng.uniform(0, 6.3), spin=0.02)
    faces = [int(face) for face in rng.permutation(52)[:CARDS]]
    return drawn_cards(deck, spots, faces)[0], {DECK[face] for face in faces}


def _read(image: np.ndarray) -> set[Card]:
    return {card.card for card in cards_of_photo(image) if card.why_unread is None}


def test_a_tight_hand_is_told_by_its_indices(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = [_hand(seed) for seed in range(4)]
    told = [_read(image) for image, _ in hands]
    right = sum(len(seen & there) for seen, (_, there) in zip(told, hands, strict=True))
    assert right >= 0.9 * CARDS * len(hands), f"{right} of {CARDS * len(hands)}"
    # Packs are drawn in any letters: of one of these four a Q looks like a 9.
    assert sum(len(seen - there) for seen, (_, there) in zip(told, hands, strict=True)) <= 4
    monkeypatch.setattr(cards, "cards_by_index", lambda *_: [])
    without = sum(len(_read(image) & there) for image, there in hands)
    assert without < right - 4, "what only indices show is told by them"


def _index(x: float, y: float, turned: bool = False) -> FoundIndex:
    """The index of a card 100 wide and 150 high whose top left corner, as printed, lies at (x, y)."""
    corners = np.array([[x, y], [x + 100, y], [x + 100, y + 150], [x, y + 150]], np.float32)
    if turned:
        return FoundIndex((x + 90, y + 130), np.roll(corners, 2, axis=0), 0.8)
    return FoundIndex((x + 10, y + 20), corners, 0.8)


def test_what_has_its_index_upon_a_card_lies_upon_it() -> None:
    row = [_index(0, 0), _index(16, 0), _index(32, 0)]
    assert [index_led._upon(row, n) for n in range(3)] == [[1, 2], [2], []]


def test_a_card_s_other_index_hides_nothing_of_it() -> None:
    both = [_index(0, 0), _index(0, 0, turned=True)]
    assert [index_led._upon(both, n) for n in range(2)] == [[], []]


def test_an_index_of_an_impossible_card_is_none() -> None:
    narrow = np.array([[0, 0], [20, 0], [20, 150], [0, 150]], np.float32)
    crossed = np.array([[0, 0], [100, 0], [0, 150], [100, 150]], np.float32)
    assert index_led._is_card(_index(0, 0), 100)
    assert not index_led._is_card(FoundIndex((5, 5), narrow, 0.9), 100)
    assert not index_led._is_card(FoundIndex((5, 5), crossed, 0.9), 100)
