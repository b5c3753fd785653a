"""Arms: a sleeve, a wrist and a hand, modelled as a landscape of round shapes and lit from above.

An arm lies along the x axis of its own mm frame: fingertips near x = 0, elbow at negative x.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from hardware.simulator.drawing.painter import Colour

DENSITY = 1.15
"""Pixels per mm of an arm's picture."""
LENGTH = 1250.0
"""From the fingertips to the far end of the sleeve, mm: longer than any table is wide."""
HALF_WIDTH = 95.0
REACH = 30.0
"""How far a pose may extend beyond x = 0, mm."""
GRIP = 24.0
"""A held card's middle lies this far beyond the fingertips, mm."""
FIST = 44.0
"""The middle of a closed hand lies this far behind its x = 0, mm."""
HEIGHT = 16.0
"""Height above what the fingertips touch at which the flat picture of the arm hangs, mm."""
LOW = 4.0
"""The same before a low camera."""

_SKINS: tuple[Colour, ...] = (
    (170, 195, 235),
    (150, 180, 225),
    (120, 155, 205),
    (95, 130, 185),
    (65, 95, 145),
    (45, 65, 100),
)
_SLEEVES: tuple[Colour, ...] = (
    (150, 95, 45),
    (70, 60, 170),
    (60, 110, 60),
    (60, 60, 60),
    (190, 190, 190),
    (110, 60, 110),
    (40, 120, 190),
    (140, 140, 90),
    (95, 70, 40),
)

# Fingers: base x, base y, length, radius, spread in degrees for an open hand.
_FINGERS = (
    (-78.0, -30.0, 66.0, 8.6, -9.0),
    (-74.0, -10.5, 74.0, 9.2, -2.5),
    (-75.0, 9.5, 70.0, 9.0, 3.5),
    (-82.0, 28.0, 56.0, 7.8, 11.0),
)


@dataclass(frozen=True, slots=True)
class ArmStyle:
    """What tells one player's arm from another's.

    Attributes:
        skin, sleeve: colours. left: it is a left hand.
        girth: 0.85–1.15, size of hand and arm.
        stripes: mm between the stripes of the sleeve, 0 for none.
        bare: mm of forearm seen between wrist and cuff.
        loose: mm by which the sleeve is wider than usual.
        dots: mm between the dots of the sleeve, 0 for none.
    """

    skin: Colour
    sleeve: Colour
    left: bool
    girth: float
    stripes: float
    bare: float
    loose: float = 0.0
    dots: float = 0.0


def arm_styles(rng: random.Random, count: int) -> list[ArmStyle]:
    """Arms for `count` players; neighbours wear different sleeves."""
    sleeves = rng.sample(_SLEEVES, count) if count <= len(_SLEEVES) else rng.choices(_SLEEVES, k=count)
    return [
        ArmStyle(
            skin=rng.choice(_SKINS),
            sleeve=sleeve,
            left=rng.random() < 0.15,
            girth=rng.uniform(0.88, 1.1),
            stripes=rng.choice([0.0, 0.0, rng.uniform(14, 40)]),
            bare=rng.choice([8.0, 30.0, rng.uniform(0, 140)]),
        )
        for sleeve in sleeves
    ]


def dressed_up(rng: random.Random, styles: Sequence[ArmStyle]) -> list[ArmStyle]:
    """The same people in clothes that are hard to tell from cards and table, and in short sleeves."""
    dressed, first = [], rng.randrange(4)
    for place, style in enumerate(styles):
        kind = ("white", "wide", "short", "dots")[(first + place) % 4]
        if kind == "white":
            style = replace(style, sleeve=(232, 236, 238), stripes=0.0)
        elif kind == "wide":
            style = replace(style, loose=rng.uniform(14, 24), bare=0.0)
        elif kind == "short":
            style = replace(style, bare=420.0)
        else:
            style = replace(style, sleeve=(225, 228, 232), stripes=0.0, dots=rng.uniform(16, 26))
        dressed.append(style)
    return dressed


