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


def figure(rank: int, suit: str, size: tuple[int, int], paper: Colour, style: CourtStyle) -> np.ndarray:
    """A figure, double-headed on most packs.

    Args:
        rank: 11, 12 or 13; headgear, hair and what is held differ.
        size: (width, height) in pixels.

    Returns:
        RGB uint8 picture of that size, drawn on *paper*.
    """
    rng = np.random.default_rng([style.seed, rank, ord(suit)])
    width, height = size
    k = 3 if width < 200 else 2
    w, h = width * k, height * k
    picture = np.full((h, w, 3), paper, np.uint8)
    line = style.line
    order = rng.permutation(3)
    robe, trim, lining = (style.cloth[int(i)] for i in order)
    skin = style.skin
    thick = max(1, w // 110)

    def shape(points: list[tuple[float, float]], colour: Colour) -> None:
        outline = np.round(np.array(points) * (w, h / 2)).astype(np.int32)
        cv2.fillPoly(picture, [outline], colour, cv2.LINE_AA)
        cv2.polylines(picture, [outline], True, line, thick, cv2.LINE_AA)

    side = 1 if rng.random() < 0.5 else -1
    cx, face_y, face_r = 0.5 + side * rng.uniform(0, 0.06), rng.uniform(0.34, 0.4), rng.uniform(0.115, 0.15)
    shoulder = rng.uniform(0.3, 0.46)
    shape(
        [
            (cx - 0.1, 0.5),
            (cx + 0.1, 0.5),
            (cx + shoulder, 0.66),
            (min(1, cx + shoulder + 0.06), 1.02),
            (max(0, cx - shoulder - 0.06), 1.02),
            (cx - shoulder, 0.66),
        ],
        robe,
    )
    band = rng.uniform(0.06, 0.13)
    shape([(cx - band, 0.52), (cx + band, 0.52), (cx + band * 1.4, 1.02), (cx - band * 1.4, 1.02)], trim)
    shape([(cx - shoulder, 0.66), (cx - 0.12, 0.52), (cx - 0.02, 0.62), (cx - shoulder * 0.7, 0.84)], lining)
    shape([(cx + shoulder, 0.66), (cx + 0.12, 0.52), (cx + 0.02, 0.62), (cx + shoulder * 0.7, 0.84)], lining)
    for _ in range(int(rng.integers(6, 26))):
        x, y = cx + rng.uniform(-shoulder, shoulder), rng.uniform(0.62, 0.98)
        spot = (round(x * w), round(y * h / 2))
        r = round(rng.uniform(0.008, 0.025) * w)
        if style.pattern == 0:
            cv2.circle(picture, spot, r, trim, -1, cv2.LINE_AA)
        elif style.pattern == 1:
            cv2.line(picture, spot, (spot[0] + 3 * r, spot[1] + 4 * r), line, thick, cv2.LINE_AA)
        elif style.pattern == 2:
            cv2.rectangle(picture, spot, (spot[0] + 2 * r, spot[1] + 2 * r), lining, -1)
        else:
            cv2.ellipse(picture, spot, (2 * r, r), 40, 0, 360, trim, thick, cv2.LINE_AA)
    hair: Colour = [(60, 40, 20), (200, 160, 60), (120, 70, 30), (225, 225, 225)][int(rng.integers(4))]
    long_hair = 0.22 if rank == 12 else rng.uniform(0.05, 0.14)
    shape(
        [
            (cx - face_r * 1.5, face_y - 0.1),
            (cx + face_r * 1.5, face_y - 0.1),
            (cx + face_r * 1.7, face_y + long_hair),
            (cx - face_r * 1.7, face_y + long_hair),
        ],
        hair,
    )
    centre = (round(cx * w), round(face_y * h / 2))
    axes = (round(face_r * w), round(face_r * 1.25 * w))
    draw_head(picture, centre, axes, skin, line, thick, eyes=0.15)
    mouth = (centre[0], round(centre[1] + 0.5 * axes[1]))
    cv2.ellipse(picture, mouth, (axes[0] // 4, axes[0] // 10), 0, 0, 360, (180, 40, 40), -1, cv2.LINE_AA)
    if rank == 13 and rng.random() < 0.8:
        shape(
            [
                (cx - face_r, face_y + 0.08),
                (cx + face_r, face_y + 0.08),
                (cx + face_r * 0.5, face_y + 0.3),
                (cx - face_r * 0.5, face_y + 0.3),
            ],
            hair,
        )
    top = face_y - face_r * 1.9 * width / height
    if rank == 11:
        shape(
            [
                (cx - face_r * 1.6, top + 0.04),
                (cx - face_r, top - 0.1),
                (cx + face_r * 1.3, top - 0.08),
                (cx + face_r * 1.7, top + 0.05),
            ],
            trim,
        )
    else:
        spikes, high = int(rng.integers(3, 6)), (0.17 if rank == 13 else 0.1)
        xs = np.linspace(cx - face_r * 1.4, cx + face_r * 1.4, 2 * spikes + 1)
        points = [(float(x), top - (high if i % 2 else high * 0.35)) for i, x in enumerate(xs)]
        shape([(cx - face_r * 1.2, top + 0.05), *points, (cx + face_r * 1.2, top + 0.05)], (240, 200, 60))
    hand = cx - side * (shoulder - 0.04)
    if rank == 12:
        cv2.line(
            picture, (round(hand * w), round(0.8 * h / 2)), (round(hand * w), round(0.5 * h / 2)), line, thick
        )
        cv2.circle(picture, (round(hand * w), round(0.48 * h / 2)), round(0.05 * w), trim, -1, cv2.LINE_AA)
    else:
        tip = hand - side * rng.uniform(-0.04, 0.08)
        cv2.line(
            picture,
            (round(hand * w), round(0.95 * h / 2)),
            (round(tip * w), round(0.08 * h / 2)),
            line,
            4 * thick,
        )
        cv2.line(
            picture,
            (round(hand * w), round(0.95 * h / 2)),
            (round(tip * w), round(0.08 * h / 2)),
            trim,
            2 * thick,
        )
    cv2.circle(picture, (round(hand * w), round(0.76 * h / 2)), round(0.045 * w), skin, -1, cv2.LINE_AA)
    if style.single:
        return cv2.resize(picture[: h // 2], size, interpolation=cv2.INTER_AREA)
    turned = picture[::-1, ::-1]
    ys, xs_ = np.mgrid[0:h, 0:w]
    lower = (ys - h / 2) + style.slope * (xs_ - w / 2) > 0
    both = np.where(lower[..., None], turned, picture)
    return cv2.resize(both, size, interpolation=cv2.INTER_AREA)
