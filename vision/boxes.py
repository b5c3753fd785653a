"""Counts the chips in the boxes of the board, and says when a box is empty or hidden.

Each box is flattened to one square and looked at by the network of `vision.chips`. Chips hide
chips: a count of a heap is evidence with an error. Empty or not is the answer to rely on.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from engine.boundaries import Point, Quad
from engine.cards import Card
from engine.ledger import ChipKind
from vision.chips import Peak, colours_of, maps_of, merged, notes, peaks_of

MARGIN = 0.04
"""How far beyond its outline a box is looked at, as a share of its side: walls lean, corners are off."""
LEVELS = (144, 80)
"""Sides to which a flattened box is shrunk: the second one finds chips that are large for their box."""
COVERED = 0.12
"""From this share of the box on, what hides it forbids any count."""
COLOURS = {
    "black": "#202020 noir noire schwarz",
    "white": "#f4f4f0 blanc blanche weiß weiss",
    "grey": "#909090 gray gris grise grau",
    "red": "#d03030 rouge rot",
    "orange": "#e88020",
    "yellow": "#e8d030 jaune gelb",
    "green": "#30a048 vert verte grün gruen",
    "blue": "#3060c0 bleu bleue blau",
    "purple": "#7a3a9a violet violette mauve lila violett",
    "pink": "#e880a8 rose rosa",
    "brown": "#805030 brun brune marron braun",
    "turquoise": "#30b8b8 cyan türkis",
}
"""Colours by name, English first, and the other names of each."""


@dataclass(frozen=True, slots=True)
class BoxCount:
    """What one look at a box says.

    Attributes:
        chips: count per kind, every kind named; all 0 when the box is `covered`.
        value: what they are worth together, in jetons.
        empty: no chip is seen in it (never said of a box that is covered).
        confidence: probability that `empty` is right, 0–1; 0 when the box is covered.
        covered: share of the box that something hides (an arm, the picture's edge), 0–1.
    """

    chips: Mapping[str, int]
    value: int
    empty: bool
    confidence: float
    covered: float

    @property
    def hidden(self) -> bool:
        """Too much of the box is hidden to say anything about it."""
        return self.covered >= COVERED


def count_boxes(
    image: np.ndarray, quads: Mapping[Card, Quad], chips: Iterable[ChipKind]
) -> dict[Card, BoxCount]:
    """Count the chips in each box.

    Args:
        image: uint8 BGR.
        quads: each box's four corners in the picture, in turn.
        chips: the kinds in use (`engine.table.Table.chips`), at least one.
    """
    kinds = list(chips)
    if not quads:
        return {}
    flat = [flattened(image, quad) for quad in quads.values()]
    pictures = np.stack([picture for picture, _ in flat])
    full = maps_of(pictures)
    side = LEVELS[0]
    half = maps_of(
        np.stack(
            [cv2.resize(picture, (LEVELS[1],) * 2, interpolation=cv2.INTER_AREA) for picture in pictures]
        )
    )
    edge = MARGIN / (1 + 2 * MARGIN) * side
    result = {}
    for k, card in enumerate(quads):
        levels = [(1.0, peaks_of(full[k], 0.05)), (LEVELS[1] / side, peaks_of(half[k], 0.05))]
        inside = [p for p in merged(levels) if edge <= p.x <= side - edge and edge <= p.y <= side - edge]
        outside = flat[k][1]
        hidden = full[k, 4] > 0.5
        border = round(edge / notes()["stride"])
        middle = hidden[border:-border, border:-border]
        covered = float(min(1.0, middle.mean() + outside))
        result[card] = _counted(pictures[k], full[k, 3], inside, covered, kinds)
    return result


def flattened(image: np.ndarray, quad: Quad) -> tuple[np.ndarray, float]:
    """The box as a square picture with its `MARGIN`, and the share of it that lies outside *image*."""
    side = LEVELS[0]
    edge = MARGIN / (1 + 2 * MARGIN) * side
    square = np.array(
        [[edge, edge], [side - edge, edge], [side - edge, side - edge], [edge, side - edge]], np.float32
    )
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
    spare = MARGIN * 2 * (high - low)
    x0, y0 = (int(max(0, v)) for v in low - spare)
    x1, y1 = int(min(image.shape[1], high[0] + spare[0])), int(min(image.shape[0], high[1] + spare[1]))
    if x1 - x0 < 2 or y1 - y0 < 2:
        return image, (0.0, 0.0), 1.0
    part = cv2.resize(image[y0:y1, x0:x1], None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return part, (float(x0), float(y0)), scale


def _counted(
    picture: np.ndarray,
    chip_map: np.ndarray,
    peaks: Sequence[Peak],
    covered: float,
    kinds: Sequence[ChipKind],
) -> BoxCount:
    about = notes()
    counts = {kind.name: 0 for kind in kinds}
    if covered >= COVERED:
        return BoxCount(counts, 0, False, 0.0, covered)
    # Two witnesses: a middle is marked, and the pixels there belong to a chip. Print has at most one of them.
    middles = [replace(peak, height=peak.height * _at(chip_map, peak)) for peak in peaks]
    highest = min(0.9999, max((peak.height for peak in middles), default=0.05))
    some = 1 / (
        1 + math.exp(-(about["empty_slope"] * math.log(highest / (1 - highest)) + about["empty_shift"]))
    )
    sure = [peak for peak in middles if peak.height >= about["threshold"]]
    if some >= 0.5 and not sure:
        sure = [max(middles, key=lambda peak: peak.height)]
    elif some < 0.5:
        sure = []
    area = cv2.resize(chip_map, picture.shape[1::-1])
    value = 0
    for peak, colour in zip(sure, colours_of(picture, area, sure), strict=True):
        kind = kind_of(peak.shape, colour, kinds)
        counts[kind.name] += 1
        value += kind.value
    return BoxCount(counts, value, some < 0.5, max(some, 1 - some), covered)


def _at(chip_map: np.ndarray, peak: Peak) -> float:
    """The mean of *chip_map* about a peak's middle, 0–1."""
    stride = notes()["stride"]
    x, y = int(peak.x / stride), int(peak.y / stride)
    return float(chip_map[max(0, y - 2) : y + 3, max(0, x - 2) : x + 3].mean())


def kind_of(shape: str, colour: str, kinds: Sequence[ChipKind]) -> ChipKind:
    """Which kind a chip is: by shape, then by colour; by colour alone where no kind has its shape.

    Args:
        shape: ``round``, ``long`` or ``wide``.
        colour: ``"#rrggbb"`` as seen.
        kinds: at least one; what a kind does not tell (shape, colour) excludes nothing.
    """
    fitting = (
        [kind for kind in kinds if kind.shape == shape]
        or [kind for kind in kinds if kind.shape is None]
        or list(kinds)
    )
    if len(fitting) == 1:
        return fitting[0]
    gaps = [(gap, kind) for kind in fitting if (gap := colour_gap(kind.colour, colour)) is not None]
    return min(gaps, key=lambda gap: gap[0])[1] if gaps else fitting[0]


def colour_gap(one: str | None, other: str | None) -> float | None:
    """How unlike two colours (``"#rrggbb"`` or names) are; lightness counts less, lamps change it.

    In units of CIE L*a*b*; None when one of them is no colour.
    """
    a, b = _lab(one), _lab(other)
    if a is None or b is None:
        return None
    return float(np.hypot(0.4 * (a[0] - b[0]), math.dist(a[1:], b[1:])))


def _lab(colour: str | None) -> tuple[float, float, float] | None:
    """CIE L*a*b* of ``"#rrggbb"`` or of a colour's name; None when it is neither."""
    word = (colour or "").strip().lower()
    for name, others in COLOURS.items():
        if word == name or word in others.split():
            word = others.split()[0]
            break
    try:
        red, green, blue = (int(word[k : k + 2], 16) for k in (1, 3, 5))
    except ValueError:
        return None
    lab = cv2.cvtColor(np.array([[[blue, green, red]]], np.float32) / 255, cv2.COLOR_BGR2LAB)[0, 0]
    return float(lab[0]), float(lab[1]), float(lab[2])
