"""A card half under something that is no card."""

from __future__ import annotations

import cv2
import numpy as np
from drawn_cards import drawn_cards

from models.training.cards.decks import drawn_deck
from vision.cards.photograph import cards_of_photo
from vision.geometry.quads import overlap


def test_cards_half_under_a_box_are_read_and_most_are_outlined_whole() -> None:
    deck, outlined, told = drawn_deck(np.random.default_rng(3)), 0, 0
    for face, hidden, above in zip(
        (7, 20, 39, 44, 51), (0.25, 0.3) * 3, (True, False, True) * 2, strict=False
    ):
        image, [quad] = drawn_cards(deck, [(0.0, 0.0, 0.0)], [face])
        top, bottom = round(float(quad[:, 1].min())), round(float(quad[:, 1].max()))
        image[top - 60 : top + round((bottom - top) * hidden), 120:380] = (70, 50, 120)
        if not above:
            image = cv2.rotate(image, cv2.ROTATE_180)
            quad = np.array(image.shape[1::-1]) - 1 - quad
        read = [card for card in cards_of_photo(image) if card.why_unread is None]
        assert all(card.card.index == face for card in read) and len(read) <= 1
        told += len(read)
        outlined += sum(overlap(np.array(card.look.corners), quad) > 0.85 for card in read)
    assert told >= 4 and outlined >= 3, (told, outlined)
