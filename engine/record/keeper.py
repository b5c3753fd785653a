"""The log of a table whose cards no camera follows: people tell it, the game's fold says what may be.

The keeper takes the referee's place (`engine.referee.referee.Referee`) and has its methods; what only
comes from pictures and voices changes nothing. Pure: no clock (time is what `tick` says), no file, no
randomness.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from engine.boundaries import Expected, Heard, Sighting
from engine.errors import IllegalEvent
from engine.events import (
    AnySettlement,
    Corrected,
    EveningEnded,
    Event,
    NapSettlement,
    Noted,
    Paid,
    RoundStarted,
    Settlement,
)
from engine.games import game
from engine.table import Table

ALWAYS = (RoundStarted, Paid, Noted, EveningEnded)
"""What people tell of every game."""


class Keeper:
    """Keeps one table's log; every method returns the events that it brings, numbered, or changes nothing.

    Args:
        table: players, rules and dealer.
        log: an evening to go on with, as it was emitted; empty: a new one.

    Attributes:
        listens: voices are heard; they change nothing here.
        dropped: what was heard and could not be: nothing is kept of it.
        expected: what may be said: nothing that is listened for.
        pending: what people have said that the log does not tell yet: it tells everything at once.
        complete: no round is in progress.
        certain: no settlement rests on what was inferred: people have told all of it.

    Raises:
        IllegalEvent, BadInput: the log cannot be folded.
    """

    def __init__(self, table: Table, *, log: Sequence[Event] = ()) -> None:
        self.listens = False
        self.dropped: tuple[Any, ...] = ()
        self.expected = Expected()
        self.pending: tuple[Heard | Event, ...] = ()
        self.certain = True
        self._table = table
        self._module = game.find(table.game, table.rules, "the table")
        self._log = tuple(log)
        self._now = max((event.t for event in self._log if event.t is not None), default=0.0)
        self._state: Any = game.fold(self._log)

    @property
    def log(self) -> tuple[Event, ...]:
        """Every event so far."""
        return self._log

    @property
    def evening(self) -> Any:
        """The game as the log tells it; None before the start."""
        return self._state

    @property
    def complete(self) -> bool:
        """Whether the round in progress is settled."""
        return self._state is not None and self._module.unsettled(self._state) is None

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Whatever a block has this keeper do is undone when the block raises."""
        before = self._log, self._now, self._state
        try:
            yield
        except BaseException:
            self._log, self._now, self._state = before
            raise

    def start(self) -> list[Event]:
        """Open the evening and its first round; nothing when a log was handed in."""
        if self._log:
            return []
        return self._record([self._table.game_started(), RoundStarted(self._table.dealer)])

    def observe(self, sighting: Sighting) -> list[Event]:
        """Nothing: no camera follows this table."""
        return []

    def hear(self, heard: Heard) -> list[Event]:
        """Nothing is called here.

        Raises:
            IllegalEvent: somebody has tapped a call.
        """
        if heard.via == "tap":
            raise IllegalEvent("game", "nothing is called in this game")
        return []

    def tick(self, t: float) -> list[Event]:
        """Time has come to ``t``."""
        self._now = max(self._now, t)
        return []

    def finish(self) -> list[Event]:
        """Nothing is held back."""
        return []

    def say_again(self, statement: Heard | Event) -> list[Event]:
        """Nothing: all that people said is in the log."""
        return []

    def enter(self, event: Event, before: int | None = None) -> list[Event]:
        """People tell what has happened.

        Raises:
            IllegalEvent: it breaks a rule, or it is nothing that people tell of this game, or it belongs
                ``before`` an event: what follows from another order is not known.
        """
        if before is not None:
            raise IllegalEvent("correction", f"nothing can be put before event {before}")
        self._tellable(event)
        return self._record([event])

    def correct(self, seq: int, replacement: Event | None) -> list[Event]:
        """People say that event ``seq`` was something else, or nothing (None).

        Raises:
            IllegalEvent: there is no such event, or with it the log breaks a rule.
        """
        if not 0 < seq <= len(self._log):
            raise IllegalEvent("correction", f"there is no event {seq} to correct")
        if seq == 1 or isinstance(self._log[seq - 1], Settlement | NapSettlement):
            raise IllegalEvent("correction", f"event {seq} is not to be corrected")
        if replacement is not None:
            self._tellable(replacement)
        return self._record([Corrected(seq, replacement)])

    def answer(self, number: int, choice: int | None) -> list[Event]:
        """Nothing is asked.

        Raises:
            IllegalEvent: always.
        """
        raise IllegalEvent("question", f"event {number} asks nothing")

    def _tellable(self, event: Event) -> None:
        if not isinstance(event, (*ALWAYS, *self._module.TOLD)):
            raise IllegalEvent("game", f"{type(event).__name__} is not told in this game")

    def _record(self, events: Sequence[Event]) -> list[Event]:
        """Number and keep what was told, with the settlements that hang on it."""
        with self.transaction():
            out = [self._keep(event) for event in events]
            if any(isinstance(event, Corrected) for event in events):
                self._state = game.fold(self._log)
                if self._state is None:
                    raise IllegalEvent("game", "that the evening has begun cannot be taken back")
            else:
                for event in out:
                    self._state = game.apply(self._state, event)
            return out + self._settled_anew()

    def _keep(self, event: Event) -> Event:
        numbered = replace(event, seq=len(self._log) + 1, t=self._now)
        self._log = (*self._log, numbered)
        return numbered

    def _settled_anew(self) -> list[Event]:
        """Settlements that the log does not tell yet; those that no longer stand are taken back."""
        recorded = {
            event.seq: event
            for _, event in game.in_force(self._log)
            if isinstance(event, Settlement | NapSettlement)
        }
        stands: list[AnySettlement] = list(self._state.settlements)
        out: list[Event] = []
        for number, event in recorded.items():
            meant = replace(event, seq=None, t=None)
            if meant in stands:
                stands.remove(meant)
            elif number is not None:
                out.append(self._keep(Corrected(number, None)))
        return out + [self._keep(each) for each in stands]
