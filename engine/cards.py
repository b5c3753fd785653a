"""Playing cards: one frozen type, its two-character code, and the names people use.

A code is a rank of ``A23456789TJQK`` and a suit of ``CDHS``: ``QS`` is the dame de pique,
``7D`` the nain jaune. `parse_card` also reads ``10D``, ``10♦``, the French and German
letters (1 V D R, A B D K) and the cards' names; everything we write is the two characters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import NamedTuple

from engine.errors import BadInput

RANKS = "A23456789TJQK"
"""Rank letters from the ace, low, to the king; rank *n* (1–13) is ``RANKS[n - 1]``."""
SUITS = "CDHS"
"""Clubs, diamonds, hearts, spades (trèfle, carreau, cœur, pique)."""
_BEFORE_ACE = {suit: place * 13 - 1 for place, suit in enumerate(SUITS)}


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
    def index(self) -> int:  # type: ignore[override]
        """Position in `DECK`, 0–51: clubs, diamonds, hearts, spades, each from ace to king."""
        return _BEFORE_ACE[self.suit] + self.rank

    def __str__(self) -> str:
        return self.code


DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in SUITS for rank in range(1, 14))
"""The 52 cards; every array of face probabilities is in this order."""
BIT: dict[Card, int] = {card: 1 << card.index for card in DECK}
"""Each card's bit in sets of cards that are kept as one number."""

HONOURS: tuple[Card, ...] = (Card(10, "D"), Card(11, "C"), Card(12, "S"), Card(13, "H"), Card(7, "D"))
"""The belles cartes, in the order of their antes: 10♦, J♣, Q♠, K♥, 7♦ (000, 001, 002, 004)."""
ANTES: dict[Card, int] = {card: ante for ante, card in enumerate(HONOURS, start=1)}
"""What each player puts into each box: 1, 2, 3, 4, 5; fifteen in all (all sources)."""

_SYMBOLS = dict(zip("♣♦♥♠♧♢♡♤", "CDHSCDHS", strict=True))
_RANK_LETTERS = {
    **{letter: rank for rank, letter in enumerate(RANKS, start=1)},
    **{"1": 1, "10": 10},
    **{"V": 11, "D": 12, "R": 13},  # valet, dame, roi
    **{"B": 11},  # Bube; Dame and König share their letters with the above
}


def plain(text: str) -> str:
    """Lower case without accents or punctuation, words a blank apart: how a name is looked up."""
    text = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe"))
    return re.sub(r"[\W_]+", " ", "".join(c for c in text if not unicodedata.combining(c))).strip()


_NAMES = {plain("nain jaune"): Card(7, "D")}


def call_also(names: Mapping[str, Card]) -> None:
    """Have `parse_card` read these names too: what cards are called in the languages that are spoken."""
    _NAMES.update((plain(name), card) for name, card in names.items())


def parse_card(text: object) -> Card:
    """The card that a text names.

    Reads the code (``QS``, either case), ``10D``, ``10♦``, French and German letters
    (``D♠``, ``V♣``, ``R♥``, ``1♦``, ``B♣``; before a suit, D is the dame), ``nain jaune``, and the
    names that `call_also` was given (``dame de pique``, ``ten of diamonds``, ``Pik-Dame``).

    Raises:
        BadInput: no card is called so.
    """
    if isinstance(text, Card):
        return text
    if isinstance(text, str):
        known = _CODES.get(text)
        if known is not None:
            return known
        compact = text.replace("\ufe0f", "").replace("\ufe0e", "").strip().upper()
        rank = _RANK_LETTERS.get(compact[:-1].strip())
        suit = _SYMBOLS.get(compact[-1:], compact[-1:])
        if rank is not None and suit in SUITS and suit:
            return Card(rank, suit)
        named = _NAMES.get(plain(text))
        if named is not None:
            return named
    raise BadInput(f"{text!r} is no card: expected two characters such as QS or 7D (or 10♦, D♠)")


def parse_suit(text: object) -> str:
    """The letter of `SUITS` that a text names: itself in either case, or a symbol such as ``♥``.

    Raises:
        BadInput: no suit is called so.
    """
    if isinstance(text, str):
        compact = text.replace("\ufe0f", "").replace("\ufe0e", "").strip().upper()
        suit = _SYMBOLS.get(compact, compact)
        if suit in tuple(SUITS):
            return suit
    raise BadInput(f"{text!r} is no suit: expected {', '.join(SUITS)} (or ♣, ♦, ♥, ♠)")


_CODES = {card.code: card for card in DECK}
