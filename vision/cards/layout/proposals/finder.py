"""Proposes the outlines of the cards that the finder found, straightened."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.cards.corners import short_edge_first, straighten
from vision.cards.finder import FoundCard, without_doubles
from vision.cards.layout.hypothesis import Hypothesis
from vision.cards.layout.settings import LAYOUT
from vision.geometry.quads import as_quad

PROPOSALS = LAYOUT.proposals


def by_finder(
    image: np.ndarray, found: Sequence[FoundCard]
) -> tuple[list[Hypothesis], list[Hypothesis | None]]:
    """One hypothesis for each card that was found, and one with the other edge as its short one.

    Args:
        image: uint8 BGR.
        found: what the finder found in it, surest first.

    Returns:
        The likelier ways, and the others; None where the picture leaves no doubt.
    """
    if not found:
        return [], []
    corners, short_first = straighten(image, [card.box for card in found])
    # Boxes of one card come to lie on one another once straightened; those of a pair in layers do not.
    kept = without_doubles(corners, np.array([card.confidence for card in found]))
    likelier = short_edge_first(corners, short_first)
    doubt = np.minimum(short_first, 1 - short_first)
    ways = [Hypothesis(as_quad(likelier[n]), found[n].confidence, "finder", found[n].back) for n in kept]
    others = [
        Hypothesis(as_quad(np.roll(likelier[n], 1, axis=0)), found[n].confidence, "turned", found[n].back)
        if doubt[n] > PROPOSALS.edge_open
        else None
        for n in kept
    ]
    return ways, others
