"""Every number of `vision/` stands in a line of its room's settings, with a source, and is read there."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bench.house import numbers
from bench.house.checkout import checkout

ROOT = Path(__file__).parents[2]
VISION = ROOT / "vision"
PLACES = sorted(".".join(file.parent.relative_to(VISION).parts) for file in VISION.glob("*/**/settings.py"))
"""Rooms, and parts of rooms, that have settings."""
ROOMS = sorted({place.split(".")[0] for place in PLACES})
STRUCTURE = {0, 1, 2}
"""Numbers that tune nothing: none, one, two."""
PART_OF_STRUCTURE = {*STRUCTURE, 0.5, 3, 4}
"""Numbers that tune nothing within an expression: the middle of a cell, one of a card's four corners."""


@cache
def named_settings(place: str) -> tuple[str, object]:
    """The one instance of a place's frozen type, and its name."""
    module = importlib.import_module(f"vision.{place}.settings")
    (named,) = ((name, value) for name, value in vars(module).items() if name.isupper())
    return named


def groups(tree: ast.Module) -> dict[str, str]:
    """Short names that a module has for groups of settings, and what each stands for."""
    short = {}
    for assigned in tree.body:
        if isinstance(assigned, ast.Assign):
            target, value = assigned.targets[0], assigned.value
            several = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
            pairs = zip(target.elts, value.elts, strict=True) if several else [(target, value)]
            short.update({ast.unparse(name): ast.unparse(group) for name, group in pairs})
    return short


def modules(room: str) -> list[Path]:
    return [file for file in sorted((VISION / room).rglob("*.py")) if file.name != "settings.py"]


@cache
def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def chosen(value: ast.expr) -> bool:
    """Whether an expression holds a number that somebody must have chosen."""
    known = STRUCTURE if isinstance(value, ast.Constant | ast.UnaryOp) else PART_OF_STRUCTURE
    return any(
        isinstance(node, ast.Constant)
        and isinstance(node.value, int | float)
        and not isinstance(node.value, bool)
        and node.value not in known
        for node in ast.walk(value)
    )


def places(tree: ast.Module) -> Iterator[tuple[int, ast.expr]]:
    """What is assigned in a module or a class, and every default of an argument, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.Assign | ast.AnnAssign) and inner.value is not None:
                    yield inner.lineno, inner.value
        elif isinstance(node, ast.FunctionDef):
            for default in [*node.args.defaults, *node.args.kw_defaults]:
                if default is not None:
                    yield default.lineno, default


def test_no_number_hides_outside_the_settings() -> None:
    hidden = [
        f"{file.relative_to(VISION)}:{line}"
        for room in ROOMS
        for file in modules(room)
        for line, value in places(parsed(file))
        if chosen(value)
    ]
    assert not hidden


def values(settings: object, within: str = "") -> Iterator[tuple[str, object]]:
    """The dotted name and the value of every number that a place's settings hold."""
    for field in dataclasses.fields(settings):  # type: ignore[arg-type]
        value, name = getattr(settings, field.name), f"{within}{field.name}"
        if dataclasses.is_dataclass(value):
            yield from values(value, f"{name}.")
        else:
            yield name, value


@pytest.mark.parametrize("place", PLACES)
def test_every_number_has_a_meaning_and_a_source_and_cannot_be_changed(place: str) -> None:
    """A line each: what it is, then «counted on» how many of what, a «guess» or what it is «fixed» by."""
    settings = named_settings(place)[1]
    listed = [row for row in numbers.of_vision(checkout(ROOT, (numbers.SEES,))) if row.room == place]
    told = [row for row in listed if row.kind != numbers.IN_CODE]
    assert [(row.name, row.value) for row in told] == list(values(settings))
    for row in told:
        assert row.meaning and row.kind != numbers.NOT_NOTED, row
        assert row.kind != numbers.COUNTED or re.search(r"\d", row.source), row
        assert isinstance(row.value, int | float | tuple) and "not noted" not in row.source, row
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(settings, dataclasses.fields(settings)[0].name, 0)  # type: ignore[arg-type]


@pytest.mark.parametrize("place", PLACES)
def test_a_number_is_a_line(place: str) -> None:
    text = VISION.joinpath(*place.split("."), "settings.py").read_text(encoding="utf-8")
    assert not [line for line in text.splitlines() if len(line) > 110]
    fields = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.AnnAssign)]
    assert all(node.lineno == node.end_lineno for node in fields)


@cache
def attributes(file: Path) -> frozenset[str]:
    """What a module reads of other things, short names for groups of settings written out."""
    short, read = groups(parsed(file)), set()
    for owner in parsed(file).body:
        itself = {"self": owner.name} if isinstance(owner, ast.ClassDef) else {}
        for node in ast.walk(owner):
            if isinstance(node, ast.Attribute):
                first, *rest = ast.unparse(node).split(".")
                read.add(".".join([(short | itself).get(first, first), *rest]))
    return frozenset(read)


def test_every_number_is_read() -> None:
    """By a module of its room, as ``ROOM.group.name``, through a name for the group, or by the settings."""
    unread = []
    for place in PLACES:
        files = [*modules(place.split(".")[0]), VISION.joinpath(*place.split("."), "settings.py")]
        read = frozenset().union(*map(attributes, files))
        constant, settings = named_settings(place)
        for number, _ in values(settings):
            group, _, name = number.rpartition(".")
            owner = type(getattr(settings, group) if group else settings).__name__
            if not {f"{constant}.{number}", f"{owner}.{name}"} & read:
                unread.append(f"{number} of {place}")
    assert not unread


def of_another_room(room: str, module: str) -> set[str]:
    """The names of another room's settings, and of groups of them, in one of its modules."""
    _, owner, *_ = module.split(".")
    source = (VISION.parent / module.replace(".", "/")).with_suffix(".py")
    if owner == room or not source.exists():
        return set()
    constants = {named_settings(place)[0] for place in PLACES if place.split(".")[0] == owner}
    return {name for name, value in groups(parsed(source)).items() if value.split(".")[0] in constants}


def test_no_room_reads_the_numbers_of_another() -> None:
    for file in sorted(VISION.rglob("*.py")):
        room = file.relative_to(VISION).parts[0].removesuffix(".py")
        imports = [node for node in ast.walk(parsed(file)) if isinstance(node, ast.ImportFrom)]
        for node in imports:
            module, told = node.module or "", f"{file.relative_to(VISION)}: {ast.unparse(node)}"
            if module.endswith(".settings"):
                assert module.startswith(f"vision.{room}."), told
            elif module.startswith("vision."):
                theirs = of_another_room(room, module)
                assert not theirs & {alias.name for alias in node.names}, told
