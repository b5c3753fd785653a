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
STUCK = 5.0
"""Seconds after which a stuck camera is opened anew."""


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
        self._why = "no_picture"
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._read, args=(capture,), name=name, daemon=True)
        self._thread.start()

    def _read(self, capture: Any) -> None:
        last: np.ndarray | None = None
        changed = opened = time.monotonic()
        while not self._closing.is_set():
            ok, image = _read(capture)
            now = time.monotonic()
            if ok and (last is None or not _same(image, last)):
                last, changed = image, now
            if ok and now - changed < FROZEN:
                self._publish(now, image)
                continue
            self._why = "frozen" if ok else "no_picture"
            if ok and now - max(changed, opened) < STUCK:
                continue
            if capture is not None:
                capture.release()
            if self._closing.wait(self.retry):
                return
            capture, opened = self._connect(), time.monotonic()
        if capture is not None:
            capture.release()

    def _publish(self, now: float, image: np.ndarray) -> None:
        with self._news:
            self._newest = (self._count, now - self._began, image)
            self._count += 1
            self._news.notify_all()

    def __next__(self) -> Frame:
        with self._news:
            if not self._news.wait_for(lambda: self._newest or self._closing.is_set(), self.patience):
                raise CameraLost(self.name, self._why)
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


def _same(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether two pictures are equal; a few pixels tell nearly always."""
    return a.shape == b.shape and np.array_equal(a[::37, ::41], b[::37, ::41]) and np.array_equal(a, b)
