"""Small films in any container, with any flag, of one scene: a white square that moves to the right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np

SIZE = (160, 128)
FPS, FRAMES = 10, 24
STEP = 5
"""Pixels that the square moves from one picture to the next."""
RATE, BLOCK = 48_000, 960
"""Samples of sound in a second, and in one piece."""


def scene(number: int, size: tuple[int, int] = SIZE) -> np.ndarray:
    """A picture of it, uint8 RGB."""
    image = np.full((size[1], size[0], 3), 40, np.uint8)
    left = STEP * number
    image[48:80, left : left + 24] = 255
    return image


def place(image: np.ndarray) -> int:
    """Where the square's left side is; -1: there is none."""
    lit = image[64, :, 1] > 150
    return int(np.argmax(lit)) if lit.any() else -1


@dataclass(frozen=True)
class How:
    """How a film is written.

    Attributes:
        codec: FFmpeg's name of the encoder.
        options: of the encoder.
        pixels: the format in which pictures are coded.
        stamps: the time of each picture, in hundredths of a second; None: evenly.
        sound: seconds of it; 0: none.
        turned: degrees by which players are to turn the pictures.
        second: a second, empty track of pictures comes after it.
        container: FFmpeg's name; None: by the file's name.
    """

    codec: str = "libx264"
    options: Mapping[str, str] = field(default_factory=dict)
    pixels: str = "yuv420p"
    stamps: Sequence[int] | None = None
    sound: float = 0.0
    sound_codec: str = "aac"
    turned: int = 0
    second: bool = False
    size: tuple[int, int] = SIZE
    container: str | None = None


def write_film(path: Path, how: How = How()) -> Path:
    """Write one."""
    with av.open(str(path), "w", format=how.container) as film:
        video = film.add_stream(how.codec, rate=FPS, options=dict(how.options))
        video.width, video.height, video.pix_fmt = *how.size, how.pixels
        if how.stamps is not None:
            video.codec_context.time_base = Fraction(1, 100)
        if how.turned:
            video.set_display_rotation(how.turned)
        heard = film.add_stream(how.sound_codec, rate=RATE) if how.sound else None
        other = film.add_stream(how.codec, rate=FPS) if how.second else None
        if other is not None:
            other.width, other.height, other.pix_fmt = 64, 64, how.pixels
        for number in range(FRAMES):
            frame = av.VideoFrame.from_ndarray(scene(number, how.size), format="rgb24")
            frame.pts = number if how.stamps is None else how.stamps[number]
            frame.time_base = Fraction(1, FPS if how.stamps is None else 100)
            film.mux(video.encode(frame))
            if other is not None:
                film.mux(other.encode(av.VideoFrame.from_ndarray(np.zeros((64, 64, 3), np.uint8))))
            if heard is not None:
                _sound(film, heard, number / FPS, min((number + 1) / FPS, how.sound))
        film.mux(video.encode(None))
        if heard is not None:
            _sound(film, heard, FRAMES / FPS, how.sound)
        for stream in (other, heard):
            if stream is not None:
                film.mux(stream.encode(None))
    return path


def _sound(film: Any, stream: Any, begins: float, ends: float) -> None:
    for at in range(round(RATE * begins), round(RATE * ends), BLOCK):
        frame = av.AudioFrame.from_ndarray(np.zeros((1, BLOCK), np.float32), format="fltp", layout="mono")
        frame.sample_rate, frame.pts, frame.time_base = RATE, at, Fraction(1, RATE)
        film.mux(stream.encode(frame))
