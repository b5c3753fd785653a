"""When the chips of each box are counted: something there has changed, and lies still."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

import numpy as np

from engine.boundaries import Quad
from engine.cards import Card
from vision.chips.boxes import BoxCount
from vision.geometry.masks import amount, without_specks
from vision.motion.arms import blobs
from vision.motion.changes import Changes, is_speck
from vision.motion.grid import Grid
from vision.observer.settings import OBSERVER

BOXES = OBSERVER.boxes

BoxCounter = Callable[[np.ndarray, Mapping[Card, Quad], Collection[Card]], Mapping[Card, BoxCount]]
"""Counts the chips of some boxes in a picture, as `vision.chips.box_memory.BoxMemory.count` does."""


class Boxes:
    """The boxes of one table.

    Args:
        grid: small pixels.
        changes: what of the table is different since it was last known.
        count: counts chips.

    Attributes:
        quads: where they lie, pixels.
        masks: likewise, small pixels.
    """

    def __init__(self, grid: Grid, changes: Changes, count: BoxCounter) -> None:
        self._grid = grid
        self._changes = changes
        self._count = count
        self._counted: dict[Card, int] = {}  # what lay in it then, in jetons
        self._visited: set[Card] = set()  # by an arm that may have laid chips, since they were counted last
        self._count_after: dict[Card, float] = {}
        self.quads: dict[Card, Quad] = {}
        self.masks: dict[Card, np.ndarray] = {}

    def outlined(self, quads: Mapping[Card, Quad]) -> None:
        """Take in where they lie; what was counted stays known."""
        self.quads = dict(quads)
        self.masks = {box: self._grid.outline(quad) for box, quad in quads.items()}

    def forget(self) -> None:
        """Forget what was counted: the boxes lie elsewhere than was thought."""
        self._counted.clear()

    def look(
        self, image: np.ndarray, t: float, resting: np.ndarray, *, nothing_laid: bool
    ) -> Iterator[tuple[Card, BoxCount, np.ndarray | None]]:
        """Count the boxes that are due; what is to be told of them.

        Args:
            image: uint8 BGR, the frame.
            t: its second.
            resting: what lies still, small pixels.
            nothing_laid: no card lies yet: the antes may still go in.

        Yields:
            A box, its chips, and where they have changed (small pixels; None: they were never counted).
        """
        moving, changes = (without_specks(each) for each in (~resting, self._changes.changed))
        ready, covered = self._ready(t, moving, changes, nothing_laid)
        counts = self._count(image, ready, self._visited) if ready else {}
        for box, count in counts.items():
            if count.hidden or box in covered:
                self._count_after[box] = t + BOXES.again
            if count.hidden or (box in covered and not nothing_laid and not count.empty):
                continue
            visited = box in self._visited
            if box not in covered:
                self._visited.discard(box)
            no_more = box in self._counted and count.value <= self._counted[box]
            mask = self.masks[box]
            if no_more and visited and not self._other_chips(mask, changes):
                continue
            changed = mask & self._changes.changed
            where = (changed if changed.any() else mask) if box in self._counted else None
            self._counted[box] = count.value
            yield box, count, where
            self._changes.settle(mask)

    def _ready(
        self, t: float, moving: np.ndarray, changes: np.ndarray, nothing_laid: bool
    ) -> tuple[dict[Card, Quad], set[Card]]:
        """The boxes whose chips are to be counted now, and those of them that something seems to cover.

        Before cards are laid that may be somebody's shadow. Later, chips that are gone hang together with an
        arm that rests beside them: whether such a box is empty is worth a look.

        Args:
            t: now.
            moving: what does not rest, without what is thin; small pixels.
            changes: what has changed, likewise.
            nothing_laid: as for `look`.
        """
        ready: dict[Card, Quad] = {}
        over: set[Card] = set()
        for box, mask in self.masks.items():
            covered = bool((mask & self._changes.covered).any())
            if covered and (nothing_laid or not self._counted.get(box)):
                self._visited.add(box)
            if t < self._count_after.get(box, 0.0):
                continue
            if covered and not (self._only_shaded if nothing_laid else self._rests)(mask, moving):
                continue
            if covered:
                over.add(box)
            # Of white chips on a white card small pixels show nothing: who was there may have laid them.
            other_chips = box in self._visited or self._other_chips(mask, changes)
            if box in self._counted and not other_chips:
                continue
            if amount(mask & moving) <= BOXES.moves * amount(mask):
                ready[box] = self.quads[box]
        return ready, over

    def _only_shaded(self, box: np.ndarray, moving: np.ndarray) -> bool:
        """Whether what seems to be an arm over a box rests there, and has mostly changed its light alone.

        Somebody's shadow is as long as an arm; whoever counts the chips sees whether it is one.

        Args:
            box: its mask, small pixels.
            moving: what does not rest.
        """
        over = box & self._changes.covered
        return self._rests(box, moving) and amount(self._changes.shaded(over)) > BOXES.shaded * amount(over)

    def _rests(self, box: np.ndarray, moving: np.ndarray) -> bool:
        """Whether what seems to be an arm over a box rests there; as `_only_shaded`."""
        over = box & self._changes.covered
        return amount(over & moving) <= BOXES.stirs * amount(over)

    def _other_chips(self, box: np.ndarray, changes: np.ndarray) -> bool:
        """Whether something in a box has changed that may be a chip.

        Args:
            box: its mask, small pixels.
            changes: what has changed, without what is thin.
        """
        if not is_speck(2 * amount(box & changes)):
            return True
        edges = box & self._changes.changed
        return not is_speck(amount(edges)) and not all(is_speck(amount(piece)) for piece in blobs(edges, 0))
