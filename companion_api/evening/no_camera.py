"""Playing without a camera: everything is tapped, on the same path as with one.

Frames without a picture keep the evening's time going, and the observer sees nothing in them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np

from engine.boundaries import Frame, Proof, Sighting
from hardware.cameras import Source

WORD = "none"
"""``--camera none``."""
EVERY = 0.2
"""Seconds between two frames: calls are judged that often."""


class NoCamera(Source):
    """Black frames in real time.

    Attributes:
        wait: what is done until the next frame is due, given the seconds; whoever watches has
            something better to do than to sleep.
    """

    name = WORD
    size = (1, 1)
    fps = 1 / EVERY
    live = True

    def __init__(self) -> None:
        self.wait: Callable[[float], None] = time.sleep
        self._began = time.monotonic()
        self._number = 0

    def __next__(self) -> Frame:
        due = self._began + self._number * EVERY
        self.wait(max(0.0, due - time.monotonic()))
        self._number += 1
        return self.frame(self._number - 1, time.monotonic() - self._began, np.zeros((1, 1, 3), np.uint8))


class SeesNothing:
    """The observer behind `NoCamera`."""

    def look(self, frame: Frame) -> list[Sighting]:
        """Nothing."""
        return []

    def evidence(self, sighting: Sighting) -> bytes | None:
        """Nothing."""
        return None

    def proved(self) -> Sequence[Proof]:
        """Nothing."""
        return ()
