"""Cards laid open side by side, each over the one before: which of them there are.

A hand laid open is a row of nearly even steps. That tells where the finder saw nothing of a card
between two others: at a step of double width the place between is read.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence

import numpy as np

from engine.boundaries import CardLook, Quad
from engine.cards import DECK
from vision.cards.covered import ReadsUnder
from vision.cards.poses import best_of_poses
from vision.geometry.quads import along_line, overlap
from vision.tracking.settings import TRACKING

FANS, FACES, OVERLAPS = TRACKING.fans, TRACKING.faces, TRACKING.overlaps

SKEW = math.radians(FANS.skew)
"""How far cards of one row may be turned against it and against each other."""

Flattens = Callable[[Quad], np.ndarray]
"""Corners on the table's plane, 4 × 2."""


def read_between(laid: Sequence[CardLook], flat: Flattens, read: ReadsUnder) -> list[CardLook]:
    """The cards of a row with those that nobody found, and better outlines of those that hardly show a face.

    Args:
        laid, flat, read: as for `missed_between`.
    """
    laid = _surely_between(laid, flat, read)
    found = missed_between(laid, flat, read)
    clear = [look for look in [*laid, *found] if max(look.faces) >= FACES.likely]
    vague = [look for look in laid if max(look.faces) < FACES.likely]
    anew = missed_between(clear, flat, read) if vague else []
    taken = [look.corners for look in [*found, *anew]]
    vague = [look for look in vague if all(overlap(look.corners, each) < FANS.same_card for each in taken)]
    return [*clear, *vague, *anew]


def _surely_between(laid: Sequence[CardLook], flat: Flattens, read: ReadsUnder) -> list[CardLook]:
    """The cards of a row, where two sure ones tell what is between them without those read there in doubt.

    Of two strips side by side each is easily read along an outline that shows the index of the other too.
    """
    sure = [look for look in laid if max(look.faces) >= FACES.sure]
    doubtful = [look for look in laid if FACES.likely <= max(look.faces) < FACES.sure]
    if not doubtful:
        return list(laid)
    surely = [look for look in missed_between(sure, flat, read) if max(look.faces) >= FACES.sure]
    faces = {look.face for look in surely}
    return surely + [
        look
        for look in laid
        if look not in doubtful
        or (
            look.face not in faces
            and all(overlap(look.corners, each.corners) < FANS.same_card for each in surely)
        )
    ]


def missed_between(laid: Sequence[CardLook], flat: Flattens, read: ReadsUnder) -> list[CardLook]:
    """Cards of a row that nobody found, read where a wide step leaves room for them.

    Args:
        laid: the cards found, in any order.
        flat: takes corners to the table's plane.
        read: reads outlined cards, in the picture's pixels, without what those hide that lie on them.
    """
    if len(laid) < 2:
        return []
    row = _in_order(laid, flat)
    corners = [flat(look.corners) for look in row]
    places = [each.mean(axis=0) for each in corners]
    short = _short_side(corners)
    steps = [math.dist(a, b) for a, b in itertools.pairwise(places)]
    usual = min(_usual_step(places), FANS.widest_step * short) if len(row) > 2 else short / 4
    usual = max(usual, FANS.least_step * short)
    # Of a card between two that lie side by side nothing would be seen, or too little of those.
    apart = short * (1 + FANS.least_step) if min(steps) > FANS.side_by_side * short else 0.0
    wide = [
        (number, step)
        for number, step in enumerate(steps)
        if step >= max(FANS.wide * usual, apart) and _beside(corners[number], corners[number + 1])
    ]
    told = {look.face for look in row}
    enough = FACES.likely if len(row) > 2 else FACES.well
    found: list[tuple[CardLook, int, float]] = []
    places_read = [
        (look, number, part)
        for number, step in wide
        for look, part in _along(row, number, FANS.crowded * usual / step, FANS.scan * short / step, read)
    ]
    # The surest first, of the whole row: a card that reads a little like one of another gap is not that.
    for look, number, part in sorted(places_read, key=lambda each: -max(each[0].faces)):
        room = FANS.crowded * usual / steps[number]
        free = all(abs(part - its) >= room for _, gap, its in found if gap == number)
        mixed = len(row) == 2 and _mixed(look, *row)
        if max(look.faces) >= enough and look.face not in told and free and not mixed:
            told.add(look.face)
            found.append((look, number, part))
    return [look for look, _, _ in found]


