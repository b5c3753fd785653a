"""Which of two cards in a photograph lies upon the other, and what of a card is in sight.

The border of the upper card is seen across the lower one: something changes along all of it, and on its
inner side there is the card's paper. Where the lower card's border would run, under the upper one, its
print changes here and there at most.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from shapely import MultiPoint, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from engine.boundaries import Point, Quad
from vision.cards.layout.layers import near_pairs, off_paper, paper_colour, touch
from vision.cards.layout.settings import LAYOUT
from vision.motion.stillness import strongest

BORDER = LAYOUT.border

WIDTH, HEIGHT = LAYOUT.paper.patch
PAPER = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32)
"""A card as its paper is looked at, in pixels."""


def border_in_sight(image: np.ndarray, card: Quad | np.ndarray, other: Quad | np.ndarray) -> float:
    """How much of a card's border is seen where it runs within another card.

    Args:
        image: uint8 BGR.
        card: its corners, 4 × 2, clockwise.
        other: the other card's, likewise.

    Returns:
        0–1; 0 where no part of its border runs there.
    """
    corners, within = np.asarray(card, np.float32), np.asarray(other, np.float32).reshape(-1, 1, 2)
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    short = float(min(sides[0] + sides[2], sides[1] + sides[3])) / 2
    paper = paper_colour(
        cv2.warpPerspective(image, cv2.getPerspectiveTransform(corners, PAPER), LAYOUT.paper.patch)
    )
    across = np.arange(-BORDER.off, BORDER.off + BORDER.deeper + BORDER.step / 2, BORDER.step) * short
    seen, places = 0.0, 0
    for n, length in enumerate(sides):
        along = (corners[(n + 1) % 4] - corners[n]) / max(float(length), 1e-6)
        inwards = np.array([-along[1], along[0]])
        if inwards @ (corners.mean(0) - corners[n]) < 0:
            inwards = -inwards
        at = (
            corners[n]
            + np.arange(BORDER.round * short, length - BORDER.round * short, BORDER.along * short)[:, None]
            * along
        )
        deep = [cv2.pointPolygonTest(within, (float(x), float(y)), True) for x, y in at]
        at = at[np.array(deep) > BORDER.off * short]
        if not len(at):
            continue
        lines = (at[:, None] + across[:, None] * inwards).astype(np.float32)
        colours = cv2.remap(
            image, lines[..., 0], lines[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        change = strongest(cv2.absdiff(colours[:, 2:], colours[:, :-2])).astype(np.float32)
        like = np.clip(1.5 - off_paper(colours, paper), 0.0, 1.0)[:, 2:]
        # The paper begins at the edge or, where that is blurred, one step within it.
        like = np.minimum(like, np.hstack([like[:, 1:], like[:, -1:]]))
        edge = np.minimum(change / BORDER.clear, 1.0) * like
        # A border is not quite straight: it may be found one step beside.
        beside = np.maximum(np.maximum(edge[:, 1:-1], edge[:, :-2]), edge[:, 2:])
        seen += float(beside.mean(0).max()) * len(at)
        places += len(at)
    return seen / max(places, 1)


def lying_upon(image: np.ndarray, quads: Sequence[Quad]) -> list[list[int]]:
    """For each of several cards the positions of those that lie upon it.

    Args:
        image: uint8 BGR.
        quads: their corners.
    """
    upon: list[list[int]] = [[] for _ in quads]
    for n, k in near_pairs(quads):
        if not touch(quads[n], quads[k]):
            continue
        mine, its = border_in_sight(image, quads[n], quads[k]), border_in_sight(image, quads[k], quads[n])
        if max(mine, its) >= BORDER.seen:
            lower, upper = (n, k) if its > mine else (k, n)
            upon[lower].append(upper)
    return upon


def visible_parts(image: np.ndarray, quads: Sequence[Quad]) -> list[list[Point]]:
    """What no other one of several cards hides of each: the outline of its largest piece.

    Args:
        image: uint8 BGR.
        quads: their corners.

    Returns:
        As many outlines, each of three corners or more in pixels. Where the others' leave nothing of a card,
        they cannot all be right: then its own, whole.
    """
    parts: list[list[Point]] = []
    hulls = [MultiPoint(quad).convex_hull for quad in quads]
    for quad, hull, upper in zip(quads, hulls, lying_upon(image, quads), strict=True):
        left = hull.difference(unary_union([hulls[n] for n in upper]))
        left = _without_slivers(left, BORDER.sliver * float(np.linalg.norm(np.subtract(quad[1], quad[0]))))
        pieces = [each for each in getattr(left, "geoms", [left]) if isinstance(each, Polygon) and each.area]
        if upper and pieces:
            parts.append(list(max(pieces, key=lambda each: each.area).exterior.coords[:-1]))
        else:
            parts.append(list(quad))
    return parts


def _without_slivers(shape: BaseGeometry, width: float) -> BaseGeometry:
    """*shape* but for what is narrower than *width* (a morphological opening); all of it if that is all."""
    core = shape.buffer(-width / 2, join_style="mitre")
    opened = core.buffer(width / 2, join_style="mitre").intersection(shape)
    return shape if opened.is_empty else opened
