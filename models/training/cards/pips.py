"""Shapes of the four suits: families of curves with random proportions, or a font's own."""

from __future__ import annotations

import cv2
import numpy as np

from models.training.cards.lettering import glyph, symbol_fonts

SIZE = 160
"""Height in pixels of a pip's mask."""


def _bezier(*points: tuple[float, float]) -> list[tuple[float, float]]:
    p = np.array(points, dtype=float)
    t = np.linspace(0, 1, 18)[:, None]
    curve = (1 - t) ** 3 * p[0] + 3 * (1 - t) ** 2 * t * p[1] + 3 * (1 - t) * t**2 * p[2] + t**3 * p[3]
    return [tuple(row) for row in curve]


def _fill(halves: list[list[tuple[float, float]]], wide: float) -> np.ndarray:
    """Right halves (x from 0 to 0.5, y from 0 to 1) mirrored and filled, antialiased."""
    scale = 4
    mask = np.zeros((SIZE * scale, round(SIZE * wide) * scale), np.uint8)
    for half in halves:
        right = np.array(half)
        outline = np.concatenate([right, right[::-1] * (-1, 1)])
        outline = (outline * (wide, 1) + (wide / 2, 0)) * SIZE * scale
        cv2.fillPoly(mask, [np.round(outline).astype(np.int32)], 255)
    return cv2.resize(mask, None, fx=1 / scale, fy=1 / scale, interpolation=cv2.INTER_AREA)


def _circle(x: float, y: float, r: float, turns: float = 1.0) -> list[tuple[float, float]]:
    """From the top clockwise; half a turn is the right half of a circle about the middle line."""
    turn = np.linspace(-np.pi / 2, (2 * turns - 0.5) * np.pi, 40)
    return [(x + r * float(np.cos(a)), y + r * float(np.sin(a))) for a in turn]


def _heart(rng: np.random.Generator) -> np.ndarray:
    u = rng.uniform
    notch, lobe, low = u(0.12, 0.28), u(0.22, 0.32), u(0.4, 0.62)
    half = _bezier((0, notch), (0.03, u(0.02, 0.08)), (lobe - 0.12, 0), (lobe, 0))
    half += _bezier((lobe, 0), (0.42, 0), (0.5, 0.08), (0.5, u(0.22, 0.32)))
    half += _bezier(half[-1], (0.5, low), (u(0.1, 0.28), u(0.6, 0.8)), (0, 1))
    return _fill([half], u(0.8, 1.05))


def _stem(rng: np.random.Generator, top: float) -> list[tuple[float, float]]:
    foot = rng.uniform(0.12, 0.26)
    return [*_bezier((0.025, top), (0.04, 0.85), (foot * 0.5, 0.97), (foot, 1.0)), (0, 1.0), (0, top)]


def _spade(rng: np.random.Generator) -> np.ndarray:
    u = rng.uniform
    belly, base = u(0.54, 0.64), u(0.78, 0.87)
    half = _bezier((0, 0), (u(0.03, 0.12), u(0.14, 0.28)), (0.5, u(0.3, 0.42)), (0.5, belly))
    half += _bezier((0.5, belly), (0.5, base - 0.06), (0.42, base), (0.29, base))
    half += _bezier((0.29, base), (0.18, base), (0.06, base - 0.06), (0.0, u(0.6, 0.7)))
    return _fill([half, _stem(rng, u(0.5, 0.6))], u(0.78, 1.0))


def _diamond(rng: np.random.Generator) -> np.ndarray:
    hollow = rng.choice([0.0, rng.uniform(-0.03, 0.1)])
    mid = 0.25 - hollow
    half = _bezier(
        (0, 0), (mid * 0.66, 0.25 * 0.66 + hollow), (0.5 - mid * 0.66, 0.33 + hollow * 0.4), (0.5, 0.5)
    )
    return _fill([half + [(x, 1 - y) for x, y in reversed(half)]], rng.uniform(0.66, 0.95))


def _club(rng: np.random.Generator) -> np.ndarray:
    u = rng.uniform
    wide = u(0.88, 1.08)
    r, ry = u(0.2, 0.25), u(0.5, 0.6)
    # A whole circle about the middle line, mirrored, would be filled twice: that is, not at all.
    top, side = _circle(0, r, r, 0.5), _circle(0.5 - r * 0.98, ry + 0.04, r * 0.98)
    hub = [(0, 0.3), (0.08, 0.42), (0.2, ry), (0.1, 0.62), (0, 0.68)]
    mirrored = [(-x, y) for x, y in side]
    return _fill([top, side, mirrored, hub, _stem(rng, 0.5)], wide)


def pip_set(rng: np.random.Generator) -> dict[str, np.ndarray]:
    """One pack's pips.

    Returns:
        suit letter → uint8 mask (255 = ink), about `SIZE` high, trimmed to the shape.
    """
    fonts = symbol_fonts()
    if fonts and rng.random() < 0.35:
        font = fonts[rng.integers(len(fonts))]
        found = {suit: glyph(font, sign) for suit, sign in zip("CDHS", "♣♦♥♠", strict=True)}
        if all(mask is not None for mask in found.values()):
            return {s: m for s, m in found.items() if m is not None}
    return {"C": _club(rng), "D": _diamond(rng), "H": _heart(rng), "S": _spade(rng)}
