"""Finds cards in a picture: turned boxes round faces and backs, hidden parts inferred.

The finder (models/finder.md) sees the picture small. It knows cards from about 20 to 200
pixels: every picture is seen at two sizes, and where its cards come out too small or too
large in the larger one, once more at a size that suits them; where a card fills it, smaller still.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely

from models import weights
from models.reducing import reduced
from vision.cards.settings import CARDS

FINDER = CARDS.finder

ONE_CARD = FINDER.one_card
"""Two outlines that overlap more are one card, found twice."""


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
    return weights.load(weights.path("finder"), rounded=True)


def turned_boxes(output: np.ndarray, threshold: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Decode the network's output (1 × 7 × n): boxes (cx, cy, w, h, radians), scores, classes."""
    rows = output[0].T
    scores = rows[:, 4:6].max(1)
    best = np.flatnonzero(scores > threshold)
    best = best[np.argsort(-scores[best])]
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


def without_doubles(outlines: np.ndarray, scores: np.ndarray) -> list[int]:
    """Of any two outlines (n × 4 × 2) that overlap more than `ONE_CARD`, the surer.

    Returns:
        Positions of those that stay, surest first.
    """
    middles = outlines.mean(1)
    edges = np.linalg.norm(outlines[:, 1:3] - outlines[:, 0:2], axis=2)
    shortest, longest = edges.min(1), edges.max(1)
    polygons = shapely.polygons(outlines)
    # What a network makes of no card may cross itself, which is no outline of anything.
    valid, areas = shapely.is_valid(polygons), shapely.area(polygons)
    free = np.ones(len(outlines), bool)
    chosen = []
    for n in (int(n) for n in np.argsort(-scores, kind="stable")):
        if not free[n]:
            continue
        chosen.append(n)
        free[n] = False
        # Only outlines whose centres are close can be doubles: the rest need no polygons.
        apart = np.linalg.norm(middles - middles[n], axis=1)
        near = np.flatnonzero(free & (apart < np.maximum(longest, longest[n]) / 2))
        # Where no corner lies further from its like than a 24th of the shorter side, they overlap
        # by more than that; it is seen without cutting polygons too.
        turned = np.stack([outlines[near], outlines[near][:, [2, 3, 0, 1]]])
        alike = (np.abs(turned - outlines[n]).max((2, 3)) < shortest[near] / 24).any(0)
        free[near[alike]] = False
        if not valid[n]:
            continue
        unlike = near[~alike & valid[near]]
        shared = shapely.area(shapely.intersection(polygons[n], polygons[unlike]))
        free[unlike[shared > ONE_CARD * (areas[n] + areas[unlike] - shared)]] = False
    return chosen


def _each_once(found: Sequence[FoundCard]) -> list[FoundCard]:
    """*found* without what is nearly the same box, surest first."""
    boxes = np.array([card.box for card in found]).reshape(-1, 4, 2)
    scores = np.array([card.confidence for card in found])
    return [found[n] for n in without_doubles(boxes, scores)]


def short_side(box: np.ndarray) -> float:
    """Length in pixels of a turned box's shorter side."""
    return float(np.linalg.norm(box[1] - box[0]))


