"""Live thumbnails of the cameras found, and a network camera's address tried out."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable
from typing import Any

from companion_api.doctor.camera_check import still
from engine.errors import BadInput
from hardware.cameras import Camera, CameraLost, open_camera, webcams
from hardware.cameras.network import SCHEMES

IDLE = 6.0
"""Seconds without a page that asks after which a camera is let go."""


class Thumbnails:
    """What the cameras see now, as long as a page looks.

    Args:
        opened: opens a camera by its name.
        there: the webcams.
    """

    def __init__(
        self,
        opened: Callable[..., Camera] = open_camera,
        there: Callable[[], list[Any]] = webcams,
    ) -> None:
        self._opened = opened
        self._there = there
        self._alone = threading.Lock()
        self._cameras: dict[str, tuple[Camera, float]] = {}
        self._clock: threading.Timer | None = None

    def cameras(self) -> list[dict[str, str]]:
        """The webcams: ``[{source, name}]``."""
        return [{"source": str(each.number), "name": each.name} for each in self._there()]

    def picture(self, source: str) -> dict[str, Any]:
        """What a camera sees now (`camera_check.still`).

        Args:
            source: a webcam's number, or the address of a network camera.

        Raises:
            BadInput: it is none of these, or it gives no picture.
        """
        known = re.fullmatch("[0-9]{1,4}", source) or source.lower().startswith(
            tuple(f"{scheme}://" for scheme in SCHEMES)
        )
        if not known:
            raise BadInput(f"{source}: expected a webcam's number or an address with {', '.join(SCHEMES)}")
        with self._alone:
            camera = self._cameras[source][0] if source in self._cameras else None
            if camera is None:
                camera = self._opened(source, automatic=True)
            self._cameras[source] = (camera, time.monotonic())
            self._watch_the_clock()
            try:
                return still(next(camera).image)
            except (CameraLost, StopIteration):
                raise BadInput(f"{camera.name}: no picture comes") from None

    def close(self) -> None:
        """Let go of all: an evening opens its own."""
        self._close_idle(older_than=-1.0)

    def _watch_the_clock(self) -> None:
        if self._clock is None:
            self._clock = threading.Timer(IDLE, self._sweep)
            self._clock.daemon = True
            self._clock.start()

    def _sweep(self) -> None:
        self._clock = None
        self._close_idle(IDLE)
        with self._alone:
            if self._cameras:
                self._watch_the_clock()

    def _close_idle(self, older_than: float) -> None:
        now = time.monotonic()
        with self._alone:
            idle = [name for name, (_, asked) in self._cameras.items() if now - asked > older_than]
            gone = [self._cameras.pop(name)[0] for name in idle]
        for camera in gone:
            camera.close()
