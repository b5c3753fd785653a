"""Photographs in files and folders, for every command and for stills as a camera.

What is decoded and what that may cost, whatever a file is called, `hardware.files.decoding` says.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import cv2
import numpy as np

from engine.errors import BadInput
from hardware.files.decoding import FILES, SENT

SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff")
"""What pictures are called; a file named outright may be called anything."""
ALSO = (".jfif", ".jfi", ".jpe", ".mpo", ".dib")
"""Other names for the same formats, which browsers and some cameras give: they count in a folder, too."""
OTHERS = (".heic", ".heif", ".hif", ".avif", ".jxl", ".jp2", ".gif", ".psd", ".dng", ".cr2", ".cr3",
          ".nef", ".arw", ".raf", ".orf", ".rw2")  # fmt: skip
"""Pictures, too, that are not read: in a folder they get their line instead of being passed over."""
EXPECTED = FILES.allowed.expected
_BRANDS = re.compile(rb"....ftyp(?:hei|hev|mif1|msf1|avi)", re.DOTALL)
"""How a HEIC, HEIF or AVIF file begins, which telephones also call ``.jpg``."""


def read_photo(path: str | Path) -> np.ndarray:
    """The picture in file *path*, as `Decoding.picture` has it.

    Raises:
        BadInput: missing, a folder, not a picture, cut off in the middle, or more than is decoded.
    """
    try:
        with open(path, "rb") as file:
            content = file.read(FILES.allowed.bytes + 1)
    except FileNotFoundError:
        raise BadInput(f"{path}: no such file (expected a photo or a folder of photos)") from None
    except IsADirectoryError:
        raise BadInput(f"{path}: is a folder ({EXPECTED})") from None
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror}; {EXPECTED})") from None
    return FILES.picture(content, str(path), expected=_instead(content[:12], EXPECTED))


def photo_of(content: bytes, name: str, wanted: int = 0) -> np.ndarray:
    """The picture that somebody sent, as `Decoding.picture` has it; nothing of it is written anywhere.

    Args:
        content: a file's.
        name: of it, for people.
        wanted: pixels of the longer side that are needed; it comes less than twice as large. 0: as it is.

    Raises:
        BadInput: no picture that telephones send, cut off in the middle, or more than is decoded.
    """
    return SENT.picture(content, name, wanted=wanted, expected=_instead(content[:12], SENT.allowed.expected))


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


def _instead(beginning: bytes, expected: str) -> str:
    """What is expected instead of a file that begins so."""
    if _BRANDS.match(beginning):
        return f"HEIC or AVIF; {expected}: export it as JPEG; «Most Compatible» makes iPhones take them"
    return expected
