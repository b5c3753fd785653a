"""A hand laid open, of which the finder drew strips as the wrong edges of their cards."""

from dataclasses import replace

import numpy as np
import pytest

from engine.boundaries import CardLook
from engine.cards import DECK
from vision.geometry.quads import center, overlap
from vision.tracking.leafing import leafed_through

WIDE, HIGH, STEP = 60.0, 90.0, 22.0


def outline(x, y=100.0):
    return ((x, y), (x + WIDE, y), (x + WIDE, y + HIGH), (x, y + HIGH))


def look(x, face, sure=1.0):
    faces = [0.0] * 52
    faces[face] = sure
    return CardLook(outline(x), tuple(faces))


def edge_of(quad):
    """Where a card's left edge is, wherever it is turned to."""
    return sum(sorted(x for x, _ in quad)[:2]) / 2


class Fan:
    """Cards side by side, each upon the one to its left: face ``n`` shows its left edge at `left(n)`.

    A reader tells a face where the uncovered part of an outline begins with that card's strip.
    """

    def __init__(self, cards, sure=None, pushed_out=None):
        self.cards = cards
        self.sure = sure or {}
        self.pushed_out = pushed_out
        self.reads = 0

    def left(self, number):
        return 100.0 + STEP * number

    def read(self, quads, upper):
        self.reads += len(quads)
        rows = np.full((len(quads), 53), 0.001)
        for row, quad, over in zip(rows, quads, upper, strict=True):
            left = edge_of(quad)
            covered = min(map(edge_of, over), default=np.inf)
            for face in range(self.cards):
                edge = self.left(face)
                last = face == self.cards - 1
                free = covered > edge + STEP / 2 or last
                along = face != self.pushed_out or quad[0][1] > 108.0
                if free and along and abs(left - edge) <= 0.1 * WIDE and covered >= edge:
                    row[face] = self.sure.get(face, 0.99)
        return rows

    def shows(self, quad, upper):
        """Whether most of what is in sight of an outline lies on the row."""
        left = edge_of(quad)
        right = min([left + WIDE, *(edge_of(one) for one in upper if edge_of(one) > left)])
        begins, ends = self.left(0), self.left(self.cards - 1) + WIDE
        return min(right, ends) - max(left, begins) > 0.5 * (right - left)

    def true(self, face, sure=1.0):
        return look(self.left(face), face, sure)

    def mirrored(self, face, sure=0.9):
        """The strip as its card's right edge."""
        return look(self.left(face) + STEP - WIDE, face, sure)


def faces(looks):
    return [DECK[each.face].code for each in looks]


def leafed(fan, looks, plain=None):
    """The faces that are told of a row, in their order, where *plain* was seen before others counted."""
    told = leafed_through(looks, plain or looks, fan.read, fan.shows)
    return sorted(each.face for each in told)


@pytest.mark.parametrize("found", [(0, 7), (0, 3, 7), (2, 7), (0, 1, 2, 6, 7)])
def test_every_card_of_a_hand_is_found_from_its_uppermost_one(found):
    fan = Fan(8)
    # A phantom in the middle, as where two strips are outlined as one card.
    looks = [fan.true(n) for n in found] + [look(fan.left(4) + 9, 7, 0.6)]
    told = leafed_through(looks, looks, fan.read, fan.shows)
    assert sorted(each.face for each in told) == list(range(8))
    for each in told:
        assert overlap(each.corners, fan.true(each.face).corners) > 0.7


def test_strips_outlined_on_the_wrong_side_are_put_right():
    fan = Fan(6)
    looks = [fan.true(0), fan.mirrored(2), fan.mirrored(3), fan.true(5)]
    told = {each.face: each for each in leafed_through(looks, looks, fan.read, fan.shows)}
    assert sorted(told) == list(range(6))
    assert abs(center(told[2].corners)[0] - center(fan.true(2).corners)[0]) < 0.15 * WIDE


def test_where_a_card_was_pushed_out_of_its_row_the_outline_that_was_found_is_followed():
    fan = Fan(6, pushed_out=3)
    there = outline(fan.left(3), 112.0)
    # … from whichever end of the card it begins.
    for corners in (there, (*there[2:], *there[:2])):
        pushed = replace(fan.true(3), corners=corners)
        assert leafed(fan, [fan.true(0), fan.mirrored(1), pushed, fan.true(5)]) == list(range(6))


@pytest.mark.parametrize("other, told", [(0.35, True), (0.1, False)])
def test_a_card_that_looks_like_one_above_it_is_the_other_one_that_it_may_be(other, told):
    fan = Fan(6)
    read = fan.read

    def confused(quads, upper):
        rows = read(quads, upper)
        # Of two fours the lower one reads like the upper one.
        rows[:, 4] += rows[:, 2] * (0.98 - other)
        rows[:, 2] *= other
        return rows

    looks = [fan.true(0), fan.mirrored(1), fan.mirrored(4), fan.true(5)]
    found = leafed_through(looks, looks, confused, fan.shows)
    assert (2 in [each.face for each in found]) is told
    assert {0, 1, 3, 4, 5} <= {each.face for each in found} or not told


def test_what_is_in_no_doubt_and_what_lies_alone_stays_as_it_was_found():
    fan = Fan(5)
    looks = [fan.true(n) for n in range(5)]
    assert leafed_through(looks, looks, fan.read, fan.shows) == looks
    fan.reads = 0
    alone = [fan.true(0, 0.5), look(600.0, 9, 0.4)]
    assert leafed_through(alone, alone, fan.read, fan.shows) == alone
    assert fan.reads == 0


@pytest.mark.parametrize("sure, told", [(0.99, True), (0.85, False)])
def test_between_cards_that_are_each_read_beyond_doubt_another_one_must_be_so_too(sure, told):
    fan = Fan(5, {2: sure})
    looks = [fan.true(n) for n in (0, 1, 3, 4)]
    assert leafed(fan, looks) == ([0, 1, 2, 3, 4] if told else [0, 1, 3, 4])
