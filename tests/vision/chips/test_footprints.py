"""Which of the marked middles are chips: each must explain a part of what is seen."""

import math
from dataclasses import replace

import pytest
from marked_chips import bar, disc, seen

from vision.chips.footprints import chips_among, chips_on_empty

THRESHOLD = 0.3


def test_a_middle_between_two_discs_is_no_chip():
    there = seen([(50, 70, 30), (82, 70, 30)])
    discs = [disc(50, 70, 0.9), disc(82, 70, 0.85)]
    assert chips_among([*discs, disc(66, 70, 0.4)], there, THRESHOLD) == discs


@pytest.mark.parametrize("angle", range(0, 180, 30))
def test_a_bar_that_is_marked_faintly_is_one_where_nothing_else_explains_it(angle):
    x, y = (72 + 40 * f(math.radians(angle)) for f in (math.cos, math.sin))
    there = seen(bars=[(72, 72, 50, angle + 90), (x, y, 50, angle + 60)])
    marks = [bar(72, 72, 0.5), bar(x, y, 0.15)]
    assert chips_among(marks, there, THRESHOLD) == marks
    there = seen(bars=[(72, 72, 50, angle + 90)])
    assert chips_among(marks, there, THRESHOLD) == marks[:1]


def test_a_disc_that_lies_upon_others_stays():
    there = seen([(60, 70, 30), (80, 70, 30), (70, 72, 30)])
    discs = [disc(60, 70, 0.8), disc(80, 70, 0.75), disc(70, 72, 0.7)]
    assert chips_among(discs, there, THRESHOLD) == discs


def test_in_a_heap_chips_need_not_explain_anything():
    there = seen([(60, 70, 30), (76, 70, 30)])
    discs = [disc(60, 70, 0.8), disc(76, 70, 0.75), disc(66, 70, 0.4), disc(70, 70, 0.35)]
    assert chips_among(discs, there, THRESHOLD) == discs


def test_what_is_hardly_marked_is_none():
    assert not chips_among([disc(70, 70, 0.1)], seen([(70, 70, 30)]), THRESHOLD)


def test_on_an_empty_box_what_is_marked_well_is_a_chip_whatever_it_covers():
    there = seen([(60, 70, 30), (76, 70, 30)])
    discs = [disc(60, 70, 0.8), disc(76, 70, 0.75), disc(67, 70, 0.65)]
    assert chips_on_empty(discs, there, THRESHOLD) == discs
    bars = [bar(60, 70, 0.8), bar(60, 72, 0.4)]
    assert chips_on_empty(bars, seen(bars=[(60, 70, 50, 0)]), THRESHOLD) == bars


@pytest.mark.parametrize("angle", [0, 20, 75])
def test_two_bars_end_to_end_are_two_though_the_coarser_copy_sees_one(angle):
    """Red bars across red pips (seed 1707), yellow ones in bright light (seed 3027)."""
    along = [f(math.radians(angle)) for f in (math.cos, math.sin)]
    places = [[round(72 + side * 20 * part) for part in along] for side in (-1, 1)]
    both = [bar(*places[0], 0.15, 42), bar(*places[1], 0.09, 42)]
    whole = replace(bar(72, 72, 0.7, 64), level=1)
    counted = chips_on_empty([whole, *both], seen(bars=[(*place, 42, angle) for place in places]), THRESHOLD)
    assert [(chip.x, chip.y) for chip in counted] == [tuple(place) for place in places]
    # A single one that is so large, and is marked faintly near its ends, is one.
    ends = [replace(half, x=72 + 1.4 * (half.x - 72), y=72 + 1.4 * (half.y - 72)) for half in both]
    assert chips_on_empty([whole, *ends], seen(bars=[(72, 72, 64, angle)]), THRESHOLD) == [whole]


@pytest.mark.parametrize("angle", [0, 20, 75])
def test_a_bar_too_long_for_one_is_two_though_only_one_end_of_it_is_marked(angle):
    """One bar upon another's end (seed 2552)."""
    along = [f(math.radians(angle)) for f in (math.cos, math.sin)]
    places = [tuple(72 + side * 15 * part for part in along) for side in (-1, 1)]
    beside, whole = bar(30, 118, 0.7, 46), replace(bar(72, 72, 0.7, 70), level=1)
    there = seen(bars=[*((x, y, 46, angle) for x, y in places), (30, 118, 46, 0)])
    marks = [beside, bar(*places[1], 0.14, 46), whole]
    first, *both = chips_on_empty(marks, there, THRESHOLD, bars_alike=True)
    assert first == beside and len(both) == 2
    assert all(min(math.dist(place, (half.x, half.y)) for half in both) < 6 for place in places)
    # Where bars may be of several kinds it is one of the larger ones.
    assert chips_on_empty(marks, there, THRESHOLD)[:2] == [beside, whole]
