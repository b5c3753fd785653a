"""A referee that remembers what it was given, so that a developer can give another one the same.

The referee is pure: the same sightings, calls, taps and times bring the same log. What raised has changed
nothing and is not remembered.
"""

from __future__ import annotations

import json
import threading
from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from companion_api.replay.given import heard_json, said_json, sighting_json
from engine.boundaries import Heard, Sighting
from engine.events import Event, to_json
from engine.referee.referee import Referee
from engine.table import Table

MOST_BYTES = 16_000_000
"""Of what an evening's referee is given besides the time: a look at a card has 1 kB, a round a hundred."""
TICKS_A_LINE = 500


class Given:
    """What a referee was given, in order; read from any thread.

    Args:
        log: the events that it had when it began.
        limit: bytes that are kept besides the time.

    Attributes:
        began: how many events it had when it began.
        whole: all is there; False: it became too much, and only the log tells the evening.
    """

    def __init__(self, log: Sequence[Event] = (), limit: int = MOST_BYTES) -> None:
        self.began = len(log)
        self.whole = True
        self._most = limit
        self._lock = threading.Lock()
        self._ticks = array("d")
        self._others: list[tuple[int, bytes]] = []  # after how many ticks, and what
        self._bytes = 0

    @property
    def place(self) -> tuple[int, int]:
        """How far it has come: ticks, and all else."""
        return len(self._ticks), len(self._others)

    def back_to(self, place: tuple[int, int]) -> None:
        """What was given after that place was taken back (`Referee.transaction`)."""
        with self._lock:
            del self._ticks[place[0] :]
            self._bytes -= sum(len(line) for _, line in self._others[place[1] :])
            del self._others[place[1] :]

    def tick(self, t: float) -> None:
        """The time came to ``t``."""
        with self._lock:
            if self.whole:
                self._ticks.append(t)

    def add(self, what: dict[str, Any]) -> None:
        """Anything else, as JSON values."""
        line = json.dumps(what, ensure_ascii=False).encode()
        with self._lock:
            self._bytes += len(line)
            self.whole = self.whole and self._bytes <= self._most
            if self.whole:
                self._others.append((len(self._ticks), line))
            else:
                self._others.clear()
                del self._ticks[:]

    def lines(self) -> Iterator[str]:
        """All of it, as JSON Lines; nothing where it is not `whole`."""
        with self._lock:
            ticks, others = self._ticks[:], list(self._others)
        at = 0
        for until, line in [*others, (len(ticks), b"")]:
            for start in range(at, until, TICKS_A_LINE):
                yield json.dumps({"ticks": ticks[start : min(until, start + TICKS_A_LINE)].tolist()})
            at = until
            if line:
                yield line.decode()


class RecordedReferee(Referee):
    """See `engine.referee.referee.Referee`.

    Attributes:
        given: what it was given so far.
    """

    def __init__(self, table: Table, *, listens: bool = False, log: Sequence[Event] = ()) -> None:
        self.given = Given(log)
        self._place = self.given.place
        self._listened = False
        self._inside = False
        super().__init__(table, listens=listens, log=log)

    def start(self) -> list[Event]:
        """See `Referee.start`."""
        return self._noted({"start": True}, super().start)

    def observe(self, sighting: Sighting) -> list[Event]:
        """See `Referee.observe`."""
        return self._noted({"saw": sighting}, super().observe, sighting)

    def hear(self, heard: Heard) -> list[Event]:
        """See `Referee.hear`."""
        return self._noted({"heard": heard}, super().hear, heard)

    def tick(self, t: float) -> list[Event]:
        """See `Referee.tick`."""
        return self._noted({"tick": t}, super().tick, t)

    def finish(self) -> list[Event]:
        """See `Referee.finish`."""
        return self._noted({"finish": True}, super().finish)

    def answer(self, number: int, choice: int | None) -> list[Event]:
        """See `Referee.answer`."""
        return self._noted({"answer": number, "choice": choice}, super().answer, number, choice)

    def correct(self, seq: int, replacement: Event | None) -> list[Event]:
        """See `Referee.correct`."""
        return self._noted({"correct": seq, "replacement": replacement}, super().correct, seq, replacement)

    def enter(self, event: Event, before: int | None = None) -> list[Event]:
        """See `Referee.enter`."""
        return self._noted({"enter": event, "before": before}, super().enter, event, before)

    def say_again(self, statement: Heard | Event) -> list[Event]:
        """See `Referee.say_again`."""
        return self._noted({"again": said_json(statement)}, super().say_again, statement)

    def undo(self) -> list[Event]:
        """See `Referee.undo`."""
        return self._noted({"undo": True}, super().undo)

    def _noted(self, what: dict[str, Any], do: Callable[..., list[Event]], *arguments: Any) -> list[Event]:
        """Do it, and remember it where it comes from outside and did not raise."""
        if self._inside:
            return do(*arguments)
        if self.given.place != self._place:  # a transaction was taken back since
            self.given.back_to(self._place)
        self._inside = True
        try:
            listens = self.listens
            events = do(*arguments)
        finally:
            self._inside = False
        if listens != self._listened:
            self._listened = listens
            self.given.add({"listens": listens})
        if "tick" in what:
            self.given.tick(what["tick"])
        else:
            self.given.add({name: _plain(value) for name, value in what.items()})
        self._place = self.given.place
        return events


def _plain(value: Any) -> Any:
    """An argument as JSON values."""
    if isinstance(value, Heard):
        return heard_json(value)
    if isinstance(value, int | dict | None):
        return value
    return to_json(value) if hasattr(value, "extra") else sighting_json(value)
