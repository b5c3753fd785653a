"""Jokers drawn from scratch: JOKER or a star in the corners, a jester, a court figure or a star between."""

from __future__ import annotations

import cv2
import numpy as np

from models.training.cards.courts import Colour, court_style, draw_head, figure
from models.training.cards.lettering import index_mask, stamp

_WORDS = ("JOKER", "Joker", "JOLLY", "JOLLY JOKER")
_BRIGHT: tuple[Colour, ...] = (
    (205, 30, 40), (30, 70, 160), (240, 195, 40), (40, 130, 70), (110, 60, 140), (235, 120, 30), (40, 40, 45)
)  # fmt: skip


def drawn_joker(rng: np.random.Generator, size: tuple[int, int], paper: Colour, font: str) -> np.ndarray:
    """A joker, as unlike any other as two packs' are.

    Args:
        size: (width, height) in pixels.
        font: file of the letters in its corners.

    Returns:
        RGB uint8 picture of that size, drawn on *paper*.
    """
    picture = np.full((size[1], size[0], 3), paper, np.uint8)
    ink = _ink(rng)
    _middle(rng, picture, ink, paper, font)
    kind = rng.random()
    if kind < 0.7:
        _word(rng, picture, ink, font)
    if kind >= 0.55:
        _stars(rng, picture, ink)
    return picture


def reprinted(rng: np.random.Generator, picture: np.ndarray) -> np.ndarray:
    """A printed joker (RGB) as another printer might have it, for packs with one of their own are few.

    Mirrored (nowhere is writing printed so, but stars stay stars), or in other colours, or both.
    """
    other = picture
    if rng.random() < 0.4:
        other = other[:, ::-1]
    if rng.random() < 0.5:
        other = other[..., rng.permutation(3)]
    return np.ascontiguousarray(other)


def _ink(rng: np.random.Generator) -> Colour:
    if rng.random() < 0.7:
        return ((25, 25, 30), (205, 30, 40))[rng.integers(2)]
    red, green, blue = (int(v) for v in rng.integers(0, 170, 3))
    return red, green, blue


def _word(rng: np.random.Generator, picture: np.ndarray, ink: Colour, font: str) -> None:
    """The word twice, the lower one turned: along an edge, or letter under letter."""
    h, w = picture.shape[:2]
    text = index_mask(font, _WORDS[rng.choice(len(_WORDS), p=[0.55, 0.2, 0.15, 0.1])])
    long, high = rng.uniform(0.18, 0.34) * h, rng.uniform(0.04, 0.075) * h
    kind = rng.random()
    if kind < 0.4:
        turn = (cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_90_COUNTERCLOCKWISE)[rng.integers(2)]
        word, span = cv2.rotate(text, turn), (high, long)
    elif kind < 0.7:
        word, span = _stacked(font, str(rng.choice(["JOKER", "JOKER", "JOLLY"]))), (high, long)
    else:
        word, span = text, (min(long, 0.4 * w), high)
    middle = 0.5 * w if kind >= 0.7 and rng.random() < 0.4 else 0.03 * h + span[0] / 2
    spot = (middle, rng.uniform(0.02, 0.05) * h + span[1] / 2)
    stamp(picture, word, spot, span, ink)
    stamp(picture, word, (w - spot[0], h - spot[1]), span, ink, turned=True)


def _stacked(font: str, word: str) -> np.ndarray:
    """The word letter under letter, as a mask."""
    letters = (cv2.resize(index_mask(font, one), (100, 120), interpolation=cv2.INTER_AREA) for one in word)
    return np.vstack([cv2.copyMakeBorder(one, 8, 8, 0, 0, cv2.BORDER_CONSTANT) for one in letters])


def _star(points: int, depth: float, size: int = 160) -> np.ndarray:
    """A star's mask: *depth* is the inner radius as a share of the outer one."""
    angles = np.arange(2 * points) * np.pi / points - np.pi / 2
    reach = np.where(np.arange(2 * points) % 2, depth, 1.0) * size / 2
    corners = size / 2 + np.stack([np.cos(angles), np.sin(angles)], 1) * reach[:, None]
    mask = np.zeros((size, size), np.uint8)
    cv2.fillPoly(mask, [np.round(corners * 8).astype(np.int32)], 255, cv2.LINE_AA, 3)
    return mask


