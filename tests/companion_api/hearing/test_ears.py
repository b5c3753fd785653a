"""An evening that hears: a microphone's calls reach the table in the table's time; nobody hears of talk."""

import argparse
import importlib.metadata
import json
import queue
import time
from dataclasses import replace

import numpy as np
import pytest
from scripted import wait_for
from tapped import House

from companion_api.hearing import ears, listening
from companion_api.hearing.ears import Ears
from companion_api.hearing.listening import TableTime
from companion_api.saying.words import words
from engine.cards import parse_card
from engine.errors import BadInput
from engine.events import Alert, Called
from engine.referee.gate import Dropped
from hardware.hearing import microphone, recognisers
from hardware.hearing.sound import Recording
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
    usual = {"listen": "mic", "speak": False, "clips": None, "keep_clips": None, "lang": "fr"}
    return argparse.Namespace(**{**usual, "model": None, "recogniser": "vosk", "data": None, **told})


@pytest.fixture
def ear(monkeypatch):
    fake = Ear()
    monkeypatch.setattr(ears, "ear_of", lambda args, changed: fake)
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
    # The table's time, not the microphone's.
    assert laid["t"] <= called["t"] <= house.sittings.watching.t


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
    recorded = Ears(options(listen=str(script)), words("fr"))
    assert recorded.listens and not recorded.chooses
    with pytest.raises(BadInput, match="by --listen"):
        Ears(options(listen=str(script), data=str(tmp_path)), words("fr"), chooses=True).choose("")
    heard = recorded.recorded()
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


