"""Cards on a dark table, each upon those before it."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from engine.cards import DECK
from models.training.cards.decks import Deck
from models.training.scenes import card_painter

SHORT = 120
"""Pixels of a card's short side."""


def drawn_cards(
    deck: Deck, places: Sequence[tuple[float, float, float]], faces: Sequence[int] = (14, 15, 16, 17)
) -> tuple[np.ndarray, list[np.ndarray]]:
    """A picture of 500 × 500 pixels, and the cards' outlines (4 × 2) in the order in which they were laid.

    Args:
        deck: the pack.
        places: x, y in short sides from (250, 250) pixels, and the turn in radians.
        faces: places in `DECK`.
    """
    view = card_painter.View(np.array([[SHORT, 0, 250], [0, SHORT, 250], [0, 0, 1]], float))
    table = np.full((500, 500, 3), (30, 40, 35), np.uint8)
    painter = card_painter.Painter(np.random.default_rng(4), view, 500, table)
    wide, high = deck.size
    for (x, y, turn), face in zip(places, faces, strict=False):
        painter.card(deck, card_painter.corners_at(x, y, turn, 1.0, high / wide), DECK[face])
    return cv2.GaussianBlur(painter.image, (0, 0), 0.6), [label.quad for label in painter.labels()]
