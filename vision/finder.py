"""Finds cards in a picture: turned boxes round faces and backs, hidden parts inferred.

The finder (models/finder.md) sees the whole picture small, at several sizes so that cards
from about 20 pixels to the whole picture are met at a size it knows.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from shapely import Polygon

from models import weights

STRIDE = 32
"""Input sides are multiples of this."""
LONG_SIDES = (320, 640, 1280)
"""Sizes (longest side in pixels) at which a whole photograph is looked at."""


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


def overlap(a: np.ndarray, b: np.ndarray) -> float:
    """Intersection over union of two convex quadrilaterals (4 × 2 pixels), 0–1."""
    if (a.max(0) < b.min(0)).any() or (b.max(0) < a.min(0)).any():
        return 0.0
    # OpenCV's intersectConvexConvex goes wrong on outlines that nearly coincide: one pair in a hundred.
    first, second = Polygon(a), Polygon(b)
    if not (first.is_valid and second.is_valid):
        return 0.0
    common = first.intersection(second).area
    union = first.area + second.area - common
    return float(common / union) if union > 0 else 0.0


def without_doubles(found: Iterable[FoundCard], most_overlap: float = 0.72) -> list[FoundCard]:
    """Keep the surer of any two that overlap more than *most_overlap* (fanned cards overlap a lot)."""
    kept: list[FoundCard] = []
    for candidate in sorted(found, key=lambda card: -card.confidence):
        if all(overlap(candidate.box, other.box) <= most_overlap for other in kept):
            kept.append(candidate)
    return kept


def _find_at(image: np.ndarray, long_side: int, threshold: float) -> list[FoundCard]:
    height, width = image.shape[:2]
    scale = long_side / max(height, width)
    shrunk = cv2.resize(
        image,
        (max(1, round(width * scale)), max(1, round(height * scale))),
        interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR,
    )
    rows, columns = (-(-side // STRIDE) * STRIDE for side in shrunk.shape[:2])
    padded = np.full((rows, columns, 3), 114, np.uint8)
    padded[: shrunk.shape[0], : shrunk.shape[1]] = shrunk
    batch = np.ascontiguousarray(padded[None, :, :, ::-1].transpose(0, 3, 1, 2), np.float32) / 255
    boxes, scores, classes = turned_boxes(_network()(batch)[0], threshold)
    corners = (corners_of(boxes) / scale).astype(np.float32) if len(boxes) else boxes
    return [
        FoundCard(box, bool(kind), float(score))
        for box, score, kind in zip(corners, scores, classes, strict=True)
    ]


def find_boxes(
    image: np.ndarray, long_sides: Sequence[int] = LONG_SIDES, threshold: float = 0.3
) -> list[FoundCard]:
    """Every card in *image* (uint8 BGR) of at least *threshold* confidence, surest first.

    Args:
        long_sides: the sizes at which to look; a size far above the picture's own is left out.
    """
    own = max(image.shape[:2])
    sides = [side for side in long_sides if side <= own * 1.6] or [min(long_sides)]
    return without_doubles(card for side in sides for card in _find_at(image, side, threshold))
