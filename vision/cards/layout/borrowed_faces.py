"""Faces that an outline in a photograph shows only where another card lies upon it: they are that card's.

An outline that was put half beside its card, or across two, may hold another one's index, and is read as
surely.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.boundaries import CardLook
from vision.cards.covered import UNREAD, ReadsUnder
from vision.cards.layout.stacking import lying_upon
from vision.geometry.quads import scaled

LEFT = 0.1
"""A face of which less than this is left, read without what lies upon the card, is not its own: so were two
of 504 cards read rightly under others, and eleven of 27 that were made up (photographs made of packs that
nobody trained on)."""
CERTAIN = 0.85
"""Share of an upper card, along either side, that is left out: a strip with an index may show just beside it,
and outlines err (with all of it seven of those 504 would be lost, and twelve of the 27)."""


def without_borrowed(image: np.ndarray, looks: Sequence[CardLook], read: ReadsUnder) -> list[CardLook]:
    """*looks* at the cards of one photograph; those whose face is another one's are left without any.

    Args:
        image: uint8 BGR.
        looks: in any order.
        read: see `vision.cards.covered.ReadsUnder`.
    """
    told = list(looks)
    upon = lying_upon(image, [look.corners for look in looks])
    while True:
        own = _rows_of_their_own(told, upon, read)
        borrowed = [n for n, row in own.items() if row[told[n].face] < LEFT]
        if not borrowed:
            return told
        # One at a time, the least sure first: what is no card hides nothing of the others.
        worst = min(borrowed, key=lambda n: max(told[n].faces))
        faces = np.minimum(own[worst], told[worst].faces)
        told[worst] = replace(told[worst], faces=tuple(float(p) for p in faces))


def _rows_of_their_own(
    looks: Sequence[CardLook], upon: Sequence[Sequence[int]], read: ReadsUnder
) -> dict[int, np.ndarray]:
    """The faces (52) of each card that lies under others, read without these, by its position."""
    cards = [n for n, look in enumerate(looks) if max(look.faces) >= UNREAD]
    inner = {n: [scaled(looks[k].corners, CERTAIN) for k in upon[n] if k in cards] for n in cards}
    lower = [n for n in cards if inner[n]]
    if not lower:
        return {}
    rows = read([looks[n].corners for n in lower], [inner[n] for n in lower])
    return dict(zip(lower, rows[:, :52], strict=True))
