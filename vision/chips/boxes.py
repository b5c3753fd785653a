"""Counts the chips in the boxes of the board, and says when a box is empty or hidden.

Each box is flattened to one square and looked at by the network of `vision.chips.discs`, beside how it looked
when it was empty, where that was seen. Chips hide chips: a count of a heap is evidence with an error.
Empty or not is the answer to rely on.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from engine.boundaries import Point, Quad
from engine.cards import Card
from engine.money.ledger import ChipKind
from vision.camera.light import tells_light, within_reach
from vision.chips.discs import Peak, colours_of, maps_of, merged, notes, peaks_of
from vision.chips.footprints import chips_among, chips_on_empty
from vision.chips.likeness import kind_of
from vision.chips.settings import CHIPS
from vision.chips.unprinted import some_chip, unprinted
from vision.motion.stillness import strongest

BOXES = CHIPS.boxes


@dataclass(frozen=True, slots=True)
class BoxCount:
    """What one look at a box says.

    Attributes:
        chips: count per kind, every kind named; all 0 when the box is `covered`.
        value: what they are worth together, in jetons.
        empty: no chip is seen in it (never said of a box that is covered).
        confidence: probability that `empty` is right, 0–1; 0 when the box is covered.
        covered: share of the box that something hides (an arm, the picture's edge), 0–1.
        exact: probability that `chips` is right to the chip, 0–1; 0 when the box is covered.
        about: how many chips lie in it, an estimate that includes those which others hide; those counted are
            the least.
    """

    chips: Mapping[str, int]
    value: int
    empty: bool
    confidence: float
    covered: float
    exact: float = 0.0
    about: int = 0

    @property
    def hidden(self) -> bool:
        """Too much of the box is hidden to say anything about it."""
        return self.covered >= BOXES.hidden_from


def count_boxes(
    image: np.ndarray,
    quads: Mapping[Card, Quad],
    chips: Iterable[ChipKind],
    bare: Mapping[Card, np.ndarray] | None = None,
) -> dict[Card, BoxCount]:
    """Count the chips in each box.

    Args:
        image: uint8 BGR.
        quads: each box's four corners in the picture, in turn.
        chips: the kinds in use (`engine.table.Table.chips`), at least one.
        bare: how boxes looked when they were empty (`flattened`), as far as that was seen: what is printed
            in them is then no chip, and whatever differs is.
    """
    kinds = list(chips)
    bare = bare or {}
    if not quads:
        return {}
    flat = {card: flattened(image, quad) for card, quad in quads.items()}
    side = BOXES.sides[0]
    result = {}
    for card, (full, half) in _maps({card: picture for card, (picture, _) in flat.items()}, bare).items():
        picture, outside = flat[card]
        levels = [(1.0, peaks_of(full, 0.05)), (BOXES.sides[1] / side, peaks_of(half, 0.05))]
        low, high = BOXES.rim, side - BOXES.rim
        inside = [peak for peak in merged(levels) if low <= peak.x <= high and low <= peak.y <= high]
        hidden = full[4] > 0.5
        border = round(BOXES.rim / notes()["stride"])
        middle = hidden[border:-border, border:-border]
        covered = float(min(1.0, middle.mean() + outside))
        changed = differing(picture, bare[card]) if card in bare else None
        result[card] = _counted(picture, full[3], inside, covered, kinds, changed)
    return result


def _maps(
    flat: Mapping[Card, np.ndarray], bare: Mapping[Card, np.ndarray]
) -> dict[Card, tuple[np.ndarray, np.ndarray]]:
    """The networks' maps of flattened boxes at both `sides`, in their order."""
    maps: dict[Card, tuple[np.ndarray, np.ndarray]] = {}
    for known in (True, False):
        cards = [card for card in flat if (card in bare) == known]
        if cards:
            pictures = np.stack([flat[card] for card in cards])
            empty = np.stack([bare[card] for card in cards]) if known else None
            full = maps_of(pictures, empty)
            half = maps_of(_smaller(pictures), None if empty is None else _smaller(empty))
            maps.update(zip(cards, zip(full, half, strict=True), strict=True))
    return {card: maps[card] for card in flat}


def _smaller(pictures: np.ndarray) -> np.ndarray:
    """Flattened boxes at the second of the `sides`."""
    return np.stack(
        [cv2.resize(picture, (BOXES.sides[1],) * 2, interpolation=cv2.INTER_AREA) for picture in pictures]
    )


def see_nothing(boxes: int) -> None:
    """Let the networks see so many empty boxes at once, so that what they prepare for that is ready."""
    for side in BOXES.sides:
        flat = np.zeros((boxes, side, side, 3), np.uint8)
        maps_of(flat)
        maps_of(flat, flat)


def flattened(image: np.ndarray, quad: Quad) -> tuple[np.ndarray, float]:
    """The box as a square picture with its margin, and the share of it that lies outside *image*."""
    side = BOXES.sides[0]
    low, high = BOXES.rim, side - BOXES.rim
    square = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    matrix = cv2.getPerspectiveTransform(square, np.array(quad, np.float32))
    reach = np.linalg.norm(np.array(quad) - np.roll(np.array(quad), 1, 0), axis=1).max()
    if reach > 2 * side:  # shrink first, or fine print turns to noise
        image_part, shift, scale = _shrunk(image, quad, side / reach)
        matrix = np.array([[scale, 0, -shift[0] * scale], [0, scale, -shift[1] * scale], [0, 0, 1]]) @ matrix
    else:
        image_part = image
    picture = cv2.warpPerspective(
        image_part,
        matrix,
        (side, side),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    corners = np.array(quad, np.float32)
    frame = np.array(
        [[0, 0], [image.shape[1], 0], [image.shape[1], image.shape[0]], [0, image.shape[0]]], np.float32
    )
    shared, _ = cv2.intersectConvexConvex(corners, frame)
    return picture, float(1 - shared / max(1e-6, abs(cv2.contourArea(corners))))


def _shrunk(image: np.ndarray, quad: Quad, scale: float) -> tuple[np.ndarray, Point, float]:
    """The part of *image* around *quad*, *scale* times as large; its origin and scale."""
    corners = np.array(quad)
    low, high = corners.min(0), corners.max(0)
    spare = BOXES.margin * 2 * (high - low)
    x0, y0 = (int(max(0, v)) for v in low - spare)
    x1, y1 = int(min(image.shape[1], high[0] + spare[0])), int(min(image.shape[0], high[1] + spare[1]))
    if x1 - x0 < 2 or y1 - y0 < 2:
        return image, (0.0, 0.0), 1.0
    scale = max(scale, 2.0 / min(x1 - x0, y1 - y0))  # of a box told far too large, too little would be left
    part = cv2.resize(image[y0:y1, x0:x1], None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return part, (float(x0), float(y0)), scale


def differing(picture: np.ndarray, bare: np.ndarray) -> np.ndarray:
    """Where a flattened box differs from how it looked when it was empty: boolean, but for its rim.

    A pixel's shift and another light make no difference.
    """
    then = bare.astype(np.float32)
    now = picture / _light(picture, bare)[..., None]
    square = np.ones((3, 3), np.uint8)
    over = cv2.max(now - cv2.dilate(then, square), cv2.erode(then, square) - now)
    changed = cv2.morphologyEx((strongest(over) > BOXES.step).astype(np.uint8), cv2.MORPH_OPEN, square)
    rim = round(BOXES.rim)
    inside = np.zeros(changed.shape, bool)
    inside[rim:-rim, rim:-rim] = changed[rim:-rim, rim:-rim] > 0
    return inside


def _light(picture: np.ndarray, bare: np.ndarray) -> np.ndarray:
    """How much more light falls on a flattened box now: float32, its size; a quadric through most of it.

    Chips are outliers: each round of the fit trusts what lies off the last one less (Cauchy's weights).
    """
    few = (BOXES.sides[0] // 4,) * 2
    now, then = (cv2.resize(each, few, interpolation=cv2.INTER_AREA) + 3.0 for each in (picture, bare))
    ratio = np.log(now / then)
    usable = tells_light(np.maximum(now, then).max(axis=2), np.ptp(ratio, axis=2))
    if np.count_nonzero(usable) < 0.05 * usable.size:
        return np.ones(picture.shape[:2], np.float32)
    rows, columns = np.mgrid[-1 : 1 : few[1] * 1j, -1 : 1 : few[0] * 1j].astype(np.float32)
    terms = np.stack([np.ones_like(rows), rows, columns, rows**2, rows * columns, columns**2], axis=-1)
    change, places = ratio.mean(axis=2)[usable], terms[usable]
    fitted = np.full(change.shape, np.median(change))
    for _ in range(6):
        weight = 1 / (1 + ((change - fitted) / BOXES.light_spread) ** 2)
        square = places.T @ (weight[:, None] * places) + 1e-3 * len(change) * np.diag([0, 1, 1, 1, 1, 1])
        numbers = np.linalg.solve(square, places.T @ (weight * change))
        fitted = places @ numbers
    whole = cv2.resize((terms @ numbers).astype(np.float32), picture.shape[1::-1])
    return np.asarray(np.exp(within_reach(whole)))


def _counted(
    picture: np.ndarray,
    chip_map: np.ndarray,
    peaks: Sequence[Peak],
    covered: float,
    kinds: Sequence[ChipKind],
    changed: np.ndarray | None,
) -> BoxCount:
    counts = {kind.name: 0 for kind in kinds}
    if covered >= BOXES.hidden_from:
        return BoxCount(counts, 0, False, 0.0, covered)
    area = cv2.resize(chip_map, picture.shape[1::-1])
    enough = CHIPS.unprinted.enough if changed is None else notes("boxes")["threshold"]
    if changed is not None:
        peaks = [peak for peak in peaks if changed[_discs([peak], changed.shape) > 0].mean() >= BOXES.new]
        marked = any(peak.height >= enough for peak in peaks)
        some = 0.999 if marked or np.count_nonzero(changed) >= BOXES.changed else 0.001
    else:
        peaks = unprinted(picture, chip_map, peaks, kinds)
        rim = round(BOXES.rim / notes()["stride"])
        some = some_chip(peaks, chip_map[rim:-rim, rim:-rim])
    sure: list[Peak] = []
    of_kinds: list[tuple[Peak, ChipKind]] = []
    if some >= 0.5:
        if changed is None:
            sure = chips_among(peaks, area > 0.5, enough)
        else:
            alike = sum(kind.shape in (None, "long") for kind in kinds) == 1
            sure = chips_on_empty(peaks, area > 0.5, enough, alike)
        sure = sure or sorted(peaks, key=lambda peak: -peak.height)[:1]
        of_kinds = _of_kinds(picture, area, sure, kinds)
    for _, kind in of_kinds:
        counts[kind.name] += 1
    if some >= 0.5 and not of_kinds:  # something lies there that nobody could tell: one of the smallest
        counts[min(kinds, key=lambda kind: kind.value).name] = 1
    value = sum(kind.value * counts[kind.name] for kind in kinds)
    hiding = _hiding([peak for peak, _ in of_kinds])
    plain = bool(of_kinds) and not hiding
    if some < 0.5:
        exact = 1 - some
    elif not plain or (changed is not None and not _explained([peak for peak, _ in of_kinds], changed)):
        exact = BOXES.exact_heaped
    else:
        further = (peak for peak in peaks if peak.height >= CHIPS.marks.faint)
        doubted = any(peak.height < enough or peak not in sure for peak in further)
        known = changed is not None and not doubted
        exact = (
            BOXES.exact_plain if known and _spread([peak for peak, _ in of_kinds]) else BOXES.exact_unknown
        )
    about_all = sum(counts.values()) + BOXES.below * hiding
    return BoxCount(counts, value, some < 0.5, max(some, 1 - some), covered, exact, about_all)


def _of_kinds(
    picture: np.ndarray, area: np.ndarray, peaks: Sequence[Peak], kinds: Sequence[ChipKind]
) -> list[tuple[Peak, ChipKind]]:
    """Each chip with its kind."""
    colours = colours_of(picture, area, peaks)
    return [
        (peak, kind_of(peak.shape, colour, kinds, peak.like))
        for peak, colour in zip(peaks, colours, strict=True)
    ]


def _hiding(peaks: Sequence[Peak]) -> int:
    """How many chips lie so much over others that they may hide one more."""
    crowded = 0
    for number, peak in enumerate(peaks):
        others = (other for k, other in enumerate(peaks) if k != number)
        crowded += any(
            math.dist((peak.x, peak.y), (other.x, other.y)) < BOXES.crowded * (peak.size + other.size) / 2
            for other in others
        )
    return crowded // 2


def _discs(peaks: Sequence[Peak], shape: tuple[int, ...]) -> np.ndarray:
    """About what chips cover, uint8 of the flattened box."""
    covered = np.zeros(shape, np.uint8)
    for peak in peaks:
        reach = 0.6 if peak.shape == "round" else 0.9  # a bar's size is 0.6 of its length
        cv2.circle(covered, (round(peak.x), round(peak.y)), math.ceil(reach * peak.size), 1, -1)
    return covered


def _spread(peaks: Sequence[Peak]) -> bool:
    """Whether chips were laid here and there, and not thrown on a heap that shows its top alone."""
    middle = BOXES.sides[0] / 2
    near = sum(math.hypot(peak.x - middle, peak.y - middle) < BOXES.middle * BOXES.sides[0] for peak in peaks)
    return 2 * near <= len(peaks)


def _explained(peaks: Sequence[Peak], changed: np.ndarray) -> bool:
    """Whether the counted chips cover what differs from the empty box."""
    within = np.count_nonzero(changed & (_discs(peaks, changed.shape) > 0))
    return bool(within >= BOXES.explained * np.count_nonzero(changed))
