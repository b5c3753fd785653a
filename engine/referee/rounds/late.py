"""A round that had begun before the camera looked: nothing is told of it until people say what was laid, or
the next one begins."""

from __future__ import annotations

from collections.abc import Mapping

from engine.boundaries import AlreadyThere, BoxSeen, CardGone, CardLaid, Sighting
from engine.cards import DECK, Card
from engine.certainty import SURE
from engine.events import Alert
from engine.games.game_rules import GameRules
from engine.referee.journal import Journal
from engine.referee.rounds.next_round import NextRound
from engine.referee.settings import FED_EARLY, GATHERED, SURELY_EMPTY
from engine.referee.transaction import Changing

CAME_LATE, IN_THE_MIDDLE = "came_late", "in_the_middle"
"""Kind of the alert that cards lay there before the camera first looked, and its reason where they are of a
round that goes on."""


def already_there(
    seen: AlreadyThere, journal: Journal, rules: GameRules, boxes: Mapping[Card, BoxSeen]
) -> tuple[LateStart | None, Alert | None]:
    """Cards lie there that nobody was seen to lay: what the log does not know of them is said, once.

    An evening that goes on knows the cards of its round; those that are left over from one that is settled
    are gathered for the next deal.

    Returns:
        The round that had begun before, if one had; what is to be said.
    """
    evening = journal.evening
    if evening is None or evening.round is None or evening.round.settled:
        return None, None
    known = {card for _, card in rules.cards_laid(evening)}
    known |= {card for hand in evening.round.hands for card in hand or ()}
    read = [(DECK[look.face], look.faces[look.face]) for look in seen.looks]
    cards = [card.code for card, sure in read if card not in known and (sure >= SURE or not known)]
    late = LateStart(len(seen.looks)) if not known and in_the_middle(boxes) else None
    of_round = journal.events[journal.round_started :]
    reported = any(isinstance(event, Alert) and event.kind == CAME_LATE for event in of_round)
    if reported or not cards:
        return late, None
    reason = CAME_LATE if late is None else IN_THE_MIDDLE
    return late, Alert(CAME_LATE, t=seen.t, extra={"reason": reason, "cards": cards})


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