def test_the_tables_time_goes_on_between_two_frames(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(listening.time, "monotonic", lambda: now[0])
    clock = TableTime()
    clock.seen(12.0)
    now[0] += 0.25
    assert clock.now() == 12.25


class Library:
    """What `sounddevice` offers of two microphones, of which one can be pulled out."""

    class default:
        device = (1, 0)

    def __init__(self):
        self.names = ["Speakers", "Built-in", "Yeti: USB Audio (hw:1,0)"]
        self.gone = False
        self.plugged_in = []

    def query_devices(self):
        return [{"name": name, "max_input_channels": int(name != "Speakers")} for name in self.names]

    def RawInputStream(self, *, samplerate, channels, dtype, device):
        return Stream(self)

    def _terminate(self):
        pass

    def _initialize(self):
        self.names = self.names + self.plugged_in


class Stream:
    """Somebody speaks half of the time, until the microphone is pulled out."""

    def __init__(self, library):
        self.library, self.count = library, 0

    def start(self):
        if self.library.gone:
            raise OSError("no such device")

    def read(self, frames):
        if self.library.gone:
            raise OSError("unplugged")
        time.sleep(0.002)
        self.count += 1
        loud = 6000 if self.count // 8 % 2 else 12
        return (np.arange(frames) % 2 * 2 * loud - loud).astype(np.int16).tobytes(), False

    def close(self):
        pass


class Deaf:
    """A recogniser that never hears a word, or what the test puts into its mouth at a second of the sound."""

    def __init__(self):
        self.fed, self.says = 0.0, []

    def AcceptWaveform(self, data):
        self.fed += len(data) / 2 / 16000
        return bool(self.says) and self.fed > self.says[0][1] + 1.0

    def Result(self):
        text, t = self.says.pop(0)
        words = [
            {"word": word, "start": t + n * 0.3, "end": t + n * 0.3 + 0.3, "conf": 1.0}
            for n, word in enumerate(text.split())
        ]
        return json.dumps({"result": words})

    def FinalResult(self):
        return "{}"


@pytest.fixture
def plugged(monkeypatch, tmp_path):
    library = Library()
    monkeypatch.setattr(microphone, "_library", lambda: library)
    monkeypatch.setattr(microphone.Microphone.__init__, "__kwdefaults__", {"retry": 0.02, "waits": False})
    monkeypatch.setitem(recognisers.FIND, "vosk", lambda models, language: tmp_path)
    library.engine = Deaf()
    monkeypatch.setattr(recognisers, "vosk_engine", lambda model, rate, language: library.engine)
    return library


def choosing(tmp_path, **told):
    return Ears(options(listen=None, data=str(tmp_path), **told), words("fr"), chooses=True)


def test_a_microphone_is_chosen_remembered_and_missed_when_it_is_pulled_out(plugged, tmp_path, capsys):
    first, states = choosing(tmp_path), []
    first.tell(states.append)
    told = first.check()
    assert not first.listens and told["state"] == "off" and told["chosen"] is None and told["lacks"] == ""
    assert told["devices"] == [
        {"name": "Built-in", "standard": True},
        {"name": "Yeti: USB Audio", "standard": False},
    ]
    first.choose("Yeti: USB Audio")
    wait_for(lambda: first.check().get("verdict") == "good")
    assert first.listens and first.check()["chosen"] == "Yeti: USB Audio"
    plugged.gone = True
    wait_for(lambda: states[-1] == "lost")
    assert "verdict" not in first.check()
    plugged.gone, plugged.names = False, ["Speakers", "Yeti: USB Audio (hw:2,0)", "Built-in"]
    wait_for(lambda: states[-1] == "ok")
    assert states == ["off", "ok", "lost", "ok"]
    lines = capsys.readouterr().err.splitlines()
    assert [line for line in lines if "micro" in line] == [
        "nainjaune: Le micro ne répond plus ; il est cherché sans cesse.",
        "nainjaune: Le micro est de retour.",
    ]
    first.close()
    again = choosing(tmp_path)
    assert again.check()["chosen"] == "Yeti: USB Audio"
    plugged.plugged_in = ["Webcam"]
    again.choose(None)
    assert not again.listens and again.check()["state"] == "off"
    assert "Webcam" in [device["name"] for device in again.check()["devices"]]
    again.close()
    assert not choosing(tmp_path).listens


def test_a_microphone_chosen_in_the_middle_of_an_evening_counts_from_then_on(plugged, tmp_path):
    home, chosen = House(tmp_path), choosing(tmp_path)
    home.sittings._ears = chosen
    chosen.tell(home.sittings.microphone)
    home.arrange("Ana", "Bruno", "Chloé")
    referee = home.sittings.watching.referee
    assert not referee.listens
    chosen.choose("Yeti: USB Audio")
    assert referee.listens and home.live.now()["microphone"] == "ok"
    chosen.choose(None)
    assert not referee.listens and home.live.now()["microphone"] == "off"
    home.close()
    chosen.close()


def test_an_evening_goes_on_without_a_recogniser_that_fails(plugged, tmp_path, monkeypatch, capsys):
    def fails(models, language):
        return lambda rate: plugged.engine

    def raises(data):
        raise RuntimeError("no memory left")

    brought = importlib.metadata.EntryPoint("own", "an_own:opened", recognisers.GROUP)
    monkeypatch.setattr(type(brought), "load", lambda entry: fails)
    monkeypatch.setattr(recognisers, "entry_points", lambda **of: (brought,))
    ours = choosing(tmp_path, recogniser="own")
    states = []
    ours.tell(states.append)
    ours.choose("Yeti: USB Audio")
    wait_for(lambda: ours.check().get("verdict") == "good")
    plugged.engine.AcceptWaveform = raises
    wait_for(lambda: states == ["off", "ok", "off"])
    assert not ours.listens and ours.check()["chosen"] is None
    line = "nainjaune: --recogniser own: the recogniser of an_own:opened fails (no memory left)"
    assert line in capsys.readouterr().err.splitlines()
    plugged.engine = Deaf()
    ours.choose("Yeti: USB Audio")
    assert ours.listens
    ours.close()


def test_one_that_fails_late_leaves_the_microphone_chosen_after_it(plugged, tmp_path, capsys):
    ours = choosing(tmp_path)
    ours.choose("Yeti: USB Audio")
    late = ours._listening
    ours.choose("Built-in")
    states = []
    ours.tell(states.append)
    late._failed(BadInput("too late"))
    assert ours.listens and ours.check()["chosen"] == "Built-in" and states == ["ok"]
    assert "too late" not in capsys.readouterr().err
    ours.close()


@pytest.mark.parametrize("name, count", [("own", 2), ("whisper", 1), ("vosk", 1)])
def test_a_name_that_means_several_recognisers_is_refused_in_one_line(
    plugged, tmp_path, monkeypatch, name, count
):
    brought = [
        importlib.metadata.EntryPoint(name, f"an_own_{n}:opened", recognisers.GROUP) for n in range(count)
    ]
    monkeypatch.setattr(recognisers, "entry_points", lambda **of: tuple(brought))
    with pytest.raises(BadInput, match=f"--recogniser {name}: several are named so .*an_own_{count - 1}"):
        choosing(tmp_path, recogniser=name).choose("Yeti: USB Audio")


def test_a_remembered_microphone_that_is_not_there_is_waited_for(plugged, tmp_path):
    first = choosing(tmp_path)
    first.choose("Yeti: USB Audio")
    first.close()
    plugged.names = ["Speakers"]
    states = []
    again = choosing(tmp_path)
    again.tell(states.append)
    assert again.listens and states == ["lost"] and again.check()["devices"] == []
    plugged.names = ["Speakers", "Yeti: USB Audio (hw:1,0)"]
    wait_for(lambda: states == ["lost", "ok"])
    again.close()


def test_what_cannot_be_chosen_is_one_line_and_nothing_is_heard(plugged, tmp_path, monkeypatch):
    one = choosing(tmp_path)
    one.choose("")
    with pytest.raises(BadInput, match="microphone Webcam: not there"):
        one.choose("Webcam")
    assert not one.listens and one.check()["state"] == "off"
    monkeypatch.setitem(recognisers.FIND, "vosk", lambda models, language: None)
    assert one.check()["lacks"] == "model"
    with pytest.raises(BadInput, match="nainjaune voice install"):
        one.choose("")
    one.close()


def test_what_has_no_effect_can_be_read_and_its_sound_is_kept_when_asked_for(plugged, tmp_path, capsys):
    one = choosing(tmp_path, keep_clips=tmp_path / "clips")
    plugged.engine.says = [("dame qui prend", 2.0)]
    heard = []
    one.listen(heard.append, lambda: 100.0)
    one.choose("")
    wait_for(lambda: heard)
    before = time.time()
    one.ignored(Dropped(heard[0], "not_laid"))
    (told,) = one.without_effect()
    assert (told["text"], told["why"]) == ("dame qui prend", "not_laid")
    assert before - 0.1 <= told["at"] <= time.time() + 0.1  # told to a tenth
    said = "« dame qui prend » (aucune carte de ce nom n'était posée)"
    assert said in capsys.readouterr().err
    (clip,) = (tmp_path / "clips").glob("*QS-not_laid.wav")
    assert Recording(clip).seconds >= 0.9
    one.close()


def test_a_claimed_call_keeps_its_sound_when_asked_for(plugged, tmp_path):
    one = choosing(tmp_path, keep_clips=tmp_path / "clips")
    one.choose("")
    wait_for(lambda: one.check().get("verdict") == "good")
    began = time.monotonic()
    one.listen(lambda heard: None, lambda: 50.0 + time.monotonic() - began)
    queen = parse_card("QS")
    one.take_note(Called("Bruno", queen, "tap", t=50.0))
    one.take_note(Alert("missed_call", "Ana", queen, t=50.0))
    assert not list((tmp_path / "clips").iterdir())
    one.take_note(Called("Ana", queen, "tap", t=50.0))
    (clip,) = (tmp_path / "clips").iterdir()
    assert clip.name.endswith("s-QS-missed.wav")
    one.close()


def test_the_ear_is_told_what_may_be_said_by_the_card_that_lies(plugged, tmp_path):
    """The recogniser need not listen for anything else: only an honour opens it."""
    home, chosen, told = House(tmp_path), choosing(tmp_path), []
    plugged.engine.expect = told.append
    home.sittings._ears = chosen
    home.sittings._manner = replace(home.sittings._manner, expects=chosen.expect)
    chosen.choose("")
    home.arrange("Ana", "Bruno", "Chloé")
    wait_for(lambda: home.view["phase"] == "antes")
    home.tap(tap="card", player="Ana", card="QS")
    wait_for(lambda: told and told[-1].calls == {parse_card("QS")})
    assert not any(each.calls - {parse_card("QS")} for each in told)
    home.tap(tap="call", card="QS")
    wait_for(lambda: not told[-1].calls)
    home.close()
    chosen.close()
