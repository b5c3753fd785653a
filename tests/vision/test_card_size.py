"""How large the table's cards are is learned from cards that lie alone, and have the shape of one."""

import pytest

from vision.fitting import Plane


def upright(width, height):
    return ((100.0, 100.0), (100.0 + width, 100.0), (100.0 + width, 100.0 + height), (100.0, 100.0 + height))


@pytest.mark.parametrize("long", [88.0, 100.0, 110.0])
def test_poker_bridge_and_tarot_cards_are_measured(long):
    plane = Plane(None, (1280, 720))
    plane.measure(upright(63.0, long))
    assert plane.card == (63.0, long) and plane.measured == 1


def test_an_outline_drawn_in_to_the_pips_is_no_card():
    plane = Plane(None, (1280, 720))
    plane.measure(upright(58.8, 70.7))
    assert plane.card is None
