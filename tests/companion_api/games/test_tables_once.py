"""What presets and options there are is the engine's to say: companion_api lists none of them twice."""

import re
from pathlib import Path

from engine.evening import presets
from engine.games import game

ROOM = Path(__file__).parents[3] / "companion_api"
PRESETS = {preset.name for preset in presets.BUILT_IN}
OPTIONS = {choice.name for kind, rules in game.GAMES for choice in presets.choices(kind, rules)}
LITERAL = re.compile(r"[\[({]([^\[\](){}]*)[\])}]")
WORD = re.compile(r"[\"']([\w-]+)[\"']|\b(\w+):")


def lists(known):
    """(file, the known names in it) of each literal that lists at least two of them and little else."""
    for file in sorted([*ROOM.rglob("*.js"), *ROOM.rglob("*.py")]):
        if "vendor" in file.parts:
            continue
        for literal in LITERAL.finditer(file.read_text(encoding="utf-8")):
            words = [quoted or key for quoted, key in WORD.findall(literal[1])]
            found = [word for word in words if word in known]
            if len(found) > 1 and 2 * len(found) >= len(words):
                yield file.relative_to(ROOM).as_posix(), found


def test_presets_are_listed_once():
    told = list(lists(PRESETS))
    assert [file for file, _ in told] == ["page/table/rules.js"], told


def test_the_same_options_are_listed_once():
    told = [frozenset(found) for _, found in lists(OPTIONS)]
    assert len(told) > 2 and len(told) == len(set(told))
