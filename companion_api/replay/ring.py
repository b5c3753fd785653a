"""The last minutes of the camera in memory: small pictures in which nothing held can be read."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Set
from dataclasses import dataclass

from engine.boundaries import Quad
from engine.cards import Card

MOST_BYTES = 40_000_000
"""Of all pictures together; 25 to 40 kB each, four a second: five minutes and more."""


Region = tuple[int, int, int, int]
"""Left, top, right, bottom, pixels."""


@dataclass(frozen=True, slots=True)
class Still:
    """One picture.

    Attributes:
        t: seconds of the evening.
        jpeg: what `vision.redaction` gives of it.
        shown: the cards that are shown in it as they lie.
        where: the parts of the picture in which anything is as it was: left, top, right, bottom, pixels.
        coarse: the picture with nothing as it was.
        outlines: what is read in it: each card that is shown, and its corners as shares of the picture's
            width and height.
    """

    t: float
    jpeg: bytes
    shown: frozenset[Card] = frozenset()
    where: tuple[Region, ...] = ()
    coarse: bytes = b""
    outlines: tuple[tuple[Card, Quad], ...] = ()

    @property
    def bytes(self) -> int:
        """What it takes."""
        return len(self.jpeg) + len(self.coarse)

    def withdrawn(self) -> Still:
        """The picture in which nothing is shown any more."""
        return Still(self.t, self.coarse)


class Ring:
    """Pictures by time, the oldest go first; from any thread.

    Args:
        limit: bytes of all pictures together.
    """

    def __init__(self, limit: int = MOST_BYTES) -> None:
        self._most = limit
        self._lock = threading.Lock()
        self._stills: deque[Still] = deque()
        self._bytes = 0

    def keep(self, still: Still) -> None:
        """Take in the next picture; one from before the last (time was set back) clears the ring first."""
        with self._lock:
            if self._stills and still.t < self._stills[-1].t:
                self._clear()
            self._stills.append(still)
            self._bytes += still.bytes
            while self._bytes > self._most:
                self._bytes -= self._stills.popleft().bytes

    def between(self, start: float, end: float) -> tuple[Still, ...]:
        """The pictures taken from ``start`` to ``end``, both included, seconds of the evening."""
        with self._lock:
            return tuple(still for still in self._stills if start <= still.t <= end)

    @property
    def span(self) -> tuple[float, float] | None:
        """When the oldest and the newest were taken; None: there is none."""
        with self._lock:
            return (self._stills[0].t, self._stills[-1].t) if self._stills else None

    def withdraw(self, cards: Set[Card]) -> None:
        """These were never laid: no picture that showed one of them shows anything from now on."""
        with self._lock:
            self._change(lambda still: still.withdrawn() if still.shown & cards else still)

    def replace(self, still: Still, other: Still) -> None:
        """Put another picture in one's place, if it is still there."""
        with self._lock:
            self._change(lambda each: other if each is still else each)

    def _change(self, how: Callable[[Still], Still]) -> None:
        self._stills = deque(how(still) for still in self._stills)
        self._bytes = sum(still.bytes for still in self._stills)

    def clear(self) -> None:
        """Forget all pictures."""
        with self._lock:
            self._clear()

    def _clear(self) -> None:
        self._stills.clear()
        self._bytes = 0
