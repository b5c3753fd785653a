"""The figures of voices: what they count, and that the gate keeps its promise on simulated rounds."""

from __future__ import annotations

import json
import os
from random import Random

import numpy as np
import pytest

from bench.spoken import heard_voices, spoken_samples, synthetic_voices
from bench.spoken import voice as bench_voice
from bench.spoken.spoken_rounds import Manners, spoken_round
from bench.spoken.voice import FAMILY, MANNERS, gate, recogniser
from engine.boundaries import Heard
from engine.cards import parse_card
from engine.errors import BadInput
from engine.table import table_from_json
from hardware.hearing.announcements import of_text
from hardware.hearing.script import Script
from hardware.hearing.sound import write_wav

LONG = bool(os.environ.get("NAINJAUNE_LONG"))


@pytest.mark.parametrize("name", MANNERS)
def test_no_voice_gives_a_box_to_the_wrong_player(name):
    """One round each in the suite, fifty with NAINJAUNE_LONG=1; `bench voice` measures any number."""
    told = gate(range(1, 51) if LONG else [4], MANNERS[name])
    assert told["wrong_boxes"] == 0
    assert told["false_prompts"] <= told["rounds"] / 50
    assert told["forgotten_found"]["right"] == told["forgotten_found"]["of"]
    assert told["put_right"]["right"] == told["rounds"]
    if name == "heard_clearly":
        assert told["calls_heard"] == told["calls"] and told["wrong_reminders"] == 0


def test_a_round_has_what_its_manners_say():
    table = table_from_json(FAMILY, "the table")
    quiet = spoken_round(table, Random(3), Manners(talk=0, cries=0, late=0, sans=0, doubts=0))
    assert len({heard.call for _, heard in quiet.heard}) == len(quiet.called) == len(quiet.tapped)
    loud = spoken_round(table, Random(3), Manners(cries=60, doubts=0))
    assert len(loud.heard) > len(quiet.heard) + 10
    lost = spoken_round(table, Random(3), Manners(loses=1.0))
    assert lost.heard == ()
    invented = spoken_round(table, Random(3), Manners(talk=0, cries=0, loses=1.0, invents=600))
    assert {heard.text for _, heard in invented.heard} == {"(nobody)"}


def test_without_a_model_the_bench_says_so(tmp_path):
    told = recogniser(tmp_path, None, "fr")
    assert "nainjaune voice install" in told["why_not"]


@pytest.fixture
def recordings(tmp_path, monkeypatch):
    """A minute of sound in which two things are said, and a recogniser that hears what a script says."""
    write_wav(tmp_path / "a.wav", np.zeros(60 * 8000, np.int16), 8000)
    said = [{"voices": "synthetic"}, {"t": 5.0, "call": "QS"}, {"t": 20.0, "sans": "6"}]
    (tmp_path / "a.said.jsonl").write_text("\n".join(map(json.dumps, said)))
    heard = [
        {"t": 5.4, "text": "dame qui prend"},
        {"t": 20.0, "text": "sans sept"},
        {"t": 40, "text": "nain jaune"},
    ]
    (tmp_path / "heard.jsonl").write_text("\n".join(map(json.dumps, heard)))
    monkeypatch.setattr(bench_voice, "find_model", lambda folder, language: folder)
    monkeypatch.setattr(
        bench_voice, "open_ear", lambda file, models, language: Script(tmp_path / "heard.jsonl")
    )
    return tmp_path


def test_a_model_is_measured_with_bounds_by_kind_of_voices(recordings):
    told = recogniser(recordings, recordings, "fr")["synthetic"]
    assert told["minutes"] == 1.0 and told["false"] == 2
    assert (told["recall"]["right"], told["recall"]["of"]) == (1, 2)
    assert told["false_an_hour"] == 120.0
    assert told["false_an_hour_95"][0] < 120 < told["false_an_hour_95"][1]


def test_recordings_must_say_whose_voices_they_are(recordings):
    (recordings / "a.said.jsonl").write_text('{"t": 5.0, "call": "QS"}')
    with pytest.raises(BadInput, match="voices"):
        recogniser(recordings, recordings, "fr")
    (recordings / "a.said.jsonl").unlink()
    with pytest.raises(BadInput, match="no such file"):
        recogniser(recordings, recordings, "fr")


def test_what_is_heard_is_compared_by_time_and_meaning():
    said = [bench_voice._Said(10.0, "QS"), bench_voice._Said(10.0, "sans6")]
    heard = [
        Heard(11.0, parse_card("QS"), None, "voice"),
        Heard(11.2, parse_card("QS"), None, "voice"),
        Heard(13.0, None, None, "voice", sans=6),
    ]
    assert bench_voice._compared(said, heard) == {"said": 2, "found": 1, "false": 2}


