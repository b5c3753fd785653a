"""The boxes at the start of a round: what the camera counts, and what must lie in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine import nain_jaune
from engine.boundaries import BoxSeen
from engine.calls import alert
from engine.cards import ANTES, Card
from engine.events import Alert, AntesSeen
from engine.nain_jaune import Evening

SURELY_EMPTY = 0.7
"""Confidence of a box's emptiness from which it is evidence."""


def counted(boxes: Mapping[Card, BoxSeen], worth: Mapping[str, int], t: float) -> AntesSeen:
    """What the camera counts in the boxes.

    Args:
        boxes: the last look at each.
        worth: of each kind of chip.
        t: when the last of them was seen.
    """
    value = {
        box: sum(worth.get(kind, 1) * count for kind, count in boxes[box].chips.items())
        for box in ANTES
        if box in boxes
    }
    return AntesSeen(
        value, t=t, extra={"counts": {box.code: dict(seen.chips) for box, seen in boxes.items()}}
    )


def lacking(evening: Evening, boxes: Mapping[Card, BoxSeen], t: float) -> Iterator[Alert]:
    """Boxes that must hold chips and are surely empty."""
    for box, due in nain_jaune.boxes_now(evening).items():
        seen = boxes.get(box)
        if seen is not None and seen.confidence >= SURELY_EMPTY and seen.empty and due:
            yield alert("box_mismatch", "box_empty", t, None, box, due=due)
