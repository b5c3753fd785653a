"""Jetons, fiches and contrats: their looks, how they come to lie in a box, and drawing them."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from hardware.simulator.drawing.compose import Patch
from hardware.simulator.drawing.painter import Colour, ellipse, rounded
from hardware.simulator.drawing.view import View

VALUES = {"jeton": 1, "fiche": 5, "contrat": 10}
_COLOURS: tuple[Colour, ...] = (
    (45, 40, 205),
    (190, 90, 30),
    (70, 140, 50),
    (40, 190, 235),
    (225, 228, 230),
    (50, 45, 50),
    (150, 60, 120),
    (60, 120, 230),
    (120, 175, 210),
)
_TOLD_APART = 80.0
"""Distance in the colour cube beyond which a chip stands out from what it lies on."""


@dataclass(frozen=True, slots=True, eq=False)
class ChipKind:
    """One kind of chip.

    Attributes:
        name: jeton, fiche or contrat. shape: round, long or wide, as a table file names them.
        outline: n × 2, mm, around 0. thickness: mm.
        colour, rim: of the face and of the ring near its edge.
    """

    name: str
    shape: str
    outline: np.ndarray
    thickness: float
    colour: Colour
    rim: Colour


@dataclass(frozen=True, slots=True)
class Chip:
    """A chip that lies somewhere: `kind` by name, x, y and z of its underside in mm, turned by `angle`."""

    kind: str
    x: float
    y: float
    z: float
    angle: float


def chip_kinds(rng: random.Random, ground: Colour) -> dict[str, ChipKind]:
    """One family's chips: jeton, fiche, contrat by name, no two of one colour.

    `ground`: colour of the boxes; nobody keeps chips that cannot be told from it.
    """
    told_apart = [colour for colour in _COLOURS if math.dist(colour, ground) > _TOLD_APART]
    colours = rng.sample(told_apart, 3)
    radius = rng.uniform(8.5, 11.5)
    long_x, long_y = rng.uniform(24, 33), rng.uniform(7.5, 10)
    wide_x, wide_y = rng.uniform(28, 35), rng.uniform(18, 22)
    corner = rng.uniform(0.8, 4.0)
    outlines = {
        "jeton": ("round", ellipse(0, 0, radius, radius, 32)),
        "fiche": ("long", rounded(long_x, long_y, min(corner, long_y / 2 - 0.1)) - (long_x / 2, long_y / 2)),
        "contrat": ("wide", rounded(wide_x, wide_y, corner) - (wide_x / 2, wide_y / 2)),
    }
    kinds = {}
    for (name, (shape, outline)), colour in zip(outlines.items(), colours, strict=True):
        lighter = rng.choice([0.82, 1.0, 1.18]) if max(colour) > 80 else 1.5
        thickness = rng.uniform(2.0, 3.2)
        kinds[name] = ChipKind(name, shape, outline, thickness, colour, _tinted(colour, lighter))
    return kinds


def drop(
    rng: random.Random,
    kinds: Mapping[str, ChipKind],
    name: str,
    box: np.ndarray,
    lying: Sequence[Chip],
    heap: bool = False,
) -> Chip:
    """Where one more chip comes to rest in `box` (4 × 2, mm): beside the others while there is room.

    `heap`: nobody cares, and it falls near the middle.
    """
    kind = kinds[name]
    reach = np.abs(kind.outline).max(0)
    own = _radius(kind)
    others = [(other, _radius(kinds[other.kind])) for other in lying]
    across, down = box[1] - box[0], box[3] - box[0]
    margin = min(0.48, float(reach.max()) / float(np.linalg.norm(across)) + 0.02)
    best: tuple[float, float, float, float] | None = None
    for _ in range(1 if heap else 24):
        if heap:
            u, v = (min(max(rng.gauss(0.5, 0.09), margin), 1 - margin) for _ in "uv")
        else:
            u, v = rng.uniform(margin, 1 - margin), rng.uniform(margin, 1 - margin)
        x, y = box[0] + across * u + down * v
        overlap = 0.0
        for other, radius in others:
            gap = math.hypot(x - other.x, y - other.y) - own - radius
            overlap += max(0.0, -gap) * (1.0 + other.z)
        if best is None or overlap < best[0]:
            best = (overlap, float(x), float(y), rng.uniform(0, np.pi))
        if overlap == 0.0:
            break
    assert best is not None
    _, x, y, angle = best
    below = [
        other.z + kinds[other.kind].thickness
        for other, radius in others
        if math.hypot(x - other.x, y - other.y) < 0.9 * (own + radius)
    ]
    return Chip(name, x, y, max(below, default=0.0), angle)


def _radius(kind: ChipKind) -> float:
    """Of a disc that covers about as much as the chip, mm."""
    reach = np.abs(kind.outline).max(0)
    return float(np.sqrt(reach[0] * reach[1]))


def draw_chips(
    patch: Patch, view: View, kinds: Mapping[str, ChipKind], chips: Sequence[Chip], floor: float
) -> None:
    """Draw `chips` that lie `floor` mm above the table on `patch`, lowest first."""
    for chip in sorted(chips, key=lambda c: c.z):
        kind = kinds[chip.kind]
        placed = outline_of(kind, chip)
        low = view.project(placed, floor + chip.z)
        high = view.project(placed, floor + chip.z + kind.thickness)
        middle = high.mean(0)
        side = cv2.convexHull(np.vstack([low, high]).astype(np.float32))[:, 0]
        patch.fill(side, _tinted(kind.colour, 0.5))
        patch.line(side, _tinted(kind.colour, 0.3))
        patch.fill(high, kind.colour)
        # The bevel catches light: it parts a chip from those of its colour below.
        patch.line(high, _tinted(kind.colour, 1.25, 30))
        patch.fill((high - middle) * 0.72 + middle, kind.rim)


def outline_of(kind: ChipKind, chip: Chip) -> np.ndarray:
    """Where the edge of `chip` lies on the table, n × 2, mm."""
    c, s = np.cos(chip.angle), np.sin(chip.angle)
    return np.asarray(kind.outline @ np.array([[c, s], [-s, c]]) + (chip.x, chip.y))


def _tinted(colour: Colour, factor: float, more: float = 0) -> Colour:
    blue, green, red = (int(min(255, channel * factor + more)) for channel in colour)
    return blue, green, red
