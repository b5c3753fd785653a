"""A card half under something that is no card (a box, a book, a sleeve), or half out of the picture.

What is seen of it is outlined, and the corner network straightens that to a square or a strip. A card is
longer, or wider: where the rest of it may lie is told here; only as a whole card its face is read.
"""

from __future__ import annotations

import numpy as np

ASPECT = 1.4
"""Long over short side of a card: poker cards (bridge cards, 1.56, are read along such outlines, too)."""
SHORTEST, LONGEST = 1.25, 1.75
"""Ratios of an outline's sides between which it is a card's, seen from wherever."""
AT_MOST = 2.5
"""How many times as long as what is seen of it a card may be."""


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
    if (
        not 0 < one < np.inf
        or not 0 < other < np.inf
        or SHORTEST <= max(one, other) / min(one, other) <= LONGEST
    ):
        return []
    whole = []
    for edge in range(4):
        across, along = (one, other) if edge % 2 == 0 else (other, one)
        for long in (True, False):
            grown = across * ASPECT if long else across / ASPECT
            if not along < grown <= AT_MOST * along:
                continue
            corners = np.roll(outline, -edge, axis=0).astype(np.float32)
            corners[0] = corners[3] + (corners[0] - corners[3]) * grown / along
            corners[1] = corners[2] + (corners[1] - corners[2]) * grown / along
            whole.append(corners if long else np.roll(corners, -1, axis=0))
    return whole
