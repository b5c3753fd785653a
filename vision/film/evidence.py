"""The terms of a track's score: log odds that this card lies there, each from its looks alone.

    score = face · place on the plane · lies where this table lays its cards

The weights are fitted (`FILM.evidence`, see there), not chosen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from engine.boundaries import Quad
from vision.film.settings import FILM
from vision.film.track import Sight
from vision.table.plane import Plane

TERMS = FILM.evidence


def misfit(plane: Plane, corners: Quad, card: tuple[float, float]) -> float:
    """How unlike an outline is to a card on the plane: the largest relative error of its sides and its skew.

    Where nobody knows the plane, cards that lie nearer are larger: then only their shape tells.

    Args:
        card: short and long side of a card on the plane.
    """
    one, other, skew = sides(plane, corners)
    short, long = min(one, other) / card[0], max(one, other) / card[1]
    return max(abs(short - 1), abs(long - 1), skew) if plane.told else max(abs(short / long - 1), skew)


def sides(plane: Plane, corners: Quad) -> tuple[float, float, float]:
    """Two sides of an outline on the plane, each with the opposite one, and how unlike these are."""
    flat = plane.flat(corners).astype(np.float64)
    each = np.linalg.norm(np.roll(flat, 1, axis=0) - flat, axis=1)
    one, other = float(each[0] + each[2]) / 2, float(each[1] + each[3]) / 2
    skew = max(abs(each[0] - each[2]), abs(each[1] - each[3])) / max(one, other)
    return one, other, float(skew)


def face(sights: Sequence[Sight]) -> float:
    """What the looks say of the face; those of one camera err alike: there is a most for each and for all."""
    odds = (
        math.log(max(p, TERMS.unreadable) / (1 + TERMS.unreadable - p))
        for p in (sight.seen.sure for sight in sights)
    )
    return min(TERMS.most_face, sum(min(TERMS.most_look, each) for each in odds))


def place(sights: Sequence[Sight]) -> float:
    """Whether it fits the plane; an error that all looks at one place share counts once."""
    return float(np.median([sight.misfit for sight in sights])) ** 2


def company(near: float, laid: float) -> float:
    """Whether this table lays its cards there: *near* of all *laid* lie there."""
    return math.log((near + 0.5) / (min(laid, TERMS.company) + TERMS.unknown))


def terms(
    sights: Sequence[Sight], near: float, laid: float, earlier: Sequence[Sight] = ()
) -> tuple[float, float, float]:
    """The three terms of a card that these looks showed; *near*, *laid*: as for `company`.

    Args:
        earlier: looks that showed it before it was pushed.
    """
    return face([*earlier, *sights]), place(sights), company(near, laid)


def score(found: Sequence[float]) -> float:
    """Log odds that a card lies there, of its `terms`."""
    return TERMS.bias + sum(weight * term for weight, term in zip(TERMS.weights, found, strict=True))
