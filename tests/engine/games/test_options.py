"""An option of ours is declared once; what else needs it by hand has it, or a line says what lacks and where.

What is paid by it is reckoned a second time by `test_second_settlements`, what is said of it in each language
is held by ``tests/companion_api/saying``.
"""

import inspect
import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random

import plain_avantcoureur
import plain_lindor
import plain_nap
import pytest
import random_logs

from engine.errors import BadInput
from engine.evening import presets
from engine.games import game, lindor
from engine.games.options import GROUPS, MORE, Choice, declared, option
from engine.games.sources import HOUSE, SOURCES
from engine.record.log import settle

ROOT = Path(__file__).parents[3]
PLAIN = {"lindor": plain_lindor, "avantcoureur": plain_avantcoureur, "nap": plain_nap}
EVENINGS = {"lindor": 24, "avantcoureur": 60, "nap": 40}
"""Of one round each, so that what an option changes is seen in some of them."""
OURS = [
    pytest.param(kind, rules, choice, id=f"{rules}-{choice.name}")
    for kind, rules in game.GAMES
    for choice in presets.choices(kind, rules)
]


def declared_in(kind: str, rules: str, name: str) -> tuple[type, str]:
    """The class that declares an option last, and its file."""
    options = type(game.find(kind, rules, "test").read_options({}, "test"))
    owner = next(each for each in options.__mro__ if name in inspect.get_annotations(each))
    return owner, Path(inspect.getfile(owner)).relative_to(ROOT).as_posix()


@pytest.mark.parametrize(("kind", "rules", "choice"), OURS)
def test_it_says_what_it_is_where_it_stands_and_who_tells_it(kind: str, rules: str, choice: Choice) -> None:
    owner, file = declared_in(kind, rules, choice.name)
    at = f"{file}: {choice.name}"
    assert choice.name in (owner.__doc__ or ""), f"{at}: a line under Attributes of the docstring is missing"
    assert choice.group != MORE, f"{at}: group=… is missing, one of {', '.join(GROUPS)}"
    keys = {key for told in choice.sources.values() for key in told}
    assert choice.sources, f'{at}: sources=… is missing, keys of engine/games/sources.py, "house" or ""'
    assert keys <= {*SOURCES, HOUSE}, f"{at}: {keys - {*SOURCES, HOUSE}} stand not in engine/games/sources.py"


@pytest.mark.parametrize(("kind", "rules", "choice"), OURS)
def test_beside_which_others_it_means_something(kind: str, rules: str, choice: Choice) -> None:
    all_of_them = {each.name: each for each in presets.choices(kind, rules)}
    for other, *values in filter(None, [choice.only_with]):
        at = f"{declared_in(kind, rules, choice.name)[1]}: {choice.name}: only_with"
        assert other in all_of_them, f"{at}: {other!r} is no option of {rules}"
        can = {*all_of_them[other].values}
        assert can & {*values}, f"{at}: one at least of {sorted(can)} must be named"


@pytest.mark.parametrize(("kind", "rules", "choice"), OURS)
def test_the_second_settlement_knows_it(kind: str, rules: str, choice: Choice) -> None:
    plain = PLAIN[rules]
    text = inspect.getsource(plain) + inspect.getsource(plain_lindor)
    assert f'"{choice.name}"' in text, (
        f"tests/engine/{plain.__name__}.py: nothing reckons with {choice.name!r}; "
        "where it moves no chips and forbids no card, name it in SETTLES_NOTHING"
    )


@pytest.mark.parametrize("rules", PLAIN)
def test_random_evenings_try_every_value(rules: str) -> None:
    kind = next(kind for kind, each in game.GAMES if each == rules)
    offered = {choice.name: choice for choice in presets.choices(kind, rules)}
    drawn = {name: set(map(str, values)) for name, values in getattr(random_logs, rules.upper()).items()}
    for name, choice in offered.items():
        if choice.by is None and name not in random_logs.ENDS_THE_EVENING:
            lacks = {*choice.values, str(choice.default)} - drawn.get(name, set())
            assert not lacks, f"tests/engine/random_logs.py: {name!r} is never {' or '.join(sorted(lacks))}"
            assert len(drawn[name]) > 1, f"tests/engine/random_logs.py: {name!r} is always {choice.default}"


def outcomes(log: list[dict]) -> list | None:
    """The rounds of a log, None: it is not legal."""
    try:
        *rounds, _ = settle("".join(json.dumps(line) + "\n" for line in log), "log")
    except BadInput:
        return None
    return rounds


def paid(outcome) -> Counter:
    """What the lines of an explanation move."""
    return Counter((each.player, each.other, each.chips) for each in outcome.reasons if each.chips)


@pytest.mark.parametrize("rules", PLAIN)
def test_what_is_paid_otherwise_by_an_option_is_explained_by_it(rules: str) -> None:
    explained = set()
    for seed in range(EVENINGS[rules]):
        first, *moves = getattr(random_logs, rules)(Random(seed), 1)
        told = outcomes([first, *moves])
        for name in first["options"]:
            options = {other: value for other, value in first["options"].items() if other != name}
            usual = outcomes([{**first, "options": options}, *moves])
            for with_it, without in zip(told, usual or (), strict=False):
                if paid(with_it) - paid(without):
                    reasons = (*with_it.reasons, *without.reasons)
                    assert name in {ground.option for each in reasons for ground in each.grounds}, (
                        f"engine/explanation: no reason of {rules} has the ground {name!r}, "
                        f"by which somebody is paid something else (seed {seed})"
                    )
                    explained.add(name)
    assert len(explained) > 4


def test_a_wrong_declaration_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="expected one of bids"):
        option("off", "on", group="somewhere")
    with pytest.raises(ValueError, match="expected 2, one for each of off, on"):
        option("off", "on", sources=("000",))


def test_an_option_of_ours_declared_anew_keeps_what_is_not_told() -> None:
    @dataclass(frozen=True)
    class House(lindor.Options):
        bete: str = option("off", "on")

    ours, anew = declared(lindor.Options)["bete"], declared(House)["bete"]
    assert (anew.default, anew.values) == ("off", ("off", "on"))
    assert ours.sources and (anew.group, anew.sources, anew.only_with) == (
        ours.group,
        ours.sources,
        ours.only_with,
    )
