"""One call, or a sentence of talk, in a room with a television: what a recogniser is measured on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from bench.spoken.said import SAYINGS
from bench.spoken.synthetic_voices import (
    RATE,
    Voice,
    echoing,
    power,
    speak,
    television,
    voices,
)
from engine.boundaries import Expected
from engine.cards import HONOURS
from hardware.hearing.sound import BLOCK_SECONDS, Block
from languages import heard

NOISES = (20, 10, 5)
"""Decibels by which a voice is louder than the television."""
BEFORE, AFTER = 1.5, 0.8
"""Seconds of television around what is said."""
NEIGHBOURS = ("after", "before", "talk_on")
"""Kinds of recordings with talk beside what is said."""
TELEVISION_SECONDS = 40.0
LOUDEST = 16_000.0
"""Of the samples of a recording: half of full scale, as a microphone that is set well gives."""
NEAR = (-0.2, 0.5)
"""Seconds between a call and the talk just before or after it: the next speaker often begins before the other
has done (Stivers et al. 2009, PNAS 106: turns follow each other within −0.2 to 0.5 s)."""
SOFT = 0.5
"""How loud somebody is who speaks at the same time: 6 dB softer."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One recording.

    Attributes:
        voice: who speaks.
        noise: one of `NOISES`.
        text: what is said.
        token: what that announces, ``""`` of talk.
        expected: what the game waits for while it is said.
        t, end: when that is, in seconds.
        sound: int16, `RATE`.
    """

    voice: Voice
    noise: int
    text: str
    token: str
    expected: Expected
    t: float
    end: float
    sound: np.ndarray


class Played:
    """A recording in memory, as a microphone gives it."""

    name, rate, live, began = "synthetic", RATE, False, 0.0

    def __init__(self, sound: np.ndarray) -> None:
        self._sound = sound

    def __iter__(self) -> Iterator[Block]:
        step = int(RATE * BLOCK_SECONDS)
        for start in range(0, len(self._sound), step):
            yield Block(start / RATE, self._sound[start : start + step])

    def close(self) -> None:
        """Nothing to let go of."""


def samples(
    language: str, half: str, kinds: Sequence[str], seed: int, noises: Sequence[int] = NOISES
) -> Iterator[Sample]:
    """One recording for each of ``kinds``, its noise drawn from ``noises``.

    Args:
        language: what is spoken.
        half: whose voices.
        kinds: ``call`` (the expected one), ``other`` (another honour's), ``sans``, ``other_sans``, ``talk``,
            ``both`` (the expected call while somebody else talks), ``after`` and ``before`` (the expected
            call just after talk, or just before it), ``talk_on`` (talk after talk), ``about`` (talk about the
            expected call) or ``about_sans`` (about the expected rank).
        seed: of everything that is drawn.
        noises: some of `NOISES`.
    """
    rng = np.random.default_rng(seed)
    by = voices(language, half)
    background = behind(language, half)
    for kind in kinds:
        voice, noise = by[int(rng.integers(len(by)))], noises[int(rng.integers(len(noises)))]
        text, token, expected = _said(language, kind, rng)
        sound = echoing(speak(voice, text).astype(np.float64), rng)
        loud, t, seconds = power(sound), BEFORE, len(sound) / RATE
        if kind in NEIGHBOURS:
            sound, later = _beside_talk(
                sound, by[int(rng.integers(len(by)))], language, rng, first=kind == "before"
            )
            t += later
        sound = np.concatenate([np.zeros(int(BEFORE * RATE)), sound, np.zeros(int(AFTER * RATE))])
        if kind == "both":
            sound = _with_talk(sound, by[int(rng.integers(len(by)))], language, rng)
        start = int(rng.integers(len(background) - len(sound)))
        sound += background[start : start + len(sound)] * np.sqrt(loud / 10 ** (noise / 10))
        told = (sound * (LOUDEST / np.abs(sound).max())).astype(np.int16)
        yield Sample(voice, noise, text, token, expected, t, t + seconds, told)


def _beside_talk(
    sound: np.ndarray, voice: Voice, language: str, rng: np.random.Generator, *, first: bool
) -> tuple[np.ndarray, float]:
    """Somebody talks just after, or else just before it, as loud; seconds at which it begins."""
    talk = SAYINGS[language].talk
    other = echoing(speak(voice, talk[int(rng.integers(len(talk)))]).astype(np.float64), rng)
    other *= np.sqrt(power(sound) / power(other))
    one, two = (sound, other) if first else (other, sound)
    start = max(0, len(one) + int(rng.uniform(*NEAR) * RATE))
    told = np.zeros(max(len(one), start + len(two)))
    told[: len(one)] += one
    told[start : start + len(two)] += two
    return told, 0.0 if first else start / RATE


@cache
def behind(language: str, half: str) -> np.ndarray:
    """The television of all recordings of a half."""
    texts = SAYINGS[language].television
    return television(texts, voices(language, half), TELEVISION_SECONDS, np.random.default_rng(0))


def _with_talk(sound: np.ndarray, voice: Voice, language: str, rng: np.random.Generator) -> np.ndarray:
    """Somebody else talks at the same time, half as loud."""
    talk = SAYINGS[language].talk
    other = echoing(speak(voice, talk[int(rng.integers(len(talk)))]).astype(np.float64), rng)
    start = int(BEFORE * RATE) + int(rng.uniform(-0.5, 0.5) * RATE)
    other = other[: len(sound) - start]
    sound[start : start + len(other)] += SOFT * other
    return sound


def _said(language: str, kind: str, rng: np.random.Generator) -> tuple[str, str, Expected]:
    sayings = SAYINGS[language]
    card = HONOURS[int(rng.integers(len(HONOURS)))]
    rank = int(rng.integers(2, 14))
    if kind in ("sans", "other_sans"):
        missing = rank if kind == "sans" else 2 + (rank - 2 + int(rng.integers(1, 12))) % 12
        form = sayings.sans[int(rng.integers(len(sayings.sans)))]
        text = form.format(heard(language)["ranks"][missing - 1][0])
        return text, f"sans{missing}", Expected(0.0, frozenset(), frozenset({rank}))
    if kind == "about_sans":
        form = sayings.about_sans[int(rng.integers(len(sayings.about_sans)))]
        text = form.format(heard(language)["ranks"][rank - 1][0])
        return text, "", Expected(0.0, frozenset(), frozenset({rank}))
    expected = Expected(0.0, frozenset({card}), frozenset())
    if kind in ("talk", "talk_on"):
        if rng.random() < 0.25:  # while nobody waits for a call, but for a rank
            expected = Expected(0.0, frozenset(), frozenset({rank}))
        return sayings.talk[int(rng.integers(len(sayings.talk)))], "", expected
    if kind == "about":
        form = sayings.about[int(rng.integers(len(sayings.about)))]
        return form.format(sayings.calls[card.code][int(rng.integers(2))].rstrip("! ")), "", expected
    others = [each for each in HONOURS if each != card]
    said = others[int(rng.integers(len(others)))] if kind == "other" else card
    ways = sayings.calls[said.code]
    return ways[int(rng.integers(len(ways)))], said.code, expected