def announced_by(text, language="en"):
    return [each.token for each in of_text(text, language)]


class Silent:
    """A recogniser that hears what is expected whenever somebody has spoken, or nothing ever."""

    looked = 0

    def __init__(self, hears):
        self.hears, self.expected, self.spoke, self.fed = hears, None, None, 0.0

    def expect(self, expected):
        self.expected = expected

    def AcceptWaveform(self, data):
        self.fed += len(data) / 2 / 16000
        loud = np.abs(np.frombuffer(data, np.int16)).max() > 0
        if loud and self.hears and self.expected.calls:
            self.spoke = min(self.expected.calls)
        return False

    def Result(self):
        return "{}"

    def FinalResult(self):
        card, self.spoke = self.spoke, None
        names = {"TD": "ten takes", "JC": "jack takes", "QS": "queen takes", "KH": "king takes"}
        words = [] if card is None else names.get(card.code, "yellow dwarf").split()
        told = [{"word": word, "start": self.fed - 1, "end": self.fed - 0.5, "conf": 1.0} for word in words]
        return json.dumps({"result": told})


@pytest.fixture
def tones(monkeypatch):
    """Voices that are nothing but a tone, so that no program need speak."""

    def tone(voice, text):
        return (8000 * np.sin(np.arange(6000 + 1000 * len(text.split())) / 5)).astype(np.int16)

    monkeypatch.setattr(synthetic_voices.shutil, "which", lambda program: program)
    for module in (synthetic_voices, spoken_samples, heard_voices):
        monkeypatch.setattr(module, "speak", tone)
    spoken_samples.behind.cache_clear()
    yield
    spoken_samples.behind.cache_clear()


def test_a_recogniser_is_measured_on_calls_talk_and_other_honours(tones):
    hears = lambda rate: Silent(True)  # noqa: E731
    deaf = lambda rate: Silent(False)  # noqa: E731
    calls = heard_voices._heard(hears, "en", ["call"] * 6, 10, 1)
    assert calls["taken"]["right"] == 6 and calls["false"] == 0
    other = heard_voices._heard(hears, "en", ["other"] * 6, 10, 1)
    assert other["taken"]["right"] == 0 and other["false"] == 6, (
        "it hears the honour that lies, whatever is said"
    )
    assert heard_voices._heard(deaf, "en", ["call"] * 3, 10, 1)["taken"]["right"] == 0


@pytest.mark.parametrize("kind", ["call", "after", "before"])
def test_a_recording_tells_when_its_call_is_said(tones, kind):
    """The tone is the call's by its length; whatever talk is beside it."""
    for sample in spoken_samples.samples("en", "calibration", [kind] * 8, 1, (20,)):
        words = len(sample.text.split())
        assert sample.token and sample.end - sample.t >= (6000 + 1000 * words) / synthetic_voices.RATE
        loud = np.abs(sample.sound[int(sample.t * synthetic_voices.RATE) :][:6000])
        assert loud.max() > np.abs(sample.sound).max() / 3
        assert (sample.t > spoken_samples.BEFORE) == (kind == "after")


@pytest.mark.parametrize(
    "kind, language", [("about", "en"), *(("about_sans", each) for each in ("en", "fr", "de"))]
)
def test_talk_about_what_is_expected_announces_nothing(tones, kind, language):
    for sample in spoken_samples.samples(language, "calibration", [kind] * 24, 1):
        assert sample.token == "" and announced_by(sample.text, language) == [], sample.text
        assert len(sample.expected.calls if kind == "about" else sample.expected.sans) == 1


def test_what_was_said_is_kept_where_that_is_asked_for(tmp_path, monkeypatch):
    voice = synthetic_voices.VOICES["en"][0]
    said = []
    monkeypatch.setattr(synthetic_voices, "KEPT", str(tmp_path / "kept"))
    monkeypatch.setattr(
        synthetic_voices, "_spoken", lambda voice, text: said.append(text) or np.arange(5, dtype=np.int16)
    )
    for text in ("ten takes", "ten takes", "no six"):
        assert synthetic_voices.speak.__wrapped__(voice, text).tolist() == [0, 1, 2, 3, 4]
    assert said == ["ten takes", "no six"] and len(list((tmp_path / "kept").iterdir())) == 2


def test_no_voice_is_in_both_halves():
    for language, some in synthetic_voices.VOICES.items():
        names = [(voice.program, voice.name) for voice in some]
        assert len(set(names)) == len(names), language
        assert {voice.half for voice in some} == {"calibration", "kept_apart"}
