"""Seats learned from where arms come from: the right ones, or none."""

import numpy as np
import pytest
from drawn_table import SIZE, Drawn
from observed import Eyes, cards, run

from engine.cards import Card
from vision.motion.seats import SeatsLearner, came_from
from vision.motion.watch import Watch
from vision.observer.observer import Observer

ROUND = [(100, 0), (300, 0), (400, 120), (250, 240), (60, 240), (0, 110)]
"""Six places round a picture of 400 by 240, clockwise."""


def learner(places, leader, arms=3, spread=6.0, seed=0):
    rng = np.random.default_rng(seed)
    learns = SeatsLearner(len(places), leader, (400, 240))
    for k in rng.permutation(np.repeat(np.arange(len(places)), arms)):
        learns.arm(tuple(rng.normal(places[k], spread)))
    return learns


@pytest.mark.parametrize("places", [ROUND, ROUND[::2], ROUND[1:5], [ROUND[0], ROUND[3]]])
@pytest.mark.parametrize("leader", [0, 1])
def test_seats_go_round_from_whoever_laid_the_first_card(places, leader):
    for begins in range(len(places)):
        learns = learner(places, leader, seed=begins)
        assert learns.seats() is None
        learns.first_card(places[begins])
        learns.first_card(places[begins - 1])  # the round's second card says nothing
        seats = learns.seats()
        assert seats is not None
        off = np.roll(seats, -leader, axis=0) - np.roll(places, -begins, axis=0)
        assert np.linalg.norm(off, axis=1).max() < 25


def test_a_round_that_was_on_leaves_the_first_card_to_the_next_player():
    learns = learner(ROUND[:4], 1)
    learns.begun()
    learns.first_card(ROUND[0])
    seats = learns.seats()
    assert seats is not None
    assert np.linalg.norm(np.subtract(seats[2], ROUND[0])) < 25


def test_places_that_do_not_stand_apart_tell_nothing():
    learns = learner([(100, 0), (130, 0), (250, 240)], 0, spread=25)
    learns.first_card((100, 0))
    assert learns.seats() is None
    few = SeatsLearner(4, 0, (400, 240))
    few.arm((100, 0))
    few.first_card((100, 0))
    assert few.seats() is None
    silent = learner(ROUND[:3], 0, arms=2)
    silent.arm((5, 235))  # somebody else's arm: four places for three players
    silent.first_card(ROUND[0])
    assert silent.seats() is None


def test_an_arm_points_back_to_its_owner():
    assert came_from(np.array([0.0, 100.0]), np.array([100.0, 100.0])) == (-35.0, 100.0)


def test_an_observer_learns_its_seats():
    table = Drawn()
    arms = {0: ((400, 479), (420, 330)), 1: ((400, 0), (420, 150)), 2: ((799, 240), (640, 240))}
    # Clockwise in the picture: above (1), right (2), below (0); the leader is the player above.
    watcher = Observer(Watch(SIZE, (), 3, leader=0), {}, None, Eyes(table).detectors)
    players = {1: 0, 2: 1, 0: 2}
    run(watcher, table, 0.6)
    for who in (1, 2, 0):
        run(watcher, table, 0.4, arms[who])
        run(watcher, table, 0.5)
    laid = []
    for number, who in enumerate((1, 2, 0, 1)):
        run(watcher, table, 0.4, arms[who])
        (x, y) = arms[who][1]
        table.lay(Card(5 + number, "CDHS"[number]), x + 8 * number, y, 10)
        told = run(watcher, table, 0.2, arms[who]) + run(watcher, table, 0.8)
        laid += [(who, sighting) for sighting in cards(told)]
    assert len(laid) == 4
    for who, sighting in laid[1:]:
        assert int(np.argmax(sighting.seats)) == players[who] and max(sighting.seats) > 0.8
