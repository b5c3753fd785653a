"""The command line as people expect it: a version, a page without a command, «did you mean», and no wait."""

import importlib.metadata
import json
import subprocess
import sys

import pytest

from companion_api import command
from companion_api.command import main

HEAVY = (
    "cv2",
    "numpy",
    "av",
    "onnxruntime",
    "fastapi",
    "uvicorn",
    "sqlalchemy",
    "cryptography",
    "PIL",
)
"""What takes long to import: each of them as long as all that a help or a refusal needs."""
LIGHT = f"""
import json, sys
from companion_api.command import main
status = main(sys.argv[1:])
print(json.dumps([status, [name for name in {HEAVY!r} if name in sys.modules]]))
"""


@pytest.mark.parametrize("told", ["--help", "--version", "sttle", "settle --josn x", "settle --help"])
def test_help_and_refusals_import_nothing_that_takes_long(told):
    run = subprocess.run(
        [sys.executable, "-c", LIGHT, *told.split()], capture_output=True, text=True, check=True
    )
    status, heavy = json.loads(run.stdout.splitlines()[-1])
    assert heavy == []
    assert status == (0 if told in ("--help", "--version", "settle --help") else 2)


def test_the_version_is_said(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"nainjaune {importlib.metadata.version('nainjaune')}\n"


@pytest.mark.parametrize("options", [[], ["--port", "0"], ["--lan", "--no-browser"]])
def test_options_without_a_command_open_the_page(options, monkeypatch):
    opened = []
    monkeypatch.setattr("companion_api.commands.open.run", lambda args: opened.append(args) or 0)
    assert main(options) == 0
    assert (opened[0].command, opened[0].lan) == ("open", "--lan" in options)


@pytest.mark.parametrize(
    ("told", "meant"),
    [("sttle log.jsonl", "settle"), ("plya", "play"), ("dmeo --seed 3", "demo"), ("deck lern", "learn"),
     ("settle log.jsonl --josn", "--json"), ("history --forget-palyer Ana", "--forget-player"),
     ("words --missng", "--missing"),
     ("settle log.jsonl --lang frr", "fr"), ("--no-browse --lam", "--lan")],
)  # fmt: skip
def test_what_was_probably_meant_is_said(told, meant, capsys):
    assert main([*told.split()]) == 2
    said = capsys.readouterr().err
    assert f"did you mean {meant}?" in said and said.count("\n") == 1


def test_what_is_like_nothing_is_no_guess(capsys):
    assert main(["xylophone"]) == 2
    assert "did you mean" not in capsys.readouterr().err


def test_every_command_is_listed_as_it_is():
    """Each module declares the command that the list tells of, and no other line for it."""
    top = command.parser()
    named = next(action for action in top._actions if action.dest == "command")
    assert tuple(named.choices) == command.COMMANDS == tuple(each.dest for each in named._choices_actions)
