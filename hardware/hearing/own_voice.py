"""One's own voice as a clip: what was said in a few seconds, without the silence around it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

import numpy as np

from hardware.hearing.noise import FAINT, STANDS_OUT
from hardware.hearing.sound import Block, level

SECONDS = 3.0
"""How long an announcement may take."""
MARGIN = 2
"""Blocks kept before and after the voice: words begin and end softly."""


def spoken_part(sound: Iterable[Block], seconds: float = SECONDS) -> np.ndarray:
    """What somebody says in the next seconds: int16 samples, none where no voice stands out of the room."""
    heard = [block.samples for block in takewhile(lambda block: block.t < seconds, sound)]
    levels = np.array([level(samples) for samples in heard] or [FAINT])
    threshold = max(FAINT, float(np.quantile(levels, 0.2)) + STANDS_OUT)
    loud = np.flatnonzero(levels > threshold)
    if not len(loud):
        return np.zeros(0, np.int16)
    return np.concatenate(heard[max(0, loud[0] - MARGIN) : loud[-1] + MARGIN + 1])
