"""Finds corner indices in a picture, and from each where its whole card lies.

Of a hand spread tightly nothing but indices is in sight: outlines that differ by a seventh of a card's
width are one to any finder of cards, while each index stands alone. The network (models/indices.md) tells
the index and, as key points, the four corners of its card.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import cv2
import numpy as np

from engine.boundaries import Point
from models import weights
from vision.cards.finder import as_shown
from vision.cards.settings import CARDS

INDICES = CARDS.indices


@dataclass(frozen=True, slots=True, eq=False)
class FoundIndex:
    """One corner index.

    Attributes:
        middle: of the index, pixels of the picture.
        card: float32 4 × 2, its card's corners, clockwise from the one that is top left as the index stands.
        confidence: 0–1.
    """

    middle: Point
    card: np.ndarray
    confidence: float


@functools.lru_cache(maxsize=1)
def _network() -> weights.Network:
    return weights.load(weights.path("indices"), rounded=True)


def find_indices(image: np.ndarray, short_side: float) -> list[FoundIndex]:
    """The indices in *image* (uint8 BGR), whose cards are about *short_side* pixels wide, surest first."""
    height, width = image.shape[:2]
    scale = min(INDICES.card_side / short_side, CARDS.finder.most_side / max(height, width))
    rows = _network()(as_shown(image, scale))[0][0].T
    rows = rows[rows[:, 4] >= CARDS.finder.found_from]
    if not len(rows):
        return []
    middles, sizes, scores = rows[:, :2], rows[:, 2:4], rows[:, 4]
    boxes = np.column_stack([middles - sizes / 2, sizes])
    chosen = cv2.dnn.NMSBoxes(boxes.tolist(), scores.tolist(), CARDS.finder.found_from, INDICES.same_index)
    return [
        FoundIndex(
            (float(middles[n, 0] / scale), float(middles[n, 1] / scale)),
            np.asarray(rows[n, 5:].reshape(4, 2) / scale, np.float32),
            float(scores[n]),
        )
        for n in np.asarray(chosen, int).reshape(-1)
    ]
