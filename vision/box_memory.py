"""Counts the chips of one table look after look: how a box looked when it was empty helps to count later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from engine.boundaries import Quad
from engine.cards import Card
from engine.ledger import ChipKind
from vision.boxes import BoxCount, count_boxes, flattened
from vision.chip_areas import ChipAreas

EMPTY = 0.6
"""Confidence from which an empty box is remembered."""
DOUBTFUL = 0.95
"""Confidence below which people are believed who say that a box is empty: court cards show round things."""
CLEAR = 0.02
"""Share of it that may be hidden then."""
MOVED = 2.0
"""Pixels by which a corner must lie elsewhere for the board to have been moved: it shows other walls then."""


class BoxMemory:
    """Remembers how each box of a table looks when it is empty.

    Args:
        chips: the kinds in use, at least one.
        empty: boxes that people say are empty when they are looked at first.
    """

    def __init__(self, chips: Iterable[ChipKind], empty: Iterable[Card] = ()) -> None:
        self._chips = list(chips)
        self._said_empty = set(empty)
        self._bare: dict[Card, np.ndarray] = {}
        self._areas = ChipAreas()
        self._where: dict[Card, np.ndarray] = {}

    def count(self, image: np.ndarray, quads: Mapping[Card, Quad]) -> dict[Card, BoxCount]:
        """Count the chips in some boxes; see `vision.boxes.count_boxes`."""
        for box, quad in quads.items():
            if box in self._where and np.abs(self._where[box] - quad).max() > MOVED:
                del self._where[box], self._bare[box]
        counts = count_boxes(image, quads, self._chips, self._bare, self._areas)
        for box, count in counts.items():
            if box in self._said_empty and not count.hidden:
                self._said_empty.remove(box)
                if count.confidence < DOUBTFUL:
                    nothing = dict.fromkeys(count.chips, 0)
                    count = BoxCount(nothing, 0, True, DOUBTFUL, count.covered, DOUBTFUL, 0)
                    counts[box] = count
            if count.empty and count.confidence >= EMPTY and count.covered < CLEAR:
                self._bare[box] = flattened(image, quads[box])[0]
                self._where[box] = np.array(quads[box])
        return counts
