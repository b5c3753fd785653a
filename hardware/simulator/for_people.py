"""A simulated table's picture for people: as it is drawn, for nobody real is in it."""

from __future__ import annotations

import cv2
import numpy as np


def jpeg_of(image: np.ndarray, width: int) -> bytes:
    """A picture, height × width × 3 (BGR), as JPEG of at most so many pixels' width."""
    high, wide = image.shape[:2]
    size = (width, round(high * width / wide))
    small = image if wide <= width else cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", small)[1].tobytes()
