"""Rows of cards that lie over each other: none is missed, none is told twice."""

import numpy as np
import pytest

from engine.boundaries import CardLook
from engine.cards import DECK, Card
from vision.tracking.fans import heard_together, missed_between, read_between

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


def test_a_card_is_told_in_the_gap_where_it_reads_best():
    row = Row(five=0, six=24, seven=60, eight=84, nine=108)

    def read(quads, upper):
        rows = row.read(quads, upper)
        for quad, faces in zip(quads, rows, strict=True):
            # In the light there it looks a little like the eight.
            if abs(np.mean(quad, axis=0)[0] - 43) < 4:
                faces[EIGHT.index] = 0.7
        return rows

    found = missed_between([look(FIVE, 0), look(SEVEN, 60), look(NINE, 108)], flat, read)
    places = {DECK[each.face]: np.mean(each.corners, axis=0)[0] for each in found}
    assert places == {SIX: pytest.approx(24, abs=6), EIGHT: pytest.approx(84, abs=6)}


def test_between_cards_that_lie_side_by_side_there_is_none():
    row = Row(five=0, six=32, seven=64, eight=96, nine=128)
    assert missed_between([look(FIVE, 0), look(SEVEN, 64), look(NINE, 128)], flat, row.read) == []
    # Where one of them lies on another the row may have wide steps.
    assert cards(missed_between([look(FIVE, 0), look(SIX, 32), look(EIGHT, 96)], flat, row.read)) == {SEVEN}


def test_of_a_row_of_which_every_second_card_was_found_all_are_read():
    row = Row(five=0, six=24, seven=48, eight=72, nine=96)
    found = read_between([look(FIVE, 0), look(SEVEN, 48), look(NINE, 96)], flat, row.read)
    assert cards(found) == {FIVE, SIX, SEVEN, EIGHT, NINE} and len(found) == 5


def test_an_outline_that_hardly_shows_a_face_gives_way_to_a_better_one():
    row = Row(five=0, six=28, seven=56, eight=84)
    seen = [look(FIVE, 0), look(NINE, 20, 0.08), look(SEVEN, 56), look(EIGHT, 84)]
    assert cards(read_between(seen, flat, row.read)) == {FIVE, SIX, SEVEN, EIGHT}


def test_two_strips_taken_for_each_other_are_read_anew_between_two_that_are_sure():
    row = Row(five=0, six=25, seven=50, eight=75)
    seen = [look(FIVE, 0), look(SEVEN, 25, 0.7), look(SIX, 50, 0.76), look(EIGHT, 75)]
    found = read_between(seen, flat, row.read)
    assert len(found) == 4 and all(max(each.faces) > 0.9 for each in found)
    places = {DECK[each.face]: np.mean(each.corners, axis=0)[0] for each in found}
    assert places[SIX] == pytest.approx(25, abs=6) and places[SEVEN] == pytest.approx(50, abs=6)


def test_even_steps_cost_no_reading():
    row = Row(five=0, six=28, seven=56)
    assert missed_between([look(SEVEN, 56), look(FIVE, 0), look(SIX, 28)], flat, row.read) == []
    assert row.reads == 0


def test_two_hands_turned_differently_are_no_row():
    row = Row(five=0, six=60, seven=120)
    assert missed_between([look(FIVE, 0), look(SEVEN, 120, turn=0.8)], flat, row.read) == []


def test_readings_of_one_card_that_differ_are_both_heard():
    together = heard_together(look(SIX, 0, 0.98), [look(EIGHT, 2, 0.96)])
    assert together.faces[SIX.index] == pytest.approx(0.53, abs=0.01)
    assert together.faces[EIGHT.index] == pytest.approx(0.44, abs=0.01)
    assert heard_together(look(SIX, 0), [look(EIGHT, 60)]) == look(SIX, 0)
    doubtful = heard_together(look(SIX, 0, 0.8), [look(EIGHT, 2, 0.4)])
    assert doubtful.faces[SIX.index] == pytest.approx(0.4)


def test_a_card_read_surely_is_hardly_doubted_for_an_outline_that_fits_badly():
    readings = [look(SIX, 0, 0.99), look(EIGHT, 5, 0.6), look(SIX, 2, 0.99)]
    assert heard_together(readings[0], readings).faces[SIX.index] > 0.95


def test_the_sure_face_of_a_neighbour_is_no_other_reading_of_a_card():
    six, strip = look(SIX, 0, 0.7), look(EIGHT, 2, 0.8)
    assert heard_together(six, [six, strip], [six, look(EIGHT, 40)]) == six
    for laid in ([six], [six, look(EIGHT, 40, 0.85)], [six, look(NINE, 40)]):
        assert heard_together(six, [six, strip], laid).faces[EIGHT.index] == pytest.approx(0.4)


def test_between_two_cards_alone_no_card_is_made_up_of_their_indices():
    """A king of diamonds half upon a queen of hearts showed a king of hearts, too (simulated round 2233)."""
    king, queen = Card(13, "D"), Card(12, "H")
    seen = [look(king, 0), look(queen, 34)]

    def shows(card):
        return lambda quads, upper: np.array([look(card, 0).faces] * len(quads))

    for card in (Card(13, "H"), Card(12, "D")):
        assert not missed_between(seen, flat, shows(card))
    assert cards(missed_between(seen, flat, shows(Card(13, "C")))) == {Card(13, "C")}
