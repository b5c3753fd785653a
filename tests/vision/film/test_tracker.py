"""Looks → cards that came to lie and left, on looks made up by hand."""

import numpy as np
import pytest

from engine.boundaries import CardGone, CardLaid, CardLook, CardLookedAgain
from engine.cards import DECK, parse_card
from vision.film.glance import Glance, Seen
from vision.film.told import believed
from vision.film.tracker import Tracker
from vision.motion.grid import Grid
from vision.table.plane import Plane

SIZE = (640, 480)
WHOLE = (0, 0, *SIZE)
BOARD = ((500.0, 20.0), (620.0, 20.0), (620.0, 140.0), (500.0, 140.0))
"""Seen from straight above."""
FOUR = parse_card("4C").index


def seen(card, x, y, sure=0.99, since=1.0, size=(40, 60)):
    """A card read at a place."""
    faces = [0.0] * 52
    faces[[each.code for each in DECK].index(card)] = sure
    width, height = size
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Seen(CardLook(corners, tuple(faces)), 0.9, since, since, ())


class Table:
    """A tracker that is shown one look after another, a fifth of a second apart."""

    def __init__(self, *there, board=BOARD):
        self.tracker = Tracker(Grid.over(SIZE), Plane(board, SIZE))
        self.t, self.told = 0.0, []
        self.nothing = np.zeros(Grid.over(SIZE).shape, bool)
        self.shows(*there)

    def shows(self, *cards, looks=1, busy=None, region=WHOLE):
        for _ in range(looks):
            self.t += 0.2
            here = tuple(seen(*card, since=self.t - 0.1) for card in cards)
            glance = Glance(self.t, 0, region, here, self.nothing if busy is None else busy)
            self.told += self.tracker.look(glance)
        return self.told

    @property
    def believed(self):
        """The cards that are believed to lie there now, by their codes."""
        there = {}
        for one in self.told:
            laid = one.t if isinstance(one, CardLaid) else one.laid
            there.pop(laid, None)
            if believed(one):
                there[laid] = DECK[one.look.face].code
        return list(there.values())

    def of(self, kind):
        return [DECK[one.look.face].code for one in self.told if isinstance(one, kind)]


@pytest.fixture
def table():
    """A pile of two cards that were seen to be laid."""
    pile = Table(("KH", 500, 300))
    pile.shows(("KH", 500, 300), ("2C", 100, 100), looks=3)
    pile.shows(("KH", 500, 300), ("2C", 100, 100), ("3C", 110, 105), looks=3)
    assert pile.of(CardLaid) == ["2C", "3C"]
    return pile


def test_what_lies_there_in_the_first_look_is_never_told(table):
    table.shows(("2C", 100, 100), ("3C", 110, 105), looks=20)
    assert "KH" not in table.of(CardLaid) and table.of(CardGone) == []


def test_a_card_is_told_sooner_where_cards_are_laid_than_elsewhere(table):
    table.shows(("4C", 120, 100), ("5D", 400, 50))
    assert table.of(CardLaid)[2:] == ["4C"]
    table.shows(("4C", 120, 100), ("5D", 400, 50), looks=4)
    assert table.of(CardLaid)[2:] == ["4C", "5D"]


def test_a_doubtful_reading_is_told_only_once_it_is_read_surely(table):
    table.shows(("4C", 120, 100, 0.4), ("5D", 400, 50, 0.9))
    assert table.of(CardLaid)[2:] == []
    assert [DECK[one.face].code for one in table.tracker.doubtful(table.t)] == ["5D"]
    table.shows(("4C", 120, 100), looks=2)
    assert table.of(CardLaid)[2:] == ["4C"]


def test_how_surely_a_card_lies_there_is_told_with_it_and_again_when_it_has_changed(table):
    table.shows(("4C", 120, 100))
    table.shows(("4C", 120, 100), looks=6)
    first = next(one for one in table.told if isinstance(one, CardLaid) and one.look.face == FOUR)
    later = [one.lies for one in table.told if isinstance(one, CardLookedAgain) and one.laid == first.t]
    assert 0.4 <= first.lies < later[-1] < 1


def test_what_is_no_card_on_the_plane_is_not_told(table):
    faces = seen("9S", 150, 100).look.faces
    held = Seen(CardLook(((150, 100), (230, 100), (235, 220), (150, 230)), faces), 0.9, 1.0, 1.0, ())
    for _ in range(8):
        table.t += 0.2
        table.told += table.tracker.look(Glance(table.t, 0, WHOLE, (held,), table.nothing))
    assert "9S" not in table.of(CardLaid)


def test_where_nobody_knows_the_plane_a_card_that_lies_nearer_is_larger():
    table = Table(("KH", 500, 300), board=None)
    near = Seen(
        CardLook(((150, 100), (230, 100), (230, 220), (150, 220)), seen("9S", 0, 0).look.faces), 0.9, 1, 1, ()
    )
    for _ in range(8):
        table.t += 0.2
        table.told += table.tracker.look(Glance(table.t, 0, WHOLE, (near,), table.nothing))
    assert table.believed == ["9S"]


