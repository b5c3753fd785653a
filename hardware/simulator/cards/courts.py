"""Court cards: a double-headed figure built from a few dozen shapes, dressed anew for every deck."""

from __future__ import annotations

import random
from dataclasses import dataclass

import cv2
import numpy as np

from engine.cards import Card
from hardware.simulator.cards.pips import PipShape, outlines
from hardware.simulator.drawing.painter import Colour, Painter, ellipse

INK: Colour = (28, 22, 20)
SKIN: Colour = (196, 220, 245)
KING, QUEEN = 13, 12
"""Ranks."""
METAL: Colour = (70, 195, 240)
_HAIR: tuple[Colour, ...] = ((40, 70, 110), (60, 150, 200), (190, 195, 200), (30, 35, 45))
_CROWN_OF_KING = (
    *((-0.34, 0.24), (-0.4, 0.05), (-0.22, 0.13), (-0.12, 0.01), (0.0, 0.11)),
    *((0.12, 0.01), (0.22, 0.13), (0.4, 0.05), (0.34, 0.24)),
)
_CROWN_OF_QUEEN = (
    *((-0.26, 0.24), (-0.3, 0.12), (-0.15, 0.16), (0.0, 0.08)),
    *((0.15, 0.16), (0.3, 0.12), (0.26, 0.24)),
)
_BEARD = (
    *((-0.22, 0.36), (-0.1, 0.42), (0.1, 0.42), (0.22, 0.36)),
    *((0.16, 0.55), (0.0, 0.62), (-0.16, 0.55)),
)
_PLUME = ((0.2, 0.14), (0.42, 0.02), (0.62, 0.08), (0.66, 0.2), (0.52, 0.12), (0.36, 0.12))


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
    rows, columns = np.arange(height)[:, None], np.arange(width)[None]
    above = (rows - height / 2) < slope * (columns - width / 2)
    cv2.copyTo(upper, above.astype(np.uint8), sheet.sheet)
    k = height / sheet.height
    inside = np.s_[round(top * k) : round(bottom * k), round(left * k) : round(right * k)]
    before[inside] = sheet.sheet[inside]
    sheet.sheet = before
    reach = (right - left) / 2
    middle_x, middle_y = sheet.width / 2, sheet.height / 2
    cut = [(middle_x - reach, middle_y - slope * reach), (middle_x + reach, middle_y + slope * reach)]
    sheet.line(cut, INK, 0.3)
    if wardrobe.framed:
        sheet.line([(left, top), (right, top), (right, bottom), (left, bottom)], INK, 0.3, closed=True)


@dataclass(frozen=True, slots=True)
class _Dress:
    """The colours of one figure's clothes and hair."""

    robe: Colour
    panel: Colour
    trim: Colour
    lining: Colour
    hair: Colour


@dataclass(frozen=True, slots=True)
class _Figure:
    """Draws on the upper half of a card: u −1…1 across the frame, v 0 at its top to 1 at the card's middle.

    Attributes:
        middle: where u is 0, mm. top: where v is 0, mm.
        reach, depth: mm of one u and of one v.
    """

    sheet: Painter
    middle: float
    top: float
    reach: float
    depth: float

    def at(self, points: object) -> np.ndarray:
        """Places (n × 2) in mm on the sheet."""
        return np.asarray(points, float) * (self.reach, self.depth) + (self.middle, self.top)

    def shape(self, points: object, colour: Colour, outline: float = 0.25, aside: float = 0.0) -> None:
        """Fill an outline, moved `aside` u, and draw it with a line `outline` mm wide (0: none)."""
        placed = self.at(points) + np.array([aside * self.reach, 0.0])
        self.sheet.fill(placed, colour)
        if outline:
            self.sheet.line(placed, INK, outline, closed=True)

    def fill(self, points: object, colour: Colour) -> None:
        """Fill an outline and leave it without a line."""
        self.sheet.fill(self.at(points), colour)

    def line(self, points: object, colour: Colour, width: float, closed: bool = False) -> None:
        """Draw a line `width` mm wide."""
        self.sheet.line(self.at(points), colour, width, closed=closed)


def _half(
    sheet: Painter, rank: int, rng: random.Random, wardrobe: Wardrobe, left: float, right: float, top: float
) -> None:
    """One head, with what is above the card's middle."""
    reach = (right - left) / 2
    middle = sheet.width / 2 + rng.uniform(-0.08, 0.08) * reach
    figure = _Figure(sheet, middle, top, reach, sheet.height / 2 - top)
    cloth = list(wardrobe.colours)
    rng.shuffle(cloth)
    robe, panel, trim, lining = cloth
    dress = _Dress(robe, panel, trim, lining, rng.choice(_HAIR))
    _body(figure, rng, dress)
    side = rng.choice((-1, 1))
    _attribute(figure, rank, side, dress)
    head = rng.uniform(-0.03, 0.03)
    _face(figure, rank, side, head, dress.hair)
    _headdress(figure, rank, side, head, dress)


