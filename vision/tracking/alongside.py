"""Where a card lies that was laid together with another one upon it: its strip is what changed beside that.

People who lay two cards at once hold them alike, so the lower one is the upper one's outline, turned
a little and pushed out on the side where there is news that the upper one does not explain. White on
white its edges may not show at all (`vision.cards.layout.underneath` looks for those): only the news tells
the place.
"""

from __future__ import annotations

import itertools

import cv2
import numpy as np

from vision.cards.layout.underneath import likeliest
from vision.tracking.settings import TRACKING

ALONGSIDE, NEWS = TRACKING.alongside, TRACKING.news

SHIFTS = np.arange(*ALONGSIDE.shifts)
"""How far the lower card may peep out, in short sides, along either side."""


def alongside(upper: np.ndarray, news: np.ndarray, scale: float) -> list[np.ndarray]:
    """Where a card may lie under one that was laid with it, likeliest first.

    Args:
        upper: corners of the card that was found, 4 × 2, clockwise, the first edge a short one.
        news: bool, what changed and the upper card does not explain, in a smaller picture.
        scale: that picture's pixels per pixel of ``upper``.

    Returns:
        At most `vision.cards.layout.underneath.MOST` outlines, each float32 4 × 2 as ``upper``.
    """
    card = np.array([ALONGSIDE.short, ALONGSIDE.aspect * ALONGSIDE.short])
    margin = round(float(SHIFTS.max()) * ALONGSIDE.short + 0.3 * card[1])
    own = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * card + margin
    size = tuple(int(side) for side in np.ceil(card) + 2 * margin)
    to_patch = cv2.getPerspectiveTransform((upper * scale).astype(np.float32), own.astype(np.float32))
    free = np.ones(size[::-1], np.uint8)
    cv2.fillConvexPoly(free, np.round(own).astype(np.int32), 0)
    there = cv2.warpPerspective(news.astype(np.uint8), to_patch, size, flags=cv2.INTER_NEAREST)
    seen = np.logical_and(there, free)
    whole = int(np.count_nonzero(seen))
    if not whole:
        return []
    middle = own.mean(axis=0)
    found = []
    for turn, right, down in itertools.product(ALONGSIDE.turns, SHIFTS, SHIFTS):
        spin = cv2.getRotationMatrix2D((0.0, 0.0), turn, 1.0)[:, :2]
        outline = (own - middle) @ spin.T + middle + np.array([right, down]) * ALONGSIDE.short
        strip = cv2.fillConvexPoly(np.zeros_like(free), np.round(outline).astype(np.int32), 1)
        strip = np.logical_and(strip, free)
        told = int(np.count_nonzero(strip & seen))
        if told >= NEWS.explains * whole:
            changed = told / max(1, int(np.count_nonzero(strip)))
            found.append((told / whole - ALONGSIDE.blank * (1 - changed), outline))
    back = np.diag([1 / scale, 1 / scale, 1.0]) @ np.linalg.inv(to_patch)
    return likeliest(found, back)
