"""Finds every chip in a picture: its middle, shape, size and colour.

A network marks the middles of discs (``round``), bars (``long``) and plaques (``wide``) of
about 12 to 54 px; larger chips are found in smaller copies of the picture. Another one of the same build
is shown the same place without chips, too, and tells chips from print. In a photograph what is printed on
cards is told by its size beside the card. No game knowledge.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from engine.boundaries import Point
from models import weights
from vision.cards.finder import find_boxes, short_side
from vision.chips.settings import CHIPS

DISCS = CHIPS.discs


@dataclass(frozen=True, slots=True)
class Chip:
    """One chip in a picture.

    Attributes:
        shape: ``round``, ``long`` or ``wide``.
        colour: its dominant saturated colour, ``"#rrggbb"``, as the picture shows it.
        center: middle of its upper face, pixels.
        confidence: 0–1.
        size: a disc's diameter; of bars and plaques 0.6 of the length; pixels.
    """

    shape: str
    colour: str
    center: Point
    confidence: float
    size: float


@dataclass(frozen=True, slots=True)
class Peak:
    """A chip's middle in the network's maps, in pixels of the picture that was given to it.

    Attributes:
        shape: ``round``, ``long`` or ``wide``.
        x, y, size: place and size (see `Chip`).
        height: of the map there, 0–1.
        level: which copy of the picture it was found in.
        like: heights about there of each shape's map; None: only its own shape's is known.
    """

    shape: str
    x: float
    y: float
    size: float
    height: float
    level: int = 0
    like: Mapping[str, float] | None = None


@functools.cache
def network(name: str) -> weights.Network:
    """``"chips"``, for any picture, or ``"boxes"``, for boxes that were seen empty; opened once."""
    return weights.load(weights.path(name))


@functools.cache
def notes(name: str = "chips") -> dict[str, Any]:
    """What the training wrote into a network's file."""
    return weights.metadata(weights.path(name))


def maps_of(images: np.ndarray, bare: np.ndarray | None = None) -> np.ndarray:
    """A network's maps of pictures of one size.

    Args:
        images: uint8 BGR, n × height × width × 3, sides multiples of the networks' grain.
        bare: the same places without chips, as *images*; None: nobody saw that.

    Returns:
        float32 n × 6 × height/2 × width/2: middles of discs, bars and plaques, belongs to a chip,
        hidden by an arm (all 0–1), log2 of the size.
    """
    both = np.concatenate([images, np.zeros_like(images) if bare is None else bare], axis=3)
    return network("chips" if bare is None else "boxes")(
        np.ascontiguousarray(both.transpose(0, 3, 1, 2), dtype=np.float32)
    )[0]


def peaks_of(maps: np.ndarray, threshold: float) -> list[Peak]:
    """The middles in the maps of one picture (6 × height × width) that reach *threshold*, highest first."""
    about = notes()
    shapes = about["outputs"][:3]
    heat = maps[:3]
    highest = np.stack([cv2.dilate(plane, np.ones((3, 3), np.uint8)) for plane in heat])
    kind, row, column = np.nonzero((heat >= highest) & (heat >= threshold))
    found = []
    for k, y, x in zip(kind.tolist(), row.tolist(), column.tolist(), strict=True):
        plane = heat[k]
        size = float(about["size_unit"] * 2 ** maps[-1, y, x])
        dx = _vertex(plane[y, x - 1], plane[y, x], plane[y, x + 1]) if 0 < x < plane.shape[1] - 1 else 0.0
        dy = _vertex(plane[y - 1, x], plane[y, x], plane[y + 1, x]) if 0 < y < plane.shape[0] - 1 else 0.0
        place = (x + dx) * about["stride"], (y + dy) * about["stride"]
        like = dict(zip(shapes, highest[:, y, x].tolist(), strict=True))
        found.append(Peak(shapes[k], *place, size, float(plane[y, x]), like=like))
    return _once(sorted(found, key=lambda peak: -peak.height))


def _vertex(before: float, here: float, after: float) -> float:
    """Where between -½ and ½ the parabola through three neighbouring heights is highest."""
    bend = before - 2 * here + after
    return float(np.clip(0.5 * (before - after) / bend, -0.5, 0.5)) if bend < -1e-6 else 0.0


