"""Fits a plane to points seen on it, and says how far off the fit may be.

Errors are carried on as in any least-squares fit: the covariance of the eight numbers of a homography is
s² (JᵀJ)⁻¹, with s the spread of what is left over (Hartley and Zisserman, Multiple View Geometry, 5.2).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.settings import GEOMETRY


@dataclass(frozen=True, slots=True, eq=False)
class PlaneFit:
    """A plane seen by a camera.

    Attributes:
        matrix: 3 × 3, from the plane (mm) to pixels.
        covariance: 8 × 8, of its first eight numbers, the ninth being 1.
        left_over: what the fit leaves unexplained at each point, pixels.
    """

    matrix: np.ndarray
    covariance: np.ndarray
    left_over: np.ndarray

    def error(self, points: np.ndarray) -> np.ndarray:
        """How far each of *points* (n × 2, mm) may lie off, in mm: 95 % of errors are smaller."""
        wrong = []
        for point in np.asarray(points, float):
            by_matrix = _by_matrix(self.matrix, point[None])
            by_place = _by_place(self.matrix, point)
            inverse = np.linalg.inv(by_place) @ by_matrix
            spread = inverse @ self.covariance @ inverse.T
            wrong.append(GEOMETRY.ninety_five * float(np.sqrt(np.trace(spread) / 2)))
        return np.array(wrong)


@dataclass(frozen=True, slots=True, eq=False)
class ShapesFit(PlaneFit):
    """A plane, and how equal things lie on it.

    Attributes:
        places, turns: n × 2 mm and n radians; the first thing lies at 0, unturned.
        together: (8 + 3 (n − 1)) square, covariance of the matrix and of the other things' places and turns.
    """

    places: np.ndarray
    turns: np.ndarray
    together: np.ndarray

    def spots_error(self, spots: np.ndarray) -> np.ndarray:
        """As `error`, of a point on each thing (n × 2, mm about its middle); its place is fitted too."""
        laid = np.column_stack([self.places, self.turns])
        start = np.concatenate([self.matrix.ravel()[:8] / self.matrix[2, 2], laid[1:].ravel()])

        def flat(numbers: np.ndarray) -> np.ndarray:
            rest = np.vstack([laid[:1], numbers[8:].reshape(-1, 3)])
            pairs = zip(spots, rest, strict=True)
            return np.vstack([placed(spot[None], row[:2], row[2]) for spot, row in pairs])

        def seen(numbers: np.ndarray) -> np.ndarray:
            return project(_full(numbers[:8]), flat(numbers)).ravel()

        slope = _slope(seen, start, seen(start))
        wrong = []
        for number, point in enumerate(flat(start)):
            rows = np.linalg.inv(_by_place(self.matrix, point)) @ slope[2 * number : 2 * number + 2]
            wrong.append(GEOMETRY.ninety_five * float(np.sqrt(np.trace(rows @ self.together @ rows.T) / 2)))
        return np.array(wrong)


def project(matrix: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Points (n × 2) taken through a homography, n × 2."""
    flat = np.asarray(points, np.float64).reshape(1, -1, 2)
    return np.asarray(cv2.perspectiveTransform(flat, np.asarray(matrix, np.float64))[0])


def squares_to(quads: np.ndarray) -> np.ndarray:
    """The homographies from the unit square to each of *quads* (n × 4 × 2), n × 3 × 3 (Heckbert, 1989)."""
    a, b, c, d = np.moveaxis(np.asarray(quads, float), 1, 0)
    one, other, rest = b - c, d - c, a - b + c - d
    whole = one[:, 0] * other[:, 1] - other[:, 0] * one[:, 1]
    with np.errstate(divide="ignore", invalid="ignore"):
        g = (rest[:, 0] * other[:, 1] - other[:, 0] * rest[:, 1]) / whole
        h = (one[:, 0] * rest[:, 1] - rest[:, 0] * one[:, 1]) / whole
    top = np.stack([b - a + g[:, None] * b, d - a + h[:, None] * d, a], 2)
    return np.concatenate([top, np.stack([g, h, np.ones_like(g)], 1)[:, None]], 1)


def fit_plane(flat: np.ndarray, pixels: np.ndarray, weights: np.ndarray | None = None) -> PlaneFit:
    """The homography that takes *flat* (n × 2, mm) to *pixels* (n × 2) with the least squares left over.

    Args:
        weights: how many times each pair counts; None: once.

    Raises:
        ValueError: fewer than four points, or too many of them on one line.
    """
    if len(flat) < 4:
        raise ValueError(f"{len(flat)} points, expected at least four")
    start, _ = cv2.findHomography(np.asarray(flat, np.float64), np.asarray(pixels, np.float64), 0)
    if start is None or not np.isfinite(start).all():
        raise ValueError("points on one line")
    root = np.sqrt(np.ones(len(flat)) if weights is None else np.asarray(weights, float))[:, None]
    numbers, covariance = least_squares(
        lambda h: ((project(_full(h), flat) - pixels) * root).ravel(), (start / start[2, 2]).ravel()[:8]
    )
    matrix = _full(numbers)
    return PlaneFit(matrix, covariance, np.linalg.norm(project(matrix, flat) - pixels, axis=1))


def placed(spots: np.ndarray, place: np.ndarray, turn: float) -> np.ndarray:
    """Points of a shape (n × 2) turned by *turn* radians and moved to *place*."""
    c, s = np.cos(turn), np.sin(turn)
    return np.asarray(spots @ np.array([[c, s], [-s, c]]) + place)


