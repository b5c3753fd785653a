"""Proposes a card for each corner index in sight.

In a hand spread tightly little more than indices is in sight, and a finder's outlines are of several cards
each. Looking for indices takes as long as finding the cards did, so it is asked for groups of cards of which
something is unexplained.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.cards.indices import find_indices
from vision.cards.layout.hypothesis import Hypothesis
from vision.cards.layout.settings import LAYOUT
from vision.geometry.quads import as_quad

PROPOSALS = LAYOUT.proposals


def by_indices(image: np.ndarray, group: Sequence[Hypothesis]) -> list[Hypothesis]:
    """The cards that indices tell in and round a *group* of hypotheses; image: uint8 BGR."""
    outlines = [one.corners for one in group]
    short = float(np.median([np.linalg.norm(outline[1] - outline[0]) for outline in outlines]))
    corners = np.concatenate(outlines)
    low = np.maximum(np.floor(corners.min(0) - PROPOSALS.margin * short), 0).astype(int)
    high = np.minimum(np.ceil(corners.max(0) + PROPOSALS.margin * short), image.shape[1::-1]).astype(int)
    if (high - low < 8).any():
        return []
    part = np.ascontiguousarray(image[low[1] : high[1], low[0] : high[0]])
    proposed = []
    for found in find_indices(part, short):
        card = found.card + low.astype(np.float32)
        if _is_card(card, short):
            middle = (found.middle[0] + float(low[0]), found.middle[1] + float(low[1]))
            proposed.append(Hypothesis(as_quad(card), found.confidence, "index", index=middle))
    return proposed


def _is_card(card: np.ndarray, short: float) -> bool:
    """Whether corners (4 × 2) are those of a card whose short side measures about *short* pixels."""
    edges = np.linalg.norm(np.roll(card, -1, axis=0) - card, axis=1)
    least, greatest = PROPOSALS.sizes
    sized = least * short < min(edges[0], edges[2]) and max(edges[0], edges[2]) < greatest * short
    return bool(sized and cv2.isContourConvex(card.reshape(-1, 1, 2)))
