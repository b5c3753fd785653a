"""Makes the numbers of `hardware.hearing.whisper.calibration`: `python -m
bench.spoken.calibrating`.

Logistic regression of "it was said" on what speaks for and against it, on the half of the synthetic voices
that is for calibration, English, with a model given by path. The numbers are those of all its programs:
with fewer installed, others come out.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from itertools import chain
from pathlib import Path

import numpy as np

from bench.spoken.spoken_samples import Played, Sample, samples
from bench.spoken.synthetic_voices import CALIBRATION
from hardware.hearing.whisper import phrases
from hardware.hearing.whisper.calibration import SIGNS, signs
from hardware.hearing.whisper.engine import activity_model
from hardware.hearing.whisper.looks import looks
from hardware.hearing.whisper.scores import Scorer
from hardware.hearing.whisper.windows import Silero, Windows

KINDS = (
    *("call", "talk", "after", "about", "sans", "call", "before", "other", "about_sans", "both"),
    *("call", "after", "sans", "talk_on", "call", "about", "other_sans", "before", "sans", "talk"),
    *("about_sans", "call", "about"),
)
"""What is said, in turn: somewhat more calls than others, as in the moments in which the game waits for
one."""
SEEDS = (1401, 1402)
"""Of what is said, by whom and before which noise; measured is with others."""
RIDGE = 4.0
"""Weight of the squared coefficients (signs scaled to spread 1): of 1, 4 and 12 the one that tells best the
voices that it was not fitted to, three of 23 at a time."""


def rows(scorer: Scorer, count: int, half: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What speaks for each expected thing in each window.

    Returns:
        Signs (n, `SIGNS`), whether it was said (n,), whether a rank was expected, not a call (n,).
    """
    found: list[tuple[tuple[float, ...], bool, bool]] = []
    kinds = [KINDS[n % len(KINDS)] for n in range(count)]
    spoken = chain.from_iterable(samples("en", half, kinds, seed) for seed in SEEDS)
    for number, sample in enumerate(spoken, start=1):
        found += _of(scorer, sample)
        if number % 10 == 0:
            print(f"nainjaune: {number}/{count * len(SEEDS)}", file=sys.stderr, flush=True)
    told, said, ranks = zip(*found, strict=True)
    return np.array(told), np.array(said), np.array(ranks)


def _of(scorer: Scorer, sample: Sample) -> list[tuple[tuple[float, ...], bool, bool]]:
    """The windows of one recording; it was said in the one that has most of it."""
    cut = Windows(Silero(activity_model()))
    windows = [window for block in Played(sample.sound) for window in cut.feed(block.samples)] + cut.finish()
    wanted = phrases.compared(sample.expected, scorer.language)
    expected = next(each.token for each in wanted if not each.rival)
    shared = [min(window.end, sample.end) - max(window.t, sample.t) for window in windows]
    most = max(0.0, max(shared, default=0.0)) if sample.token == expected else math.inf
    found = []
    for window, seconds in zip(windows, shared, strict=True):
        scores = [scorer.scores(samples, wanted) for samples in looks(window.samples)]
        told = signs(scores, expected, window, scorer.language)
        found.append((told, seconds >= most > 0, bool(sample.expected.sans)))
    return found


def fitted(told: np.ndarray, said: np.ndarray) -> np.ndarray:
    """Coefficients of the logistic regression, the constant last; by Newton's method."""
    middle, spread = told.mean(0), told.std(0) + 1e-9
    x = np.column_stack([(told - middle) / spread, np.ones(len(told))])
    weights = np.zeros(x.shape[1])
    ridge = RIDGE * np.eye(x.shape[1])
    ridge[-1, -1] = 1e-6
    for _ in range(50):
        p = 1 / (1 + np.exp(-x @ weights))
        gradient = x.T @ (p - said) + ridge @ weights
        weights -= np.linalg.solve((x * (p * (1 - p))[:, None]).T @ x + ridge, gradient)
    plain = weights[:-1] / spread
    return np.append(plain, weights[-1] - float(plain @ middle))


def main() -> None:
    """Print the numbers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path, help="a Whisper model that knows English")
    parser.add_argument("--count", type=int, default=345, help="recordings of each seed (345)")
    parser.add_argument("--half", default=CALIBRATION)
    parser.add_argument("--save", type=Path)
    args = parser.parse_args()
    began = time.process_time()
    told, said, ranks = rows(Scorer(args.model, "en"), args.count, args.half)
    if args.save:
        np.savez(args.save, told=told, said=said, ranks=ranks)
    for name, some in (("CALL", ~ranks), ("SANS", ranks)):
        print(
            name, len(told[some]), int(said[some].sum()), np.round(fitted(told[some], said[some]), 3).tolist()
        )
    print(f"{SIGNS} signs, {time.process_time() - began:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
