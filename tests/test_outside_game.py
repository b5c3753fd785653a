"""A game from elsewhere, Michigan, is found, settled from a log, explained and told in every language."""

import json
import re
import shutil
import sys
from random import Random

import pytest
from installed_game import HERE, installed

from companion_api.saying import words as catalogue
from companion_api.saying.words import words
from engine.cards import Card, parse_card
from engine.errors import BadInput
from engine.evening import presets
from engine.events import CardPlayed, GameStarted, HandShown, RoundStarted, to_json
from engine.explanation import explain
from engine.explanation.reason import gain
from engine.games import game
from engine.games.at_random import play
from languages import LANGUAGES

NAMES = ("Ana", "Bruno", "Chloe", "David", "Emma", "Farid", "Gilles", "Hanna")
NEVER = play.Habits(forgets=0, passes=0, saves=0, bursts=0)


@pytest.fixture(scope="module")
def michigan(tmp_path_factory):
    """The installed game: its rules."""
    with installed(tmp_path_factory.mktemp("site")) as (guests, refused):
        assert [guest.name for guest in guests] == ["michigan"] and not refused
        yield game.refereed("michigan", "boodle", "test")


def played(seed, players, options=None, habits=NEVER, rounds=3):
    """The events of some rounds by chance."""
    rng, names = Random(seed), NAMES[:players]
    events = [GameStarted("michigan", "boodle", options or {}, names, dict.fromkeys(names, 50))]
    state = game.apply(None, events[0])
    for number in range(rounds):
        events.append(RoundStarted(names[number % players]))
        state = game.apply(state, events[-1])
        dealt = play.deal(players, rng, game.rules_of(state).DEAL)
        steps = list(play.random_round(state, dealt.hands, rng, habits))
        told = [event for step in steps for event in step.events()]
        told += play.left_in_hand(names, dealt.hands, steps)
        for event in told:
            state = game.apply(state, event)
        events += told
    return events, state


def plainly(events, players):
    """Net of each round, reckoned a second time with nothing but the events."""
    boxes = dict.fromkeys(map(parse_card, ("AH", "KC", "QD", "JS")), 0)
    nets, net = [], {}
    for event in events:
        if isinstance(event, RoundStarted):
            net = {name: -8 if name == event.dealer else -4 for name in NAMES[:players]}
            boxes = {box: chips + players + 1 for box, chips in boxes.items()}
            nets.append(net)
        elif isinstance(event, CardPlayed):
            last = event.player
            net[last] += boxes.get(event.card, 0)
            boxes |= {event.card: 0} if event.card in boxes else {}
        elif isinstance(event, HandShown):
            net[event.player] -= len(event.cards)
            net[last] += len(event.cards)
    return nets, boxes


@pytest.mark.parametrize("players", range(3, 9))
@pytest.mark.parametrize("options", [{}, {"new_suit": "on"}])
def test_rounds_settle_as_a_plain_second_settlement_does(michigan, players, options):
    for seed in range(20):
        events, state = played(seed, players, options)
        nets, boxes = plainly(events, players)
        assert [dict(each.net) for each in state.settlements] == nets
        assert dict(state.settlements[-1].boxes) == boxes
        told = explain(state)
        assert {name: gain(told, name) for name in state.players} == nets[-1]
        assert not state.round.overlooked, "nobody at this table keeps what he must lay"


def test_who_keeps_a_card_that_he_must_lay_is_told(michigan):
    found = 0
    for seed in range(20):
        events, _ = played(seed, 4, habits=play.Habits(overlooks=0.3, bursts=0))
        before = None
        for event in events:
            after = game.apply(before, event)
            if before is not None:
                found += sum(alert.kind == "overlooked" for alert in game.alerts(before, event, after))
            before = after
    assert found > 50


def test_its_law_refuses(michigan):
    state = game.fold([GameStarted("michigan", "boodle", {}, NAMES[:3]), RoundStarted("Ana")])
    assert michigan.rule_broken(state, 2, Card(2, "S")) == "first_lead"
    state = game.apply(state, CardPlayed("Bruno", parse_card("KC")))
    assert michigan.wanted(state) == 1 and michigan.boxes_now(state)[parse_card("KC")] == 0
    assert michigan.rule_broken(state, 0, parse_card("2D")) == "sequence"
    assert michigan.rule_broken(state, 2, parse_card("AC")) is None
    state = game.apply(state, CardPlayed("Chloe", parse_card("AC")))
    assert michigan.may_go_on(state) == ("Chloe",) and michigan.wanted(state) is None


def test_a_round_settles_from_a_log(michigan, nainjaune, tmp_path):
    events, state = played(5, 4, rounds=1)
    log = tmp_path / "michigan.jsonl"
    log.write_text("".join(json.dumps(to_json(event)) + "\n" for event in events))
    ran = nainjaune("settle", str(log), "--json")
    assert ran.status == 0, ran.err
    settlement = next(line for line in ran.lines if line["type"] == "settlement")
    assert settlement["net"] == dict(state.settlements[0].net)
    assert set(settlement["boxes"]) == {"AH", "KC", "QD", "JS"}
    people = nainjaune("settle", str(log), "--lang", "en")
    assert people.status == 0 and "a chip for each card left" in people.out, people.err


