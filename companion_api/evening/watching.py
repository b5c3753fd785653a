"""The table's own thread: frames into the pipeline, what comes out into the evening.

Everything that touches the referee happens in this one thread, between two frames, so events
have one author and one order: also what phones ask (`Watching.ask`). When the pictures have
ended, or before they begin, questions are answered by whoever asks, one at a time.

What the referee has decided and the disk would not take (it is full, somebody else holds the
database) waits here in order and is written as soon as it can be; phones are told, and nothing
new is taken from them until then.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import Any

from companion_api.evening import pipeline
from companion_api.evening.live import Live
from companion_api.evening.no_camera import NoCamera
from companion_api.files.calls_file import Statement, moment
from companion_api.replay.filming import Filming
from companion_api.replay.given import read_said, said_json
from companion_api.store import StaleCommand, StoreFailed
from engine.boundaries import Expected, Frame, Heard, Quad
from engine.errors import BadInput
from engine.evening import reminding
from engine.events import Event, to_json
from engine.record.keeper import Keeper
from engine.referee.gate import Dropped
from engine.referee.referee import Referee
from hardware.cameras import Camera, CameraLost
from vision.table.bearings import Bearings
from vision.table.board import TableView
from vision.table.registration import Moved

ANSWER_SECONDS = 6.0
"""How long a phone waits for the referee: a slow computer may be busy with a frame. Less than the seven
seconds after which the page says that a tap was not sent (``PATIENCE_TAP`` in page/ask.js)."""
ASK_AGAIN = 0.5
"""Seconds after which whoever waits for an answer looks whether nobody is left to give it."""
STOP_SECONDS = 30.0
"""How long the frame in hand may take when people stop."""
LOST_PATIENCE = 0.5
"""Seconds without a picture after which people are told (the camera goes on trying)."""
HUNG = 20.0
"""Seconds that a frame may take before the table's thread counts as hung."""
AHEAD = 1.0
"""Seconds that a tap's time may be ahead of the last frame: pictures may have stopped."""
RETRY_SECONDS = 1.0
"""How often it is tried again to write what could not be written."""
LOOK_SECONDS = 10.0
"""How often it is looked, while nothing is written, whether the store's file is still there."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the referee told when it was asked something.

    Attributes:
        events: in order, numbered.
        marks: further fields of some, by name and position.
    """

    events: Sequence[Event] = ()
    marks: Mapping[str, Mapping[int, Any]] = field(default_factory=dict)


Job = Callable[[], Outcome]
"""Asks the referee something; runs in the referee's thread. When it raises, nothing has happened."""
log = logging.getLogger(__name__)


class Busy(Exception):
    """The table took too long over its frame; what was asked has not happened and will not."""


class _Stopped(Exception):
    """People stopped: the evening may go on later, so nothing is concluded (`Referee.finish`)."""


@dataclass(frozen=True, slots=True)
class _Unsaved:
    """Events that the referee has decided, and what it has been told besides, not yet on the disk."""

    events: Sequence[Event]
    lines: Sequence[Mapping[str, Any]]
    pictures: Mapping[int, bytes] | None
    statements: Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Manner:
    """How a table is watched.

    Attributes:
        calls: made in the film or by the simulated players, handed over at their times.
        speed: how many seconds of a recording pass in one; None: as fast as it goes. Live
            cameras have their own time.
        told: called with each event once it is stored, from the thread that recorded it.
        ignored: called with what was heard and could not be, from the table's thread.
        expects: called with what may be said, whenever that changes, from the table's thread.
        ended: called when there are no more pictures.
    """

    calls: Sequence[Statement] = ()
    speed: float | None = 1.0
    told: Callable[[Event], None] = lambda event: None
    ignored: Callable[[Dropped], None] = lambda dropped: None
    expects: Callable[[Expected], None] = lambda expected: None
    ended: Callable[[], None] = lambda: None


AS_EVER = Manner()


