"""Playing cards: one frozen type, its two-character code, and the names people use.

A code is a rank of ``A23456789TJQK`` and a suit of ``CDHS``: ``QS`` is the dame de pique,
``7D`` the nain jaune. `parse_card` also reads ``10D``, ``10♦`` and the French and German
letters (1 V D R, A B D K); everything we write is the two characters.
"""

from __future__ import annotations

from typing import NamedTuple

RANKS = "A23456789TJQK"
"""Rank letters from the ace, low, to the king; rank *n* (1–13) is ``RANKS[n - 1]``."""
SUITS = "CDHS"
"""Clubs, diamonds, hearts, spades (trèfle, carreau, cœur, pique)."""


class Card(NamedTuple):
    """One face of the 52.

    Attributes:
        rank: 1 (ace) to 13 (king).
        suit: one letter of `SUITS`.
    """

    rank: int
    suit: str

    @property
    def code(self) -> str:
        """Two characters, e.g. ``"QS"``."""
        return RANKS[self.rank - 1] + self.suit

    @property
    def index(self) -> int:
        """Position in `DECK`, 0–51: clubs, diamonds, hearts, spades, each from ace to king."""
        return SUITS.index(self.suit) * 13 + self.rank - 1

    def __str__(self) -> str:
        return self.code


DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in SUITS for rank in range(1, 14))
"""The 52 cards; every array of face probabilities is in this order."""
