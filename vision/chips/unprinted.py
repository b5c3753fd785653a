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

from engine.ledger import ChipKind
from vision.chips.discs import Peak, colours_of, notes
from vision.chips.likeness import colour_gap, kind_of, lit

MARKED = 0.12
"""Height below which a middle is no chip, of whatever colour."""
UNLIKE = 0.05
"""What each unit of `colour_gap` to the likeliest kind takes from the logit of a middle's height …"""
MISSHAPEN = 1.44
"""… and what it takes that no kind of this colour has the middle's shape."""
LIGHTS = (0.7, 1.0, 1.4, 2.0, 2.8)
"""Strengths of the light in which a chip is compared with its kind: boxes lie in the shade …"""
RELIT = 8.0
"""… each costs so many units of `colour_gap`, times the logarithm of the strength."""
UNTOLD = 24.0
"""`colour_gap` that is supposed where a kind's colour is not told."""
ENOUGH = 0.18
"""Height, so lowered, from which a middle is a chip (chosen on 334 boxes of 66 simulated tables)."""
PLAINEST = 60
"""So many of the pixels that most surely belong to a chip are heard …"""
SLOPE, AREA_SLOPE, SHIFT = 3.3, 0.65, 4.1
"""… logit(some chip is there) = slope × logit(highest middle) + area slope × logit(their mean) + shift
(fitted on 2,100 simulated boxes, full and empty ones counting half each)."""
OPPOSITE = 0.95
"""Correlation with what lies opposite from which a mark is print (of 3,000 marks of chips 99 in 100 are below
0.88). Of 897 boxes of simulated tables in which nothing lay, chips were told in 17, since then in two."""
AROUND, LEEWAY = 0.75, 10
"""What is compared reaches so many sizes about a mark; so many pixels beside its place is opposite still, for
the card may lie half as many beside the middle of the box (5 and 12 tell the same of simulated ones)."""
APART = 0.75
"""Sizes from the middle of the box within which a chip lies opposite itself …"""
MOTTLED, WITHIN = 0.3, 0.36
"""… and is print if its colours scatter more than this, as a share of their mean, within so many sizes of its
middle (of those so alike chips 0.12 at most, print 0.43 at least)."""
LEAST = 0.01
"""A probability so low or so near to 1 says as much as none or all."""


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
    marked = [peak for peak in marked if peak.height >= MARKED and not _printed_twice(picture, peak)]
    area = cv2.resize(chip_map, picture.shape[1::-1])
    lowered = []
    for peak, colour in zip(marked, colours_of(picture, area, marked), strict=True):
        against = min(_against(peak.shape, colour, strength, kinds) for strength in LIGHTS)
        lowered.append(replace(peak, height=_probability(_logit(peak.height) - against)))
    return lowered


def _printed_twice(picture: np.ndarray, peak: Peak) -> bool:
    """Whether a mark shows the same as what lies opposite, as print does on all cards."""
    height, width = picture.shape[:2]
    itself = math.dist((peak.x, peak.y), (width / 2, height / 2)) < APART * peak.size
    if itself and _scatter(picture, peak) < MOTTLED:
        return False

    def about(image: np.ndarray, reach: float) -> np.ndarray:
        top, left = (max(0, round(at - reach)) for at in (peak.y, peak.x))
        return np.ascontiguousarray(image[top : round(peak.y + reach) + 1, left : round(peak.x + reach) + 1])

    here = about(picture, AROUND * peak.size)
    opposite = about(picture[::-1, ::-1], AROUND * peak.size + LEEWAY)
    return bool(cv2.matchTemplate(opposite, here, cv2.TM_CCOEFF_NORMED).max() > OPPOSITE)


def _scatter(picture: np.ndarray, peak: Peak) -> float:
    """Standard deviation of the colours about a mark's middle, as a share of their mean."""
    rows, columns = np.mgrid[: picture.shape[0], : picture.shape[1]]
    near = np.hypot(columns - peak.x, rows - peak.y) <= WITHIN * peak.size
    colours = picture[near].astype(np.float32)
    return float(math.sqrt(colours.var(0).sum()) / max(1.0, colours.mean()))


def _against(shape: str, colour: str, strength: float, kinds: Sequence[ChipKind]) -> float:
    """How much speaks for print in a middle's shape and colour, seen in such a light: a logit, at least 0."""
    seen = lit(colour, strength)
    kind = kind_of(shape, seen, kinds)
    gap = colour_gap(kind.colour, seen)
    unlike = (UNTOLD if gap is None else gap) + RELIT * abs(math.log(strength))
    return UNLIKE * unlike + (0.0 if kind.shape in (None, shape) else MISSHAPEN)


def some_chip(peaks: Sequence[Peak], chip_map: np.ndarray) -> float:
    """Probability that some chip lies in the box, 0–1.

    Args:
        peaks: as `unprinted` says.
        chip_map: float32: probability that a pixel belongs to a chip; the box without its rim.
    """
    highest = max((peak.height for peak in peaks), default=0.0)
    plainest = float(np.sort(chip_map, axis=None)[-PLAINEST:].mean())
    return _probability(SLOPE * _logit(highest) + AREA_SLOPE * _logit(plainest) + SHIFT)


def _at(chip_map: np.ndarray, peak: Peak) -> float:
    """The mean of *chip_map* about a peak's middle, 0–1."""
    stride = notes()["stride"]
    x, y = int(peak.x / stride), int(peak.y / stride)
    return float(chip_map[max(0, y - 2) : y + 3, max(0, x - 2) : x + 3].mean())


def _logit(probability: float) -> float:
    within = min(max(probability, LEAST), 1 - LEAST)
    return math.log(within / (1 - within))


def _probability(logit: float) -> float:
    return 1 / (1 + math.exp(-logit))
