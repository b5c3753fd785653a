"""One card read along several outlines: its own outline is the one along which it reads best.

An outline fitted white on white may be turned by some degrees or off by a few pixels; along the
true outline nearly every face reads surely.
"""

from __future__ import annotations

import cv2
import numpy as np

from engine.boundaries import Quad
from vision.cards.settings import CARDS
from vision.geometry.quads import as_quad

POSES = CARDS.poses


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
    shift = 2 * POSES.shift if far else POSES.shift
    ways = (-shift, 0.0, shift)
    steps = [(right, down) for right in ways for down in (ways if far else (0.0,))]
    quads: list[Quad] = []
    for turn in (-POSES.turn, 0.0, POSES.turn):
        spin = cv2.getRotationMatrix2D((0.0, 0.0), turn, POSES.grown)[:, :2]
        turned = (outline - middle) @ spin.T + middle
        for right, down in steps:
            quads.append(as_quad(turned + across * right + along * down))
    return quads
