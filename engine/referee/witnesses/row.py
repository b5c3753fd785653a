"""Whose cards lie beside it: many lay rows."""

from __future__ import annotations

import math

from engine.boundaries import Quad
from engine.referee.seen_cards import SeenCard, apart
from engine.referee.settings import DECIDED, ELSEWHERE, NEWCOMER
from engine.referee.witnesses.place import nearness
from engine.referee.witnesses.testimony import Context, Testimony


class Row:
    """Beside one of his own cards; on one pile, where everybody's lie as near, it says nothing."""

    def testify(self, seen: SeenCard, context: Context) -> Testimony:
        if seen.corners is None:
            return Testimony()
        near = [0.0] * context.players
        laid = [0.0] * context.players
        for other in context.before:
            if other.corners is None:
                continue
            beside = _closeness(seen.corners, other.corners)
            for place, seat in enumerate(_whose(other)):
                near[place] = max(near[place], seat * beside)
                laid[place] = max(laid[place], seat)
        # Who begins a row does so in front of himself, away from all others.
        away = 1 - max(near)
        begins = [NEWCOMER * close**away for close in nearness(seen.corners, context)]
        return Testimony(
            players=[
                max(ELSEWHERE, n + new * (1 - been)) for n, new, been in zip(near, begins, laid, strict=True)
            ]
        )


def _closeness(one: Quad, other: Quad) -> float:
    """How near two cards lie, 0–1: 1 on one another, less the more of their width is between them."""
    return math.exp(-max(0.0, apart(one, other) - 1.0))


def _whose(seen: SeenCard) -> tuple[float, ...]:
    """Who laid a card: by its arm, and by what was decided."""
    decision = seen.decision
    if decision is None or decision.kind != "play":
        return seen.seats
    return tuple(max(seat, DECIDED * (place == decision.player)) for place, seat in enumerate(seen.seats))
