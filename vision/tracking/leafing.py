"""A hand laid open is leafed through: from its uppermost card down, each read without those that lie on it.

Of a card in a fan a strip is seen, and where packs print an index in all four corners the finder cannot
tell whether a strip is the left or the right edge of its card. Drawn on the wrong side, an outline hides
neighbours that are in plain sight. The uppermost card is seen in full; the next one shows beside it, the
third beside that: what each step brings to light can lie nowhere else.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from engine.boundaries import CardLook, Point, Quad
from vision.cards.covered import ReadsUnder, beyond_doubt
from vision.cards.layout.layers import groups
from vision.geometry.quads import along_line, as_quad, center, overlap, share_covered
from vision.tracking.looks import read_well
from vision.tracking.settings import TRACKING

LEAFING, FACES, OVERLAPS = TRACKING.leafing, TRACKING.faces, TRACKING.overlaps

TURNS = (0.0, -LEAFING.turn, LEAFING.turn)
"""Degrees by which it may be turned against that one; where all read alike it is not."""

Shows = Callable[[Quad, Sequence[Quad]], bool]
"""Whether a new card may lie there with others upon it: what they leave in sight of it is news."""


def leafed_through(
    looks: Sequence[CardLook], plain: Sequence[CardLook], read: ReadsUnder, shows: Shows
) -> list[CardLook]:
    """*looks* with each row in doubt as leafing through it tells it, where that tells more.

    Args:
        looks: new cards of one picture, in any order, read without what lies on them.
        plain: the same as they read wherever they lie: what is sure so must be told in the end.
        read: reads outlined cards without what others hide of them.
        shows: tells where new cards may lie.
    """
    told: list[CardLook] = []
    both = [*looks, *plain]
    # A strip that is outlined on the wrong side may leave a gap in its row.
    for group in groups([_grown(np.array(look.corners)) for look in both]):
        row = [looks[n] for n in group if n < len(looks)]
        seen = [both[n] for n in group if n >= len(looks)]
        if max(len(row), len(seen)) < 2:
            told += row
            continue
        leafed = _leafed(row, seen, read, shows)
        told += leafed if not _orderly(row, seen) or _surely_more(leafed, row, read) else row
    return told


def _orderly(row: Sequence[CardLook], plain: Sequence[CardLook]) -> bool:
    faces = {look.face for look in row}
    all_told = all(look.face in faces for look in plain if beyond_doubt(max(look.faces)))
    return len(faces) == len(row) and all_told and all(beyond_doubt(max(look.faces)) for look in row)


def _surely_more(leafed: Sequence[CardLook], row: Sequence[CardLook], read: ReadsUnder) -> bool:
    """Whether leafing through an orderly row tells all of it and more, of which no face is in doubt.

    Between two cards that lie side by side one may lie half under the one and half upon the other.

    Args:
        leafed: each card before those that lie under it.
    """
    known = {look.face for look in row}
    if not known < {look.face for look in leafed if read_well(look)}:
        return False
    where = {look.face: look.corners for look in leafed}
    if any(overlap(look.corners, where[look.face]) < OVERLAPS.one_card for look in row):
        return False  # it took a card's edge for the whole card, and the card for another one
    new = [n for n, look in enumerate(leafed) if look.face not in known]
    anew = zip(new, _anew(leafed, new, read), strict=True)
    return all(told[leafed[n].face] >= FACES.sure for n, told in anew)


def _anew(leafed: Sequence[CardLook], new: Sequence[int], read: ReadsUnder) -> np.ndarray:
    """Some cards of a row (*new*: their positions) read again, n × 52.

    Walking, it has been taken for granted that they are none of the cards above: a strip of one may be left.
    """
    upper = [[each.corners for each in leafed[:n]] for n in new]
    return np.asarray(read([leafed[n].corners for n in new], upper), np.float64)[:, :52]


def _leafed(
    row: Sequence[CardLook], plain: Sequence[CardLook], read: ReadsUnder, shows: Shows
) -> list[CardLook]:
    """One row, as found or leafed through from either end: whichever tells more faces, each once."""
    # A face that its own outline no longer shows without what others hide of it was read along those.
    own = {look.corners: look.faces for look in row}
    sure = {
        look.face
        for look in _borne_out(plain, shows)
        if min(max(look.faces), own.get(look.corners, look.faces)[look.face]) >= FACES.sure
    }
    surest_last = sorted(_borne_out(row, shows), key=lambda look: max(look.faces))
    best, most = list(row), _worth({look.face: max(look.faces) for look in surest_last}.values())
    started: set[Quad] = set()
    for cards in (_ordered(plain), _ordered(plain)[::-1], _ordered(row), _ordered(row)[::-1]):
        if len(cards) < 2 or cards[0].corners in started or max(cards[0].faces) < FACES.sure:
            continue
        started.add(cards[0].corners)
        walk = _walk(cards, read, shows)
        if not sure <= {look.face for look in walk if read_well(look)}:
            continue
        worth = _worth(max(look.faces) for look in walk)
        if worth > most:
            best, most = walk, worth
        elif worth > most - LEAFING.as_good:
            # It explains the row as well: what shows no face where its cards lie is none of them.
            there = [look.corners for look in walk]
            best = [
                look
                for look in best
                if max(look.faces) >= FACES.faint or share_covered(look.corners, there) < LEAFING.covered
            ]
    return best


def _worth(sure: Iterable[float]) -> float:
    """How much faces tell, each so surely: half sure ones are found wherever one looks, and count little."""
    return sum(each**2 for each in sure)


def _borne_out(row: Sequence[CardLook], shows: Shows) -> list[CardLook]:
    """Those of which what others leave in sight has changed: else an outline lies beside its card."""
    others = ([other.corners for other in row if other is not look] for look in row)
    return [look for look, upper in zip(row, others, strict=True) if shows(look.corners, upper)]


def _ordered(row: Sequence[CardLook]) -> list[CardLook]:
    """A row from one end to the other."""
    if len(row) < 2:
        return list(row)
    place = along_line(np.array([center(look.corners) for look in row]))
    return [row[int(n)] for n in np.argsort(place)]


def _walk(row: Sequence[CardLook], read: ReadsUnder, shows: Shows) -> list[CardLook]:
    """A row from its uppermost card down, as long as there is a next one; no face twice.

    Args:
        row: its cards as they were found, in order: the first one is the uppermost.
    """
    walk = [row[0]]
    upper = [row[0].corners]
    side = _side_towards(np.array(upper[0], np.float64), center(row[-1].corners))
    while len(walk) < LEAFING.most:
        above = np.array(upper[-1])
        places = [*_next_places(above, side), *_found_places(above, side, row)]
        places = [(step, quad) for step, quad in places if shows(quad, upper)]
        if not places:
            break
        quads = [quad for _, quad in places]
        rows = np.asarray(read(quads, [upper] * len(quads)), np.float64)[:, :52]
        # A face that shows more surely farther on was told by a part of that card.
        rows = _without_known(
            rows, [look.face for look in walk if rows[:, look.face].max() <= max(look.faces)]
        )
        best = _first_card(rows, np.array([step for step, _ in places]))
        if best is None:
            break
        walk.append(CardLook(quads[best], tuple(float(p) for p in rows[best])))
        upper.append(quads[best])
        # Found outlines may begin at the other end of their card.
        there = center(quads[best]) + _outward(above, side)
        side = _side_towards(np.array(quads[best]), (float(there[0]), float(there[1])))
    surest = {look.face: look for look in sorted(walk, key=lambda look: max(look.faces))}
    return [look for look in walk if look is surest[look.face]]


def _without_known(rows: np.ndarray, known: Sequence[int]) -> np.ndarray:
    """What places read as, where each card of the pack lies once: as one seen already, only if nearly surely.

    In glare a four of hearts looks like the four of diamonds that lies beside it.
    """
    others = rows.copy()
    others[:, known] = 0.0
    others[others.max(1) < LEAFING.otherwise] = 0.0
    return np.asarray(others / np.maximum(1.0 - rows[:, known].sum(1, keepdims=True), LEAFING.otherwise))


def _first_card(rows: np.ndarray, steps: np.ndarray) -> int | None:
    """Which of the places read shows the card nearest to the one above; None where none is read."""
    faces, sure = rows.argmax(1), rows.max(1)
    reads = np.flatnonzero(sure >= FACES.likely)
    if not len(reads):
        return None
    surely = reads[sure[reads] >= FACES.well]
    first = steps[surely].min() if len(surely) else steps[reads].min()
    # Nearer than the first card that reads surely may be one in glare.
    before = reads[steps[reads] < first - LEAFING.same_strip]
    first = steps[before].min() if len(before) else first
    near = reads[(steps[reads] >= first) & (steps[reads] <= first + LEAFING.same_strip)]
    face = faces[near[sure[near].argmax()]]
    # It reads well on either side of its place, too: that is in the middle.
    along = reads[
        (faces[reads] == face) & (steps[reads] >= first) & (steps[reads] <= first + 2 * LEAFING.same_strip)
    ]
    well = along[sure[along] >= LEAFING.well * sure[along].max()]
    off = np.abs(steps[well] - (steps[well].min() + steps[well].max()) / 2)
    middle = well[off <= off.min() + 1e-6]
    return int(middle[sure[middle].argmax()])


def _grown(outline: np.ndarray) -> np.ndarray:
    middle = outline.mean(0)
    return np.asarray(middle + LEAFING.reaches * (outline - middle))


def _side_towards(outline: np.ndarray, towards: Point) -> int:
    """Which edge of a card faces a point: edge ``n`` leads from corner ``n`` to the next."""
    away = np.array(towards) - outline.mean(0)
    outward = (outline + np.roll(outline, -1, axis=0)) / 2 - outline.mean(0)
    return int((outward @ away / np.linalg.norm(outward, axis=1)).argmax())


def _next_places(above: np.ndarray, side: int) -> list[tuple[float, Quad]]:
    """Where the next card of a row may lie, with how far that is from the one above it.

    Args:
        above: its corners, 4 × 2.
        side: the edge beyond which the next one shows.
    """
    middle, outward = above.mean(0), _outward(above, side)
    places = []
    for degrees in TURNS:
        spin, half = _spin(degrees), _spin(degrees / 2)
        turned = (above - middle) @ spin.T + middle
        # Cards that are turned about a point below them move along an arc.
        places += [(step, as_quad(turned + step * (half @ outward))) for step in LEAFING.steps]
    return places


def _found_places(above: np.ndarray, side: int, row: Sequence[CardLook]) -> list[tuple[float, Quad]]:
    """Those of a row's outlines that lie where the next card may, as `_next_places` tells them."""
    middle, outward = above.mean(0), _outward(above, side)
    along = [float((np.array(center(look.corners)) - middle) @ outward / (outward @ outward)) for look in row]
    ahead = zip(along, (look.corners for look in row), strict=True)
    return [(step, quad) for step, quad in ahead if LEAFING.steps[0] <= step <= LEAFING.steps[-1]]


def _outward(above: np.ndarray, side: int) -> np.ndarray:
    """From a card's middle straight across one of its edges, as long as its short side."""
    short = min(np.linalg.norm(above[1] - above[0]), np.linalg.norm(above[2] - above[1]))
    outward = (above[side] + above[(side + 1) % 4]) / 2 - above.mean(0)
    return np.asarray(outward / np.linalg.norm(outward) * short)


def _spin(degrees: float) -> np.ndarray:
    turn = math.radians(degrees)
    return np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
