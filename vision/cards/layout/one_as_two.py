"""One large card of which two outlines show a half each: its indices are read in both of them."""

from __future__ import annotations

import numpy as np
from shapely import MultiPoint

from engine.boundaries import CardLook, Quad
from vision.cards.corners import short_edge_first, straighten
from vision.cards.covered import ReadsUnder
from vision.cards.layout.layers import TOUCHING, turned_box
from vision.cards.layout.stacking import border_in_sight
from vision.geometry.quads import as_quad, overlap

NO_BORDER = 0.75
"""Of two cards on one another more of the upper one's border is seen than this, nine times of ten."""
FILLED = 0.9
"""Share of the outline round the pieces of one card that they cover together."""
SURE = 0.95
"""How surely that outline must show the same card itself."""


def one_of_pieces(image: np.ndarray, first: CardLook, second: CardLook, read: ReadsUnder) -> CardLook | None:
    """The card of which two outlines are pieces, or None where they are two cards.

    Args:
        image: uint8 BGR.
        first: what was read along one outline.
        second: along the other.
        read: see `ReadsUnder`.
    """
    quads: tuple[Quad, Quad] = (first.corners, second.corners)
    if first.face != second.face or overlap(*quads) <= TOUCHING:
        return None
    if max(border_in_sight(image, *quads), border_in_sight(image, *reversed(quads))) > NO_BORDER:
        return None
    whole = short_edge_first(*straighten(image, [turned_box(np.array(quads).reshape(8, 2))]))[0]
    outline, one, other = (MultiPoint(corners).convex_hull for corners in (whole, *quads))
    if one.union(other).intersection(outline).area < FILLED * outline.area:
        return None
    row = read([as_quad(whole)], [[]])[0, :52]
    if row[first.face] < SURE:
        return None
    return CardLook(as_quad(whole), tuple(float(p) for p in row))
