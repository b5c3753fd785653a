"""`bench house`: each of its rules counts what stands in a small tree made for it, and could miss it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bench.house import arrows, floors, functions, lines
from bench.house.checkout import checkout

ROOT = Path(__file__).parents[3]
LONG = "def long():\n" + "    pass\n" * 60
MANY = "async def many(a, b, c, d, /, e, f, *, g, h, **more):\n    pass\n"
WAYS = "def ways(x):\n" + "    if x:\n        x = 1\n    elif not x:\n        x = 2\n" * 7 + "    return x\n"
PROJECT = """[project]
name = "nainjaune"
[project.scripts]
nainjaune = "companion_api.command:main"
"""
CARDS = '''"""Cards."""

# A pack.
PACK = 52  # of them
"""How many.

All told."""
TEXT = """
# none

"""
'''
COMMAND = """import importlib
for name in ():
    importlib.import_module(f"companion_api.commands.{name}")
"""
GO = """import importlib
importlib.import_module("companion_api.commands.play")
importlib.import_module("".join(()))
"""
STOP = """from companion_api.web import go
class A:
    def f(self, a): ...
"""
SCRIPT = """// why

const a = `
// text
${b /* c */}`; // d
/* e

*/ const f = /[`"]/;
"""
FILES = {
    "pyproject.toml": PROJECT,
    "noxfile.py": "import nox\n",
    "engine/cards.py": CARDS,
    "engine/money/ledger.py": "from engine.games import law\nfrom . import purse\n",
    "engine/money/purse.py": "from .ledger import x\n",
    "engine/games/law.py": f"from engine import cards\n{LONG}",
    "companion_api/command.py": COMMAND,
    "companion_api/web/go.py": GO,
    "companion_api/commands/play.py": f'"""`engine.money`"""\nRUN = "engine.cards.PACK"\n{MANY}{WAYS}',
    "companion_api/commands/stop.py": STOP,
    "companion_api/page/one.js": SCRIPT,
    "companion_api/page/one.css": "/* a */\nb { c: url(//d) }\n",
    "companion_api/page/vendor/theirs.js": "// theirs\n",
    "tests/test_cards.py": "from engine import cards\n",
} | {f"companion_api/commands/c{number}.py": "" for number in range(14)}
PACKAGES = ("engine", "engine/money", "engine/games", "companion_api", "companion_api/web")
FILES |= {f"{folder}/__init__.py": "" for folder in (*PACKAGES, "companion_api/commands")}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("tree")
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return root


def test_lines_of_code_comment_and_none(tree: Path) -> None:
    found = lines.by_room(checkout(tree))
    assert found["engine/money"] == lines.Lines(3, 0, 0) and found["."] == lines.Lines(1, 0, 0)
    # Text that stands alone is comment with the blank lines in it; what looks like one in a text is code.
    assert found["engine"] == lines.Lines(5 + 3 + 62, 5, 1) and found["engine/games"].code == 62
    # The page, without what others wrote.
    assert found["companion_api/page"] == lines.Lines(5, 4, 1)
    assert found["tests"].code == 1


def test_functions_too_long_too_many_ways_told_too_much(tree: Path) -> None:
    found = {one.name: one for one in functions.functions(checkout(tree))}
    assert found["long"].lines == 61 and found["ways"].ways == 15 and found["many"].told == 8
    assert found["f"].told == 1 and found["long"].place == "engine/games/law.py:2"
    over = functions.too_much(found.values())
    assert over == {
        "over_60_lines": ["engine/games/law.py:2 long has 61 lines"],
        "complexity_over_15": [],
        "parameters_over_7": ["companion_api/commands/play.py:3 many is told 8 things"],
    }
    one_more = functions.Function("a.py:1", "f", 60, 16, 7)
    assert functions.too_much([one_more])["complexity_over_15"] == ["a.py:1 f has 16 ways"]


def test_ways_are_counted_as_ruff_counts_them() -> None:
    limit = ("--config", "lint.mccabe.max-complexity=0")
    asked = ("check", "--isolated", "--no-cache", "--ignore-noqa", "--select", "C901", *limit)
    told = subprocess.run(
        [sys.executable, "-m", "ruff", *asked, "--output-format", "json", "engine"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    if not told.stdout:
        pytest.skip("ruff is not installed (extra [test])")
    theirs = {
        f"{Path(each['filename']).relative_to(ROOT).as_posix()}:{each['location']['row']}": int(ways[1])
        for each in json.loads(told.stdout)
        if (ways := re.search(r"\((\d+) > 0\)", each["message"]))
    }
    ours = {one.place: one.ways for one in functions.functions(checkout(ROOT, ("engine",)))}
    assert len(ours) > 800 and ours == theirs


def test_arrows_by_every_way(tree: Path) -> None:
    found = arrows.arrows(checkout(tree))
    told = {str(arrow) for arrow in found.found}
    assert {
        "companion_api.command → companion_api.commands.stop (importlib)",
        "companion_api.web.go → companion_api.commands.play (importlib)",
        "companion_api.commands.play → engine.cards (named)",
        "companion_api.commands.stop → companion_api.web.go (import)",
        "engine.games.law → engine.cards (import)",
        "engine.money.ledger → engine.games.law (import)",
        "engine.money.purse → engine.money.ledger (import)",
        "engine.money.ledger → engine.money.purse (import)",
        "pyproject.toml → companion_api.command (named)",
    } <= told
    # One for each command, and no more: neither a docstring nor the tests ask for anything.
    assert len(told) == 8 + 16
    assert found.blind == ("companion_api/web/go.py:3",)
    assert arrows.between(found.found) == {
        "companion_api → engine": {"import": 0, "importlib": 0, "named": 1}
    }


def test_arrows_against_the_floors(tree: Path) -> None:
    found = arrows.arrows(checkout(tree)).found

    def above(floor: floors.Floors) -> list[str]:
        return [str(arrow) for arrow in arrows.against(found, floor)]

    assert above(floors.COMPANION) == ["companion_api.web.go → companion_api.commands.play (importlib)"]
    assert above(floors.ENGINE) == ["engine.money.ledger → engine.games.law (import)"]
    assert above(floors.PRODUCT) == []
    bound = floors.Floors("engine", {"games": (), "money": ("games",), "cards": ()})
    assert above(bound) == ["engine.games.law → engine.cards (import)"]
    assert above(floors.Floors("engine", bound.below, for_all=frozenset({"cards"}))) == []
    assert arrows.lying_there(checkout(tree), bound) == {"cards", "games", "money"}
    assert arrows.lying_there(checkout(tree), floors.PRODUCT) == {"engine", "companion_api"}


def test_the_room_itself_is_not_asked_by_its_own_rooms() -> None:
    whole = [arrows.Arrow("hardware.simulator.cards.deck", "hardware.simulator", arrows.IMPORT)]
    assert arrows.against(whole, floors.SIMULATOR) == whole


def test_circles() -> None:
    assert arrows.circles([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("e", "a"), ("d", "f")]) == [
        ["a", "b", "c"]
    ]
    assert arrows.circles([("a", "b"), ("b", "a"), ("b", "c"), ("c", "d"), ("d", "c")]) == [
        ["a", "b"],
        ["c", "d"],
    ]
    assert arrows.circles([("a", "b"), ("b", "c")]) == []


def test_what_changed_since_an_earlier_look(tree: Path, tmp_path: Path, nainjaune, monkeypatch) -> None:
    monkeypatch.chdir(tree / "engine")
    before = nainjaune("bench", "house", "--json").lines[0]
    file = tmp_path / "before.json"
    file.write_text(json.dumps(before))
    told = nainjaune("bench", "house", "--against", file)
    assert told.status == 0 and told.out.splitlines()[1].endswith("figures are as they were.")
    file.write_text(
        json.dumps({**before, "functions": {**before["functions"], "over_60_lines": [], "longest": 9}})
    )
    changed = nainjaune("bench", "house", "--against", file).out
    assert re.search(r"^ +9 +61  \+52  functions: longest$", changed, re.MULTILINE)
    assert re.search(r"^ +0 +1  \+1  functions: over 60 lines$", changed, re.MULTILINE)
    assert changed.endswith("\n+ engine/games/law.py:2 long has 61 lines\n")
    file.write_text("{}")
    nainjaune("bench", "house", "--against", file).refused("before.json", "bench house")
    monkeypatch.chdir(tmp_path)
    nainjaune("bench", "house").refused("lies in no checkout")
