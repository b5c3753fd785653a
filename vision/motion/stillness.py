"""What of the picture lies still, and since when.

Works on a small copy of the picture. Every pixel is compared with the value it had when it last
came to rest (not with the frame before: a slow fade would pass unseen), after changes of the light
are taken out (`vision.camera.light`): neither automatic exposure nor a shadow is a movement.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np

from vision.camera.light import as_bright, relit
from vision.camera.steady import steadied, trembled
from vision.motion.settings import MOTION

STILL = MOTION.stillness


def shrink_factor(width: int) -> int:
    """How many pixels of the picture, each way, make one of the small copy (whole: that is fast)."""
    return max(1, round(width / STILL.width))


def unlike(one: np.ndarray, other: np.ndarray, soft: float = 0.0) -> np.ndarray:
    """How much two pictures (float32) differ, pixel by pixel: levels of the colour that differs most.

    Args:
        soft: pixels over which the difference is smoothed first: noise goes, a card stays.
    """
    if not soft:
        return strongest(cv2.absdiff(one, other))
    return strongest(np.abs(cv2.GaussianBlur(cv2.subtract(one, other), (0, 0), soft)))


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
        given: the same as the camera gave it.
        since: float32, height × width: the ``t`` from which each pixel lies still.
        step: levels of difference (`unlike`, smoothed over `soft`) that count as a change with this
            camera's noise …
        steps: … and pixel by pixel, float32, height × width: more where edges shiver.
        soft: small pixels over which differences are smoothed; 0 while the noise is low.
    """

    t: float
    small: np.ndarray
    given: np.ndarray
    since: np.ndarray
    step: float
    steps: np.ndarray
    soft: float = 0.0


class Stillness:
    """Follows a film frame by frame; one per camera."""

    def __init__(self) -> None:
        self._anchor: np.ndarray | None = None
        self._since: np.ndarray | None = None
        self._before: np.ndarray | None = None
        self._before_t = -math.inf
        self._looks = 0
        self._noise = self._grain = 1.0
        self._steps: np.ndarray | float = STILL.least_step
        self._shivers: deque[float] = deque(maxlen=STILL.measures)

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
        shrunk = cv2.resize(whole, size, interpolation=cv2.INTER_AREA)
        given = shrunk.astype(np.float32)
        if self._anchor is None or self._since is None or self._before is None:
            self._anchor = given.copy()
            self._before, self._before_t = given, t
            self._since = np.full(size[::-1], t, np.float32)
            steps = np.full(size[::-1], STILL.least_step, np.float32)
            return Still(t, given, given, self._since.copy(), STILL.least_step, steps)
        there = self._anchor if table is None else table
        lit = relit(given, there)
        small = as_bright(lit, given, there)
        shift = trembled(small, there)
        if shift is not None:
            back = steadied(whole, (shift[0] * factor, shift[1] * factor))
            shrunk = cv2.resize(back, size, interpolation=cv2.INTER_AREA)
            given = shrunk.astype(np.float32)
            lit = relit(given, there)
            small = as_bright(lit, given, there)
        if t - self._before_t >= STILL.measured or not self._looks:
            self._measure(small - self._before, _edges(shrunk))
            self._before, self._before_t = small, t
        soft, step = self._soft(), max(STILL.least_step, STILL.noise_steps * self._noise)
        steps = np.full(small.shape[:2], step, np.float32)
        shiver = (
            min(float(np.quantile(self._shivers, STILL.low)), STILL.most_shiver) if self._shivers else 0.0
        )
        if STILL.noise_steps * shiver * 255 > step:
            steps = np.maximum(STILL.noise_steps * shiver * _edges(shrunk), steps)
        # What is burnt in the one picture and not in the next lies as still as before.
        differs = unlike(as_bright(lit, given, self._anchor), self._anchor, soft)
        # Where only the threshold has fallen nothing has moved; a lamp that trembles does so most on white.
        bears = np.maximum(np.maximum(steps, self._steps), STILL.trembles * strongest(small))
        self._since[differs > bears] = t
        cv2.copyTo(small, (differs > steps).view(np.uint8), self._anchor)
        self._steps = steps
        return Still(t, small, given, self._since.copy(), step, steps, soft)

    def _soft(self) -> float:
        """Over how many small pixels noise must be smoothed to be no more than the least step bears.

        A Gaussian of s pixels leaves 1 / (2 s sqrt(pi)) of what differs from pixel to pixel.
        """
        grainy = STILL.noise_steps * self._grain / STILL.least_step
        return 0.0 if grainy <= 1 else min(max(0.6, grainy / (2 * math.sqrt(math.pi))), STILL.softest)

    def _measure(self, difference: np.ndarray, edges: np.ndarray) -> None:
        """Learn the camera's noise from how two pictures differ: most of a table rests."""
        self._looks += 1
        share = max(STILL.learns, 1 / self._looks)
        # Light changes neighbours alike, noise does not.
        apart = (difference[::6, 1::4] - difference[::6, :-1:4]) / math.sqrt(2)
        self._grain += share * (_spread(apart) - self._grain)
        soft = self._soft()
        if soft:
            difference = cv2.GaussianBlur(difference, (0, 0), soft)
        self._noise += share * (_spread(difference[::6, ::6]) - self._noise)
        few = np.abs(difference[::2, ::2])
        beyond, edges = np.maximum(strongest(few) - self._noise, 0), edges[::2, ::2]
        # What moves differs all over, what shivers along its edges.
        moves = (
            cv2.blur((beyond > STILL.least_step).astype(np.float32), (STILL.wide, STILL.wide)) > STILL.solid
        )
        textured = (edges > STILL.textured) & ~moves
        if np.count_nonzero(textured) >= STILL.fewest:
            self._shivers.append(_spread(beyond[textured] / edges[textured]))


def _edges(small: np.ndarray) -> np.ndarray:
    """By how many levels neighbouring pixels of a small picture (uint8) differ at most, float32."""
    square = np.ones((3, 3), np.uint8)
    return strongest(cv2.subtract(cv2.dilate(small, square), cv2.erode(small, square))).astype(np.float32)


def _spread(differences: np.ndarray) -> float:
    """About one and a half standard deviations of the noise in each of the two pictures."""
    return 1.5 * float(np.median(np.abs(differences)))
