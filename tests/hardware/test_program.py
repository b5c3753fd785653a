"""The program for people without Python: where it begins, and what goes in (`nox -s program` builds it)."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from PIL import Image

from hardware.files.decoding import SENT
from hardware.files.photos import photo_of

HERE = Path(__file__).parents[2]
PROGRAM = HERE / "hardware" / "program"


@pytest.fixture
def program(tmp_path):
    """The program as it is one file to start, with our own Python behind it."""
    begin = tmp_path / "nainjaune"
    ours = f"PYTHONPATH={HERE} exec {sys.executable} {HERE}/companion_api/program.py"
    begin.write_text(f'#!/bin/sh\n{ours} "$@"\n', "utf-8")
    begin.chmod(0o755)
    return begin


def ran(program, *told):
    return subprocess.run([program, *told], capture_output=True, text=True, env={**os.environ, "LANG": "C"})


def test_it_is_the_command_and_nobodys_python(program):
    told = ran(program, "settle", "--help")
    assert told.returncode == 0 and "nainjaune settle" in told.stdout
    told = ran(program, "-m", "this")
    assert told.returncode == 2 and "Beautiful" not in told.stdout and len(told.stderr.splitlines()) == 1


def test_a_strangers_picture_is_decoded_by_the_program_in_a_process_of_its_own(
    program, tmp_path, monkeypatch
):
    photo = tmp_path / "photo.png"
    Image.new("RGB", (40, 30), "red").save(photo)
    SENT.close()
    monkeypatch.setattr(sys, "executable", str(program))
    try:
        assert photo_of(photo.read_bytes(), "the photo").shape == (30, 40, 3)
    finally:
        SENT.close()


def test_all_that_a_wheel_holds_goes_in_and_training_does_not():
    spec = (PROGRAM / "nainjaune.spec").read_text(encoding="utf-8")
    packages = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    [rooms] = re.findall(r"ROOMS = \(([^)]*)\)", spec)
    assert set(re.findall(r'"(\w+)"', rooms)) == {
        name.rstrip("*") for name in packages["packages"]["find"]["include"]
    }
    assert '"models.training"' in spec and '"torch"' in spec
