"""From sound or a script to words; models that are installed, or cannot be."""

from __future__ import annotations

import hashlib
import io
import json
import re
import sys
import urllib.error
import zipfile

import numpy as np
import pytest

from engine.errors import BadInput
from hardware.hearing import voice_models
from hardware.hearing.announcements import announcements
from hardware.hearing.clips import Clips
from hardware.hearing.opening import open_ear
from hardware.hearing.recogniser import Recogniser, vocabulary
from hardware.hearing.script import Script
from hardware.hearing.sound import Block, Recording, write_wav
from hardware.hearing.speech import UNKNOWN
from languages import LANGUAGES


def script(tmp_path, *lines):
    file = tmp_path / "said.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return file


def test_a_script_is_read_in_breaths(tmp_path):
    file = script(
        tmp_path,
        {"t": 4.0, "text": "sans"},
        {"t": 4.4, "text": "six", "confidence": 0.5},
        {"t": 1.0, "text": "dame qui prend", "end": 2.5},
    )
    with Script(file) as ear:
        breaths = list(ear)
    texts = [" ".join(word.text for word in breath) for breath in breaths]
    assert texts == ["dame qui prend", "sans six"]
    assert breaths[0][1].t == 1.5 and breaths[0][2].end == 2.5
    assert announcements(breaths[1])[0].confidence == 0.5


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ({"text": "dame"}, "'t' is missing"),
        ({"t": 1}, "'text'"),
        ({"t": 1, "text": "dame", "confidence": 2}, "expected 0 to 1"),
        ({"t": 2, "text": "dame", "end": 1}, "'end' is before 't'"),
        ([1], "expected an object"),
    ],
)
def test_a_line_that_says_nothing_is_named(tmp_path, line, what):
    with pytest.raises(BadInput, match=f"line 1.*{what}"):
        Script(script(tmp_path, line))


def test_a_script_that_is_not_there_is_one_line(tmp_path):
    with pytest.raises(BadInput, match="no such file"):
        open_ear(str(tmp_path / "no.jsonl"), tmp_path)


class Engine:
    """Recognises what it was told to, at the end of given blocks."""

    def __init__(self, results: dict[int, list[dict]]) -> None:
        self.results = results
        self.blocks = 0

    def AcceptWaveform(self, data: bytes) -> int:
        self.blocks += 1
        return int(self.blocks in self.results)

    def Result(self) -> str:
        return json.dumps({"result": self.results[self.blocks], "text": "…"})

    def FinalResult(self) -> str:
        return json.dumps({"text": ""})


WORDS = [
    {"conf": 0.9, "start": 0.2, "end": 0.4, "word": "dame"},
    {"conf": 0.8, "start": 0.4, "end": 0.6, "word": "qui"},
    {"conf": 1.0, "start": 0.6, "end": 0.9, "word": "prend"},
]


class Blocks:
    """Sound of which five seconds are missing after the fifth block: the microphone was unplugged."""

    name, rate, live, began = "blocks", 16000, True, 0.0

    def __iter__(self):
        for n in range(20):
            yield Block(n / 10 + (5.0 if n >= 5 else 0.0), np.full(1600, n, np.int16))

    def close(self):
        pass


def test_words_have_the_sounds_own_times_also_after_a_gap():
    late = [{**word, "start": word["start"] + 0.8, "end": word["end"] + 0.8} for word in WORDS]
    ear = Recogniser(Blocks(), Engine({4: WORDS, 18: late, 19: []}))
    first, second = list(ear)
    assert [word.text for word in first] == ["dame", "qui", "prend"]
    assert first[0].t == pytest.approx(0.2) and second[0].t == pytest.approx(6.0)
    assert announcements(first)[0].confidence == 0.8


def test_clips_are_kept_only_when_asked(tmp_path):
    ear = Recogniser(Blocks(), Engine({4: WORDS}))
    list(ear)
    assert list(tmp_path.iterdir()) == []
    file = Clips(tmp_path / "clips").keep(ear, 6.34, 6.45, "QS-0.55")
    assert file is not None and file.name == "000006.3s-QS-0.55.wav"
    samples = np.concatenate([block.samples for block in Recording(file)])
    assert set(samples) == set(range(8, 20))  # half a second before and after
    assert Clips(tmp_path).keep(ear, 900.0, 901.0, "QS") is None
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="--keep-clips"):
        Clips(tmp_path / "file")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_vocabulary_holds_decoys_and_the_unknown(language):
    words = vocabulary(language)
    assert words[-1] == UNKNOWN and len(words) == len(set(words)) > 30
    assert all(word == word.lower() and "-" not in word for word in words)


