"""House presets: what the sources play, and what families save."""

import pytest

from engine.errors import BadInput
from engine.evening import presets
from engine.evening.presets import BUILT_IN, HousePreset, choices, read_preset, resolved, to_json
from engine.events import GameStarted, RoundStarted
from engine.games import game
from engine.games.options import ANY
from engine.table import table_from_json

TABLE = {"players": ["Ana", "Bruno", "Chloé"], "dealer": "Ana"}


@pytest.mark.parametrize("preset", BUILT_IN, ids=lambda preset: preset.name)
def test_built_in_presets_are_legal_tell_only_what_differs_and_read_back(preset):
    assert read_preset(to_json(preset), "test") == preset


def test_names_are_unique():
    names = [preset.name for preset in BUILT_IN]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(("kind", "rules"), game.GAMES)
def test_every_option_tells_its_default_values_and_sources(kind, rules):
    usual = game.find(kind, rules, "test").read_options({}, "test")
    told = choices(kind, rules)
    assert [str(choice.default) for choice in told] == [str(getattr(usual, each.name)) for each in told]
    for choice in told:
        assert (choice.least is None) == bool(choice.values)
        assert choice.least is not None or choice.default == choice.values[0]
        assert str(choice.default) in choice.sources
        assert set(choice.sources) == {*choice.values} or set(choice.sources) == {str(choice.default), ANY}


def test_what_a_family_saves_is_checked():
    grandmother = {"name": " Chez mamie ", "rules": "lindor", "options": {"per_card": 1, "bete": "on"}}
    saved = read_preset(grandmother, "test")
    assert saved == HousePreset("Chez mamie", "lindor", {"hand_payment": "per_card"})
    for wrong, said in (
        ({"options": {}}, "'name' is missing"),
        ({"name": "x" * 41}, "no more than 40"),
        ({"name": "x", "rules": "whist"}, "not known"),
        ({"name": "x", "options": {"betes": "on"}}, "is no option"),
        ({"name": "x", "options": {"bete": "perhaps"}}, "expected on or off"),
        ({"name": "x", "options": {"per_card": 0}}, "at least 1"),
        ({"name": "a\nb"}, "one line"),
        ([], "expected an object"),
    ):
        with pytest.raises(BadInput, match=said):
            read_preset(wrong, "test")


def test_a_table_may_name_a_house_preset_and_its_own_options_go_first():
    table = table_from_json(resolved({**TABLE, "rules": "french_page"}), "T.json")
    assert (table.rules, table.options["per_card"], table.chips[1].value) == ("lindor", 3, 5), (
        "chips are worth what is printed"
    )
    mamie = HousePreset("mamie", "lindor", {"per_card": 2, "opera": "no_card"})
    own = resolved({**TABLE, "rules": "mamie", "options": {"per_card": 4}}, [mamie])
    assert (own["rules"], own["options"]) == ("lindor", {"per_card": 4, "opera": "no_card"})
    assert resolved({**TABLE, "rules": "whist"}) == {**TABLE, "rules": "whist"}
    assert resolved(TABLE) == TABLE
    assert presets.resolved({**TABLE, "rules": "academie", "options": []})["options"]["packets"] == "1"
    with pytest.raises(BadInput, match="'options'"):
        table_from_json(resolved({**TABLE, "rules": "academie", "options": "none"}), "T.json")


BEFORE = [
    ("lindor", {"must_continue": "on", "after_stop": "skip"}),
    ("lindor", {"must_continue": "on", "hand_payment": "per_card"}),
    ("lindor", {"packets": "1", "call_required": "off", "opera": "no_card"}),
    ("avantcoureur", {"hoc_chip": 0, "dwarf_bete": "off", "stake_unit": "fiche"}),
    ("nap", {"pool": "on", "pool_ante": "2", "dealer_extra": 2, "floater": "on"}),
]
"""What presets and tables wrote into logs while some of them read the sources otherwise."""


@pytest.mark.parametrize(("rules", "options"), BEFORE)
def test_an_evening_goes_on_by_the_options_with_which_it_was_begun(rules, options):
    kind = "nap" if rules == "nap" else "nain-jaune"
    evening = game.fold([GameStarted(kind, rules, options, ("Ana", "Bruno", "Chloé")), RoundStarted("Ana")])
    played = {name: getattr(evening.options, name) for name in options}
    assert {name: str(value) for name, value in played.items()} == {n: str(v) for n, v in options.items()}


def test_rules_go_by_the_name_that_people_chose():
    """The preset's own name, 0 rules changed until somebody changes one; a family's own goes first."""

    def named(rules, saved=(), **options):
        table = table_from_json(resolved({**TABLE, "rules": rules, "options": options}), "T.json")
        preset, changed = presets.called(table, saved)
        return preset.name, changed

    for preset in presets.built_in():
        if preset.game == "nain-jaune":
            assert named(preset.name) == (preset.name, 0)
    assert named("french_page", end="rounds") == ("french_page", 0), "how long it lasts is nobody's rule"
    assert named("french_page", bete="on", per_card=1) == ("french_page", 2)
    mamie = HousePreset("Chez mamie", "lindor", {"bete": "off", "per_card": 1, "hand_payment": "per_card"})
    assert named("lindor", [mamie], **mamie.options) == ("Chez mamie", 0)
    assert named("lindor", [HousePreset("comme Lindor", "lindor")]) == ("comme Lindor", 0)
