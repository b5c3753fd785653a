"""What the corner network is shown, the same in training and in play."""

from __future__ import annotations

import cv2
import numpy as np

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
    source = image
    if size > 2:
        low = np.clip(np.floor(frame.min(0)).astype(int), 0, [image.shape[1] - 1, image.shape[0] - 1])
        high = np.clip(np.ceil(frame.max(0)).astype(int) + 1, low + 1, [image.shape[1], image.shape[0]])
        part = image[low[1] : high[1], low[0] : high[0]]
        shrink = 1.5 / size
        source = cv2.resize(part, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        frame = (frame - low) * (np.array(source.shape[1::-1]) / part.shape[1::-1])
    target = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT]], np.float32)
    affine = cv2.getAffineTransform(frame[:3].astype(np.float32), target)
    return cv2.warpAffine(
        source, affine, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
