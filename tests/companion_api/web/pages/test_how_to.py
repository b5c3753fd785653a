"""«Comment on joue» says what the engine plays, and has a sentence for every value of every rule."""

import json
import re
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from companion_api.saying.words import words
from companion_api.web.pages import how_to
from engine.evening import presets
from engine.games import game
from languages import LANGUAGES

SAYS = {
    "must_continue": "must", "asked": "asked", "after_stop": "stop", "decline_lead": "king",
    "packets": "deal",
    "first_lead": "lead", "call_window": "window", "missed_call": "missed", "opera": "opera",
    "accidental_hoc_pays": "hoc.accidental_{}", "dwarf_after": "dwarf", "dwarf_out_of_turn": "dwarf.turn_{}",
}  # fmt: skip
"""Options of which the page has a sentence for each value, and where it stands."""


def test_the_page_draws_from_what_the_engine_plays():
    app = FastAPI()
    how_to.add_to(app)
    assert TestClient(app).get("/how/presets.json").json() == json.loads(json.dumps(how_to.presets_shown()))
    for name, told in how_to.presets_shown().items():
        preset = next(each for each in presets.BUILT_IN if each.name == name)
        played = game.find(preset.game, preset.rules, "preset").read_options(told["options"], name)
        assert played == game.find(preset.game, preset.rules, "preset").read_options(preset.options, name)
        assert all(int(n) * each + left == 52 for n, (each, left) in told["deal"].items())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_has_its_sentence(language):
    seen = set()
    for rules in ("lindor", "avantcoureur"):
        for option in presets.choices("nain-jaune", rules):
            path = SAYS.get(option.name)
            for value in option.values if path else ():
                at = f"how.{path.format(value) if '{' in path else f'{path}.{value}'}"
                assert isinstance(words(language).entry(at), str), (
                    f"languages/{language}/page/how.json: {at!r} is missing, the sentence of the page "
                    f"«Comment on joue» for {option.name} = {value}"
                )
                seen.add(option.name)
    five = next(each for each in presets.choices("nap", "nap") if each.name == "five_pay")
    nap = words(language).entry("how.nap")
    assert {f"five_{value}" for value in five.values} | {
        "deal",
        "bid",
        "lead",
        "follow",
        "wins",
    } <= nap.keys()
    assert seen == SAYS.keys(), f"{SAYS.keys() - seen}: no option any more, take them out of SAYS"


def test_rules_that_have_a_sentence_are_not_listed_again():
    script = (Path(how_to.__file__).parents[2] / "page" / "how" / "how.js").read_text(encoding="utf-8")
    said = set(json.loads(re.search(r"const SAID = (\[.*?\]);", script)[1]))
    assert SAYS.keys() <= said, f"companion_api/page/how/how.js: SAID lacks {SAYS.keys() - said}"
    games = (("nain-jaune", "lindor"), ("nain-jaune", "avantcoureur"), ("nap", "nap"))
    offered = [presets.choices(*each) for each in games]
    known = {each.name for options in offered for each in options}
    assert said <= known, f"companion_api/page/how/how.js: SAID: no options are {said - known}"
