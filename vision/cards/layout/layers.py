"""Cards on one another in a photograph: where else an outline may lie than where the finder put it.

Where white paper lies on white paper the finder takes two cards for one, or sees the upper one only.
The corner network straightens what it is shown towards the nearest card: shown boxes beside and
turned, several of them come to the outline of a card that was missed. What such an outline shows,
the reader must tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from engine.boundaries import Quad
from vision.cards.corners import straighten
from vision.cards.finder import corners_of
from vision.geometry.quads import overlap
from vision.motion.stillness import strongest

STEPS = (-0.5, -0.25, 0.25, 0.5)
"""How far beside a box others are tried along either of its sides, in shares of its shorter side."""
TURNS = (-9.0, 9.0)
"""Degrees by which it is turned."""
ROUNDS = 2
"""How often what came out is straightened again: from the second time on outlines hardly move."""
MOST_BOXES = 4
"""Boxes of one group from which others are tried."""
MOST_OUTLINES = 12
"""Outlines of one group that are kept, those to which most boxes came."""
ONE_OUTLINE = 0.9
"""Outlines that overlap more than this are one."""
LIKE = (0.5, 1.6)
"""Least and greatest area of an outline in a group, as shares of the median: cards are of one size."""
MANY = 14
"""Boxes, twice as many, that make an outline as sure as any that the finder gives."""
TOUCHING = 0.02
"""Cards that overlap more than this lie on one another."""

PATCH = (64, 92)
"""Width and height in pixels at which a card is looked at for paper beside it."""
GAP, DEEP = 3, 9
"""Pixels of that picture: what is left out beside an edge (a shadow, a rough outline), and how deep
paper must go on."""
ALONG = 0.3
"""Share of an edge along which paper goes on, from which another card is taken to lie there."""


@dataclass(frozen=True, slots=True)
class Outline:
    """Where a card may lie.

    Attributes:
        corners: float32 4 × 2 pixels, clockwise, the first edge a short one.
        found: how far it is borne out by the boxes that came to it, 0.5–1.
    """

    corners: np.ndarray
    found: float


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
        if group[n] != group[k] and overlap(outlines[n], outlines[k]) > TOUCHING:
            group = [group[k] if g == group[n] else g for g in group]
    return [[n for n, g in enumerate(group) if g == name] for name in dict.fromkeys(group)]


def turned_box(outline: np.ndarray) -> np.ndarray:
    """The least turned box round *outline*, float32 4 × 2, its first edge the shorter one."""
    (x, y), (wide, high), degrees = cv2.minAreaRect(outline.astype(np.float32))
    corners = corners_of(np.array([[x, y, wide, high, np.radians(degrees)]]))[0]
    return np.asarray(corners, np.float32)


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
    (wide, high), rim = PATCH, GAP + DEEP
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
    beside = like[rows, :DEEP], like[rows, -DEEP:], like[:DEEP, columns].T, like[-DEEP:, columns].T
    runs = [edge[:, :-2] & edge[:, 1:-1] & edge[:, 2:] for edge in beside]
    return max(float(run.any(1).mean()) for run in runs) > ALONG


def outlines_about(
    image: np.ndarray, outlines: Sequence[np.ndarray], also: Sequence[np.ndarray] = ()
) -> list[Outline]:
    """Where cards may lie in a group of which *outlines* were found, likeliest first.

    Args:
        image: uint8 BGR.
        outlines: each 4 × 2; boxes are tried about the first `MOST_BOXES` of them.
        also: boxes that are tried as they are, each 4 × 2.
    """
    boxes = [box for outline in outlines[:MOST_BOXES] for box in _beside(turned_box(outline))]
    boxes += map(turned_box, also)
    for _ in range(ROUNDS):
        corners, short_first = straighten(image, boxes)
        boxes = [turned_box(outline) for outline in corners]
    areas = np.array([cv2.contourArea(outline) for outline in corners])
    share = areas / max(float(np.median(areas)), 1.0)
    ways: list[list[int]] = []
    for n in np.flatnonzero((share > LIKE[0]) & (share < LIKE[1])):
        same = (way for way in ways if overlap(corners[n], corners[way[0]]) > ONE_OUTLINE)
        way = next(same, None)
        if way is None:
            ways.append([int(n)])
        else:
            way.append(int(n))
    ways.sort(key=len, reverse=True)
    told = []
    for way in ways[:MOST_OUTLINES]:
        middles = corners[way].mean(1)
        inmost = way[int(np.abs(middles[:, None] - middles).sum((1, 2)).argmin())]
        outline = corners[inmost] if short_first[inmost] > 0.5 else np.roll(corners[inmost], -1, axis=0)
        told.append(Outline(outline, min(1.0, 0.5 + len(way) / MANY)))
    return told


def _beside(box: np.ndarray) -> list[np.ndarray]:
    """*box*, and others moved along its sides and turned."""
    across, down = box[1] - box[0], box[3] - box[0]
    down = down * (np.linalg.norm(across) / max(float(np.linalg.norm(down)), 1e-6))
    moved = [box, *(box + step * way for way in (across, down) for step in STEPS)]
    middle = box.mean(0)
    spins = (cv2.getRotationMatrix2D((0.0, 0.0), degrees, 1.0)[:, :2] for degrees in TURNS)
    turned = [(box - middle) @ spin.T + middle for spin in spins]
    return [one.astype(np.float32) for one in (*moved, *turned)]
