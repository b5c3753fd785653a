"""Every place a picture can come from, behind one protocol.

`open_camera` reads what a person writes on the command line: a camera number, the URL of a network
camera, a film or a folder of stills. Films and stills hand out every picture in order; live cameras
hand out the newest one and drop what came while nobody looked.
"""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

# Read by OpenCV when its first capture opens: FFmpeg would write its own lines between ours.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")

import cv2
import numpy as np

from engine.boundaries import Frame
from engine.errors import BadInput

# What OpenCV has to say about a missing camera is said here in one line. Version 5 moved the switch.
_logging: Any = getattr(cv2.utils, "logging", cv2)
_logging.setLogLevel(0)

STILLS = (".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff")
"""File name endings that are taken for a photograph."""
WANTED_SIZE = (1920, 1080)
"""What a webcam is asked for; it answers with what it has."""
CUT_TOLERANCE = 0.5
"""Seconds that a film may end before its container says so: containers round."""
OPEN_TIMEOUT_MS = 8000


class CameraLost(Exception):
    """A live camera gives no pictures (unplugged, switched off, out of the network).

    Raised by ``next(camera)``. The camera keeps trying to come back: call ``next`` again to go on
    waiting; it returns a frame as soon as there is one, or raises again after `LiveCamera.patience`.
    """


class Camera(Protocol):
    """A source of frames: an iterator, and a context manager that lets go of the device.

    Attributes:
        name: what a person would call it, e.g. ``"webcam 0"``; also `Frame.source`.
        size: width and height in pixels.
        fps: frames a second, as far as the source tells.
        live: True when frames that nobody fetches are lost; then ``next`` may raise `CameraLost`.
    """

    name: str
    size: tuple[int, int]
    fps: float
    live: bool

    def __iter__(self) -> Iterator[Frame]: ...
    def __next__(self) -> Frame: ...
    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
    def close(self) -> None: ...


