"""How large the table's cards are is learned from what is read beyond doubt."""

import pytest

from vision.table.plane import Plane


def upright(width, height):
    return ((100.0, 100.0), (100.0 + width, 100.0), (100.0 + width, 100.0 + height), (100.0, 100.0 + height))


@pytest.mark.parametrize("long", [88.0, 100.0, 110.0])
def test_poker_bridge_and_tarot_cards_are_measured(long):
    plane = Plane(None, (1280, 720))
    plane.outlined(0, upright(63.0, long))
    assert plane.card == (63.0, long)


def test_an_outline_drawn_in_to_the_pips_is_no_card():
    plane = Plane(None, (1280, 720))
    plane.outlined(0, upright(58.8, 70.7))
    assert plane.card is None


def test_every_outlined_card_counts_once_and_one_drawn_together_with_its_shadow_among_others_not_at_all():
    plane = Plane(None, (1280, 720))
    plane.outlined(0, upright(70.0, 95.0))
    for _ in range(9):
        plane.outlined(3, upright(72.0, 100.0))
    assert plane.card == (71.0, 97.5)
    for face in range(4, 10):
        plane.outlined(face, upright(63.0 + 0.1 * face, 88.0))
    short, long = plane.card
    assert 63.3 < short < 64.0 and long == 88.0


def test_a_strip_and_two_cards_in_one_outline_tell_no_size():
    plane = Plane(None, (1280, 720))
    plane.outlined(0, upright(30.0, 88.0))
    plane.outlined(1, upright(90.0, 88.0))
    assert plane.card is None