def _body(figure: _Figure, rng: random.Random, dress: _Dress) -> None:
    """Robe, buttons, collar and sleeves."""
    shape = figure.shape
    shape([(-0.26, 0.5), (0.26, 0.5), (0.78, 0.64), (1.05, 1.5), (-1.05, 1.5), (-0.78, 0.64)], dress.robe)
    _pattern(figure, rng, dress.trim)
    shape([(-0.24, 0.5), (0.24, 0.5), (0.34, 1.5), (-0.34, 1.5)], dress.panel)
    for v in np.arange(0.62, 1.4, rng.uniform(0.1, 0.16)):
        if rng.random() < 0.85:
            shape(ellipse(0, v, 0.1, 0.035), dress.trim, 0.2)
    for side in (-1, 1):
        shape([(side * 0.3, 0.5), (side * 0.42, 0.53), (side * 0.55, 1.5), (side * 0.36, 1.5)], dress.lining)
        shape([(side * 0.72, 0.62), (side * 1.05, 0.75), (side * 1.05, 1.02), (side * 0.66, 0.9)], dress.trim)


def _attribute(figure: _Figure, rank: int, side: int, dress: _Dress) -> None:
    """What is held on that side: a king's sword, a queen's flower, a jack's halberd; and the hand."""
    shape = figure.shape
    if rank == KING:
        blade = [(0.66, 0.02), (0.72, 0.1), (0.72, 1.0), (0.6, 1.0), (0.6, 0.1)]
        shape([(side * u, v) for u, v in blade], METAL)
        guard = [(0.46, 0.78), (0.86, 0.78), (0.86, 0.82), (0.46, 0.82)]
        shape([(side * u, v) for u, v in guard], dress.trim)
    elif rank == QUEEN:
        for turn in np.linspace(0, 2 * np.pi, 6)[:-1]:
            petal = ellipse(side * 0.62 + 0.1 * np.cos(turn), 0.56 + 0.055 * np.sin(turn), 0.08, 0.045)
            shape(petal, dress.trim)
        shape(ellipse(side * 0.62, 0.56, 0.06, 0.035), METAL)
        figure.line([(side * 0.62, 0.6), (side * 0.56, 0.95)], (40, 110, 30), 0.5)
    else:
        shape([(side * 0.7, 0.0), (side * 0.78, 0.14), (side * 0.7, 0.24), (side * 0.62, 0.14)], METAL)
        figure.line([(side * 0.7, 0.2), (side * 0.66, 1.0)], INK, 0.6)
    shape(ellipse(side * 0.6, 0.84, 0.14, 0.07), SKIN)


def _face(figure: _Figure, rank: int, side: int, head: float, hair: Colour) -> None:
    """Hair, neck, face and a king's beard, `head` u from the middle; the nose points to `side`."""
    shape = figure.shape
    long = 0.6 if rank == QUEEN else 0.5
    shape([(-0.28 + head, 0.24), (0.28 + head, 0.24), (0.36 + head, long), (-0.36 + head, long)], hair)
    shape([(-0.1 + head, 0.44), (0.1 + head, 0.44), (0.14, 0.54), (-0.14, 0.54)], SKIN, 0)
    shape(ellipse(head, 0.34, 0.22, 0.145), SKIN)
    if rank == KING:
        shape(_BEARD, hair, aside=head)
    for eye in (-1, 1):
        figure.fill(ellipse(head + eye * 0.08, 0.32, 0.028, 0.014), INK)
        figure.line([(head + eye * 0.13, 0.295), (head + eye * 0.04, 0.29)], INK, 0.22)
    figure.line([(head, 0.32), (head + 0.03 * side, 0.38), (head, 0.385)], INK, 0.22)
    figure.line([(head - 0.06, 0.425), (head + 0.06, 0.425)], (60, 60, 190), 0.5)


def _headdress(figure: _Figure, rank: int, side: int, head: float, dress: _Dress) -> None:
    """A crown, or a jack's cap with a plume away from `side`."""
    shape = figure.shape
    if rank == KING:
        shape(_CROWN_OF_KING, METAL, aside=head)
        for u in (-0.2, 0.0, 0.2):
            figure.fill(ellipse(u + head, 0.19, 0.045, 0.024), dress.trim)
    elif rank == QUEEN:
        shape(_CROWN_OF_QUEEN, METAL, aside=head)
        for u in (-0.3, 0.0, 0.3):
            shape(ellipse(u + head, 0.1 if u else 0.065, 0.04, 0.022), dress.lining)
    else:
        brim = [(-0.36 + head, 0.25), (0.36 + head, 0.25), (0.3 + head, 0.14), (-0.28 + head, 0.16)]
        shape(brim, dress.trim)
        cap = [(-0.26 + head, 0.16), (0.28 + head, 0.14), (0.16 + head, 0.07), (-0.18 + head, 0.08)]
        shape(cap, dress.robe)
        shape([(-side * u, v) for u, v in _PLUME], dress.lining, aside=head)


def _pattern(figure: _Figure, rng: random.Random, colour: Colour) -> None:
    """Stripes, lozenges or dots on the robe."""
    kind = rng.randrange(3)
    step = rng.uniform(0.16, 0.24)
    for i in np.arange(-1, 1.01, step):
        if kind == 0:
            figure.line([(i * 0.75, 0.62 + abs(i) * 0.06), (i * 1.05, 1.5)], colour, 0.5)
            continue
        for v in np.arange(0.68 + 0.1 * abs(i), 1.3, step * 0.75):
            if kind == 1:
                figure.fill([(i - 0.05, v), (i, v - 0.035), (i + 0.05, v), (i, v + 0.035)], colour)
            else:
                figure.fill(ellipse(i, v, 0.035, 0.022, 12), colour)
