"""Whether a card lies there at all, by what the camera saw."""

from __future__ import annotations

from engine.cards import DECK
from engine.referee.seen_cards import SeenCard
from engine.referee.settings import LEAST
from engine.referee.witnesses.testimony import Context, Testimony


class Lies:
    """What is held, or is no card, shows any of the faces that are out, as likely as another."""

    def testify(self, seen: SeenCard, context: Context) -> Testimony:
        lies = max(LEAST, seen.lies)
        nothing = (1 - lies) / lies / len(DECK)
        return Testimony(nothing=(nothing, nothing))
