"""Where a card lies half under one that was found: its edges, and its size, are known.

Cards of one pack are equal. Seen as the upper card lies, straight and upright, the lower one is a
rectangle of the same size whose edges show beside it: paper on their inner side, something else beyond.
All places and turns of such a rectangle are scored at once by sums over shifted pictures
(as in `vision.tracking.fitting`, which knows what lay there before).
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.cards.layout.layers import like_paper
from vision.cards.layout.settings import LAYOUT
from vision.geometry.masks import shifted
from vision.geometry.quads import overlap

UNDERNEATH = LAYOUT.underneath

TURNS = np.arange(*UNDERNEATH.turns)
"""Degrees by which the lower card may be turned against the upper one."""


def underneath(image: np.ndarray, upper: np.ndarray) -> list[np.ndarray]:
    """Where another card may lie half under one, likeliest first.

    Args:
        image: uint8 BGR.
        upper: corners of the card that was found, 4 × 2, clockwise, the first edge a short one.

    Returns:
        At most `UNDERNEATH.most` outlines, each float32 4 × 2 as `upper`.
    """
    sides = np.linalg.norm(upper - np.roll(upper, -1, axis=0), axis=1)
    aspect = float(np.clip((sides[1] + sides[3]) / max(sides[0] + sides[2], 1e-6), *UNDERNEATH.aspects))
    card = (UNDERNEATH.short, round(UNDERNEATH.short * aspect))
    margin = round(UNDERNEATH.around * card[1])
    size = (card[0] + 2 * margin, card[1] + 2 * margin)
    own = np.array([[0, 0], [card[0], 0], card, [0, card[1]]], np.float32) + margin
    to_patch = cv2.getPerspectiveTransform(upper.astype(np.float32), own)
    scale = UNDERNEATH.short / max((sides[0] + sides[2]) / 2, 1e-6)
    soft = image if scale > 0.7 else cv2.blur(image, (max(1, round(0.7 / scale)),) * 2)
    patch = cv2.warpPerspective(soft, to_patch, size, borderMode=cv2.BORDER_REPLICATE)
    like = like_paper(patch, patch[margin:-margin, margin:-margin]).astype(np.float32)
    beside = np.ones(like.shape, np.float32)
    cv2.fillConvexPoly(beside, np.round(own).astype(np.int32), 0.0)
    free = cv2.erode(beside, np.ones((3, 3), np.uint8))
    found = []
    for turn in TURNS:
        found += _best(patch, like, free, card, float(turn))
    likely = [each for each in found if each[0] >= UNDERNEATH.least_score]
    return likeliest(likely, np.linalg.inv(to_patch), [upper])


def likeliest(
    found: list[tuple[float, np.ndarray]], back: np.ndarray, taken: Sequence[np.ndarray] = ()
) -> list[np.ndarray]:
    """The best places of a card, each once.

    Args:
        found: score and corners (4 × 2) of each.
        back: 3 × 3, takes these corners to the picture.
        taken: outlines in the picture that are none of them.

    Returns:
        At most `UNDERNEATH.most` outlines in the picture, float32 4 × 2, the best first.
    """
    told: list[np.ndarray] = []
    for _, outline in sorted(found, key=lambda each: -each[0]):
        if len(told) == UNDERNEATH.most:
            break
        corners = cv2.perspectiveTransform(outline[None].astype(np.float64), back)[0].astype(np.float32)
        if all(overlap(corners, other) < UNDERNEATH.one_place for other in [*taken, *told]):
            told.append(corners)
    return told


def _best(
    patch: np.ndarray, like: np.ndarray, free: np.ndarray, card: tuple[int, int], turn: float
) -> list[tuple[float, np.ndarray]]:
    """The best places of a card at one turn: score, and corners in the patch."""
    height, width = like.shape
    spin = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0)
    turned = cv2.warpAffine(patch, spin, (width, height), borderMode=cv2.BORDER_REPLICATE)
    paper = cv2.warpAffine(like, spin, (width, height))
    free_ = cv2.warpAffine(free, spin, (width, height), borderValue=1.0)
    edges, shown = [], []
    for dx, dy, length, half in ((1, 0, card[1], card[0] / 2), (0, 1, card[0], card[1] / 2)):
        step = np.abs(cv2.Sobel(turned, cv2.CV_32F, dx, dy, ksize=3)).max(2) / 4
        clear = np.minimum(step, UNDERNEATH.edge_full) / UNDERNEATH.edge_full * free_
        clear = cv2.dilate(clear, np.ones((1, 3) if dx else (3, 1), np.uint8))
        line = (
            (1, max(1, round(UNDERNEATH.straight * length)))
            if dx
            else (max(1, round(UNDERNEATH.straight * length)), 1)
        )
        seen = cv2.blur(free_, line, borderType=cv2.BORDER_CONSTANT)
        for side in (-1, 1):
            inside = -side * UNDERNEATH.inside
            rim = clear * shifted(paper, -inside * dx, -inside * dy)
            along = cv2.blur(rim, line, borderType=cv2.BORDER_CONSTANT)
            off = -side * round(half)
            edges.append(shifted(along, off * dx, off * dy) * length)
            shown.append(shifted(seen, off * dx, off * dy) * length)
    in_sight = sum(shown)
    hidden = 1.0 - cv2.blur(free_, card, borderType=cv2.BORDER_REPLICATE)
    possible = (in_sight > UNDERNEATH.least_in_sight * 2 * sum(card)) & (hidden > UNDERNEATH.least_hidden)
    score = np.where(possible, sum(edges) / np.maximum(in_sight, 1e-6), 0.0).astype(np.float32)
    back = cv2.invertAffineTransform(spin)
    best = []
    for _ in range(2):
        _, top, _, (x, y) = cv2.minMaxLoc(score)
        half_size = np.array(card, np.float64) / 2
        corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half_size + (x, y)
        best.append((float(top), corners @ back[:, :2].T + back[:, 2]))
        cv2.circle(score, (x, y), 8, 0.0, -1)
    return best
