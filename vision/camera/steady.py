"""Takes a trembling camera's picture back to where the table lay: people touch the table, a shelf shakes.

The shift is less than a pixel of the small copy, where brightness tells it by the picture's own slope
(one step of Lucas and Kanade, 1981); the picture itself is shifted back before it is shrunk, or every
edge would be blurred by another amount each time.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.camera.settings import CAMERA

STEADY = CAMERA.steady


def trembled(now: np.ndarray, then: np.ndarray) -> tuple[float, float] | None:
    """By how many pixels, right and down, a small picture lies off another one; None: by none, or too many.

    Args:
        now, then: float32, height × width × 3, the same table in the same light.
    """
    # Green is the clearest of a camera's colours.
    before, after = (cv2.extractChannel(picture, 1) for picture in (then, now))
    across, down = (
        cv2.Sobel(before, cv2.CV_32F, dx, dy, scale=1 / 8)[::2, ::2] for dx, dy in ((1, 0), (0, 1))
    )
    steep = np.abs(across) + np.abs(down) > STEADY.slope
    if np.count_nonzero(steep) < STEADY.fewest:
        return None
    slopes = np.stack([across[steep], down[steep]])
    lighter = (after[::2, ::2] - before[::2, ::2])[steep]
    shift = np.zeros(2, np.float32)
    for _ in range(STEADY.rounds):
        off = lighter + shift @ slopes
        weighed = slopes / (1 + (off / (2 * np.median(np.abs(off)) + 1)) ** 2)
        square = weighed @ slopes.T
        if np.linalg.det(square) <= 0:
            return None
        shift = -np.linalg.solve(square, weighed @ lighter)
    smallest, largest = STEADY.shifts
    return (float(shift[0]), float(shift[1])) if smallest < np.hypot(*shift) < largest else None


def steadied(image: np.ndarray, shift: tuple[float, float]) -> np.ndarray:
    """A picture shifted back by so many of its own pixels."""
    back = np.array([[1, 0, shift[0]], [0, 1, shift[1]]])
    size = (image.shape[1], image.shape[0])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(image, back, size, flags=flags, borderMode=cv2.BORDER_REPLICATE))
