"""What the corner network is shown, the same in training and in play."""

from __future__ import annotations

import math

import cv2
import numpy as np

from models.reducing import reduced_around

WIDTH, HEIGHT = 96, 128
"""Size of the crop that the network sees, pixels."""
MARGIN = 1.35
"""The crop is the turned box enlarged by this."""


def crop_frame(box: np.ndarray) -> np.ndarray:
    """The corners (float32 4 × 2) of *box* enlarged by `MARGIN` about its centre."""
    middle = box.mean(0)
    enlarged: np.ndarray = (box - middle) * MARGIN + middle
    return enlarged.astype(np.float32)


def crop(image: np.ndarray, frame: np.ndarray) -> np.ndarray:
    """The picture inside *frame* (4 × 2) as uint8 `HEIGHT` × `WIDTH` BGR, averaged when shrunk."""
    across, along = (float(np.linalg.norm(frame[end] - frame[0])) for end in (1, 3))
    size = max(across / WIDTH, along / HEIGHT)
    if size > 2:
        # Halved until a linear sample skips nothing.
        image, frame = reduced_around(image, frame, 2 ** math.floor(math.log2(size)))
    target = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT]], np.float32)
    affine = cv2.getAffineTransform(frame[:3].astype(np.float32), target)
    return cv2.warpAffine(
        image, affine, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
