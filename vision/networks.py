"""The trained networks, for rooms that do not know where they come from: are they whole, what runs them."""

import functools

import numpy as np

from models.weights import check, engine, load, path
from vision.boxes import LEVELS
from vision.chips import maps_of, notes
from vision.corners import straighten
from vision.finder import PART_SIDE, find_in_part

__all__ = ["NAMES", "check", "engine", "open_all", "warm"]

NAMES = ("finder", "corners", "reader", "chips")


def open_all() -> None:
    """Open every network, shipped or one's own.

    Raises:
        BadInput: one cannot be played with.
    """
    for name in NAMES:
        load(path(name))


@functools.cache
def warm() -> None:
    """Open what cards and chips are found with, and let it see something: the first card shall not wait.

    The reader is opened by whoever chooses it.
    """
    nothing = np.full((PART_SIDE, PART_SIDE, 3), 114, np.uint8)
    find_in_part(nothing)
    straighten(nothing, [np.array([(90, 60), (180, 60), (180, 200), (90, 200)], np.float32)])
    for side in LEVELS:
        maps_of(np.zeros((1, side, side, 3), np.uint8))
    notes()
