"""Cards on one another: each is read without what the others hide of it.

Of a card in a fan a strip with its index is seen. In the other corners of its outline stand the indices of
its neighbours, and a reader that is shown all of it takes a 1 for the 2 beside. So what hides it is left out.
Whether the cards on its one side or those on its other side lie on it, the readings themselves tell: taken
away wrongly, they leave nothing of a card that could be read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from engine.boundaries import CardLook, Quad
from vision.geometry import overlap
from vision.layers import groups

ReadsUnder = Callable[[Sequence[Quad], Sequence[Sequence[Quad]]], np.ndarray]
"""Reads outlined cards without what others, given for each of them, hide: n × 52 probabilities or more."""

SAME_PLACE = 0.7
"""Of a card whose outline overlaps another's more than this hardly its edge is in sight."""
UNREAD = 0.3
"""Below this a face is not told."""
NOTHING = 1e-3
"""Probability that counts for a card of which nothing is read: one such must not outweigh all others."""


def read_under(looks: Sequence[CardLook], read: ReadsUnder, believed: float = 2.0) -> list[CardLook]:
    """*looks* at cards of one picture, those on one another read again without what hides them.

    Args:
        looks: in any order.
        read: see `ReadsUnder`.
        believed: how sure a face must be not to be read again, 0–1; default: all are.
    """
    told = list(looks)
    for group in groups([np.array(look.corners) for look in looks]):
        together = [looks[n] for n in group]
        if len(group) > 1 and any(max(look.faces) < believed for look in together):
            for n, faces in zip(group, _read_layers(together, read, believed), strict=True):
                told[n] = CardLook(looks[n].corners, tuple(float(p) for p in faces))
    return told


def without_doubles(looks: Sequence[CardLook]) -> list[CardLook]:
    """*looks* without those of which nothing is read that is not another one's (see `read_under`)."""
    read = [look for look in looks if max(look.faces) >= UNREAD]
    return [
        look
        for look in looks
        if look in read or all(overlap(look.corners, other.corners) <= SAME_PLACE for other in read)
    ]


def _read_layers(looks: Sequence[CardLook], read: ReadsUnder, believed: float) -> np.ndarray:
    """Cards that touch one another, read in the likelier of the two orders along the line on which they lie.

    Returns:
        n × 52 probabilities.
    """
    quads = [look.corners for look in looks]
    faces = np.array([look.faces for look in looks], np.float64)
    anew = np.flatnonzero(faces.max(1) < believed)
    middles = np.array(quads, np.float64).mean(1)
    line = np.linalg.svd(middles - middles.mean(0), full_matrices=False)[2][0]
    place = (middles - middles.mean(0)) @ line
    ways = []
    for along in (place, -place):
        upper = [[quads[k] for k in np.flatnonzero(along > along[n])] for n in anew]
        rows = faces.copy()
        rows[anew] = np.asarray(read([quads[n] for n in anew], upper), np.float64)[:, :52]
        ways.append(rows)
    return max(ways, key=lambda rows: float(np.log(rows.max(1) + NOTHING).sum()))
