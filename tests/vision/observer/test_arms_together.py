"""Several arms at one place: whose card it is that lies there when the last of them leaves."""

from observed import ABOVE, BELOW, JACK, NINE, TEN, cards, faces, run, watched

LEANS = ((799, 240), (615, 250))
"""An arm from the right whose hand rests beside the cards."""


def comes_in(arm):
    """The arm when only its hand is in sight."""
    (x, y), (far_x, far_y) = arm
    return arm[0], (x + (far_x - x) // 4, y + (far_y - y) // 4)


def test_cards_laid_beside_an_arm_that_rests_may_be_those_of_whoever_laid_them():
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
    assert told[0].seats[0] > 0.2 and told[1].seats[1] > 0.8
    assert told[1].t - told[0].t > 0.7


def test_whoever_only_reaches_over_a_card_has_not_brought_it():
    watcher, table = watched()
    run(watcher, table, 0.3, BELOW)
    table.lay(JACK, 520, 260)
    told = run(watcher, table, 0.2, BELOW)
    told += run(watcher, table, 0.1)
    told += run(watcher, table, 0.5, ABOVE)
    [laid] = cards(told + run(watcher, table, 1.0))
    assert laid.seats[0] > 0.9


def test_two_arms_at_a_place_may_both_have_brought_what_lies_there():
    watcher, table = watched()
    run(watcher, table, 0.3, BELOW)
    run(watcher, table, 0.1, [BELOW, comes_in(ABOVE)])
    run(watcher, table, 0.3, [BELOW, ABOVE])
    table.lay(JACK, 520, 260)
    told = run(watcher, table, 0.3, [BELOW, ABOVE])
    [laid] = cards(told + run(watcher, table, 1.0))
    assert min(laid.seats[:2]) > 0.1 and sum(laid.seats[:2]) > 0.95