class Watching:
    """Reads one table for one evening.

    Args:
        live: where events go.
        camera: where frames come from; closed at the end.
        observer: turns frames into sightings.
        referee: writes the log, with the evening's events so far already in it.
        manner: how it is watched.

    Attributes:
        frame: the last one, as the camera gave it; None before the first.
        blind: whether no picture comes now.
    """

    def __init__(
        self,
        live: Live,
        camera: Camera,
        observer: pipeline.Observer,
        referee: Referee | Keeper,
        manner: Manner = AS_EVER,
    ) -> None:
        self.live = live
        self.referee = referee
        self._camera = camera
        self._observer = observer
        self._filming = Filming(live.replay.ring, lambda: live.story)
        self._manner = manner
        self._calls = sorted(manner.calls, key=moment)
        self._speed = None if camera.live else manner.speed
        self._ignored_so_far = 0
        self._expected = Expected()
        self._jobs: queue.SimpleQueue[tuple[Job, Future[list[dict[str, Any]]]]] = queue.SimpleQueue()
        self._unsaved: list[_Unsaved] = []
        self._tried = 0.0
        self._looked, self._lies_there = time.monotonic(), True
        self._alone = threading.Lock()
        """Held by the thread while it runs; whoever has it may use the referee."""
        self._stop = threading.Event()
        self._paused = False
        self._thread = threading.Thread(target=self._run, name="watching", daemon=True)
        # An evening that goes on has its own time already; the camera starts again from 0.
        self._again = _statements_before(live)
        self._statements: Sequence[Mapping[str, Any]] = [said_json(each) for each in self._again]
        self._t0 = max((each.t for each in (*referee.log, *self._again) if each.t is not None), default=0.0)
        self._seen = (self._t0, time.monotonic())
        self.frame: Frame | None = None
        self._went_round = time.monotonic()
        self.blind = False
        self.ended = threading.Event()

    def start(self) -> None:
        """Begin to watch."""
        self._alone.acquire()
        self._thread.start()

    def stop(self) -> None:
        """Stop watching and let go of the camera; waits a moment for the frame in hand."""
        self._stop.set()
        # A thread left in a library's code at exit would take the process down with it.
        if self._thread.is_alive():
            self._thread.join(STOP_SECONDS)

    @property
    def paused(self) -> bool:
        """Whether a film or simulated table stands still."""
        return self._paused

    def pause(self, paused: bool) -> None:
        """Let a film or a simulated table stand still, or go on; a live camera has its own time."""
        self._paused = paused and self._speed is not None
        self.live.pause(self._paused)

    @property
    def speed(self) -> float | None:
        """How many seconds of a film or simulated table pass in one; None: a live camera has its own time."""
        return self._speed

    def hurry(self, speed: float) -> None:
        """Let a film or a simulated table pass so fast from now on; a live camera has its own time."""
        if self._speed is not None:
            self._speed = speed

    @property
    def well(self) -> bool:
        """Whether the table's thread goes round, also while there is no picture; an ended one is well."""
        return not self._thread.is_alive() or time.monotonic() - self._went_round < HUNG

    @property
    def t(self) -> float:
        """The table's time now: that of the last frame, and what has passed since (`AHEAD` at most)."""
        t, at = self._seen
        return t + min((time.monotonic() - at) * (self._speed or 1.0), AHEAD)

    @property
    def view(self) -> TableView | None:
        """Where the table lies in the picture, as far as that is known."""
        return self._observer.view if isinstance(self._observer, Bearings) else None

    @property
    def unsaved(self) -> int:
        """How many decisions of the referee wait to be written."""
        return len(self._unsaved)

    def place(self, board: Quad, moved: Moved) -> None:
        """People say where the board lies in the picture now (`Bearings.told`); from any thread.

        Raises:
            Busy: the frame in hand takes too long.
        """

        def do() -> Outcome:
            if self.frame is None or not isinstance(self._observer, Bearings):
                return Outcome()
            seen = self._observer.told(board, moved, self.frame)
            return Outcome([event for each in seen for event in self.referee.observe(each)])

        self.ask(do)

    def record(
        self, events: Sequence[Event], pictures: Mapping[int, bytes] | None = None, **marks: Mapping[int, Any]
    ) -> list[dict[str, Any]]:
        """Store what the referee said; only where the referee may be used.

        Args:
            events: in order, numbered.
            pictures: JPEG by position.
            marks: further fields by position.
        """
        lines = [to_json(event) for event in events]
        for name, values in marks.items():
            for position, value in values.items():
                lines[position][name] = value
        # What is answered must be found again: with its answer is written what it has not come to yet.
        statements = [said_json(each) for each in self.referee.pending]
        if lines or statements != self._statements:
            self._statements = statements
            self._unsaved.append(_Unsaved(events, lines, pictures, statements))
        return self._save()

    def _save(self) -> list[dict[str, Any]]:
        """Write what waits, in order; the events stored last.

        Raises:
            StoreFailed: it cannot be written now; it goes on waiting.
        """
        stored: list[dict[str, Any]] = []
        while self._unsaved:
            waiting = self._unsaved[0]
            self._tried = time.monotonic()
            try:
                last = waiting.lines[0]["seq"] - 1 if waiting.lines else None
                stored = self.live.record(waiting.lines, waiting.pictures, last, waiting.statements)
            except StoreFailed as error:
                self.live.camera("storage", str(error))
                raise
            del self._unsaved[0]
            for event in waiting.events:
                try:
                    self._manner.told(event)
                except Exception:  # it is stored; whoever cannot hear of it stops no evening
                    log.exception("an event could not be told")
        return stored

    def _save_again(self) -> bool:
        """Try once more to write what waits, now and then; whether all is written."""
        if self._unsaved and time.monotonic() - self._tried >= RETRY_SECONDS:
            with contextlib.suppress(StoreFailed):
                self._save()
        return not self._unsaved and self._store_there()

    def _store_there(self) -> bool:
        """Whether the store still lies where it was, looked at now and then; people are told when not."""
        now = time.monotonic()
        if now - self._looked >= (LOOK_SECONDS if self._lies_there else RETRY_SECONDS):
            self._looked, self._lies_there = now, True
            try:
                self.live.store.look_after()
            except StoreFailed as error:
                self._lies_there = False
                self.live.camera("storage", str(error))
        return self._lies_there

    def hear(self, heard: Heard) -> None:
        """Something was said; from any thread.

        Raises:
            TimeoutError: the frame in hand takes too long.
        """
        self.ask(lambda: Outcome(self.referee.hear(heard)))

    def ask(self, job: Job) -> list[dict[str, Any]]:
        """Run ``job`` where the referee may be used, from any thread, and store what it brings.

        Returns:
            The events stored.

        Raises:
            Busy: the frame in hand takes too long; the job will not run any more.
            StoreFailed: the disk does not take what was decided before, so nothing new is begun,
                or not what this job decided: that waits to be written.
            Exception: what the job raises; nothing of it has happened then.
        """
        answer: Future[list[dict[str, Any]]] = Future()
        self._jobs.put((job, answer))
        until = time.monotonic() + ANSWER_SECONDS
        while not answer.done():
            # Whoever held the lock may have looked for jobs just before this one came.
            if self._alone.acquire(blocking=False):
                try:
                    self._answer()
                finally:
                    self._alone.release()
            with contextlib.suppress(TimeoutError):
                return answer.result(min(ASK_AGAIN, ANSWER_SECONDS))
            if time.monotonic() >= until and answer.cancel():
                raise Busy(f"the table did not answer within {ANSWER_SECONDS:g} seconds")
        return answer.result()

    def _answer(self, wait: float = 0.0) -> None:
        """Run the jobs that wait; with ``wait``, for that many seconds."""
        until = time.monotonic() + wait
        while True:
            try:
                left = until - time.monotonic()
                job, answer = self._jobs.get(timeout=left) if left > 0 else self._jobs.get_nowait()
            except queue.Empty:
                return
            if not answer.set_running_or_notify_cancel():
                continue
            try:
                self._save()
                with self.referee.transaction():
                    outcome = job()
                answer.set_result(self.record(outcome.events, **outcome.marks))
            except Exception as error:
                answer.set_exception(error)

    def _remind(self, t: float) -> None:
        """Where people agreed on it: ask for a call that is still missing, while it counts."""
        table, story = self.live.table, self.live.story
        if table is None or table.terms.reminder is None or story.state is None:
            return
        seconds, listening = table.terms.reminder, self.referee.listens
        for alert in reminding.due(story.state, story.events, t, seconds, listening=listening):
            with contextlib.suppress(StoreFailed):  # it waits with all else
                self.record(self.referee.enter(alert))

    def _tell_ignored(self) -> None:
        """What was heard since and could not be."""
        for dropped in self.referee.dropped[self._ignored_so_far :]:
            self._ignored_so_far += 1
            self._manner.ignored(dropped)

    def _tell_expected(self) -> None:
        """What may be said now, where that has changed."""
        expected = self.referee.expected
        if expected != self._expected:
            self._expected = expected
            self._manner.expects(expected)

    def _run(self) -> None:
        try:
            self._say_again()
            with self._camera:
                for output in pipeline.run(self._frames(), self._observer, self.referee, calls=self._calls):
                    with contextlib.suppress(StoreFailed):
                        self.record(output.events, output.pictures)
                    for proof in output.proved:
                        self.live.prove(proof)
            while self._unsaved and not self._stop.wait(RETRY_SECONDS):
                self._save_again()
            self.live.camera("ended")
        except _Stopped:
            pass
        except StaleCommand:
            self.live.camera("elsewhere")
        except BadInput as error:
            self.live.camera("failed", str(error))
        except Exception as error:
            log.exception("the table can no longer be read")
            self.live.camera("failed", f"{type(error).__name__}: {error}")
        finally:
            with contextlib.suppress(StoreFailed, StaleCommand):
                self._save()
            self.blind = True
            self.ended.set()
            self._alone.release()
            self._manner.ended()

    def _say_again(self) -> None:
        """Tell the referee what people had said before a restart and the log does not tell."""
        events = [event for each in self._again for event in self.referee.say_again(each)]
        with contextlib.suppress(StoreFailed):  # it waits with all else
            self.record(events)

    def _stood_still(self) -> float:
        """Wait while paused, phones answered all the same; for how many seconds that was."""
        since = time.monotonic()
        while self._paused and not self._stop.is_set():
            self._went_round = time.monotonic()
            self._answer(ASK_AGAIN)
        return time.monotonic() - since

    def _film(self, frame: Frame) -> None:
        """Keep the picture just looked at for «Revoir»; where that fails, the evening goes on without."""
        if isinstance(self._observer, Bearings):
            try:
                self._filming.saw(frame, self._observer)
            except Exception:
                log.exception("a picture could not be kept")

    def _frames(self) -> Iterator[Frame]:
        """The camera's frames in the evening's time, phones answered in between."""
        if isinstance(self._camera, NoCamera):
            self._camera.wait = self._answer
        if hasattr(self._camera, "patience"):
            self._camera.patience = LOST_PATIENCE
        due, before = time.monotonic(), 0.0
        while True:
            if self._stop.is_set():
                raise _Stopped
            self._went_round = time.monotonic()
            self._answer()
            self._tell_ignored()
            self._tell_expected()
            try:
                frame = next(self._camera)
            except StopIteration:
                return
            except CameraLost as lost:
                self.blind = True
                self.live.camera("lost", lost.why)
                continue
            if self._speed is not None:
                due += self._stood_still() + (frame.t - before) / self._speed
                before = frame.t
                while not self._stop.is_set() and (early := due - time.monotonic()) > 0:
                    self._answer(min(early, 0.2))
            # Milliseconds, as the log has them: an event's picture is found by its time.
            t = round(self._t0 + frame.t, 3)
            self._seen = (t, time.monotonic())
            self.frame, self.blind = replace(frame, t=t), False
            if self._save_again():
                self.live.camera("none" if isinstance(self._camera, NoCamera) else "ok")
                self._remind(t)
            yield self.frame
            if self._statements and not self._unsaved:  # what came to nothing need not be said again
                with contextlib.suppress(StoreFailed):
                    self.record(())
            self._film(self.frame)


def _statements_before(live: Live) -> list[Statement]:
    """What was said before a restart and is not in the log yet; what does not read is left out."""
    statements: list[Statement] = []
    for line in live.store.unsettled(live.evening.id):
        with contextlib.suppress(BadInput):
            statements.append(read_said(line, "what was said"))
    return statements
