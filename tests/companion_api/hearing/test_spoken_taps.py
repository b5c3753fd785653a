"""Words that a phone's own recogniser heard: text in, judged as every voice is."""

import pytest
from scripted import wait_for
from tapped import House

from companion_api.evening.taps import Refused, Tap
from companion_api.evening.who import Pass


@pytest.fixture
def house(tmp_path):
    home = House(tmp_path)
    home.arrange("Ana", "Bruno", "Chloé")
    wait_for(lambda: home.view["phase"] == "antes")
    home.tap(tap="card", player="Ana", card="QS")
    yield home
    home.close()


def calls(house):
    return [
        (line["player"], line["card"], line["via"])
        for line in house.live.events()
        if line["type"] == "called"
    ]


def test_what_is_said_into_a_phone_counts_as_a_voice(house):
    house.desk.take(Tap(tap="said", seq=0, text="Dame qui prend !", ago=0.01))
    wait_for(lambda: calls(house))
    assert calls(house) == [("Ana", "QS", "voice")]


def test_a_players_phone_speaks_for_its_player_only(house):
    bruno = Pass("player", "Bruno")
    house.desk.take(Tap(tap="said", seq=0, text="dame qui prend"), bruno)
    with pytest.raises(Refused):
        house.desk.take(Tap(tap="said", seq=0, text="dame qui prend", player="Ana"), bruno)
    with pytest.raises(Refused):
        house.desk.take(Tap(tap="said", seq=0, text="dame qui prend"), Pass("guest"))
    house.desk.take(Tap(tap="said", seq=0, text="dame qui prend"), Pass("player", "Ana"))
    wait_for(lambda: calls(house))
    assert calls(house) == [("Ana", "QS", "voice")]


def test_talk_is_refused_and_a_doubtful_word_is_asked_about(house):
    with pytest.raises(Refused) as refused:
        house.desk.take(Tap(tap="said", seq=0, text="passe moi le sel"))
    assert refused.value.why == "said"
    house.desk.take(Tap(tap="said", seq=0, text="queen takes", language="en", confidence=0.4))
    wait_for(lambda: any(line.get("kind") == "doubtful_call" for line in house.live.events()))
    assert calls(house) == []
