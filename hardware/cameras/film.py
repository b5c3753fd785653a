"""A recording as a camera: every frame in order, with the container's own times."""

from __future__ import annotations

import os
from pathlib import Path

import cv2

from engine.boundaries import Frame
from engine.errors import BadInput
from hardware.cameras.film_length import film_length
from hardware.cameras.source import Source

MAX_PIXELS = 34_000_000
"""Of a picture: 8K has 33 million; several pictures at a time are held while watching."""
CUT_TOLERANCE = 0.5
"""Seconds that a film may end before its container says so: containers round."""


class Film(Source):
    """A recording, every frame in order; `Frame.t` is the container's own time, starting at 0.

    Raises:
        BadInput: at once when the file is no film (or lost its table of contents); while iterating,
            after the last good frame, when it ends earlier than its container says.
    """

    def __init__(self, path: str | Path) -> None:
        self.name = str(path)
        # From the root, so that FFmpeg takes no name with a colon for an address.
        self._capture = cv2.VideoCapture(os.path.abspath(path), cv2.CAP_FFMPEG)
        if not self._capture.isOpened():
            raise BadInput(f"{path}: not a film that can be read (no video in it, or the file is cut)")
        self.size = (
            int(self._capture.get(cv2.CAP_PROP_FRAME_WIDTH)),
            int(self._capture.get(cv2.CAP_PROP_FRAME_HEIGHT)),
        )
        if not 0 < self.size[0] * self.size[1] <= MAX_PIXELS:
            raise BadInput(
                f"{path}: a film of {self.size[0]}×{self.size[1]} pixels,"
                f" expected at most {MAX_PIXELS // 10**6} million"
            )
        fps = self._capture.get(cv2.CAP_PROP_FPS)
        self.fps = fps if 0 < fps < 1000 else 25.0
        self.frames_promised = max(0, int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT)))
        """Frames that the container announces; 0 when it does not say."""
        length = film_length(path)
        self._promised = self.frames_promised / self.fps if length is None else length
        self._from_zero = length is None
        self._number = 0
        self._t = self._stamp = -1.0 / self.fps
        self._start: float | None = None

    def __next__(self) -> Frame:
        ok, image = self._capture.read()
        if not ok:
            self._check_end()
            raise StopIteration
        stamp = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000.0
        if self._start is None:
            self._start = stamp
        t = stamp - self._start
        # What comes before the first whole picture counts; in other containers also what comes before
        # the first picture at all, whose length is that of the sound as well.
        since_zero = self._capture.get(cv2.CAP_PROP_PTS) / self.fps if self._from_zero else 0.0
        self._stamp = max(self._stamp, stamp, since_zero)
        # A broken stamp must not make time stand still or run backwards.
        self._t = t if t > self._t else self._t + 1.0 / self.fps
        frame = self.frame(self._number, self._t, image)
        self._number += 1
        return frame

    def _check_end(self) -> None:
        """The last picture's time tells whether a film is whole; how many there are, many do not say."""
        seen = self._stamp + 1.0 / self.fps
        whole = self._number >= self.frames_promised or self._promised - seen <= CUT_TOLERANCE
        if self._number == 0 or not whole:
            raise BadInput(
                f"{self.name}: the film is cut or damaged: {self._number} frames (to {seen:.1f} s) could be"
                f" read, expected {round(self._promised * self.fps)} ({self._promised:.1f} s)"
            )

    def close(self) -> None:
        """Let go of the file."""
        self._capture.release()
