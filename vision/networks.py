"""The trained networks, for rooms that do not know where they come from: are they whole, what runs them."""

from models.weights import check, engine, load, path

__all__ = ["NAMES", "check", "engine", "open_all"]

NAMES = ("finder", "corners", "reader", "chips")


def open_all() -> None:
    """Open every network, shipped or one's own.

    Raises:
        BadInput: one cannot be played with.
    """
    for name in NAMES:
        load(path(name))
