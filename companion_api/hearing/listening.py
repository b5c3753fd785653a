"""Hearing while a table is watched: a thread hands on what is announced, and keeps clips where asked to."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace

from engine.boundaries import Expected, Heard
from engine.errors import BadInput
from engine.referee.settings import DOUBTFUL
from hardware.hearing.announcements import announcements
from hardware.hearing.clips import Clips
from hardware.hearing.recogniser import Recogniser
from hardware.hearing.speech import Announcement, SpeechSource

REMEMBERED = 40
"""Announcements of which it is still known when they were said by the microphone's own clock."""
log = logging.getLogger(__name__)


class TableTime:
    """The table's time between two frames of a live camera."""

    def __init__(self) -> None:
        self._seen = (0.0, time.monotonic())

    def seen(self, t: float) -> None:
        """A frame with this time has come."""
        self._seen = (t, time.monotonic())

    def now(self) -> float:
        """Seconds of the table."""
        t, at = self._seen
        return t + time.monotonic() - at


class Listening:
    """Hears while the table is watched, in a thread of its own.

    Args:
        ear: where words come from; closed at the end.
        language: what is spoken.
        hear: called with what was announced, in the table's time, from that thread.
        now: the table's time.
        clips: keeps the sound of what was heard doubtfully; None: no sound is ever kept.
        failed: told, from that thread, why nothing is heard any more (a package's recogniser failed).
    """

    def __init__(
        self,
        ear: SpeechSource,
        language: str,
        hear: Callable[[Heard], object],
        now: Callable[[], float],
        clips: Clips | None = None,
        failed: Callable[[BadInput], object] = lambda why: None,
    ) -> None:
        self.ear = ear
        self._language = language
        self._hear = hear
        self._now = now
        self._clips = clips
        self._failed = failed
        self._said: deque[tuple[float, str, Announcement]] = deque(maxlen=REMEMBERED)
        self._thread = threading.Thread(target=self._run, name="listening", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def stop(self) -> None:
        """Stop listening and let go of the microphone."""
        self.ear.close()
        if self._thread.is_alive():
            self._thread.join(timeout=5.0)

    def expect(self, expected: Expected) -> None:
        """Only this may be said now, in the table's time; from any thread."""
        if isinstance(self.ear, Recogniser):
            self.ear.expect(replace(expected, since=expected.since - self._later()))

    def keep(self, heard: Heard, why: str) -> None:
        """Keep the sound of an announcement that turned out to be none, where that is asked for."""
        for t, text, found in tuple(self._said):
            if self._clips is not None and (t, text) == (heard.t, heard.text):
                self._clips.keep(self.ear, found.t, found.end, f"{found.token}-{why}")

    def keep_between(self, start: float, end: float, name: str) -> None:
        """Keep the sound between two of the table's times, where that is asked for."""
        if self._clips is not None:
            later = self._later()
            self._clips.keep(self.ear, start - later, end - later, name)

    def _later(self) -> float:
        """Seconds by which the table's clock is ahead: both run alike; they began at different moments."""
        return self._now() - (time.monotonic() - self.ear.began)

    def _run(self) -> None:
        try:
            self._hear_all()
        except BadInput as why:
            self.ear.close()
            self._failed(why)

    def _hear_all(self) -> None:
        for breath in self.ear:
            for found in announcements(breath, self._language):
                keep_doubtful(self._clips, self.ear, found)
                heard = found.heard()
                heard = replace(heard, t=max(0.0, heard.t + self._later()))
                self._said.append((heard.t, heard.text, found))
                try:
                    self._hear(heard)
                except Exception:  # the table may be busy or gone: the next call may be heard again
                    log.exception("an announcement could not be taken in")


def keep_doubtful(clips: Clips | None, ear: SpeechSource, found: Announcement) -> None:
    """Keep the sound of a doubtful announcement, where that is asked for."""
    if clips is not None and found.confidence < DOUBTFUL:
        clips.keep(ear, found.t, found.end, f"{found.token}-{found.confidence:.2f}")