def fit_equal_shapes(
    shapes: np.ndarray, corners: np.ndarray, least: float = GEOMETRY.least_spread
) -> ShapesFit:
    """The plane on which things of known shape lie, and how each of them lies.

    Args:
        shapes: n × k × 2 mm, each thing's points about its own middle, k at least four.
        corners: n × k × 2 pixels, where they are seen.
        least: see `least_squares`.

    Raises:
        ValueError: they tell no plane.
    """
    start = fit_plane(shapes[0], corners[0]).matrix
    flat = project(np.linalg.inv(start), corners.reshape(-1, 2)).reshape(corners.shape)
    poses = []
    for shape, seen in zip(shapes[1:], flat[1:], strict=True):
        about = seen - seen.mean(0)
        turn = np.arctan2(
            (shape[:, 0] * about[:, 1] - shape[:, 1] * about[:, 0]).sum(), (shape * about).sum()
        )
        poses += [*seen.mean(0), float(turn)]

    def laid(numbers: np.ndarray) -> np.ndarray:
        rest = numbers[8:].reshape(-1, 3)
        return np.stack([shapes[0], *(placed(s, p[:2], p[2]) for s, p in zip(shapes[1:], rest, strict=True))])

    def wrong(numbers: np.ndarray) -> np.ndarray:
        there = project(_full(numbers[:8]), laid(numbers).reshape(-1, 2))
        return np.asarray((there - corners.reshape(-1, 2)).ravel())

    numbers, covariance = least_squares(
        wrong, np.concatenate([(start / start[2, 2]).ravel()[:8], poses]), least
    )
    found = np.vstack([[0.0, 0.0, 0.0], numbers[8:].reshape(-1, 3)])
    left_over = np.linalg.norm(wrong(numbers).reshape(-1, 2), axis=1)
    matrix = _full(numbers[:8])
    return ShapesFit(matrix, covariance[:8, :8], left_over, found[:, :2], found[:, 2], covariance)


def least_squares(
    wrong: Callable[[np.ndarray], np.ndarray], start: np.ndarray, least: float = GEOMETRY.least_spread
) -> tuple[np.ndarray, np.ndarray]:
    """The numbers that make *wrong* small (Levenberg and Marquardt), and their covariance.

    Args:
        wrong: from k numbers to n ≥ k differences, in pixels.
        start: a first guess, k numbers.
        least: spread of single differences that is taken for granted, pixels.

    Raises:
        ValueError: the differences do not tell the numbers (a degenerate case).
    """
    numbers = np.asarray(start, float).copy()
    now = wrong(numbers)
    damping = 1e-3
    for _ in range(GEOMETRY.steps):
        slope = _slope(wrong, numbers, now)
        square = slope.T @ slope
        while True:
            try:
                step = np.linalg.solve(square + damping * np.diag(np.diag(square)), -slope.T @ now)
            except np.linalg.LinAlgError:
                raise ValueError("points that do not tell a plane") from None
            then = wrong(numbers + step)
            if np.isfinite(then).all() and then @ then <= now @ now:
                break
            damping *= 10
            if damping > 1e9:
                break
        if damping > 1e9:
            break
        gained = now @ now - then @ then
        numbers, now, damping = numbers + step, then, damping / 10
        if gained < 1e-10 * (now @ now) + 1e-12:
            break
    slope = _slope(wrong, numbers, now)
    free = len(now) - len(numbers)
    spread = max(least, float(np.sqrt(now @ now / free)) if free > 0 else 1.0)
    # Numbers of a homography differ by many powers of ten: scaled, the inverse is exact enough.
    scale = np.linalg.norm(slope, axis=0)
    if not (scale > 0).all():
        raise ValueError("points that do not tell a plane")
    square = (slope / scale).T @ (slope / scale)
    if np.linalg.cond(square) > 1e13:
        raise ValueError("points that do not tell a plane")
    return numbers, spread**2 * np.linalg.inv(square) / np.outer(scale, scale)


def _slope(wrong: Callable[[np.ndarray], np.ndarray], numbers: np.ndarray, now: np.ndarray) -> np.ndarray:
    columns = []
    for k, number in enumerate(numbers):
        moved = numbers.copy()
        step = 1e-6 * max(abs(number), 1e-5)
        moved[k] += step
        columns.append((wrong(moved) - now) / step)
    return np.stack(columns, 1)


def _full(numbers: np.ndarray) -> np.ndarray:
    return np.append(numbers, 1.0).reshape(3, 3)


def _by_matrix(matrix: np.ndarray, points: np.ndarray) -> np.ndarray:
    """How a point's pixel moves with the matrix's first eight numbers, 2 × 8."""
    (x, y), (u, v) = points[0], project(matrix, points)[0]
    depth = float(matrix[2] @ (x, y, 1.0))
    row = np.array([x, y, 1.0])
    return np.stack(
        [
            np.concatenate([row, np.zeros(3), -u * row[:2]]) / depth,
            np.concatenate([np.zeros(3), row, -v * row[:2]]) / depth,
        ]
    )


def _by_place(matrix: np.ndarray, point: np.ndarray) -> np.ndarray:
    """How a point's pixel moves with its place on the plane, 2 × 2."""
    u, v = project(matrix, point[None])[0]
    depth = float(matrix[2] @ (*point, 1.0))
    return np.asarray([matrix[0, :2] - u * matrix[2, :2], matrix[1, :2] - v * matrix[2, :2]], float) / depth
