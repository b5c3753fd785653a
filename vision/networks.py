"""The trained networks, for rooms that do not know where they come from: are they whole, what runs them."""

import functools

import numpy as np

from models.flattening import SIZE
from models.weights import BATCHES, check, engine, load, path
from vision.cards.corners import straighten
from vision.cards.finder import see_nothing as no_cards
from vision.cards.reader import shipped
from vision.chips.boxes import see_nothing as no_chips
from vision.chips.discs import notes

__all__ = ["NAMES", "check", "engine", "open_all", "warm"]

NAMES = ("finder", "corners", "reader", "indices", "chips", "boxes")


def open_all() -> None:
    """Open every network, shipped or one's own.

    Raises:
        BadInput: one cannot be played with.
    """
    for name in NAMES:
        load(path(name))


@functools.cache
def warm() -> None:
    """Let the networks see nothing in every shape they will be shown, the largest first.

    What they prepare for a shape takes time and memory once: so the first card does not wait, and an
    evening needs no more than its first minute.
    """
    no_cards()
    nothing = np.zeros((300, 300, 3), np.uint8)
    box = np.array([(90, 60), (180, 60), (180, 200), (90, 200)], np.float32)
    for cards in sorted(BATCHES, reverse=True):
        straighten(nothing, [box] * cards)
        shipped().read_flat([np.zeros((SIZE[1], SIZE[0], 3), np.uint8)] * cards)
    for boxes in (5, 1):
        no_chips(boxes)
    for name in ("chips", "boxes"):
        notes(name)
