"""Several arms at one place: whose card it is that lies there when the last of them leaves."""

from types import SimpleNamespace

import numpy as np
from observed import ABOVE, BELOW, JACK, NINE, TEN, cards, faces, run, watched

from vision.motion.changes import Changes

LEANS = ((799, 240), (615, 250))
"""An arm from the right whose hand rests beside the cards."""


def likeliest(laid):
    return max(range(3), key=lambda seat: laid.seats[seat])


def comes_in(arm):
    """The arm when only its hand is in sight."""
    (x, y), (far_x, far_y) = arm
    return arm[0], (x + (far_x - x) // 4, y + (far_y - y) // 4)


def test_cards_laid_beside_an_arm_that_rests_are_those_of_whoever_laid_them():
    watcher, table = watched()
    told = run(watcher, table, 0.6, LEANS)
    for card, arm, place in ((NINE, BELOW, (550, 270)), (TEN, ABOVE, (560, 220))):
        told += run(watcher, table, 0.1, [LEANS, comes_in(arm)])
        told += run(watcher, table, 0.3, [LEANS, arm])
        table.lay(card, *place)
        told += run(watcher, table, 0.3, [LEANS, arm]) + run(watcher, table, 0.5, LEANS)
    told += run(watcher, table, 1.5)
    assert faces(told) == [NINE, TEN]
    told = cards(told)
    assert [likeliest(laid) for laid in told] == [0, 1]
    assert told[1].t - told[0].t > 0.7


def test_whoever_only_reaches_over_a_card_has_not_brought_it():
    watcher, table = watched()
    run(watcher, table, 0.3, BELOW)
    table.lay(JACK, 520, 260)
    run(watcher, table, 0.2, BELOW)
    told = run(watcher, table, 0.1)
    told += run(watcher, table, 0.5, ABOVE)
    [laid] = cards(told + run(watcher, table, 1.0))
    assert laid.seats[0] > 0.9


def test_two_arms_at_a_place_may_both_have_brought_what_lies_there():
    watcher, table = watched()
    run(watcher, table, 0.3, BELOW)
    run(watcher, table, 0.1, [BELOW, comes_in(ABOVE)])
    run(watcher, table, 0.3, [BELOW, ABOVE])
    table.lay(JACK, 520, 260)
    run(watcher, table, 0.3, [BELOW, ABOVE])
    [laid] = cards(run(watcher, table, 1.0))
    assert min(laid.seats[:2]) > 0.1 and sum(laid.seats[:2]) > 0.95


def test_a_card_laid_under_an_arm_that_lingers_is_its_visitors():
    watcher, table = watched()
    over, under = ((799, 250), (480, 250)), ((400, 480), (470, 318))
    run(watcher, table, 0.6, over)
    run(watcher, table, 0.1, [over, comes_in(under)])
    run(watcher, table, 0.3, [over, under])
    table.lay(NINE, 640, 250, 90)
    run(watcher, table, 0.2, [over, under])
    run(watcher, table, 0.6, over)
    [laid] = cards(run(watcher, table, 1.0))
    assert likeliest(laid) == 0


def test_whoever_stays_longer_may_have_held_there_what_it_seems_to_have_found(monkeypatch):
    """As in a simulated round: one leaned in, and left, while another held his card still beside."""
    place = np.ones((4, 4), bool)

    def arm(since, until, done):
        reached, over = np.full((4, 4), since, np.float32), np.full((4, 4), until, np.float32)
        return SimpleNamespace(entered=since, seen=until, reached=reached, over=over, done=done)

    for entered, left, done, weight in (
        (1.5, 3.0, False, [0.13]), (1.5, 3.0, True, []), (2.6, 3.0, False, []), (1.5, 1.8, False, []),
    ):  # fmt: skip
        leans, holds = arm(1.0, 2.5, False), arm(entered, left, done)
        monkeypatch.setattr(Changes, "_found_so", lambda self, arm, mask, holds=holds: arm is holds)
        monkeypatch.setattr(Changes, "_visited", lambda *_: False)
        told = Changes.bringers(Changes.__new__(Changes), place, 2.0, [leans, holds])
        assert [round(share, 2) for share, each in told if each is holds] == weight, (entered, left, done)
