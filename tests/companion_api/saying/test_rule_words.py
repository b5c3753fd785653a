"""Every option and every built-in preset is told in plain words, in each language."""

import ast
import json
from pathlib import Path
from random import Random

import pytest
import random_logs

import languages
from engine.evening.presets import BUILT_IN, choices
from engine.games import game
from engine.games.sources import HOUSE, SOURCES
from engine.record import log

ROOT = Path(__file__).parents[3]

ROUNDS = 40
"""By each game's rules."""


def table(language):
    """What the language itself says, without the English that completes it."""
    return json.loads((languages.FOLDERS[language] / "page" / "rules.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", languages.LANGUAGES)
@pytest.mark.parametrize(("kind", "rules"), game.GAMES)
def test_every_option_says_what_it_changes_and_what_each_value_means(language, kind, rules):
    told = table(language)["options"]
    for choice in choices(kind, rules):
        assert choice.name in told, f"languages/{language}/page/rules.json: options: {choice.name} is missing"
        entry = told[choice.name]
        at = f"languages/{language}/page/rules.json: options: {choice.name}"
        assert entry["name"] and entry["what"].endswith("."), f"{at}: a name, and a sentence what it changes"
        if "n" in entry["values"]:
            assert "{n}" in entry["values"]["n"]
            assert all(value.isdigit() for value in choice.values)
        else:
            lacks = set(choice.values) - set(entry["values"])
            assert choice.values and not lacks, f"{at}: values: {sorted(lacks)} are missing"


@pytest.fixture(scope="module")
def reasons():
    """The rules by which lines of explanations are written: those named there, and those of random rounds."""
    found = {
        call.args[0].value
        for file in (ROOT / "engine" / "explanation").glob("*.py")
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "Reason"
        if isinstance(call.args[0], ast.Constant)
    }
    for _, rules in game.GAMES:
        for seed in range(ROUNDS):
            lines = getattr(random_logs, rules)(Random(seed), 1)
            for outcome in log.settle("".join(json.dumps(line) + "\n" for line in lines), "log"):
                found |= {reason.rule for reason in getattr(outcome, "reasons", ())}
    return found


@pytest.mark.parametrize("language", languages.LANGUAGES)
def test_every_reason_has_its_line(language, reasons):
    lacks = reasons - table(language)["why"].keys()
    assert len(reasons) > 30 and not lacks, f"languages/{language}/page/rules.json: why: {sorted(lacks)}"


@pytest.mark.parametrize("language", languages.LANGUAGES)
def test_every_source_has_its_words(language):
    told = table(language)["sources"]
    assert told.keys() == {*SOURCES, HOUSE, "none"}, f"languages/{language}/page/rules.json: sources"


@pytest.mark.parametrize("language", languages.LANGUAGES)
def test_every_built_in_preset_has_a_name_and_a_line(language):
    told = table(language)["presets"]
    for preset in BUILT_IN:
        assert told[preset.name]["name"] and told[preset.name]["what"].endswith(".")
