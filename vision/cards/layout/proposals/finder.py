"""Proposes the outlines of the cards that the finder found, straightened."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.cards.corners import short_edge_first, straighten
from vision.cards.finder import FoundCard, without_doubles
from vision.cards.layout.hypothesis import Hypothesis
from vision.geometry.quads import as_quad


def by_finder(image: np.ndarray, found: Sequence[FoundCard]) -> list[Hypothesis]:
    """One hypothesis for each card that was found, its likelier edge first.

    Args:
        image: uint8 BGR.
        found: what the finder found in it, surest first.
    """
    if not found:
        return []
    corners, short_first = straighten(image, [card.box for card in found])
    # Boxes of one card come to lie on one another once straightened; those of a pair in layers do not.
    chosen = without_doubles(corners, np.array([card.confidence for card in found]))
    likelier = short_edge_first(corners, short_first)
    return [Hypothesis(as_quad(likelier[n]), found[n].confidence, "finder", found[n].back) for n in chosen]