def _stars(rng: np.random.Generator, picture: np.ndarray, ink: Colour) -> None:
    """A star in two corners or in all four, bare or white on a disc."""
    h, w = picture.shape[:2]
    mask = _star(int(rng.choice([4, 5, 5, 5, 6, 8])), rng.uniform(0.3, 0.55))
    disc = cv2.circle(np.zeros_like(mask), (80, 80), 79, 255, -1, cv2.LINE_AA)
    if rng.random() < 0.5:
        ring = disc.copy()
        small = cv2.resize(mask, (110, 110), interpolation=cv2.INTER_AREA)
        ring[25:135, 25:135] = np.minimum(ring[25:135, 25:135], 255 - small)
        mask = ring
    across = rng.uniform(0.06, 0.11) * h
    x, y = rng.uniform(0.02, 0.05) * h + across / 2, rng.uniform(0.02, 0.05) * h + across / 2
    for spot in [(x, y), (w - x, h - y), (w - x, y), (x, h - y)][: int(rng.choice([2, 2, 4]))]:
        stamp(picture, mask, spot, (across, across), ink, turned=spot[1] > h / 2)


def _middle(rng: np.random.Generator, picture: np.ndarray, ink: Colour, paper: Colour, font: str) -> None:
    h, w = picture.shape[:2]
    kind = rng.random()
    if kind < 0.45:
        share = rng.uniform(0.5, 0.75)
        drawn = _jester(rng, (round(w * share), round(w * share * rng.uniform(1.1, 1.5))), paper)
    elif kind < 0.8:
        drawn = figure(
            int(rng.integers(11, 14)), "J", (round(w * 0.6), round(h * 0.6)), paper, court_style(rng)
        )
        if rng.random() < 0.5:
            drawn[drawn.shape[0] // 2 :] = paper
    elif kind < 0.9:
        star, across = _star(int(rng.integers(5, 13)), rng.uniform(0.3, 0.8)), rng.uniform(0.3, 0.7) * w
        stamp(picture, star, (w / 2, h / 2), (across, across), ink)
        return
    else:
        text = index_mask(font, "Joker")
        h_text, w_text = text.shape
        turn = cv2.getRotationMatrix2D((w_text / 2, h_text / 2), rng.uniform(-60, 60), 0.9)
        turn[1, 2] += (w_text - h_text) / 2
        slanted = cv2.warpAffine(text, turn, (w_text, w_text))
        stamp(picture, slanted, (w / 2, h / 2), (0.85 * w, 0.85 * w), ink)
        return
    y, x = (h - drawn.shape[0]) // 2, (w - drawn.shape[1]) // 2
    picture[y : y + drawn.shape[0], x : x + drawn.shape[1]] = drawn


def _jester(rng: np.random.Generator, size: tuple[int, int], paper: Colour) -> np.ndarray:
    """A laughing head: a cap with horns and bells, a face, a ruff; in colours, or one ink on paper."""
    w, h = size
    picture = np.full((h, w, 3), paper, np.uint8)
    colours = [_BRIGHT[n] for n in rng.permutation(len(_BRIGHT))]
    line: Colour = (20, 20, 20)
    skin: Colour = ((244, 214, 190), paper, (240, 205, 90))[rng.integers(3)]
    if rng.random() < 0.3:
        colours = [_ink(rng), paper] * 4
    thick = max(1, w // 60)

    def shape(points: list[tuple[float, float]], colour: Colour) -> None:
        outline = np.round(np.array(points) * (w, h)).astype(np.int32)
        cv2.fillPoly(picture, [outline], colour, cv2.LINE_AA)
        cv2.polylines(picture, [outline], True, line, thick, cv2.LINE_AA)

    teeth = int(rng.integers(5, 10))
    xs = np.linspace(0.12, 0.88, teeth)
    ruff = [(float(x), 0.98 if n % 2 else 0.8) for n, x in enumerate(xs)]
    shape([(0.3, 0.68), *ruff, (0.7, 0.68)], colours[3])
    horns = [(-1, rng.uniform(0.05, 0.2)), (1, rng.uniform(0.05, 0.2)), (0, rng.uniform(0.02, 0.1))]
    for n, (side, reach) in enumerate(horns[: int(rng.integers(2, 4))]):
        tip = (0.5 + side * (0.5 - reach * 0.6), (0.42 if side else 0.06) + rng.uniform(-0.05, 0.05))
        bend = (0.5 + side * 0.34, rng.uniform(0.02, 0.14)) if side else (0.62, 0.14)
        shape([(0.5 - 0.2 * (side <= 0), 0.42), bend, tip, (0.5 + 0.2 * (side >= 0), 0.42)], colours[n])
        bell = (round(tip[0] * w), round(tip[1] * h))
        cv2.circle(picture, bell, max(2, w // 18), colours[(n + 1) % 3], -1, cv2.LINE_AA)
        cv2.circle(picture, bell, max(2, w // 18), line, thick, cv2.LINE_AA)
    centre, axes = (w // 2, round(0.55 * h)), (round(0.2 * w), round(0.19 * h))
    draw_head(picture, centre, axes, skin, line, thick, eyes=0.2)
    mouth = (centre[0], round(centre[1] + 0.25 * axes[1]))
    cv2.ellipse(picture, mouth, (axes[0] // 2, axes[1] // 3), 0, 0, 180, colours[0], -1, cv2.LINE_AA)
    return picture
