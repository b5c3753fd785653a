"""A round that ends with hands of fourteen and thirteen cards, and their photographs."""

import io
from functools import cache

import cv2
import numpy as np
from PIL import Image
from scripted import wait_for

from engine.cards import parse_card
from models.training.cards.decks import drawn_deck
from models.training.scenes import card_painter

NAMES = ["Ana", "Bruno", "Chloé"]
ROUND = [
    *(("Bruno", f"{rank}H") for rank in "A2"),
    ("Chloé", "3C"),
    *(("Bruno", f"{rank}H") for rank in "456789T"),
    ("Ana", "JS"),
    ("Chloé", "QC"),
    ("Bruno", "KH"),
    *(("Bruno", f"{rank}D") for rank in "A2345"),
]
"""Who lays what; the last dealer is Ana."""
HANDS = {
    "Ana": ["AS", "2S", "5S", "8S", "TS", "KS", "3H", "QH", "7D", "TD", "2C", "6C", "9C", "KC"],
    "Chloé": ["3S", "4S", "6S", "9S", "QS", "JH", "8D", "9D", "QD", "4C", "7C", "TC", "JC"],
}
POINTS = {name: sum(min("A23456789TJQK".index(c[0]) + 1, 10) for c in cards) for name, cards in HANDS.items()}
WIDE, HIGH, CARD = 1500, 900, 150


def arranged(house):
    """The evening set up and the round played to its last card."""
    house.arrange(*NAMES, dealer="Ana")
    wait_for(lambda: house.view["phase"] == "antes")
    for player, card in ROUND:
        house.tap(tap="card", player=player, card=card)
    wait_for(lambda: house.view["phase"] == "hands")


@cache
def photograph(cards, *, orientation=1):
    """The cards laid in two rows, as a JPEG whose EXIF data says how to turn it.

    Args:
        cards: codes with blanks between them.
        orientation: of EXIF; 6: the picture as stored is to be turned clockwise.
    """
    deck = drawn_deck(np.random.default_rng(3))
    view = card_painter.View(np.array([[CARD, 0, 170], [0, CARD, 220], [0, 0, 1]], float))
    table = np.full((WIDE, WIDE, 3), (40, 70, 45), np.uint8)
    painter = card_painter.Painter(np.random.default_rng(4), view, WIDE, table)
    wide, high = deck.size
    for place, code in enumerate(cards.split()):
        row, column = divmod(place, 7)
        x, y = 1.25 * column, 2.4 * row
        painter.card(
            deck, card_painter.corners_at(x, y, 0.04 * (place % 3 - 1), 1.0, high / wide), parse_card(code)
        )
    image = np.ascontiguousarray(cv2.GaussianBlur(painter.image, (0, 0), 0.6)[:HIGH, :, ::-1])
    picture = Image.fromarray(image)
    if orientation == 6:
        picture = picture.transpose(Image.Transpose.ROTATE_90)
    exif = Image.Exif()
    exif[0x0112] = orientation
    written = io.BytesIO()
    picture.save(written, "JPEG", quality=92, exif=exif)
    return written.getvalue()
