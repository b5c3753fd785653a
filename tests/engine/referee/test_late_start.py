"""Started in the middle of a round, the companion tells nothing of it, and follows the next one exactly."""

from __future__ import annotations

from dataclasses import replace

import pytest
from seen_badly import play, settlement, table, watch

from engine.boundaries import AlreadyThere, BoxSeen, CardGone, CardLaid, Heard
from engine.cards import ANTES, parse_card
from engine.errors import IllegalEvent
from engine.events import Alert, Called, CardPlayed, Corrected, RoundStarted, Settlement
from engine.referee.referee import Referee

LATE = 200.0
"""When the next round's first card is laid; the first round's last one lies long before."""


def box(t, card, count):
    return t, BoxSeen(t, 0, card, {"jeton": count}, not count, 0.99, (), 1.0, count)


def full(t, left=0):
    """Every box with its antes in it, three players, and *left* chips besides."""
    return [box(t, card, 3 * each + left) for card, each in ANTES.items()]


def in_the_middle(told, *, seen=6):
    """What a camera sees of a round that is started after *seen* cards: those lie there at its first look."""
    laid = [(t, each) for t, each in told if isinstance(each, CardLaid)]
    there = [each for _, each in laid[:seen]]
    began = there[-1].t + 0.5
    looks = AlreadyThere(began + 1, 0, tuple(each.look for each in there))
    rest = [(t, each) for t, each in told if t > began + 1]
    gone = [
        (LATE - 30, CardGone(LATE - 30, 0, began if each in there else each.t, each.look))
        for _, each in laid
        if each in there or each.t > began + 1
    ]
    return [*full(began), (began + 1, looks), *rest, *gone]


def later(told, by):
    """The same round, later."""
    moved = []
    for t, each in told:
        more = {"arrived": each.arrived + by} if isinstance(each, CardLaid) else {}
        moved.append((t + by, replace(each, t=each.t + by, **more)))
    return moved


def next_round(seed, left=0):
    """The next round's antes and cards, dealt by the next dealer."""
    names = table().names
    _, true, told = play(seed, dealer=names[1])
    antes = [(t - 10, seen) for t, seen in full(LATE, left)]
    antes = [(t, replace(seen, t=t)) for t, seen in antes]
    return true, [*antes, *later(told, LATE - 5)]


def test_nothing_is_told_of_it():
    board, _, told = play(4)
    events = watch(Referee(board), in_the_middle(told))
    assert not [each for each in events if isinstance(each, CardPlayed | Called | Settlement | Corrected)]
    [alert] = [each for each in events if isinstance(each, Alert)]
    assert (alert.kind, alert.extra["reason"]) == ("came_late", "in_the_middle")
    assert len(alert.extra["cards"]) == 6


@pytest.mark.parametrize(("seed", "left"), [(0, 0), (1, 2)])
def test_the_next_round_is_told_exactly(seed, left):
    board, _, told = play(seed)
    true, following = next_round(seed + 50, left)
    emptied = [box(LATE - 35, card, left) for card in ANTES]
    referee = Referee(board)
    events = watch(referee, in_the_middle(told) + emptied + following)
    [back] = [each for each in events if isinstance(each, Corrected) and each.replacement is None]
    begun = [each for each in events if isinstance(each, RoundStarted)]
    assert events[back.target - 1] is begun[0]
    assert begun[1].dealer == board.names[1]
    assert begun[1].boxes == dict.fromkeys(ANTES, left)
    settled = settlement(referee.log)
    expected = settlement(true)
    assert settled.payments == expected.payments and settled.winner == expected.winner
    assert len(settled.takes) == len(expected.takes)
    assert [take.chips - left for take in settled.takes] == [take.chips for take in expected.takes]


def test_cards_that_were_left_lying_while_the_boxes_hold_chips_hinder_no_round():
    """Boxes full of earlier rounds, and strays: that the antes go in shows that none had begun."""
    board, true, told = play(3, boxes=dict.fromkeys(("TD", "JC", "QS", "KH", "7D"), 2))
    strays = AlreadyThere(1.0, 0, (told[-1][1].look,))
    antes = [(t, replace(seen, t=t)) for t, seen in full(2.0, 2)]
    before = [box(0.2, card, 2) for card in ANTES]
    events = watch(Referee(board), [*before, (1.0, strays), *antes, *told])
    assert len([each for each in events if isinstance(each, RoundStarted)]) == 1
    played = [each.card for each in events if isinstance(each, CardPlayed)]
    assert played == [each.card for each in true if isinstance(each, CardPlayed)]


def test_people_may_say_what_was_laid():
    board, true, told = play(2)
    referee = Referee(board)
    referee.start()
    for _, each in full(0.2):
        referee.observe(each)
    laid = [each for each in true if isinstance(each, CardPlayed)]
    looks = [each.look for _, each in told if isinstance(each, CardLaid)][:3]
    referee.observe(AlreadyThere(1.0, 0, tuple(looks)))
    for each in laid[:3]:
        assert [told.card for told in referee.enter(replace(each, t=None)) if isinstance(told, CardPlayed)]
    [following] = [seen for t, seen in told if isinstance(seen, CardLaid)][3:4]
    referee.observe(following)
    events = referee.tick(following.t + 5)
    assert [each.card for each in events if isinstance(each, CardPlayed)] == [laid[3].card]


def test_a_round_that_people_begin_is_followed_and_a_wrong_dealer_changes_nothing():
    board, _, told = play(1)
    referee = Referee(board)
    referee.start()
    for _, each in full(0.2):
        referee.observe(each)
    looks = [each.look for _, each in told if isinstance(each, CardLaid)][:3]
    referee.observe(AlreadyThere(1.0, 0, tuple(looks)))
    before = referee.log
    with pytest.raises(IllegalEvent):
        referee.enter(RoundStarted("nobody"))
    assert referee.log == before
    assert referee.hear(Heard(2.0, parse_card("QS"), board.names[0], "tap")) == []
    back, begun = referee.enter(RoundStarted(board.names[2]))
    assert isinstance(back, Corrected) and begun.dealer == board.names[2]
    assert referee.evening.round.laid == ()


def test_a_restart_in_such_a_round_says_so_once():
    board, _, told = play(4)
    script = in_the_middle(told)
    first = Referee(board)
    watch(first, [each for each in script if not isinstance(each[1], CardGone)][:12])
    again = Referee(board, log=first.log)
    events = watch(again, script)
    assert not [each for each in events if isinstance(each, CardPlayed | Alert)]


def test_boxes_whose_chips_hide_chips_are_to_be_checked():
    board, _, told = play(0)
    _, following = next_round(50, 2)
    heaped = [(t, replace(each, exact=0.5)) for t, each in (box(LATE - 35, card, 2) for card in ANTES)]
    events = watch(Referee(board), in_the_middle(told) + heaped + following)
    [check] = [each for each in events if isinstance(each, Alert) and each.kind == "uncertain"]
    assert check.extra["reason"] == "boxes_counted"
