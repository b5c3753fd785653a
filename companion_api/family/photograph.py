"""A photograph that somebody chose, made into the picture of an evening."""

from __future__ import annotations

import cv2

from companion_api.store.notes import LARGEST_PICTURE
from engine.errors import BadInput
from hardware.files.photos import photo_of

SIDE = 1600
"""Pixels of its longer side."""
QUALITIES = (85, 70, 50)


def evening_picture(data: bytes) -> bytes:
    """A JPEG of a photograph and of nothing else: no place, no time, no camera's name is kept with it.

    Args:
        data: a picture as a phone sends it.

    Raises:
        BadInput: it is none that can be read, or too large.
    """
    image = photo_of(data, "the picture", SIDE)
    shrink = SIDE / max(image.shape[:2])
    if shrink < 1:
        image = cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    for quality in QUALITIES:
        packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
        if len(packed) <= LARGEST_PICTURE:
            return packed
    raise BadInput(f"the picture takes more than {LARGEST_PICTURE} bytes")
