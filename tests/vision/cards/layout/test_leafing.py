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


def test_a_card_in_glare_is_not_passed_over_nor_those_that_an_outline_beside_the_row_reads():
    fan = Fan(6, {3: 0.6})
    assert leafed(fan, [fan.true(0), fan.mirrored(2), fan.true(5)]) == list(range(6))
    # A strip drawn on the wrong side reaches out of the row and read the card that lies there.
    fan = Fan(4)
    beside = look(fan.left(1) + STEP - WIDE, 9, 0.95)
    assert leafed(fan, [fan.true(0), beside, fan.true(2), fan.true(3)]) == list(range(4))


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


def test_a_row_leafed_through_from_the_wrong_end_tells_nothing_in_place_of_what_was_sure():
    phantoms = {0: 5, 1: 10, 2: 11}

    def read(quads, upper):
        rows = np.full((len(quads), 53), 0.001)
        for row, quad, over in zip(rows, quads, upper, strict=True):
            if edge_of(quad) > max(map(edge_of, over)) and len(over) <= 3:
                row[phantoms[len(over) - 1]] = 0.7
        return rows

    looks = [look(100.0, 0, 0.95), look(160.0, 5)]
    assert leafed_through(looks, [*looks, look(130.0, 5, 0.3)], read, lambda *_: True) == looks


def test_a_row_read_from_the_wrong_end_tells_no_more_by_a_half_sure_card():
    fan = Fan(6)

    def read(quads, upper):
        """From its lowest card on a row shows one card too few, and two half surely that are not there."""
        rows = fan.read(quads, upper)
        for row, over in zip(rows, upper, strict=True):
            if edge_of(over[0]) < fan.left(1):
                shown = [(2, 0.95), (20, 0.7), (3, 0.95), (21, 0.7), (4, 0.95), (5, 0.95)]
                face, sure = shown[min(len(over), 6) - 1]
                row[:] = 0.001
                row[face] = sure
        return rows

    looks = [fan.true(0), fan.true(2, 0.95), fan.true(5)]
    told = leafed_through(looks, looks, read, fan.shows)
    assert sorted(each.face for each in told) == list(range(6))


def test_what_was_found_stays_where_leafing_through_it_tells_less():
    fan = Fan(6, {face: 0.3 for face in (1, 2, 3, 4)})
    looks = [fan.true(0), fan.true(3, 0.95), fan.true(5)]
    assert faces(leafed_through(looks, looks, fan.read, fan.shows)) == faces(looks)


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


def test_a_card_that_lies_beside_the_others_is_not_told_by_its_edge_and_again_as_another_one():
    def read(quads, upper):
        """Beside the first card the edge of the second one reads as that; it then hides its index."""
        rows = np.full((len(quads), 53), 0.001)
        for row, quad, over in zip(rows, quads, upper, strict=True):
            left, covered = edge_of(quad), max(map(edge_of, over))
            if covered == 100.0 and 108.0 < left < 120.0:
                row[5] = 0.98
            elif 100.0 < covered < 120.0 and 155.0 < left < 170.0:
                row[20] = 0.99
            elif 155.0 < covered < 170.0 and left > covered:
                row[9] = 0.9
        return rows

    looks = [look(100.0, 0, 0.99), look(163.0, 5, 0.99), look(226.0, 9, 0.99)]
    assert leafed_through(looks, looks, read, lambda *_: True) == looks


def test_what_read_surely_before_a_phantom_led_astray_is_told():
    """Read in the wrong order of layers a good row may come out as other cards, each surely."""
    fan = Fan(6)
    plain = [fan.true(n) for n in range(6)] + [look(fan.left(3) + 9, 20, 0.8)]
    astray = [fan.true(0), look(fan.left(1), 11, 0.94), look(fan.left(3), 12, 0.91), fan.true(5)]
    assert leafed(fan, astray, plain) == list(range(6))


def test_outlines_without_a_face_on_a_row_that_is_explained_go():
    fan = Fan(5)
    cards, nothing = [fan.true(n) for n in range(5)], look(fan.left(2) + 9, 20, 0.01)
    beyond = look(fan.left(4) + WIDE, 20, 0.01)
    told = leafed_through([*cards, nothing, beyond], cards, fan.read, fan.shows)
    assert told == [*cards, beyond]


def test_a_row_ends_where_the_table_has_not_changed():
    fan = Fan(4)
    beyond = Fan(7)  # three more lay there before, and read as well
    looks = [fan.true(0, 0.95), fan.true(3)]
    told = leafed_through(looks, looks, beyond.read, fan.shows)
    assert len(told) <= 4


def test_a_face_that_was_read_along_what_others_hide_need_not_be_told():
    fan = Fan(6)
    # The second strip, on the wrong side of its card, reads as another card as long as its neighbour counts.
    plain = [fan.true(5), look(fan.left(3) + 5, 40, 0.97), fan.true(2), fan.true(0)]
    row = [fan.true(5), look(fan.left(3) + 5, 40, 0.67), fan.true(2), fan.true(0)]
    assert leafed(fan, row, plain) == list(range(6))
    sure = [fan.true(5), look(fan.left(3) + 5, 40, 0.97), fan.true(2), fan.true(0)]
    assert 40 in leafed(fan, sure, plain)


def test_what_a_part_of_a_card_told_is_not_taken_for_another_card_before_it():
    """Of a king and a jack side by side, filmed, the jack was told between them and then as another one."""
    king, jack, like_it = 0, 1, 2
    there = 100.0 + WIDE + 8

    def read(quads, upper):
        rows = np.full((len(quads), 53), 0.001)
        for row, quad in zip(rows, quads, strict=True):
            off = edge_of(quad) - there
            if -30 < off < -18:
                row[jack] = 0.6
            elif abs(off) <= 2:
                row[jack] = 0.85
            elif abs(off) <= 8:
                row[jack], row[like_it] = 0.15, 0.83
        return rows

    looks = [look(100.0, king, 0.92), look(there, jack, 0.85)]
    told = leafed_through(looks, looks, read, lambda quad, upper: True)
    assert faces(told) == faces(looks)
