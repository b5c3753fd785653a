"""Strict and kind tables: a forgotten call is told when it is lost, or asked for while it counts."""

import pytest
from scripted import TABLE, Evening

from engine.errors import BadInput
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
