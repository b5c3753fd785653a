"""Cards on one another: which touch, and whether white paper goes on where no card is known to lie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from engine.boundaries import Quad
from vision.cards.layout.settings import LAYOUT
from vision.geometry.quads import overlap
from vision.motion.stillness import strongest

PAPER = LAYOUT.paper


def touch(one: Quad | np.ndarray, other: Quad | np.ndarray) -> bool:
    """Whether two outlines (each 4 × 2) overlap so much that their cards lie on one another."""
    return overlap(one, other) > PAPER.touching


def near_pairs(outlines: Sequence[np.ndarray] | Sequence[Quad]) -> Iterator[tuple[int, int]]:
    """Positions of every two of *outlines* (each 4 × 2) that lie near enough to touch."""
    corners = np.asarray(outlines, np.float32).reshape(-1, 4, 2)
    middles, reach = corners.mean(1), np.linalg.norm(corners[:, 2] - corners[:, 0], axis=1)
    apart = np.linalg.norm(middles[:, None] - middles, axis=2)
    for n, k in np.argwhere(np.tril(apart < (reach[:, None] + reach) / 2, -1)):
        yield int(n), int(k)


def groups(outlines: Sequence[np.ndarray]) -> list[list[int]]:
    """Positions of *outlines* (each 4 × 2) by what touches what, each in one group."""
    group = list(range(len(outlines)))
    for n, k in near_pairs(outlines):
        if group[n] != group[k] and touch(outlines[n], outlines[k]):
            group = [group[k] if g == group[n] else g for g in group]
    return [[n for n, g in enumerate(group) if g == name] for name in dict.fromkeys(group)]


def paper_colour(card: np.ndarray) -> np.ndarray:
    """Colour of a card's paper, float 3, from its own pixels (uint8, n × m × 3): of the brighter ones."""
    pixels = card.reshape(-1, 3).astype(np.int16)
    return np.asarray(np.median(pixels[np.argsort(pixels.sum(1))[-len(pixels) * 2 // 5 :]], axis=0))


def off_paper(picture: np.ndarray, paper: np.ndarray) -> np.ndarray:
    """How far each pixel is from a *paper*'s colour, n × m: up to 1 it may be that paper."""
    off = strongest(cv2.absdiff(picture, np.floor(paper)))
    return np.asarray(off / (0.13 * paper.max() + 6))


def like_paper(patch: np.ndarray, card: np.ndarray) -> np.ndarray:
    """Where a picture has the colour of a card's paper: boolean, from the *card*'s own pixels (n × m × 3)."""
    return np.asarray(off_paper(patch, paper_colour(card)) < 1)


def paper_goes_on(image: np.ndarray, corners: np.ndarray, others: Sequence[np.ndarray]) -> bool:
    """Whether a card's paper seems to go on beyond one of its edges, where none of *others* lies.

    Args:
        image: uint8 BGR.
        corners: of the card, 4 × 2, the first edge a short one.
        others: outlines whose paper is accounted for.
    """
    (wide, high), rim = PAPER.patch, PAPER.gap + PAPER.deep
    inner = np.array([[rim, rim], [rim + wide, rim], [rim + wide, rim + high], [rim, rim + high]], np.float32)
    to_patch = cv2.getPerspectiveTransform(corners.astype(np.float32), inner)
    size = (wide + 2 * rim, high + 2 * rim)
    # Sampled without averaging: paper looks the same, and this is asked of every card.
    patch = cv2.warpPerspective(image, to_patch, size, borderMode=cv2.BORDER_REPLICATE)
    like = like_paper(patch, patch[rim : rim + high : 2, rim : rim + wide : 2])
    taken = np.zeros(like.shape, np.uint8)
    for other in others:
        there = cv2.perspectiveTransform(other.astype(np.float32)[None], to_patch)[0]
        cv2.fillPoly(taken, [np.round(np.clip(there, -999, 999)).astype(np.int32)], 1)
    like &= taken == 0
    rows, columns = slice(rim, rim + high), slice(rim, rim + wide)
    beside = (
        like[rows, : PAPER.deep],
        like[rows, -PAPER.deep :],
        like[: PAPER.deep, columns].T,
        like[-PAPER.deep :, columns].T,
    )
    runs = [edge[:, :-2] & edge[:, 1:-1] & edge[:, 2:] for edge in beside]
    return max(float(run.any(1).mean()) for run in runs) > PAPER.along
