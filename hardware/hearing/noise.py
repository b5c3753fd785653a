"""Whether a microphone stands well: how loud the room is, and how loud people are in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile

import numpy as np

from hardware.hearing.sound import Block, level

LISTEN_SECONDS = 6.0
"""How long a check listens."""
QUIET_ROOM, LOUD_ROOM = 0.2, 0.95
"""The room is what is exceeded four fifths of the time; voices are the loudest twentieth."""
DEAD, FAINT, LOUD = -75.0, -42.0, -6.0
"""Decibels: below the first nothing is connected or it is muted; voices belong between the others."""
STANDS_OUT = 12.0
"""Decibels by which voices must be louder than the room to be told apart from it."""
CLIPPED = 32700
"""Samples this large (of 32767) are cut off."""


@dataclass(frozen=True, slots=True)
class Check:
    """What a few seconds of sound say.

    Attributes:
        room, voices: levels in decibels, -96 (nothing) to 0 (the loudest there can be).
        verdict: ``good``, ``dead`` (no sound at all), ``faint`` (too far away, or turned down),
            ``loud`` (cut off) or ``noisy`` (voices hardly stand out; also when nobody spoke).
    """

    room: float
    voices: float
    verdict: str


def check(sound: Iterable[Block], seconds: float = LISTEN_SECONDS) -> Check:
    """Listen for some seconds, in which somebody should speak from where people sit."""
    heard = list(takewhile(lambda block: block.t < seconds, sound))
    levels = np.array([level(block.samples) for block in heard] or [-96.0])
    room, voices = (float(each) for each in np.quantile(levels, [QUIET_ROOM, LOUD_ROOM]))
    cut = sum(_loudest(block) >= CLIPPED for block in heard)
    if voices < DEAD:
        verdict = "dead"
    elif voices > LOUD or cut > max(2, 0.05 * len(heard)):
        verdict = "loud"
    elif voices < FAINT:
        verdict = "faint"
    elif voices - room < STANDS_OUT:
        verdict = "noisy"
    else:
        verdict = "good"
    return Check(round(room, 1), round(voices, 1), verdict)


def _loudest(block: Block) -> int:
    """The largest sample, whatever its sign."""
    return int(np.abs(block.samples.astype(np.int32)).max(initial=0))