def as_shown(image: np.ndarray, scale: float, side: int = 0) -> np.ndarray:
    """What a network that finds is shown of *image* (uint8 BGR) at a *scale*: float32 1 × 3 × h × w, RGB 0–1.

    Args:
        side: pixels that either side has at least; what is no picture is grey.
    """
    height, width = image.shape[:2]
    shrunk = reduced(image, (max(1, round(width * scale)), max(1, round(height * scale))))
    rows, columns = (-(-max(length, side) // FINDER.stride) * FINDER.stride for length in shrunk.shape[:2])
    padded = np.full((rows, columns, 3), FINDER.padding, np.uint8)
    padded[: shrunk.shape[0], : shrunk.shape[1]] = shrunk
    return np.ascontiguousarray(padded[None, :, :, ::-1].transpose(0, 3, 1, 2), np.float32) / 255


def detect(image: np.ndarray, side: int, threshold: float, *, square: bool = False) -> list[FoundCard]:
    """What one pass of the network finds in *image* (uint8 BGR) scaled to *side* pixels at its longest.

    Args:
        square: the network is given a square, whatever the picture's shape: a shape that it was not
            given before costs a network more than the pass itself.
    """
    height, width = image.shape[:2]
    scale = side / max(height, width)
    batch = as_shown(image, scale, side if square else 0)
    boxes, scores, classes = turned_boxes(_network()(batch)[0], threshold)
    if not len(boxes):
        return []
    corners = (corners_of(boxes) / scale).astype(np.float32)
    # Larger cards are found in pieces and smaller ones inexactly: a pass that suits them shall win.
    sizes = np.maximum(np.minimum(boxes[:, 2], boxes[:, 3]), 1.0)
    scores = scores * np.minimum(
        1.0, np.minimum(FINDER.comfortable[1] / sizes, sizes / FINDER.comfortable[0])
    )
    return [
        FoundCard(box, bool(kind), float(score))
        for box, score, kind in zip(corners, scores, classes, strict=True)
    ]


def see_nothing() -> None:
    """Let the network see nothing in every shape of a part, the largest first: it is ready for them then."""
    nothing = np.zeros((FINDER.part_side, FINDER.part_side, 3), np.uint8)
    for side in sorted(FINDER.part_sides, reverse=True):
        detect(nothing, side, FINDER.found_from, square=True)


def further_side(found: Sequence[FoundCard], side: int, own: int) -> int | None:
    """The longest side at which to look once more, or None where the pass at *side* suits the cards.

    Args:
        found: what was found so far, in pixels of the picture.
        own: the picture's longest side.
    """
    if not found:
        return None
    sizes = sorted(short_side(card.box) for card in sorted(found, key=lambda card: -card.confidence)[:20])
    typical = sizes[len(sizes) // 2] / own
    lower, upper = FINDER.comfortable
    if lower <= typical * side <= upper:
        return None
    wanted = (FINDER.wanted[0] if typical * side < lower else FINDER.wanted[1]) / typical
    suits = min(max(wanted, FINDER.small_side), FINDER.most_side, max(own * 1.5, FINDER.small_side))
    return -(-round(suits) // FINDER.stride) * FINDER.stride


def find_boxes(image: np.ndarray, threshold: float = FINDER.found_from) -> list[FoundCard]:
    """Every card in *image* (uint8 BGR) of at least *threshold* confidence, surest first.

    A card may be found more than once, in boxes that are not quite the same.
    """
    own = max(image.shape[:2])
    first = min(FINDER.first_side, round(own * FINDER.most_grown))
    sides = [first] if first < 1.5 * FINDER.small_side else [first, FINDER.small_side]
    found = _each_once([card for side in sides for card in detect(image, side, threshold)])
    sides_too = [FINDER.tiny_side] if any(short_side(card.box) > FINDER.fills * own for card in found) else []
    further = further_side(found, first, own)
    if further is not None and further not in sides:
        sides_too.append(further)
    if not sides_too:
        return found
    return _each_once(found + [card for side in sides_too for card in detect(image, side, threshold)])


def find_in_part(image: np.ndarray, threshold: float = FINDER.found_from) -> list[FoundCard]:
    """As `find_boxes`, of a part of a picture that was cut out round cards, with a margin: quicker."""
    side = FINDER.part_side if max(image.shape[:2]) <= 2 * FINDER.part_side else FINDER.first_side
    found = _each_once(detect(image, side, threshold, square=True))
    suits = further_side(found, side, max(image.shape[:2]))
    if suits is None:
        return found
    further = next((each for each in FINDER.part_sides if each >= suits), FINDER.part_sides[-1])
    if further == side:
        return found
    return _each_once(found + detect(image, further, threshold, square=True))