def heard_together(look: CardLook, others: Sequence[CardLook], laid: Sequence[CardLook] = ()) -> CardLook:
    """A reading together with what was read along other outlines of the same card, where they differ.

    Args:
        look: the best reading.
        others: all readings of the neighbourhood, ``look`` itself may be among them.
        laid: the cards found: what shows the sure face of another one is a strip of that.
    """
    best = max(look.faces)
    theirs = {each.face for each in laid if max(each.faces) >= FACES.sure} - {look.face}
    same = [
        other
        for other in others
        if other is not look
        and other.face not in theirs
        and max(other.faces) >= FANS.heard * best
        and overlap(other.corners, look.corners) > OVERLAPS.same_place
    ]
    if best < FACES.sure:
        rows = [look.faces, *(other.faces for other in same)]
        return CardLook(look.corners, tuple(float(p) for p in np.mean(rows, axis=0)))
    others = [other for other in same if other.face != look.face and max(other.faces) >= FACES.likely]
    # As sure a reading counts as much: one along an outline that fits badly is seldom that sure.
    return CardLook(look.corners, best_of_poses([look, *others]).faces) if others else look


def _along(
    row: Sequence[CardLook], number: int, room: float, every: float, read: ReadsUnder
) -> list[tuple[CardLook, float]]:
    """What is read between a card of a row and the next, with the part of the way at which it is read.

    Args:
        row: in order.
        number: the card before.
        room: the part of the way that is kept clear of either.
        every: the part between two readings.
    """
    parts = np.arange(room, 1 - room + 1e-6, every).tolist()
    if not parts:
        return []
    quads = [_part_way(row[number].corners, row[number + 1].corners, part) for part in parts]
    # The cards on either side lie on it; without the wrong ones nothing of it is left to be read.
    sides = [[look.corners for look in side] for side in (row[number + 1 :], row[: number + 1])]
    rows = [np.asarray(read(quads, [upper] * len(quads)))[:, :52].tolist() for upper in sides]
    return [
        (CardLook(quad, tuple(faces)), part)
        for told in rows
        for quad, part, faces in zip(quads, parts, told, strict=True)
    ]


def _mixed(look: CardLook, one: CardLook, other: CardLook) -> bool:
    """Whether a reading between two cards has the rank of one and the suit of the other, of whose indices it
    may be made up."""
    face, first, second = (DECK[each.face] for each in (look, one, other))
    return (face.rank, face.suit) in ((first.rank, second.suit), (second.rank, first.suit))


def _short_side(corners: Sequence[np.ndarray]) -> float:
    return float(np.median([np.linalg.norm(each[1] - each[0]) for each in corners]))


def _in_order(laid: Sequence[CardLook], flat: Flattens) -> list[CardLook]:
    """The cards along the line on which they lie."""
    places = np.array([flat(look.corners).mean(axis=0) for look in laid])
    return [laid[int(number)] for number in np.argsort(along_line(places))]


def _usual_step(places: Sequence[np.ndarray]) -> float:
    """The step of a row of at least three places: one of the smallest, as many a card may be missing."""
    points = np.array(places)
    points = points[np.argsort(along_line(points))]
    steps = np.sort(np.linalg.norm(np.diff(points, axis=0), axis=1))
    return float(steps[(len(steps) - 1) // 4])


def _beside(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether two cards lie turned alike and square to the line between them."""
    first, second = one[1] - one[0], other[1] - other[0]
    between = other.mean(axis=0) - one.mean(axis=0)

    def off(a: np.ndarray, b: np.ndarray, every: float) -> float:
        turn = (math.atan2(a[1], a[0]) - math.atan2(b[1], b[0])) % every
        return min(turn, every - turn)

    return off(first, second, math.pi) < SKEW and off(first, between, math.pi / 2) < SKEW


def _part_way(one: Quad, other: Quad, part: float) -> Quad:
    """The outline between two: ``part`` of the way, turned as the first."""
    a, b = np.array(one), np.array(other)
    # The same physical corner of both, whichever end either was read from.
    if np.dot(a[1] - a[0], b[1] - b[0]) < 0:
        b = np.roll(b, 2, axis=0)
    p, q, r, s = ((float(x), float(y)) for x, y in a + (b - a) * part)
    return (p, q, r, s)
