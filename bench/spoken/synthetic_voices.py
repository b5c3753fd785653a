"""Voices that a computer speaks with, in a room, with noise: sound for measuring a recogniser.

Programs of the system's packages speak: espeak-ng, flite and festival, and for calibration mbrola and pico,
too. The voices are split by speaker and accent: thresholds and calibration are made with one half, figures
are told of the other. Nobody's voice is among them: what people sound like is not measured here.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from engine.errors import BadInput
from hardware.hearing.sound import Recording

RATE = 16_000
"""Samples a second of everything here: what recognisers were trained on."""
CALIBRATION, KEPT_APART = "calibration", "kept_apart"
KEPT = os.environ.get("NAINJAUNE_SPOKEN", "")
"""A folder in which everything that was said is kept, so that measuring again speaks nothing again."""
SPEAKS_SECONDS = 30.0
"""How long a program may take for one sentence: festival needs two seconds to start."""


@dataclass(frozen=True, slots=True)
class Voice:
    """One synthetic speaker.

    Attributes:
        program: ``espeak-ng``, ``mbrola`` (which it speaks with), ``pico2wave``, ``flite`` or ``festival``.
        name: as that program calls it.
        half: `CALIBRATION` or `KEPT_APART`; no speaker and no accent is in both.
        speed: of espeak-ng, words a minute.
    """

    program: str
    name: str
    half: str
    speed: int = 160


def _espeak(half: str, *names: str) -> tuple[Voice, ...]:
    speeds = (145, 160, 175, 190)
    return tuple(Voice("espeak-ng", name, half, speeds[n % len(speeds)]) for n, name in enumerate(names))


VOICES = {
    "en": (
        Voice("flite", "kal16", CALIBRATION),
        Voice("flite", "rms", CALIBRATION),
        Voice("festival", "kal_diphone", CALIBRATION),
        *_espeak(CALIBRATION, "en-us", "en-us+m3", "en-us+f4", "en-gb+m1", "en-gb+f1", "en-gb+klatt2"),
        *_espeak(CALIBRATION, "en-us-nyc+m5", "en-us-nyc+f5", "en-gb-x-gbclan+m6", "en-gb-x-gbclan+Annie"),
        *_espeak(CALIBRATION, "en-us+anika", "en-gb+klatt3", "en-us-nyc+grandma", "en-gb-x-gbclan+Andy"),
        *(Voice("mbrola", name, CALIBRATION) for name in ("us1", "us2", "us3", "en1")),
        *(Voice("pico2wave", name, CALIBRATION) for name in ("en-US", "en-GB")),
        Voice("flite", "slt", KEPT_APART),
        Voice("flite", "awb", KEPT_APART),
        Voice("festival", "cmu_us_slt_arctic_hts", KEPT_APART),
        Voice("festival", "ked_diphone", KEPT_APART),
        *_espeak(KEPT_APART, "en-gb-x-rp+f3", "en-gb-scotland+m4", "en-gb-x-gbcwmd+m7", "en-029+f2"),
        *_espeak(KEPT_APART, "en-gb-x-rp+m2", "en-029+klatt4"),
    ),
    "fr": (
        *_espeak(CALIBRATION, "fr-fr", "fr-fr+m3", "fr-fr+f4", "fr-fr+klatt2"),
        *_espeak(KEPT_APART, "fr-be+f3", "fr-ch+m4", "fr-be+m7", "fr-ch+f2"),
    ),
    "de": (
        *_espeak(CALIBRATION, "de", "de+m3", "de+f4", "de+klatt2"),
        *_espeak(KEPT_APART, "de+f3", "de+m4", "de+m7", "de+f2"),
    ),
}
"""By language. In German espeak-ng knows one accent only: its halves differ by voice alone."""


def voices(language: str, half: str) -> tuple[Voice, ...]:
    """The voices of one half whose program is installed.

    Raises:
        BadInput: there are none.
    """
    found = tuple(v for v in VOICES.get(language, ()) if v.half == half and shutil.which(v.program))
    if not found:
        raise BadInput(
            f"no synthetic voice speaks {language} here (expected one of espeak-ng, flite, festival: "
            "apt install espeak-ng flite festival)"
        )
    return found


@lru_cache(maxsize=4096)
def speak(voice: Voice, text: str) -> np.ndarray:
    """What the voice says: int16, one channel, `RATE`, the silence around it cut off, at half of full scale.

    Taken from `KEPT` where it was said before.

    Raises:
        BadInput: the program does not speak.
    """
    if not KEPT:
        return _spoken(voice, text)
    name = hashlib.sha256(f"{voice.program} {voice.name} {voice.speed} {text}".encode()).hexdigest()
    file = Path(KEPT) / f"{name}.npy"
    if not file.is_file():
        file.parent.mkdir(parents=True, exist_ok=True)
        made = file.with_suffix(f".{os.getpid()}")
        with made.open("wb") as out:
            np.save(out, _spoken(voice, text))
        made.replace(file)
    told: np.ndarray = np.load(file)
    return told


def _spoken(voice: Voice, text: str) -> np.ndarray:
    with tempfile.TemporaryDirectory() as made:
        file = Path(made) / "said.wav"
        try:
            subprocess.run(
                _command(voice, text, file),
                input=text.encode(),
                capture_output=True,
                check=True,
                timeout=SPEAKS_SECONDS,
            )
        except (OSError, subprocess.SubprocessError) as error:
            raise BadInput(f"{voice.program} {voice.name}: does not speak ({error})") from None
        samples = np.concatenate([block.samples for block in Recording(file, RATE)])
    loud = np.flatnonzero(np.abs(samples) > np.abs(samples).max() / 50)
    samples = samples[loud[0] : loud[-1] + 1].astype(np.float64)
    told: np.ndarray = (samples * (16_384 / np.abs(samples).max())).astype(np.int16)
    return told


def _command(voice: Voice, text: str, file: Path) -> list[str]:
    if voice.program == "espeak-ng":
        return ["espeak-ng", "-v", voice.name, "-s", str(voice.speed), "-w", str(file), text]
    if voice.program == "mbrola":  # espeak-ng speaks with its sounds
        return ["espeak-ng", "-v", f"mb-{voice.name}", "-s", str(voice.speed), "-w", str(file), text]
    if voice.program == "pico2wave":
        return ["pico2wave", "-l", voice.name, "-w", str(file), text]
    if voice.program == "flite":
        return ["flite", "-voice", voice.name, "-t", text, "-o", str(file)]
    return ["text2wave", "-eval", f"(voice_{voice.name})", "-o", str(file)]


def echoing(samples: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The sound in a living room: the voice itself, then noise that dies away (0.3 to 0.5 s to 60 dB)."""
    fades = rng.uniform(0.3, 0.5)
    t = np.arange(int(fades * RATE)) / RATE
    tail = rng.standard_normal(len(t)) * np.exp(-6.9 * t / fades)
    tail *= rng.uniform(0.3, 0.7) / np.linalg.norm(tail)
    tail[0] = 1.0
    size = len(samples) + len(tail) - 1
    heard: np.ndarray = np.fft.irfft(np.fft.rfft(samples, size) * np.fft.rfft(tail, size), size)
    return heard


