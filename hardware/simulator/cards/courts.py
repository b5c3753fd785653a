"""Court cards: a double-headed figure built from a few dozen shapes, dressed anew for every deck."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np

from engine.cards import Card
from hardware.simulator.cards.pips import PipShape, outlines
from hardware.simulator.drawing.painter import Colour, Painter, ellipse

INK: Colour = (28, 22, 20)
SKIN: Colour = (196, 220, 245)


@dataclass(frozen=True, slots=True)
class Wardrobe:
    """How one deck dresses its courts.

    Attributes:
        seed: decides the cut and pattern of each robe.
        colours: four cloth colours.
        framed: a line around the figure.
        slanted: the two heads meet at a slanted line instead of a level one.
        inset: distance of the frame from the card's edge, mm.
        pip: height of the suit sign beside the head, mm.
    """

    seed: int
    colours: tuple[Colour, Colour, Colour, Colour]
    framed: bool
    slanted: bool
    inset: float
    pip: float


def draw_court(sheet: Painter, card: Card, wardrobe: Wardrobe, shape: PipShape, ink: Colour) -> None:
    """Draw the figure of `card` (rank 11–13) onto the middle of `sheet`.

    `ink` is the colour of the suit sign.
    """
    rng = random.Random(f"{wardrobe.seed}/{card.code}")
    left, top = wardrobe.inset, wardrobe.inset * 0.85
    right, bottom = sheet.width - left, sheet.height - top
    before = sheet.sheet.copy()
    _half(sheet, card.rank, rng, wardrobe, left, right, top)
    sign = [
        part * wardrobe.pip + (left + wardrobe.pip * 0.75, top + wardrobe.pip * 0.75)
        for part in outlines(card.suit, shape)
    ]
    for part in sign:
        sheet.fill(part, ink)
    upper = sheet.sheet.copy()
    sheet.turn()
    # Two heads: below the dividing line the same picture, turned by half a turn.
    height, width = upper.shape[:2]
    slope = 0.35 if wardrobe.slanted else 0.0
    rows, columns = np.mgrid[0:height, 0:width]
    above = (rows - height / 2) < slope * (columns - width / 2)
    sheet.sheet = np.where(above[..., None], upper, sheet.sheet)
    outside = np.ones((height, width), bool)
    k = height / sheet.height
    outside[round(top * k) : round(bottom * k), round(left * k) : round(right * k)] = False
    sheet.sheet[outside] = before[outside]
    reach = (right - left) / 2
    middle_x, middle_y = sheet.width / 2, sheet.height / 2
    cut = [(middle_x - reach, middle_y - slope * reach), (middle_x + reach, middle_y + slope * reach)]
    sheet.line(cut, INK, 0.3)
    if wardrobe.framed:
        sheet.line([(left, top), (right, top), (right, bottom), (left, bottom)], INK, 0.3, closed=True)


def _half(
    sheet: Painter, rank: int, rng: random.Random, wardrobe: Wardrobe, left: float, right: float, top: float
) -> None:
    reach = (right - left) / 2
    middle = sheet.width / 2 + rng.uniform(-0.08, 0.08) * reach
    depth = sheet.height / 2 - top

    def at(points: object) -> np.ndarray:
        """u −1…1 across the frame, v 0 at its top to 1 at the card's middle."""
        return np.asarray(points, float) * (reach, depth) + (middle, top)

    def shape(points: object, colour: Colour, outline: float = 0.25, aside: float = 0.0) -> None:
        placed = at(points) + np.array([aside * reach, 0.0])
        sheet.fill(placed, colour)
        if outline:
            sheet.line(placed, INK, outline, closed=True)

    cloth = list(wardrobe.colours)
    rng.shuffle(cloth)
    robe, panel, trim, lining = cloth
    hair = rng.choice([(40, 70, 110), (60, 150, 200), (190, 195, 200), (30, 35, 45)])
    metal = (70, 195, 240)

    shape([(-0.26, 0.5), (0.26, 0.5), (0.78, 0.64), (1.05, 1.5), (-1.05, 1.5), (-0.78, 0.64)], robe)
    _pattern(sheet, at, rng, trim)
    shape([(-0.24, 0.5), (0.24, 0.5), (0.34, 1.5), (-0.34, 1.5)], panel)
    for v in np.arange(0.62, 1.4, rng.uniform(0.1, 0.16)):
        if rng.random() < 0.85:
            sheet.fill(at(ellipse(0, v, 0.1, 0.035)), trim)
            sheet.line(at(ellipse(0, v, 0.1, 0.035)), INK, 0.2, closed=True)
    for side in (-1, 1):
        shape([(side * 0.3, 0.5), (side * 0.42, 0.53), (side * 0.55, 1.5), (side * 0.36, 1.5)], lining)
        shape([(side * 0.72, 0.62), (side * 1.05, 0.75), (side * 1.05, 1.02), (side * 0.66, 0.9)], trim)

    side = rng.choice((-1, 1))
    if rank == 13:
        shape(
            [
                (side * 0.66, 0.02),
                (side * 0.72, 0.1),
                (side * 0.72, 1.0),
                (side * 0.6, 1.0),
                (side * 0.6, 0.1),
            ],
            metal,
        )
        shape([(side * 0.46, 0.78), (side * 0.86, 0.78), (side * 0.86, 0.82), (side * 0.46, 0.82)], trim)
    elif rank == 12:
        for turn in np.linspace(0, 2 * np.pi, 6)[:-1]:
            shape(ellipse(side * 0.62 + 0.1 * np.cos(turn), 0.56 + 0.055 * np.sin(turn), 0.08, 0.045), trim)
        shape(ellipse(side * 0.62, 0.56, 0.06, 0.035), metal)
        sheet.line(at([(side * 0.62, 0.6), (side * 0.56, 0.95)]), (40, 110, 30), 0.5)
    else:
        shape([(side * 0.7, 0.0), (side * 0.78, 0.14), (side * 0.7, 0.24), (side * 0.62, 0.14)], metal)
        sheet.line(at([(side * 0.7, 0.2), (side * 0.66, 1.0)]), INK, 0.6)
    shape(ellipse(side * 0.6, 0.84, 0.14, 0.07), SKIN)

    head = rng.uniform(-0.03, 0.03)
    length = {13: 0.5, 12: 0.6, 11: 0.5}[rank]
    shape([(-0.28 + head, 0.24), (0.28 + head, 0.24), (0.36 + head, length), (-0.36 + head, length)], hair)
    shape([(-0.1 + head, 0.44), (0.1 + head, 0.44), (0.14, 0.54), (-0.14, 0.54)], SKIN, 0)
    shape(ellipse(head, 0.34, 0.22, 0.145), SKIN)
    if rank == 13:
        beard = [
            (-0.22, 0.36),
            (-0.1, 0.42),
            (0.1, 0.42),
            (0.22, 0.36),
            (0.16, 0.55),
            (0, 0.62),
            (-0.16, 0.55),
        ]
        shape(beard, hair, aside=head)
    for eye in (-1, 1):
        sheet.fill(at(ellipse(head + eye * 0.08, 0.32, 0.028, 0.014)), INK)
        sheet.line(at([(head + eye * 0.13, 0.295), (head + eye * 0.04, 0.29)]), INK, 0.22)
    sheet.line(at([(head, 0.32), (head + 0.03 * side, 0.38), (head, 0.385)]), INK, 0.22)
    sheet.line(at([(head - 0.06, 0.425), (head + 0.06, 0.425)]), (60, 60, 190), 0.5)

    if rank == 13:
        crown = [
            (-0.34, 0.24),
            (-0.4, 0.05),
            (-0.22, 0.13),
            (-0.12, 0.01),
            (0, 0.11),
            (0.12, 0.01),
            (0.22, 0.13),
        ]
        shape([*crown, (0.4, 0.05), (0.34, 0.24)], metal, aside=head)
        for u in (-0.2, 0.0, 0.2):
            sheet.fill(at(ellipse(u + head, 0.19, 0.045, 0.024)), trim)
    elif rank == 12:
        crown = [
            (-0.26, 0.24),
            (-0.3, 0.12),
            (-0.15, 0.16),
            (0, 0.08),
            (0.15, 0.16),
            (0.3, 0.12),
            (0.26, 0.24),
        ]
        shape(crown, metal, aside=head)
        for u in (-0.3, 0.0, 0.3):
            shape(ellipse(u + head, 0.1 if u else 0.065, 0.04, 0.022), lining)
    else:
        shape([(-0.36 + head, 0.25), (0.36 + head, 0.25), (0.3 + head, 0.14), (-0.28 + head, 0.16)], trim)
        shape([(-0.26 + head, 0.16), (0.28 + head, 0.14), (0.16 + head, 0.07), (-0.18 + head, 0.08)], robe)
        plume = [(0.2, 0.14), (0.42, 0.02), (0.62, 0.08), (0.66, 0.2), (0.52, 0.12), (0.36, 0.12)]
        shape([(-side * u, v) for u, v in plume], lining, aside=head)


def _pattern(sheet: Painter, at: object, rng: random.Random, colour: Colour) -> None:
    """Stripes, lozenges or dots on the robe."""
    assert callable(at)
    kind = rng.randrange(3)
    step = rng.uniform(0.16, 0.24)
    for i in np.arange(-1, 1.01, step):
        if kind == 0:
            sheet.line(at([(i * 0.75, 0.62 + abs(i) * 0.06), (i * 1.05, 1.5)]), colour, 0.5)
            continue
        for v in np.arange(0.68 + 0.1 * abs(i), 1.3, step * 0.75):
            if kind == 1:
                sheet.fill(at([(i - 0.05, v), (i, v - 0.035), (i + 0.05, v), (i, v + 0.035)]), colour)
            else:
                sheet.fill(at(ellipse(i, v, 0.035, 0.022, 12)), colour)