def packed(name: str, files: dict[str, int]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, size in files.items():
            archive.writestr(f"{name}/{path}", b"\0" * size)
    return out.getvalue()


GOOD = {"am/final.mdl": 25_000_000, "conf/mfcc.conf": 10, "graph/HCLr.fst": 10}
NAME = voice_models.model_of("fr")


class Answer(io.BytesIO):
    headers = {"Content-Length": "0"}  # noqa: RUF012


def pinned(monkeypatch, data: bytes):
    """These bytes are the model that everybody has."""
    monkeypatch.setitem(voice_models.SHA256, NAME, hashlib.sha256(data).hexdigest())


def network(monkeypatch, data: bytes):
    """Answers with a model's ZIP."""

    def answer(url, timeout):
        assert timeout <= 30
        return Answer(data)

    monkeypatch.setattr(voice_models.urllib.request, "urlopen", answer)


def test_a_model_is_fetched_checked_and_found(tmp_path, monkeypatch):
    data = packed(NAME, GOOD)
    network(monkeypatch, data)
    pinned(monkeypatch, data)
    assert voice_models.find_model(tmp_path, "fr") is None
    done = voice_models.install("fr", tmp_path)
    assert done.checked and done.sha256 == hashlib.sha256(data).hexdigest()
    assert voice_models.find_model(tmp_path, "fr") == done.folder == tmp_path / NAME
    assert voice_models.find_model(done.folder, "de") == done.folder
    assert voice_models.find_model(tmp_path, "de") is None
    assert {each.name for each in tmp_path.iterdir()} == {NAME}
    assert voice_models.install("fr", tmp_path).folder == done.folder  # again: in its place


def test_what_is_not_the_model_that_everybody_has_is_not_unpacked(tmp_path, monkeypatch):
    """By the network and by hand; of a model whose sum nobody knows nothing is fetched."""
    network(monkeypatch, packed(NAME, GOOD))
    monkeypatch.setattr(voice_models, "_unpack", None)
    with pytest.raises(BadInput, match=r"not the model vosk-model-small-fr-0\.22: SHA-256 [0-9a-f]{64}, "):
        voice_models.install("fr", tmp_path)
    by_hand = tmp_path / "came.zip"
    by_hand.write_bytes(packed(NAME, GOOD))
    with pytest.raises(BadInput, match=r"came\.zip: not the model"):
        voice_models.install("fr", tmp_path / "voices", by_hand)
    monkeypatch.delitem(voice_models.SHA256, NAME)
    monkeypatch.setattr(voice_models, "_download", None)
    with pytest.raises(BadInput, match="we know no SHA-256 of it"):
        voice_models.install("fr", tmp_path / "voices")
    assert list((tmp_path / "voices").iterdir()) == []


def test_every_language_of_ours_has_a_model_whose_sum_is_known():
    for language in LANGUAGES:
        assert re.fullmatch("[0-9a-f]{64}", voice_models.SHA256[voice_models.model_of(language)])


def test_without_a_network_one_line_says_what_to_do(tmp_path, monkeypatch):
    def fails(url, timeout):
        raise urllib.error.URLError("Name or service not known")

    monkeypatch.setattr(voice_models.urllib.request, "urlopen", fails)
    with pytest.raises(BadInput, match=rf"{NAME}.zip cannot be had .*Name or service.* --from {NAME}.zip"):
        voice_models.install("fr", tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"nothing packed", "no ZIP"),
        (packed(NAME, {**GOOD, "am/final.mdl": 10}), "20 to 500 MB"),
        (packed("another", GOOD), f"expected the model {NAME}"),
        (packed(NAME, {"am/final.mdl": 25_000_000, "conf/mfcc.conf": 1}), "HCLr.fst missing"),
        (packed(NAME, {**GOOD, "../../out": 5}), f"expected the model {NAME}"),
    ],
)
def test_what_is_no_model_is_not_installed(tmp_path, monkeypatch, data, what):
    pinned(monkeypatch, data)
    file = tmp_path / "came.zip"
    file.write_bytes(data)
    with pytest.raises(BadInput, match=what):
        voice_models.install("fr", tmp_path / "voices", file)
    assert not (tmp_path / "out").exists() and voice_models.find_model(tmp_path / "voices", "fr") is None
    with pytest.raises(BadInput, match="cannot be read"):
        voice_models.install("fr", tmp_path / "voices", tmp_path / "absent.zip")


def test_listening_without_a_model_or_library_says_what_to_do(tmp_path, monkeypatch):
    write_wav(tmp_path / "a.wav", np.zeros(1600, np.int16), 16000)
    with pytest.raises(BadInput, match="nainjaune voice install --lang de"):
        open_ear(str(tmp_path / "a.wav"), tmp_path / "none", "de")
    with pytest.raises(BadInput, match=r"no\.wav: no such file"):
        open_ear(str(tmp_path / "no.wav"), tmp_path / "none", "de")
    for path in GOOD:
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(b"")
    monkeypatch.setitem(sys.modules, "vosk", None)
    with pytest.raises(BadInput, match=r"pip install .*voice"):
        open_ear(str(tmp_path / "a.wav"), tmp_path)