def test_a_face_lies_once_where_it_is_seen_well_later_it_was_held_before(table):
    table.shows(("9S", 400, 50), looks=6)
    assert table.of(CardLaid)[2:] == ["9S"]
    table.shows(("9S", 130, 100), looks=6)
    assert table.of(CardLaid)[2:] == ["9S", "9S"]
    assert table.believed == ["2C", "3C", "9S"], "at one place of two"


def test_two_equal_cards_that_are_seen_at_once_are_two(table):
    table.shows(("2C", 100, 100), ("2C", 300, 300), looks=8)
    assert table.of(CardLaid)[2:] == ["2C"]


def test_a_card_pushed_stays_the_same_card(table):
    for step in range(5):
        table.shows(("3C", 110 + 25 * step, 105))
    assert table.of(CardLaid) == ["2C", "3C"]
    (track,) = [one for one in table.tracker.lying if DECK[one.face].code == "3C"]
    assert track.look.corners[0][0] > 150


def test_a_card_is_gone_once_looks_at_its_place_do_not_show_it_for_long(table):
    table.shows(("2C", 100, 100), ("4C", 145, 100), looks=4)
    table.shows(("2C", 100, 100), looks=8)
    assert table.of(CardGone) == []
    table.shows(("2C", 100, 100), looks=4)
    assert table.of(CardGone) == ["4C"]


@pytest.mark.parametrize("why", ["an arm is over it", "nobody looked there", "another card covers it"])
def test_of_a_card_that_cannot_be_seen_nothing_is_concluded(table, why):
    everything, elsewhere = ~table.nothing, (300, 300, 640, 480)
    if why == "an arm is over it":
        table.shows(busy=everything, looks=30)
    elif why == "nobody looked there":
        table.shows(region=elsewhere, looks=30)
    else:
        table.shows(("2C", 100, 100), ("QD", 110, 105), looks=30)
    assert table.of(CardGone) == []


def test_every_card_told_is_known_by_a_time_of_its_own(table):
    table.shows(("7D", 120, 110), ("8D", 130, 100), ("9D", 105, 120), looks=4)
    times = [one.t for one in table.told if isinstance(one, CardLaid)]
    assert len(times) == 5 and len(set(times)) == 5


@pytest.mark.parametrize("free", [True, False])
def test_what_lay_free_was_not_held_before_it_is_seen_in_a_hand_elsewhere(table, free):
    arm = ~table.nothing
    table.shows(("2C", 100, 100), ("9S", 145, 100), looks=4, busy=None if free else arm)
    table.shows(("9S", 300, 250), looks=3, busy=arm)  # whoever takes the trick carries it past the camera
    assert table.of(CardLaid)[2:] == (["9S"] if free else ["9S", "9S"])


def test_a_card_that_lies_free_elsewhere_has_left_its_first_place(table):
    table.shows(("9S", 145, 100), looks=4)
    table.shows(("9S", 300, 250), looks=4)
    assert table.of(CardLaid)[2:] == ["9S", "9S"] and table.of(CardGone) == ["9S"]
    assert table.believed.count("9S") == 1


def test_what_others_hide_is_not_pushed(table):
    """A ghost on a pile, read before the card itself is laid there."""
    table.shows(("9S", 120, 105), looks=3)
    table.shows(("4C", 125, 105), looks=3)
    table.shows(("4C", 125, 105), ("9S", 145, 110), looks=3)
    assert table.of(CardLaid)[2:] == ["9S", "4C", "9S"]


def test_a_pile_that_is_picked_up_goes_at_once(table):
    table.shows(("4C", 112, 103), looks=4)
    table.shows(looks=16)
    assert set(table.of(CardGone)) == {"2C", "3C", "4C"}


def test_one_look_that_shows_a_card_twice_says_it_once():
    twice, once = Table(("KH", 500, 300)), Table(("KH", 500, 300))
    twice.shows(("5D", 300, 50), ("5D", 301, 50))
    once.shows(("5D", 300, 50))
    terms = [one.tracker.terms(one.tracker.doubtful(one.t)[0]) for one in (twice, once)]
    assert terms[0][0] == terms[1][0]


@pytest.mark.parametrize("free", [True, False])
def test_what_rests_since_before_the_first_look_lay_there_if_it_is_free(free):
    table = Table(("KH", 500, 300))
    card = seen("9S", 300, 50, since=0.0)
    for _ in range(8):
        table.t += 0.2
        over = table.nothing if free else ~table.nothing
        table.told += table.tracker.look(Glance(table.t, 0, WHOLE, (card,), over))
    assert table.told == []
    assert ("9S" in [DECK[one.face].code for one in table.tracker.lying]) is free


def test_a_card_that_is_looked_at_no_more_is_told_once_its_neighbours_are(table):
    """A hand that is put down: its first card was seen once, the next looks are at the others."""
    table.shows(("9S", 300, 250))
    assert table.of(CardLaid)[2:] == []
    beside = (340, 200, 640, 480)
    table.shows(("4C", 345, 250), ("5D", 390, 250), looks=4, region=beside)
    assert table.of(CardLaid)[2:].count("9S") == 1
