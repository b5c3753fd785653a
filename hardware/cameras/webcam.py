"""Webcams by number or name: which there are, and how one is opened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
from cv2_enumerate_cameras import enumerate_cameras

from engine.errors import BadInput

SIZES = ((1920, 1080), (1280, 720), (640, 480))
"""What a webcam is asked for, the largest first; it answers with what it has."""


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


def open_named(name: str) -> Any:
    """The webcam with this name as `open_webcam` gives it, or None when it is not there (any more)."""
    try:
        return open_webcam(number_of(name))
    except BadInput:
        return None


def open_webcam(number: int, size: tuple[int, int] = SIZES[0]) -> Any:
    """A `cv2.VideoCapture` asked for ``size`` (width, height), or None when the webcam is not there."""
    capture = cv2.VideoCapture(number)
    if not capture.isOpened():
        return None
    # MJPG first: over USB 2 the raw format allows full HD only at a few frames a second.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture
