"""Every option and every built-in preset is told in plain words, in each language."""

import json

import pytest

from companion_api.app import PAGE
from engine.evening.presets import BUILT_IN, choices
from engine.games import game

LANGUAGES = ("fr", "en", "de")


def table(language):
    return json.loads((PAGE / "words" / "rules" / f"{language}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("kind", "rules"), game.GAMES)
def test_every_option_says_what_it_changes_and_what_each_value_means(language, kind, rules):
    told = table(language)["options"]
    for choice in choices(kind, rules):
        assert choice.name in told, f"words/rules/{language}.json: options: {choice.name} is missing"
        entry = told[choice.name]
        assert entry["name"] and entry["what"].endswith(".")
        if "n" in entry["values"]:
            assert "{n}" in entry["values"]["n"]
            assert all(value.isdigit() for value in choice.values)
        else:
            assert choice.values and set(choice.values) <= set(entry["values"]), choice.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_built_in_preset_has_a_name_and_a_line(language):
    told = table(language)["presets"]
    for preset in BUILT_IN:
        assert told[preset.name]["name"] and told[preset.name]["what"].endswith(".")


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_all_languages_tell_the_same_things(language):
    def paths(entry, path=""):
        if isinstance(entry, dict):
            return {found for key in entry for found in paths(entry[key], f"{path}/{key}")}
        return {path}

    assert paths(table(language)) == paths(table("fr"))