def test_a_log_names_the_line_that_breaks_its_rules(michigan, nainjaune, tmp_path):
    log = tmp_path / "wrong.jsonl"
    begun = to_json(GameStarted("michigan", "boodle", {}, NAMES[:3]))
    round_started = {"type": "round_started", "dealer": "Ana", "boxes": {"TD": 3}}
    log.write_text("\n".join(json.dumps(line) for line in (begun, round_started)))
    nainjaune("settle", str(log)).refused("wrong.jsonl", "TD")


def test_its_presets_and_options_are_offered_and_told(michigan):
    assert "boodle" in [preset.name for preset in presets.built_in()]
    for language in LANGUAGES:
        spoken = words(language)
        assert spoken.entry("presets.boodle.name") == "Michigan"
        assert spoken.entry("presets.lindor.name"), "ours are still there"
        for choice in presets.choices("michigan", "boodle"):
            assert spoken.entry(f"options.{choice.name}.name"), choice.name
            for value in choice.values:
                assert spoken.entry(f"options.{choice.name}.values.{value}"), (choice.name, value)
            for numbers in choice.sources.values():
                assert all(spoken.entry(f"sources.{number}") for number in numbers)


def test_what_cannot_be_played_is_one_line_and_ours_plays_on(tmp_path, nainjaune):
    package = tmp_path / "half_a_game"
    package.mkdir()
    (package / "__init__.py").write_text("LAWS = ()\n")
    info = tmp_path / "half-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: half\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[nainjaune.games]\nhalf = half_a_game\ngone = not_there\n")
    site = tmp_path / "site"
    site.mkdir()
    sys.path.insert(0, str(tmp_path))
    try:
        with installed(site) as (guests, refused):
            assert [guest.name for guest in guests] == ["michigan"]
            assert {each.name: each.why for each in refused} == {
                "half": "half_a_game words/fr.json: no such file (expected an object)",
                "gone": "No module named 'not_there'",
            }
            log = tmp_path / "log.jsonl"
            log.write_text(json.dumps(to_json(GameStarted("nain-jaune", "lindor", {}, NAMES[:3]))) + "\n")
            ran = nainjaune("settle", str(log), "--json")
            assert ran.status == 0 and "half_a_game" in ran.err and "not_there" in ran.err
    finally:
        sys.path.remove(str(tmp_path))


@pytest.mark.parametrize(
    ("spoiled", "why"),
    [
        ({"words/de.json": '{"presets": '}, r"words/de\.json line 1: not JSON"),
        (
            {"words/fr.json": '{"undo": {"a": "b"}}'},
            r"words/fr\.json: 'undo' is .*, expected a text",
        ),
        (
            {"words/en.json": '{"presets": "mine"}'},
            r"words/en\.json: 'presets' is 'mine', expected an object",
        ),
        ({"words/en.json": '{"more": {"none": null}}'}, r"words/en\.json: 'none' is None, expected a text"),
        ({"words/en.json": '["a"]'}, r"words/en\.json: the file is \['a'\], expected a text or an object"),
        (
            {"__init__.py": "LAWS[1].PRESET = 'lindor'"},
            r"rules 'lindor': rules of that name are known already",
        ),
        ({"__init__.py": "LAWS[1].PRESET = LAWS[0].PRESET"}, "rules 'other': rules of that name are known"),
        ({"__init__.py": "LAWS[1].PART = 'chess'"}, "part 'chess': expected one of stops, nap"),
        ({"__init__.py": "del explain"}, "explain"),
    ],
)
def test_of_a_package_that_is_refused_nothing_stays(spoiled, why, michigan, tmp_path):
    """Its first rules are whole; what is wrong is in a file or in the second one."""
    package = tmp_path / "spoiled_game"
    shutil.copytree(HERE / "michigan_game" / "words", package / "words")
    init = """
from types import SimpleNamespace
from michigan_game import rules, SOURCES, explain

LAWS = [SimpleNamespace(**{**vars(rules), "PRESET": preset}) for preset in ("other", "third")]
"""
    (package / "__init__.py").write_text(init)
    for name, text in spoiled.items():
        with (package / name).open("w" if name.endswith("json") else "a", encoding="utf-8") as file:
            file.write(text)
    (tmp_path / "spoiled-1.dist-info").mkdir()
    (tmp_path / "spoiled-1.dist-info" / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: spoiled\nVersion: 1\n"
    )
    (tmp_path / "spoiled-1.dist-info" / "entry_points.txt").write_text(
        "[nainjaune.games]\nspoiled = spoiled_game\n"
    )
    (tmp_path / "site").mkdir()
    sys.path.insert(0, str(tmp_path))
    before = len(catalogue._BROUGHT)
    try:
        with installed(tmp_path / "site") as (guests, refused):
            assert [each.name for each in guests] == ["michigan"]
            assert [each.name for each in refused] == ["spoiled"] and re.search(why, refused[0].why)
            assert {preset for _, preset in game.GAMES} == {"lindor", "avantcoureur", "nap", "boodle"}
            assert len(catalogue._BROUGHT) == before + 1, "Michigan's alone"
            assert words("de").entry("presets.lindor.name")
    finally:
        sys.path.remove(str(tmp_path))
        sys.modules.pop("spoiled_game", None)


def test_a_name_that_is_taken_is_refused(michigan):
    class Again:
        GAME, PRESET, BOARD = "tarot", "lindor", ()

    with pytest.raises(BadInput, match="known already"):
        game.register(Again())
    Again.PRESET = "again"
    with pytest.raises(BadInput, match=r"its law lacks DEAL, PART, .*settled"):
        game.register(Again())
