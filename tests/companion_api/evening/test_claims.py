"""A call that was made but not heard: one tap on the alert, and it counts as if it had been heard."""

import pytest
from tapped import House

from companion_api.evening.taps import Refused
from engine.errors import IllegalEvent


@pytest.fixture
def house(tmp_path):
    home = House(tmp_path)
    home.arrange("Ana", "Bruno", "Chloé", "David")
    yield home
    home.close()


def missed(house):
    """Alerts of the round that still stand: honour → number."""
    gone = {line["target"] for line in house.live.events() if line["type"] == "corrected"}
    return {
        line["card"]: line["seq"]
        for line in house.live.events()
        if line["type"] == "alert" and line["kind"] == "missed_call" and line["seq"] not in gone
    }


def test_one_tap_on_a_missed_call_takes_the_box_and_costs_nothing(house):
    house.play_round(5)
    before = missed(house)
    assert before
    settled = house.view["settlement"]
    assert {each["card"] for each in settled["missed_calls"]} == set(before)
    card, seq = next(iter(before.items()))
    house.tap(tap="call", card=card, target=seq)
    now = house.view["settlement"]
    assert [each["card"] for each in now["takes"]] == [card]
    assert set(missed(house)) == {each["card"] for each in now["missed_calls"]} == set(before) - {card}
    with pytest.raises(IllegalEvent):
        house.tap(tap="call", card=card, target=seq)  # it no longer stands


def test_only_an_alert_about_that_call_can_be_answered(house):
    house.play_round(5)
    card, seq = next(iter(missed(house).items()))
    other = next(code for code in ("TD", "JC", "QS", "KH", "7D") if code != card)
    with pytest.raises(Refused):
        house.tap(tap="call", card=other, target=seq)
    with pytest.raises(IllegalEvent):
        house.tap(tap="call", card=card, target=1)
    assert house.view["settlement"]["takes"] == []
    house.tap(tap="round")
    with pytest.raises(IllegalEvent):
        house.tap(tap="call", card=card, target=seq)  # that round is over
