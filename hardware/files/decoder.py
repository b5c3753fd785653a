"""The process in which pictures from outside are decoded; `hardware.files.decoding` starts it.

Few bytes may ask a decoder for any amount of memory or time, or find a fault in it. Here memory and time end
where they should, and what goes wrong ends this process and no other. It imports Pillow alone and begins
in a twentieth of a second.

It reads requests from its standard input, a line of JSON and then the bytes of a picture file, and
answers each on its standard output: a line of JSON, then rows of pixels (BGR, a byte each).
"""

from __future__ import annotations

import contextlib
import gc
import io
import json
import re
import select
import signal
import sys
import warnings
from typing import Any, BinaryIO

from PIL import Image, ImageOps, UnidentifiedImageError

MAX_SCANS, MAX_SCANNED = 100, 4_000_000_000
"""Scans of a JPEG file, and scans times pixels: each scan goes over the whole picture once, about a
nanosecond for a pixel. Cameras write one, programs for the web ten."""
IDLE = 20.0
"""Seconds without a request after which it ends; the next one starts another."""
_BAND = 4_000_000
"""Pixels converted at a time."""
_FULL = (1.0, 255.0, 65535.0)
"""What counts as white in pictures of more than eight bits."""
_MARKER = re.compile(rb"\xff+[^\x00\xff]")