def of_child(style: ArmStyle) -> ArmStyle:
    """A child's arm and hand."""
    return replace(style, girth=style.girth * 0.68)


@dataclass(frozen=True, slots=True, eq=False)
class ArmPicture:
    """One arm in one pose.

    Attributes:
        picture: uint8 BGRA, multiplied by alpha, `DENSITY` pixels per mm; x = −LENGTH at its left edge.
        alpha: uint8, its last channel, for shadows.
        outline: n × 2, mm in the arm's frame, every few mm.
    """

    picture: np.ndarray
    alpha: np.ndarray
    outline: np.ndarray


@dataclass(frozen=True, slots=True, eq=False)
class _Land:
    """The mm frame of an arm's picture: x and y (h × w) of its pixels, for a hand of some girth."""

    x: np.ndarray
    y: np.ndarray
    girth: float

    @classmethod
    def of(cls, style: ArmStyle) -> _Land:
        """The frame in which an arm of that style is modelled."""
        x, y = _frame()
        return cls(x, -y if style.left else y, style.girth)

    def flat(self) -> np.ndarray:
        """Heights (h × w, mm) of nothing."""
        return np.zeros(self.x.shape, np.float32)

    def tube(self, height: np.ndarray, one: _End, other: _End, z: float = 0.0) -> None:
        """Raise `height` to a round tube between two ends, its axis `z` up."""
        x0, y0, r0, x1, y1, r1 = (self.girth * v for v in (*one, *other))
        reach = max(r0, r1) + 1
        w = self.x.shape[1]
        low = int(np.clip((min(x0, x1) - reach + LENGTH) * DENSITY, 0, w))
        high = int(np.clip((max(x0, x1) + reach + LENGTH) * DENSITY, 0, w))
        px, py = self.x[:, low:high], self.y[:, low:high]
        dx, dy = x1 - x0, y1 - y0
        along = np.clip(((px - x0) * dx + (py - y0) * dy) / (dx * dx + dy * dy + 1e-6), 0, 1)
        away = (px - x0 - along * dx) ** 2 + (py - y0 - along * dy) ** 2
        radius = r0 + along * (r1 - r0)
        inside = radius**2 - away
        hill = np.where(inside > 0, np.sqrt(np.maximum(inside, 0)) + z, 0)
        np.maximum(height[:, low:high], hill, out=height[:, low:high])


_End = tuple[float, float, float]
"""Of a tube: x, y and radius, mm before the girth counts."""


def _frame() -> tuple[np.ndarray, np.ndarray]:
    """x and y (h × w, mm in the arm's frame) of the pixels of a picture."""
    w, h = round((LENGTH + REACH) * DENSITY), round(2 * HALF_WIDTH * DENSITY)
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
    return xs / DENSITY - LENGTH, ys / DENSITY - HALF_WIDTH


def draw_arm(style: ArmStyle, pose: str, light_from: np.ndarray) -> ArmPicture:
    """Draw an arm.

    Args:
        pose: ``"hold"`` (fingers together, a card between them and the thumb), ``"open"``
            (flat, over chips or cards on the table) or ``"fist"`` (closed around cards).
        light_from: unit vector (3) towards the lamp in the arm's frame.
    """
    land = _Land.of(style)
    skin, sleeve = _hand(land, style.bare, pose), _sleeve(land, style)
    cloth = sleeve > 0
    height = np.where(cloth, sleeve + 3.0, skin)
    colour = _clothed(land, style, cloth)
    if pose != "fist":
        _paint_nails(colour, land, style.skin, pose, ~cloth)
    return cut_out(colour, _shade(height, cloth, light_from, round(style.girth * 1e6)), height > 0)


def _curl(pose: str) -> float:
    """How much of a finger's length is seen."""
    return {"fist": 0.4, "open": 1.0}.get(pose, 0.97)


