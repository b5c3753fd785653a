"""Boolean pictures: how much of them is set; grown, shifted, and freed of specks."""

from __future__ import annotations

import cv2
import numpy as np


def amount(mask: np.ndarray) -> int:
    """How many pixels are set."""
    return int(np.count_nonzero(mask))


def share(outline: np.ndarray, mask: np.ndarray) -> float:
    """Which share of an outline a mask covers."""
    return amount(outline & mask) / max(1, amount(outline))


def grown(mask: np.ndarray, by: int) -> np.ndarray:
    """A mask and what lies within so many pixels of it, each way."""
    side = 2 * by + 1
    return np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((side, side), np.uint8)) > 0)


def without_specks(mask: np.ndarray) -> np.ndarray:
    """A mask without what is less than three pixels wide: edges shiver, and noise comes in specks."""
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)) > 0)


def shifted(picture: np.ndarray, right: int, down: int) -> np.ndarray:
    """The picture moved by whole pixels, 0 coming in."""
    height, width = picture.shape
    moved = np.zeros_like(picture)
    if abs(right) < width and abs(down) < height:
        source = picture[max(0, -down) : height - max(0, down), max(0, -right) : width - max(0, right)]
        y, x = max(0, down), max(0, right)
        moved[y : y + source.shape[0], x : x + source.shape[1]] = source
    return moved
