"""What of the picture lies still, and since when.

Works on a small copy of the picture. Every pixel is compared with the value it had when it last
came to rest (not with the frame before: a slow fade would pass unseen), after changes of the light
are taken out (`vision.light`): neither automatic exposure nor a shadow is a movement.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.light import evened

WIDTH = 400
"""About how wide the small copy is: a card on a webcam's table is then still 15 by 25 pixels."""
LEAST_STEP = 12.0
"""Smallest change, in levels of 255, that can be a movement."""
NOISE_STEPS = 6.0
"""A change must also be this many times the camera's own noise."""


def shrink_factor(width: int) -> int:
    """How many pixels of the picture, each way, make one of the small copy (whole: that is fast)."""
    return max(1, round(width / WIDTH))


def strongest(difference: np.ndarray) -> np.ndarray:
    """The largest of the three colours' differences, pixel by pixel."""
    blue, green, red = cv2.split(difference)
    return cv2.max(cv2.max(blue, green), red)


@dataclass(frozen=True, slots=True)
class Still:
    """One small picture and how long each pixel of it has been at rest.

    Attributes:
        t: seconds of the recording.
        small: float32, height × width × 3, in the light of the first picture.
        since: float32, height × width: the ``t`` from which each pixel lies still.
        step: levels of difference that count as a change with this camera's noise.
    """

    t: float
    small: np.ndarray
    since: np.ndarray
    step: float


class Stillness:
    """Follows a film frame by frame; one per camera."""

    def __init__(self) -> None:
        self._anchor: np.ndarray | None = None
        self._since: np.ndarray | None = None
        self._before: np.ndarray | None = None
        self._noise = 1.0

    def look(self, image: np.ndarray, t: float, table: np.ndarray | None = None) -> Still:
        """Take in the next picture.

        Args:
            image: uint8 BGR.
            t: its time, seconds.
            table: how it looks in the light to which pictures are taken (as `Still.small`), arms left out;
                None: as each pixel last came to rest.
        """
        height, width = image.shape[:2]
        factor = shrink_factor(width)
        size = (max(1, width // factor), max(1, height // factor))
        whole = image[: size[1] * factor, : size[0] * factor]
        small = cv2.resize(whole, size, interpolation=cv2.INTER_AREA).astype(np.float32)
        if self._anchor is None or self._since is None or self._before is None:
            self._anchor = small.copy()
            self._before = small
            self._since = np.full(small.shape[:2], t, np.float32)
            return Still(t, small, self._since.copy(), LEAST_STEP)
        small = evened(small, self._anchor if table is None else table)
        step = max(LEAST_STEP, NOISE_STEPS * self._noise)
        # Most of a table rests: the middle of the differences is noise, not movement.
        noise = 1.5 * float(np.median(np.abs(small[::6, ::6] - self._before[::6, ::6])))
        self._noise += 0.1 * (noise - self._noise)
        self._before = small
        changed = strongest(cv2.absdiff(small, self._anchor)) > step
        self._since[changed] = t
        cv2.copyTo(small, changed.view(np.uint8), self._anchor)
        return Still(t, small, self._since.copy(), step)