def _hand(land: _Land, bare: float, pose: str) -> np.ndarray:
    """Heights (h × w, mm) of fingers, thumb and wrist, and of the forearm as far as it is bare."""
    closed, skin = pose != "open", land.flat()
    for bx, by, length, radius, spread in _FINGERS:
        angle = np.radians(spread * (0.25 if closed else 1.0))
        by = by * (0.86 if closed else 1.0)
        length = length * _curl(pose)
        knuckle = (bx + 0.52 * length * np.cos(angle), by + 0.52 * length * np.sin(angle), radius)
        end_y = by * (0.9 if closed else 1.0) + length * np.sin(angle)
        tip = (bx + length * np.cos(angle), end_y, radius - 1.6)
        land.tube(skin, (bx, by, radius + 1.2), knuckle, 6.0)
        land.tube(skin, knuckle, tip, 4.0)
        land.tube(skin, (-168.0, by * 0.5, 19.0), (bx - 2, by, 14.5), 5.0)
    joint, thumb = ((-116.0, -43.0), (-78.0, -41.0)) if closed else ((-120.0, -50.0), (-86.0, -62.0))
    land.tube(skin, (-156.0, -20.0, 18.0), (*joint, 12.5), 1.0)
    land.tube(skin, (*joint, 12.0), (*thumb, 8.5), 0.0)
    land.tube(skin, (-215.0 - bare, 0.0, 31.0), (-165.0, 0.0, 24.0), 5.0)
    return skin


def _sleeve(land: _Land, style: ArmStyle) -> np.ndarray:
    """Heights (h × w, mm) of the sleeve, from its cuff on."""
    sleeve = land.flat()
    cuff, loose = -196.0 - style.bare, style.loose
    land.tube(sleeve, (cuff, 0.0, 37.0 + loose), (cuff - 14.0, 0.0, 38.0 + loose), 9.0)
    land.tube(sleeve, (cuff - 8.0, 0.0, 36.0 + loose), (-LENGTH * 1.2, 0.0, 62.0 + loose), 5.0)
    # The sleeve's front edge is straight, not round.
    sleeve[land.x > (cuff + 6.0) * land.girth] = 0
    return sleeve


