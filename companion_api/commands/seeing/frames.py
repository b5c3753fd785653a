"""The frames of a camera that a command looks through, to the end."""

from __future__ import annotations

from collections.abc import Iterator

from companion_api.saying.phrases import complain
from engine.boundaries import Frame
from hardware.cameras import Camera, CameraLost

PROGRESS = 5.0
"""Seconds between two lines of progress on standard error."""


def frames_of(camera: Camera) -> Iterator[Frame]:
    """Frame after frame; a camera that was lost is said on standard error and waited for."""
    while True:
        try:
            frame = next(camera)
        except StopIteration:
            return
        except CameraLost as lost:
            complain(str(lost))
            continue
        yield frame
