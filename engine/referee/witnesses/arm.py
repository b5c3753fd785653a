"""Whose arm brought it."""

from __future__ import annotations

from engine.referee.seen_cards import SeenCard
from engine.referee.witnesses.testimony import Context, Testimony


class Arm:
    """The player towards whom the arm pointed."""

    def testify(self, seen: SeenCard, context: Context) -> Testimony:
        return Testimony(players=seen.seats)
