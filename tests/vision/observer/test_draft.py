"""The draft of an observer by tracks with odds, on drawn tables: what is told, and whose arm it was."""

import numpy as np
import pytest
from bumped import ROW, Bumped, pushed
from drawn_table import BOARD, FPS, SEATS, SIZE, Drawn
from observed import ABOVE, BELOW, JACK, NINE, TEN, cards, face, faces, run

from engine.boundaries import ArmSeen, BoxSeen, CardGone, CardLaid, ViewLost
from engine.cards import DECK, Card
from vision.cards.photograph import SeenCard
from vision.chips.boxes import BoxCount
from vision.film.cards import watch_film
from vision.film.eyes import Detectors
from vision.observer.draft import FilmObserver
from vision.table.bearings import Bearings
from vision.table.board import cell_quads

pytestmark = pytest.mark.slow


def sees(table):
    """What the finder of a drawn table finds are looks, read already."""

    def as_cards(_, looks):
        return [SeenCard(look, 0.9, back=False) for look in looks]

    def read(image, quads, upper=()):
        looks = table.find(image, (0, 0, image.shape[1], image.shape[0]))
        return np.array([faces_at(quad, looks) for quad in quads]).reshape(-1, 52)

    return Detectors(table.find, as_cards, lambda image, looks: [], read)


def faces_at(quad, looks):
    middle = np.mean(quad, axis=0)
    near = [look for look in looks if np.linalg.norm(np.mean(look.corners, axis=0) - middle) < 10]
    return near[-1].faces if near else [0.0] * 52


def watched(seats=SEATS, count=None, leader=None):
    table = Drawn()
    watch = watch_film(SIZE, seats, 3, leader)
    watcher = FilmObserver(watch, cell_quads(BOARD), BOARD, sees(table), count)
    run(watcher, table, 0.6)
    return watcher, table


def test_cards_on_one_pile_are_told_one_by_one_with_their_players():
    watcher, table = watched()
    for card, arm, turn in ((NINE, BELOW, 10), (TEN, ABOVE, 80), (JACK, BELOW, 150)):
        arrives = table.number / FPS
        assert cards(run(watcher, table, 0.4, arm)) == []
        table.lay(card, 520, 260, turn)
        comes = table.number / FPS
        [laid] = cards(run(watcher, table, 0.3, arm) + run(watcher, table, 0.8))
        assert face(laid) == card and comes - 0.01 <= laid.t <= comes + 0.31
        assert laid.arrived == pytest.approx(arrives, abs=0.11) and 0.4 <= laid.lies < 1
        assert laid.seats[1 if arm is ABOVE else 0] > 0.9
    assert [DECK[look.face] for look in watcher.lying] == [NINE, TEN, JACK]


def test_an_arm_that_comes_and_goes_leaves_nothing():
    watcher, table = watched()
    told = run(watcher, table, 1.0, BELOW) + run(watcher, table, 0.8)
    assert [type(sighting) for _, sighting in told] == [ArmSeen, ArmSeen]


def test_a_card_that_is_taken_is_gone_and_what_lay_there_first_is_no_play():
    watcher, table = watched()
    table.lay(NINE, 520, 260)
    told = run(watcher, table, 1.5)
    table.cards.clear()
    told += run(watcher, table, 6.0)
    assert faces(told) == [NINE] and [type(one) for _, one in told if isinstance(one, CardGone)] == [CardGone]
    watcher, table = watched()
    [look] = watcher.already_there([looked(TEN, 520, 260)], table.number / FPS)
    table.lay(TEN, 520, 260)
    assert DECK[look.face] == TEN and cards(run(watcher, table, 1.5)) == []


def looked(card, x, y):
    table = Drawn()
    table.lay(card, x, y)
    return table.find(table.picture(), (0, 0, *SIZE))[0]


def test_chips_are_counted_and_whose_they_are():
    king = Card(13, "H")

    def count(image, quads, visited):
        chips = {box: len(table.chips) * (box == king) for box in quads}
        return {box: BoxCount({"jeton": n}, n, not n, 0.99, 0.0) for box, n in chips.items()}

    table = None
    watcher, table = watched(count=lambda *given: {})
    watcher, table = watched(count=count)
    run(watcher, table, 0.6, ((0, 200), (80, 80)))
    table.chips = [(70, 70), (90, 75)]
    told = [one for _, one in run(watcher, table, 0.8) if isinstance(one, BoxSeen)]
    assert [(one.box, one.chips["jeton"]) for one in told] == [(king, 2)]


def test_a_pushed_camera_keeps_every_card():
    table = Bumped()
    seats = ((320.0, 420.0), (320.0, -20.0), (660.0, 200.0))
    size = (640, 400)
    watcher = FilmObserver(watch_film(size, seats, 3), ROW, BOARD, sees(table))
    bearings = Bearings(watcher, size, BOARD, ROW, None)
    told = [one for _ in range(8) for one in bearings.look(table.frame())]
    table.lay(NINE, 400, 240, 15)
    told += [one for _ in range(15) for one in bearings.look(table.frame())]
    assert [face(one) for one in told if isinstance(one, CardLaid)] == [NINE]
    table.camera = pushed((-70, 40), -5.0)
    told = [one for _ in range(30) for one in bearings.look(table.frame())]
    assert [type(one) for one in told if isinstance(one, ViewLost | CardLaid | CardGone)] == [ViewLost]
    assert [DECK[look.face] for look in watcher.lying] == [NINE]
