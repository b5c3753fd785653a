"""Chips as the network marks them, and where it sees any, for tests."""

import cv2
import numpy as np

from vision.chips.discs import Peak


def seen(discs=(), bars=()):
    """Where chips are seen: discs (x, y, diameter), bars (x, y, length, degrees)."""
    there = np.zeros((144, 144), np.uint8)
    for x, y, size in discs:
        cv2.circle(there, (x, y), size // 2, 1, -1)
    for x, y, length, angle in bars:
        box = cv2.boxPoints(((x, y), (length, 0.3 * length), angle))
        cv2.fillConvexPoly(there, box.astype(np.int32), 1)
    return there > 0


def disc(x, y, height, size=30):
    return Peak("round", x, y, size, height)


def bar(x, y, height, length=50):
    return Peak("long", x, y, 0.6 * length, height)
