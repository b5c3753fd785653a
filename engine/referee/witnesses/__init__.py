"""Who speaks for what a card on the table is: one witness a file, its numbers a section of `settings`.

A witness is asked about a `SeenCard` where it lies among the others (`Context`) and gives a `Testimony`;
`evidence` multiplies what all of them say. Whoever adds one writes its file and names it in `WITNESSES`.
"""

from __future__ import annotations

from typing import Protocol

from engine.cards import DECK, Card
from engine.referee.seen_cards import SeenCard
from engine.referee.settings import SHOWS
from engine.referee.witnesses.arm import Arm
from engine.referee.witnesses.call import Call
from engine.referee.witnesses.face import Face
from engine.referee.witnesses.gap import Gap
from engine.referee.witnesses.lies import Lies
from engine.referee.witnesses.people import People
from engine.referee.witnesses.place import Place
from engine.referee.witnesses.row import Row
from engine.referee.witnesses.sans import Sans
from engine.referee.witnesses.taken_back import Regained, TakenBack
from engine.referee.witnesses.testimony import Context, Evidence, Testimony, together
from engine.referee.witnesses.visit import Visit


class Witness(Protocol):
    """Speaks for what a card is."""

    def testify(self, seen: SeenCard, context: Context) -> Testimony:
        """What it says of one card."""


WITNESSES: tuple[Witness, ...] = (
    Face(),
    Lies(),
    Arm(),
    Row(),
    Place(),
    Call(),
    Sans(),
    Visit(),
    Gap(),
    TakenBack(),
    Regained(),
    People(),
)


def evidence(seen: SeenCard, context: Context) -> Evidence:
    """What all witnesses say of one card."""
    testimonies = [witness.testify(seen, context) for witness in WITNESSES]
    return together(testimonies, context.players, _like_none([*context.before, seen]))


def _like_none(cards: list[SeenCard]) -> list[Card]:
    """The cards like which none of these looks."""
    likest = map(max, zip(*(seen.faces for seen in cards), strict=True))
    return [card for card, like in zip(DECK, likest, strict=True) if like < SHOWS]
