"""Makes the numbers of `hardware.hearing.whisper.calibration`: `python -m
companion_api.bench.spoken.calibrating`.

Logistic regression of "it was said" on what speaks for and against it, on the half of the synthetic voices
that is for calibration, English, with a model given by path.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np

from companion_api.bench.spoken.spoken_samples import Played, Sample, samples
from companion_api.bench.spoken.synthetic_voices import CALIBRATION
from hardware.hearing.whisper import phrases
from hardware.hearing.whisper.calibration import SIGNS, signs
from hardware.hearing.whisper.engine import activity_model
from hardware.hearing.whisper.scores import Scorer
from hardware.hearing.whisper.windows import Silero, Windows

KINDS = (
    *("call", "talk", "call", "sans", "other", "talk"),
    *("call", "both", "sans", "talk", "call", "other_sans"),
)
"""What is said, in turn: somewhat more calls than others, as in the moments in which the game waits for
one."""
RIDGE = 1.0
"""Weight of the squared coefficients (signs scaled to spread 1): the usual weak prior of one observation."""


def rows(scorer: Scorer, count: int, seed: int, half: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What speaks for each expected thing in each window.

    Returns:
        Signs (n, `SIGNS`), whether it was said (n,), whether a rank was expected, not a call (n,).
    """
    found: list[tuple[tuple[float, ...], bool, bool]] = []
    kinds = [KINDS[n % len(KINDS)] for n in range(count)]
    for number, sample in enumerate(samples("en", half, kinds, seed), start=1):
        found += _of(scorer, sample)
        if number % 10 == 0:
            print(f"nainjaune: {number}/{count}", file=sys.stderr, flush=True)
    told, said, ranks = zip(*found, strict=True)
    return np.array(told), np.array(said), np.array(ranks)


def _of(scorer: Scorer, sample: Sample) -> list[tuple[tuple[float, ...], bool, bool]]:
    """The windows of one recording; it was said in the one that fits best."""
    cut = Windows(Silero(activity_model()))
    windows = [window for block in Played(sample.sound) for window in cut.feed(block.samples)] + cut.finish()
    wanted = phrases.compared(sample.expected, scorer.language)
    expected = next(each.token for each in wanted if not each.rival)
    told = [signs(scorer.scores(window, wanted), expected) for window in windows]
    if not told:
        return []
    best = max(told, key=lambda each: each[0])
    ranks = bool(sample.expected.sans)
    return [(each, sample.token == expected and each is best, ranks) for each in told]


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
    parser.add_argument("--count", type=int, default=180, help="recordings (180)")
    parser.add_argument("--half", default=CALIBRATION)
    parser.add_argument("--save", type=Path)
    args = parser.parse_args()
    began = time.process_time()
    told, said, ranks = rows(Scorer(args.model, "en"), args.count, 1, args.half)
    if args.save:
        np.savez(args.save, told=told, said=said, ranks=ranks)
    for name, some in (("CALL", ~ranks), ("SANS", ranks)):
        print(
            name, len(told[some]), int(said[some].sum()), np.round(fitted(told[some], said[some]), 3).tolist()
        )
    print(f"{SIGNS} signs, {time.process_time() - began:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
