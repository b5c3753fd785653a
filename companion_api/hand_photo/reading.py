"""What a photograph says of one hand: its cards, those that are not sure, and whether any are missing.

The reader knows no game (`vision.cards.photograph`). Here the game bears witness: a card that has been
laid or shown is in no hand, no hand holds a card twice, and how many cards are left is known; and the
looks bear witness for each other. What they do not agree on is told as unsure, never passed over.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from companion_api.hand_photo.looks import Look
from engine.boundaries import Point
from engine.cards import DECK, Card
from vision.cards.photograph import JOKER, UNCLEAR

SURE = 0.93
"""Probability in every look from which a card needs nobody's eye: of 130 made-up hands (`bench hands`, seeds
1 and 2, 2026-11-27) 0.9 leaves none wrong without a mark, 0.8 one, 0.6 two; a little is kept in reserve."""
TOLD = 0.4
"""Mean probability over the looks from which a card is told where the number of cards is not known
(reasoned: in one of three looks alone none is) …"""
PERHAPS = 0.12
"""… and where it is known and cards are missing: half as much tells no more of those hands, twice as much one
less."""
POSSIBLE = 0.02
"""Probability from which another face is offered besides."""
OFFERED = 3
"""Other faces that are offered at most."""
STRAY = 0.2
"""How surely the finder must have seen paper whose face is not read, for it to count."""
LYING = 0.5
"""Share of a reading that goes to cards that cannot be in the hand, from which on one of those is seen."""


@dataclass(frozen=True, slots=True)
class ReadCard:
    """One card of the hand as it is read.

    Attributes:
        card: the likeliest face that the hand can hold.
        sure: whether it needs nobody's look.
        likely: other faces that it may have, the likeliest first.
        outline: in shares of the picture's width and height.
    """

    card: Card
    sure: bool
    likely: tuple[Card, ...]
    outline: tuple[Point, ...]

    def to_json(self) -> dict[str, Any]:
        """As phones get it."""
        return {
            "card": self.card.code,
            "sure": self.sure,
            "likely": [card.code for card in self.likely],
            "outline": [[round(x, 4), round(y, 4)] for x, y in self.outline],
        }


@dataclass(frozen=True, slots=True)
class ReadHand:
    """A hand as a photograph shows it.

    Attributes:
        cards: told, from left to right.
        asked: faces that may be there and are not told, the likeliest first: legible indices, and what only
            one look saw.
        elsewhere: cards in the picture that lie on the table or in another's hand, and so not in this one.
        known: how many cards the hand has; None: not known.
        unread: places where paper shows in every look and no face is read.
    """

    cards: tuple[ReadCard, ...]
    asked: tuple[ReadCard, ...]
    elsewhere: tuple[Card, ...]
    known: int | None
    unread: int = 0

    @property
    def missing(self) -> int:
        """Cards that are not told; below 0: too many are; 0 where the number is not known."""
        return 0 if self.known is None else self.known - len(self.cards)

    @property
    def sure(self) -> bool:
        """Whether every witness agrees: each card by itself, their number, and nothing left to ask.

        Unread paper is part of a told card where the number is right.
        """
        if self.missing or self.asked or (self.known is None and self.unread):
            return False
        return all(card.sure for card in self.cards)

    def to_json(self) -> dict[str, Any]:
        """As phones get it."""
        return {
            "cards": [card.to_json() for card in self.cards],
            "asked": [card.to_json() for card in self.asked],
            "elsewhere": [card.code for card in self.elsewhere],
            "known": self.known,
            "missing": self.missing,
            "unread": self.unread,
            "sure": self.sure,
        }


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """A face in one look: how surely, and where; ``faces``: what else it may be there (52)."""

    sure: float
    faces: np.ndarray
    outline: tuple[Point, ...]


def read_hand(looks: Iterable[Look], free: Collection[Card] = DECK, known: int | None = None) -> ReadHand:
    """The hand that a photograph shows, looked at until two looks agree.

    Args:
        looks: `companion_api.hand_photo.looks.looks`; no more of them are taken than are needed.
        free: the cards that the hand can hold.
        known: how many it has.
    """
    taken: list[dict[Card, _Seen]] = []
    elsewhere: set[Card] = set()
    hand = ReadHand((), (), (), known)
    unread = len(DECK)
    for look in looks:
        found, others = _faces(look, free)
        taken.append(found)
        elsewhere |= others
        unread = min(unread, sum(one.why_unread == UNCLEAR and one.found >= STRAY for one in look))
        hand = replace(_agreed(taken, tuple(sorted(elsewhere)), known), unread=unread)
        if len(taken) > 1 and hand.sure:
            break
    return hand


def _faces(look: Look, free: Collection[Card]) -> tuple[dict[Card, _Seen], set[Card]]:
    """The surest sight of each face of one look that the hand can hold; and cards that it cannot."""
    may = np.array([card in free for card in DECK])
    found: dict[Card, _Seen] = {}
    elsewhere: set[Card] = set()
    for one in look:
        if one.back or one.why_unread == JOKER:
            continue
        faces = np.array(one.look.faces)
        if float(faces[~may].sum()) >= LYING:
            if one.why_unread is None:
                elsewhere.add(one.card)
            continue
        faces = faces * may
        card = DECK[int(faces.argmax())]
        sure = float(faces.max())
        if sure >= POSSIBLE and (card not in found or sure > found[card].sure):
            found[card] = _Seen(sure, faces, one.look.corners)
    return found, elsewhere


def _agreed(taken: Sequence[dict[Card, _Seen]], elsewhere: tuple[Card, ...], known: int | None) -> ReadHand:
    """What the looks taken so far come to together."""
    shares = {
        card: sum(found[card].sure for found in taken if card in found) / len(taken)
        for card in {card for found in taken for card in found}
    }
    order = sorted(shares, key=lambda card: (-shares[card], card))
    if known is None:
        read = [card for card in order if shares[card] >= TOLD]
    else:
        read = [card for card in order if shares[card] >= PERHAPS][:known]
        # One more that every look reads surely: then the number, or a card, is wrong.
        read += [card for card in order[len(read) :] if _sure(taken, card)]
    asked = [card for card in order if card not in read and shares[card] >= PERHAPS]
    seen = {card: max((f[card] for f in taken if card in f), key=lambda one: one.sure) for card in order}
    cards = [_card(card, seen[card], read, _sure(taken, card)) for card in read]
    left = sorted(cards, key=lambda card: sum(x for x, _ in card.outline))
    return ReadHand(
        tuple(left), tuple(_card(card, seen[card], read, False) for card in asked), elsewhere, known
    )


def _sure(taken: Sequence[dict[Card, _Seen]], card: Card) -> bool:
    """Whether every look reads this card surely."""
    return all(card in found and found[card].sure >= SURE for found in taken)


def _card(card: Card, seen: _Seen, read: Collection[Card], sure: bool) -> ReadCard:
    order = [DECK[int(place)] for place in np.argsort(-seen.faces) if seen.faces[place] >= POSSIBLE]
    likely = tuple(other for other in order if other != card and other not in read)[:OFFERED]
    return ReadCard(card, sure, likely, seen.outline)
