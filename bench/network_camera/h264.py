"""A film as most network cameras send it: H.264, and its packets in RTP (RFC 6184), for `server`."""

from __future__ import annotations

import shutil
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path

from engine.errors import BadInput

PAYLOAD = 96
"""RTP's number for H.264, agreed on in `ABOUT`."""
CLOCK = 90_000
"""Ticks a second of RTP's time stamps."""
ABOUT = (
    f"m=video 0 RTP/AVP {PAYLOAD}",
    f"a=rtpmap:{PAYLOAD} H264/{CLOCK}",
    f"a=fmtp:{PAYLOAD} packetization-mode=1",
)
"""The track in the camera's description of itself (SDP)."""
HOW = "-an -c:v libx264 -preset veryfast -tune zerolatency -crf 20 -pix_fmt yuv420p -vsync 0"
MARKED = "-bsf:v h264_metadata=aud=insert -f h264"
"""What FFmpeg is asked for: pictures as they come, a delimiter before each."""
PACKET = 1400
"""Bytes in one packet: what fits into a frame of a home network."""
WHOLE, DELIMITER, FRAGMENT = 5, 9, 28
"""Kinds of units: of a picture that needs no other one, between two pictures, and a part of one."""


def can() -> bool:
    """Whether a film can be sent so here: that takes FFmpeg."""
    return shutil.which("ffmpeg") is not None


def pictures(film: Path, fps: float) -> list[bytes]:
    """The film's pictures as H.264, every second's first one whole, as cameras send them.

    Raises:
        BadInput: FFmpeg is not there, or cannot do it.
    """
    kept = (*HOW.split(), "-g", str(round(fps)), *MARKED.split())
    command = ("ffmpeg", "-v", "error", "-i", str(film), *kept, "-")
    try:
        done = subprocess.run(command, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise BadInput(f"{film}: ffmpeg cannot make H.264 of it ({error})") from None
    found: list[list[bytes]] = []
    for unit in units(done.stdout):
        if unit[0] & 31 == DELIMITER:
            found.append([])
        else:
            found[-1].append(unit)
    return [b"".join(b"\0\0\1" + unit for unit in picture) for picture in found]


def units(stream: bytes) -> list[bytes]:
    """The units between start codes."""
    return [part.rstrip(b"\0") for part in stream.split(b"\0\0\1")[1:]]


def whole(picture: bytes) -> bool:
    """Whether a newcomer can begin with it."""
    return any(unit[0] & 31 == WHOLE for unit in units(picture))


def packets(picture: bytes, t: float, sequence: int) -> Iterator[bytes]:
    """A picture as RTP packets.

    Args:
        picture: one of `pictures`.
        t: seconds.
        sequence: number of the first packet.
    """
    stamp = round(t * CLOCK) & 0xFFFFFFFF
    bodies = [body for unit in units(picture) for body in _parts(unit)]
    for number, body in enumerate(bodies):
        last = number == len(bodies) - 1
        yield struct.pack(">BBHII", 0x80, PAYLOAD | last << 7, (sequence + number) & 0xFFFF, stamp, 1) + body


def _parts(unit: bytes) -> Iterator[bytes]:
    """A unit in pieces of one packet's size."""
    if len(unit) <= PACKET:
        yield unit
        return
    kind, indicator = unit[0] & 31, unit[0] & 0xE0 | FRAGMENT
    for start in range(1, len(unit), PACKET):
        first, last = start == 1, start + PACKET >= len(unit)
        yield bytes((indicator, first << 7 | last << 6 | kind)) + unit[start : start + PACKET]
