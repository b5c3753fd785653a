"""Events read and write JSON; what is unknown is kept or ignored, what is wrong is named."""

from __future__ import annotations

import pytest

from engine.errors import BadInput
from engine.events import Alert, AntesSeen, Called, CardPlayed, Corrected, from_json, to_json
from engine.strict_json import json_lines

PLAYERS = ["Ana", "Bruno"]


@pytest.mark.parametrize(
    "line",
    [
        {"type": "game_started", "game": "nain-jaune", "rules": "lindor", "options": {"bete": "off"},
         "players": PLAYERS, "stock": {"Ana": 120, "Bruno": 90}},
        {"type": "game_started", "game": "nain-jaune", "rules": "lindor", "options": {}, "players": PLAYERS},
        {"type": "round_started", "seq": 2, "t": 0.5, "dealer": "Ana"},
        {"type": "round_started", "dealer": "Ana", "boxes": {"TD": 1, "JC": 2, "QS": 3, "KH": 4, "7D": 5}},
        {"type": "antes_seen", "boxes": {"JC": 2}},
        {"type": "card_played", "seq": 9, "t": 12.25, "player": "Ana", "card": "TD", "confidence": 0.5},
        {"type": "card_played", "player": "Ana", "card": "TD", "confidence": 1.0, "x": {"y": [1]}},
        {"type": "called", "player": "Ana", "card": "QS", "via": "tap"},
        {"type": "box_taken", "player": "Ana", "card": "QS"},
        {"type": "hand_shown", "player": "Ana", "cards": ["QS", "7D"]},
        {"type": "corrected", "seq": 4, "target": 3, "replacement": None},
        {"type": "corrected", "target": 3,
         "replacement": {"type": "called", "player": "Ana", "card": "QS", "via": "tap"}},
        {"type": "alert", "kind": "uncertain"},
        {"type": "alert", "kind": "missed_call", "player": "Ana", "card": "QS", "detail": "…", "chips": 9},
        {"type": "settlement", "round": 1, "dealer": "Ana", "winner": "Bruno", "opera": True,
         "takes": [{"player": "Ana", "card": "QS", "chips": 6}], "missed_calls": [], "betes": [],
         "swept": {"TD": 3}, "payments": [{"from": "Ana", "to": "Bruno", "chips": 9, "reason": "points"}],
         "boxes": {"TD": 0, "JC": 0, "QS": 0, "KH": 0, "7D": 0}, "net": {"Ana": -18, "Bruno": 6},
         "transfers": [{"from": "Ana", "to": "Bruno", "chips": 9}]},
        {"type": "bid", "player": "Ana", "bid": "pass"},
        {"type": "bid", "seq": 7, "player": "Ana", "bid": "bonaparte", "floater": False},
        {"type": "floater_seen", "player": "Ana"},
        {"type": "exchanged", "player": "Ana", "count": 3, "cost": 1},
        {"type": "exchanged", "player": "Ana", "count": 0},
        {"type": "fined", "player": "Ana", "chips": 5, "why": "revoke"},
        {"type": "trump_named", "player": "Ana", "suit": "H"},
        {"type": "paid", "seq": 3, "player": "Ana", "chips": 13, "to": "Bruno"},
        {"type": "paid", "player": "Ana", "chips": 4, "card": "KH"},
        {"type": "noted", "what": "ante", "player": "Ana"},
        {"type": "noted", "what": "leads", "player": "Ana", "holds": False},
        {"type": "noted", "what": "guided"},
        {"type": "evening_ended", "t": 3600.5},
        {"type": "settlement", "round": 1, "dealer": "Ana", "bidder": "Bruno", "bid": "nap",
         "floater": True, "tricks": 5, "made": True, "payments": [], "pool": 0, "net": {"A": -2, "B": 2},
         "transfers": []},
        {"type": "settlement", "round": 1, "dealer": "Ana", "bidder": None, "bid": None,
         "tricks": 0, "made": None, "payments": [], "pool": 3, "net": {"Ana": -3},
         "transfers": [], "why": "thrown in"},
    ],
)  # fmt: skip
def test_round_trip(line):
    assert to_json(from_json(line)) == line


def test_other_notations_and_what_is_left_out():
    assert from_json({"type": "card_played", "player": "A", "card": "D♠"}) == CardPlayed("A", from_code("QS"))
    assert from_json({"type": "called", "player": "A", "card": "10D"}).via is None
    assert isinstance(from_json({"type": "announced_hoc", "player": "A", "card": "KS"}), Called)
    assert from_json({"type": "trump_named", "player": "A", "suit": "♥"}).suit == "H"
    assert from_json({"type": "game_started", "game": "nap", "players": PLAYERS}).rules == "nap"
    assert from_json({"type": "game_started", "players": PLAYERS, "stock": 50}).stock == dict.fromkeys(
        PLAYERS, 50
    )
    assert from_json({"type": "game_started", "players": [{"name": "Ana"}, "Bruno"]}).players == (
        "Ana",
        "Bruno",
    )
    assert isinstance(from_json({"type": "antes_seen", "boxes": {}}), AntesSeen)
    assert to_json(Alert("uncertain")) == {"type": "alert", "kind": "uncertain"}
    assert to_json(Corrected(3, None)) == {"type": "corrected", "target": 3, "replacement": None}


