"""When somebody is reminded of a call: after the time to speak, once, and only while it counts."""

from __future__ import annotations

from engine.cards import parse_card
from engine.evening.reminding import HEARS_LATE, REMINDER, due
from engine.events import Alert, Called, CardPlayed, Corrected, GameStarted, RoundStarted
from engine.games import game

QUEEN, KING = parse_card("QS"), parse_card("KH")


def table(options=None):
    return [
        GameStarted("nain-jaune", "lindor", options or {}, ("Ana", "Bruno", "Chloé"), None, seq=1, t=0.0),
        RoundStarted("Chloé", seq=2, t=0.0),
    ]


def reminders(log, now, seconds=2.0, listening=False):
    return [each.card for each in due(game.fold(log), log, now, seconds, listening=listening)]


def test_the_speaker_first_has_the_time_to_speak():
    log = [*table(), CardPlayed("Ana", QUEEN, seq=3, t=10.0)]
    assert reminders(log, 11.9) == [] and reminders(log, 12.0) == [QUEEN]
    assert reminders(log, 12.5, listening=True) == []
    assert reminders(log, 12.0 + HEARS_LATE, listening=True) == [QUEEN]


def test_it_is_said_once():
    log = [*table(), CardPlayed("Ana", QUEEN, seq=3, t=10.0)]
    told = due(game.fold(log), log, 12.0, 2.0)
    assert told == (Alert(REMINDER, "Ana", QUEEN, t=12.0),)
    assert reminders([*log, *told], 13.0) == []


def test_a_call_or_the_next_card_ends_it():
    log = [*table(), CardPlayed("Ana", QUEEN, seq=3, t=10.0)]
    assert reminders([*log, Called("Ana", QUEEN, "voice", seq=4, t=10.5)], 13.0) == []
    assert reminders([*log, CardPlayed("Ana", KING, seq=4, t=11.0)], 12.5) == []
    assert reminders([*log, CardPlayed("Ana", KING, seq=4, t=11.0)], 13.0) == [KING]


def test_where_no_call_is_required_nobody_is_reminded():
    log = [*table({"call_required": "off"}), CardPlayed("Ana", QUEEN, seq=3, t=10.0)]
    assert reminders(log, 20.0) == []


def test_a_corrected_card_counts_from_its_own_time():
    four = parse_card("4C")
    log = [
        *table(),
        CardPlayed("Ana", four, seq=3, t=10.0),
        Corrected(3, CardPlayed("Ana", QUEEN), seq=4, t=11.0),
    ]
    assert reminders(log, 12.5) == [] and reminders(log, 13.0) == [QUEEN]
