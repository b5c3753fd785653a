"""Rows of cards that lie over each other: none is missed, none is told twice."""

import numpy as np
import pytest

from engine.boundaries import CardLook
from engine.cards import DECK, Card
from vision.tracking.fans import missed_between, read_between

FIVE, SIX, SEVEN, EIGHT, NINE = (Card(rank, "S") for rank in (5, 6, 7, 8, 9))


def outline(x, turn=0.0):
    corners = np.array([(-30, -45), (30, -45), (30, 45), (-30, 45)]) @ [
        [np.cos(turn), np.sin(turn)],
        [-np.sin(turn), np.cos(turn)],
    ]
    return tuple((float(a) + x, float(b)) for a, b in corners)


def look(card, x, sure=0.97, turn=0.0):
    return CardLook(outline(x, turn), tuple(sure * (card == each) for each in DECK))


def flat(corners):
    return np.array(corners, np.float32)


def cards(looks):
    return {DECK[int(np.argmax(each.faces))] for each in looks}


class Row:
    """A row of cards that can be read where they lie, and a little beside it less surely."""

    def __init__(self, **places):
        self.places = {Card(rank, "S"): x for rank, x in zip(range(5, 10), places.values(), strict=False)}
        self.reads = 0

    def read(self, quads, upper):
        self.reads += len(quads)
        rows = []
        for quad, on_it in zip(quads, upper, strict=True):
            x = np.mean(quad, axis=0)[0]
            card, place = min(self.places.items(), key=lambda each: abs(each[1] - x))
            # Each lies on the one to its left: shown without its strip it shows nothing, shown with what
            # lies on it the next one's index.
            beside = [np.mean(other, axis=0)[0] > x for other in on_it]
            after = [other for other, there in self.places.items() if there > place]
            if after and not beside:
                card = after[0]
            sure = max(0.0, 0.98 - abs(place - x) / 12)
            rows.append(look(card, place, sure if all(beside) else 0.0).faces)
        return np.array(rows)


def test_the_card_that_a_wide_step_leaves_room_for_is_read():
    row = Row(five=0, six=28, seven=56, eight=84, nine=112)
    seen = [look(FIVE, 0), look(SIX, 28), look(EIGHT, 84), look(NINE, 112)]
    [found] = missed_between(seen, flat, row.read)
    assert cards([found]) == {SEVEN}
    assert np.mean(found.corners, axis=0)[0] == pytest.approx(56, abs=6)


def test_a_card_between_two_that_hardly_touch_is_read_whichever_of_them_lies_on_it():
    row = Row(five=0, six=30, seven=60)
    for falling in (False, True):
        seen = [look(FIVE, 0), look(SEVEN, 60)]

        def read(quads, upper, falling=falling):
            if not falling:
                return row.read(quads, upper)
            # The same row laid the other way: each lies on the one to its right.
            turned = [tuple((60 - x, y) for x, y in quad) for quad in quads]
            return row.read(
                turned, [[tuple((60 - x, y) for x, y in each) for each in on_it] for on_it in upper]
            )

        assert SIX in cards(read_between(seen, flat, read))


def test_between_cards_that_lie_side_by_side_there_is_none():
    row = Row(five=0, six=32, seven=64, eight=96, nine=128)
    assert missed_between([look(FIVE, 0), look(SEVEN, 64), look(NINE, 128)], flat, row.read) == []
    # Where one of them lies on another the row may have wide steps.
    assert cards(missed_between([look(FIVE, 0), look(SIX, 32), look(EIGHT, 96)], flat, row.read)) == {SEVEN}


def test_of_a_row_of_which_every_second_card_was_found_all_are_read():
    row = Row(five=0, six=24, seven=48, eight=72, nine=96)
    found = read_between([look(FIVE, 0), look(SEVEN, 48), look(NINE, 96)], flat, row.read)
    assert cards(found) == {FIVE, SIX, SEVEN, EIGHT, NINE} and len(found) == 5


def test_even_steps_cost_no_reading():
    row = Row(five=0, six=28, seven=56)
    assert missed_between([look(SEVEN, 56), look(FIVE, 0), look(SIX, 28)], flat, row.read) == []
    assert row.reads == 0
