"""The log of an evening as it grows, and the evening that it tells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from engine.events import Alert, Corrected, Event, RoundStarted
from engine.games import game
from engine.games.game_rules import Evening
from engine.record.overlooked import Wanted
from engine.referee.retelling import Line, changes
from engine.referee.transaction import Changing

E = TypeVar("E", bound=Event)


class Journal(Changing):
    """Events numbered and kept; what follows from them is worked out once.

    Args:
        log: an evening to go on with, as it was emitted.

    Attributes:
        events: every event so far.
        now: seconds, of whatever came last.
        lines: what this round's events say, each with its number.
        standing: alerts that stand until they are lifted: by what they are about, their number.

    Raises:
        IllegalEvent, BadInput: the log cannot be folded.
    """

    def __init__(self, log: Sequence[Event] = ()) -> None:
        self.events = tuple(log)
        self.now = max((event.t for event in self.events if event.t is not None), default=0.0)
        self.standing: dict[str, int] = {}
        self._state: Evening | None = game.fold(self.events)
        self._stale = False
        self.begin_round()

    def begin_round(self) -> None:
        """What was told so far stands; a round is told from here on."""
        self._begun = self.evening
        self._from = len(self.events)
        self.lines: list[tuple[Line, int]] = []

    def take_up(self, player: str) -> None:
        """Take up, after a restart, that a hand which people told of this player breaks a rule, so that it is
        not told once more and goes when the hand is put right.
        """
        broken = [
            event
            for place, event in game.in_force(self.events)
            if place >= self.round_started
            and isinstance(event, Alert)
            and (event.kind, event.player, event.extra.get("reason")) == ("uncertain", player, "broken")
        ]
        if broken and broken[-1].seq is not None:
            # As it was told: who tapped, and what else stands beside it in the log, says nothing of the hand.
            marks = {name: broken[-1].extra[name] for name in ("reason", "rule") if name in broken[-1].extra}
            self.lines.append((Line(replace(broken[-1], extra=marks)), broken[-1].seq))

    def passes(self, t: float) -> None:
        """Time has come to a second, if it has not come further."""
        self.now = max(self.now, t)

    @property
    def evening(self) -> Evening | None:
        """The game as the log tells it; None before the start."""
        if self._stale:
            recent = self.events[self._from :]
            # From this round on, where the log has not been corrected further back.
            back = any(isinstance(event, Corrected) and event.target <= self._from for event in recent)
            self._state = game.fold(self.events) if back else game.fold(recent, self._begun)
            self._stale = False
        return self._state

    @property
    def round_started(self) -> int:
        """Place of the event that began the last round; 0 before the first."""
        started = (place for place, event in enumerate(self.events) if isinstance(event, RoundStarted))
        return max(started, default=0)

    def numbered(self, event: E) -> E:
        """An event as the log's next."""
        return replace(_in_milliseconds(event), seq=len(self.events) + 1)

    def emit(self, event: Event) -> Event:
        """One more event."""
        numbered = self.numbered(event)
        self.events += (numbered,)
        if self._stale or isinstance(event, Corrected):
            self._stale = True
        else:
            self._state = game.apply(self._state, numbered)
        return numbered

    def correct(self, number: int, event: Event | None, **extra: object) -> Event:
        """Another event, or none, in the place of one."""
        instead = None if event is None else replace(_in_milliseconds(event), seq=None)
        return self.emit(Corrected(number, instead, t=self.now, extra=extra))

    def without_round(self, correction: Corrected) -> Evening | None:
        """The evening with one more correction, and without what this round's lines tell."""
        ours = {number for _, number in self.lines}
        remaining = [
            event
            for event in (*self.events, replace(correction, seq=len(self.events) + 1))
            if event.seq not in ours and not (isinstance(event, Corrected) and event.target in ours)
        ]
        state: Evening | None = game.fold(remaining)
        return state

    def stand(self, what: str, event: Alert | None) -> list[Event]:
        """An alert that stands until it is lifted (None)."""
        if event is not None:
            raised = self.emit(event)
            self.standing[what] = len(self.events)
            return [raised]
        number = self.standing.pop(what, None)
        return [] if number is None else [self.correct(number, None, reason="found")]

    def retell(self, lines: Iterable[Line]) -> Iterator[Event]:
        """Have the round say these lines: what is new in it is emitted, what differs is corrected."""
        script = tuple(lines)
        todo = changes(self.lines, script)
        for number, instead in todo.instead:
            yield self.correct(number, instead)
        before, self.lines = {number: line.event for line, number in self.lines}, []
        wanted = Wanted(self.events)
        for line, stays in zip(script, todo.stays, strict=True):
            event = wanted.marked(line.event)
            if stays is None:
                yield self.emit(event)
            elif event is not line.event and event.extra != before[stays].extra:
                yield self.correct(stays, event)
            number = len(self.events) if stays is None else stays
            wanted.take(event, number)
            self.lines.append((replace(line, event=event), number))


def _in_milliseconds(event: E) -> E:
    return event if event.t is None else replace(event, t=round(event.t, 3))
