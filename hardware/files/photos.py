"""Photographs in files and folders, for every command and for stills as a camera.

Only the formats named in `FORMATS` are decoded: Pillow would start Ghostscript for a PostScript file,
whatever it is called. What a picture may cost is bounded before it is decoded.
"""

from __future__ import annotations

import contextlib
import io
import mmap
import os
import re
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

import cv2
import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from engine.errors import BadInput
from hardware.quiet import silenced

FORMATS = ("JPEG", "PNG", "WEBP", "BMP", "TIFF")
SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff")
"""What pictures are called; a file named outright may be called anything."""
ALSO = (".jfif", ".jfi", ".jpe", ".mpo", ".dib")
"""Other names for the same formats, which browsers and some cameras give: they count in a folder, too."""
OTHERS = (".heic", ".heif", ".hif", ".avif", ".jxl", ".jp2", ".gif", ".psd", ".dng", ".cr2", ".cr3",
          ".nef", ".arw", ".raf", ".orf", ".rw2")  # fmt: skip
"""Pictures, too, that are not read: in a folder they get their line instead of being passed over."""
MAX_PIXELS = 120_000_000
"""Larger pictures are refused before they are decoded; telephones take 12, some 50 or 108 million. With
this many, reading and looking stay below 2 GB."""
MAX_SCANS, MAX_SCANNED = 100, 4_000_000_000
"""Scans of a JPEG file, and scans times pixels: each scan goes over the whole picture once, about a
nanosecond for a pixel. Cameras write one, programs for the web ten."""
EXPECTED = "expected JPEG, PNG, WebP, BMP or TIFF"
_BAND = 4_000_000
"""Pixels converted at a time."""
_FULL = (1.0, 255.0, 65535.0)
"""What counts as white in pictures of more than eight bits."""
_BRANDS = re.compile(rb"....ftyp(?:hei|hev|mif1|msf1|avi)", re.DOTALL)
"""How a HEIC, HEIF or AVIF file begins, which telephones also call ``.jpg``."""
_MARKER = re.compile(rb"\xff+[^\x00\xff]")


def read_photo(path: str | Path) -> np.ndarray:
    """The picture in file *path*: uint8, height × width × 3, BGR, turned as its EXIF data says.

    The first picture of several; greys of more than eight bits are scaled, what is transparent lies on white.

    Raises:
        BadInput: missing, a folder, not a picture, cut off in the middle, or more than is decoded.
    """
    try:
        with open(path, "rb") as file:
            return _decoded(file, str(path), MAX_PIXELS, _instead(path))
    except FileNotFoundError:
        raise BadInput(f"{path}: no such file (expected a photo or a folder of photos)") from None
    except IsADirectoryError:
        raise BadInput(f"{path}: is a folder ({EXPECTED})") from None
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror}; {EXPECTED})") from None


def photo_of(content: bytes, name: str, pixels: int = MAX_PIXELS) -> np.ndarray:
    """The picture in *content*, as `read_photo` has it; nothing of it is written anywhere.

    Args:
        content: a file's.
        name: of it, for people.
        pixels: that are decoded at most.

    Raises:
        BadInput: as `read_photo`.
    """
    return _decoded(io.BytesIO(content), name, pixels, _format_of(content[:12]))


def _decoded(file: BinaryIO, name: str, pixels: int, instead: str) -> np.ndarray:
    """The picture that an open file holds, of so many pixels at most; OSError where it cannot be read."""
    try:
        with warnings.catch_warnings():
            # Pillow warns from 89 megapixels on; the bound below says it in our own words.
            warnings.simplefilter("ignore")
            with Image.open(file, formats=FORMATS) as picture:
                if picture.width * picture.height > pixels:
                    raise _too_large(name, pixels)
                if picture.format in ("JPEG", "MPO"):
                    with _bytes_of(file) as content:
                        check_scans(content, picture.width * picture.height, name)
                # What libtiff has to say about a broken file is said here in one line.
                with silenced() if picture.format == "TIFF" else contextlib.nullcontext():
                    picture.load()
                ImageOps.exif_transpose(picture, in_place=True)
                return _bgr(picture)
    except BadInput:
        raise
    except (Image.DecompressionBombError, MemoryError):
        raise _too_large(name, pixels) from None
    except UnidentifiedImageError:
        raise BadInput(f"{name}: not a picture that can be read ({instead})") from None
    except OSError as error:
        if error.errno:
            raise
        raise _damaged(name) from None
    except Exception:
        # What Pillow's decoders raise on a file that starts well and is broken further on: nearly anything.
        raise _damaged(name) from None


@contextlib.contextmanager
def _bytes_of(file: BinaryIO) -> Iterator[bytes | mmap.mmap]:
    """All that an open file holds."""
    if isinstance(file, io.BytesIO):
        yield file.getvalue()
        return
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        yield content


