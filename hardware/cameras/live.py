"""A camera that films now: the newest frame only, lost and found again without a restart."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np

from engine.boundaries import Frame
from engine.errors import BadInput
from hardware.cameras.source import CameraLost, Source

FROZEN = 1.5
"""Seconds of the very same picture after which a camera is stuck: a sensor's noise never repeats."""
AWAY, BACK = 1.0, 0.05
"""Seconds without a picture that do not count, and what counts instead."""
STUCK = 5.0
"""Seconds after which a stuck camera is opened anew."""


class LiveSource(Source):
    """What every camera that films now shares: it hands out the newest picture and drops older ones.

    Args:
        name: for people.
        size: width and height of the frames; pictures of another size are fitted in.
        fps: as far as the camera tells.
        patience: seconds that ``next`` waits before it raises `CameraLost`.

    Attributes:
        awaited: somebody waits for the next picture.
    """

    live = True

    def __init__(self, name: str, size: tuple[int, int], fps: float, patience: float) -> None:
        self.name = name
        self.size = size
        self.fps = fps
        self.patience = patience
        self._why = "no_picture"
        self._t, self._shown = 0.0, time.monotonic()
        self._news = threading.Condition()
        self._newest: tuple[int, float, np.ndarray] | None = None
        self._gap = 0.0
        self._count = 0
        self._closing = threading.Event()
        self.awaited = False

    def show(self, image: np.ndarray) -> None:
        """There is a new picture, uint8 H × W × 3, BGR; from any thread.

        The camera's time stands still while it shows nothing: whatever moved just before has not lain
        still since, and nobody's seconds run out.
        """
        now = time.monotonic()
        with self._news:
            passed = now - self._shown
            self._t += passed if passed < AWAY else BACK
            self._gap += passed if passed >= AWAY else 0.0
            self._shown = now
            self._newest = (self._count, self._t, image)
            self._count += 1
            self._news.notify_all()

    def __next__(self) -> Frame:
        with self._news:
            self.awaited = True
            if not self._news.wait_for(lambda: self._newest or self._closing.is_set(), self.patience):
                raise CameraLost(self.name, self._why)
            self.awaited = False
            self._news.notify_all()
            if self._newest is None:
                raise StopIteration
            number, t, image = self._newest
            gap, self._newest, self._gap = self._gap, None, 0.0
        return self.frame(number, t, _fitted(image, self.size), gap)

    def taken(self, seconds: float) -> None:
        """Wait until somebody has fetched the newest picture, for so long at most; from any thread."""
        with self._news:
            self._news.wait_for(lambda: self._newest is None or self._closing.is_set(), seconds)

    def close(self) -> None:
        """Hand out nothing more."""
        self._closing.set()
        with self._news:
            self._newest = None
            self._news.notify_all()


class LiveCamera(LiveSource):
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

    def __init__(
        self, name: str, connect: Callable[[], Any], *, patience: float = 3.0, retry: float = 1.0
    ) -> None:
        capture = connect()
        ok, image = _picture(capture)
        if not ok:
            if capture is not None:
                capture.release()
            raise BadInput(f"{name}: no such camera, or another program is using it")
        fps = capture.get(cv2.CAP_PROP_FPS)
        super().__init__(name, (image.shape[1], image.shape[0]), fps if 0 < fps <= 240 else 30.0, patience)
        self.retry = retry
        self.connect = connect
        self.show(image)
        self._thread = threading.Thread(target=self._read, args=(capture,), name=name, daemon=True)
        self._thread.start()

    def _read(self, capture: Any) -> None:
        last: np.ndarray | None = None
        changed = opened = time.monotonic()
        while not self._closing.is_set():
            ok, image = _picture(capture)
            now = time.monotonic()
            if ok and (last is None or not _same(image, last)):
                last, changed = image, now
            if ok and now - changed < FROZEN:
                self.show(image)
                continue
            self._why = "frozen" if ok else "no_picture"
            if ok and now - max(changed, opened) < STUCK:
                continue
            if capture is not None:
                capture.release()
            if self._closing.wait(self.retry):
                return
            capture, opened = self.connect(), time.monotonic()
        if capture is not None:
            capture.release()

    def close(self) -> None:
        """Stop reading and let go of the device."""
        super().close()
        self._thread.join(timeout=5.0)


def _picture(capture: Any) -> tuple[bool, Any]:
    return (False, None) if capture is None else capture.read()


def _same(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether two pictures are equal; a few pixels tell nearly always."""
    return a.shape == b.shape and np.array_equal(a[::37, ::41], b[::37, ::41]) and np.array_equal(a, b)


def _fitted(image: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """The picture in another size, its shape kept: the table's geometry is in pixels of the first.

    A camera may come back in another mode, and a phone may be turned.
    """
    height, width = image.shape[:2]
    if (width, height) == size:
        return image
    scale = min(size[0] / width, size[1] / height)
    inner = (min(size[0], round(width * scale)), min(size[1], round(height * scale)))
    small = cv2.resize(image, inner, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    left, top = (size[0] - inner[0]) // 2, (size[1] - inner[1]) // 2
    right, bottom = size[0] - inner[0] - left, size[1] - inner[1] - top
    return cv2.copyMakeBorder(small, top, bottom, left, right, cv2.BORDER_CONSTANT)
