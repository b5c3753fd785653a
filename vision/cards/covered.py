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
from vision.cards.settings import CARDS
from vision.geometry.quads import along_line, overlap, share_covered

COVERED = CARDS.covered

ReadsUnder = Callable[[Sequence[Quad], Sequence[Sequence[Quad]]], np.ndarray]
"""Reads outlined cards without what others, given for each of them, hide: n × 52 probabilities or more."""

UNREAD = CARDS.faces.unread


def is_told(probability: float) -> bool:
    """Whether a face of this probability is told."""
    return probability >= CARDS.faces.unread


def beyond_doubt(probability: float) -> bool:
    """Whether a face of this probability needs no second look."""
    return probability >= CARDS.faces.sure


def read_under(
    looks: Sequence[CardLook], read: ReadsUnder, believed: float = 2.0, beside: bool = False
) -> list[CardLook]:
    """*looks* at cards of one picture, those on one another read again without what hides them.

    Args:
        looks: in any order.
        read: see `ReadsUnder`.
        believed: how sure a face must be not to be read again, 0–1; default: all are.
        beside: what is in doubt still is read along outlines beside, too.
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
    read = [look for look in looks if is_told(max(look.faces))]
    return [
        look
        for look in looks
        if look in read or all(overlap(look.corners, other.corners) <= CARDS.places.same for other in read)
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
    sure = [look for look in (*looks, *known) if max(look.faces) >= CARDS.faces.believed]

    def across(one: Quad, other: Quad) -> bool:
        return COVERED.astride < overlap(one, other) < CARDS.places.same

    def astride(look: CardLook) -> bool:
        told_again = any(other.face == look.face for other in sure if other is not look)
        if beyond_doubt(max(look.faces)) and not told_again:
            return False
        surer = [each for each in sure if each is not look and max(each.faces) >= max(look.faces)]
        under = [each.corners for each in surer if overlap(each.corners, look.corners) > COVERED.astride]
        others = [each.corners for each in sure if each is not look]
        # In a fan of strips half a card wide every card lies across its neighbours, and so do those.
        if any(across(mine, other) for mine in under for other in others):
            return False
        apart = all(overlap(a, b) < COVERED.side_by_side for a, b in itertools.combinations(under, 2))
        return len(under) > 1 and apart and share_covered(look.corners, under) >= COVERED.within

    return [look for look in looks if look in placed or not astride(look)]


def _read_layers(
    looks: Sequence[CardLook], read: ReadsUnder, believed: float, beside: bool
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
    for n in np.flatnonzero(rows.max(1) < CARDS.faces.sure) if beside else ():
        around = poses(quads[n], far=True)
        read_so = _rows(around, [upper[n]] * len(around), read)
        looked = [CardLook(quad, tuple(row)) for quad, row in zip(around, read_so.tolist(), strict=True)]
        best = best_of_poses(looked)
        if max(best.faces) >= CARDS.faces.believed:
            told[n] = best
    return told


def upon(quads: Sequence[Quad], along: np.ndarray) -> list[list[Quad]]:
    """For each card of a row those that lie on it, where they were laid one after another *along* it (n)."""
    return [[quads[k] for k in np.flatnonzero(along > mine).tolist()] for mine in along]


def well_read(rows: np.ndarray) -> float:
    """How well a row of cards reads in one order: logarithm of how sure all faces (n × 52) are together."""
    return float(np.log(rows.max(1) + COVERED.nothing).sum())


def _rows(quads: Sequence[Quad], upper: Sequence[Sequence[Quad]], read: ReadsUnder) -> np.ndarray:
    return np.asarray(read(quads, upper), np.float64)[:, :52]
