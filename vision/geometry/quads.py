"""Quadrilaterals in a picture: their middles, areas, overlaps and masks; points through a homography."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from shapely import Polygon, union_all

from engine.boundaries import Point, Quad


def to_pixels(matrix: np.ndarray, points: Iterable[Point]) -> list[Point]:
    """Points taken through a homography."""
    mapped = cv2.perspectiveTransform(np.array([list(points)], np.float64), matrix)[0]
    return [(float(x), float(y)) for x, y in mapped]


def as_quad(points: np.ndarray) -> Quad:
    """Four points (4 × 2) as a `Quad`."""
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return (a, b, c, d)


def polygon_mask(
    shape: tuple[int, int], polygons: Iterable[Iterable[Point]], scale: float = 1.0
) -> np.ndarray:
    """A boolean picture (height, width) that is True inside any of the polygons, times ``scale``."""
    mask = np.zeros(shape, np.uint8)
    for polygon in polygons:
        points = np.round(np.array(list(polygon), np.float64) * scale).astype(np.int32)
        cv2.fillPoly(mask, [points], 1)
    return mask.astype(bool)


def center(quad: Iterable[Point]) -> Point:
    """The mean of the corners."""
    x, y = np.mean(np.array(list(quad), np.float64), axis=0)
    return (float(x), float(y))


def scaled(quad: Quad, factor: float) -> Quad:
    """*quad*, *factor* times as large about its middle."""
    corners = np.array(quad, np.float64)
    middle = corners.mean(axis=0)
    return as_quad(middle + (corners - middle) * factor)


def area(quad: Iterable[Point]) -> float:
    """Square pixels that an outline encloses."""
    return float(cv2.contourArea(np.array(list(quad), np.float32)))


def share_covered(outline: Quad, others: Iterable[Quad]) -> float:
    """Share of a convex outline that others cover together, 0–1."""
    one = Polygon(np.asarray(outline, np.float32))
    there = [other for other in (Polygon(np.asarray(each, np.float32)) for each in others) if other.is_valid]
    return float(one.intersection(union_all(there)).area / one.area) if one.is_valid and one.area else 0.0


def overlap(first: Quad | np.ndarray, second: Quad | np.ndarray) -> float:
    """Area that two convex outlines share, over the area they cover together, 0–1."""
    a, b = np.asarray(first, np.float32), np.asarray(second, np.float32)
    if (a.max(0) < b.min(0)).any() or (b.max(0) < a.min(0)).any():
        return 0.0
    # OpenCV's intersectConvexConvex goes wrong on outlines that nearly coincide: one pair in a hundred.
    one, other = Polygon(a), Polygon(b)
    if not (one.is_valid and other.is_valid):
        return 0.0
    shared = one.intersection(other).area
    together = one.area + other.area - shared
    return float(shared / together) if together > 0 else 0.0


def share_of_smaller(first: Quad | np.ndarray, second: Quad | np.ndarray) -> float:
    """Area that two convex outlines share, over the area of the smaller one, 0–1."""
    one, other = Polygon(np.asarray(first, np.float32)), Polygon(np.asarray(second, np.float32))
    if not (one.is_valid and other.is_valid and one.area and other.area):
        return 0.0
    return float(one.intersection(other).area / min(one.area, other.area))
