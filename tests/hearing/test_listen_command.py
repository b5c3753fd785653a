"""`nainjaune listen` and `nainjaune voice`, as people call them."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest

from companion_api.command import main
from engine.errors import BadInput
from hardware import speaking
from hardware.hearing import voice_models
from hardware.hearing.sound import Recording, write_wav
from hardware.hearing.whisper import models as whisper_models
from hardware.speaking import Speaker
from languages import LANGUAGES

SAID = [
    {"t": 3.0, "text": "quatre cinq sans six"},
    {"t": 9.0, "text": "dame qui prend", "confidence": 0.9},
    {"t": 12.0, "text": "on joue au nain jaune"},
]


@pytest.fixture
def script(tmp_path):
    file = tmp_path / "said.jsonl"
    file.write_text("\n".join(map(json.dumps, SAID)), encoding="utf-8")
    return file


def test_what_is_announced_is_printed(script, capsys):
    assert main(["listen", str(script), "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines == [
        {"t": 3.7, "sans": "6", "text": "sans six", "confidence": 1.0},
        {"t": 9.0, "call": "QS", "text": "dame qui prend", "confidence": 0.9},
    ]
    assert main(["listen", str(script)]) == 0
    assert "dame de pique" in capsys.readouterr().out


def test_a_script_stands_beside_its_recording(script, tmp_path, capsys):
    write_wav(tmp_path / "table.wav", np.zeros(1600, np.int16), 16000)
    assert main(["listen", str(tmp_path / "table.wav"), "--script", str(script), "--json"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert main(["listen", str(tmp_path / "none.wav"), "--script", str(script)]) == 2
    assert "none.wav: no such file" in capsys.readouterr().err


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_model_one_line_says_what_to_do(tmp_path, capsys, monkeypatch, language):
    monkeypatch.setattr(whisper_models, "PACKAGED", ("no_such_package", "model"))
    write_wav(tmp_path / "table.wav", np.zeros(1600, np.int16), 16000)
    call = ["listen", str(tmp_path / "table.wav"), "--data", str(tmp_path), "--lang", language]
    assert main(call) == 2
    told = capsys.readouterr()
    assert told.out == "" and len(told.err.splitlines()) == 1
    assert f"nainjaune voice install --lang {language}" in told.err


def test_installing_without_a_network_is_refused_in_one_line(tmp_path, capsys, monkeypatch):
    def fails(url, timeout):
        raise OSError("Network is unreachable")

    monkeypatch.setattr(voice_models.urllib.request, "urlopen", fails)
    assert main(["voice", "install", "--data", str(tmp_path)]) == 2
    told = capsys.readouterr()
    size, refused = told.err.splitlines()
    assert told.out == "" and "Apache-2.0" in size, "its size and licence are said before it is fetched"
    assert "Network is unreachable" in refused and "--from vosk-model-small-fr-0.22.zip" in told.err


def test_a_recording_is_checked_for_level_and_noise(tmp_path, capsys):
    t = np.arange(16000) / 16000
    loud = (np.sin(2 * np.pi * 300 * t) * 8000).astype(np.int16)
    write_wav(tmp_path / "room.wav", np.concatenate([np.zeros(32000, np.int16), loud]), 16000)
    assert main(["voice", "check", str(tmp_path / "room.wav"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["verdict"] == "good" and told["room"] == -96.0 and -20 < told["voices"] < -10
    assert main(["voice", "check", str(tmp_path / "room.wav"), "--lang", "de"]) == 0
    assert "gut so" in capsys.readouterr().out


class Programs:
    """What is installed on a computer, and what was run there."""

    def __init__(self, monkeypatch, *names: str) -> None:
        self.ran: list[list[str]] = []
        monkeypatch.setattr(speaking.shutil, "which", lambda name: f"/bin/{name}" if name in names else None)

    def __call__(self, command) -> None:
        self.ran.append(list(command))


def test_a_familys_own_clip_goes_before_the_computers_voice(tmp_path, monkeypatch):
    programs = Programs(monkeypatch, "espeak-ng", "aplay")
    (tmp_path / "QS.wav").write_bytes(b"")
    speaker = Speaker("fr", tmp_path, programs)
    assert speaker.say("Dame qui prend !", ("missed_call-QS", "QS")) and speaker.say("-v fort", ("KH",))
    speaker.close()
    assert programs.ran == [
        ["aplay", "-q", str(tmp_path / "QS.wav")],
        ["/bin/espeak-ng", "-v", "fr", "--", "-v fort"],
    ]


def test_without_any_voice_nothing_is_said_and_that_is_told(tmp_path, monkeypatch, capsys):
    programs = Programs(monkeypatch)
    speaker = Speaker("en", None, programs)
    assert not speaker.can_speak and not speaker.say("Queen takes!", ("QS",))
    speaker.close()
    assert programs.ran == []
    assert main(["voice", "say"]) == 2
    assert "espeak-ng" in capsys.readouterr().err
    with pytest.raises(BadInput, match="no such folder"):
        Speaker("fr", tmp_path / "none")


def test_a_family_records_its_own_clips(tmp_path, monkeypatch, capsys):
    """A second of hum, half a second of voice, silence: the clip is the voice."""
    t = np.arange(3 * 16000) / 16000
    loud = np.where((t > 1.0) & (t < 1.5), 0.3, 0.001)
    write_wav(tmp_path / "said.wav", (np.sin(2000 * t) * loud * 32767).astype(np.int16), 16000)
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 5))
    command = ["voice", "record", str(tmp_path / "said.wav"), "--clips", str(tmp_path / "mine"), "--json"]
    assert main(command) == 0
    told, asked = capsys.readouterr()
    assert "dites « Dame qui prend ! »" in asked
    clips = [json.loads(line) for line in told.splitlines()]
    assert [Path(each["clip"]).name for each in clips] == ["TD.wav", "JC.wav", "QS.wav", "KH.wav", "7D.wav"]
    assert all(0.5 <= each["seconds"] <= 1.0 for each in clips)
    assert Recording(clips[0]["clip"]).seconds == pytest.approx(0.9, abs=0.15)


def test_silence_is_no_clip(tmp_path, monkeypatch, capsys):
    write_wav(tmp_path / "room.wav", np.zeros(3 * 16000, np.int16), 16000)
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 5))
    assert main(["voice", "record", str(tmp_path / "room.wav"), "--clips", str(tmp_path / "mine")]) == 2
    error = capsys.readouterr().err.splitlines()
    assert error.count("Rien entendu, encore une fois.") == 3 and "no voice was heard" in error[-1]
    assert list((tmp_path / "mine").iterdir()) == []
