"""The referee's numbers stand in its settings, one a line; each is read by the file it belongs to."""

from __future__ import annotations

import ast
import itertools
import re
from pathlib import Path

from bench.house import numbers
from bench.house.checkout import checkout

ROOT = Path(__file__).parents[3]
REFEREE = ROOT / "engine" / "referee"
SECTION, NUMBER = re.compile(r"# -- (.+)"), re.compile(r"([A-Z_]+) = ")
ALL = "Read by several files"
KIN = {"people/questions": {"people/questions", "people/ways", "people/asking"}}
"""Sections that are read by more than the file of their name."""


def sections() -> dict[str, list[str]]:
    """The names of the numbers by section."""
    found: dict[str, list[str]] = {}
    for line in (REFEREE / "settings.py").read_text(encoding="utf-8").splitlines():
        if section := SECTION.match(line):
            found[section[1]] = []
        elif number := NUMBER.match(line):
            found[[*found][-1]].append(number[1])
    return found


def readers() -> dict[str, set[str]]:
    """Which files of the referee read each number."""
    found: dict[str, set[str]] = {}
    for file in REFEREE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "engine.referee.settings":
                path = file.relative_to(REFEREE).as_posix().removesuffix(".py").removesuffix("/__init__")
                for name in node.names:
                    found.setdefault(name.name, set()).add(path)
    return found


def test_every_number_says_where_it_comes_from_and_stands_once() -> None:
    rows = numbers.of_the_referee(checkout(ROOT, ("engine/referee",)))
    listed = [row for row in rows if row.kind != numbers.IN_CODE]
    names = [row.name.rpartition(".")[2] for row in listed]
    assert len(listed) > 120 and sorted(names) == sorted(itertools.chain(*sections().values()))
    assert not [row.name for row in listed if row.kind == numbers.NOT_NOTED or not row.meaning]


def test_no_number_is_chosen_outside_the_settings() -> None:
    """Beside them stand digits of what is rounded, corners of a card and the rank of a king."""
    for file in REFEREE.rglob("*.py"):
        if file.name == "settings.py":
            continue
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                held = [each.value for each in ast.walk(node.value) if isinstance(each, ast.Constant)]
                assert not [each for each in held if type(each) in (int, float)], f"{file}:{node.lineno}"
    rows = numbers.of_the_referee(checkout(ROOT, ("engine/referee",)))
    assert {row.value for row in rows if row.kind == numbers.IN_CODE} <= {3, 4, 6, 13, 256}


def test_nobody_weighs_a_number_of_another() -> None:
    read = readers()
    for section, names in sections().items():
        if section != ALL and not section.startswith(numbers.WIDTHS):
            whose = KIN.get(section, {section})
            assert not {name: read[name] for name in names if not read[name] <= whose}, section
    assert all(len(read[name]) > 1 for name in sections()[ALL])
    assert set(read) == set(itertools.chain(*sections().values())), "every number is read"
