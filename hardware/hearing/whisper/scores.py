"""How well each phrase fits a window, against what the network would write freely.

Whisper (Radford et al. 2022, arXiv:2212.04356) gives each next token a probability. A phrase's score is the
sum of its tokens' log-probabilities (nats), the full stop or exclamation mark included, which says that
nothing follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import BadInput
from hardware.hearing.whisper.phrases import Phrase, before
from hardware.hearing.whisper.windows import RATE
from hardware.quiet import silenced

NO_WHISPER = (
    "faster-whisper is not installed: pip install 'nainjaune[whisper]' "
    "(in this folder: pip install -e '.[whisper]')"
)
LOOK_SECONDS = 5.0
"""Seconds that the network is shown, the window first, then silence. It was trained on 30: shown three it
writes phrases twice, shown 30 it takes five times the processor time."""
LONGEST_WRITTEN = 24
"""Tokens that it writes freely at most: what people say in three seconds."""
TOGETHER = 8
"""Phrases scored at a time: the network's view is copied for each."""
LEAST = 1e-9
"""Probability of a token at least, so that its logarithm is finite."""


@dataclass(frozen=True, slots=True)
class Score:
    """How well one thing that may be announced fits a window; all in nats.

    Attributes:
        token: what (`Phrase.token`).
        phrase: the one that fits best.
        fits: log-probability of its phrases, taken together.
        free: that of as many tokens of what the network would write freely.
        tokens: how many of these the best phrase has.
        silence: 0–1, the network's probability that nobody speaks.
        written: what the network would write freely.
    """

    token: str
    phrase: Phrase
    fits: float
    free: float
    tokens: int
    silence: float
    written: str


class Scorer:
    """A Whisper model that scores phrases.

    Args:
        folder: the model, converted for CTranslate2: ``config.json``, ``model.bin``, ``tokenizer.json`` and
            ``vocabulary.txt`` or ``.json``.
        language: what is spoken.

    Raises:
        BadInput: the library is not installed, cannot read the model, or the model knows no such language.
    """

    def __init__(self, folder: Path, language: str) -> None:
        try:
            import ctranslate2
            from faster_whisper import WhisperModel
        except (ImportError, OSError):
            raise BadInput(NO_WHISPER) from None
        try:
            with silenced():
                # One thread: two wait for each other longer than they save on so small a network.
                whole = WhisperModel(
                    str(folder), device="cpu", compute_type="int8", cpu_threads=1, local_files_only=True
                )
        except Exception as error:
            raise BadInput(f"{folder}: faster-whisper cannot read this model ({error})") from None
        self._model: Any = whole.model
        self._pieces: Any = whole.hf_tokenizer
        self._features: Any = whole.feature_extractor
        self._view = ctranslate2.StorageView.from_array
        self._start = [self._special("startoftranscript")]
        if self._model.is_multilingual:
            self._start += [self._special(language), self._special("transcribe")]
        self._plain = self._special("notimestamps")
        self.language = language

    def scores(self, samples: np.ndarray, phrases: Sequence[Phrase]) -> list[Score]:
        """One score for each thing that the phrases announce, the best first.

        Args:
            samples: one of the `looks.looks` at a window: float32, −1 to 1, `RATE`.
            phrases: what is compared (`phrases.compared`).
        """
        look = self._encode(samples)
        written = self._model.generate(
            self._view(look),
            [[*self._start, self._plain]],
            beam_size=1,
            max_length=len(self._start) + 1 + LONGEST_WRITTEN,
            return_no_speech_prob=True,
        )[0]
        free = list(written.sequences_ids[0])
        transcript = self._pieces.decode(free)
        opened = before(transcript, self.language)
        ways = [(phrase, text) for phrase in phrases for text in phrase.written(opened)]
        rows = [free, *(self._ids(text) for _, text in ways)]
        freely, *logs = self._logs(look, rows, int(len(samples) / RATE * 100))
        by_token: dict[str, list[tuple[float, Phrase, int]]] = {}
        for (phrase, _), log in zip(ways, logs, strict=True):
            by_token.setdefault(phrase.token, []).append((float(np.sum(log)), phrase, len(log)))
        found = []
        for token, fits in by_token.items():
            _, phrase, length = max(fits, key=lambda each: each[0])
            together = float(np.logaddexp.reduce([each[0] for each in fits]))
            free_log = float(np.sum(freely[:length]))
            silence = float(written.no_speech_prob)
            found.append(Score(token, phrase, together, free_log, length, silence, transcript))
        return sorted(found, key=lambda each: -each.fits)

    def _encode(self, samples: np.ndarray) -> np.ndarray:
        """What the network makes of the sound: (1, positions, width), float32."""
        padded = np.zeros(int(LOOK_SECONDS * RATE), np.float32)
        padded[: len(samples)] = samples[: len(padded)]
        loudest = float(np.abs(padded).max())
        if loudest:
            padded *= 0.5 / loudest
        features = self._features(padded, padding=0)[None, :, : int(LOOK_SECONDS * 100)]
        seen: np.ndarray = np.array(self._model.encode(self._view(np.ascontiguousarray(features))))
        return seen

    def _logs(self, look: np.ndarray, rows: Sequence[Sequence[int]], frames: int) -> list[np.ndarray]:
        """The logarithm of each token's probability, row by row."""
        found = []
        for first in range(0, len(rows), TOGETHER):
            some = [list(row) for row in rows[first : first + TOGETHER]]
            views = self._view(np.repeat(look, len(some), axis=0))
            aligned = self._model.align(views, self._start, some, [frames] * len(some))
            found += [np.log(np.maximum(each.text_token_probs, LEAST)) for each in aligned]
        return found

    def _ids(self, text: str) -> list[int]:
        return list(self._pieces.encode(text, add_special_tokens=False).ids)

    def _special(self, name: str) -> int:
        number = self._pieces.token_to_id(f"<|{name}|>")
        if number is None:
            raise BadInput(f"it does not know {name}, expected a Whisper model that does")
        return int(number)
