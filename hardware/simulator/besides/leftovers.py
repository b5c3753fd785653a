"""What earlier rounds have left in the boxes: every box begins full."""

from __future__ import annotations

import random
from collections.abc import Mapping

from engine.cards import Card
from hardware.simulator.things.chips import VALUES

_ANTES_LEFT = (2, 12)
"""So many players' antes nobody took, from and to: half a round at a small table, or three rounds of four."""


def leftovers(seed: object, antes: Mapping[Card, int]) -> dict[Card, dict[str, int]]:
    """The chips in each box before the first ante of the film, how many by kind.

    People have paid them in by and by, so fewer are large than could be; ``antes``: what one puts into each.
    """
    die = random.Random(f"{seed}/leftovers")
    boxes = {}
    for honour, ante in antes.items():
        rest = ante * die.randint(*_ANTES_LEFT) + die.randint(0, 3)
        chips = {}
        for name in ("contrat", "fiche"):
            chips[name] = die.randint(0, rest // VALUES[name] // 2)
            rest -= chips[name] * VALUES[name]
        mixed = [*chips.items(), ("jeton", rest)]
        die.shuffle(mixed)
        boxes[honour] = dict(mixed)
    return boxes
