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

from engine.boundaries import Point, Quad
from vision.geometry.masks import grown, shifted
from vision.geometry.quads import as_quad
from vision.motion.stillness import unlike
from vision.table.board import TableView, board_aspect, board_homography
from vision.tracking.settings import TRACKING

FITTING = TRACKING.fitting


Region = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels of the picture."""


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


class Plane:
    """The table's plane, in which all cards have one size.

    Args:
        board: the board's corners in the picture; None: the camera is taken to look straight down.
        size: width and height of the picture.
        seen: the table as it was found, which tells more than the board's corners; None: only they do.
    """

    def __init__(self, board: Quad | None, size: tuple[int, int], seen: TableView | None = None) -> None:
        if seen is not None:
            self._to_pixels = seen.plane @ np.diag([1 / seen.scale, 1 / seen.scale, 1.0])
        elif board is None:
            self._to_pixels = np.eye(3)
        else:
            # One unit of the plane is about one pixel at the board.
            aspect = board_aspect(board, size)
            around = sum(math.dist(board[i], board[i - 1]) for i in range(4))
            high = around / (2 * (aspect + 1))
            self._to_pixels = board_homography(board) @ np.diag([1 / (aspect * high), 1 / high, 1.0])
        self._to_plane = np.linalg.inv(self._to_pixels)
        self._size = size
        self.told = board is not None or seen is not None
        """Whether the table tells this plane; else cards that lie nearer are larger in it, too."""
        self._alone: list[tuple[float, float]] = []
        self._outlined: dict[int, tuple[float, float]] = {}

    @property
    def card(self) -> tuple[float, float] | None:
        """Short and long side of a card in the plane, None before one was seen.

        Of all that lay alone and of all that were `outlined`, each once, the one in the middle.
        """
        seen = [*self._alone, *self._outlined.values()]
        if not seen:
            return None
        short, long = np.median(np.array(seen), axis=0).tolist()
        return (short, long)

    @property
    def measured(self) -> int:
        """How many cards that lay alone the size is known from."""
        return len(self._alone)

    def moved(self, matrix: np.ndarray) -> None:
        """Go with the picture to a new place: *matrix* takes pixels before a bump to pixels after it."""
        self._to_pixels = matrix @ self._to_pixels
        self._to_plane = np.linalg.inv(self._to_pixels)

    def flat(self, points: Sequence[Point]) -> np.ndarray:
        """Points of the picture in the plane, float32 n × 2."""
        mapped = cv2.perspectiveTransform(np.array([points], np.float64), self._to_plane)[0]
        return np.asarray(mapped, np.float32)

    def seen(self, corners: np.ndarray) -> Quad:
        """Four corners of the plane in the picture."""
        return as_quad(cv2.perspectiveTransform(np.array([corners], np.float64), self._to_pixels)[0])

    def measure(self, corners: Quad) -> None:
        """Learn the cards' size from one that lay alone, by what it changed."""
        sides = self._sides(corners)
        if sides is not None:
            self._alone = [*self._alone[-14:], sides]

    def outlined(self, face: int, corners: Quad) -> None:
        """Learn the cards' size from one that the finder has outlined and that is read beyond doubt."""
        sides = self._sides(corners)
        if sides is not None:
            self._outlined[face] = sides

    def _sides(self, corners: Quad) -> tuple[float, float] | None:
        """Short and long side of an outline in the plane; None where it has not a card's shape."""
        flat = self.flat(corners)
        sides = [float(np.linalg.norm(flat[i] - flat[i - 1])) for i in range(4)]
        a, b = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
        short, long = min(a, b), max(a, b)
        return (short, long) if short > 0 and FITTING.squarest < long / short < FITTING.aspects[1] else None

    def off(self, corners: Quad) -> float:
        """How unlike an outline is to a card that lies on the plane: a chi-square of its sides and its angle.

        Held nearer to the camera it is larger in the plane, tilted it is longer and askew.
        """
        flat = self.flat(corners).astype(np.float64)
        edges = np.roll(flat, -1, axis=0) - flat
        sides = np.linalg.norm(edges, axis=1)
        if sides.min() <= 0:
            return math.inf
        short, long = sorted(((sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2))
        cosines = (edges * np.roll(edges, -1, axis=0)).sum(1) / (sides * np.roll(sides, -1))
        askew = math.degrees(math.asin(min(1.0, float(np.abs(cosines).mean()))))
        off = (askew / FITTING.askew) ** 2
        if self.card is not None:
            off += (math.log(short / self.card[0]) / FITTING.off_short) ** 2
            off += (math.log(long / self.card[1]) / FITTING.off_long) ** 2
        elif not FITTING.squarest < long / short < FITTING.aspects[1]:
            return math.inf
        return off

    def completions(self, corners: Quad) -> list[Quad]:
        """Whole cards of which an outline may show a part, the rest being hidden (amodal completion).

        They are as large as cards are on this table, lie as the outline does, and share one of its corners,
        or its middle. Where the part is nearly square either side of it may be the short one.

        Returns:
            Outlines in pixels; empty while nobody knows how large cards are.
        """
        if self.card is None:
            return []
        flat = self.flat(corners).astype(np.float64)
        across, down = flat[1] - flat[0] + flat[2] - flat[3], flat[3] - flat[0] + flat[2] - flat[1]
        width, height = float(np.linalg.norm(across)) / 2, float(np.linalg.norm(down)) / 2
        if min(width, height) <= 0:
            return []
        # The longer side tells the direction better.
        turn = math.atan2(across[1], across[0])
        askew = math.remainder(math.atan2(down[1], down[0]) - math.pi / 2 - turn, math.pi)
        turn += askew * height / (width + height)
        right = np.array([math.cos(turn), math.sin(turn)])
        below = np.array([-right[1], right[0]]) * (1 if down @ (-right[1], right[0]) > 0 else -1)
        sizes = [self.card if width <= height else self.card[::-1]]
        if max(width, height) < FITTING.nearly_square * min(width, height):
            sizes.append(sizes[0][::-1])
        whole = []
        for wide, high in sizes:
            corner = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) @ np.array([wide * right, high * below])
            starts = [*(flat - corner), flat.mean(0) - corner.mean(0)]
            whole += [self._quad((start + corner).astype(np.float32)) for start in starts]
        return whole

    def apart(self, one: Quad, other: Quad) -> float:
        """How far the middles of two outlines lie apart on the plane, in long sides of the first."""
        first, second = self.flat(one), self.flat(other)
        sides = np.linalg.norm(first[1:3] - first[:2], axis=1)
        return float(np.linalg.norm(first.mean(0) - second.mean(0))) / max(float(sides.max()), 1e-6)

    def single(self, changed: np.ndarray, origin: Point) -> Quad | None:
        """The outline of a single card on bare table: its change has a card's shape.

        Args:
            changed: boolean part of the picture.
            origin: where that part begins in the picture.
        """
        contours, _ = cv2.findContours(changed.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        if not contours:
            return None
        contour = cv2.convexHull(max(contours, key=cv2.contourArea))
        if cv2.contourArea(contour) < 200:
            return None
        filled = np.zeros(changed.shape, np.uint8)
        cv2.fillConvexPoly(filled, contour, 1)
        inside = np.count_nonzero(changed & (filled > 0))
        if inside < FITTING.solid * np.count_nonzero(filled) or inside < 0.9 * np.count_nonzero(changed):
            return None
        points = contour[:, 0, :].astype(np.float64) + origin
        flat = self.flat([(float(x), float(y)) for x, y in points])
        rect = cv2.minAreaRect(flat)
        short, long = sorted(rect[1])
        if short <= 0 or not FITTING.aspects[0] < long / short < FITTING.aspects[1]:
            return None
        if cv2.contourArea(cv2.convexHull(flat)) < FITTING.solid * short * long:
            return None
        return self._quad(cv2.boxPoints(rect))

    def trimmed(self, before: np.ndarray, after: np.ndarray, rough: Quad) -> Quad:
        """A single card's outline without the shadow round it: drawn in to its clearest edges."""
        flat = self.flat(rough)
        (x, y), sides, turn = cv2.minAreaRect(flat)
        if sides[0] > sides[1]:
            sides, turn = (sides[1], sides[0]), turn + 90
        points = np.array(rough)
        low, high = points.min(axis=0) - 6, points.max(axis=0) + 6
        region = (int(low[0]), int(low[1]), int(high[0]) + 1, int(high[1]) + 1)
        view = self._view(before, after, region, sides[1])
        if view is None:
            return rough
        x, y = (np.array([x, y]) - view.low) * view.scale
        size = [sides[0] * view.scale, sides[1] * view.scale]
        nothing = np.zeros(view.difference.shape, np.float32)
        for side in (0, 1, 0, 1):
            tries = []
            for part in np.arange(0.86, 1.03, 0.02):
                card = (size[0] * part, size[1]) if side == 0 else (size[0], size[1] * part)
                turns = turn + np.arange(-2, 3) if side == 0 else np.array([turn])
                found = self._search(view.greys, nothing, 1.0, card, turns, (x, y), FITTING.sharp)
                tries += [(*each, card) for each in found]
            _, turn, x, y, card = max(tries, key=lambda each: each[0])
            size = list(card)
        return self._quad(cv2.boxPoints(((x, y), size, turn)) / view.scale + view.low)

    def _view(
        self, before: np.ndarray, after: np.ndarray, region: Region, long: float, soft: float = 0.0
    ) -> _View | None:
        """A region from straight above, a card of that long side being `FITTING.long_side` pixels long."""
        scale = FITTING.long_side / long
        left, top, right, bottom = region
        frame = self.flat([(left, top), (right, top), (right, bottom), (left, bottom)])
        low, high = frame.min(axis=0) - 0.2 * long, frame.max(axis=0) + 0.2 * long
        width, height = (int(v) for v in np.ceil((high - low) * scale))
        if not (8 < width < 900 and 8 < height < 900):
            return None
        zoom = np.array([[scale, 0, -low[0] * scale], [0, scale, -low[1] * scale], [0, 0, 1]])
        place = zoom @ self._to_plane
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

    def _quad(self, box: np.ndarray) -> Quad:
        """A rectangle of the plane as corners in the picture, clockwise, a short edge first."""
        if np.linalg.norm(box[1] - box[0]) > np.linalg.norm(box[2] - box[1]):
            box = np.roll(box, -1, axis=0)
        a, b, c, d = self.seen(box)
        clockwise = cv2.contourArea(np.array([a, b, c, d], np.float32), oriented=True) >= 0
        return (a, b, c, d) if clockwise else (b, a, d, c)

    def fits(
        self,
        before: np.ndarray,
        after: np.ndarray,
        region: Region,
        step: float,
        explained: Sequence[Quad] = (),
        soft: float = 0.0,
        news: np.ndarray | None = None,
    ) -> list[Fit]:
        """Clearly different places for one card that explains the changes in a region, best first.

        Args:
            before, after: the whole picture, uint8 BGR.
            region: left, top, right, bottom in pixels.
            step: levels of difference that are a change.
            explained: cards that have been found already: what changed there counts no more.
            soft: pixels over which the difference is smoothed against noise.
            news: boolean, the whole picture made smaller: changes count only there; None: everywhere.
        """
        if self.card is None:
            return []
        view = self._view(before, after, region, self.card[1], soft)
        if view is None:
            return []
        changed = (view.difference > step).astype(np.float32)
        if news is not None:
            changed *= _as_seen(news, view, after.shape[1] / news.shape[1])
        for corners in explained:
            outline = cv2.minAreaRect((self.flat(corners) - view.low) * view.scale)
            wider = (outline[0], (outline[1][0] + 4, outline[1][1] + 4), outline[2])
            cv2.fillConvexPoly(changed, cv2.boxPoints(wider).round().astype(np.int32), 0.0)
        total = float(changed.sum())
        if total < 20:
            return []
        card = (self.card[0] * view.scale, self.card[1] * view.scale)
        edges = view.greys
        found = self._search(edges, changed, total, card, np.arange(FITTING.turns) * 180.0 / FITTING.turns)
        found.sort(key=lambda each: -each[0])
        chosen: list[tuple[float, float, float, float]] = []
        for one in found:
            if all(_differ(one, other) for other in chosen):
                chosen.append(one)
            if len(chosen) == FITTING.most_places:
                break
        fits = []
        for rough in chosen:
            near = self._search(edges, changed, total, card, rough[1] + np.arange(-3, 4) * 1.5, rough[2:])
            score, turn, x, y = max([rough, *near])
            box = cv2.boxPoints(((x, y), card, turn)) / view.scale + view.low
            fits.append(Fit(self._quad(box), score))
        return sorted(fits, key=lambda fit: -fit.score)

    def _search(
        self,
        greys: Sequence[np.ndarray],
        changed: np.ndarray,
        total: float,
        card: tuple[float, float],
        turns: np.ndarray,
        near: tuple[float, float] | None = None,
        full: float = FITTING.edge_full,
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
            score: Any = inside / most + FITTING.edge_weight * _new_edges(grey, card, full)
            if near is not None:
                window = np.zeros_like(score)
                cv2.circle(window, (size[0] // 2, size[1] // 2), FITTING.near, 1.0, -1)
                score = score * window
            places = 1 if near is not None else 2
            for _ in range(places):
                _, top, _, (x, y) = cv2.minMaxLoc(score)
                back = cv2.invertAffineTransform(spin) @ (x, y, 1.0)
                best.append((float(top), float(turn), float(back[0]), float(back[1])))
                cv2.circle(score, (x, y), 12, 0.0, -1)
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


def _new_edges(greys: Sequence[np.ndarray], card: tuple[float, float], full: float) -> np.ndarray:
    """How clearly a card's four edges have appeared, 0–1, for a card centred at each pixel."""
    half_width, half_height = card[0] / 2, card[1] / 2
    sides: list[Any] = []
    for dx, dy, length in ((1, 0, card[1]), (0, 1, card[0])):
        before, after = (np.abs(cv2.Sobel(grey, cv2.CV_32F, dx, dy, ksize=3)) / 4 for grey in greys)
        fresh: Any = np.clip(after - before, 0, full) / full
        # An edge may lie a pixel off.
        fresh = cv2.dilate(fresh, np.ones((1, 3) if dx else (3, 1), np.uint8))
        line = (1, max(1, round(0.9 * length))) if dx else (max(1, round(0.9 * length)), 1)
        along = cv2.blur(fresh, line, borderType=cv2.BORDER_CONSTANT)
        half = round(half_width if dx else half_height)
        sides += [shifted(along, half * dx, half * dy), shifted(along, -half * dx, -half * dy)]
    share = (sides[0] + sides[1]) * card[1] + (sides[2] + sides[3]) * card[0]
    return np.asarray(share / (2 * sum(card)))
