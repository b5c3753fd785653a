"""Cards on one another: each is read without what the others hide of it.

Of a card in a fan a strip with its index is seen. In the other corners of its outline stand the indices of
its neighbours, and a reader that is shown all of it takes a 1 for the 2 beside. So what hides it is left out.
Whether the cards on its one side or those on its other side lie on it, the readings themselves tell: taken
away wrongly, they leave nothing of a card that could be read.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

import numpy as np

from engine.boundaries import CardLook, Quad
from vision.cards.layout.layers import groups
from vision.cards.poses import best_of_poses, poses
from vision.geometry.quads import along_line, overlap, share_covered

ReadsUnder = Callable[[Sequence[Quad], Sequence[Sequence[Quad]]], np.ndarray]
"""Reads outlined cards without what others, given for each of them, hide: n × 52 probabilities or more."""

SAME_PLACE = 0.7
"""Of a card whose outline overlaps another's more than this hardly its edge is in sight."""
UNREAD = 0.3
"""Below this a face is not told."""
FOUND_BESIDE = 0.9
"""How sure a face must be that is read along an outline beside: of so many one always shows some face."""
SURE, BEYOND_DOUBT = 0.9, 0.97
"""How sure the faces of two cards must be for nothing to lie across them; and of that, to be a card all the
same, if the face is another one."""
ASTRIDE, SIDE_BY_SIDE = 0.1, 0.12
"""Overlap with each of two cards from which on an outline lies across them; and theirs with each other, up to
which they lie side by side."""
WITHIN = 0.88
"""Share of its outline that they then cover together."""
NOTHING = 1e-3
"""Probability that counts for a card of which nothing is read: one such must not outweigh all others."""


def read_under(
    looks: Sequence[CardLook], read: ReadsUnder, believed: float = 2.0, beside: float = 0.0
) -> list[CardLook]:
    """*looks* at cards of one picture, those on one another read again without what hides them.

    Args:
        looks: in any order.
        read: see `ReadsUnder`.
        believed: how sure a face must be not to be read again, 0–1; default: all are.
        beside: how sure it must then be not to be read along outlines beside, too; default: none is.
    """
    told = list(looks)
    for group in groups([np.array(look.corners) for look in looks]):
        together = [looks[n] for n in group]
        if len(group) > 1 and any(max(look.faces) < believed for look in together):
            for n, look in zip(group, _read_layers(together, read, believed, beside), strict=True):
                told[n] = look
    return told


def without_hidden(looks: Sequence[CardLook]) -> list[CardLook]:
    """*looks* without those of which nothing is read that is not another one's (see `read_under`)."""
    read = [look for look in looks if max(look.faces) >= UNREAD]
    return [
        look
        for look in looks
        if look in read or all(overlap(look.corners, other.corners) <= SAME_PLACE for other in read)
    ]


def without_astride(
    looks: Sequence[CardLook], known: Sequence[CardLook] = (), placed: Sequence[CardLook] = ()
) -> list[CardLook]:
    """*looks* without those across two cards that lie side by side and are seen in full.

    Upon them it would hide half of each, and be read as surely; under them nothing of it would be seen.

    Args:
        looks: new cards.
        known: cards that lay there before.
        placed: those of *looks* that have their place from the cards upon them: in a fan of strips half a
            card wide every card lies across its neighbours.
    """
    sure = [look for look in (*looks, *known) if max(look.faces) >= SURE]

    def astride(look: CardLook) -> bool:
        told_again = any(other.face == look.face for other in sure if other is not look)
        if max(look.faces) >= BEYOND_DOUBT and not told_again:
            return False
        surer = [each for each in sure if each is not look and max(each.faces) >= max(look.faces)]
        under = [each.corners for each in surer if overlap(each.corners, look.corners) > ASTRIDE]
        others = [each.corners for each in sure if each is not look]
        # In a fan of strips half a card wide every card lies across its neighbours, and so do those.
        if any(ASTRIDE < overlap(mine, other) < SAME_PLACE for mine in under for other in others):
            return False
        apart = all(overlap(a, b) < SIDE_BY_SIDE for a, b in itertools.combinations(under, 2))
        return len(under) > 1 and apart and share_covered(look.corners, under) >= WITHIN

    return [look for look in looks if look in placed or not astride(look)]


def _read_layers(
    looks: Sequence[CardLook], read: ReadsUnder, believed: float, beside: float
) -> list[CardLook]:
    """Cards that touch one another, read in the likelier order along the line on which they lie."""
    quads = [look.corners for look in looks]
    faces = np.array([look.faces for look in looks], np.float64)
    anew = np.flatnonzero(faces.max(1) < believed)
    place = along_line(np.array(quads, np.float64).mean(1))
    ways = []
    for along in (place, -place):
        upper = upon(quads, along)
        rows = faces.copy()
        rows[anew] = _rows([quads[n] for n in anew], [upper[n] for n in anew], read)
        ways.append((well_read(rows), upper, rows))
    _, upper, rows = max(ways, key=lambda way: way[0])
    told = [CardLook(quad, tuple(float(p) for p in row)) for quad, row in zip(quads, rows, strict=True)]
    for n in np.flatnonzero(rows.max(1) < beside):
        around = poses(quads[n], far=True)
        read_so = _rows(around, [upper[n]] * len(around), read)
        looked = [CardLook(quad, tuple(row)) for quad, row in zip(around, read_so.tolist(), strict=True)]
        best = best_of_poses(looked)
        if max(best.faces) >= FOUND_BESIDE:
            told[n] = best
    return told


def upon(quads: Sequence[Quad], along: np.ndarray) -> list[list[Quad]]:
    """For each card of a row those that lie on it, where they were laid one after another *along* it (n)."""
    return [[quads[k] for k in np.flatnonzero(along > mine)] for mine in along]


def well_read(rows: np.ndarray) -> float:
    """How well a row of cards reads in one order: logarithm of how sure all faces (n × 52) are together."""
    return float(np.log(rows.max(1) + NOTHING).sum())


def _rows(quads: Sequence[Quad], upper: Sequence[Sequence[Quad]], read: ReadsUnder) -> np.ndarray:
    return np.asarray(read(quads, upper), np.float64)[:, :52]
