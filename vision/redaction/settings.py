"""The numbers of the room of redaction, one a line: what it is, and what it was counted on, or a guess."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RedactionSettings:
    """All numbers of the room: how coarse a picture is made (`vision.redaction.redacted`).

    Of 208 drawn cards, flat, whole and brightly lit, our reader, told the outline, reads none that is three
    cells wide, three aces at 3.5, ten cards at 4 and 93 at 8. Twenty rows make three cells of a card 15 % as
    wide as the picture is high; the board's boxes are seen.
    """

    rows: int = 20  # cells from top to bottom at most; counted on 208 drawn cards: 3 cells wide, none is read
    cells: float = 1.5  # that a card is wide at most; guess: more, one held twice as near can be read
    margin: float = 0.04  # of a card or box shown round it; guess: more, an index beside it is seen
    quality: int = 85  # of the JPEGs; guess: less, a proof's card looks smeared; more, phones load longer


REDACTION = RedactionSettings()
