"""From sound to words on this computer, by vosk with a small model (`voice_models`).

The recogniser listens for the words of the game only, and for decoys: phrases that are often said
at tables and sound alike, and ``[unk]`` for everything else. It still reports words that nobody
said, and is sure of them: what may count, the game decides.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self, runtime_checkable

import numpy as np

from engine.boundaries import Expected
from engine.errors import BadInput
from hardware.hearing.lexicon import lexicon
from hardware.hearing.microphone import NO_EXTRA
from hardware.hearing.sound import Block, Sound
from hardware.hearing.speech import UNKNOWN, Breath, Word
from hardware.quiet import silenced

KEPT_SECONDS = 15.0
"""Sound that stays in memory, for the check of the microphone."""


class Engine(Protocol):
    """What recognises (`vosk.KaldiRecognizer` is one).

    `AcceptWaveform` takes the next samples (int16 of the machine, one channel, about 0.1 s) and is true where
    `Result` then tells words; `FinalResult`, at the end of the sound, is asked until it tells none. They tell
    JSON: ``{"result": [{"word": "dame", "start": 1.2, "end": 1.5, "conf": 0.9}, …]}``, seconds of the sound
    that was fed, the words of one breath in the order said; without ``result`` nothing was said.
    """

    def AcceptWaveform(self, data: bytes) -> int: ...
    def Result(self) -> str: ...
    def FinalResult(self) -> str: ...


@runtime_checkable
class Listens(Engine, Protocol):
    """One that may be told what to listen for."""

    def expect(self, expected: Expected) -> None: ...


class Recogniser:
    """A `SpeechSource` that recognises a sound.

    Args:
        sound: where it comes from; closed with this.
        engine: recognises; made for the sound's rate (`vosk_engine`).
        remembers: seconds of sound that stay in memory.
    """

    def __init__(self, sound: Sound, engine: Engine, remembers: float = KEPT_SECONDS) -> None:
        self.name = sound.name
        self.live = sound.live
        self.began = sound.began
        self._sound = sound
        self._engine = engine
        self._fed = 0
        self._late = 0.0
        self._remembers = remembers
        self._recent: deque[Block] = deque()

    def __iter__(self) -> Iterator[Breath]:
        for block in self._sound:
            # The engine counts the seconds that it was fed; a lost microphone's are not among them.
            self._late = block.t - self._fed / self._sound.rate
            self._fed += len(block.samples)
            self._remember(block)
            if self._engine.AcceptWaveform(block.samples.tobytes()):
                words = words_told(self._engine.Result(), self._late)
                if words:
                    yield words
        while words := words_told(self._engine.FinalResult(), self._late):
            yield words

    def expect(self, expected: Expected) -> None:
        """Listen for what may be said now only, where the engine can (`Whisper`); from any thread.

        Args:
            expected: its time in seconds since the sound began.
        """
        if isinstance(self._engine, Listens):
            self._engine.expect(replace(expected, since=expected.since - self._late))

    def recent(self, start: float, end: float) -> np.ndarray:
        """The sound between two times, as far as it is still in memory: int16 samples."""
        rate = self._sound.rate
        parts = [
            block.samples
            for block in self._recent
            if block.t + len(block.samples) / rate > start and block.t < end
        ]
        return np.concatenate(parts) if parts else np.zeros(0, np.int16)

    def sound(self, seconds: float) -> list[Block]:
        """The last blocks that were heard, their times counted from the first of them."""
        recent = tuple(self._recent)
        last = recent[-1].t if recent else 0.0
        blocks = [block for block in recent if block.t >= last - seconds]
        return [Block(block.t - blocks[0].t, block.samples) for block in blocks]

    @property
    def rate(self) -> int:
        """Samples a second."""
        return self._sound.rate

    def _remember(self, block: Block) -> None:
        self._recent.append(block)
        while self._recent[0].t < block.t - self._remembers:
            self._recent.popleft()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the device or file; whoever iterates comes to an end."""
        self._sound.close()


def vosk_engine(model: Path, rate: int, language: str) -> Engine:
    """Vosk with this model, listening for the words of the game.

    Raises:
        BadInput: vosk is not installed, or cannot read the model.
    """
    try:
        import vosk
    except (ImportError, OSError):
        raise BadInput(NO_EXTRA) from None
    vosk.SetLogLevel(-1)
    try:
        with silenced():
            loaded = vosk.Model(str(model))
    except Exception as error:
        raise BadInput(f"{model}: vosk cannot read this model ({error}); nainjaune voice install") from None
    engine: Any = vosk.KaldiRecognizer(loaded, rate, json.dumps(vocabulary(language), ensure_ascii=False))
    engine.SetWords(True)
    made: Engine = engine
    return made


def vocabulary(language: str) -> list[str]:
    """The phrases that a recogniser is told to listen for, `UNKNOWN` last."""
    phrases = (phrase.replace("-", " ").lower() for phrase in lexicon(language).vocabulary)
    return [*dict.fromkeys(phrase for phrase in phrases if not phrase.isdigit()), UNKNOWN]


def words_told(text: str, late: float = 0.0) -> list[Word]:
    """The words of a result, their times moved by ``late`` seconds."""
    results = json.loads(text).get("result", [])
    return [Word(each["word"], each["start"] + late, each["end"] + late, each["conf"]) for each in results]
