"""The companion's entry among a computer's programs, on each system."""

import plistlib
import re
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion_api.system import icon
from engine.errors import BadInput

COMMAND = ["/home/Ana Belle/.venv/bin/nain jaune", "100% à nous", '"`$\\']


def read_exec(line):
    """What a desktop takes from an ``Exec`` value: the value's escapes, then the arguments', then ``%%``."""
    value = line.replace("\\\\", "\\")
    words = re.findall(r'"((?:\\.|[^"\\])*)"|([^ "]+)', value)
    return [(re.sub(r"\\(.)", r"\1", within) or bare).replace("%%", "%") for within, bare in words]


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_categories=["C"]), min_size=1), min_size=1))
def test_a_desktop_reads_the_command_as_it_was(command):
    assert read_exec(" ".join(map(icon.quoted, command))) == command


def test_a_linux_desktop_gets_an_entry_and_its_icon(tmp_path):
    entry = icon.install(tmp_path, COMMAND, "linux")
    fields = dict(line.split("=", 1) for line in entry.read_text(encoding="utf-8").splitlines()[1:])
    assert read_exec(fields["Exec"]) == COMMAND and fields["Terminal"] == "false"
    assert {"Comment", "Comment[en]", "Comment[de]"} <= set(fields)
    assert "<svg" in (tmp_path / "icons/hicolor/scalable/apps/nainjaune.svg").read_text()
    assert len(icon.remove(tmp_path, "linux")) == 2 and icon.remove(tmp_path, "linux") == []


def test_a_mac_gets_an_application_that_starts_the_command(tmp_path):
    fake = tmp_path / "a program"
    fake.write_text('#!/bin/sh\nprintf "%s," "$@"\n')
    fake.chmod(0o755)
    application = icon.install(tmp_path, [str(fake), "one two", "$HOME"], "darwin")
    told = plistlib.loads((application / "Contents/Info.plist").read_bytes())
    program = application / "Contents/MacOS" / told["CFBundleExecutable"]
    assert subprocess.run([program], capture_output=True, text=True).stdout == "one two,$HOME,"
    with Image.open(application / "Contents/Resources" / told["CFBundleIconFile"]) as picture:
        assert picture.format == "ICNS"
    assert icon.remove(tmp_path, "darwin") == [application] and not application.exists()


def test_windows_gets_a_shortcut_made_by_its_own_scripting(tmp_path):
    ran = []
    link = icon.install(tmp_path, COMMAND, "win32", lambda *args, **how: ran.append((args, how)))
    [(args, how)] = ran
    assert args[0][0] == "powershell" and all(word not in args[0][-1] for word in ("Ana", "nous"))
    assert how["env"]["NAINJAUNE_PROGRAM"] == COMMAND[0] and how["env"]["NAINJAUNE_LINK"] == str(link)
    with Image.open(tmp_path / "Nain Jaune.ico") as picture:
        assert picture.format == "ICO"


def test_what_cannot_be_written_is_one_line(tmp_path):
    (tmp_path / "applications").write_text("a file where a folder should be")
    with pytest.raises(BadInput, match="install-icon"):
        icon.install(tmp_path, ["nainjaune"], "linux")


def test_the_command_puts_it_there_and_takes_it_away(nainjaune, monkeypatch, tmp_path):
    monkeypatch.setattr(icon.sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert str(tmp_path) in nainjaune("install-icon").out
    assert (tmp_path / "applications/nainjaune.desktop").is_file()
    assert nainjaune("install-icon", "--remove").status == 0
    assert not (tmp_path / "applications/nainjaune.desktop").exists()
