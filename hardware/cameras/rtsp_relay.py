"""Between FFmpeg and a camera by RTSP: one way to that camera, and to nowhere else.

FFmpeg goes wherever a camera sends it on to, at whatever request (DESCRIBE, SETUP, PLAY), and sends its
reports to any address that an answer to SETUP names. Here it reaches the camera by this computer's own
address, as through a router; an answer that sends on elsewhere ends the line before FFmpeg reads it.
"""

from __future__ import annotations

import contextlib
import re
import socket
import threading
from collections.abc import Callable
from io import BufferedReader
from urllib.parse import SplitResult

from hardware.cameras.no_stream import any_certificate

PORTS = {"rtsp": 554, "rtsps": 322}
HERE = "127.0.0.1"
LONGEST_HEAD, LONGEST_BODY = 64 << 10, 1 << 20
"""Bytes of an answer's head, and of what it says itself to have behind it (a description of the stream)."""
PART = 64 << 10
_INTERLEAVED = b"$"
"""How a packet of the stream begins that comes on the same line (RFC 2326, 10.12)."""
_ELSEWHERE = re.compile(rb"(?:RTSP|HTTP)/\S+\s+3\d\d\b|REDIRECT\s", re.IGNORECASE)
_LENGTH = re.compile(rb"^content-length\s*:\s*(\d+)\s*$", re.IGNORECASE | re.MULTILINE)
_TRANSPORT = re.compile(rb"^transport\s*:.*$", re.IGNORECASE | re.MULTILINE)
_ADDRESS = re.compile(rb";\s*(?:source|destination)=[^;\r\n]*", re.IGNORECASE)


def reached(parts: SplitResult, seconds: float) -> socket.socket:
    """A line to the camera at an address of ``rtsp`` or ``rtsps``.

    Raises:
        OSError: nobody answers there.
    """
    host = parts.hostname or ""
    line = socket.create_connection((host, parts.port or PORTS[parts.scheme]), seconds)
    return any_certificate().wrap_socket(line, server_hostname=host) if parts.scheme == "rtsps" else line


class Relay:
    """Takes lines on this computer and passes them on to one camera, until it is closed.

    Args:
        parts: the camera's address.
        seconds: that it may take to take a line.

    Attributes:
        url: by which FFmpeg reaches the camera.
        elsewhere: an answer sent on to another address, and was not passed on.
        deadline: as of `http_stream.Answer`; FFmpeg itself waits no longer than it may.
    """

    def __init__(self, parts: SplitResult, seconds: float) -> None:
        self._parts, self._seconds = parts, seconds
        self._door = socket.create_server((HERE, 0))
        key, at, _ = parts.netloc.rpartition("@")
        here = f"{key}{at}{HERE}:{self._door.getsockname()[1]}"
        self.url = parts._replace(scheme="rtsp", netloc=here).geturl()
        self.elsewhere = False
        self.deadline: float | None = None
        self._lines: list[socket.socket] = []
        threading.Thread(target=self._take, name="rtsp", daemon=True).start()

    def close(self) -> None:
        """Hang up."""
        for line in (self._door, *self._lines):
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()

    def _take(self) -> None:
        while True:
            try:
                player, _ = self._door.accept()
            except OSError:
                return
            self._lines.append(player)
            try:
                camera = reached(self._parts, self._seconds)
            except (OSError, UnicodeError):
                player.close()
                continue
            self._lines.append(camera)
            camera.settimeout(None)
            for pass_on in (self._asks, self._answers):
                threading.Thread(target=_until_cut, args=(pass_on, player, camera), daemon=True).start()

    def _asks(self, player: socket.socket, camera: socket.socket) -> None:
        while part := player.recv(PART):
            camera.sendall(part)

    def _answers(self, player: socket.socket, camera: socket.socket) -> None:
        peer = camera.getpeername()[0].encode()
        with camera.makefile("rb") as stream:
            while part := self._next(stream, peer):
                player.sendall(part)

    def _next(self, stream: BufferedReader, peer: bytes) -> bytes:
        """The next packet or answer of a camera; nothing: it has ended, or sends on elsewhere."""
        first = stream.read(1)
        if first == _INTERLEAVED:
            head = stream.read(3)
            return first + head + stream.read(int.from_bytes(head[1:], "big"))
        head = first
        while first and not head.endswith((b"\r\n\r\n", b"\n\n")):
            line = stream.readline(LONGEST_HEAD)
            head += line
            if not line or len(head) > LONGEST_HEAD:
                return b""
        if _ELSEWHERE.match(head.lstrip()):
            self.elsewhere = True
            return b""
        length = _LENGTH.search(head)
        size = 0 if length is None else int(length[1])
        if size > LONGEST_BODY:
            return b""
        return _TRANSPORT.sub(lambda at: _from_camera(at[0], peer), head) + stream.read(size)


def _from_camera(transport: bytes, peer: bytes) -> bytes:
    """An answer to SETUP, in which the stream comes from the camera and from nobody else."""
    plain, end = _ADDRESS.sub(b"", transport.rstrip(b"\r")), b"\r" if transport.endswith(b"\r") else b""
    return plain + (b";source=" + peer if b"/UDP" in plain.upper() or b"server_port" in plain else b"") + end


def _until_cut(
    pass_on: Callable[[socket.socket, socket.socket], None], player: socket.socket, camera: socket.socket
) -> None:
    """Pass on until one of both is gone; then the other one goes too."""
    with contextlib.suppress(OSError, ValueError):
        pass_on(player, camera)
    for line in (player, camera):
        with contextlib.suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)
