"""Photographs from files: read with the EXIF turn applied, folders opened, what is no picture refused."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from engine.errors import BadInput

SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff")
"""What counts as a picture when a folder is given; a file named outright may be called anything."""
MAX_PIXELS = 150_000_000
"""Larger pictures are refused before they are decoded: no camera makes them, and memory is finite."""
EXPECTED = "expected JPEG, PNG, WebP, BMP or TIFF"


def read_photo(path: str | Path) -> np.ndarray:
    """The picture in file *path*: uint8, height × width × 3, BGR, turned as its EXIF data says.

    Raises:
        BadInput: missing, a folder, not a picture, cut off in the middle, or beyond `MAX_PIXELS`.
    """
    try:
        with warnings.catch_warnings():
            # Pillow warns from 89 megapixels on; the bound below says it in our own words.
            warnings.simplefilter("ignore")
            with Image.open(path) as picture:
                if picture.width * picture.height > MAX_PIXELS:
                    raise _too_large(path)
                picture.load()
                return _bgr(ImageOps.exif_transpose(picture))
    except Image.DecompressionBombError:
        raise _too_large(path) from None
    except FileNotFoundError:
        raise BadInput(f"{path}: no such file (expected a photo or a folder of photos)") from None
    except IsADirectoryError:
        raise BadInput(f"{path}: is a folder ({EXPECTED})") from None
    except PermissionError:
        raise BadInput(f"{path}: may not be read (permission denied)") from None
    except UnidentifiedImageError:
        raise BadInput(f"{path}: not a picture that can be read ({EXPECTED})") from None
    except BadInput:
        raise
    except (OSError, ValueError, SyntaxError, EOFError) as error:
        if isinstance(error, OSError) and error.errno:
            raise BadInput(f"{path}: cannot be read ({error.strerror}; {EXPECTED})") from None
        # What Pillow's decoders raise on a file that starts well and is broken or cut off further on.
        raise BadInput(f"{path}: the picture is damaged or cut off ({EXPECTED})") from None


def folder_to_write(folder: Path) -> None:
    """Makes *folder*, where pictures are to be written, unless it is there.

    Raises:
        BadInput: it cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder}: no folder can be made there ({error.strerror})") from None


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
    """A folder's pictures in the order of their names; anything else is returned as it is.

    Raises:
        BadInput: a folder that cannot be opened or has no picture in it.
    """
    if not os.path.isdir(argument):
        return [argument]
    try:
        names = sorted(os.listdir(argument))
    except OSError as error:
        raise BadInput(f"{argument}: the folder cannot be opened ({error.strerror})") from None
    found = [os.path.join(argument, name) for name in names if name.lower().endswith(SUFFIXES)]
    if not found:
        raise BadInput(f"{argument}: no picture in this folder ({EXPECTED})")
    return found


def _too_large(path: str | Path) -> BadInput:
    return BadInput(f"{path}: the picture is too large (expected at most {MAX_PIXELS // 10**6} megapixels)")


def _bgr(picture: Image.Image) -> np.ndarray:
    """Any of Pillow's modes as eight-bit BGR; what is transparent lies on white."""
    if picture.mode.startswith("I;16"):
        wide = np.asarray(picture).astype(np.float32) / 257.0
        return np.repeat(wide.round().astype(np.uint8)[:, :, None], 3, axis=2)
    if picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info:
        picture = picture.convert("RGBA")
        white = Image.new("RGBA", picture.size, "white")
        picture = Image.alpha_composite(white, picture)
    return np.ascontiguousarray(np.asarray(picture.convert("RGB"))[:, :, ::-1])
