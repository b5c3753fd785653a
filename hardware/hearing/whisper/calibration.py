"""How probable it is that something was said, from how well its phrases fit."""

from __future__ import annotations

import math
from collections.abc import Sequence

from hardware.hearing.whisper.phrases import read
from hardware.hearing.whisper.scores import Score
from hardware.hearing.whisper.windows import Window

CALL = (0.235, 0.23, 0.085, 0.857, -0.663, 0.159, 2.184, 3.363)
"""Weights of the `signs` of a call, and the constant: logistic regression on 1,120 windows (300 calls) of 690
recordings of the synthetic voices kept for calibration, 20, 10 and 5 dB louder than a television, English,
``tiny.en`` (`bench.spoken.calibrating`)."""
SANS = (0.214, 0.429, 0.07, 0.68, -0.122, -0.229, 1.624, 2.909)
"""The same of a rank said to be missing: 372 windows, 90 of them, 124 of talk about the rank."""
SIGNS = 7
"""How many things speak for or against."""


def signs(looks: Sequence[Sequence[Score]], token: str, window: Window, language: str) -> tuple[float, ...]:
    """What speaks for and against that ``token`` was announced.

    Args:
        looks: scores of everything that was compared, of each look at one window (`looks.looks`).
        token: one of them.
        window: which one.
        language: what is spoken.

    Returns:
        How far its phrases fall behind what would be written freely; how well they fit, for each token; how
        far ahead of the next other announcement they are (within 10 either way), each in the look that speaks
        most for it; how long the voice lasts in logarithm of seconds, and its square; on average, the
        network's probability that nobody speaks, and how the grammar reads what would be written freely
        (`phrases.read`).
    """
    mine = [next(each for each in scores if each.token == token) for scores in looks]
    others = [[each.fits for each in scores if each.token != token] for scores in looks]
    ahead = max(one.fits - max(rest) if rest else 10.0 for one, rest in zip(mine, others, strict=True))
    long = math.log(max(0.1, window.end - window.t))
    return (
        max(-20.0, min(5.0, max(each.fits - each.free for each in mine))),
        max(each.fits / each.tokens for each in mine),
        max(-10.0, min(10.0, ahead)),
        long,
        long * long,
        sum(each.silence for each in mine) / len(mine),
        sum(read(each.written, token, language) for each in mine) / len(mine),
    )


def probability(values: Sequence[float], token: str) -> float:
    """How probable it is, 0–1, that ``token`` was announced, of which these are the `signs`."""
    weights = SANS if token.startswith("sans") else CALL
    total = sum(weight * sign for weight, sign in zip(weights, (*values, 1.0), strict=True))
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))
