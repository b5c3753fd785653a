"""Webcams by number or name: which there are, and how one is opened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cv2
from cv2_enumerate_cameras import enumerate_cameras

from engine.errors import BadInput
from hardware.cameras.controls import Setting, Steady, driver_for

WANTED_SIZE = (1920, 1080)
"""What a webcam is asked for; it answers with what it has."""


@dataclass(frozen=True, slots=True)
class Webcam:
    """A webcam of this computer.

    Attributes:
        number: what OpenCV opens.
        name: what its maker calls it.
    """

    number: int
    name: str


def webcams() -> list[Webcam]:
    """The webcams of this computer, by number, each once."""
    found: dict[int, str] = {}
    for camera in enumerate_cameras(_backend()):
        found.setdefault(camera.index, camera.name)
    return [Webcam(number, name) for number, name in sorted(found.items())]


def _backend() -> int:
    """The programming interface whose numbers OpenCV uses unasked: V4L2 where there is one."""
    backends = [b for b in cv2.videoio_registry.getCameraBackends() if b == cv2.CAP_V4L2]
    return backends[0] if backends else cv2.CAP_ANY


def number_of(name: str) -> int:
    """The number of the one webcam whose name holds ``name``, in any case.

    Raises:
        BadInput: there is none, or several; the line lists those there are.
    """
    there = webcams()
    meant = [camera for camera in there if name.lower() in camera.name.lower()]
    if len(meant) == 1 and name:
        return meant[0].number
    named = ", ".join(f"{camera.number} ({camera.name})" for camera in meant or there) or "none"
    wrong = "several webcams have this name" if len(meant) > 1 else "no webcam has this name"
    raise BadInput(f"webcam:{name}: {wrong}; there is: {named}")


class Connection:
    """Opens one webcam, again and again when it was unplugged, with the settings decided the first time.

    Args:
        number: of the webcam now; None: it is not there (a name that is plugged in elsewhere later).
        automatic: leave exposure, focus and white balance to the camera.
    """

    def __init__(self, number: Callable[[], int | None], *, automatic: bool = False) -> None:
        self._number = number
        self._automatic = automatic
        self.settings: list[Setting] | None = None

    def __call__(self) -> Any:
        """Something like a `cv2.VideoCapture`, or None when the webcam is not there."""
        number = self._number()
        capture = None if number is None else _open(number)
        if number is None or capture is None or self._automatic:
            return capture
        steady = Steady(capture, driver_for(number, capture), self.settings)
        self.settings = steady.settings
        return steady


def numbered(name: str) -> int | None:
    """`number_of`, or None when no such webcam is there (any more)."""
    try:
        return number_of(name)
    except BadInput:
        return None


def _open(number: int) -> Any:
    """A `cv2.VideoCapture` asked for `WANTED_SIZE`, or None when the webcam is not there."""
    capture = cv2.VideoCapture(number)
    if not capture.isOpened():
        return None
    # MJPG first: over USB 2 the raw format allows full HD only at a few frames a second.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, WANTED_SIZE[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, WANTED_SIZE[1])
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture
