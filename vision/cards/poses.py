"""One card read along several outlines: its own outline is the one along which it reads best.

An outline fitted white on white may be turned by some degrees or off by a few pixels; along the
true outline nearly every face reads surely.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from engine.boundaries import CardLook, Quad
from vision.geometry.quads import as_quad

TURNS = (-5.0, 0.0, 5.0)
"""Degrees by which the outline is turned."""
SHIFTS = (-0.06, 0.0, 0.06)
"""Shares of the short side by which it is moved along it: there outlines err most."""
FAR = 0.12
"""The same, and along the long side, for an outline along which nothing reads."""
GROWN = 1.03
"""Fitted outlines are a little small: a card's white edge is lost in its shadow."""
SHARPNESS = 8
"""Power of its own sureness with which an outline's reading counts (fitted on filmed and simulated cards:
the mean alone blurs, the surest alone is too sure of itself)."""


def poses(corners: Quad, *, far: bool = False) -> list[Quad]:
    """Outlines beside a given one, itself among them a little grown.

    Args:
        corners: in pixels, the first edge a short one.
        far: three times as many, farther off.
    """
    outline = np.array(corners, np.float64)
    middle = outline.mean(axis=0)
    across = outline[1] - outline[0]
    along = (outline[2] - outline[1]) * (np.linalg.norm(across) / np.linalg.norm(outline[2] - outline[1]))
    steps = [(shift, 0.0) for shift in SHIFTS]
    if far:
        steps = [(right, down) for right in (-FAR, 0.0, FAR) for down in (-FAR, 0.0, FAR)]
    quads: list[Quad] = []
    for turn in TURNS:
        spin = cv2.getRotationMatrix2D((0.0, 0.0), turn, GROWN)[:, :2]
        turned = (outline - middle) @ spin.T + middle
        for right, down in steps:
            quads.append(as_quad(turned + across * right + along * down))
    return quads


def best_of_poses(looks: Sequence[CardLook]) -> CardLook:
    """What readings of one card along several outlines say together, and the outline that reads best.

    Args:
        looks: at least one.
    """
    rows = np.array([look.faces for look in looks])
    sure = rows.max(axis=1)
    best = int(sure.argmax())
    weights = (sure / max(sure[best], 1e-9)) ** SHARPNESS
    faces = weights @ rows / weights.sum()
    return CardLook(looks[best].corners, tuple(float(p) for p in faces))
