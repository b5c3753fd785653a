"""What the table is made of: wood, felt or cloth, grown from noise."""

from __future__ import annotations

import random

import cv2
import numpy as np

DENSITY = 1.1
"""Pixels per mm of a surface."""
BACKDROP = (2000.0, 1500.0)
"""Extent of the table top that is grown, mm; beyond it the pattern is mirrored."""
ROWS = 16
"""Rows of a surface painted at a time; measured: 4, 16 and 64 take 0.09 s a table top, all at once 0.11."""


def _noise(
    grain: np.random.Generator, height: int, width: int, coarse_y: float, coarse_x: float
) -> np.ndarray:
    """Smooth noise, about −1…1, whose blobs are `coarse_x` × `coarse_y` pixels; height × width."""
    small = grain.standard_normal((max(2, int(height / coarse_y) + 2), max(2, int(width / coarse_x) + 2)))
    return cv2.resize(small.astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)


def surface(rng: random.Random, width: float, height: float) -> np.ndarray:
    """A table top of `width` × `height` mm, uint8 BGR, `DENSITY` pixels per mm."""
    grain = np.random.default_rng(rng.randrange(1 << 30))
    w, h = round(width * DENSITY), round(height * DENSITY)
    kind = rng.choice(["wood", "wood", "felt", "cloth"])
    make = {"wood": _wood, "felt": _felt, "cloth": _cloth}[kind]
    return make(rng, grain, h, w)


def _bytes(colour: np.ndarray, tone: np.ndarray) -> np.ndarray:
    """``colour * tone`` as bytes, some rows at a time: they stay in the processor's cache.

    Args:
        colour: of one pixel or of all (3, or h × w × 3).
        tone: h × w.
    """
    painted = np.empty((*tone.shape, 3), np.uint8)
    for top in range(0, len(tone), ROWS):
        rows = slice(top, top + ROWS)
        here = (colour if colour.ndim == 1 else colour[rows]) * tone[rows][..., None]
        painted[rows] = here.clip(0, 255)
    return painted


def _wood(rng: random.Random, grain: np.random.Generator, h: int, w: int) -> np.ndarray:
    base = np.array(
        rng.choice(
            [(110, 155, 190), (70, 110, 150), (48, 72, 105), (40, 52, 75), (120, 170, 205), (62, 98, 152)]
        ),
        np.float32,
    )
    turned = rng.random() < 0.3
    if turned:
        h, w = w, h
    lines = (
        0.5 * _noise(grain, h, w, 3, 140)
        + 0.4 * _noise(grain, h, w, 1.6, 60)
        + 0.7 * _noise(grain, h, w, 26, 420)
    )
    wave = np.sin(_noise(grain, h, w, 70, 900) * 5 + np.linspace(0, h / 22, h, dtype=np.float32)[:, None])
    tone = 1 + 0.055 * lines + 0.035 * wave
    if rng.random() < 0.45:
        plank = round(rng.uniform(90, 160) * DENSITY)
        for top in range(rng.randrange(plank), h, plank):
            tone[top:] *= 1 + 0.04 * rng.uniform(-1, 1)
            tone[top : top + 2] *= 0.72
    if turned:
        tone = np.ascontiguousarray(tone.T)
    return _bytes(base, tone)


def _felt(rng: random.Random, grain: np.random.Generator, h: int, w: int) -> np.ndarray:
    base = np.array(
        rng.choice([(60, 105, 40), (75, 120, 30), (90, 60, 30), (45, 35, 120), (70, 80, 70), (110, 80, 40)]),
        np.float32,
    )
    tone = (
        1
        + 0.07 * _noise(grain, h, w, 1.4, 1.4)
        + 0.05 * _noise(grain, h, w, 5, 5)
        + 0.03 * _noise(grain, h, w, 90, 90)
    )
    return _bytes(base, tone)


def _cloth(rng: random.Random, grain: np.random.Generator, h: int, w: int) -> np.ndarray:
    base = np.array(
        rng.choice(
            [
                (170, 190, 200),
                (140, 120, 95),
                (95, 120, 170),
                (150, 160, 130),
                (120, 110, 160),
                (185, 180, 170),
            ]
        ),
        np.float32,
    )
    second = base * rng.uniform(0.66, 0.86) + np.array([rng.uniform(0, 25) for _ in range(3)], np.float32)
    y, x = np.arange(h)[:, None], np.arange(w)[None]
    mixed = np.zeros((h, w), np.float32)
    pattern = rng.choice(["plain", "checks", "stripes"])
    step = round(rng.uniform(28, 60) * DENSITY)
    if pattern == "checks":
        mixed = 0.5 * ((y // step) % 2 + (x // step) % 2).astype(np.float32)
    elif pattern == "stripes":
        mixed = np.broadcast_to((x // step) % 2, (h, w)).astype(np.float32)
    share = np.asarray(cv2.GaussianBlur(mixed, (0, 0), 1.0))[..., None]
    weave = 1 + 0.02 * np.sin(x * 2.2) + 0.02 * np.sin(y * 2.2)
    tone = weave * (1 + 0.03 * _noise(grain, h, w, 2, 2) + 0.035 * _noise(grain, h, w, 110, 140))
    return _bytes(base * (1 - share) + second * share, tone)
