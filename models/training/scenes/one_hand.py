"""One loser's hand as a phone photographs it: laid in a row or a column, fanned on the table, or held.

Everything is in card widths on the cards' plane, as in `models.training.scenes.card_painter`. Each card
shows its corner index wholly, and not much more than a tight hand shows.
"""

from __future__ import annotations

import numpy as np

from models.training.cards.decks import Deck
from models.training.scenes import card_layouts, card_painter
from models.training.scenes.backgrounds import colour

FEWEST, MOST = 3, 14
"""Cards of a hand: what a loser has left."""
MARGIN = 0.012
"""Widths that show of each card beyond its index."""
PIVOT = 0.2
"""Widths from the lower edge of a held card up to where thumb and fingers hold the fan."""

WIDEST = 150
"""Degrees over which a hand is fanned at most."""


def laid(
    rng: np.random.Generator, painter: card_painter.Painter, _least: float, deck: Deck
) -> card_layouts.Layout:
    """A hand laid down before the player: a row, a column or a fan, seen from any side."""
    _, _, reach, depth = deck.index_boxes[0]
    high, wide = deck.back().shape[:2]
    down = rng.random() < 0.25
    share = rng.uniform(0.14, 0.34) if not down else rng.uniform(0.16, 0.3)
    step = max(share, (depth if down else reach) + MARGIN) * (high / wide if down else 1.0)
    spin = 0.0 if down or rng.random() < 0.4 else rng.uniform(0.02, 0.1)
    hand = card_layouts.spread(rng, _count(rng), step, down=down, turn=rng.uniform(0, 2 * np.pi), spin=spin)
    return _in_the_middle(rng, painter, hand)


def held(
    rng: np.random.Generator, painter: card_painter.Painter, _least: float, deck: Deck
) -> card_layouts.Layout:
    """A fan in the hand, turned round a point near the cards' lower edge."""
    _, _, reach, depth = deck.index_boxes[0]
    high, wide = deck.back().shape[:2]
    arm = high / wide - PIVOT
    # By its index's lower end the next card must have turned away so far.
    step = max(rng.uniform(0.14, 0.26), reach + MARGIN) / (arm - depth * high / wide)
    count = _count(rng)
    step = min(step, np.radians(WIDEST) / count)
    lean, up = rng.normal(0, 0.25), arm - high / wide / 2
    hand: card_layouts.Layout = []
    for k in range(count):
        angle = (k - (count - 1) / 2) * step + rng.normal(0, 0.012) + lean
        hand.append((up * np.sin(angle), -up * np.cos(angle), angle))
    return _in_the_middle(rng, painter, hand)


def _count(rng: np.random.Generator) -> int:
    return int(rng.integers(FEWEST, MOST + 1))


def _in_the_middle(
    rng: np.random.Generator, painter: card_painter.Painter, hand: card_layouts.Layout
) -> card_layouts.Layout:
    """The hand where people aim a phone at it: hardly beside the middle."""
    places = np.array([spot[:2] for spot in hand])
    middle = (places.min(0) + places.max(0)) / 2
    aim = painter.view.plane(np.full((1, 2), painter.side / 2) + rng.normal(0, 25, (1, 2)))[0]
    return [(x - middle[0] + aim[0], y - middle[1] + aim[1], angle) for x, y, angle in hand]


def hold(painter: card_painter.Painter, hand: card_layouts.Layout, high: float) -> None:
    """A thumb and the ball of a hand over the lower part of a fan.

    Args:
        hand: as `held` has laid it.
        high: of a card, widths.
    """
    rng = painter.rng
    place = np.mean([spot[:2] for spot in hand], axis=0)
    angle = float(np.mean([spot[2] for spot in hand]))
    right = np.array([np.cos(angle), np.sin(angle)])
    down = np.array([-right[1], right[0]])
    # The pivot: from the middle card's middle down towards its lower edge.
    pivot = place + down * (high / 2 - PIVOT)
    skin = colour(rng, (5, 16), (50, 150), (90, 250))
    side = rng.choice([-1.0, 1.0])
    turns = np.linspace(0, 2 * np.pi, 24, endpoint=False)

    def oval(middle: np.ndarray, long: float, broad: float, lean: float) -> np.ndarray:
        along = down * np.cos(lean) + right * np.sin(lean)
        across = np.array([-along[1], along[0]])
        ring = [along * np.cos(a) * long + across * np.sin(a) * broad for a in turns]
        return middle + np.array(ring)

    ball = pivot + down * (PIVOT + rng.uniform(0.6, 0.8)) + right * side * 0.25
    painter.patch(oval(ball, 0.85, 0.62, 0.2 * side), skin * rng.uniform(0.85, 0.95), 0.06)
    thumb = pivot + down * rng.uniform(0.0, 0.15)
    painter.patch(oval(thumb, rng.uniform(0.38, 0.48), 0.16, -0.5 * side), skin, 0.04)
