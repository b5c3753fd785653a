"""How long a film lasts as its container says, where FFmpeg, through OpenCV, does not tell.

OpenCV tells how many pictures lie in the file. An MP4 or QuickTime film that was trimmed on a telephone
holds more than it shows: its edit list says which (ISO/IEC 14496-12). Streams (MPEG transport and program
streams, bare ones) promise nothing, what FFmpeg makes of their size is a guess.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

_LARGEST_INDEX = 64_000_000
"""Bytes of the index; hours of film have one or two of these millions."""
_PACKETS = ((0, 188), (4, 192))
"""Where the first packet of a transport stream begins, and how far its packets lie apart."""


def film_length(path: str | Path) -> float | None:
    """How long a film's pictures are shown, as its container says.

    Returns:
        Seconds; 0: it promises nothing; None: another container, which OpenCV understands.

    Raises:
        OSError: it cannot be read.
    """
    with open(path, "rb") as file:
        head = file.read(512)
        stream = any(head[at : at + 2 * step + 1 : step] == b"GGG" for at, step in _PACKETS)
        if stream or head[:3] == b"\0\0\1" or head[:4] == b"\0\0\0\1":
            return 0.0
        return _shown_seconds(_index(file)) or None


def _shown_seconds(index: bytes) -> float:
    scale, longest = 0, 0
    for kind, body in _boxes(index):
        if kind == b"mvhd":
            scale = _number(body, 20 if body[:1] == b"\1" else 12, 4)
        elif kind == b"trak":
            longest = max(longest, _shown(dict(_boxes(body))))
    return longest / scale if scale else 0.0


def _index(file: BinaryIO) -> bytes:
    """What the box ``moov`` holds; nothing where there is none."""
    at, end = 0, file.seek(0, 2)
    while at + 8 <= end:
        file.seek(at)
        head = file.read(16)
        size, start = _number(head, 0, 4), 8
        if size == 1:
            size, start = _number(head, 8, 8), 16
        size = size or end - at
        if head[4:8] == b"moov":
            file.seek(at + start)
            return file.read(min(size - start, _LARGEST_INDEX)) if size > start else b""
        if size < start or not head[4:8].isalnum():
            break
        at += size
    return b""


def _shown(track: dict[bytes, bytes]) -> int:
    """How long a track of pictures is shown, in the film's own unit; 0: no pictures, or unknown."""
    handler = dict(_boxes(track.get(b"mdia", b""))).get(b"hdlr", b"")
    if handler[8:12] != b"vide":
        return 0
    edits = dict(_boxes(track.get(b"edts", b""))).get(b"elst")
    if edits is not None:
        wide = 8 if edits[:1] == b"\1" else 4
        whole = range(8, len(edits) - 2 * wide - 3, 2 * wide + 4)
        # A media time of -1 is a pause before the first picture.
        empty = 2 ** (8 * wide) - 1
        return sum(_number(edits, at, wide) for at in whole if _number(edits, at + wide, wide) != empty)
    head = track.get(b"tkhd", b"")
    at, wide = (28, 8) if head[:1] == b"\1" else (20, 4)
    duration = _number(head, at, wide)
    return 0 if duration == 2 ** (8 * wide) - 1 else duration


def _boxes(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The boxes in one, as far as they are whole: (kind, what it holds)."""
    at = 0
    while at + 8 <= len(data):
        size = _number(data, at, 4)
        if size < 8:
            return
        yield data[at + 4 : at + 8], data[at + 8 : at + size]
        at += size


def _number(data: bytes, at: int, size: int) -> int:
    return int.from_bytes(data[at : at + size], "big")
