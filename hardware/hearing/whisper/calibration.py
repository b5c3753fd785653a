"""How probable it is that something was said, from how well its phrases fit."""

from __future__ import annotations

import math
from collections.abc import Sequence

from hardware.hearing.whisper.phrases import read
from hardware.hearing.whisper.scores import Score
from hardware.hearing.whisper.windows import Window

CALL = (0.163, 0.292, 0.124, 0.925, -0.541, 0.213, 2.87, 2.752)
"""Weights of the `signs` of a call, and the constant: logistic regression on 695 windows (180 calls) of 400
recordings of the synthetic voices kept for calibration, 20, 10 and 5 dB louder than a television, English,
``tiny.en`` (`companion_api.bench.spoken.calibrating`)."""
SANS = (0.169, 0.379, 0.204, 0.396, -0.294, -2.735, -0.369, 4.264)
"""The same of a rank said to be missing: 174 windows, 60 of them."""
SIGNS = 7
"""How many things speak for or against."""


def signs(scores: Sequence[Score], token: str, window: Window, language: str) -> tuple[float, ...]:
    """What speaks for and against that ``token`` was announced.

    Args:
        scores: of one window, of everything that was compared.
        token: one of them.
        window: which one.
        language: what is spoken.

    Returns:
        How far its phrases fall behind what would be written freely; how well they fit, for each token; how
        far ahead of the next other announcement they are (within 10 either way); how long the voice lasts in
        logarithm of seconds, and its square; the network's probability that nobody speaks; how the grammar
        reads what would be written freely (`phrases.read`).
    """
    mine = next(each for each in scores if each.token == token)
    others = [each.fits for each in scores if each.token != token]
    ahead = mine.fits - max(others) if others else 10.0
    long = math.log(max(0.1, window.end - window.t))
    return (
        max(-20.0, min(5.0, mine.fits - mine.free)),
        mine.fits / mine.tokens,
        max(-10.0, min(10.0, ahead)),
        long,
        long * long,
        mine.silence,
        read(mine.written, token, language),
    )


def probability(told: Sequence[float], token: str) -> float:
    """How probable it is, 0–1, that ``token`` was announced, of which these are the `signs`."""
    weights = SANS if token.startswith("sans") else CALL
    total = sum(weight * sign for weight, sign in zip(weights, (*told, 1.0), strict=True))
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))
