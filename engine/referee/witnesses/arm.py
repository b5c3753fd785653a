"""Whose arm brought it."""

from __future__ import annotations

from engine.referee.slots import Slot
from engine.referee.witnesses.testimony import Context, Testimony

MISPLACED = 0.002
"""Probability that an arm is taken for somebody else's, whatever the picture and the rows say."""


class Arm:
    """The player towards whom the arm pointed."""

    def testify(self, slot: Slot, context: Context) -> Testimony:
        return Testimony(players=slot.seats)
