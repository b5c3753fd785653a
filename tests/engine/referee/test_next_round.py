"""From one round to the next: the table is cleared, antes go in, and people play on."""

from contextlib import nullcontext
from dataclasses import replace

import pytest
from seen_badly import play, settlement, watch

from engine.boundaries import BoxSeen, CardGone, CardLaid
from engine.cards import HONOURS
from engine.errors import IllegalEvent
from engine.events import Alert, CardPlayed, HandShown, RoundStarted, Settlement
from engine.games import game, stops
from engine.referee.people.questions import asked
from engine.referee.referee import Referee

LEFT = 3
"""Cards of which the camera never sees that they were taken away."""


def later(t, told):
    return [
        (
            t + at,
            replace(each, t=t + each.t, arrived=t + each.arrived)
            if isinstance(each, CardLaid)
            else replace(each, t=t + each.t),
        )
        for at, each in told
    ]


def chips(t, number):
    return [
        (t, BoxSeen(t, round(t * 15), box, {"jeton": number, "fiche": 0, "contrat": 0}, not number, 1.0))
        for box in HONOURS
    ]


def gathered(t, told, left=LEFT):
    laid = [each for _, each in told if isinstance(each, CardLaid)]
    return [(t, CardGone(t, round(t * 15), each.t, each.look)) for each in laid[left:]]


def two_rounds(before, after, left=LEFT, hidden=0, seed=5):
    """(table, truth of both rounds, a script of both): boxes hold so many chips before and after the antes.

    Args:
        hidden: cards at the end of the last hand that nobody sees.
        seed: of the first round; what is not seen takes the referee longer in some than in others.
    """
    board, true, told = play(seed, players=3)
    dealer = stops.next_dealer(game.fold(true))
    _, second, more = play(7, players=3, dealer=dealer)
    told = told[: len(told) - hidden]
    end = max(t for t, _ in told) + 8
    script = [
        *chips(1.0, 3),
        *told,
        *chips(end - 1, before),
        *gathered(end, told, left),
        *chips(end + 1, after),
    ]
    script += later(end + 2, more)
    truth = [*true, replace(second[1], boxes=None), *second[2:]]
    return board, truth, script, end


def dealers(events):
    return [e.dealer for e in events if isinstance(e, RoundStarted)]


def test_a_pile_that_was_squared_up_before_the_last_card_was_not_gathered_for_the_next_deal():
    board, true, told = play(5, players=3)
    played = sum(isinstance(event, CardPlayed) for event in true)
    last = [number for number, (_, each) in enumerate(told) if isinstance(each, CardLaid)][played - 1]
    t = told[last][0] - 0.5
    events = watch(Referee(board), [*told[:last], *gathered(t, told[:last], 0), *told[last:]])
    assert settlement(events) == settlement(true)
    assert sum(isinstance(event, RoundStarted) for event in events) == 1


def test_a_round_begins_when_the_antes_go_in_although_some_cards_were_lost_from_sight():
    board, truth, script, end = two_rounds(2, 5)
    events = watch(Referee(board), script)
    opened = [e for e in events if isinstance(e, RoundStarted)]
    assert dealers(events) == dealers(truth)
    assert opened[1].t == pytest.approx(end + 1)
    assert settlement(events) == settlement(truth)
    assert sum(isinstance(e, Settlement) for e in events) == 2


def test_a_card_that_was_left_there_opens_no_round():
    board, _, script, end = two_rounds(3, 3)
    first = next(each for _, each in script if isinstance(each, CardLaid))
    again = replace(first, t=end + 1.5, arrived=end + 1.5)
    events = watch(Referee(board), [*until(script, end + 2), (end + 1.5, again)])
    assert len(dealers(events)) == 1


def test_a_first_card_opens_the_round_where_no_box_is_seen():
    board, truth, script, end = two_rounds(3, 3)
    events = watch(
        Referee(board), [each for each in until(script, end + 9) if not isinstance(each[1], BoxSeen)]
    )
    assert dealers(events) == dealers(truth)
    assert paid_first(events) == paid_first(truth)


def until(script, end):
    return [each for each in script if each[0] < end]


def paid_first(events):
    """What the first round came to, however surely."""
    return replace(game.fold(events).settlements[0], seq=None, t=None, extra={})


def test_a_table_half_cleared_opens_no_round_unless_an_emptied_box_is_filled():
    for before, rounds in ((2, 1), (0, 2)):
        board, _, script, end = two_rounds(before, 3, left=20)
        assert len(dealers(watch(Referee(board), until(script, end + 1.5)))) == rounds


@pytest.mark.parametrize("back", [False, True])
def test_chips_that_are_seen_for_a_moment_in_one_box_after_the_other_open_no_round(back):
    board, _, script, end = two_rounds(0, 0, left=20)
    script = until(script, end + 1)
    for number, (_, full) in enumerate(chips(0.0, 3)):
        script.append((end + 1 + number, replace(full, t=end + 1 + number)))
        if back:
            bare = replace(full, chips=dict.fromkeys(full.chips, 0), empty=True)
            script.append((end + 1.3 + number, replace(bare, t=end + 1.3 + number)))
    assert len(dealers(watch(Referee(board), script))) == (1 if back else 2)


def test_a_hand_gathered_at_once_was_shown_all_the_same():
    board, truth, script, end = two_rounds(0, 3, seed=3)
    hands = max(t for t, each in script if isinstance(each, CardLaid) and t < end)
    for number, (t, each) in enumerate(script):
        if isinstance(each, CardGone):
            script[number] = hands + 0.2, replace(each, t=hands + 0.2)
        elif isinstance(each, CardLaid) and t == hands and number % 2:
            doubtful = tuple(chance / 2 for chance in each.look.faces)
            script[number] = t, replace(each, look=replace(each.look, faces=doubtful))
    events = watch(Referee(board), until(script, end + 9))
    assert dealers(events) == dealers(truth) and paid_first(events) == paid_first(truth)


def test_the_next_round_waits_for_a_hand_that_must_be_told():
    board, truth, script, end = two_rounds(0, 3, hidden=3, seed=2)
    script = until(script, end + 14)
    hand = [e for e in truth if isinstance(e, HandShown)][1]
    referee = Referee(board)
    events = watch(referee, script)
    assert len(dealers(events)) == 1
    assert [e for e in events if isinstance(e, Alert) and e.extra.get("reason") == "hand_unseen"]
    events += referee.enter(replace(hand, t=None))
    events += referee.finish()
    assert dealers(events) == dealers(truth) and paid_first(events) == paid_first(truth)
    second = [e.t for _, e in game.in_force(events) if isinstance(e, CardPlayed) and e.t > end]
    assert len(second) == sum(isinstance(each, CardLaid) for t, each in script if t > end) > 3


def test_a_question_that_nobody_answers_holds_no_round_up_and_may_be_answered_later():
    board, truth, script, end = two_rounds(0, 3, hidden=1, seed=2)
    referee = Referee(board)
    events = watch(referee, until(script, end + 9))
    assert len(dealers(events)) == 2 and len(game.fold(events).settlements) == 1
    hand = [e for e in truth if isinstance(e, HandShown)][1]
    asks = next(e for e in events if isinstance(e, Alert) and asked(e))
    cards = [each.card for each in asked(asks).alternatives]
    for choice in (None, len(cards) - 1):  # nobody knows; none is missing
        with pytest.raises(IllegalEvent) if choice else nullcontext():
            Referee(board, log=events).answer(asks.seq, choice)
    told = [*events, *referee.answer(asks.seq, cards.index(hand.cards[-1]))]
    assert paid_first(told).net == paid_first(truth).net
