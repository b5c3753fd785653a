"""The four suit signs as outlines, and where they stand on a card of pips."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hardware.simulator.drawing.painter import bezier, ellipse


@dataclass(frozen=True, slots=True)
class PipShape:
    """What makes one printer's suit signs differ from another's.

    Attributes:
        slim: width of a sign against its height, 0.8–1.05.
        hollow: how far the sides of a diamond bend inwards, 0–0.05 of its size.
        lobe: radius of a club's leaves, 0.2–0.27 of its size.
        foot: half width of the foot of clubs and spades, 0.12–0.25.
        dip: depth of the notch of a heart, 0.12–0.26.
    """

    slim: float
    hollow: float
    lobe: float
    foot: float
    dip: float


def outlines(suit: str, shape: PipShape) -> list[np.ndarray]:
    """Closed outlines (n × 2) that together make the sign, within ±0.5, upright, y down."""
    if suit == "D":
        h, w = shape.hollow, 0.42
        side = bezier((0, -0.5), (w / 3 - h, h - 1 / 3), (2 * w / 3 - h, h - 1 / 6), (w, 0))
        points = np.vstack([side, side[::-1] * (1, -1), side * (-1, -1), side[::-1] * (-1, 1)])
        parts = [points]
    elif suit == "H":
        parts = [_heart(shape)]
    elif suit == "S":
        body = _heart(shape) * (1, -0.82) + (0, -0.09)
        parts = [body, _foot(shape, 0.05)]
    else:
        r = shape.lobe
        parts = [
            ellipse(0, -0.5 + r, r, r),
            ellipse(-0.27, 0.1, r, r),
            ellipse(0.27, 0.1, r, r),
            np.array([(-0.16, -0.1), (0.16, -0.1), (0.12, 0.18), (-0.12, 0.18)]),
            _foot(shape, 0.0),
        ]
    return [part * (shape.slim, 1) for part in parts]


def _heart(shape: PipShape) -> np.ndarray:
    top = -0.5 + shape.dip
    return bezier(
        (0, top),
        (0.06, -0.62),
        (0.5, -0.58),
        (0.48, -0.18),
        (0.46, 0.1),
        (0.14, 0.2),
        (0, 0.5),
        (-0.14, 0.2),
        (-0.46, 0.1),
        (-0.48, -0.18),
        (-0.5, -0.58),
        (-0.06, -0.62),
        (0, top),
    )


def _foot(shape: PipShape, top: float) -> np.ndarray:
    right = bezier((0.035, top), (0.04, 0.3), (0.08, 0.42), (shape.foot, 0.5))
    return np.vstack([right, right[::-1] * (-1, 1)])


_LEFT_RIGHT = (-1.0, 1.0)
_ROWS: dict[int, list[tuple[float, float]]] = {
    1: [(0, 0.0)],
    2: [(0, -1.0), (0, 1.0)],
    3: [(0, -1.0), (0, 0.0), (0, 1.0)],
    4: [(s, y) for s in _LEFT_RIGHT for y in (-1.0, 1.0)],
    5: [(s, y) for s in _LEFT_RIGHT for y in (-1.0, 1.0)] + [(0, 0.0)],
    6: [(s, y) for s in _LEFT_RIGHT for y in (-1.0, 0.0, 1.0)],
    7: [(s, y) for s in _LEFT_RIGHT for y in (-1.0, 0.0, 1.0)] + [(0, -0.5)],
    8: [(s, y) for s in _LEFT_RIGHT for y in (-1.0, 0.0, 1.0)] + [(0, -0.5), (0, 0.5)],
    9: [(s, y) for s in _LEFT_RIGHT for y in (-1.0, -1 / 3, 1 / 3, 1.0)] + [(0, 0.0)],
    10: [(s, y) for s in _LEFT_RIGHT for y in (-1.0, -1 / 3, 1 / 3, 1.0)] + [(0, -2 / 3), (0, 2 / 3)],
}


def places(rank: int) -> list[tuple[float, float]]:
    """Where the signs of a card of `rank` 1–10 stand: x of −1, 0, 1 (column), y from −1 (top row) to 1.

    Signs with y > 0 stand on their heads.
    """
    return list(_ROWS[rank])
