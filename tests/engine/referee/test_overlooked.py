"""Cards that somebody was bound to lay and kept: in a log, entered by people, and as a camera sees them."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from rounds import golden
from seen_badly import play, settlement, watch

from engine.cards import parse_card
from engine.events import Alert, Called, CardPlayed, Corrected, HandShown, from_json, to_json
from engine.games import game
from engine.games.at_random.play import Habits
from engine.record import log, overlooked
from engine.record.overlooked import KIND, WANTED
from engine.referee.referee import Referee

EYES_SHUT = Habits(forgets=0.2, overlooks=0.4)
NOW_AND_THEN = Habits(forgets=0.2, overlooks=0.1)
HOUSES = [
    {"options": {"must_continue": "on", "overlooked_fine": 2}},
    {"options": {"must_continue": "runner", "after_stop": "skip"}},
    {"options": {"dwarf_leads": "on", "hand_payment": "per_card"}},
    {"rules": "avantcoureur"},
]


def numbered(events):
    return [replace(event, seq=place) for place, event in enumerate(events, start=1)]


def by_hand(events):
    """What the log comes to, and the alerts that `settle` tells of it."""
    text = "".join(json.dumps(to_json(event)) + "\n" for event in numbered(events))
    outcome = next(iter(log.settle(text, "log")))
    return outcome.settlement, outcome.alerts


def told(events):
    """(who, which card, after which card it was wanted) of the alerts that stand, with the number checked."""
    standing = [event for _, event in game.in_force(list(events))]
    cards = {event.seq: event.card.code for event in standing if isinstance(event, CardPlayed)}
    found = [event for event in standing if isinstance(event, Alert) and event.kind == KIND]
    assert all(cards.get(each.extra[WANTED]) == each.extra.get("after") for each in found)
    return sorted((each.player, each.card.code, each.extra.get("after")) for each in found)


def first_overlooked(house, habits):
    """The first round by chance in which somebody overlooks a card."""
    rounds = (play(seed, habits=habits, **house) for seed in range(20))
    return next(each for each in rounds if by_hand(each[1])[1])


@pytest.mark.parametrize("house", HOUSES, ids=str)
def test_a_camera_sees_what_was_overlooked(house):
    habits = EYES_SHUT if "dwarf_leads" in house.get("options", {}) else NOW_AND_THEN
    board, true, sightings = first_overlooked(house, habits)
    events = watch(Referee(board), sightings)
    expected, alerts = by_hand(true)
    assert settlement(events) == replace(expected, seq=None)
    assert told(events) == told([*numbered(true), *alerts])


def enter(referee, event):
    """A person tells an event; those that only follow from others tell themselves."""
    return referee.enter(replace(event, seq=None, t=None))


@pytest.mark.parametrize("house", HOUSES, ids=str)
def test_people_enter_a_round_in_which_a_card_was_overlooked(house):
    board, true, _ = first_overlooked(house, EYES_SHUT)
    expected, alerts = by_hand(true)
    referee = Referee(board)
    referee.start()
    moves = [event for event in true if isinstance(event, CardPlayed | Called | HandShown)]
    half = next(n for n in range(len(moves) // 2, len(moves)) if isinstance(moves[n - 1], CardPlayed))
    for event in moves[:half]:
        enter(referee, event)
    referee = Referee(board, log=json_again(referee.log))  # the computer is started again
    for event in moves[half:]:
        enter(referee, event)
    assert referee.complete and settlement(referee.log) == replace(expected, seq=None)
    assert told(referee.log) == told([*numbered(true), *alerts])


def json_again(events):
    return [each for each in map(from_json, map(to_json, events)) if each is not None]


def test_an_alert_follows_the_card_after_which_its_own_was_wanted():
    board, _, _ = play(0, options={"must_continue": "on"})
    referee = Referee(board)
    referee.start()
    names = board.names

    def lay(place, code):
        return next(e for e in enter(referee, CardPlayed(names[place], parse_card(code))))

    lay(0, "9D")
    low = lay(0, "3C")
    lay(1, "4C")
    lay(1, "TC")  # she was asked for a ten
    assert told(referee.log) == [(names[1], "TC", "9D")]
    # A card that was missed before shifts everything after it.
    missed = CardPlayed(names[0], parse_card("2S"))
    referee.enter(missed, before=low.seq)
    assert told(referee.log) == [(names[1], "TC", "9D")]
    # The nine was a king: nothing was wanted after it.
    nine = next(e for _, e in game.in_force(referee.log) if isinstance(e, CardPlayed))
    referee.correct(nine.seq, CardPlayed(names[0], parse_card("KD")))
    assert told(referee.log) == []


def test_a_log_with_numbers_of_its_own_keeps_them():
    events = golden("L1", must_continue="on")
    own = [replace(event, seq=10 * place) for place, event in enumerate(events, start=1)]
    text = "".join(json.dumps(to_json(event)) + "\n" for event in own)
    alerts = next(iter(log.settle(text, "log"))).alerts
    assert alerts == by_hand(events)[1] or [each.extra[WANTED] for each in alerts] == [
        10 * each.extra[WANTED] for each in by_hand(events)[1]
    ]


def test_what_nobody_overlooked_is_told_as_it_is():
    other = Corrected(1, None)
    assert overlooked.Wanted().marked(other) is other
