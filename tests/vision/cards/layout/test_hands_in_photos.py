"""Hands laid open in photographs: cards between others of which the finder sees too little."""

from __future__ import annotations

import numpy as np
from drawn_cards import drawn_cards

from engine.cards import DECK, Card
from models.training.cards.decks import drawn_deck
from vision.cards.photograph import cards_of_photo

CARDS = 7


def _hand(seed: int) -> tuple[np.ndarray, set[Card]]:
    """Seven cards of a drawn pack, each a quarter of its width beside the one before, and turned."""
    rng = np.random.default_rng([seed, 5])
    turn = float(rng.uniform(0.06, 0.15))
    turns = (np.arange(CARDS) - (CARDS - 1) / 2) * turn
    radius = 0.25 / turn
    faces = [int(face) for face in rng.permutation(52)[:CARDS]]
    places = [(1.0 + radius * np.sin(a), 0.9 + radius * (1 - np.cos(a)), a) for a in turns]
    return drawn_cards(drawn_deck(rng), places, faces)[0], {DECK[face] for face in faces}


def _read(image: np.ndarray) -> set[Card]:
    return {card.card for card in cards_of_photo(image) if card.why_unread is None}


def test_nearly_all_cards_of_a_hand_are_read() -> None:
    hands = [_hand(seed) for seed in range(2)]
    told = [_read(image) for image, _ in hands]
    right = sum(len(cards & there) for cards, (_, there) in zip(told, hands, strict=True))
    assert right >= 13, f"{right} of 14"
    assert sum(len(cards - there) for cards, (_, there) in zip(told, hands, strict=True)) <= 1