def check_scans(jpeg: bytes | mmap.mmap, pixels: int, where: str) -> None:
    """Refuse a JPEG file in which few bytes ask for hours of work.

    Args:
        jpeg: the file; what follows the end of its first picture is not looked at.
        pixels: that picture's width times its height.

    Raises:
        BadInput: it has more than `MAX_SCANS`, or is to be gone over for more than `MAX_SCANNED` pixels.
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
            raise BadInput(f"{where}: a JPEG file of too many scans (expected at most {MAX_SCANS})")
        if not 0xD0 <= marker <= 0xD8 and marker != 0x01:  # the others have a length
            at += int.from_bytes(jpeg[at : at + 2], "big")


def write_photo(path: Path, image: np.ndarray) -> None:
    """Write a picture (uint8, BGR) in the format that its name ends in.

    Raises:
        BadInput: it cannot be written.
    """
    try:
        _, packed = cv2.imencode(path.suffix, image)
    except cv2.error:
        raise BadInput(f"{path}: expected a name that ends in {', '.join(SUFFIXES)}") from None
    try:
        path.write_bytes(packed.tobytes())
    except OSError as error:
        raise BadInput(f"{path}: cannot be written ({error.strerror})") from None


def folder_to_write(folder: Path) -> None:
    """Makes *folder*, where pictures are to be written, unless it is there.

    Raises:
        BadInput: it cannot be made, or nothing can be written in it.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder}: no folder can be made there ({error.strerror})") from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise BadInput(f"{folder}: nothing can be written there (expected a folder of your own)")


def each_photo(arguments: Iterable[str]) -> Iterator[tuple[str, np.ndarray | BadInput]]:
    """Each photo named, folders opened, one after the other: (path as given, picture or what is wrong).

    Nothing is raised, so that a caller with several photos can go on after a bad one.
    """
    for argument in arguments:
        try:
            paths = photos_at(argument)
        except BadInput as error:
            yield argument, error
            continue
        for path in paths:
            try:
                yield path, read_photo(path)
            except BadInput as error:
                yield path, error


def photos_at(argument: str) -> list[str]:
    """A folder's pictures, ``IMG_9`` before ``IMG_10``; anything else is returned as it is.

    Pictures that are not read (`OTHERS`) are among them; hidden files are not, which macOS puts on
    sticks beside each photo.

    Raises:
        BadInput: a folder that cannot be opened or has no picture in it.
    """
    if not os.path.isdir(argument):
        return [argument]
    try:
        names = sorted(os.listdir(argument), key=_natural)
    except OSError as error:
        raise BadInput(f"{argument}: the folder cannot be opened ({error.strerror})") from None
    found = [os.path.join(argument, name) for name in names if is_photo(name) and not name.startswith(".")]
    if not found:
        raise BadInput(f"{argument}: no picture in this folder ({EXPECTED})")
    return found


def is_photo(name: str) -> bool:
    """Whether a file called so is taken for a picture, be it one that can be read or not."""
    return name.lower().endswith((*SUFFIXES, *ALSO, *OTHERS))


def _natural(name: str) -> list[tuple[int, str]]:
    parts = re.split("([0-9]+)", name.lower())
    return [(int(part[:18]), part) if part.isdecimal() else (-1, part) for part in parts]


def _too_large(path: str | Path, pixels: int) -> BadInput:
    return BadInput(f"{path}: the picture is too large (expected at most {pixels // 10**6} megapixels)")


def _damaged(path: str | Path) -> BadInput:
    return BadInput(f"{path}: the picture is damaged or cut off ({EXPECTED})")


def _instead(path: str | Path) -> str:
    """What is expected instead of a file that is no picture of ours."""
    with contextlib.suppress(OSError), open(path, "rb") as file:
        return _format_of(file.read(12))
    return EXPECTED


def _format_of(beginning: bytes) -> str:
    """What is expected instead of what begins so."""
    if _BRANDS.match(beginning):
        return f"HEIC or AVIF; {EXPECTED}: export it as JPEG; «Most Compatible» makes iPhones take them"
    return EXPECTED


def _bgr(picture: Image.Image) -> np.ndarray:
    """Any of Pillow's modes as eight-bit BGR, a band at a time: the whole is not held in between."""
    width, height = picture.size
    step = max(1, _BAND // width)
    bands = [(0, top, width, min(top + step, height)) for top in range(0, height, step)]
    white = None
    if picture.mode == "F" or picture.mode.startswith("I"):
        most = max(_brightest(picture.crop(band)) for band in bands)
        # A quarter of the full range is still a dark picture; less is a range of its own.
        white = next((full for full in _FULL if full / 4 < most <= full), most) or 1.0
    image = np.empty((height, width, 3), np.uint8)
    for band in bands:
        image[band[1] : band[3]] = _band(picture.crop(band), white)
    return image


def _band(part: Image.Image, white: float | None) -> np.ndarray:
    """A part of a picture as eight-bit BGR; ``white``: of a mode with wide greys, its full value."""
    if white is not None:
        grey = np.nan_to_num(np.asarray(part) * np.float64(255.0 / white), nan=0.0, posinf=255.0)
        return np.repeat(np.clip(grey, 0, 255).round().astype(np.uint8)[:, :, None], 3, axis=2)
    if part.mode in ("RGBA", "RGBa", "LA", "La", "PA") or "transparency" in part.info:
        part = part.convert("LA" if part.mode == "La" else "RGBA").convert("RGBA")
        part = Image.alpha_composite(Image.new("RGBA", part.size, "white"), part)
    return np.asarray(part.convert("RGB"))[:, :, ::-1]


def _brightest(part: Image.Image) -> float:
    """The largest number in it that is one, at least 0."""
    values = np.asarray(part)
    return float(values[np.isfinite(values)].max(initial=0))
