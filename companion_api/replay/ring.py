"""The last minutes of the camera in memory: small pictures in which nothing held can be read."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass

MOST_BYTES = 40_000_000
"""Of all pictures together; 25 to 40 kB each, four a second: five minutes and more."""


@dataclass(frozen=True, slots=True)
class Still:
    """One picture.

    Attributes:
        t: seconds of the evening.
        jpeg: what `vision.redaction` gives of it.
    """

    t: float
    jpeg: bytes


class Ring:
    """Pictures by time, the oldest go first; from any thread.

    Args:
        most: bytes of all pictures together.
    """

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._stills: deque[Still] = deque()
        self._bytes = 0

    def keep(self, still: Still) -> None:
        """Take in the next picture; one from before the last (time was set back) clears the ring first."""
        with self._lock:
            if self._stills and still.t < self._stills[-1].t:
                self._clear()
            self._stills.append(still)
            self._bytes += len(still.jpeg)
            while self._bytes > self._most:
                self._bytes -= len(self._stills.popleft().jpeg)

    def between(self, start: float, end: float) -> tuple[Still, ...]:
        """The pictures taken from ``start`` to ``end``, both included, seconds of the evening."""
        with self._lock:
            return tuple(still for still in self._stills if start <= still.t <= end)

    @property
    def span(self) -> tuple[float, float] | None:
        """When the oldest and the newest were taken; None: there is none."""
        with self._lock:
            return (self._stills[0].t, self._stills[-1].t) if self._stills else None

    def clear(self) -> None:
        """Forget all pictures."""
        with self._lock:
            self._clear()

    def _clear(self) -> None:
        self._stills.clear()
        self._bytes = 0
