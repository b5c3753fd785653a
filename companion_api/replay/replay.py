"""«Revoir»: the seconds round an event, from memory; and the file of an evening that went wrong."""

from __future__ import annotations

import base64
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion_api.games.views import read
from companion_api.replay.failed import FILM_SECONDS, packed
from companion_api.replay.laid_only import laid_only
from companion_api.replay.recorded import Given
from companion_api.replay.ring import Ring, Still
from hardware.files.private import private_folder, write_private

if TYPE_CHECKING:
    from vision.cards.reader import Reader

BEFORE, AFTER = 2.5, 1.5
"""Seconds shown before and after the moment of an event: a card is told 0.2 to 0.6 s after it lies."""
MOST_ASKED, WITHIN = 30, 10.0
"""How many replays all phones together may fetch in so many seconds: half a megabyte each."""
FOLDER = "failed"
"""Where the files go, in the data folder."""
KEPT = 20
"""Files there; the oldest go."""


class Often(Exception):
    """Too much is asked for now."""


class Replay:
    """The last minutes of one process's evenings; from any thread.

    Args:
        clock: seconds; only differences count.

    Attributes:
        ring: the pictures.
        given: what the evening's referee was given; None before it begins.
        folder: the data folder; None: nothing is kept there.
        reader: tells the faces of the pack that is played with; None: the shipped one.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.ring = Ring()
        self.given: Given | None = None
        self.folder: Path | None = None
        self._clock = clock
        self._lock, self._looking = threading.Lock(), threading.Lock()
        self.reader: Reader | None = None
        self._asked: deque[float] = deque(maxlen=MOST_ASKED)
        self._shown: dict[str, int] | None = None

    def clear(self) -> None:
        """Another evening."""
        self.ring.clear()
        self.given, self._shown = None, None

    def message(self) -> dict[str, Any]:
        """What pages are told: ``since``, the time of the oldest picture, and what televisions show."""
        span = self.ring.span
        return {"since": None if span is None else span[0], "shown": self._shown}

    def show(self, **what: int) -> None:
        """Let televisions show what is round an event (``seq``), or a ``step`` of a ``round``."""
        with self._lock:
            self._shown = {**what, "number": 1 + (self._shown["number"] if self._shown else 0)}

    def round(self, event: Mapping[str, Any]) -> list[dict[str, Any]] | None:
        """The pictures round an event: ``[{t, jpeg}]``, base64; None: they are not in memory.

        Args:
            event: its line.

        Raises:
            Often: too many are asked for.
        """
        self._count()
        t, span = event.get("t"), self.ring.span
        if t is None or span is None or not span[0] <= t <= span[1] + AFTER:
            return None
        stills = self._legible(t - BEFORE, t + AFTER)
        return [{"t": still.t, "jpeg": base64.b64encode(still.jpeg).decode()} for still in stills] or None

    def now(self) -> dict[str, Any] | None:
        """The newest picture, with what is read in it outlined; None: there is none.

        Returns:
            ``t, jpeg`` (base64), ``cards [{card, corners}]``, places as shares of width and height.

        Raises:
            Often: too many are asked for.
        """
        self._count()
        span = self.ring.span
        newest = () if span is None else self._legible(span[1], span[1])
        for still in newest[-1:]:
            cards = [{"card": card.code, "corners": [list(c) for c in quad]} for card, quad in still.outlines]
            return {"t": still.t, "jpeg": base64.b64encode(still.jpeg).decode(), "cards": cards}
        return None

    def failed(self, setup: Mapping[str, Any], log: Sequence[Mapping[str, Any]]) -> bytes:
        """The evening as a file, for whoever asks; it also goes into the data folder, where there is one.

        Args:
            setup: the table.
            log: the evening's lines.

        Raises:
            Often: too many are asked for.
            OSError: it cannot be written.
        """
        self._count()
        given, span = self.given, self.ring.span
        film = () if span is None else self._legible(span[1] - FILM_SECONDS, span[1])
        began, lines = (len(log), ()) if given is None else (given.began, laid_only(given.lines(), read(log)))
        data = packed(setup, log, began, lines, film)
        if self.folder is not None:
            folder = self.folder / FOLDER
            private_folder(folder)
            file = folder / f"nainjaune-{datetime.now():%Y-%m-%d-%H%M%S}.zip"
            write_private(file, data)
            for old in sorted(folder.glob("nainjaune-*.zip"))[:-KEPT]:
                old.unlink()
        return data

    def _legible(self, start: float, end: float) -> list[Still]:
        """The pictures of a time as they may be given out; one look at a time."""
        from companion_api.replay.legible import legible  # vision is loaded where there are pictures

        with self._looking:
            return legible(self.ring.between(start, end), self.ring, self.reader)

    def _count(self) -> None:
        with self._lock:
            now = self._clock()
            if len(self._asked) == MOST_ASKED and now - self._asked[0] < WITHIN:
                raise Often
            self._asked.append(now)
