"""The end of a deal of tricks: the moment when nothing lies any more, though cards of it were never seen."""

from __future__ import annotations

from engine.cards import DECK
from engine.referee.seen_cards import END, SeenCard


def end(t: float, players: int) -> SeenCard:
    """The moment when nothing lies any more of a deal of tricks: what nobody saw has been laid before it."""
    even = (1 / len(DECK),) * len(DECK)
    return SeenCard(t, t, t, None, even, (1 / players,) * players, pinned=END)
