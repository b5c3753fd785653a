"""Where exactly a new card lies, from what it changed: a rectangle fitted on the table's plane.

Seen from straight above, all cards of a table are rectangles of one size. A card laid on other
cards changes little (white on white), but everything that it changes lies inside it, and its
edges are new. Both are scored for every place and turn at once by sums over shifted pictures.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from engine.boundaries import Quad
from vision.film.settings import FILM
from vision.geometry.masks import grown, shifted
from vision.motion.grid import Region
from vision.motion.stillness import unlike
from vision.table.plane import Plane

FITTING = FILM.fitting


@dataclass(frozen=True, slots=True)
class _View:
    """A part of the table from straight above, before and after.

    Attributes:
        greys: before and after, float32.
        difference: the strongest colour's difference, 0 outside the region.
        place: 3 × 3, from the whole picture's pixels to this part's.
        low: the plane's point at the first pixel.
        scale: pixels per unit of the plane.
    """

    greys: list[np.ndarray]
    difference: np.ndarray
    place: np.ndarray
    low: np.ndarray
    scale: float


@dataclass(frozen=True, slots=True)
class Fit:
    """A place where a card would explain what changed.

    Attributes:
        corners: clockwise, the first edge a short one; which end is up is not known.
        score: the larger the better, about 1 to 1.6.
    """

    corners: Quad
    score: float


def fits(
    plane: Plane,
    before: np.ndarray,
    after: np.ndarray,
    region: Region,
    noise: tuple[float, float],
    news: np.ndarray,
) -> list[Fit]:
    """Clearly different places for one card that explains the changes in a region, best first.

    Args:
        plane: on which cards have one size.
        before, after: the whole picture, uint8 BGR.
        region: left, top, right, bottom in pixels.
        noise: levels of difference that are a change, once it is smoothed over so many pixels.
        news: boolean, the whole picture made smaller: changes count only there.
    """
    if plane.card is None:
        return []
    view = _view(plane, before, after, region, plane.card[1], noise[1])
    if view is None:
        return []
    changed = (view.difference > noise[0]).astype(np.float32)
    changed *= _as_seen(news, view, after.shape[1] / news.shape[1])
    total = float(changed.sum())
    if total < 20:
        return []
    card = (plane.card[0] * view.scale, plane.card[1] * view.scale)
    found = _roughly(view.greys, changed, card)
    chosen: list[tuple[float, float, float, float]] = []
    for one in found:
        if all(_differ(one, other) for other in chosen):
            chosen.append(one)
        if len(chosen) == FITTING.most_places:
            break
    fits = []
    for rough in chosen:
        turns = rough[1] + np.arange(-3, 4) * 1.5
        score, turn, x, y = max(_search(view.greys, changed, total, card, turns, near=rough[2:]))
        box = cv2.boxPoints(((x, y), card, turn)) / view.scale + view.low
        fits.append(Fit(plane.quad(box), score))
    return sorted(fits, key=lambda fit: -fit.score)


def _view(
    plane: Plane, before: np.ndarray, after: np.ndarray, region: Region, long: float, soft: float
) -> _View | None:
    """A region from straight above, a card of that long side being `FITTING.long_side` pixels long."""
    scale = FITTING.long_side / long
    left, top, right, bottom = region
    frame = plane.flat([(left, top), (right, top), (right, bottom), (left, bottom)])
    low, high = frame.min(axis=0) - 0.2 * long, frame.max(axis=0) + 0.2 * long
    width, height = (int(v) for v in np.ceil((high - low) * scale))
    if not (8 < width < 900 and 8 < height < 900):
        return None
    zoom = np.array([[scale, 0, -low[0] * scale], [0, scale, -low[1] * scale], [0, 0, 1]])
    place = zoom @ plane.to_plane
    flat = [
        cv2.warpPerspective(image, place, (width, height), borderMode=cv2.BORDER_REPLICATE)
        for image in (before, after)
    ]
    inside = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(inside, ((frame - low) * scale).round().astype(np.int32), 1)
    greys = [cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32) for image in flat]
    before, after = (each.astype(np.float32) for each in flat)
    # One unit of the plane is about one pixel.
    return _View(greys, unlike(before, after, soft * scale) * inside, place, low, scale)


def _roughly(
    greys: Sequence[np.ndarray], changed: np.ndarray, card: tuple[float, float]
) -> list[tuple[float, float, float, float]]:
    """(score, turn in degrees, x, y) of places all over a view at all turns, best first: at half its size."""
    parts = (*greys, changed)
    half = [cv2.resize(each, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) for each in parts]
    turns = np.arange(FITTING.turns) * 180.0 / FITTING.turns
    found = _search(half[:2], half[2], float(half[2].sum()), (card[0] / 2, card[1] / 2), turns)
    return sorted(((score, turn, 2 * x + 0.5, 2 * y + 0.5) for score, turn, x, y in found), reverse=True)


def _search(
    greys: Sequence[np.ndarray],
    changed: np.ndarray,
    total: float,
    card: tuple[float, float],
    turns: np.ndarray,
    near: tuple[float, float] | None = None,
) -> list[tuple[float, float, float, float]]:
    """(score, turn in degrees, x, y) of the best places at each turn; of the best one *near* a place."""
    height, width = changed.shape
    size = (math.ceil(math.hypot(height, width)),) * 2
    middle = (width / 2, height / 2)
    if near is not None:  # all that a card there needs, and no more
        size = (round(card[0]) + 2 * FITTING.beside, round(card[1]) + 2 * FITTING.beside)
        middle = near
    best = []
    for turn in turns:
        spin = cv2.getRotationMatrix2D(middle, float(turn), 1.0)
        spin[:, 2] += size[0] / 2 - middle[0], size[1] / 2 - middle[1]
        grey = [cv2.warpAffine(g, spin, size, borderMode=cv2.BORDER_REPLICATE) for g in greys]
        inside = cv2.boxFilter(
            cv2.warpAffine(changed, spin, size),
            -1,
            (max(1, round(card[0])), max(1, round(card[1]))),
            normalize=False,
            borderType=cv2.BORDER_CONSTANT,
        )
        most = min(total, card[0] * card[1])
        score: Any = inside / most + FITTING.edge_weight * _new_edges(grey, card)
        if near is not None:
            window = np.zeros_like(score)
            cv2.circle(window, (size[0] // 2, size[1] // 2), FITTING.near, 1.0, -1)
            score = score * window
        places = 1 if near is not None else 2
        for _ in range(places):
            _, top, _, (x, y) = cv2.minMaxLoc(score)
            back = cv2.invertAffineTransform(spin) @ (x, y, 1.0)
            best.append((float(top), float(turn), float(back[0]), float(back[1])))
            cv2.circle(score, (x, y), round(card[1] / 6), 0.0, -1)
    return best


def _as_seen(news: np.ndarray, view: _View, shrunk: float) -> np.ndarray:
    """A small mask, a little grown, as a part of the table shows it: 0 and 1.

    Args:
        shrunk: pixels of the whole picture per small one.
    """
    around = grown(news, FITTING.same_news).view(np.uint8)
    place = view.place @ np.diag([shrunk, shrunk, 1.0])
    return cv2.warpPerspective(around, place, view.difference.shape[::-1], flags=cv2.INTER_NEAREST)


def _differ(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Whether two places (score, turn, x, y) are not nearly the same."""
    turn = abs(one[1] - other[1]) % 180
    return math.dist(one[2:], other[2:]) > 8 or min(turn, 180 - turn) > 10


def _new_edges(greys: Sequence[np.ndarray], card: tuple[float, float]) -> np.ndarray:
    """How clearly a card's four edges have appeared, 0–1, for a card centred at each pixel."""
    half_width, half_height = card[0] / 2, card[1] / 2
    sides: list[Any] = []
    for dx, dy, length in ((1, 0, card[1]), (0, 1, card[0])):
        before, after = (np.abs(cv2.Sobel(grey, cv2.CV_32F, dx, dy, ksize=3)) / 4 for grey in greys)
        fresh: Any = np.clip(after - before, 0, FITTING.edge_full) / FITTING.edge_full
        # An edge may lie a pixel off.
        fresh = cv2.dilate(fresh, np.ones((1, 3) if dx else (3, 1), np.uint8))
        line = (1, max(1, round(0.9 * length))) if dx else (max(1, round(0.9 * length)), 1)
        along = cv2.blur(fresh, line, borderType=cv2.BORDER_CONSTANT)
        half = round(half_width if dx else half_height)
        sides += [shifted(along, half * dx, half * dy), shifted(along, -half * dx, -half * dy)]
    share = (sides[0] + sides[1]) * card[1] + (sides[2] + sides[3]) * card[0]
    return np.asarray(share / (2 * sum(card)))
