"""Whether the table is in sight: everything changes at once only when the camera is bumped or covered."""

from __future__ import annotations

import numpy as np

from engine.boundaries import Sighting, ViewBack, ViewLost
from vision.geometry.masks import amount
from vision.motion.changes import Changes
from vision.motion.watch import Watched
from vision.observer.settings import OBSERVER

TABLE = OBSERVER.table


class View:
    """Follows whether one table is in sight.

    Args:
        changes: what of it is different since it was last known.

    Attributes:
        lost: whether it is not; then nothing else is told.
    """

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self.lost = False

    def look(self, watched: Watched) -> list[Sighting]:
        """What is told when it goes out of sight, and when it is back."""
        frame, shape = watched.frame, self._changes.changed.shape
        changed = sum(amount(piece.mask) for piece in watched.news)
        everything = float(np.mean(self._changes.changed))
        if not self.lost and everything > TABLE.lost:
            self.lost = True
            return [ViewLost(frame.t, frame.number, "the whole picture has changed")]
        if self.lost and (everything <= TABLE.lost or changed > TABLE.lost * shape[0] * shape[1]):
            # Either it is back as it was, or it has come to rest in a new place.
            self.lost = False
            if everything > TABLE.lost:
                self._changes.settle(np.ones(shape, bool))
            return [ViewBack(frame.t, frame.number)]
        return []
