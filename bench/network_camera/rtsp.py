"""How a network camera speaks RTSP (RFC 2326) over one connection, and JPEG pictures in RTP (RFC 2435).

The server's side only, as much of it as clients need that take everything over TCP.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

PAYLOAD = 26
"""RTP's number for JPEG."""
CLOCK = 90_000
"""Ticks a second of RTP's time stamps."""
ABOUT = (f"m=video 0 RTP/AVP {PAYLOAD}",)
"""The track in the camera's description of itself (SDP)."""
PACKET = 1400
"""Bytes of a picture in one packet: what fits into a frame of a home network."""
IN_BAND = 255
"""The quality that stands for tables sent with each picture."""
SUBSAMPLED = {0x21: 0, 0x22: 1}
"""RFC 2435's types by how JPEG samples its first component: colours halved sideways, or both ways."""


@dataclass(frozen=True, slots=True)
class Jpeg:
    """What RTP sends of a JPEG picture.

    Attributes:
        width, height: pixels, multiples of 8.
        type: `SUBSAMPLED`.
        tables: the two quantisation tables, 64 bytes each.
        scan: the coded picture itself.
    """

    width: int
    height: int
    type: int
    tables: bytes
    scan: bytes


def take_apart(jpeg: bytes) -> Jpeg:
    """The parts of a baseline JPEG with the usual Huffman tables.

    Raises:
        ValueError: RTP cannot carry it (its size or its sampling).
    """
    tables: dict[int, bytes] = {}
    place, frame = 2, b""
    while True:
        marker, length = struct.unpack(">HH", jpeg[place : place + 4])
        body = jpeg[place + 4 : place + 2 + length]
        place += 2 + length
        if marker == 0xFFDB:
            for start in range(0, len(body), 65):
                tables[body[start]] = body[start + 1 : start + 65]
        elif marker == 0xFFC0:
            frame = body
        elif marker == 0xFFDA:
            break
    height, width = struct.unpack(">HH", frame[1:5])
    if width % 8 or height % 8 or max(width, height) > 2040 or frame[7] not in SUBSAMPLED:
        raise ValueError(f"{width}×{height} pixels, sampling {frame[7]:#x}: not for RTP")
    scan = jpeg[place : jpeg.rindex(b"\xff\xd9")]
    return Jpeg(width, height, SUBSAMPLED[frame[7]], tables[0] + tables[1], scan)


def packets(jpeg: bytes, t: float, sequence: int) -> Iterator[bytes]:
    """A picture as RTP packets.

    Args:
        jpeg: `take_apart` reads it.
        t: seconds.
        sequence: number of the first packet.
    """
    picture = take_apart(jpeg)
    stamp = round(t * CLOCK) & 0xFFFFFFFF
    for start in range(0, len(picture.scan), PACKET):
        last = start + PACKET >= len(picture.scan)
        head = struct.pack(">BBHII", 0x80, PAYLOAD | last << 7, sequence & 0xFFFF, stamp, 1)
        sizes = (picture.type, IN_BAND, picture.width // 8, picture.height // 8)
        main = struct.pack(">IBBBB", start, *sizes)
        tables = struct.pack(">BBH", 0, 0, len(picture.tables)) + picture.tables if start == 0 else b""
        yield head + main + tables + picture.scan[start : start + PACKET]
        sequence += 1


def interleaved(packet: bytes) -> bytes:
    """A packet within the RTSP connection, on its channel 0."""
    return struct.pack(">cBH", b"$", 0, len(packet)) + packet


def answer(request: str, url: str, track: Sequence[str] = ABOUT) -> str:
    """What a camera answers to one RTSP request.

    Args:
        request: its lines.
        url: of the camera.
        track: what it says of its pictures.
    """
    method = request.split(" ", 1)[0]
    fields = dict(line.split(": ", 1) for line in request.split("\r\n")[1:] if ": " in line)
    told, body = ["RTSP/1.0 200 OK", f"CSeq: {fields.get('CSeq', '0')}"], ""
    if method == "OPTIONS":
        told.append("Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN")
    elif method == "DESCRIBE":
        about = ("v=0", "o=- 0 0 IN IP4 127.0.0.1", "s=table", "c=IN IP4 0.0.0.0", "t=0 0")
        body = "\r\n".join((*about, *track, "a=control:track", ""))
        told += [f"Content-Base: {url}/", "Content-Type: application/sdp", f"Content-Length: {len(body)}"]
    elif method == "SETUP" and "TCP" not in fields.get("Transport", ""):
        told[0] = "RTSP/1.0 461 Unsupported Transport"
    elif method == "SETUP":
        told += ["Transport: RTP/AVP/TCP;unicast;interleaved=0-1", "Session: 1"]
    else:
        told.append("Session: 1")
    return "\r\n".join((*told, "", body))
