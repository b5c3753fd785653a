"""Tells chips from print in a box that nobody saw empty, and whether any chip lies there at all.

Print may look like a chip to the network. Three witnesses are heard: a middle is marked, its pixels belong
to a chip, and it has the shape and the colour of a kind in use. Print rarely has all of them. And cards are
printed twice: what lies opposite, turned by 180°, is the same.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from engine.money.ledger import ChipKind
from vision.chips.discs import Peak, colours_of, notes
from vision.chips.likeness import colour_gap, kind_of, lit
from vision.chips.settings import CHIPS

MARKS, PRINT = CHIPS.marks, CHIPS.unprinted


def unprinted(
    picture: np.ndarray, chip_map: np.ndarray, peaks: Sequence[Peak], kinds: Sequence[ChipKind]
) -> list[Peak]:
    """The marked middles that may be chips, their heights lowered by what speaks for print.

    Args:
        picture: a flattened box, uint8 BGR.
        chip_map: float32, smaller by the network's stride: probability that a pixel belongs to a chip.
        peaks: middles in *picture*.
        kinds: the kinds in use, at least one.
    """
    marked = [replace(peak, height=peak.height * _at(chip_map, peak)) for peak in peaks]
    marked = [peak for peak in marked if peak.height >= MARKS.faint and not _printed_twice(picture, peak)]
    area = cv2.resize(chip_map, picture.shape[1::-1])
    lowered = []
    for peak, colour in zip(marked, colours_of(picture, area, marked), strict=True):
        against = min(_against(peak.shape, colour, strength, kinds) for strength in PRINT.lights)
        lowered.append(replace(peak, height=_probability(_logit(peak.height) - against)))
    return lowered


def _printed_twice(picture: np.ndarray, peak: Peak) -> bool:
    """Whether a mark shows the same as what lies opposite, as print does on all cards."""
    height, width = picture.shape[:2]
    itself = math.dist((peak.x, peak.y), (width / 2, height / 2)) < PRINT.around * peak.size
    if itself and _scatter(picture, peak) < PRINT.mottled:
        return False

    def about(image: np.ndarray, reach: float) -> np.ndarray:
        top, left = (max(0, round(at - reach)) for at in (peak.y, peak.x))
        return np.ascontiguousarray(image[top : round(peak.y + reach) + 1, left : round(peak.x + reach) + 1])

    here = about(picture, PRINT.around * peak.size)
    opposite = about(picture[::-1, ::-1], PRINT.around * peak.size + PRINT.leeway)
    return bool(cv2.matchTemplate(opposite, here, cv2.TM_CCOEFF_NORMED).max() > PRINT.opposite)


def _scatter(picture: np.ndarray, peak: Peak) -> float:
    """Standard deviation of the colours about a mark's middle, as a share of their mean."""
    rows, columns = np.mgrid[: picture.shape[0], : picture.shape[1]]
    near = np.hypot(columns - peak.x, rows - peak.y) <= PRINT.mottled_within * peak.size
    colours = picture[near].astype(np.float32)
    return float(math.sqrt(colours.var(0).sum()) / max(1.0, colours.mean()))


def _against(shape: str, colour: str, strength: float, kinds: Sequence[ChipKind]) -> float:
    """How much speaks for print in a middle's shape and colour, seen in such a light: a logit, at least 0."""
    seen = lit(colour, strength)
    kind = kind_of(shape, seen, kinds)
    gap = colour_gap(kind.colour, seen)
    unlike = (PRINT.untold if gap is None else gap) + PRINT.relit * abs(math.log(strength))
    return PRINT.unlike * unlike + (0.0 if kind.shape in (None, shape) else PRINT.misshapen)


def some_chip(peaks: Sequence[Peak], chip_map: np.ndarray) -> float:
    """Probability that some chip lies in the box, 0–1.

    Args:
        peaks: as `unprinted` says.
        chip_map: float32: probability that a pixel belongs to a chip; the box without its rim.
    """
    highest = max((peak.height for peak in peaks), default=0.0)
    plainest = float(np.sort(chip_map, axis=None)[-PRINT.plainest :].mean())
    slope, area_slope, shift = PRINT.some_chip
    return _probability(slope * _logit(highest) + area_slope * _logit(plainest) + shift)


def _at(chip_map: np.ndarray, peak: Peak) -> float:
    """The mean of *chip_map* about a peak's middle, 0–1."""
    stride = notes()["stride"]
    x, y = int(peak.x / stride), int(peak.y / stride)
    return float(chip_map[max(0, y - 2) : y + 3, max(0, x - 2) : x + 3].mean())


def _logit(probability: float) -> float:
    within = min(max(probability, PRINT.surest), 1 - PRINT.surest)
    return math.log(within / (1 - within))


def _probability(logit: float) -> float:
    return 1 / (1 + math.exp(-logit))
