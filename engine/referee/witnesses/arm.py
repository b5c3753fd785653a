"""Whose arm brought it."""

from __future__ import annotations

from engine.referee.seen_cards import Slot
from engine.referee.witnesses.testimony import Context, Testimony


class Arm:
    """The player towards whom the arm pointed."""

    def testify(self, slot: Slot, context: Context) -> Testimony:
        return Testimony(players=slot.seats)
