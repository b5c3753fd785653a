"""Finds cards in a picture: turned boxes round faces and backs, hidden parts inferred.

The finder (models/finder.md) sees the picture small. It knows cards from about 20 to 200
pixels: every picture is seen at two sizes, and where its cards come out too small or too
large in both, once more at a size that suits them.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from models import weights
from vision.geometry import overlap

STRIDE = 32
"""Input sides are multiples of this."""
FIRST_SIDE = 640
"""Longest side, in pixels, at which a picture is first looked at."""
SMALL_SIDE = 192
"""Longest side of the look for cards that fill the picture (found in pieces at `FIRST_SIDE`)."""
LEAST_SIDE, MOST_SIDE = 192, 1600
"""Bounds of a further look's longest side."""
COMFORTABLE = (40.0, 170.0)
"""Short sides of cards, in pixels as the network sees them, that need no further look."""
WANTED = 80.0
"""Short side at which a further look shall show a typical card."""


@dataclass(frozen=True, slots=True)
class FoundCard:
    """One card, as a turned box.

    Attributes:
        box: float32 4 × 2, corners in pixels of the picture, clockwise; the first edge is
            the box's shorter side (which is not always the card's).
        back: True when it looks like a card's back.
        confidence: 0–1.
    """

    box: np.ndarray
    back: bool
    confidence: float


@functools.lru_cache(maxsize=1)
def _network() -> weights.Network:
    return weights.load(weights.path("finder"))


def turned_boxes(
    output: np.ndarray, threshold: float, most: int = 300
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Decode the network's output (1 × 7 × n): boxes (cx, cy, w, h, radians), scores, classes."""
    rows = output[0].T
    scores = rows[:, 4:6].max(1)
    best = np.argsort(-scores)[:most]
    best = best[scores[best] > threshold]
    rows = rows[best]
    return np.column_stack([rows[:, :4], rows[:, 6]]), scores[best], rows[:, 4:6].argmax(1)


def corners_of(boxes: np.ndarray) -> np.ndarray:
    """n × 5 turned boxes to n × 4 × 2 corners, first edge along the shorter side."""
    w, h, angle = boxes[:, 2], boxes[:, 3], boxes[:, 4]
    tall = h >= w
    angle = np.where(tall, angle, angle + np.pi / 2)
    w, h = np.minimum(w, h), np.maximum(w, h)
    along = np.stack([np.cos(angle), np.sin(angle)], 1) * w[:, None] / 2
    down = np.stack([-np.sin(angle), np.cos(angle)], 1) * h[:, None] / 2
    middle = boxes[:, :2]
    return np.stack(
        [middle - along - down, middle + along - down, middle + along + down, middle - along + down], 1
    )


def without_doubles(found: Iterable[FoundCard], most_overlap: float = 0.72) -> list[FoundCard]:
    """Keep the surer of any two that overlap more than *most_overlap* (fanned cards overlap a lot)."""
    kept: list[FoundCard] = []
    boxes, reaches = np.zeros((0, 4, 2)), np.zeros(0)
    for candidate in sorted(found, key=lambda card: -card.confidence):
        box, reach = candidate.box, long_side(candidate.box)
        if _almost_one_of(boxes, box):
            continue
        # Only boxes whose centres are close can be doubles: the rest need no polygons.
        apart = np.linalg.norm(boxes.mean(1) - box.mean(0), axis=1)
        near = np.flatnonzero(apart < np.maximum(reaches, reach) / 2)
        if all(overlap(box, kept[n].box) <= most_overlap for n in near):
            kept.append(candidate)
            boxes, reaches = np.concatenate([boxes, box[None]]), np.append(reaches, reach)
    return kept


def _almost_one_of(boxes: np.ndarray, box: np.ndarray) -> bool:
    """Whether a turned box overlaps one of others by 0.73 or more, seen without cutting polygons.

    It does where no corner lies further from its like than a twelfth of the shorter side.
    """
    reach = short_side(box) / 12
    return any(
        bool((np.abs(boxes - turned).max((1, 2)) < reach).any()) for turned in (box, box[[2, 3, 0, 1]])
    )


def short_side(box: np.ndarray) -> float:
    """Length in pixels of a turned box's shorter side."""
    return float(np.linalg.norm(box[1] - box[0]))


def long_side(box: np.ndarray) -> float:
    """Length in pixels of a turned box's longer side."""
    return float(np.linalg.norm(box[2] - box[1]))


def look(image: np.ndarray, side: int, threshold: float) -> list[FoundCard]:
    """What one pass of the network finds in *image* (uint8 BGR) scaled to *side* pixels at its longest."""
    height, width = image.shape[:2]
    scale = side / max(height, width)
    shrunk = cv2.resize(
        image,
        (max(1, round(width * scale)), max(1, round(height * scale))),
        interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR,
    )
    rows, columns = (-(-length // STRIDE) * STRIDE for length in shrunk.shape[:2])
    padded = np.full((rows, columns, 3), 114, np.uint8)
    padded[: shrunk.shape[0], : shrunk.shape[1]] = shrunk
    batch = np.ascontiguousarray(padded[None, :, :, ::-1].transpose(0, 3, 1, 2), np.float32) / 255
    boxes, scores, classes = turned_boxes(_network()(batch)[0], threshold)
    if not len(boxes):
        return []
    corners = (corners_of(boxes) / scale).astype(np.float32)
    # Larger cards are found in pieces and smaller ones inexactly: a look that suits them shall win.
    sizes = np.maximum(np.minimum(boxes[:, 2], boxes[:, 3]), 1.0)
    scores = scores * np.minimum(1.0, np.minimum(COMFORTABLE[1] / sizes, sizes / COMFORTABLE[0]))
    return [
        FoundCard(box, bool(kind), float(score))
        for box, score, kind in zip(corners, scores, classes, strict=True)
    ]


def further_side(found: Sequence[FoundCard], sides: Sequence[int], own: int) -> int | None:
    """The longest side at which to look once more, or None where one of the looks suits the cards.

    Args:
        found: what was found so far, in pixels of the picture.
        sides: the longest sides of the looks so far.
        own: the picture's longest side.
    """
    if not found:
        return None
    sizes = sorted(short_side(card.box) for card in sorted(found, key=lambda card: -card.confidence)[:20])
    typical = sizes[len(sizes) // 2] / own
    if any(COMFORTABLE[0] <= typical * side <= COMFORTABLE[1] for side in sides):
        return None
    most = min(MOST_SIDE, max(own * 1.5, LEAST_SIDE))
    return round(min(max(WANTED / typical, LEAST_SIDE), most))


def find_boxes(image: np.ndarray, threshold: float = 0.3, first: int = FIRST_SIDE) -> list[FoundCard]:
    """Every card in *image* (uint8 BGR) of at least *threshold* confidence, surest first.

    Args:
        first: longest side of the first look, pixels; never more than 1.6 times the picture's own.
    """
    own = max(image.shape[:2])
    first = min(first, round(own * 1.6))
    sides = [first] if first < 1.5 * SMALL_SIDE else [first, SMALL_SIDE]
    found = without_doubles(card for side in sides for card in look(image, side, threshold))
    further = further_side(found, sides, own)
    if further is None:
        return found
    return without_doubles(found + look(image, further, threshold))
