"""Cards of which a strip is in sight, outlined wider than a card is."""

import numpy as np
import pytest

from engine.boundaries import CardLook
from engine.cards import DECK
from vision.tracking.fitting import Plane
from vision.tracking.strips import card_sized

SIZE = (640, 480)
BOARD = ((220.0, 20.0), (420.0, 20.0), (420.0, 120.0), (220.0, 120.0))
WIDE, HIGH, STEP = 60.0, 90.0, 24.0


def outline(left, right, top=300.0):
    return ((left, top), (right, top), (right, top + HIGH), (left, top + HIGH))


def look(quad, face, sure=0.97):
    return CardLook(quad, tuple(sure * (n == face) for n in range(52)))


def table(cards=1):
    plane = Plane(BOARD, SIZE)
    for _ in range(cards):
        plane.measure(outline(100.0, 100.0 + WIDE))
    return plane


class Fan:
    """Four cards, each upon the one before; a strip reads where an outline of their size begins with it."""

    def __init__(self, leftwards):
        self.leftwards = leftwards

    def edge(self, quad):
        """The edge in sight, from the lowest card on."""
        xs = [x for x, _ in quad]
        return 400.0 - max(xs) if self.leftwards else min(xs) - 100.0

    def quad(self, number, wide=WIDE):
        there = STEP * number
        left = 400.0 - there - wide if self.leftwards else 100.0 + there
        return outline(left, left + wide)

    def read(self, quads, upper):
        rows = np.full((len(quads), 53), 0.001)
        for row, quad, over in zip(rows, quads, upper, strict=True):
            number = round(self.edge(quad) / STEP)
            on_it = abs(self.edge(quad) - STEP * number) < 5
            if on_it and all(self.edge(other) > self.edge(quad) for other in over):
                row[number] = 0.98
        return rows


@pytest.mark.parametrize("leftwards", [False, True])
def test_an_outline_too_wide_is_made_as_wide_as_a_card_from_the_edge_in_sight(leftwards):
    fan = Fan(leftwards)
    wide = look(fan.quad(1, 1.5 * WIDE), 1)
    looks = [look(fan.quad(0), 0), wide, look(fan.quad(3), 3)]
    told = card_sized(looks, table(), fan.read)
    assert [told[0], told[2]] == [looks[0], looks[2]]
    assert DECK[told[1].face] == DECK[1]
    assert np.array(told[1].corners) == pytest.approx(np.array(fan.quad(1)), abs=2)


def test_outlines_of_cards_are_left_as_they_are_and_not_read():
    def read(quads, upper):
        raise AssertionError("nothing to be read")

    fan = Fan(False)
    looks = [look(fan.quad(n), n) for n in range(4)]
    assert card_sized(looks, table(), read) == looks
    alone = [look(fan.quad(0, 1.5 * WIDE), 0)]
    assert card_sized(alone, table(), read) == alone
    unknown = [look(fan.quad(0), 0), look(fan.quad(1, 1.5 * WIDE), 1)]
    assert card_sized(unknown, table(cards=0), read) == unknown


def test_an_outline_that_shows_its_face_only_as_it_is_stays():
    fan = Fan(False)
    looks = [look(fan.quad(0), 0), look(fan.quad(1, 1.5 * WIDE), 7), look(fan.quad(3), 3)]
    assert card_sized(looks, table(), lambda *seen: 0.9 * fan.read(*seen)) == looks


@pytest.mark.parametrize("shown_by_another", [False, True])
def test_along_an_outline_of_its_size_a_card_may_show_another_face(
    shown_by_another,
):
    fan = Fan(False)
    last = look(fan.quad(3), 1 if shown_by_another else 3)
    looks = [look(fan.quad(0), 0), look(fan.quad(1, 1.5 * WIDE), 7), last]
    told = card_sized(looks, table(), fan.read)
    if shown_by_another:
        assert told == looks
    else:
        assert told[1].face == 1
        assert np.array(told[1].corners) == pytest.approx(np.array(fan.quad(1)), abs=2)
