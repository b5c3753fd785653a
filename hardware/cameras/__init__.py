"""Every place a picture can come from, behind one protocol.

`open_camera` reads what a person writes on the command line: a webcam's number or name, the URL of a
network camera, a film, or a folder of stills. Films and stills hand out every picture in order; live
cameras hand out the newest one and drop what came while nobody looked. A package brings a further kind
in the entry point group `GROUP`.
"""

from __future__ import annotations

import os
import re
from importlib.metadata import EntryPoint, entry_points
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

import cv2

from engine.errors import BadInput
from engine.redaction import redacted
from hardware.cameras.film import Film
from hardware.cameras.live import LiveCamera
from hardware.cameras.network import open_url
from hardware.cameras.no_stream import NoStream
from hardware.cameras.source import Camera, CameraLost, Source
from hardware.cameras.stills import Stills
from hardware.cameras.webcam import Connection, Webcam, number_of, numbered, webcams
from hardware.files.photos import is_photo, photos_at

__all__ = [
    "Camera",
    "CameraLost",
    "Film",
    "LiveCamera",
    "NoStream",
    "Source",
    "Stills",
    "Webcam",
    "open_camera",
    "webcams",
]

# What OpenCV has to say about a missing camera is said here in one line. Version 5 moved the switch.
_logging: Any = getattr(cv2.utils, "logging", cv2)
_logging.setLogLevel(0)

GROUP = "nainjaune.cameras"
"""Entry points by which packages bring cameras: ``SCHEME = "package:function"``. The function is given the
URL that a person wrote (``SCHEME://…``) and gives a `Camera`; what it refuses with `BadInput` is told."""


def open_camera(spec: str, *, automatic: bool = False) -> Camera:
    """The camera that a person means by `spec`.

    Args:
        spec: a webcam's number (``"0"``) or part of its name (``"webcam:c920"``), a URL (``"rtsp://…"``, or
            of a package's camera), a film, a photograph, or a folder of photographs.
        automatic: a webcam's exposure, focus and white balance are left to it (`hardware.cameras.controls`).

    Raises:
        BadInput: it is not there, cannot be read, or holds nothing.
    """
    if re.fullmatch("[0-9]{1,4}", spec):
        number = int(spec)
        return LiveCamera(f"webcam {number}", Connection(lambda: number, automatic=automatic))
    if spec.lower().startswith("file://"):
        spec = url2pathname(urlsplit(spec).path)
    if os.path.isdir(spec):
        return Stills(photos_at(spec), spec)
    if os.path.isfile(spec):  # before what a colon may mean: 2026-11-27T20:15:00.mp4
        return Stills([spec], spec) if is_photo(spec) else Film(spec)
    if spec.lower().startswith("webcam:"):
        name = spec.partition(":")[2]
        number_of(name)  # says which webcams there are; later it may be plugged in elsewhere
        return LiveCamera(spec, Connection(lambda: numbered(name), automatic=automatic))
    if url := re.match(r"([a-z][a-z0-9+.-]+)://", spec, re.IGNORECASE):
        for brought in entry_points(group=GROUP, name=url[1].lower()):
            return _brought(brought, spec)
        # A camera's name stands in lines and on pages, which its password must not.
        return LiveCamera(redacted(spec.replace(" ", "%20")), lambda: open_url(spec))
    raise BadInput(
        f"{spec}: not there (expected a film, a folder, a camera's number or webcam:NAME, or a URL)"
    )


def _brought(entry: EntryPoint, spec: str) -> Camera:
    """The camera of a package; whatever its code raises becomes one line."""
    try:
        camera: Camera = entry.load()(spec)
    except BadInput:
        raise
    except Exception as error:
        why = redacted(" ".join(f"{error}".split()) or type(error).__name__)
        text = f"{redacted(spec)}: the camera of {entry.value} does not open ({why})"
        raise BadInput(text) from None
    return camera