def power(samples: np.ndarray) -> float:
    """Mean square of what is not silence: the loudest half of all tenths of a second."""
    step = RATE // 10
    whole = samples[: max(step, len(samples) // step * step)].astype(np.float64)
    each = np.array([np.mean(part**2) for part in np.array_split(whole, max(1, len(whole) // step))])
    return float(np.sort(each)[len(each) // 2 :].mean())


def television(
    texts: Sequence[str], by: Sequence[Voice], seconds: float, rng: np.random.Generator
) -> np.ndarray:
    """Somebody who talks on and on at the other end of the room, over a hum: floats, mean square 1."""
    size = int(seconds * RATE)
    said = np.zeros(size)
    place = 0
    while place < size:
        voice, text = int(rng.integers(len(by))), int(rng.integers(len(texts)))
        piece = speak(by[voice], texts[text]).astype(np.float64)
        piece = echoing(piece, rng)[: size - place]
        said[place : place + len(piece)] += piece
        place += len(piece) + int(rng.uniform(0.0, 0.3) * RATE)
    said /= np.sqrt(np.mean(said**2))
    mixed = said + hum(size, rng)
    told: np.ndarray = mixed / np.sqrt(np.mean(mixed**2))
    return told


def hum(size: int, rng: np.random.Generator) -> np.ndarray:
    """Pink noise, mean square 1: its power falls with the frequency, as that of rooms does."""
    spectrum = np.fft.rfft(rng.standard_normal(size))
    spectrum /= np.sqrt(np.maximum(1, np.arange(len(spectrum))))
    noise = np.fft.irfft(spectrum, size)
    return np.asarray(noise / np.sqrt(np.mean(noise**2)))
