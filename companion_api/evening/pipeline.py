"""The one path from a camera to the log: frames → observer → referee → events.

`watch`, `play` and `demo` all walk it. It runs in the caller's thread, one frame at a time;
other threads talk to the referee only through the inbox, so that an event has one author and
one order.
"""

from __future__ import annotations

import queue
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from companion_api.files.calls_file import Statement, moment
from companion_api.system.memory import WhileQuiet
from engine.boundaries import Frame, Heard, Proof, Sighting
from engine.errors import IllegalEvent
from engine.events import Event
from engine.record.keeper import Keeper
from engine.referee.referee import Referee
from engine.referee.tricks.untold import refused

Command = Callable[[Referee | Keeper], list[Event]]
"""Something to be done between two frames, e.g. ``lambda referee: referee.hear(heard)``."""
Inbox = queue.SimpleQueue
"""Holds `Command`; any thread may put one in. What a command raises is the sender's to catch:
wrap it (a `concurrent.futures.Future`) when the answer matters."""


class Observer(Protocol):
    """What turns frames into sightings (`vision.observer.observer.Observer`)."""

    def look(self, frame: Frame) -> list[Sighting]: ...

    def evidence(self, sighting: Sighting) -> bytes | None:
        """JPEG of a sighting just returned: the table around it, left half before, right half after."""
        ...

    def proved(self) -> Sequence[Proof]:
        """The pictures of the cards that surely lie there since `look` last returned."""
        ...


@dataclass(frozen=True, slots=True)
class PipelineOutput:
    """What one frame (or one command, or the end of the film) brought.

    Attributes:
        t: seconds of the recording at which it is known.
        events: new events, in order, each with its ``seq``; may be empty when only sightings came.
        pictures: JPEG bytes by position in ``events``.
        sightings: what was seen, for the bench and for people who want to know why.
        proved: pictures of cards that are certain since, whenever they were told.
    """

    t: float
    events: tuple[Event, ...] = ()
    pictures: Mapping[int, bytes] = field(default_factory=dict)
    sightings: tuple[Sighting, ...] = ()
    proved: tuple[Proof, ...] = ()


def run(
    frames: Iterable[Frame],
    observer: Observer,
    referee: Referee | Keeper,
    inbox: Inbox[Command] | None = None,
    *,
    calls: Sequence[Statement] = (),
) -> Iterator[PipelineOutput]:
    """Walk the whole path until the frames end; yields only when there is something to tell.

    The evening is opened first (`Referee.start`). Every frame lets the referee know how far time
    has come (`Referee.tick`), so that windows close even when nothing happens. At the end of the
    frames the referee says what it still held back (`Referee.finish`).

    Args:
        frames: from one camera, in order.
        observer: turns them into sightings.
        referee: turns sightings into events.
        inbox: what other threads want of the referee.
        calls: made and told in the film, by time; each is handed over when the frames have come to it.
    """
    waiting = deque(calls)
    pictures: dict[float, bytes] = {}
    quiet = WhileQuiet()
    t = 0.0
    opening = referee.start()
    if opening:
        yield _output(t, opening, pictures)
    for frame in frames:
        t = frame.t
        while inbox is not None and not inbox.empty():
            events = inbox.get_nowait()(referee)
            if events:
                yield _output(t, events, pictures)
        while waiting and moment(waiting[0]) <= t:
            events = _take(referee, waiting.popleft())
            if events:
                yield _output(t, events, pictures)
        sightings = observer.look(frame)
        events = []
        for sighting in sightings:
            jpeg = observer.evidence(sighting)
            if jpeg is not None:
                pictures[round(float(sighting.t), 3)] = jpeg  # milliseconds, as events have them
            events += referee.observe(sighting)
        events += referee.tick(t)
        proved: tuple[Proof, ...] = tuple(getattr(observer, "proved", tuple)())  # not every camera's can
        if events or sightings or proved:
            yield replace(_output(t, events, pictures, sightings), proved=proved)
        else:
            quiet.at(t)
        for old in [known for known in pictures if known < t - KEEP_PICTURES]:
            del pictures[old]
    events = referee.finish()
    if events:
        yield _output(t, events, pictures)


def _take(referee: Referee | Keeper, statement: Statement) -> list[Event]:
    """What was called or told at this moment; what the rules do not allow then becomes an alert."""
    if isinstance(statement, Heard):
        return referee.hear(statement)
    try:
        return referee.enter(replace(statement, seq=None, t=None))
    except IllegalEvent as error:
        return referee.enter(refused(statement, error))


KEEP_PICTURES = 120.0
"""Seconds that a picture waits for the event it may prove: the referee holds back doubtful cards."""


def _output(
    t: float, events: list[Event], pictures: Mapping[float, bytes], sightings: Iterable[Sighting] = ()
) -> PipelineOutput:
    """Give each event the picture of the sighting that it came from: the one with its time."""
    proofs = {
        position: pictures[event.t]
        for position, event in enumerate(events)
        if event.t is not None and event.t in pictures
    }
    return PipelineOutput(t, tuple(events), proofs, tuple(sightings))