class Source:
    """What all cameras here share: iteration, and `close` at the end of a ``with`` block."""

    name: str
    size: tuple[int, int]
    fps: float
    live: bool = False

    def __iter__(self) -> Iterator[Frame]:
        return self

    def __next__(self) -> Frame:
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the device or file; may be called twice."""

    def frame(self, number: int, t: float, image: np.ndarray) -> Frame:
        """A `Frame` whose picture nobody can write to."""
        image.flags.writeable = False
        return Frame(number=number, t=t, source=self.name, image=image)


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


class Stills(Source):
    """Photographs of one size, in the natural order of their names, one a second.

    Raises:
        BadInput: when one cannot be read or has another size than the first.
    """

    fps = 1.0

    def __init__(self, paths: list[Path], name: str) -> None:
        self.name = name
        self._paths = paths
        self._number = 0
        first = self._read(paths[0])
        self.size = (first.shape[1], first.shape[0])

    @staticmethod
    def _read(path: Path) -> np.ndarray:
        image = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if image is None:
            raise BadInput(f"{path}: not a photograph that can be read")
        return image

    def __next__(self) -> Frame:
        if self._number >= len(self._paths):
            raise StopIteration
        path = self._paths[self._number]
        image = self._read(path)
        if (image.shape[1], image.shape[0]) != self.size:
            raise BadInput(
                f"{path}: {image.shape[1]}×{image.shape[0]} pixels, expected {self.size[0]}×{self.size[1]}"
                " like the first of its folder"
            )
        frame = self.frame(self._number, self._number / self.fps, image)
        self._number += 1
        return frame


class LiveCamera(Source):
    """A webcam or network camera, read by a thread of its own so that a frame is never old.

    Args:
        name: for people.
        connect: opens the device and returns something like a `cv2.VideoCapture`, or None when it
            is not there. Called again, from the reading thread, whenever pictures stop.
        patience: seconds that ``next`` waits before it raises `CameraLost`.
        retry: seconds between two attempts to get a lost camera back.

    Raises:
        BadInput: when the camera is not there at the start.
    """

    live = True

    def __init__(
        self, name: str, connect: Callable[[], Any], *, patience: float = 3.0, retry: float = 1.0
    ) -> None:
        self.name = name
        self.patience = patience
        self.retry = retry
        self._connect = connect
        capture = connect()
        ok, image = _read(capture)
        if not ok:
            if capture is not None:
                capture.release()
            raise BadInput(f"{name}: no such camera, or another program is using it")
        self.size = (image.shape[1], image.shape[0])
        fps = capture.get(cv2.CAP_PROP_FPS)
        self.fps = fps if 0 < fps <= 240 else 30.0
        self._began = time.monotonic()
        self._news = threading.Condition()
        self._newest: tuple[int, float, np.ndarray] | None = (0, 0.0, image)
        self._count = 1
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._read, args=(capture,), name=name, daemon=True)
        self._thread.start()

    def _read(self, capture: Any) -> None:
        while not self._closing.is_set():
            ok, image = _read(capture)
            if ok:
                with self._news:
                    self._newest = (self._count, time.monotonic() - self._began, image)
                    self._count += 1
                    self._news.notify_all()
                continue
            if capture is not None:
                capture.release()
            if self._closing.wait(self.retry):
                return
            capture = self._connect()
        if capture is not None:
            capture.release()

    def __next__(self) -> Frame:
        with self._news:
            if not self._news.wait_for(lambda: self._newest or self._closing.is_set(), self.patience):
                raise CameraLost(f"{self.name}: no picture for {self.patience:.0f} s")
            if self._newest is None:
                raise StopIteration
            number, t, image = self._newest
            self._newest = None
        if (image.shape[1], image.shape[0]) != self.size:
            # It came back in another mode; the table's geometry is in pixels of the first.
            image = cv2.resize(image, self.size, interpolation=cv2.INTER_AREA)
        return self.frame(number, t, image)

    def close(self) -> None:
        """Stop reading and let go of the device."""
        self._closing.set()
        with self._news:
            self._newest = None
            self._news.notify_all()
        self._thread.join(timeout=5.0)


def _read(capture: Any) -> tuple[bool, Any]:
    return (False, None) if capture is None else capture.read()


def _open_webcam(number: int) -> Any:
    capture = cv2.VideoCapture(number)
    if not capture.isOpened():
        return None
    # MJPG first: over USB 2 the raw format allows full HD only at a few frames a second.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, WANTED_SIZE[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, WANTED_SIZE[1])
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture


def _open_url(url: str) -> Any:
    waits = (cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, cv2.CAP_PROP_READ_TIMEOUT_MSEC)
    options = [value for wait in waits for value in (wait, OPEN_TIMEOUT_MS)]
    capture = cv2.VideoCapture(url, cv2.CAP_FFMPEG, options)
    if not capture.isOpened():
        return None
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture


def _natural(path: Path) -> list[tuple[int, str]]:
    """Sorts ``IMG_9`` before ``IMG_10``."""
    parts = re.split(r"(\d+)", path.name.lower())
    return [(int(part), "") if part.isdigit() else (-1, part) for part in parts]


def open_camera(spec: str) -> Camera:
    """The camera that a person means by `spec`.

    Args:
        spec: a camera number (``"0"``), a URL (``"rtsp://…"``), a film, a photograph, or a folder of
            photographs.

    Raises:
        BadInput: it is not there, cannot be read, or holds nothing.
    """
    if re.fullmatch("[0-9]{1,4}", spec):
        number = int(spec)
        return LiveCamera(f"webcam {number}", lambda: _open_webcam(number))
    if re.match(r"[a-z][a-z0-9+.-]+://", spec, re.IGNORECASE):
        return LiveCamera(spec, lambda: _open_url(spec))
    path = Path(spec)
    if os.path.isdir(spec):  # pathlib's own raises on a name that is too long
        stills = sorted((p for p in path.iterdir() if p.suffix.lower() in STILLS), key=_natural)
        if not stills:
            raise BadInput(f"{spec}: the folder holds no photograph ({', '.join(STILLS)})")
        return Stills(stills, spec)
    if not os.path.isfile(spec):
        raise BadInput(f"{spec}: not there (expected a film, a folder, a camera number or a URL)")
    if path.suffix.lower() in STILLS:
        return Stills([path], spec)
    return Film(path)
