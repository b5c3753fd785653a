"""Whisper as an engine of `Recogniser`: sound in, the words of what was probably announced out."""

from __future__ import annotations

import json
import threading
from collections import deque
from pathlib import Path

import numpy as np

from engine.boundaries import Expected
from engine.cards import HONOURS
from engine.errors import BadInput
from hardware.hearing.whisper import calibration, phrases
from hardware.hearing.whisper.looks import looks as looks_at
from hardware.hearing.whisper.scores import NO_WHISPER, Score, Scorer
from hardware.hearing.whisper.windows import Silero, Window, Windows

WAITS = 15.0
"""Seconds that a window waits for the game to say that something may be said: a card is told a second or two
after it lies (`hardware.hearing.recogniser.KEPT_SECONDS` keeps as much sound)."""
TOLD = 0.2
"""Probability from which something is told at all; below `engine.referee.gate.DOUBTFUL` people are asked. A
call that is not told costs a tap as a question does: of the calibration's voices, each left out in turn, 92 %
of the calls at 10 dB are found from here, 87 % from 0.3 (53 calls); 5 and 2 of 119 windows of talk ask."""
WORD_SECONDS = 0.5
"""How long a word takes at most: the slowest synthetic voice says "queen takes" in 0.95 s."""
RANKS = frozenset(range(2, 14))


class Whisper:
    """Hears the calls that may be made, in windows of voice.

    Args:
        scorer: the model.
        activity: Silero's ONNX file.

    Attributes:
        looked: windows that the network was shown so far.
    """

    def __init__(self, scorer: Scorer, activity: Path) -> None:
        self.looked = 0
        self._scorer = scorer
        self._language = scorer.language
        self._windows = Windows(Silero(activity))
        self._waiting: deque[Window] = deque()
        self._expected = Expected(0.0, frozenset(HONOURS), RANKS)
        self._told: deque[str] = deque()
        self._lock = threading.Lock()

    def expect(self, expected: Expected) -> None:
        """Listen for this only, also in what was said since; until then anything is expected. From any
        thread.

        Args:
            expected: its time in seconds of sound fed.
        """
        with self._lock:
            self._expected = expected

    def AcceptWaveform(self, data: bytes) -> int:
        """Take in int16 samples, `windows.RATE`; 1: there is a result."""
        self._waiting.extend(self._windows.feed(np.frombuffer(data, np.int16)))
        while self._waiting and self._waiting[0].end < self._windows.seconds - WAITS:
            self._waiting.popleft()
        self._score_windows()
        return int(bool(self._told))

    def Result(self) -> str:
        """The words of one announcement, as vosk tells them; none: an empty object."""
        return self._told.popleft() if self._told else "{}"

    def FinalResult(self) -> str:
        """The same once no more sound comes."""
        self._waiting.extend(self._windows.finish())
        self._score_windows()
        return self.Result()

    def _score_windows(self) -> None:
        """Score the windows in which something expected may have been said."""
        with self._lock:
            expected = self._expected
        if not expected.calls and not expected.sans:
            return
        for window in [each for each in self._waiting if each.end >= expected.since]:
            self._waiting.remove(window)
            self.looked += 1
            recognised = self._recognise(window, expected)
            if recognised is not None:
                self._told.append(recognised)

    def _recognise(self, window: Window, expected: Expected) -> str | None:
        """The words that were probably said, as a result; None: none of these."""
        wanted = phrases.compared(expected, self._language)
        looks = [self._scorer.scores(samples, wanted) for samples in looks_at(window.samples)]
        sure = [(self._sure(window, looks, each), each) for each in looks[0] if not each.phrase.rival]
        probability, best = max(sure, key=lambda each: each[0], default=(0.0, None))
        return None if best is None or probability < TOLD else _result(window, best, probability)

    def _sure(self, window: Window, looks: list[list[Score]], score: Score) -> float:
        values = calibration.signs(looks, score.token, window, self._language)
        return calibration.probability(values, score.token)


def _result(window: Window, score: Score, sure: float) -> str:
    """A result as vosk tells it: the end of the window's time shared out among the words.

    What is heard before a call in its window was somebody else: a call told too early might count for a
    card that was laid before it.
    Each has the probability that all were said, ahead of what the grammar takes off for a short form.
    """
    words = score.phrase.text.split()
    start = max(window.t, window.end - WORD_SECONDS * len(words))
    step = (window.end - start) / len(words)
    results = [
        {"word": word, "start": start + n * step, "end": start + (n + 1) * step, "conf": confidence}
        for n, word in enumerate(words)
        for confidence in [min(1.0, sure / score.phrase.clear)]
    ]
    return json.dumps({"result": results}, ensure_ascii=False)


def activity_model() -> Path:
    """Silero's file among those of faster-whisper.

    Raises:
        BadInput: it is not installed, or its file is not there.
    """
    try:
        from faster_whisper.utils import get_assets_path
    except (ImportError, OSError):
        raise BadInput(NO_WHISPER) from None
    found = sorted(Path(get_assets_path()).glob("silero_vad*.onnx"))
    if not found:
        raise BadInput("faster-whisper: its model of voice activity (silero_vad) is not there")
    return found[-1]
