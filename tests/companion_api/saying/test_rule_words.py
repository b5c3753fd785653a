"""Every option and every built-in preset is told in plain words, in each language."""

import pytest

import languages
from engine.evening.presets import BUILT_IN, choices
from engine.games import game


def table(language):
    return languages.page(language, "rules")


@pytest.mark.parametrize("language", languages.LANGUAGES)
@pytest.mark.parametrize(("kind", "rules"), game.GAMES)
def test_every_option_says_what_it_changes_and_what_each_value_means(language, kind, rules):
    told = table(language)["options"]
    for choice in choices(kind, rules):
        assert choice.name in told, f"{language}/page/rules.json: options: {choice.name} is missing"
        entry = told[choice.name]
        assert entry["name"] and entry["what"].endswith(".")
        if "n" in entry["values"]:
            assert "{n}" in entry["values"]["n"]
            assert all(value.isdigit() for value in choice.values)
        else:
            assert choice.values and set(choice.values) <= set(entry["values"]), choice.name


@pytest.mark.parametrize("language", languages.LANGUAGES)
def test_every_built_in_preset_has_a_name_and_a_line(language):
    told = table(language)["presets"]
    for preset in BUILT_IN:
        assert told[preset.name]["name"] and told[preset.name]["what"].endswith(".")
