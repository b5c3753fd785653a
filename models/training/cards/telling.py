"""How far what is seen of a card tells its face."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from engine.cards import Card

GRID = (42, 60)
"""Columns and rows on which it is tracked what of a card is seen."""


class Indexed(Protocol):
    """Where a pack prints its indices (see `models.training.cards.decks.Deck`)."""

    index_boxes: tuple[tuple[float, float, float, float], ...]
    index_tells: bool


def share_seen(box: tuple[float, float, float, float], seen: np.ndarray) -> float:
    """Share, 0–1, of a *box* (x0, y0, x1, y1, fractions of the card) that is seen on its `GRID` (0–255)."""
    (columns, rows), (x0, y0, x1, y1) = GRID, box
    part = seen[int(y0 * rows) : int(np.ceil(y1 * rows)), int(x0 * columns) : int(np.ceil(x1 * columns))]
    return float(part.mean()) / 255


def told(deck: Indexed, card: Card, seen: np.ndarray) -> float:
    """How far the visible part of a face tells which it is, 0 (no) to 1 (surely).

    An index with its suit tells alone; without one a court needs about half of itself, a
    pip card nearly all of its pips, since a 9 with a pip hidden is an 8.
    """
    columns, rows = GRID
    best = 0.0
    if deck.index_tells:
        best = max((share_seen(box, seen) for box in deck.index_boxes), default=0.0)
    by_index = (best - 0.55) / 0.33
    inner = seen[round(0.07 * rows) : -round(0.07 * rows), round(0.1 * columns) : -round(0.1 * columns)]
    share = float(inner.mean()) / 255
    by_content = (share - 0.35) / 0.25 if card.rank > 10 else (share - 0.78) / 0.16
    return float(np.clip(max(by_index, by_content), 0, 1))