def _once(peaks: Sequence[Peak]) -> list[Peak]:
    """Peaks (highest first) without second answers for one chip: two shapes, or two copies of the picture.

    Chips of one shape in one copy may lie nearly on each other; two shapes or two copies may not.
    """
    chosen: list[Peak] = []
    for peak in peaks:
        for other in chosen:
            same = (other.shape, other.level) == (peak.shape, peak.level)
            # A bar may answer twice along its length, a disc does not.
            share = (
                (0.12 if peak.shape == "round" else 0.6)
                if same
                else 0.3
                if other.level == peak.level
                else 0.45
            )
            if (other.x - peak.x) ** 2 + (other.y - peak.y) ** 2 < (share * min(other.size, peak.size)) ** 2:
                break
        else:
            chosen.append(peak)
    return chosen


def merged(levels: Iterable[tuple[float, Sequence[Peak]]]) -> list[Peak]:
    """Peaks of several copies of one picture as one list, in the pixels of the picture itself.

    Args:
        levels: (pixels of the copy per pixel of the picture, its peaks), the finest copy first.
    """
    about = notes()
    lower, upper = about["smallest"] * 0.8, about["largest"] * 1.15
    whole = [
        replace(peak, x=peak.x / scale, y=peak.y / scale, size=peak.size / scale, level=level)
        for level, (scale, peaks) in enumerate(levels)
        for peak in peaks
        # The finest copy also answers for chips that are smaller than they should be.
        if (level == 0 or peak.size >= lower) and peak.size <= upper
    ]
    return _once(sorted(whole, key=lambda peak: -peak.height))


def vouched(peaks: Sequence[Peak]) -> list[Peak]:
    """Of *peaks* (highest first), the sure ones and those that lie beside a counted one of their size."""
    counted = [peak for peak in peaks if peak.height >= DISCS.sure]
    typical = float(np.median([peak.size for peak in counted])) if counted else 0.0
    counted = [peak for peak in counted if typical / DISCS.unlike <= peak.size <= typical * DISCS.unlike]
    open_ones = [peak for peak in peaks if peak.height < DISCS.sure]
    for chip in counted:  # grows while it is walked through: a heap vouches from chip to chip
        beside = [
            peak
            for peak in open_ones
            if np.hypot(peak.x - chip.x, peak.y - chip.y) <= DISCS.beside * chip.size
            and 1 / DISCS.alike <= peak.size / chip.size <= DISCS.alike
        ]
        counted += beside
        open_ones = [peak for peak in open_ones if peak not in beside]
    return sorted(counted, key=lambda peak: -peak.height)


def find_chips(image: np.ndarray) -> list[Chip]:
    """Every chip in *image* (uint8 BGR) of which something is seen, surest first."""
    height, width = image.shape[:2]
    threshold = notes()["threshold"]
    levels = []
    chip_map = np.zeros((height, width), np.float32)
    side = min(DISCS.long_side, max(height, width))
    while True:
        scale = side / max(height, width)
        copy, margin = _fitting(image, scale)
        maps = maps_of(copy[None])[0]
        peaks = [replace(peak, x=peak.x - margin, y=peak.y - margin) for peak in peaks_of(maps, threshold)]
        levels.append((scale, peaks))
        seen = cv2.resize(maps[3], copy.shape[1::-1])[margin:, margin:]
        seen = seen[: max(1, round(height * scale)), : max(1, round(width * scale))]
        np.maximum(chip_map, cv2.resize(seen, (width, height)), out=chip_map)
        if side / 2 < DISCS.coarsest:
            break
        side //= 2
    peaks = vouched(_beside_print(image, _within(merged(levels), width, height)))
    return [
        Chip(peak.shape, colour, (peak.x, peak.y), peak.height, peak.size)
        for peak, colour in zip(peaks, colours_of(image, chip_map, peaks), strict=True)
    ]


def _within(peaks: Sequence[Peak], width: int, height: int) -> list[Peak]:
    """Peaks (highest first) of a picture with a mirrored margin: those within it, each once.

    A chip that the border cuts in half is nearly whole with its mirror image, and may answer on either side.
    """
    chosen: list[Peak] = []
    for peak in peaks:
        x, y = min(max(peak.x, 0.0), width - 1.0), min(max(peak.y, 0.0), height - 1.0)
        if np.hypot(x - peak.x, y - peak.y) >= peak.size / 4:
            continue
        cut = min(x, y, width - x, height - y) < peak.size / 2
        if not cut or all(np.hypot(one.x - x, one.y - y) >= peak.size / 2 for one in chosen):
            chosen.append(replace(peak, x=x, y=y))
    return chosen


