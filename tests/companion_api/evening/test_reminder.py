"""Strict and kind tables: a forgotten call is told when it is lost, or asked for while it counts."""

import json
from random import Random

import pytest
from scripted import TABLE, Evening

from companion_api.evening.live import Live
from companion_api.evening.messages import Messages
from companion_api.store import Store
from engine.errors import BadInput
from engine.events import to_json
from engine.games import game, stops
from engine.games.at_random import play
from engine.games.at_random.play import Habits
from engine.table import table_from_json

SEED = 9  # the third card is an honour, not called in time


def played(folder, table):
    """What is said and what the log's alerts are, from the honour until after the next card."""
    evening = Evening(folder, SEED, table)
    heard = []
    evening.live.when_said(heard.append)
    try:
        evening.cards(3)
        evening.frames(evening.observer.number + 2)
        open_call = evening.live.now()["view"]["call"]
        shown = [alert["kind"] for alert in evening.live.now()["view"]["alerts"]]
        evening.cards(4)
        evening.frames(evening.observer.number + 2)
        alerts = [event["kind"] for event in evening.live.events() if event["type"] == "alert"]
        return open_call, shown, alerts, [each.kind for each in heard]
    finally:
        evening.close()


def test_a_strict_table_says_it_once_the_box_is_lost(tmp_path):
    call, shown, alerts, said = played(tmp_path, TABLE)
    assert call["card"] == "7D" and shown == []
    assert alerts == ["missed_call"] and said.count("missed_call") == 1 and "reminder" not in said


def test_a_kind_table_asks_while_the_box_may_be_claimed_and_does_not_punish_besides(tmp_path):
    call, shown, alerts, said = played(tmp_path, {**TABLE, "reminder": 2})
    assert call["card"] == "7D" and shown == ["reminder"]
    assert alerts == ["reminder", "missed_call"]
    assert said.count("reminder") == 1 and "missed_call" not in said


@pytest.mark.parametrize("seconds", [1, 5.5, "soon"])
def test_the_family_agrees_on_a_time_to_speak(seconds):
    with pytest.raises(BadInput, match=r"'reminder' is .*, expected"):
        table_from_json({**TABLE, "reminder": seconds}, "T.json")


NAMES = ("Ana", "Bruno", "Chloé")
TOLD_BY_A_CARD = {
    "cards", "sequence", "wanted", "leader", "players", "undo", "phase", "stops", "winner", "back_crosses",
    "missing", "missed", "alerts", "takes", "boxes", "can_call", "evening", "settlement", "rules", "call",
    "stakes", "guide",
}  # fmt: skip
"""What a laid card may change on a screen; ``call``, ``can_call``, ``guide`` are looked at by themselves."""


def screens(live):
    """What each screen is told now: the whole message, by whose it is; None: host, television, guest."""
    messages = Messages(live)
    told = {name: messages.since(0, {"you": {"role": "x", "player": name}})[1] for name in (*NAMES, None)}
    return {name: json.loads(text) for name, text in told.items()}


def waits(message):
    """What a message says of a call that waits."""
    view, rounds = message["view"], message.get("rounds", ())
    cards = [*view["cards"], *(card for each in rounds for card in each["cards"])]
    return view["call"], [card["card"] for card in cards if card["call"] == "open"]


@pytest.mark.parametrize(
    ("rules", "window"),
    [*(("lindor", window) for window in ("next_card", "with_card", "round")),
     ("avantcoureur", "next_card"), ("academie_1760", "round")],
)  # fmt: skip
def test_a_strict_table_shows_a_call_that_waits_to_its_player_alone(tmp_path, rules, window):
    """Random rounds, card by card: on every other screen nothing is told but that the card lies there."""
    options = {"call_window": window} | ({"call_required": "hoc_only"} if rules == "academie_1760" else {})
    preset = "lindor" if rules == "lindor" else "avantcoureur"
    setup = {"players": list(NAMES), "dealer": "Ana", "rules": preset, "options": options, "guided": True}
    store, waited = Store(tmp_path), 0
    live, rng = Live(store, store.begin(setup)), Random(1)
    begun = [live.table.game_started(), live.table.round_started()]
    live.record([to_json(event) for event in begun])
    state = game.fold(begun)
    dealt, now = play.deal(len(NAMES), rng, game.rules_of(state).DEAL), screens(live)
    for step in play.random_round(state, dealt.hands, rng, Habits(forgets=0.7)):
        live.record([to_json(step.events()[0])])
        before, now, waiting = now, screens(live), stops.call_open(live.story.state)
        for name, message in now.items():
            his = [(player, card.code) for player, card in waiting if player == name]
            call, cards = waits(message | {"rounds": live.rounds(name)})
            assert {(call or {}).get("player")} <= {name, None}
            assert set(cards) <= {code for _, code in his}
            guide = message["view"]["guide"] or {"lines": ()}
            assert {line["only"] for line in guide["lines"]} <= {name, None}
            assert len(set(cards)) == len(his) or rules == "academie_1760", "his own is shown to him"
            if not his:
                was, view = before[name]["view"], message["view"]
                assert {key for key in view if view[key] != was[key]} <= TOLD_BY_A_CARD
                said = {each["card"] for each in (*view["missed"], *view["takes"])}
                assert set(view["can_call"]) == set(view["boxes"]) - said, "whether one waits or none"
                assert "reminder" not in {each["kind"] for each in message["said"]}
        waited += len(waiting)
        if step.calls:
            live.record([to_json(step.events()[1])])
    store.close()
    assert waited or window == "with_card"


def test_a_kind_table_shows_a_call_that_waits_to_all(tmp_path):
    evening = Evening(tmp_path, SEED, {**TABLE, "reminder": 5})
    try:
        evening.cards(3)
        evening.frames(evening.observer.number + 2)
        assert {message["view"]["call"]["card"] for message in screens(evening.live).values()} == {"7D"}
    finally:
        evening.close()