def _shade(height: np.ndarray, cloth: np.ndarray, light_from: np.ndarray, grain: int) -> np.ndarray:
    """How bright each pixel is (h × w), lit from above; `cloth` has folds, by the seed `grain`."""
    h, w = height.shape
    smooth = cv2.GaussianBlur(height, (0, 0), 1.6)
    rng = np.random.default_rng(grain)
    folds = cv2.resize(
        rng.standard_normal((max(2, h // 26), max(2, w // 34))).astype(np.float32),
        (w, h),
        interpolation=cv2.INTER_CUBIC,
    )
    smooth += np.where(cloth, folds * 1.5, 0)
    slope_x = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=DENSITY / 8)
    slope_y = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=DENSITY / 8)
    length = np.sqrt(slope_x**2 + slope_y**2 + 1)
    lit = (-slope_x * light_from[0] - slope_y * light_from[1] + light_from[2]) / length
    shade = (0.45 + 0.6 * np.clip(lit, 0, 1)).astype(np.float32)
    # Where fingers and folds meet, little light gets in.
    shade *= np.clip(1 - 0.035 * (cv2.GaussianBlur(height, (0, 0), 5) - height), 0.55, 1.05)
    return np.asarray(shade)


def _clothed(land: _Land, style: ArmStyle, cloth: np.ndarray) -> np.ndarray:
    """Colours (h × w × 3) of skin and sleeve, its stripes and dots."""
    colour = np.empty((*land.x.shape, 3), np.float32)
    colour[:] = style.skin
    colour[cloth] = style.sleeve
    if style.stripes:
        band = cloth & ((np.abs(land.x) % style.stripes) < style.stripes * 0.3)
        colour[band] = np.array(style.sleeve, np.float32) * 0.6 + 60
    if style.dots:
        step = style.dots
        off = (np.abs(land.x) % step - step / 2) ** 2 + (np.abs(land.y) % step - step / 2) ** 2
        colour[cloth & (off < (step * 0.24) ** 2)] = (40, 30, 175)
    return colour


def _paint_nails(colour: np.ndarray, land: _Land, skin: Colour, pose: str, bare: np.ndarray) -> None:
    """Paint the nails of the fingers where they are `bare` (h × w)."""
    closed, g = pose != "open", land.girth
    for bx, by, finger, radius, spread in _FINGERS:
        angle = np.radians(spread * (0.25 if closed else 1.0))
        reach = finger * _curl(pose) - radius * 0.2
        across = by * (0.86 * 0.9 if closed else 1.0)
        nail_x, nail_y = g * (bx + reach * np.cos(angle)), g * (across + reach * np.sin(angle))
        away_x, away_y = (land.x - nail_x) / (g * radius * 0.62), (land.y - nail_y) / (g * radius * 0.5)
        nail = away_x**2 + away_y**2 < 1
        colour[nail & bare] = np.array(skin, np.float32) * 0.86 + (34, 30, 38)


HAIR: tuple[Colour, ...] = ((30, 35, 40), (40, 65, 95), (60, 110, 160), (95, 160, 200), (150, 155, 160))


def draw_head(style: ArmStyle, light_from: np.ndarray) -> ArmPicture:
    """Draw a head seen from above, its forehead at x = 0, and the back behind it; as `draw_arm`."""
    x, y = _frame()
    h, w = x.shape
    size = min(1.0, 0.35 + 0.65 * style.girth)
    skull = 1 - ((x + 98 * size) / (98 * size)) ** 2 - (y / (76 * size)) ** 2
    back = 1 - (y / (HALF_WIDTH - 6)) ** 2
    hair = skull > 0
    cloth = (x < -150 * size) & (back > 0) & ~hair
    height = np.sqrt(np.maximum(skull, 0)) * 90 + np.where(cloth, np.sqrt(np.maximum(back, 0)) * 40, 0)
    smooth = cv2.GaussianBlur(height.astype(np.float32), (0, 0), 2.5)
    slope_x, slope_y = (cv2.Sobel(smooth, cv2.CV_32F, *axis, scale=DENSITY / 8) for axis in ((1, 0), (0, 1)))
    length = np.sqrt(slope_x**2 + slope_y**2 + 1)
    lit = (-slope_x * light_from[0] - slope_y * light_from[1] + light_from[2]) / length
    rng = random.Random(round(style.girth * 1e6))
    grain = np.random.default_rng(round(style.girth * 1e6)).standard_normal((h, max(2, w // 24)))
    strands = cv2.resize(grain.astype(np.float32), (w, h), interpolation=cv2.INTER_LINEAR)
    shade = ((0.5 + 0.55 * np.clip(lit, 0, 1)) * np.where(hair, 1 + 0.12 * strands, 1)).astype(np.float32)
    colour = np.empty((h, w, 3), np.float32)
    colour[:] = style.sleeve
    colour[hair] = rng.choice(HAIR)
    return cut_out(colour, shade, hair | cloth)


def cut_out(colour: np.ndarray, shade: np.ndarray, shape: np.ndarray) -> ArmPicture:
    """The picture of what has `colour` (h × w × 3) and `shade` (h × w) within `shape` (h × w)."""
    lit_colour = cv2.multiply(colour, cv2.merge([shade] * 3), dtype=cv2.CV_8U)
    alpha = cv2.GaussianBlur(shape.astype(np.uint8) * 255, (0, 0), 0.8)
    cut = cv2.multiply(lit_colour, cv2.merge([alpha] * 3), scale=1 / 255)
    picture = np.dstack([cut, alpha])
    contours, _ = cv2.findContours(shape.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outline = max(contours, key=len)[::8, 0].astype(np.float64)
    return ArmPicture(picture, alpha, outline / DENSITY - (LENGTH, HALF_WIDTH))


def endless(picture: ArmPicture) -> ArmPicture:
    """The same arm for a camera that sees far behind its player: it goes on where its picture ends."""
    outline = picture.outline.copy()
    outline[outline[:, 0] < -LENGTH + 12.0, 0] = -4.0 * LENGTH
    return replace(picture, outline=outline)
