"""Nothing is told of a table before its board is known, and what lies there at the first look is no play."""

import numpy as np
import pytest

from engine.boundaries import (
    AlreadyThere,
    BoardSeen,
    BoardUnseen,
    BoxSeen,
    CardLaid,
    CardLook,
    Frame,
    Unseen,
    ViewLost,
)
from engine.cards import DECK, HONOURS, parse_card
from vision.cards.photograph import DetectedCard
from vision.table.bearings import Bearings, as_dealt, mirrored
from vision.table.board import view_of_corners
from vision.table.registration import Moved
from vision.table.settings import TABLE

SIZE = (640, 360)
BOARD = ((200.0, 100.0), (400.0, 100.0), (400.0, 300.0), (200.0, 300.0))
PICTURE = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
PICTURE[:, :320] = 140  # so that a mirror's is another one


def look(code, x, y, sure=0.99, size=30.0):
    quad = ((x - size, y - size), (x + size, y - size), (x + size, y + size), (x - size, y + size))
    return CardLook(quad, tuple(sure * (card.code == code) for card in DECK))


def seen(code, x, y, sure=0.99):
    return DetectedCard(look(code, x, y, sure), 0.9, False)


class Watched:
    """An observer that sees what it is told to, by the number of the frame."""

    def __init__(self, told=()):
        self.told = dict(told)
        self.there = []
        self.nothing_laid, self.lying, self.arms_over = True, (), np.zeros((1, 1), bool)

    def look(self, frame):
        return self.told.get(frame.number, [])

    def already_there(self, looks, t):
        self.there += looks
        return list(looks)

    def evidence(self, sighting):
        return None

    def interrupted(self, seconds): ...
    def place(self, view, *, pushed=False): ...
    def moved(self, matrix, boxes, board, frame): ...


def watch(bearings, seconds, since=0.0, picture=PICTURE):
    told = []
    for n in range(round(since * 10), round((since + seconds) * 10)):
        told += bearings.look(Frame(n, n / 10, "drawn", picture.copy()))
    return told


def laid(number, code, x, y):
    t = number / 10
    return number, [CardLaid(t, number, t, look(code, x, y), (0.5, 0.5))]


def test_nothing_is_told_of_a_table_whose_board_is_not_known_and_all_of_it_once_it_is():
    box = BoxSeen(0.4, 4, HONOURS[0], {}, True, 1.0)
    observer = Watched([laid(1, "TD", 250, 250), (4, [box]), laid(5, "4C", 500, 50)])
    bearings = Bearings(observer, SIZE, None, {}, None)
    told = watch(bearings, TABLE.bearings.patience + 1.0)
    assert [type(one) for one in told] == [BoardUnseen] and not told[0].mirrored
    assert bearings.evidence(told[0])[:2] == b"\xff\xd8", "a still of what it sees"
    bearings.told(BOARD, Moved.BOARD, Frame(29, 2.9, "drawn", PICTURE))
    found = watch(bearings, 0.5, 3.0)
    assert [type(one) for one in found] == [BoardSeen, CardLaid]
    assert found[1].look.face == parse_card("4C").index, "the board's own ten is no card"


def test_troubles_of_the_view_are_told_without_a_board():
    lost = ViewLost(0.2, 2, "covered")
    bearings = Bearings(Watched([(2, [lost])]), SIZE, None, {}, None)
    assert lost in watch(bearings, 0.5)


def test_what_lies_there_at_the_first_look_is_told_once():
    observer = Watched()
    cards = [seen("4C", 500, 50), seen("9D", 60, 60), seen("KH", 100, 300, 0.2)]
    bearings = Bearings(observer, SIZE, BOARD, dict(view_of_corners(BOARD).boxes), lambda image: cards)
    told = watch(bearings, TABLE.bearings.first_look + 2.0)
    assert [type(one) for one in told] == [AlreadyThere]
    assert [one.face for one in told[0].looks] == [parse_card(code).index for code in ("4C", "9D")]
    assert told[0].t >= TABLE.bearings.first_look and len(observer.there) == 2


def on_board(order, sure=0.99):
    """The honours as seen on a board with these at its corners, clockwise from the top left."""
    corners = zip(order, ((233, 133), (367, 133), (367, 267), (233, 267)), strict=True)
    return [seen("7D", 300, 200, sure), *(seen(code, x, y, sure) for code, (x, y) in corners)]


USUAL, OTHER_WAY = ("KH", "QS", "JC", "TD"), ("QS", "KH", "TD", "JC")


def turned(image):
    return image[0, 0, 0] == 90


@pytest.mark.parametrize("sure, is_mirror", [(0.7, True), (0.99, False)])
def test_a_mirrors_picture_is_read_better_turned_over(sure, is_mirror):
    """A real board whose honours lie the other way round is read best as it is."""

    def cards(image):
        return on_board(USUAL, 0.9) if turned(image) else on_board(OTHER_WAY, sure)

    assert mirrored(PICTURE, cards, cards(PICTURE)) == is_mirror
    bearings = Bearings(Watched(), SIZE, None, {}, cards)
    told = watch(bearings, 0.5)
    assert [one.mirrored for one in told if isinstance(one, BoardUnseen)] == [True] * is_mirror
    assert (bearings.view is None) == is_mirror


def test_a_board_that_is_only_read_turned_over_is_a_mirrors():
    def cards(image):
        return on_board(USUAL, 0.9) if turned(image) else [seen("7D", 300, 200, 0.9)]

    assert mirrored(PICTURE, cards, cards(PICTURE))
    assert not mirrored(PICTURE, lambda image: [], [])


def test_which_way_round_a_board_lies():
    view = view_of_corners(BOARD)
    assert as_dealt(view)
    a, b, c, d = BOARD
    assert not as_dealt(view_of_corners((b, a, d, c)))


def test_a_board_that_is_found_at_once_is_no_news():
    bearings = Bearings(Watched(), SIZE, None, {}, lambda image: on_board(USUAL))
    told = watch(bearings, TABLE.bearings.patience + 1.0)
    assert not [one for one in told if isinstance(one, BoardUnseen | BoardSeen | Unseen)]
    assert bearings.view is not None


def test_what_lay_there_is_told_before_what_was_laid_meanwhile():
    """Whoever is seen to lay a card before all that lies there has been looked at waits for that look."""
    early, later = laid(4, "4H", 550, 300), laid(14, "5H", 560, 300)
    bearings = Bearings(Watched([early, later]), SIZE, BOARD, {}, lambda image: [seen("QD", 550, 180)])
    told = watch(bearings, 1.5)
    assert [type(one) for one in told] == [AlreadyThere, CardLaid, CardLaid]
    assert [one.t for one in told[1:]] == [0.4, 1.4]
