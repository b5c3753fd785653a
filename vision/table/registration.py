"""How one picture of a table lies upon another one (image registration): a homography, both show one plane.

Two ways propose it. Described points (SIFT) are matched one by one, whatever lies between the pictures.
Where little stands out, as on bare wood, phase correlation tells the shift at which all of both pictures
agrees best. What either says is then drawn to a fraction of a pixel, by points that are followed and by all
that has an edge (enhanced correlation coefficient, Evangelidis and Psarakis 2008); light is wide, and left
out. The proposal by which the old picture misses the new one least counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

import cv2
import numpy as np

from vision.geometry.plane_fit import project
from vision.table.settings import TABLE

BUMP = TABLE.bump


class Moved(Enum):
    """What was pushed."""

    CAMERA = "camera"
    BOARD = "board"


@dataclass(frozen=True, slots=True, eq=False)
class Move:
    """A new place of everything.

    Attributes:
        what: the camera (then all that lies on the table has a new place in the picture), or the board alone.
        matrix: 3 × 3, from pixels before to pixels now.
        matches: how many points agree on it; none where all that has an edge told it.
    """

    what: Moved
    matrix: np.ndarray
    matches: int


def small_grey(image: np.ndarray, width: int = BUMP.width) -> tuple[np.ndarray, float]:
    """A grey copy about *width* pixels wide, and how many of its pixels make one of *image*."""
    factor = max(1, round(image.shape[1] / width))
    size = (max(1, image.shape[1] // factor), max(1, image.shape[0] // factor))
    whole = image[: size[1] * factor, : size[0] * factor]
    small = cv2.resize(whole, size, interpolation=cv2.INTER_AREA) if factor > 1 else whole
    return cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), 1 / factor


def _middle(grey: np.ndarray) -> float:
    """The median of a uint8 picture, counted out by level: NumPy's takes twelve times as long."""
    levels = np.cumsum(cv2.calcHist([grey], [0], None, [256], [0, 256]).ravel().astype(np.int64))
    lower, upper = np.searchsorted(levels, [(grey.size + 1) // 2, grey.size // 2 + 1])
    return float(lower + upper) / 2


def follow(before: np.ndarray, after: np.ndarray, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where *points* (n × 2) of a grey picture are in another one, and which of them were found again.

    The light may have changed as a whole: its level is taken out of the comparison.
    """
    level = float(np.clip(_middle(before) / max(1.0, _middle(after)), 0.5, 2.0))
    evened = cv2.convertScaleAbs(after, alpha=level)
    start = np.ascontiguousarray(points, np.float32).reshape(-1, 1, 2)
    there, status, error = cv2.calcOpticalFlowPyrLK(
        before, evened, start, None, winSize=(BUMP.patch, BUMP.patch), maxLevel=3, minEigThreshold=1e-3
    )  # type: ignore[call-overload]
    there, error = there.reshape(-1, 2), error.ravel()
    # An arm beside a point draws the search along, coarse as it begins: what still looks the same has stayed.
    size = (BUMP.patch, BUMP.patch)
    old = cv2.blur(cv2.absdiff(before, evened), size)
    columns, rows = np.round(points).astype(int).T
    unlike = old[rows.clip(0, old.shape[0] - 1), columns.clip(0, old.shape[1] - 1)]
    stayed = (unlike < BUMP.same) & ((status.ravel() == 0) | (unlike <= error))
    there[stayed] = points[stayed]
    return there, stayed | ((status.ravel() == 1) & (error < BUMP.alike))


def find_move(
    before: np.ndarray, after: np.ndarray, where: np.ndarray | None = None, what: Moved = Moved.CAMERA
) -> Move | None:
    """Where the table went between two pictures.

    Args:
        before, after: uint8 BGR, of one size, the table at rest in both.
        where: boolean, of that size: which part of *before* to look for; None: all of it.
        what: which thing that is.

    Returns:
        None when the two do not show the same table, or too little of it stands out.
    """
    old, scale = small_grey(before, BUMP.match_width)
    new, _ = small_grey(after, BUMP.match_width)
    mask = None if where is None else small_mask(where, old.shape)
    there = [each for each in _proposed(old, new, mask) if each.likeness >= BUMP.agree]
    found = min(there, key=lambda each: unlikeness(old, new, each.matrix), default=None)
    if found is None:
        return None
    zoom = np.diag([scale, scale, 1.0])
    full = np.linalg.inv(zoom) @ found.matrix @ zoom
    return Move(what, full / full[2, 2], found.matches)


@dataclass(frozen=True, slots=True, eq=False)
class _Proposal:
    """Where the table may have gone.

    Attributes:
        matrix: 3 × 3, from small pixels before to small pixels now.
        matches: how many points agree on it.
        likeness: how alike the two pictures are there, see `likeness`.
    """

    matrix: np.ndarray
    matches: int
    likeness: float


def _proposed(old: np.ndarray, new: np.ndarray, mask: np.ndarray | None) -> Iterator[_Proposal]:
    """Where the table may have gone between two grey pictures of one size."""
    rough = _rough_move(old, new, mask)
    start = None
    # Points that match by chance may squash the picture.
    if rough is not None and _plausible(rough, old.shape):
        matrix, matches = _refined(old, new, rough, mask)
        if matches >= BUMP.least_matches and _plausible(matrix, old.shape):
            found = _Proposal(matrix, matches, likeness(old, new, matrix, mask))
            start = matrix if found.likeness >= BUMP.agree else None
            yield found
    if mask is not None:
        return
    before, after = _edges(old), _edges(new)
    drawn = _drawn(before, after, _shifted(before, after) if start is None else start)
    if drawn is not None and _plausible(drawn, old.shape):
        yield _Proposal(drawn, 0, likeness(old, new, drawn, mask))


def _edges(grey: np.ndarray) -> np.ndarray:
    """What of a grey picture has an edge, float32; what stands out much counts no more than what is clear."""
    fine = cv2.blur(grey, BUMP.grain).astype(np.float32) - cv2.blur(grey, BUMP.narrow)
    return np.asarray(np.clip(fine, -BUMP.clear_edge, BUMP.clear_edge))


def _shifted(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """The shift (3 × 3) at which all edges of a picture agree best with another one's: phase correlation."""
    window = cv2.createHanningWindow((before.shape[1], before.shape[0]), cv2.CV_32F)
    (right, down), _ = cv2.phaseCorrelate(before, after, window)
    return np.array([[1, 0, right], [0, 1, down], [0, 0, 1.0]])


def _drawn(before: np.ndarray, after: np.ndarray, start: np.ndarray) -> np.ndarray | None:
    """The homography near *start* at which the edges of two pictures agree best; None: none is near."""
    ends = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, BUMP.rounds, 1e-4)
    try:
        _, matrix = cv2.findTransformECC(
            before,
            after,
            start.astype(np.float32),
            cv2.MOTION_HOMOGRAPHY,
            ends,
            None,
            5,
        )  # type: ignore[call-overload]
    except cv2.error:  # says so where the rounds lead nowhere
        return None
    return np.asarray(matrix, np.float64)


def small_mask(where: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """A boolean mask in another size (*shape*: height, width), uint8, 255 where it holds."""
    return cv2.resize(where.astype(np.uint8) * 255, (shape[1], shape[0]), interpolation=cv2.INTER_NEAREST)


def _rough_move(old: np.ndarray, new: np.ndarray, mask: np.ndarray | None) -> np.ndarray | None:
    """A first homography from described points, whatever lies between the two pictures."""
    points, described = _described(old, mask)
    others, also_described = _described(new, None)
    if described is None or also_described is None or min(len(points), len(others)) < BUMP.least_matches:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_L2).knnMatch(described, also_described, k=2)
    good = [pair[0] for pair in pairs if len(pair) == 2 and pair[0].distance < 0.8 * pair[1].distance]
    if len(good) < BUMP.least_matches:
        return None
    start = points[[match.queryIdx for match in good]]
    end = others[[match.trainIdx for match in good]]
    matrix, inliers = cv2.findHomography(start, end, cv2.RANSAC, 3.0, maxIters=4000)
    if matrix is None or int(inliers.sum()) < BUMP.least_matches:
        return None
    return np.asarray(matrix)


def _described(grey: np.ndarray, mask: np.ndarray | None) -> tuple[np.ndarray, np.ndarray | None]:
    """Points that stand out in a picture (n × 2), and what is around each (n × 128); None: there are none."""
    return _described_once(grey.tobytes(), grey.shape, None if mask is None else mask.tobytes())


# A bump asks for one picture thrice, for three parts of the one before it, which stays for many looks.
@lru_cache(maxsize=4)
def _described_once(
    grey: bytes, shape: tuple[int, ...], mask: bytes | None
) -> tuple[np.ndarray, np.ndarray | None]:
    picture = np.frombuffer(grey, np.uint8).reshape(shape)
    inside = None if mask is None else np.frombuffer(mask, np.uint8).reshape(shape)
    points, described = cv2.SIFT.create(1200).detectAndCompute(picture, inside)
    return np.array([point.pt for point in points]).reshape(-1, 2), described


def _refined(
    old: np.ndarray, new: np.ndarray, rough: np.ndarray, mask: np.ndarray | None
) -> tuple[np.ndarray, int]:
    """The homography to a fraction of a pixel: corners of the old picture followed into the new one."""
    size = (old.shape[1], old.shape[0])
    laid = cv2.warpPerspective(old, rough, size, borderMode=cv2.BORDER_REPLICATE)
    inside = np.full(old.shape, 255, np.uint8) if mask is None else mask
    valid = cv2.erode(cv2.warpPerspective(inside, rough, size), np.ones((9, 9), np.uint8))
    points = cv2.goodFeaturesToTrack(laid, 400, 0.01, 8, mask=valid)
    if points is None or len(points) < BUMP.least_matches:
        return rough, 0
    there, found = follow(laid, new, points.reshape(-1, 2))
    if np.count_nonzero(found) < BUMP.least_matches:
        return rough, 0
    start = project(np.linalg.inv(rough), points.reshape(-1, 2)[found])
    matrix, inliers = cv2.findHomography(start, there[found], cv2.RANSAC, 1.0, maxIters=4000)
    if matrix is None:
        return rough, 0
    return np.asarray(matrix), int(inliers.sum())


def _plausible(matrix: np.ndarray, shape: tuple[int, ...]) -> bool:
    """Whether a homography is what a pushed camera can do: no mirror, no zoom beyond two."""
    height, width = shape[:2]
    frame = np.array([(0, 0), (width, 0), (width, height), (0, height)], float)
    if (np.c_[frame, np.ones(4)] @ matrix[2] <= 0).any():
        return False
    there = project(matrix, frame).astype(np.float32)
    share = cv2.contourArea(there, oriented=True) / cv2.contourArea(frame.astype(np.float32), oriented=True)
    return bool(cv2.isContourConvex(there)) and 0.25 < share < 4


def likeness(old: np.ndarray, new: np.ndarray, matrix: np.ndarray, mask: np.ndarray | None) -> float:
    """How well what stands out in the old picture is found at its new place: mean correlation, −1 to 1."""
    size = (old.shape[1], old.shape[0])
    laid = cv2.warpPerspective(old, matrix, size).astype(np.float32)
    inside = np.full(old.shape, 255, np.uint8) if mask is None else mask
    valid = cv2.erode(cv2.warpPerspective(inside, matrix, size), np.ones((5, 5), np.uint8)) > 0
    if np.count_nonzero(valid) < 0.02 * valid.size:
        return 0.0
    window = (15, 15)
    there = new.astype(np.float32)
    mean_a, mean_b = cv2.blur(laid, window), cv2.blur(there, window)
    spread_a = np.maximum(cv2.blur(laid * laid, window) - mean_a**2, 0)
    spread_b = np.maximum(cv2.blur(there * there, window) - mean_b**2, 0)
    both = cv2.blur(laid * there, window) - mean_a * mean_b
    lively = valid & (spread_a > 60)
    if np.count_nonzero(lively) < 200:
        return 0.0
    return float(np.median((both / np.sqrt(spread_a * spread_b + 1.0))[lively]))


def unlikeness(
    old: np.ndarray, new: np.ndarray, matrix: np.ndarray, where: np.ndarray | None = None
) -> float:
    """By how much the old picture at its new place misses the new one, light left out: mean levels of 255.

    where: boolean, of their size: there; None: everywhere.
    """
    laid = cv2.warpPerspective(old, matrix, (old.shape[1], old.shape[0]))
    was, now = (each.astype(np.float32) for each in (laid, new))
    miss = cv2.absdiff(was - cv2.blur(was, BUMP.wide), now - cv2.blur(now, BUMP.wide))
    miss = np.minimum(miss, BUMP.speaks)
    return float((miss if where is None else miss[where]).mean())
