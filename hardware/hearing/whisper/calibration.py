"""How probable it is that something was said, from how well its phrases fit."""

from __future__ import annotations

import math
from collections.abc import Sequence

from hardware.hearing.whisper.scores import Score

CALL = (0.287, 0.287, 0.171, 2.538, -0.236, 0.498, 4.745)
"""Weights of the `signs` of a call, and the constant: logistic regression on 229 windows (75 calls) of the
synthetic voices kept for calibration, English, ``tiny.en`` (`companion_api.bench.spoken.calibrating`)."""
SANS = (0.223, 0.652, 0.345, 1.348, 0.33, 0.08, 3.412)
"""The same of a rank said to be missing: 108 windows, 30 of them."""
SIGNS = 6
"""How many things speak for or against."""


def signs(scores: Sequence[Score], token: str) -> tuple[float, ...]:
    """What speaks for and against that ``token`` was announced.

    Args:
        scores: of one window, of everything that was compared.
        token: one of them.

    Returns:
        How far its phrases fall behind what would be written freely; how well they fit, for each token; how
        far ahead of the next other announcement they are (within 10 either way); how long the voice lasts in
        logarithm of seconds, and its square; the network's probability that nobody speaks.
    """
    mine = next(each for each in scores if each.token == token)
    others = [each.fits for each in scores if each.token != token]
    ahead = mine.fits - max(others) if others else 10.0
    long = math.log(max(0.1, mine.seconds))
    return (
        max(-20.0, min(5.0, mine.fits - mine.free)),
        mine.fits / mine.tokens,
        max(-10.0, min(10.0, ahead)),
        long,
        long * long,
        mine.silence,
    )


def probability(scores: Sequence[Score], score: Score) -> float:
    """How probable it is, 0–1, that what ``score`` is of was said."""
    weights = SANS if score.token.startswith("sans") else CALL
    told = (*signs(scores, score.token), 1.0)
    total = sum(weight * sign for weight, sign in zip(weights, told, strict=True))
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))
