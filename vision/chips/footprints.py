"""Tells which of the marked middles in a box are chips, by what each of them covers.

The networks mark too little where bars touch, and once too often between two discs. A middle that alone
explains a part of what is seen is a chip, though it is marked faintly; one that explains nothing is none.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.chips.discs import Peak
from vision.chips.settings import CHIPS

MARKS, COVERS = CHIPS.marks, CHIPS.footprints


def chips_among(peaks: Sequence[Peak], seen: np.ndarray, threshold: float) -> list[Peak]:
    """Those that are chips, surest first.

    Args:
        peaks: middles in a flattened box, in any order.
        seen: boolean, the box's height × width: where chips are seen.
        threshold: height from which a middle is marked well enough.
    """
    rest = _Unexplained(seen)
    chips, astray = [], []
    for peak in sorted(peaks, key=lambda peak: -peak.height):
        if peak.height < MARKS.faint:
            break
        marked = peak.height >= threshold
        least = COVERS.its_own if marked else COVERS.alone
        if rest.takes(peak, 0.0 if peak.height >= MARKS.certain else least):
            chips.append(peak)
        elif marked:
            astray.append(peak)
    return chips if len(astray) <= COVERS.astray else sorted([*chips, *astray], key=lambda peak: -peak.height)


def chips_on_empty(
    peaks: Sequence[Peak], seen: np.ndarray, threshold: float, bars_alike: bool = False
) -> list[Peak]:
    """Those that are chips in a box that was seen empty, whose network marks hardly anything else.

    Args:
        peaks, seen, threshold: as for `chips_among`.
        bars_alike: all bars are of one kind, so that one much longer than the others is two.
    """
    certain = [peak.size for peak in peaks if peak.shape == "round" and peak.height >= MARKS.certain]
    typical = statistics.median(certain) if certain else None
    rest = _Unexplained(seen)
    chips = []
    peaks = _in_halves(peaks, seen, threshold)
    if bars_alike:
        peaks = _too_long_in_two(peaks, seen, threshold)
    # What the finer copy marks well first, then what the coarser one does, then faint marks.
    for peak in sorted(
        peaks, key=lambda peak: (2 if peak.height < threshold else peak.level > 0, -peak.height)
    ):
        if peak.height < MARKS.faint:
            break
        doubtful_disc = peak.shape == "round" and peak.height < MARKS.certain
        least = COVERS.doubtful if peak.level > 0 or doubtful_disc else 0.0
        # A mark at the edge of a disc is of a smaller one, but those of one box are alike.
        covers = replace(peak, size=typical) if doubtful_disc and typical is not None else peak
        if rest.takes(covers, COVERS.alone if peak.height < threshold else least):
            chips.append(peak)
    return chips


def _in_halves(peaks: Sequence[Peak], seen: np.ndarray, threshold: float) -> list[Peak]:
    """Middles, but instead of a bar that the coarser copy alone marks the two that lie end to end there.

    The finer copy marks a large bar in its middle, and of two at least a little in the middle of each.
    """
    result = list(peaks)
    for whole in peaks:
        if whole.level == 0 or whole.shape == "round" or whole.height < threshold:
            continue
        parts = [peak for peak in peaks if _is_part(peak, whole, seen)]
        halves = [
            (one, other)
            for one, other in itertools.combinations(parts, 2)
            # Two that are marked well count without this, and the whole one then explains a third.
            if min(one.height, other.height) < threshold and _opposite(whole, one, other)
        ]
        if halves:
            best = max(halves, key=lambda pair: pair[0].height + pair[1].height)
            result = [peak for peak in result if peak is not whole and peak not in best]
            result += [replace(half, height=whole.height) for half in best]
    return result


def _too_long_in_two(peaks: Sequence[Peak], seen: np.ndarray, threshold: float) -> list[Peak]:
    """Middles, but two instead of a bar that the coarser copy alone marks and that is too long for one.

    Where one lies upon the other's end, nothing may be marked on that one's side.
    """
    bars = [peak for peak in peaks if peak.shape == "long" and peak.height >= threshold]
    single = [peak.size for peak in bars if peak.level == 0]
    if not single:
        return list(peaks)
    typical = statistics.median(single)
    result = list(peaks)
    for whole in bars:
        if whole.level == 0 or whole.size < COVERS.longer * typical:
            continue
        halves = max(
            (_end_to_end(whole, typical, math.pi * turn / COVERS.turns) for turn in range(COVERS.turns)),
            key=lambda pair: _least_seen(pair, seen),
        )
        if _least_seen(halves, seen) >= COVERS.seen:
            result = [peak for peak in result if peak is not whole] + halves
    return result


def _end_to_end(whole: Peak, size: float, angle: float) -> list[Peak]:
    """Two bars of a *size* that reach from end to end of *whole*, which lies at an *angle* (radians)."""
    aside = COVERS.length * (whole.size - size) / 2
    across, down = aside * math.cos(angle), aside * math.sin(angle)
    return [replace(whole, x=whole.x + k * across, y=whole.y + k * down, size=size) for k in (-1, 1)]


def _least_seen(pair: Sequence[Peak], seen: np.ndarray) -> float:
    """How much is seen of the one of a *pair* of which less is, 0–1."""
    return min(_share(_footprint(half, seen), seen) for half in pair)


def _is_part(peak: Peak, whole: Peak, seen: np.ndarray) -> bool:
    """Whether a middle may be of one of two bars that look like *whole* together."""
    aside = math.dist((peak.x, peak.y), (whole.x, whole.y)) / whole.size
    nearest, farthest = COVERS.apart
    if peak.shape == "round" or peak.size > COVERS.part * whole.size or not nearest <= aside <= farthest:
        return False
    return _share(_footprint(replace(peak, shape="long"), seen), seen) >= COVERS.seen


def _share(covers: np.ndarray, seen: np.ndarray) -> float:
    """How much of what a chip covers is seen, 0–1."""
    return float(np.count_nonzero(covers & seen)) / max(1, int(np.count_nonzero(covers)))


def _opposite(whole: Peak, one: Peak, other: Peak) -> bool:
    """Whether two middles lie on either side of a third."""
    first, second = (one.x - whole.x, one.y - whole.y), (other.x - whole.x, other.y - whole.y)
    along = first[0] * second[0] + first[1] * second[1]
    return along <= -COVERS.opposite * math.hypot(*first) * math.hypot(*second)


class _Unexplained:
    """Where chips are seen that no counted one covers.

    Args:
        seen: boolean, height × width: where chips are seen.
    """

    def __init__(self, seen: np.ndarray) -> None:
        self._seen = seen
        self._rest = seen.copy()

    def takes(self, peak: Peak, least: float) -> bool:
        """Count a chip of which this share, or more, lies there; whether it does."""
        covers = _footprint(peak, self._seen)
        if np.count_nonzero(covers & self._rest) < least * np.count_nonzero(covers):
            return False
        self._rest &= ~covers
        return True


def _footprint(peak: Peak, seen: np.ndarray) -> np.ndarray:
    """What a chip covers, boolean: a bar lies in the direction that shows most of it."""
    rows, columns = np.mgrid[: seen.shape[0], : seen.shape[1]]
    across, down = columns - peak.x, rows - peak.y
    if peak.shape == "round":
        return np.asarray(across**2 + down**2 <= (peak.size / 2) ** 2)
    length = COVERS.length * peak.size
    breadth = COVERS.breadth(peak.shape) * length
    lying = []
    for turn in range(COVERS.turns):
        angle = math.pi * turn / COVERS.turns
        along = across * math.cos(angle) + down * math.sin(angle)
        aside = down * math.cos(angle) - across * math.sin(angle)
        lying.append((np.abs(along) <= length / 2) & (np.abs(aside) <= breadth / 2))
    return max(lying, key=lambda covers: _share(covers, seen))
