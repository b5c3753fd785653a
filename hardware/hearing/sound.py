"""Sound in small blocks: from a WAV file, and how loud it is."""

from __future__ import annotations

import io
import math
import wave
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import av
import numpy as np
from av.container import InputContainer

from engine.errors import BadInput
from hardware.files.media import opened

BLOCK_SECONDS = 0.1
"""Length of a block of sound."""
FULL_POWER = 32768.0 * 32768.0
"""Of the loudest samples there are."""
SILENCE_DB = -96.0
"""What a level meter shows where there is no sound at all (16 bits)."""


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of sound.

    Attributes:
        t: seconds since the source began at which it begins.
        samples: int16, one channel.
    """

    t: float
    samples: np.ndarray


class Sound(Protocol):
    """Where blocks of sound come from, in order.

    Attributes:
        name: what a person would call it.
        rate: samples a second.
        live: the room's own time; else as fast as it is read.
        began: when its time was 0, by `time.monotonic`; of a recording, 0.
    """

    name: str
    rate: int
    live: bool
    began: float

    def __iter__(self) -> Iterator[Block]: ...
    def close(self) -> None: ...


class Recording:
    """A WAV file of whole numbers (8 to 32 bits) or fractions; several channels are mixed into one.

    Its head may be the short or the extensible one, which Python's own `wave` takes from 3.12 on only.

    Args:
        path: the file.
        rate: samples a second wanted; None: as it was recorded.

    Raises:
        BadInput: it is not there, or is no such file.
    """

    live = False
    began = 0.0

    def __init__(self, path: str | Path, rate: int | None = None) -> None:
        self.name = str(path)
        self.rate: int
        try:
            with open(path, "rb") as file, opened(file, "wav") as container:
                self._samples, self.rate = _mixed(container)
        except FileNotFoundError:
            raise BadInput(f"{path}: no such file (expected a WAV recording)") from None
        except OSError as error:
            raise BadInput(f"{path}: cannot be read ({error.strerror}; expected a WAV recording)") from None
        except (av.error.FFmpegError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise BadInput(f"{path}: no WAV recording that can be read ({why}; expected PCM)") from None
        if self.rate < 8000:
            raise BadInput(f"{path}: {self.rate} samples a second, expected 8000 or more (16000 is best)")
        if rate is not None and rate != self.rate:
            self._samples = _resampled(self._samples, self.rate, rate)
            self.rate = rate

    @property
    def seconds(self) -> float:
        """How long it is."""
        return len(self._samples) / self.rate

    def __iter__(self) -> Iterator[Block]:
        step = int(self.rate * BLOCK_SECONDS)
        for start in range(0, len(self._samples), step):
            yield Block(start / self.rate, self._samples[start : start + step])

    def close(self) -> None:
        """Nothing to let go of."""


def write_wav(path: Path, samples: np.ndarray, rate: int) -> None:
    """Write int16 samples of one channel as a WAV file.

    Raises:
        BadInput: it cannot be written.
    """
    packed = io.BytesIO()
    with wave.open(packed, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(rate)
        sound.writeframes(samples.astype("<i2").tobytes())
    try:
        path.write_bytes(packed.getvalue())
    except OSError as error:
        raise BadInput(f"{path}: cannot be written ({error.strerror})") from None


def level(samples: np.ndarray) -> float:
    """How loud int16 samples are on average: decibels below the loudest possible, `SILENCE_DB` to 0."""
    if not len(samples):
        return SILENCE_DB
    power = float(np.mean(np.square(samples, dtype=np.float64)))
    return max(SILENCE_DB, 10 * math.log10(power / FULL_POWER)) if power else SILENCE_DB


def _resampled(samples: np.ndarray, rate: int, wanted: int) -> np.ndarray:
    """The same sound at another rate, its spectrum cut or extended."""
    size = len(samples) * wanted // rate
    if not size:
        return samples[:0]
    spectrum = np.fft.rfft(samples)
    made = np.fft.irfft(spectrum[: size // 2 + 1], size) * (size / len(samples))
    samples16: np.ndarray = np.clip(np.round(made), -32768, 32767).astype(np.int16)
    return samples16


def _mixed(container: InputContainer) -> tuple[np.ndarray, int]:
    """The sound in a container as int16, one channel, and its samples a second.

    Raises:
        ValueError: it is not PCM.
    """
    sound = next(iter(container.streams.audio), None)
    if sound is None or sound.codec_context is None or not sound.codec_context.name.startswith("pcm_"):
        raise ValueError("another kind of sound in it")
    parts = [np.zeros(0, np.int16)]
    for packet in container.demux(sound):
        for frame in packet.decode():
            mixed = _sixteen_bits(frame.to_ndarray().reshape(-1, sound.channels)).mean(axis=1).round()
            parts.append(np.clip(mixed, -32768, 32767).astype(np.int16))
    return np.concatenate(parts), sound.rate


def _sixteen_bits(samples: np.ndarray) -> np.ndarray:
    """Samples of any kind in the range of int16."""
    if samples.dtype == np.uint8:
        return (samples.astype(np.int32) - 128) << 8
    if samples.dtype.kind == "f":
        return np.nan_to_num(samples.astype(np.float64)) * 32768.0
    # The first 16 bits matter.
    return samples.astype(np.int64) >> (8 * samples.dtype.itemsize - 16)
