"""Counts the chips of one table look after look: how a box looked before helps to count later."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from engine.boundaries import Quad
from engine.cards import Card
from engine.errors import BadInput
from engine.money.ledger import ChipKind, in_chips, values, worth
from vision.chips.boxes import BoxCount, count_boxes, flattened
from vision.chips.settings import CHIPS

MEMORY, PLAIN = CHIPS.memory, CHIPS.boxes.exact_plain


@dataclass(frozen=True, slots=True)
class _Before:
    """How a box looked once (`vision.chips.boxes.flattened`), its corners, and what lay in it.

    Attributes:
        chips: all of it, whether it can be told or not.
        stated: how many chips are told in it when nothing is known of it.
    """

    picture: np.ndarray
    corners: np.ndarray
    chips: Mapping[str, int]
    stated: int = 0


class BoxMemory:
    """Remembers how each box of a table looks when it is empty, or with what was left in it.

    Args:
        chips: the kinds in use, at least one.
        left: what people say lies in boxes when they are looked at first, in jetons.
    """

    def __init__(self, chips: Iterable[ChipKind], left: Mapping[Card, int] | None = None) -> None:
        self._chips = list(chips)
        self._left = dict(left or {})
        self._before: dict[Card, _Before] = {}

    def count(
        self, image: np.ndarray, quads: Mapping[Card, Quad], visited: Collection[Card] = ()
    ) -> dict[Card, BoxCount]:
        """Count the chips in some boxes; see `vision.chips.boxes.count_boxes`.

        Args:
            visited: boxes into which somebody may have put something; what people said lay in them may do so
                no more, or not alone.
        """
        for box in visited:
            self._left.pop(box, None)
        for box, quad in quads.items():
            if box in self._before and np.abs(self._before[box].corners - quad).max() > MEMORY.moved:
                del self._before[box]
        known = {box: before.picture for box, before in self._before.items()}
        counts = count_boxes(image, quads, self._chips, known)
        counts.update(self._with_what_was_left(image, quads, counts))
        for box, count in counts.items():
            if count.hidden:
                continue
            if box in self._left:
                count = counts[box] = self._as_said(image, quads[box], box, count)
            if count.empty and count.confidence >= MEMORY.remembered_from and count.covered < MEMORY.clear:
                self._remember(image, quads[box], box, {})
        return counts

    def _remember(
        self, image: np.ndarray, quad: Quad, box: Card, chips: Mapping[str, int], stated: int = 0
    ) -> None:
        self._before[box] = _Before(flattened(image, quad)[0], np.array(quad), chips, stated)

    def _as_said(self, image: np.ndarray, quad: Quad, box: Card, count: BoxCount) -> BoxCount:
        """The first look at a box of which people say what lies in it."""
        left = self._left.pop(box)
        if not left:
            if count.confidence >= PLAIN:
                return count
            nothing = dict.fromkeys(count.chips, 0)
            return BoxCount(nothing, 0, True, PLAIN, count.covered, PLAIN, 0)
        if count.value > left or _surely_empty(count) or count.covered >= MEMORY.clear:
            return count
        try:
            unseen = in_chips(left - count.value, values(self._chips))
        except BadInput:  # none of these kinds make that
            return count
        chips = {kind: number + unseen.get(kind, 0) for kind, number in count.chips.items()}
        self._remember(image, quad, box, chips, sum(count.chips.values()))
        about = count.about + sum(unseen.values())
        sure = PLAIN if count.empty else count.confidence
        return replace(count, chips=chips, value=left, empty=False, confidence=sure, about=about)

    def _with_what_was_left(
        self, image: np.ndarray, quads: Mapping[Card, Quad], more: Mapping[Card, BoxCount]
    ) -> dict[Card, BoxCount]:
        """The counts of boxes that are known with something in it: *more* is what was added to that."""
        held = {box: before for box, before in self._before.items() if box in quads and before.chips}
        if not held:
            return {}
        alone = count_boxes(image, {box: quads[box] for box in held}, self._chips)
        result = {}
        for box, before in held.items():
            seen, added = alone[box], more[box]
            result[box] = seen
            if seen.hidden:
                continue
            few = sum(seen.chips.values()) < MEMORY.still_there * before.stated
            if _surely_empty(seen) or (few and not seen.empty):
                del self._before[box]
                continue
            chips = {kind: number + before.chips[kind] for kind, number in added.chips.items()}
            result[box] = replace(
                seen,
                chips=chips,
                value=worth(chips, values(self._chips)),
                empty=False,
                exact=min(added.exact, seen.exact),
                about=added.about + sum(before.chips.values()),
            )
        return result


def _surely_empty(count: BoxCount) -> bool:
    return count.empty and count.confidence >= PLAIN
