"""Two cards half on one another that were outlined as one: it is larger than a card would be there.

A camera that looks aslant sees what lies farther off smaller. Of small equal pieces of a plane the cube
root of the area is a linear function of where they are seen (the Jacobian of a homography goes by the cube of
its denominator): it is fitted to the cards that are read surely. Of few cards the largest one counts.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

FEWEST, FITTED_FROM = 2, 5
"""Cards that must be read surely besides for the size of one to be known, and to be fitted."""
BEYOND = 1.25
"""How much larger than the largest of them, or smaller than the smallest, one farther out may be."""
FITS, FITTED = 0.02, 6
"""How well a card is outlined, as a share of the cube root of its area, and in how many steps others, such as
two taken for one, lose their weight."""
TOO_LARGE = 1.2
"""Area of an outline, in those cards, from which on it may be of two."""
ASPECT = 1.45
"""Long over short side of a card, about: poker cards have 1.40, bridge cards 1.56."""
ROOM = 1.08
"""A side of a card that is longer than the outline's by more does not lie along it."""


def card_area(outlines: Sequence[np.ndarray], sure: Sequence[bool], number: int) -> float | None:
    """Pixels that a card covers where one of several outlines lies.

    Args:
        outlines: each 4 × 2 pixels.
        sure: which of them are cards that are read surely.
        number: the place of the one in question.

    Returns:
        None where too few other cards tell that.
    """
    others = [n for n, read in enumerate(sure) if read and n != number]
    if len(others) < FEWEST:
        return None
    areas = [float(cv2.contourArea(outlines[n].astype(np.float32))) for n in others]
    if len(others) < FITTED_FROM:
        return max(areas)
    middles = np.mean([outlines[n] for n in others], axis=1, dtype=np.float64)
    places = np.column_stack([middles, np.ones(len(others))])
    roots = np.cbrt(areas)
    fits = FITS * np.median(roots)
    weights = np.ones(len(others))
    for _ in range(FITTED):  # least absolute differences, by weighted squares
        rows = weights[:, None]
        linear = np.linalg.lstsq(places * rows, roots * weights, rcond=None)[0]
        weights = np.maximum(np.abs(places @ linear - roots), fits) ** -0.5
    fitted = float(np.array([*outlines[number].mean(0), 1.0]) @ linear) ** 3
    return min(max(fitted, min(areas) / BEYOND), BEYOND * max(areas))


def cards_within(outline: np.ndarray, area: float) -> list[np.ndarray]:
    """Where single cards may lie in an outline of two: in each of its corners, along its sides.

    Args:
        outline: 4 × 2 pixels.
        area: that a card covers.

    Returns:
        Boxes, each float32 4 × 2, clockwise as *outline*.
    """
    short = float(np.sqrt(area / ASPECT))
    boxes = []
    for across_long in (False, True):
        lengths = (short * ASPECT, short) if across_long else (short, short * ASPECT)
        for corner in range(4):
            here, after, before = (outline[(corner + step) % 4] for step in (0, 1, 3))
            # Along the sides that meet in this corner, the first one across at the even corners.
            sides = [after - here, before - here]
            wanted = lengths if corner % 2 == 0 else lengths[::-1]
            long = [float(np.linalg.norm(side)) for side in sides]
            if any(length > ROOM * side for length, side in zip(wanted, long, strict=True)):
                continue
            u, v = (
                side / side_long * length for side, side_long, length in zip(sides, long, wanted, strict=True)
            )
            boxes.append(np.array([here, here + u, here + u + v, here + v], np.float32))
    return boxes
