"""A photograph that somebody chose, made into the picture of an evening."""

from __future__ import annotations

import io

from PIL import Image, ImageOps

from companion_api.store.notes import LARGEST_PICTURE
from engine.errors import BadInput
from hardware.files.photos import check_scans

SIDE = 1600
"""Pixels of its longer side."""
MOST_PIXELS = 60_000_000
QUALITIES = (85, 70, 50)


def evening_picture(data: bytes) -> bytes:
    """A JPEG of a photograph and of nothing else: no place, no time, no camera's name is kept with it.

    Args:
        data: a JPEG as a phone sends it.

    Raises:
        BadInput: it is none that can be read, or too large.
    """
    try:
        with Image.open(io.BytesIO(data), formats=["JPEG"]) as photo:
            if photo.width * photo.height > MOST_PIXELS:
                raise BadInput(f"the picture has more than {MOST_PIXELS} pixels")
            check_scans(data, photo.width * photo.height, "the picture")
            photo.draft("RGB", (SIDE, SIDE))
            upright = ImageOps.exif_transpose(photo).convert("RGB")
            upright.thumbnail((SIDE, SIDE))
    except BadInput:
        raise
    except Exception:  # nearly anything, of a file made to break it
        raise BadInput("the picture is no JPEG that can be read") from None
    plain = Image.new("RGB", upright.size)
    plain.paste(upright)
    for quality in QUALITIES:
        out = io.BytesIO()
        plain.save(out, "JPEG", quality=quality)
        if out.tell() <= LARGEST_PICTURE:
            return out.getvalue()
    raise BadInput(f"the picture takes more than {LARGEST_PICTURE} bytes")