class Refused(Exception):
    """A picture that is not decoded; `why` is of `hardware.files.decoding.SAID`."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def serve(requests: BinaryIO, answers: BinaryIO, memory: int) -> None:
    """Answer requests until there are no more, or none came for long.

    Args:
        memory: bytes that it may hold at most.
    """
    _limit("RLIMIT_DATA", memory)
    _limit("RLIMIT_AS", memory + (128 << 20))  # what libraries map and never touch counts here
    gc.freeze()  # what is there by now stays: collecting takes no time
    while _awaited(requests) and (line := requests.readline()):
        asked = json.loads(line)
        content = requests.read(asked["bytes"])
        _allow_seconds(asked["seconds"])
        _answer(content, asked, answers)
        del content
        answers.flush()
        gc.collect()  # Pillow's pictures hold each other


def _answer(content: bytes, asked: dict[str, Any], answers: BinaryIO) -> None:
    """One request; what it held is let go before the next."""
    try:
        picture = opened(content, asked)
        del content
        answers.write(json.dumps({"size": picture.size}).encode() + b"\n")
        _write(picture, answers)
    except Refused as error:
        answers.write(json.dumps({"refused": error.why}).encode() + b"\n")


def opened(content: bytes, asked: dict[str, Any]) -> Image.Image:
    """The picture in *content*, turned as its EXIF data says.

    Args:
        asked: ``formats`` that are decoded; ``pixels`` and the longer ``side`` at most, known before anything
            is decoded; ``wanted``: pixels of the longer side that are needed, 0: all.

    Raises:
        Refused: ``large``, ``scans``, ``unknown`` or ``damaged``.
    """
    try:
        with warnings.catch_warnings():
            # Pillow warns from 89 megapixels on; the bound below says it in our own words.
            warnings.simplefilter("ignore")
            picture = Image.open(io.BytesIO(content), formats=asked["formats"])
            if picture.width * picture.height > asked["pixels"] or max(picture.size) > asked["side"]:
                raise Refused("large")
            if picture.format in ("JPEG", "MPO"):
                check_scans(content, picture.width * picture.height)
            return _decoded(picture, asked["wanted"])
    except (Image.DecompressionBombError, MemoryError):
        raise Refused("large") from None
    except UnidentifiedImageError:
        raise Refused("unknown") from None
    except Refused:
        raise
    except Exception:
        # What Pillow's decoders raise on a file that starts well and is broken further on: nearly anything.
        raise Refused("damaged") from None


def _decoded(picture: Image.Image, wanted: int) -> Image.Image:
    if wanted:
        picture.draft("RGB", (wanted, wanted))  # a JPEG is decoded at a half, a quarter or an eighth
    picture.load()
    shrink = max(picture.size) // wanted if wanted else 1
    if shrink > 1:
        picture = _averaged(picture).reduce(shrink)
    ImageOps.exif_transpose(picture, in_place=True)
    return picture


def _averaged(picture: Image.Image) -> Image.Image:
    """The picture in a mode whose pixels can be averaged."""
    if picture.mode.startswith("I;16"):
        return picture.convert("I")
    if picture.mode in ("1", "P", "PA") or "transparency" in picture.info:
        return picture.convert("RGBA" if picture.has_transparency_data else "RGB")
    return picture


def check_scans(jpeg: bytes, pixels: int) -> None:
    """Refuse a JPEG file in which few bytes ask for hours of work.

    Args:
        jpeg: the file; what follows the end of its first picture is not looked at.
        pixels: that picture's width times its height.

    Raises:
        Refused: ``scans``: it has more than `MAX_SCANS`, or is to be gone over for more than
            `MAX_SCANNED` pixels.
    """
    scans = 0
    at = 2
    while found := _MARKER.search(jpeg, at):
        marker = found[0][-1]
        at = found.end()
        if marker == 0xD9:  # the end
            return
        scans += marker == 0xDA
        if scans > MAX_SCANS or scans * pixels > MAX_SCANNED:
            raise Refused("scans")
        if not 0xD0 <= marker <= 0xD8 and marker != 0x01:  # the others have a length
            at += int.from_bytes(jpeg[at : at + 2], "big")


def _write(picture: Image.Image, answers: BinaryIO) -> None:
    """Any of Pillow's modes as eight-bit BGR, a band at a time: the whole is not held twice."""
    width, height = picture.size
    step = max(1, _BAND // width)
    bands = [(0, top, width, min(top + step, height)) for top in range(0, height, step)]
    white = None
    if picture.mode == "F" or picture.mode.startswith("I"):
        brightest = max(_brightest(picture.crop(band)) for band in bands)
        # A quarter of the full range is still a dark picture; less is a range of its own.
        white = next((full for full in _FULL if full / 4 < brightest <= full), brightest) or 1.0
    for band in bands:
        answers.write(_band(picture.crop(band) if len(bands) > 1 else picture, white))


def _band(part: Image.Image, white: float | None) -> bytes:
    """A part of a picture as eight-bit BGR; ``white``: of a mode with wide greys, its full value."""
    if white is not None:
        import numpy as np

        grey = np.nan_to_num(np.asarray(part) * np.float64(255.0 / white), nan=0.0, posinf=255.0)
        grey = np.clip(grey, 0, 255).round().astype(np.uint8)
        return np.repeat(grey[:, :, None], 3, axis=2).tobytes()
    if part.mode in ("RGBA", "RGBa", "LA", "La", "PA") or "transparency" in part.info:
        part = part.convert("LA" if part.mode == "La" else "RGBA").convert("RGBA")
        part = Image.alpha_composite(Image.new("RGBA", part.size, "white"), part)
    return (part if part.mode == "RGB" else part.convert("RGB")).tobytes("raw", "BGR")


def _brightest(part: Image.Image) -> float:
    """The largest number in it that is one, at least 0."""
    import numpy as np

    values = np.asarray(part)
    return float(values[np.isfinite(values)].max(initial=0))


def _limit(name: str, limit: int) -> None:
    """A limit of the system's, where it has it; elsewhere we are watched (`decoding.HELD`)."""
    with contextlib.suppress(ImportError, AttributeError, ValueError, OSError):
        import resource

        resource.setrlimit(getattr(resource, name), (limit, limit))


def _allow_seconds(seconds: float) -> None:
    """Of processor time for the next picture, after which the system ends this process; Windows has none."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _awaited(requests: BinaryIO) -> bool:
    """Whether something comes before it has been idle for too long."""
    try:
        return bool(select.select([requests], [], [], IDLE)[0])
    except OSError:  # Windows waits for sockets only
        return True


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who started us
    serve(sys.stdin.buffer, sys.stdout.buffer, int(sys.argv[1]))
