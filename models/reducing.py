"""Pictures made smaller without skipping pixels, quickly: the same for training and for playing."""

from __future__ import annotations

import cv2
import numpy as np


def reduced(image: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """*image* (uint8, any channels) at *size* (width, height), each pixel the mean of those it stands for.

    OpenCV averages over any area, but slowly unless it halves: even sides are halved first. Sides that
    grow are interpolated.
    """
    width, height = size
    while (
        image.shape[1] >= 2 * width
        and image.shape[0] >= 2 * height
        and not any(n % 2 for n in image.shape[:2])
    ):
        half = (image.shape[1] // 2, image.shape[0] // 2)
        image = cv2.resize(image, half, interpolation=cv2.INTER_AREA)
    if image.shape[1::-1] == size:
        return image
    smaller = image.shape[1] > width or image.shape[0] > height
    return cv2.resize(image, size, interpolation=cv2.INTER_AREA if smaller else cv2.INTER_LINEAR)


def reduced_around(image: np.ndarray, quad: np.ndarray, shrink: float) -> tuple[np.ndarray, np.ndarray]:
    """The part of *image* that holds *quad* (n × 2), *shrink* times smaller (1 or more), and *quad* in it."""
    # A part whose sides are multiples of this is halved as often as it can be.
    step = 2 ** int(np.log2(shrink))
    limits = np.array(image.shape[1::-1])
    low = np.clip(np.floor(quad.min(axis=0)).astype(int) - 2, 0, limits - 1)
    high = np.clip(np.ceil(quad.max(axis=0)).astype(int) + 3, low + 1, limits)
    high = low + np.maximum(-(-(high - low) // step), 1) * step
    high = np.where(high > limits, np.maximum(high - step, low + 1), high)
    part = image[low[1] : high[1], low[0] : high[0]]
    size = (max(1, round(part.shape[1] / shrink)), max(1, round(part.shape[0] / shrink)))
    scale = np.array([size[0] / part.shape[1], size[1] / part.shape[0]], np.float32)
    return reduced(part, size), (quad - low + 0.5) * scale - 0.5
