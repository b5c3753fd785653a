"""In front of whom a card of a hand lies open."""

from __future__ import annotations

import math

from engine.boundaries import Quad
from engine.referee.seen_cards import SeenCard, middle
from engine.referee.settings import FAR, HAND_PLACE
from engine.referee.witnesses.testimony import Context, Testimony


class Place:
    """The nearer to a player's edge of the table, the likelier it is one of his hand."""

    def testify(self, seen: SeenCard, context: Context) -> Testimony:
        return Testimony(shows=nearness(seen.corners, context))


def nearness(corners: Quad | None, context: Context) -> tuple[float, ...]:
    """How well a place suits what lies in front of each player, 0–1; 1 where nobody knows."""
    seats = context.seats
    if corners is None or len(seats) < max(2, context.players):
        return (1.0,) * context.players
    away = [math.dist(middle(corners), seat) for seat in seats]
    between = sum(min(math.dist(a, b) for b in seats if b is not a) for a in seats) / len(seats)
    scale = HAND_PLACE * max(between, 1.0)
    return tuple(max(FAR, math.exp((min(away) - each) / scale)) for each in away)
