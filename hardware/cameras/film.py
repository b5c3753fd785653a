"""A recording as a camera: every frame in order, with the container's own times."""

from __future__ import annotations

from pathlib import Path

import cv2

from engine.boundaries import Frame
from engine.errors import BadInput
from hardware.cameras.source import Source

CUT_TOLERANCE = 0.5
"""Seconds that a film may end before its container says so: containers round."""


class Film(Source):
    """A recording, every frame in order; `Frame.t` is the container's own time, starting at 0.

    Raises:
        BadInput: at once when the file is no film (or lost its table of contents); while iterating,
            after the last good frame, when it ends earlier than its container says.
    """

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        if not self._capture.isOpened():
            raise BadInput(f"{path}: not a film that can be read (no video in it, or the file is cut)")
        self.size = (
            int(self._capture.get(cv2.CAP_PROP_FRAME_WIDTH)),
            int(self._capture.get(cv2.CAP_PROP_FRAME_HEIGHT)),
        )
        fps = self._capture.get(cv2.CAP_PROP_FPS)
        self.fps = fps if 0 < fps < 1000 else 25.0
        self.frames_promised = max(0, int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT)))
        """Frames that the container announces; 0 when it does not say."""
        self._number = 0
        self._t = -1.0 / self.fps
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
        # A broken stamp must not make time stand still or run backwards.
        self._t = t if t > self._t else self._t + 1.0 / self.fps
        frame = self.frame(self._number, self._t, image)
        self._number += 1
        return frame

    def _check_end(self) -> None:
        missing = self.frames_promised - self._number
        promised_s = self.frames_promised / self.fps
        seen_s = self._t + 1.0 / self.fps
        if self._number == 0 or (missing > 0 and promised_s - seen_s > CUT_TOLERANCE):
            raise BadInput(
                f"{self.name}: the film is cut or damaged: {self._number} frames ({seen_s:.1f} s) could be"
                f" read, expected {self.frames_promised} ({promised_s:.1f} s)"
            )
        if missing > CUT_TOLERANCE * self.fps:
            raise BadInput(
                f"{self.name}: the film is damaged: {missing} of {self.frames_promised} frames"
                " could not be read"
            )

    def close(self) -> None:
        """Let go of the file."""
        self._capture.release()
