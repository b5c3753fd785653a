"""Proposes whole cards where one is half under what is no card, or half out of the picture.

A box may lie on it, a book, a sleeve. What is seen of it is outlined, and the corner network straightens
that to a square or a strip. A card is longer, or wider: where the rest of it may lie is told here; only as a
whole card its face is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.cards.layout.hypothesis import Hypothesis
from vision.cards.layout.settings import LAYOUT
from vision.geometry.quads import as_quad

PROPOSALS = LAYOUT.proposals


def cut_short(group: Sequence[Hypothesis]) -> list[Hypothesis]:
    """Whole cards of which outlines of a *group* may show a part."""
    return [
        replace(one, quad=as_quad(outline), source="cut short")
        for one in group
        if not one.back
        for outline in completed(one.corners)
    ]


def completed(outline: np.ndarray) -> list[np.ndarray]:
    """Whole cards of which an outline may show a part; none where it has the shape of a card.

    Args:
        outline: 4 × 2 pixels, clockwise.

    Returns:
        Outlines, each float32 4 × 2, clockwise, the first edge a short one; their shape is right where the
        card is seen from above, about.
    """
    sides = np.linalg.norm(np.roll(outline, -1, axis=0) - outline, axis=1)
    one, other = float(sides[0] + sides[2]) / 2, float(sides[1] + sides[3]) / 2
    shortest, longest = PROPOSALS.card_shapes
    whole: list[np.ndarray] = []
    if min(one, other) <= 0 or shortest <= max(one, other) / min(one, other) <= longest:
        return whole
    for edge in range(4):
        across, along = (one, other) if edge % 2 == 0 else (other, one)
        for long in (True, False):
            grown = across * PROPOSALS.aspect if long else across / PROPOSALS.aspect
            if not along < grown <= PROPOSALS.grown_at_most * along:
                continue
            corners = np.roll(outline, -edge, axis=0).astype(np.float32)
            corners[0] = corners[3] + (corners[0] - corners[3]) * grown / along
            corners[1] = corners[2] + (corners[1] - corners[2]) * grown / along
            whole.append(corners if long else np.roll(corners, -1, axis=0))
    return whole
