"""Voice activity: which stretches of sound somebody speaks in, at most three seconds each.

Silero's small network (MIT; Silero Team 2024, version 6, which faster-whisper brings along) says of each 32
ms how likely it is that somebody speaks. What is much softer than the loudest of a stretch is the television
or another room and does not count. A stretch ends with a pause; one that goes on for too long is cut where
it is softest.
"""

from __future__ import annotations

import math
import os
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

# Nothing leaves the room: ONNX Runtime tells its makers of every session (`models/weights.py`).
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

RATE = 16_000
"""Samples a second that both networks take."""
FRAME = 512
"""Samples that Silero judges at a time (its own number)."""
SECONDS = FRAME / RATE
"""The same in seconds: 0.032."""
CONTEXT = 64
"""Samples before them that it wants to see (its own number)."""
SPEECH, SILENCE = 0.5, 0.35
"""Where a voice begins, and below which it pauses: Silero's own defaults (threshold, threshold − 0.15)."""
SOFTER = 10.0
"""Decibels below the loudest of a stretch at which a voice has paused, or had not begun: syllables of one
sentence differ by less, a television that is to be talked over is as much softer."""
SMOOTH = 5
"""Frames over which loudness is averaged: one syllable (0.16 s)."""
PAUSE = 0.3
"""Seconds that end a stretch: longer than the silence of a "t" (below 0.15 s), shorter than between two
calls."""
SHORTEST = 0.15
"""Seconds of voice that are worth a look: "no six" takes 0.4 s at the fastest synthetic voice."""
LONGEST = 3.0
"""Seconds of a window at most, what is shown before and after the voice included."""
BEFORE, AFTER = 0.25, 0.2
"""Seconds of sound around the voice, for its first and last consonant."""
_MOST = int((LONGEST - BEFORE - AFTER) / SECONDS)


@dataclass(frozen=True, slots=True)
class Window:
    """Somebody speaks.

    Attributes:
        t, end: when the voice begins and ends, seconds of sound fed.
        samples: the sound, a little before and after included: float32, −1 to 1, `RATE`.
    """

    t: float
    end: float
    samples: np.ndarray


class Silero:
    """How likely it is that somebody speaks, frame by frame.

    Args:
        model: the ONNX file, ``silero_vad_v6.onnx``.
    """

    def __init__(self, model: Path) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.inter_op_num_threads = options.intra_op_num_threads = 1
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(
            str(model), sess_options=options, providers=["CPUExecutionProvider"]
        )
        self._h = self._c = np.zeros((1, 1, 128), np.float32)
        self._before = np.zeros(CONTEXT, np.float32)

    def __call__(self, frame: np.ndarray) -> float:
        """Probability, 0–1, for the next `FRAME` samples (float32)."""
        fed = np.concatenate([self._before, frame])[None]
        output, self._h, self._c = self._session.run(None, {"input": fed, "h": self._h, "c": self._c})
        self._before = frame[-CONTEXT:]
        return float(np.ravel(output)[0])


class Windows:
    """Cuts sound into windows as it comes.

    Args:
        speaks: says of each `FRAME` samples how likely it is that somebody speaks.
    """

    def __init__(self, speaks: Callable[[np.ndarray], float]) -> None:
        self._speaks = speaks
        self._left = np.zeros(0, np.float32)
        self._frames: deque[np.ndarray] = deque(maxlen=_MOST + round((BEFORE + PAUSE) / SECONDS) + SMOOTH)
        self._count = 0
        # Decibels of each frame since the voice began; empty: nobody speaks.
        self._levels: list[float] = []
        self._paused = 0

    @property
    def seconds(self) -> float:
        """How much was fed."""
        return self._count * SECONDS + len(self._left) / RATE

    def feed(self, samples: np.ndarray) -> list[Window]:
        """The windows that end in these int16 samples."""
        sound = np.concatenate([self._left, samples.astype(np.float32) / 32768.0])
        whole = len(sound) // FRAME * FRAME
        self._left = sound[whole:]
        found = [self._frame(frame) for frame in sound[:whole].reshape(-1, FRAME)]
        return [window for window in found if window is not None]

    def finish(self) -> list[Window]:
        """The window that was not over yet."""
        window = self._window(len(self._levels) - self._paused)
        self._levels = []
        return [] if window is None else [window]

    def _frame(self, frame: np.ndarray) -> Window | None:
        speaks = self._speaks(frame)
        self._frames.append(frame)
        self._count += 1
        if not self._levels and speaks < SPEECH:
            return None
        recent = np.concatenate(list(self._frames)[-SMOOTH:])
        self._levels.append(10 * math.log10(float(np.mean(np.square(recent))) + 1e-10))
        least = max(self._levels) - SOFTER
        self._paused = self._paused + 1 if speaks < SILENCE or self._levels[-1] < least else 0
        # What is much softer than what came since was somebody else.
        first = next(n for n, level in enumerate(self._levels) if level >= least)
        del self._levels[:first]
        end = len(self._levels) - self._paused
        if self._paused * SECONDS >= PAUSE:
            window = self._window(end)
            self._levels, self._paused = [], 0
            return window
        if len(self._levels) >= _MOST:
            half = len(self._levels) // 2
            end = half + int(np.argmin(self._levels[half:]))
            window = self._window(end)
            del self._levels[:end]
            return window
        return None

    def _window(self, length: int) -> Window | None:
        """The first frames since the voice began; None: too few."""
        if length * SECONDS < SHORTEST:
            return None
        first = self._count - len(self._levels)
        oldest = self._count - len(self._frames)
        sound = np.concatenate(list(self._frames))
        start = max(0, (first - oldest) * FRAME - int(BEFORE * RATE))
        stop = (first - oldest + length) * FRAME + int(AFTER * RATE)
        return Window(first * SECONDS, (first + length) * SECONDS, sound[start:stop])
