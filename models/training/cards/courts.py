"""Court figures drawn from scratch: half a figure, turned about the centre for the other half, or alone."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

Colour = tuple[int, int, int]

_SKIN = ((244, 214, 190), (238, 200, 170), (250, 232, 214), (252, 250, 244))
_CLOTH = (
    ((200, 30, 40), (240, 200, 40), (30, 60, 150)),
    ((30, 90, 60), (220, 180, 60), (160, 30, 50)),
    ((40, 50, 120), (230, 60, 50), (250, 220, 120)),
    ((120, 40, 110), (240, 190, 60), (20, 110, 120)),
    ((190, 40, 40), (250, 250, 245), (25, 25, 30)),
    ((210, 120, 40), (60, 110, 170), (245, 235, 210)),
)
_HAIR: tuple[Colour, ...] = ((60, 40, 20), (200, 160, 60), (120, 70, 30), (225, 225, 225))


@dataclass(frozen=True)
class CourtStyle:
    """What all courts of one pack share."""

    cloth: tuple[Colour, ...]
    skin: Colour
    line: Colour
    pattern: int
    slope: float
    single: bool
    """One figure over the whole card, as on children's and patience packs, instead of two halves."""
    seed: int


def court_style(rng: np.random.Generator) -> CourtStyle:
    """A random style."""
    red, green, blue = (int(v) for v in rng.integers(0, 70, 3))
    return CourtStyle(
        cloth=_CLOTH[rng.integers(len(_CLOTH))],
        skin=_SKIN[rng.integers(len(_SKIN))],
        line=(red, green, blue),
        pattern=int(rng.integers(4)),
        slope=float(rng.uniform(-0.25, 0.25)),
        single=bool(rng.random() < 0.15),
        seed=int(rng.integers(1 << 31)),
    )