def _beside_print(image: np.ndarray, peaks: Sequence[Peak]) -> list[Peak]:
    """*peaks* without the pips of cards, and the pattern of backs, which are far smaller than any chip."""
    if not any(peak.height >= DISCS.sure for peak in peaks):
        return list(peaks)
    cards = [(card.box, short_side(card.box)) for card in find_boxes(image)]
    # Round all that lies on a table some see one card more.
    largest = DISCS.unlike * float(np.median([wide for _, wide in cards])) if cards else 0.0
    return [
        peak
        for peak in peaks
        if not any(
            wide < largest
            and peak.size < DISCS.print * wide
            and cv2.pointPolygonTest(box, (peak.x, peak.y), False) >= 0
            for box, wide in cards
        )
    ]


def _fitting(image: np.ndarray, scale: float) -> tuple[np.ndarray, int]:
    """A copy *scale* times as large in a mirrored margin, both sides multiples of the grain; and the margin.

    A chip that the border cuts is marked only where half a chip's room is beyond it.
    """
    height, width = (max(1, round(n * scale)) for n in image.shape[:2])
    grain = DISCS.grain
    margin = math.ceil(notes()["largest"] / 2 / grain) * grain
    copy = image if scale == 1 else cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    right, low = margin + -width % grain, margin + -height % grain
    return cv2.copyMakeBorder(copy, margin, low, margin, right, cv2.BORDER_REFLECT), margin


def colours_of(image: np.ndarray, chip_map: np.ndarray, peaks: Sequence[Peak]) -> list[str]:
    """The dominant saturated colour of each chip, ``"#rrggbb"``.

    Args:
        image: uint8 BGR.
        chip_map: float32, as high and wide as *image*: probability that a pixel belongs to a chip.
        peaks: the chips; a pixel counts for the chip whose middle is nearest.
    """
    found = []
    for peak in peaks:
        reach = max(2.0, 0.5 * peak.size)
        left, right = int(max(0, peak.x - reach)), int(min(image.shape[1], peak.x + reach + 1))
        up, down = int(max(0, peak.y - reach)), int(min(image.shape[0], peak.y + reach + 1))
        step = max(1, int(peak.size / 40))
        rows, columns = np.mgrid[up:down:step, left:right:step]
        own = np.hypot(columns - peak.x, rows - peak.y)
        mine = own <= reach
        for other in peaks:
            if other is not peak and abs(other.x - peak.x) < 2 * reach and abs(other.y - peak.y) < 2 * reach:
                mine &= np.hypot(columns - other.x, rows - other.y) >= own
        sure = mine & (chip_map[up:down:step, left:right:step] > 0.5)
        if sure.sum() >= 4:
            mine = sure
        if not mine.any():
            mine = own <= own.min()
        found.append(dominant_colour(image[up:down:step, left:right:step][mine]))
    return found


def dominant_colour(pixels: np.ndarray) -> str:
    """The saturated colour that most of *pixels* (n × 3, uint8 BGR) share, ``"#rrggbb"``.

    White stripes, shine and print say little about which chip it is: the commonest hue among
    the most coloured pixels counts. Chips without colour give their middle grey.
    """
    values = pixels.reshape(-1, 3).astype(np.float32)
    strength = values.max(1) - values.min(1)
    strong = float(np.percentile(strength, 90))
    if strong < DISCS.grey:
        blue, green, red = np.median(values, axis=0)
        return f"#{round(float(red)):02x}{round(float(green)):02x}{round(float(blue)):02x}"
    hue = cv2.cvtColor(values[None] / 255, cv2.COLOR_BGR2HSV)[0, :, 0]
    weight = np.where(strength > 0.45 * strong, strength, 0) ** 2
    around = np.histogram(hue, 36, (0, 360), weights=weight)[0]
    smooth = around + np.roll(around, 1) + np.roll(around, -1)
    best = (int(smooth.argmax()) + 0.5) * 10
    near = np.abs((hue - best + 180) % 360 - 180) <= 20
    weight = weight * near
    blue, green, red = (values * weight[:, None]).sum(0) / weight.sum()
    return f"#{round(float(red)):02x}{round(float(green)):02x}{round(float(blue)):02x}"
