"""Which part of the table a camera sees from where it hangs, and how large a card is there.

A camera without distortion at ``height`` over the table, its axis ``slant`` off the vertical. The
picture's upper edge is the far one. Formulas: the ray through a picture point at angle a off the
axis meets the table at height · tan(slant + a); a short length across that ray is seen under
height / cos of it, which gives the pixels per millimetre there (pinhole projection); one along it is
foreshortened besides.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.errors import BadInput

CARD = (57.0, 88.0)
"""Width and height of a narrow playing card in millimetres; others are larger."""
WEBCAM_ANGLE = 70.0
"""Degrees that a usual webcam sees from side to side; makers tell the diagonal, mostly 78°."""
GOOD_CARD = 56
"""Pixels of a card's short side at which cards are read nearly without fail."""
LEAST_CARD = 40
"""Pixels of a card's short side below which cards are not promised to be read."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """What a camera sees of the table.

    Attributes:
        near, far: width in mm of the seen part at the picture's lower and upper edge.
        depth: from the lower edge to the upper one, mm along the table.
        card_near, card_far: a card's short side in pixels at these edges, as foreshortened there.
    """

    near: float
    far: float
    depth: float
    card_near: float
    card_far: float

    def holds(self, width: float, depth: float) -> bool:
        """Whether a table part of ``width`` × ``depth`` mm fits in, its long side either way."""
        least = min(self.near, self.far)
        return any(w <= least and d <= self.depth for w, d in ((width, depth), (depth, width)))


def coverage(
    height: float, slant: float = 0.0, angle: float = WEBCAM_ANGLE, size: tuple[int, int] = (1920, 1080)
) -> Coverage:
    """What is seen from ``height``.

    Args:
        height: of the lens over the table, mm, 200–3000.
        slant: of the camera off the vertical, degrees, 0–60.
        angle: seen from side to side, degrees, 30–120.
        size: width and height of the picture, pixels.

    Raises:
        BadInput: a number out of range, or the picture's upper edge looks over the table's horizon.
    """
    for name, value, low, high in (
        ("height (mm)", height, 200, 3000),
        ("slant", slant, 0, 60),
        ("angle", angle, 30, 120),
    ):
        if not low <= value <= high:
            raise BadInput(f"camera {name} {value:g}: expected {low} to {high}")
    focal = size[0] / 2 / math.tan(math.radians(angle / 2))
    half = math.atan(size[1] / 2 / focal)
    tilt = math.radians(slant)
    if tilt + half > math.radians(85):
        raise BadInput(f"camera slant {slant:g}: this camera would look over the table's far edge")

    def at(across: float) -> tuple[float, float, float]:
        """Place along the table, width seen and a card's short side, for a picture row."""
        ray = tilt + across
        away = height / math.cos(ray)
        scale = focal / (away * math.cos(across))
        along = scale * math.cos(ray) / math.cos(across)
        return height * math.tan(ray), size[0] / scale, CARD[0] * min(scale, along)

    near, far = at(-half), at(half)
    return Coverage(near[1], far[1], far[0] - near[0], near[2], far[2])


def best_height(
    width: float,
    depth: float,
    slant: float = 0.0,
    angle: float = WEBCAM_ANGLE,
    size: tuple[int, int] = (1920, 1080),
) -> float | None:
    """The lowest height (mm, by tens) that sees ``width`` × ``depth`` mm of table; None: none to 3 m."""
    for height in range(200, 3001, 10):
        if coverage(height, slant, angle, size).holds(width, depth):
            return float(height)
    return None
