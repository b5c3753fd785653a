"""An evening that hears: a microphone's calls reach the table in the table's time; nobody hears of talk."""

import argparse
import queue
import time

import pytest
from scripted import wait_for
from tapped import House

from companion_api import ears
from companion_api.ears import Ears, TableTime
from companion_api.words import words
from engine.cards import parse_card
from engine.errors import BadInput
from hardware.hearing.speech import Word


class Ear:
    """A live source of words that says what the test says."""

    name, live = "fake", True

    def __init__(self):
        self.began = time.monotonic() - 100.0
        self.said = queue.SimpleQueue()

    def say(self, text, seconds_ago=0.5, confidence=1.0):
        t = time.monotonic() - self.began - seconds_ago
        self.said.put([Word(word, t, t + 0.3, confidence) for word in text.split()])

    def __iter__(self):
        while (breath := self.said.get()) is not None:
            yield breath

    def close(self):
        self.said.put(None)


def options(**told):
    usual = {"listen": "mic", "speak": False, "clips": None, "keep_clips": None, "lang": "fr", "model": None}
    return argparse.Namespace(**{**usual, "data": None, **told})


@pytest.fixture
def ear(monkeypatch):
    fake = Ear()
    monkeypatch.setattr(ears, "ear_of", lambda args, changed: fake if args.listen else None)
    return fake


@pytest.fixture
def house(tmp_path, ear):
    home = House(tmp_path)
    home.sittings._ears = Ears(options(), words("fr"))
    home.arrange("Ana", "Bruno", "Chloé")
    yield home
    home.close()
    home.sittings._ears.close()


def test_a_call_spoken_is_the_layers_and_is_told_with_its_words(house, ear):
    wait_for(lambda: house.view["phase"] == "antes")
    house.tap(tap="card", player="Ana", card="QS")
    laid = next(line for line in house.live.events() if line["type"] == "card_played")
    time.sleep(0.6)
    ear.say("dame qui prend", seconds_ago=0.3)
    wait_for(lambda: any(line["type"] == "called" for line in house.live.events()))
    called = next(line for line in house.live.events() if line["type"] == "called")
    assert (called["player"], called["card"], called["via"]) == ("Ana", "QS", "voice")
    assert called["heard"] == "dame qui prend"
    assert laid["t"] <= called["t"] <= laid["t"] + 3.0  # the table's time, not the microphone's


def test_talk_is_not_told_to_anybody(house, ear):
    wait_for(lambda: house.view["phase"] == "antes")
    before = house.live.seq
    ear.say("il me reste le nain jaune")
    ear.say("passe moi le sel")
    time.sleep(0.3)
    assert house.live.seq == before


def test_a_recording_is_heard_before_the_evening_and_a_microphone_only_in_it(tmp_path):
    script = tmp_path / "said.jsonl"
    script.write_text('{"t": 4, "text": "nain jaune"}\n{"t": 2, "text": "sans six"}')
    heard = Ears(options(listen=str(script)), words("fr")).recorded()
    assert [(each.t, each.call, each.sans) for each in heard] == [
        (2.0, None, 6),
        (4.0, parse_card("7D"), None),
    ]
    silent = Ears(options(listen=None), words("fr"))
    assert silent.recorded() == [] and not silent.listens
    silent.listen(lambda heard: None, lambda: 0.0)
    silent.close()


def test_speaking_where_nothing_can_speak_is_one_line(monkeypatch):
    monkeypatch.setattr("hardware.speaking.shutil.which", lambda name: None)
    with pytest.raises(BadInput, match="--speak: espeak-ng"):
        Ears(options(listen=None, speak=True), words("fr"))


def test_the_tables_time_goes_on_between_two_frames():
    clock = TableTime()
    clock.seen(12.0)
    time.sleep(0.02)
    assert 12.02 <= clock.now() < 13.0
