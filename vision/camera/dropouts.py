"""Notices when a film shows nothing of the table for a while: black pictures, frozen ones, none at all."""

from __future__ import annotations

import numpy as np

from engine.boundaries import Frame
from vision.camera.settings import CAMERA

DROPOUTS = CAMERA.dropouts


class Dropouts:
    """Follows the pictures of one camera."""

    def __init__(self) -> None:
        self._last: np.ndarray | None = None
        self._t = 0.0
        self._number = 0
        self._usual = 0.0
        self._moving = False
        self.since: float | None = None
        """Second from which on nothing is seen; None while the table is."""

    def unseen(self, frame: Frame) -> float | None:
        """How long nothing was seen just before a picture: seconds, 0 as a rule; None: it shows nothing."""
        few = frame.image[:: DROPOUTS.stride, :: DROPOUTS.stride]
        if self._nothing(few):
            if self.since is None:
                self.since = frame.t if self._last is None else self._t
            return None
        passed = frame.t - self._t
        known = self._last is not None
        if known:
            steps = np.abs(few.astype(np.int16) - self._last).max(axis=2)
            self._moving = bool(np.mean(steps > DROPOUTS.step) > DROPOUTS.moving)
        # A busy computer passes pictures over: their numbers tell that there were some.
        each = passed / max(1, frame.number - self._number)
        self._last, self._t, self._number = few.copy(), frame.t, frame.number
        dark, self.since = self.since is not None, None
        gap = (
            passed
            if known and passed >= DROPOUTS.least_gap and (dark or each > DROPOUTS.missed * self._usual > 0)
            else 0.0
        )
        if known and not dark:
            # A camera may become slower, in little light for instance; one gap says nothing of that.
            each = min(each, DROPOUTS.missed * self._usual) if self._usual else each
            self._usual += (0.1 if self._usual else 1.0) * (each - self._usual)
        return max(frame.gap, gap)

    def _nothing(self, few: np.ndarray) -> bool:
        if np.count_nonzero(few >= DROPOUTS.black) < 0.01 * few.size:
            return True
        return self._moving and self._last is not None and np.array_equal(few, self._last)