def draw_head(
    picture: np.ndarray, centre: tuple[int, int], axes: tuple[int, int], skin: Colour, line: Colour,
    thick: int, eyes: float,
) -> None:  # fmt: skip
    """An oval head with two eyes, into *picture*.

    Args:
        centre, axes: of the oval, pixels.
        thick: of its outline, pixels.
        eyes: how far above the middle they lie, as a share of the upright axis.
    """
    cv2.ellipse(picture, centre, axes, 0, 0, 360, skin, -1, cv2.LINE_AA)
    cv2.ellipse(picture, centre, axes, 0, 0, 360, line, thick, cv2.LINE_AA)
    for side in (-0.4, 0.4):
        eye = (round(centre[0] + side * axes[0]), round(centre[1] - eyes * axes[1]))
        cv2.circle(picture, eye, max(1, axes[0] // 8), line, -1, cv2.LINE_AA)


@dataclass(frozen=True)
class _Half:
    """Half a figure while it is drawn; places are shares of its width and height.

    Attributes:
        picture: RGB uint8 of the whole card, into whose upper half it is drawn.
        rng: the figure's chances.
        style: the pack's.
        robe, trim, lining: the colours of its cloth.
        thick: of its lines, pixels.
        side: 1 or -1, to which it leans.
        middle: of the figure, across.
        face: middle of its face, down.
        reach: of its face to the side.
        shoulder: from the middle to a shoulder.
    """

    picture: np.ndarray
    rng: np.random.Generator
    style: CourtStyle
    robe: Colour
    trim: Colour
    lining: Colour
    thick: int
    side: int
    middle: float
    face: float
    reach: float
    shoulder: float

    @staticmethod
    def begun(picture: np.ndarray, rng: np.random.Generator, style: CourtStyle) -> _Half:
        """A figure of which nothing is drawn yet."""
        robe, trim, lining = (style.cloth[int(i)] for i in rng.permutation(3))
        side = 1 if rng.random() < 0.5 else -1
        middle, face, reach = (
            0.5 + side * rng.uniform(0, 0.06),
            rng.uniform(0.34, 0.4),
            rng.uniform(0.115, 0.15),
        )
        thick = max(1, picture.shape[1] // 110)
        shoulder = rng.uniform(0.3, 0.46)
        return _Half(
            picture, rng, style, robe, trim, lining, thick, side, middle, face, reach, shoulder
        )  # fmt: skip

    def pixel(self, x: float, y: float) -> tuple[int, int]:
        """Where a place lies in the picture."""
        high, wide = self.picture.shape[:2]
        return round(x * wide), round(y * high / 2)

    def pixels(self, length: float) -> int:
        """A length, a share of the width, in pixels."""
        return round(length * self.picture.shape[1])

    def shape(self, points: list[tuple[float, float]], colour: Colour) -> None:
        """A polygon with its outline; each point: how far beside the figure's middle, and down."""
        high, wide = self.picture.shape[:2]
        places = np.array([(self.middle + beside, down) for beside, down in points])
        outline = np.round(places * (wide, high / 2)).astype(np.int32)
        cv2.fillPoly(self.picture, [outline], colour, cv2.LINE_AA)
        cv2.polylines(self.picture, [outline], True, self.style.line, self.thick, cv2.LINE_AA)


def _robe(half: _Half) -> None:
    """Shoulders, a band down the front, a lining at either side, a pattern upon all."""
    rng, middle, shoulder = half.rng, half.middle, half.shoulder
    half.shape(
        [
            (-0.1, 0.5),
            (0.1, 0.5),
            (shoulder, 0.66),
            (min(1 - middle, shoulder + 0.06), 1.02),
            (max(-middle, -shoulder - 0.06), 1.02),
            (-shoulder, 0.66),
        ],
        half.robe,
    )
    band = rng.uniform(0.06, 0.13)
    half.shape([(-band, 0.52), (band, 0.52), (band * 1.4, 1.02), (-band * 1.4, 1.02)], half.trim)
    for way in (-1, 1):
        half.shape(
            [(way * shoulder, 0.66), (way * 0.12, 0.52), (way * 0.02, 0.62), (way * shoulder * 0.7, 0.84)],
            half.lining,
        )
    for _ in range(int(rng.integers(6, 26))):
        _mark(half, half.pixel(middle + rng.uniform(-shoulder, shoulder), rng.uniform(0.62, 0.98)))


def _mark(half: _Half, spot: tuple[int, int]) -> None:
    """One mark of the robe's pattern."""
    x, y = spot
    r = half.pixels(half.rng.uniform(0.008, 0.025))
    if half.style.pattern == 0:
        cv2.circle(half.picture, spot, r, half.trim, -1, cv2.LINE_AA)
    elif half.style.pattern == 1:
        cv2.line(half.picture, spot, (x + 3 * r, y + 4 * r), half.style.line, half.thick, cv2.LINE_AA)
    elif half.style.pattern == 2:
        cv2.rectangle(half.picture, spot, (x + 2 * r, y + 2 * r), half.lining, -1)
    else:
        cv2.ellipse(half.picture, spot, (2 * r, r), 40, 0, 360, half.trim, half.thick, cv2.LINE_AA)


def _head(half: _Half, rank: int) -> None:
    """Hair, face and mouth; most kings have a beard."""
    rng, face, reach = half.rng, half.face, half.reach
    hair = _HAIR[int(rng.integers(4))]
    long = 0.22 if rank == 12 else rng.uniform(0.05, 0.14)
    half.shape(
        [
            (-reach * 1.5, face - 0.1),
            (reach * 1.5, face - 0.1),
            (reach * 1.7, face + long),
            (-reach * 1.7, face + long),
        ],
        hair,
    )
    centre = half.pixel(half.middle, face)
    axes = (half.pixels(reach), half.pixels(reach * 1.25))
    draw_head(half.picture, centre, axes, half.style.skin, half.style.line, half.thick, eyes=0.15)
    mouth = (centre[0], round(centre[1] + 0.5 * axes[1]))
    cv2.ellipse(half.picture, mouth, (axes[0] // 4, axes[0] // 10), 0, 0, 360, (180, 40, 40), -1, cv2.LINE_AA)
    if rank == 13 and rng.random() < 0.8:
        half.shape(
            [
                (-reach, face + 0.08),
                (reach, face + 0.08),
                (reach * 0.5, face + 0.3),
                (-reach * 0.5, face + 0.3),
            ],
            hair,
        )


def _headgear(half: _Half, rank: int, top: float) -> None:
    """A jack's cap, a queen's or a king's crown, over the *top* of the head."""
    reach = half.reach
    if rank == 11:
        half.shape(
            [
                (-reach * 1.6, top + 0.04),
                (-reach, top - 0.1),
                (reach * 1.3, top - 0.08),
                (reach * 1.7, top + 0.05),
            ],
            half.trim,
        )
        return
    spikes, high = int(half.rng.integers(3, 6)), (0.17 if rank == 13 else 0.1)
    xs = np.linspace(-reach * 1.4, reach * 1.4, 2 * spikes + 1)
    points = [(float(x), top - (high if i % 2 else high * 0.35)) for i, x in enumerate(xs)]
    half.shape([(-reach * 1.2, top + 0.05), *points, (reach * 1.2, top + 0.05)], (240, 200, 60))


def _hand(half: _Half, rank: int) -> None:
    """A hand that holds a queen's flower, or a staff."""
    picture, line, trim, thick = half.picture, half.style.line, half.trim, half.thick
    hand = half.middle - half.side * (half.shoulder - 0.04)
    if rank == 12:
        cv2.line(picture, half.pixel(hand, 0.8), half.pixel(hand, 0.5), line, thick)
        cv2.circle(picture, half.pixel(hand, 0.48), half.pixels(0.05), trim, -1, cv2.LINE_AA)
    else:
        tip = half.pixel(hand - half.side * half.rng.uniform(-0.04, 0.08), 0.08)
        for colour, broad in ((line, 4), (trim, 2)):
            cv2.line(picture, half.pixel(hand, 0.95), tip, colour, broad * thick)
    cv2.circle(picture, half.pixel(hand, 0.76), half.pixels(0.045), half.style.skin, -1, cv2.LINE_AA)


def figure(rank: int, suit: str, size: tuple[int, int], paper: Colour, style: CourtStyle) -> np.ndarray:
    """A figure, double-headed on most packs.

    Args:
        rank: 11, 12 or 13; headgear, hair and what is held differ.
        size: (width, height) in pixels.

    Returns:
        RGB uint8 picture of that size, drawn on *paper*.
    """
    width, height = size
    finer = 3 if width < 200 else 2
    w, h = width * finer, height * finer
    picture = np.full((h, w, 3), paper, np.uint8)
    half = _Half.begun(picture, np.random.default_rng([style.seed, rank, ord(suit)]), style)
    _robe(half)
    _head(half, rank)
    _headgear(half, rank, half.face - half.reach * 1.9 * width / height)
    _hand(half, rank)
    if style.single:
        return cv2.resize(picture[: h // 2], size, interpolation=cv2.INTER_AREA)
    turned = picture[::-1, ::-1]
    ys, xs = np.mgrid[0:h, 0:w]
    lower = (ys - h / 2) + style.slope * (xs - w / 2) > 0
    both = np.where(lower[..., None], turned, picture)
    return cv2.resize(both, size, interpolation=cv2.INTER_AREA)
