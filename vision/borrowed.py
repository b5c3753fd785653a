"""Faces that an outline in a photograph shows only where another card lies upon it: they are that card's.

An outline that was put half beside its card, or across two, may hold another one's index, and is read as
surely.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.boundaries import CardLook
from vision.covered import UNREAD, ReadsUnder
from vision.stacking import lying_upon

LEFT = 0.1
"""A face of which less than this is left, read without what lies upon the card, is not its own (of 629 cards
in made-up photographs of packs that nobody trained on, read rightly under others, one)."""


def without_borrowed(image: np.ndarray, looks: Sequence[CardLook], read: ReadsUnder) -> list[CardLook]:
    """*looks* at the cards of one photograph; those whose face is another one's are left without any.

    Args:
        image: uint8 BGR.
        looks: in any order.
        read: see `vision.covered.ReadsUnder`.
    """
    upper = [n for n, look in enumerate(looks) if max(look.faces) >= UNREAD]
    upon = lying_upon(image, [looks[n].corners for n in upper])
    lower = [(upper[n], [looks[upper[k]].corners for k in others]) for n, others in enumerate(upon) if others]
    told = list(looks)
    if not lower:
        return told
    rows = read([looks[n].corners for n, _ in lower], [others for _, others in lower])
    for (n, _), row in zip(lower, rows[:, :52], strict=True):
        if row[looks[n].face] < LEFT:
            faces = np.minimum(row, looks[n].faces)
            told[n] = replace(looks[n], faces=tuple(float(p) for p in faces))
    return told
