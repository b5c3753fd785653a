"""When an overlooked card was wanted: the number, in the log, of the event after which it was.

The rules know the card on which the overlooked one should have followed (`GameRules.alerts`); which
line of the log told of that card, only who reads or writes the log knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.events import Alert, CardPlayed, Event, RoundStarted
from engine.games import game

KIND = "overlooked"
"""The alert's kind: somebody kept a card that he was bound to lay."""
WANTED = "wanted"
"""Its field: the number of the event after which that card was wanted."""


class Wanted:
    """The numbers of one round's cards, as its events come.

    Args:
        log: numbered events, corrections and all, that are looked through for what has not come.
    """

    def __init__(self, log: Sequence[Event] = ()) -> None:
        self._log = log
        self._numbers: dict[str | None, int] = {}  # by the card's code; under None the round's own

    def take(self, event: Event, number: int) -> None:
        """The next event, with its number."""
        if isinstance(event, RoundStarted):
            self._numbers = {None: number}
        elif isinstance(event, CardPlayed):
            self._numbers[event.card.code] = number

    def marked(self, event: Event) -> Event:
        """The event; an alert about an overlooked card says after which event that was wanted."""
        if not isinstance(event, Alert) or event.kind != KIND:
            return event
        after = event.extra.get("after")
        if after not in self._numbers:
            for _, earlier in game.in_force(self._log):
                self.take(earlier, earlier.seq or 0)
        return replace(event, extra={**event.extra, WANTED: self._numbers[after]})
