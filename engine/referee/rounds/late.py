"""A round that had begun before the camera looked: nothing is told of it until people say what was laid, or
the next one begins."""

from __future__ import annotations

from collections.abc import Mapping

from engine.boundaries import BoxSeen, CardGone, CardLaid, Sighting
from engine.cards import Card
from engine.referee.rounds.antes import SURELY_EMPTY
from engine.referee.rounds.next_round import FED_EARLY, GATHERED, NextRound
from engine.referee.transaction import Changing


def in_the_middle(boxes: Mapping[Card, BoxSeen]) -> bool:
    """Whether cards that lie there at the first look belong to a round that goes on: its antes are in."""
    return any(not seen.empty and seen.confidence >= SURELY_EMPTY for seen in boxes.values())


class LateStart(Changing):
    """What is seen of such a round, and what that tells of its end.

    Args:
        cards: how many cards lay there.

    Attributes:
        goes_on: whether cards were laid since, so that what lay there was not left from an earlier round.
        left: the boxes as they looked when the cards had been gathered; None before.
    """

    def __init__(self, cards: int) -> None:
        self._there, self._gone = cards, 0
        self._antes = NextRound()
        self.goes_on = False
        self.left: dict[Card, BoxSeen] | None = None

    def next_begins(self, seen: Sighting, boxes: Mapping[Card, BoxSeen]) -> bool:
        """Take in one more sighting; whether another round begins with it.

        Args:
            seen: what is seen now.
            boxes: the last look at each box, before this one.
        """
        cleared = self.left is not None
        if isinstance(seen, BoxSeen):
            before = boxes.get(seen.box)
            begins = before is not None and self._antes.antes_go_in(before, seen, cleared, True)
            return begins or self._antes.fed >= FED_EARLY  # while a round goes on chips only leave
        if isinstance(seen, CardLaid):
            if cleared:
                return True
            self._there, self.goes_on = self._there + 1, True
        if isinstance(seen, CardGone):
            self._gone += 1
            if not cleared and self._gone >= GATHERED * self._there:
                self.left = dict(boxes)
        return False
