"""A camera that films now: the newest frame only, lost and found again without a restart."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from statistics import median
from typing import Any

import cv2
import numpy as np

from engine.boundaries import Frame
from engine.errors import BadInput
from hardware.cameras.pictures import fitted
from hardware.cameras.source import CameraLost, Source

FROZEN = 1.5
"""Seconds of the very same picture after which a camera is stuck: a sensor's noise never repeats."""
AWAY, BACK = 1.0, 0.05
"""Seconds without a picture that do not count, and what counts instead."""
LATE = 2.5
"""How many times as long as usual a camera may take: one that shows a picture in some seconds is not away
between two of them."""
PACES, AT_ONCE = 9, 0.01
"""Pictures by which it is known what is usual; seconds within which several came that lay ready."""
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
        self._paces: deque[float] = deque(maxlen=PACES)
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
            away = passed >= max(AWAY, LATE * self._usual())
            self._t += BACK if away else passed
            self._gap += passed if away else 0.0
            if passed > AT_ONCE:
                self._paces.append(passed)
            self._shown = now
            self._newest = (self._count, self._t, image)
            self._count += 1
            self._news.notify_all()

    def _usual(self) -> float:
        """Seconds that usually pass between two of its pictures; 0: not known yet."""
        return median(self._paces) if self._paces else 0.0

    def __next__(self) -> Frame:
        with self._news:
            self.awaited = True
            patience = max(self.patience, LATE * self._usual())
            if not self._news.wait_for(lambda: self._newest or self._closing.is_set(), patience):
                raise CameraLost(self.name, self._why)
            self.awaited = False
            self._news.notify_all()
            if self._newest is None:
                raise StopIteration
            number, t, image = self._newest
            gap, self._newest, self._gap = self._gap, None, 0.0
        return self.frame(number, t, fitted(image, self.size), gap)

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
            is not there, or raises `BadInput`, which says why. Called again, from the reading thread,
            whenever pictures stop.
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
            if ok and (last is None or not _equal(image, last)):
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
            capture, opened = self._connected(), time.monotonic()
        if capture is not None:
            capture.release()

    def _connected(self) -> Any:
        """The device, or None while it is not there."""
        try:
            return self.connect()
        except BadInput:
            return None

    def close(self) -> None:
        """Stop reading and let go of the device."""
        super().close()
        self._thread.join(timeout=5.0)


def _picture(capture: Any) -> tuple[bool, Any]:
    return (False, None) if capture is None else capture.read()


def _equal(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether two pictures are equal; a few pixels tell nearly always."""
    return a.shape == b.shape and np.array_equal(a[::37, ::41], b[::37, ::41]) and np.array_equal(a, b)
