"""Network cameras by their address: RTSP, HTTP MJPEG, phone camera applications."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import SplitResult, urlsplit

import av
import cv2
import numpy as np
from av.container import InputContainer

from engine.errors import BadInput
from engine.redaction import redacted
from hardware.cameras import http_stream, rtsp
from hardware.cameras.no_stream import NoStream
from hardware.cameras.pictures import BOUNDED, MAX_PIXELS, decoded, film_of, picture_of
from hardware.cameras.rtsp_relay import Relay
from hardware.files.media import opened

SCHEMES = ("rtsp", "rtsps", "http", "https")
"""How a network camera's address begins; nothing else is asked, and FFmpeg opens no other protocol."""
PATIENCE = 8.0
"""Seconds that a stream may take to open, and to send its next picture."""
AT_ONCE = {"fpsprobesize": "0"}
"""Without 20 pictures swallowed to measure how often they come."""
BY_RTSP = {
    "rtsp_flags": "prefer_tcp", "rtsp_transport": "tcp+udp", "protocol_whitelist": "rtsp,rtp,srtp,tcp,udp",
}  # fmt: skip
MOVED = 302
"""What an answer that sends on elsewhere is told as: FFmpeg did not get to read it."""
_HOST = re.compile(r"(?:\[[^\]]*\]|[^:]*)(?::[0-9]{0,5})?")
"""A name or address, and a port, and nothing that could be a name and password."""


class Stream:
    """Pictures that come as long as a camera sends them: `read`, `get` and `release` of a `cv2.VideoCapture`.

    Args:
        container: opened.
        source: what it reads from, closed with it.
        name: of the camera, to say it of.

    Raises:
        NoStream: no picture can be read in it, or just one.
    """

    def __init__(self, container: InputContainer, source: http_stream.Answer | Relay, name: str) -> None:
        self._container = container
        self._source = source
        self._pictures = self._read()
        first = next(self._pictures, None)
        if first is None:
            raise NoStream(name, "format")
        second = next(self._pictures, None)
        if second is None:
            raise NoStream(name, "picture")
        source.deadline = None
        self._waiting = [second, first]

    def _read(self) -> Iterator[np.ndarray]:
        try:
            video = film_of(self._container)
            if video is None or video.width * video.height > MAX_PIXELS:
                return
            for frame in decoded(self._container.demux(video), video):
                yield picture_of(frame)
        except (av.error.FFmpegError, OSError):
            return

    def read(self) -> tuple[bool, Any]:
        """Whether there is a next picture, and it (uint8 H × W × 3, BGR); waits for it."""
        image = self._waiting.pop() if self._waiting else next(self._pictures, None)
        return image is not None, image

    def get(self, prop: int) -> float:
        """Pictures a second as the camera tells (`cv2.CAP_PROP_FPS`); 0: it does not."""
        video = film_of(self._container)
        rate = None if video is None or prop != cv2.CAP_PROP_FPS else video.guessed_rate
        return float(rate or 0.0)

    def release(self) -> None:
        """Hang up."""
        self._container.close()
        self._source.close()


def open_url(url: str) -> Stream:
    """The stream at an address of `SCHEMES`.

    Raises:
        NoStream: there is none; it says why.
        BadInput: it is another kind of address.
    """
    # A camera's name stands in lines and on pages, which its password must not.
    url = url.replace(" ", "%20")
    name = redacted(url)
    scheme = url.partition("://")[0].lower()
    if scheme not in SCHEMES:
        raise BadInput(f"{name}: expected a camera's address with {', '.join(SCHEMES)}")
    if _ends_a_key(url):
        raise NoStream(name, "written")
    try:
        return _connect(url, name, scheme)
    except NoStream as error:
        if error.why == "name" and url.count("@") > 1:  # the host was looked for too early
            raise NoStream(name, "written") from None
        raise


def _connect(url: str, name: str, scheme: str) -> Stream:
    parts = _parts(url, name)
    if scheme.startswith("http"):
        answer = http_stream.ask(parts, name, PATIENCE)
        return _stream(lambda: opened(answer, answer.format, BOUNDED, **AT_ONCE), answer, name)
    rtsp.ask(parts, name, PATIENCE)
    asked = {**AT_ONCE, **BY_RTSP}
    relay = Relay(parts, PATIENCE)
    try:
        return _stream(
            lambda: av.open(relay.url, "r", options=BOUNDED, container_options=asked, timeout=PATIENCE),
            relay,
            name,
        )
    except NoStream:
        if relay.elsewhere:
            raise NoStream(name, "elsewhere", scheme, MOVED) from None
        raise


def _ends_a_key(url: str) -> bool:
    """Whether a sign that ends the host stands in a name or password: the last ``@`` comes after it."""
    before, sign, after = re.split("([/?#])", f"{url.partition('://')[2]}/", maxsplit=1)
    if "@" not in after:
        return False
    if "#" in sign + after.rpartition("@")[0]:  # no camera's path has one
        return True
    return "@" not in before and not _HOST.fullmatch(before)


def _parts(url: str, name: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise NoStream(name, "written" if url.count("@") else "name") from None
    if not parts.hostname:
        raise NoStream(name, "name")
    if port == 0:
        raise NoStream(name, "nobody")
    return parts


def _stream(opening: Callable[[], InputContainer], source: http_stream.Answer | Relay, name: str) -> Stream:
    """The stream in an answer, or through a relay.

    Raises:
        NoStream: there are no pictures in it.
    """
    with contextlib.ExitStack() as closing:
        closing.callback(source.close)
        try:
            container = opening()
            closing.callback(container.close)
            stream = Stream(container, source, name)
        except BadInput:
            raise
        except (av.error.FFmpegError, OSError, ValueError):
            raise NoStream(name, "format") from None
        closing.pop_all()
        return stream
