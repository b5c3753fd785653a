"""Outlines of cards as a finder gives them: a little wrong, at times a blunder."""

from __future__ import annotations

import numpy as np

SIDEWAYS = 0.07
"""Share of outlines whose first edge is a long one: no face, so that a caller who cannot tell
the short edge may read both ways and keep the surer."""
ASTRAY = 0.06
"""Share of outlines that are a finder's blunder: a piece of a card, or half beside it. No face."""


def seen_from(quad: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The outline as a finder gives it: typically 2 % wrong, sometimes 8 %."""
    u, v = quad[1] - quad[0], quad[3] - quad[0]
    sigma = float(rng.choice([0.006, 0.016, 0.036], p=[0.3, 0.5, 0.2]))
    offsets = rng.normal(0, sigma, (4, 2)) + rng.normal(0, sigma * 0.7, (1, 2))
    grow = rng.normal(0, sigma * 0.8)
    signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * grow
    return np.asarray(quad + (offsets + signs) @ np.stack([u, v]))


def _blunder(quad: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """An outline round a piece of the card, or far beside it."""
    u, v = quad[1] - quad[0], quad[3] - quad[0]
    centre = quad.mean(axis=0)
    if rng.random() < 0.7:
        size = rng.uniform(0.25, 0.72)
        shift = rng.uniform(-0.5, 0.5, 2)
    else:
        size = rng.uniform(0.8, 1.2)
        shift = rng.uniform(0.4, 0.7) * rng.choice([-1, 1]) * np.eye(2)[rng.integers(2)] + rng.normal(
            0, 0.1, 2
        )
    turn = rng.choice([0.0, rng.normal(0, 0.4)])
    c, s = np.cos(turn), np.sin(turn)
    rotated = (quad - centre) @ np.array([[c, s], [-s, c]]) * size
    return np.asarray(centre + rotated + shift[0] * u + shift[1] * v)


def outline(rng: np.random.Generator, seen: np.ndarray, card: np.ndarray) -> tuple[np.ndarray, bool]:
    """What a finder makes of an outline, and whether that is the card's with its short edge first.

    Args:
        seen: 4 × 2 pixels, a little wrong already (`seen_from`).
        card: what a blunder is a piece of.
    """
    if rng.random() < SIDEWAYS:
        return np.roll(seen, 1, axis=0), False
    if rng.random() < ASTRAY:
        return _blunder(card, rng), False
    return seen, True
