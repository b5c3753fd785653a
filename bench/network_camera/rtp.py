"""A film as network cameras send it: its pictures as JPEG or H.264, and these in RTP packets (FFmpeg's)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import av
import cv2

from engine.errors import BadInput
from hardware.cameras.film import Film

PACKET = 1400
"""Bytes in one packet: what fits into a frame of a home network."""
CLOCK = Fraction(1, 90_000)
"""Seconds in a tick of RTP's time stamps."""
CONTROL = range(200, 205)
"""Second bytes of packets that report on the others (RTCP, RFC 3550)."""
QUALITY = 92
"""Of the JPEG pictures, 0–100."""
ENCODED = {"preset": "veryfast", "tune": "zerolatency", "crf": "20"}
"""How H.264 is made: pictures as they come."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture as it is sent.

    Attributes:
        whole: a newcomer can begin with it.
    """

    data: bytes
    whole: bool = True


@dataclass(frozen=True, slots=True)
class Codec:
    """How pictures are coded.

    Attributes:
        name, pixels: as FFmpeg calls codec and kind of pixels.
        payload: RTP's number for it.
        about: the track in the camera's description of itself (SDP).
    """

    name: str
    pixels: str
    payload: int
    about: tuple[str, ...]


JPEG = Codec("mjpeg", "yuvj420p", 26, ("m=video 0 RTP/AVP 26",))
H264 = Codec(
    name="h264",
    pixels="yuv420p",
    payload=96,
    about=("m=video 0 RTP/AVP 96", "a=rtpmap:96 H264/90000", "a=fmtp:96 packetization-mode=1"),
)


def jpegs(path: Path) -> list[Picture]:
    """A film's pictures as JPEG.

    Raises:
        BadInput: it is no film.
    """
    quality = [cv2.IMWRITE_JPEG_QUALITY, QUALITY]
    with Film(path) as film:
        return [Picture(cv2.imencode(".jpg", frame.image, quality)[1].tobytes()) for frame in film]


def h264s(path: Path) -> list[Picture]:
    """A film's pictures as H.264, every second's first one whole, as cameras send them.

    Raises:
        BadInput: it is no film.
    """
    with Film(path) as film:
        context = av.VideoCodecContext.create("libx264", "w")
        context.width, context.height = film.size
        context.pix_fmt, context.time_base, context.gop_size = H264.pixels, CLOCK, round(film.fps)
        context.options = ENCODED
        packets = []
        for number, seen in enumerate(film):
            picture = av.VideoFrame.from_ndarray(seen.image, format="bgr24")
            picture.pts = round(number / film.fps / CLOCK)
            packets += context.encode(picture)
        packets += context.encode(None)
    return [Picture(bytes(packet), packet.is_keyframe) for packet in packets]


class Rtp:
    """The packets for one who looks.

    Args:
        size: width and height of the pictures.

    Raises:
        BadInput: RTP cannot carry JPEG pictures of that size (RFC 2435).
    """

    def __init__(self, codec: Codec, size: tuple[int, int]) -> None:
        if codec is JPEG and (size[0] % 8 or size[1] % 8 or max(size) > 2040):
            raise BadInput(f"{size[0]}×{size[1]} pixels: not for RTP")
        self._made: list[bytes] = []
        options = {"packetsize": str(PACKET), "payload_type": str(codec.payload)}
        self._muxer = av.open(self, "w", format="rtp", options=options)
        stream = self._muxer.add_stream(codec.name)
        assert isinstance(stream, av.VideoStream)
        stream.width, stream.height = size
        stream.pix_fmt = codec.pixels
        self._stream = stream

    def write(self, packet: bytes) -> int:
        """FFmpeg has made one more."""
        if packet[1] not in CONTROL:
            self._made.append(bytes(packet))
        return len(packet)

    def packets(self, picture: Picture, t: float) -> Iterator[bytes]:
        """Those of one picture, at second ``t`` of the film."""
        packet = av.Packet(picture.data)
        packet.stream, packet.time_base = self._stream, CLOCK
        packet.pts = packet.dts = round(t / CLOCK)
        self._muxer.mux(packet)
        yield from self._made
        self._made.clear()
