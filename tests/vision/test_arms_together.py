"""Several arms at one place: whose card it is that lies there when the last of them leaves."""

from drawn_table import Drawn
from test_observer import ABOVE, BELOW, JACK, NINE, TEN, cards, face, observer, run

LEANS = ((799, 240), (615, 250))
"""An arm from the right whose hand rests beside the cards."""


def likeliest(laid):
    return max(range(3), key=lambda seat: laid.seats[seat])


def comes_in(arm):
    """The arm when only its hand is in sight."""
    (x, y), (far_x, far_y) = arm
    return arm[0], (x + (far_x - x) // 4, y + (far_y - y) // 4)


def test_cards_laid_beside_an_arm_that_rests_are_those_of_whoever_laid_them():
    table = Drawn(3)
    watcher = observer(table)
    run(watcher, table, 0.6)
    told = run(watcher, table, 0.6, LEANS)
    for card, arm, place in ((NINE, BELOW, (550, 270)), (TEN, ABOVE, (560, 220))):
        run(watcher, table, 0.1, [LEANS, comes_in(arm)])
        run(watcher, table, 0.3, [LEANS, arm])
        table.lay(card, *place)
        told += run(watcher, table, 0.3, [LEANS, arm]) + run(watcher, table, 0.5, LEANS)
    told = cards(told + run(watcher, table, 1.5))
    assert [face(laid) for laid in told] == [NINE, TEN]
    assert [likeliest(laid) for laid in told] == [0, 1]
    assert told[1].t - told[0].t > 0.7


def test_whoever_only_reaches_over_a_card_has_not_brought_it():
    table = Drawn(4)
    watcher = observer(table)
    run(watcher, table, 0.6)
    run(watcher, table, 0.3, BELOW)
    table.lay(JACK, 520, 260)
    run(watcher, table, 0.2, BELOW)
    run(watcher, table, 0.1)
    run(watcher, table, 0.5, ABOVE)
    [laid] = cards(run(watcher, table, 1.0))
    assert laid.seats[0] > 0.9


def test_two_arms_at_a_place_may_both_have_brought_what_lies_there():
    table = Drawn(5)
    watcher = observer(table)
    run(watcher, table, 0.6)
    run(watcher, table, 0.3, BELOW)
    run(watcher, table, 0.1, [BELOW, comes_in(ABOVE)])
    run(watcher, table, 0.3, [BELOW, ABOVE])
    table.lay(JACK, 520, 260)
    run(watcher, table, 0.3, [BELOW, ABOVE])
    [laid] = cards(run(watcher, table, 1.0))
    assert min(laid.seats[:2]) > 0.1 and sum(laid.seats[:2]) > 0.95


def test_a_card_laid_under_an_arm_that_lingers_is_its_visitors():
    table = Drawn(6)
    watcher = observer(table)
    over, under = ((799, 250), (480, 250)), ((400, 480), (470, 318))
    run(watcher, table, 0.6)
    run(watcher, table, 0.6, over)
    run(watcher, table, 0.1, [over, comes_in(under)])
    run(watcher, table, 0.3, [over, under])
    table.lay(NINE, 640, 250, 90)
    run(watcher, table, 0.2, [over, under])
    run(watcher, table, 0.6, over)
    [laid] = cards(run(watcher, table, 1.0))
    assert likeliest(laid) == 0
