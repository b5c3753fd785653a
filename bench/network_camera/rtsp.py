"""How a network camera speaks RTSP (RFC 2326) over one connection.

The server's side only, as much of it as clients need that take everything over TCP.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence


def interleaved(packet: bytes) -> bytes:
    """A packet within the RTSP connection, on its channel 0."""
    return struct.pack(">cBH", b"$", 0, len(packet)) + packet


def answer(request: str, url: str, track: Sequence[str]) -> str:
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