def from_code(code):
    return from_json({"type": "box_taken", "player": "A", "card": code}).card


def test_unknown_types_are_ignored():
    assert from_json({"type": "ante", "player": "A"}) is None
    assert from_json({"type": "missed_call"}) is None


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (3, "3 is no event"),
        ([], "is no event"),
        ({}, "'type'"),
        ({"type": 3}, "'type'"),
        ({"type": "card_played", "card": "QS"}, "'player' is missing"),
        ({"type": "card_played", "player": "A"}, "'card' is missing"),
        ({"type": "card_played", "player": 3, "card": "QS"}, "'player'"),
        ({"type": "card_played", "player": "\ud800", "card": "QS"}, "'player'"),
        ({"type": "card_played", "player": "A", "card": "ZZ"}, "'ZZ' is no card"),
        ({"type": "card_played", "player": "A", "card": "QS", "confidence": 2}, "'confidence'"),
        ({"type": "card_played", "player": "A", "card": "QS", "seq": 0}, "'seq'"),
        ({"type": "card_played", "player": "A", "card": "QS", "t": "1"}, "'t'"),
        ({"type": "called", "player": "A", "card": "QS", "via": 3}, "'via'"),
        ({"type": "hand_shown", "player": "A", "cards": "QS"}, "'cards'"),
        ({"type": "hand_shown", "player": "A", "cards": ["QS", 3]}, "3 is no card"),
        ({"type": "round_started", "dealer": "A", "boxes": {"TD": -1}}, "'boxes'"),
        ({"type": "round_started"}, "'dealer' is missing"),
        ({"type": "game_started"}, "'players' is missing"),
        ({"type": "game_started", "players": ["A", 3]}, "'name' is 3"),
        ({"type": "game_started", "players": ["A"], "stock": {"B": 1}}, "'B' does not play"),
        ({"type": "game_started", "players": ["A"], "options": "none"}, "'options'"),
        ({"type": "corrected", "target": 3}, "'replacement' is missing"),
        ({"type": "corrected", "target": 3, "replacement": {"type": "nothing"}}, "'nothing'"),
        ({"type": "corrected", "target": 3, "replacement": 3}, "'replacement'"),
        ({"type": "settlement"}, "missing"),
        ({"type": "settlement", "bidder": None}, "missing"),
        ({"type": "settlement", "round": 1, "dealer": "A", "bidder": "A", "bid": "pass"}, "'bid'"),
        ({"type": "bid", "player": "A"}, "'bid' is missing"),
        ({"type": "bid", "player": "A", "bid": "grand slam"}, "expected one of pass, two"),
        ({"type": "bid", "player": "A", "bid": "four", "floater": "with"}, "'floater'"),
        ({"type": "bid", "bid": "four"}, "'player' is missing"),
        ({"type": "floater_seen"}, "'player' is missing"),
        ({"type": "exchanged", "player": "A"}, "'count' is missing"),
        ({"type": "exchanged", "player": "A", "count": -1, "cost": 1}, "'count'"),
        ({"type": "exchanged", "player": "A", "count": 1, "cost": "1"}, "'cost'"),
        ({"type": "fined", "player": "A"}, "'chips' is missing"),
        ({"type": "fined", "player": "A", "chips": 0}, "'chips'"),
        ({"type": "fined", "player": "A", "chips": 2, "why": 5}, "'why'"),
        ({"type": "trump_named", "player": "A"}, "'suit' is missing"),
        ({"type": "trump_named", "player": "A", "suit": "CD"}, "'CD' is no suit"),
    ],
)
def test_what_is_wrong_gets_one_line(line, said):
    with pytest.raises(BadInput) as error:
        from_json(line, "L.jsonl line 7")
    assert said in str(error.value) and str(error.value).startswith("L.jsonl line 7")
    assert "\n" not in str(error.value)


def test_json_lines():
    assert list(json_lines('\ufeff{"a": 1}\r\n\n[2]\n'.encode(), "L")) == [(1, {"a": 1}), (3, [2])]
    for text, said in (
        ("{}\n{", "L line 2"),
        ("[NaN]", "L line 1"),
        (b"{}\n\xff\xfe", "L line 2: not a text in UTF-8"),
        ("[" * 100_000, "L line 1"),
    ):
        with pytest.raises(BadInput, match=said):
            list(json_lines(text, "L"))
