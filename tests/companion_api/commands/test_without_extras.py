"""What only an extra brings is missing as README installs it: one line says which, status 2."""

import sys
import wave

import pytest

from companion_api.web.hosting import clubs

AT = "postgresql://me:secret@127.0.0.1:1/club"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "host.club").write_text(f"{AT}\n")
    with wave.open(str(tmp_path / "said.wav"), "wb") as sound:
        sound.setparams((1, 2, 16000, 0, "NONE", ""))
        sound.writeframes(bytes(32000))
    return tmp_path


@pytest.mark.parametrize(
    ("missing", "args", "says"),
    [
        ("psycopg", ["club", "setup", AT, "--out", "{}/club"], "nainjaune[postgres]"),
        ("psycopg", ["club", "board", "{}/host.club"], "nainjaune[postgres]"),
        ("psycopg", ["club", "forget", "{}/host.club", "--player", "Ana"], "nainjaune[postgres]"),
        ("psycopg", ["history", "--data", AT], "nainjaune[postgres]"),
        ("psycopg", ["play", "--data", AT, "--camera", "none"], "nainjaune[postgres]"),
        ("reportlab", ["print", "board", "--out", "{}/print"], "nainjaune[print]"),
        ("vosk", ["listen", "{}/said.wav", "--recogniser", "vosk"], "nainjaune voice install"),
        ("faster_whisper", ["listen", "{}/said.wav", "--recogniser", "whisper"], "nainjaune[whisper]"),
    ],
)
def test_a_command_without_its_extra_is_one_line(missing, args, says, folder, nainjaune, monkeypatch):
    for name in [name for name in sys.modules if name.partition(".")[0] == missing]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    ran = nainjaune(*(each.format(folder) for each in args)).refused(says)
    assert "secret" not in ran.err
    assert not (folder / "club").exists()


@pytest.mark.parametrize(
    "args",
    [["club", "setup", AT], ["club", "--help"], ["play", "--club", "{}/host.club", "--camera", "none"]],
)
def test_a_command_says_that_the_club_was_left_out(args, folder, nainjaune, monkeypatch):
    monkeypatch.setattr(clubs, "entry_points", lambda group: ())
    nainjaune(*(each.format(folder) for each in args)).refused("clubhouse", "not installed")
