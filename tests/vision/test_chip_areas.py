"""Chips that touch cover together what is seen there: no second mark counts, and no bar is missed."""

import cv2
import numpy as np
import pytest

from vision.chip_areas import ChipAreas
from vision.chips import Peak


def seen(discs=(), bars=()):
    """Where chips are seen: discs (x, y) of 30 pixels, bars (x, y, degrees) of 50 × 15."""
    there = np.zeros((144, 144), np.uint8)
    for x, y in discs:
        cv2.circle(there, (x, y), 15, 1, -1)
    for x, y, angle in bars:
        corners = cv2.boxPoints(((x, y), (50, 15), angle))
        cv2.fillConvexPoly(there, corners.astype(np.int32), 1)
    return there > 0


def disc(x, y, height, size=31.0):
    return Peak("round", x, y, size, height)


def bar(x, y, height):
    return Peak("long", x, y, 30.0, height)


@pytest.fixture
def areas():
    """What is known after four discs and two bars that lie alone."""
    known = ChipAreas()
    spots = [(30, 30), (100, 30), (30, 100), (100, 100)]
    known.fitting([disc(x, y, 0.8) for x, y in spots], seen(spots))
    bars = [(40, 40, 10), (100, 100, 80)]
    known.fitting([bar(x, y, 0.7) for x, y, _ in bars], seen(bars=bars))
    return known


def test_what_a_chip_covers_is_learnt(areas):
    assert areas.of("round") == pytest.approx(np.count_nonzero(seen([(70, 70)])), rel=0.15)
    assert areas.of("long") == pytest.approx(50 * 15, rel=0.1)
    assert areas.of("wide") is None


def test_nothing_is_learnt_from_faint_marks_nor_from_bars_that_touch():
    areas = ChipAreas()
    for _ in range(3):
        areas.fitting([disc(70, 70, 0.5)], seen([(70, 70)]))
        areas.fitting([bar(60, 70, 0.9), bar(80, 76, 0.9)], seen(bars=[(60, 70, 0), (80, 76, 60)]))
    assert areas.of("round") is None and areas.of("long") is None


def test_heaps_of_bars_that_pass_for_one_do_not_tell_how_large_a_bar_is(areas):
    areas.fitting([bar(60, 70, 0.9)], seen(bars=[(60, 62, 0), (60, 76, 0), (80, 70, 60)]))
    assert areas.of("long") == pytest.approx(50 * 15, rel=0.1)


@pytest.mark.parametrize("height", [0.2, 0.75])
def test_one_disc_that_is_marked_twice_is_one(areas, height):
    marks = [disc(75, 70, 0.77), disc(63, 70, height)]
    assert areas.fitting(marks, seen([(69, 70)])) == marks[:1]


def test_two_discs_half_upon_each_other_are_two(areas):
    marks = [disc(60, 70, 0.77), disc(76, 70, 0.7)]
    assert areas.fitting(marks, seen([(60, 70), (76, 70)])) == marks


def test_of_three_discs_in_a_heap_a_well_marked_one_stays(areas):
    there = seen([(60, 70), (76, 70), (68, 72)])
    marks = [disc(60, 70, 0.8), disc(76, 70, 0.75), disc(68, 72, 0.5)]
    assert areas.fitting(marks, there) == marks
    assert areas.fitting([*marks[:2], disc(68, 72, 0.3)], there) == marks[:2]


def test_bars_that_touch_are_all_counted_though_one_is_not_marked(areas):
    there = seen(bars=[(50, 70, 5), (93, 73, 5)])
    assert areas.fitting([bar(52, 70, 0.5)], there) == [bar(52, 70, 0.5)] * 2
    both = [bar(52, 70, 0.5), bar(92, 73, 0.4)]
    assert areas.fitting(both, there) == both


def test_where_it_is_not_known_what_a_chip_covers_the_marks_stand(areas):
    plaque = Peak("wide", 60, 70, 30.0, 0.6)
    marks = [plaque, disc(64, 70, 0.2)]
    assert areas.fitting(marks, seen([(60, 70)])) == marks
    alone = [bar(52, 70, 0.5)]
    assert ChipAreas().fitting(alone, seen(bars=[(50, 70, 5), (93, 73, 5)])) == alone


def test_a_mark_where_nothing_is_seen_stands(areas):
    assert areas.fitting([disc(30, 30, 0.5)], seen([(100, 100)])) == [disc(30, 30, 0.5)]
