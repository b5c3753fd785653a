"""Chips that touch cover together what is seen there: no second mark counts, and no bar is missed."""

import numpy as np
import pytest
from marked_chips import bar, disc, seen

from vision.chip_areas import ChipAreas
from vision.chips import Peak


@pytest.fixture
def areas():
    """What is known after four discs and two bars that lie alone."""
    known = ChipAreas()
    spots = [(30, 30, 30), (100, 30, 30), (30, 100, 30), (100, 100, 30)]
    known.fitting([disc(x, y, 0.8) for x, y, _ in spots], seen(spots))
    bars = [(40, 40, 50, 10), (100, 100, 50, 80)]
    known.fitting([bar(x, y, 0.7) for x, y, _, _ in bars], seen(bars=bars))
    return known


def test_what_a_chip_covers_is_learnt(areas):
    assert areas.of("round") == pytest.approx(np.count_nonzero(seen([(70, 70, 30)])), rel=0.15)
    assert areas.of("long") == pytest.approx(50 * 15, rel=0.1)
    assert areas.of("wide") is None


def test_nothing_is_learnt_from_faint_marks_nor_from_bars_that_touch():
    areas = ChipAreas()
    for _ in range(3):
        areas.fitting([disc(70, 70, 0.5)], seen([(70, 70, 30)]))
        areas.fitting([bar(60, 70, 0.9), bar(80, 76, 0.9)], seen(bars=[(60, 70, 50, 0), (80, 76, 50, 60)]))
    assert areas.of("round") is None and areas.of("long") is None


def test_heaps_of_bars_that_pass_for_one_do_not_tell_how_large_a_bar_is(areas):
    areas.fitting([bar(60, 70, 0.9)], seen(bars=[(60, 62, 50, 0), (60, 76, 50, 0), (80, 70, 50, 60)]))
    assert areas.of("long") == pytest.approx(50 * 15, rel=0.1)


@pytest.mark.parametrize("height", [0.2, 0.75])
def test_one_disc_that_is_marked_twice_is_one(areas, height):
    marks = [disc(75, 70, 0.77), disc(63, 70, height)]
    assert areas.fitting(marks, seen([(69, 70, 30)])) == marks[:1]


def test_two_discs_half_upon_each_other_are_two(areas):
    marks = [disc(60, 70, 0.77), disc(76, 70, 0.7)]
    assert areas.fitting(marks, seen([(60, 70, 30), (76, 70, 30)])) == marks


def test_of_three_discs_in_a_heap_a_well_marked_one_stays(areas):
    there = seen([(60, 70, 30), (76, 70, 30), (68, 72, 30)])
    marks = [disc(60, 70, 0.8), disc(76, 70, 0.75), disc(68, 72, 0.5)]
    assert areas.fitting(marks, there) == marks
    assert areas.fitting([*marks[:2], disc(68, 72, 0.3)], there) == marks[:2]


def test_bars_that_touch_are_all_counted_though_one_is_not_marked(areas):
    there = seen(bars=[(50, 70, 50, 5), (93, 73, 50, 5)])
    assert areas.fitting([bar(52, 70, 0.5)], there) == [bar(52, 70, 0.5)] * 2
    both = [bar(52, 70, 0.5), bar(92, 73, 0.4)]
    assert areas.fitting(both, there) == both


def test_where_it_is_not_known_what_a_chip_covers_the_marks_stand(areas):
    plaque = Peak("wide", 60, 70, 30.0, 0.6)
    marks = [plaque, disc(64, 70, 0.2)]
    assert areas.fitting(marks, seen([(60, 70, 30)])) == marks
    alone = [bar(52, 70, 0.5)]
    assert ChipAreas().fitting(alone, seen(bars=[(50, 70, 50, 5), (93, 73, 50, 5)])) == alone


def test_a_mark_where_nothing_is_seen_stands(areas):
    assert areas.fitting([disc(30, 30, 0.5)], seen([(100, 100, 30)])) == [disc(30, 30, 0.5)]
