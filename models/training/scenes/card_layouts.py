"""How cards lie: scattered, in rows, fans, piles and pairs, and in hands that are shown; in card widths."""

from __future__ import annotations

import numpy as np

from models.training.scenes.card_painter import Painter


def spot(painter: Painter, margin: float = 0.12) -> np.ndarray:
    """A place of the plane that is seen at least this share of the picture’s side from its rim."""
    side = painter.side
    return painter.view.plane(painter.rng.uniform(side * margin, side * (1 - margin), (1, 2)))[0]


Layout = list[tuple[float, float, float]]
"""x, y, angle of each card, lowest first."""


def scattered(rng: np.random.Generator, painter: Painter) -> Layout:
    """Single cards anywhere, sometimes touching."""
    count = int(rng.integers(1, 16))
    straight = rng.uniform(0, np.pi) if rng.random() < 0.4 else None
    spots: Layout = []
    gap = rng.choice([0.9, 1.3, 1.6])
    for _ in range(count * 3):
        x, y = spot(painter)
        if all(np.hypot(x - a, y - b) > gap for a, b, _ in spots):
            spots.append(
                (x, y, rng.uniform(0, 2 * np.pi) if straight is None else straight + rng.normal(0, 0.1))
            )
    return spots[:count]


def rows(rng: np.random.Generator, painter: Painter) -> Layout:
    """Rows and columns, apart, touching or overlapping so that an index strip shows."""
    x, y = spot(painter, 0.3)
    angle = rng.uniform(0, 2 * np.pi)
    step = rng.choice([rng.uniform(0.22, 0.6), rng.uniform(0.9, 1.5)])
    line = rng.uniform(1.45, 1.9) if rng.random() < 0.8 else rng.uniform(0.4, 0.9)
    columns, lines = int(rng.integers(2, 11)), int(rng.integers(1, 5))
    c, s = np.cos(angle), np.sin(angle)
    spots: Layout = []
    for row in range(lines):
        for column in range(columns):
            u, v = (column - columns / 2) * step, (row - lines / 2) * line
            u, v = u + rng.normal(0, 0.03), v + rng.normal(0, 0.03)
            spots.append((x + c * u - s * v, y + s * u + c * v, angle + rng.normal(0, 0.04)))
    return spots


def fans(rng: np.random.Generator, painter: Painter) -> Layout:
    """Hands fanned on the table."""
    spots: Layout = []
    for _ in range(int(rng.integers(1, 4))):
        x, y = spot(painter, 0.2)
        count = int(rng.integers(2, 14))
        radius, spread, middle = rng.uniform(1.3, 5), rng.uniform(0.05, 0.28), rng.uniform(0, 2 * np.pi)
        for k in range(count):
            angle = middle + (k - count / 2) * spread + rng.normal(0, 0.015)
            spots.append((x + radius * np.sin(angle), y - radius * np.cos(angle), angle))
    return spots


def spread(
    rng: np.random.Generator, count: int, step: float, *, down: bool, turn: float, spin: float
) -> Layout:
    """A hand laid open about (0, 0) as losers show theirs, lowest card first, each index in sight.

    Args:
        step: of each card to the next one, card widths.
        down: a column, each next card lower than the last; else a row, each next one to the right.
        turn: of the hand, radians.
        spin: of each card against the one before, radians; a fan where it is not 0.
    """
    # The pivot lies below a row that is fanned: cards move along an arc round it.
    spots: Layout = []
    x = y = 0.0
    for k in range(count):
        angle = (k - (count - 1) / 2) * spin + rng.normal(0, 0.012)
        spots.append((x, y, angle))
        way = angle + (np.pi / 2 if down else 0.0)
        x, y = x + step * np.cos(way), y + step * np.sin(way)
    middle = np.mean([spot[:2] for spot in spots], axis=0)
    c, s = np.cos(turn), np.sin(turn)
    return [
        (c * (x - middle[0]) - s * (y - middle[1]), s * (x - middle[0]) + c * (y - middle[1]), angle + turn)
        for x, y, angle in spots
    ]


def hands(rng: np.random.Generator, painter: Painter) -> Layout:
    """Hands shown as people do: tight fans and columns of which little more than each index is in sight."""
    spots: Layout = []
    for _ in range(int(rng.choice([1, 2, 3], p=[0.5, 0.35, 0.15]))):
        x, y = spot(painter, 0.2)
        down = rng.random() < 0.3
        spin = 0.0 if down or rng.random() < 0.3 else rng.uniform(0.0, 0.14)
        step = rng.uniform(0.18, 0.42) if down else rng.uniform(0.12, 0.3)
        hand = spread(
            rng, int(rng.integers(3, 16)), step, down=down, turn=rng.uniform(0, 2 * np.pi), spin=spin
        )
        # Left-handed people fan the other way; a pack with two indices then shows the lower ones.
        hand = hand[::-1] if rng.random() < 0.15 else hand
        slack = rng.uniform(0, 0.03)
        spots += [(x + a + rng.normal(0, slack), y + b + rng.normal(0, slack), turn) for a, b, turn in hand]
    return spots


def piles(rng: np.random.Generator, painter: Painter) -> Layout:
    """One or two untidy piles, a few cards beside them."""
    spots: Layout = []
    for _ in range(int(rng.integers(1, 3))):
        x, y = spot(painter, 0.25)
        loose, middle, turn = rng.uniform(0.03, 0.5), rng.uniform(0, 2 * np.pi), rng.choice([0.08, 0.4, 3.0])
        for _ in range(int(rng.integers(2, 24))):
            spots.append((x + rng.normal(0, loose), y + rng.normal(0, loose), middle + rng.normal(0, turn)))
    return spots + scattered(rng, painter)[:4] if rng.random() < 0.5 else spots


def pairs(rng: np.random.Generator, painter: Painter) -> Layout:
    """Two or three cards overlapping."""
    spots: Layout = []
    for _ in range(int(rng.integers(1, 6))):
        x, y = spot(painter, 0.15)
        angle = rng.uniform(0, 2 * np.pi)
        step = rng.uniform(0.2, 0.85)
        slide = rng.uniform(-0.5, 0.5)
        for k in range(int(rng.integers(2, 4))):
            turned = angle + rng.normal(0, 0.12)
            spots.append(
                (
                    x + k * (np.cos(angle) * step - np.sin(angle) * slide),
                    y + k * (np.sin(angle) * step + np.cos(angle) * slide),
                    turned,
                )
            )
    return spots


def couples(rng: np.random.Generator, painter: Painter) -> Layout:
    """Two cards, at times three, on one another in any way that leaves something of each, groups apart."""
    middles: list[np.ndarray] = []
    spots: Layout = []
    for _ in range(int(rng.integers(1, 9)) * 3):
        middle = spot(painter, 0.1)
        if any(np.hypot(*(middle - other)) < 2.4 for other in middles):
            continue
        middles.append(middle)
        angle, loose = rng.uniform(0, 2 * np.pi), rng.choice([0.06, 0.2, 1.5], p=[0.45, 0.4, 0.15])
        way, step = rng.uniform(0, 2 * np.pi), rng.uniform(0.15, 0.9)
        if rng.random() < 0.6:
            # Along one of the lower card's sides, as dealt and squared up.
            way = angle + rng.choice([0, np.pi / 2, np.pi]) + rng.normal(0, 0.2)
        for k in range(2 if rng.random() < 0.8 else 3):
            x, y = middle + k * step * np.array([np.cos(way), np.sin(way)])
            spots.append((x, y, angle + rng.normal(0, loose)))
    return spots
