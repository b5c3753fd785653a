"""Every number of `vision/` stands in its room's settings, has a source, and is read by its room alone."""

from __future__ import annotations

import ast
import dataclasses
import importlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from vision.settings import Fact, Measured, Number, Reasoned, fact, numbers, reasoned, tuned

VISION = Path(__file__).parents[2] / "vision"
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


@pytest.mark.parametrize("place", PLACES)
def test_every_number_has_a_meaning_and_a_source_and_cannot_be_changed(place: str) -> None:
    settings = named_settings(place)[1]
    found = list(numbers(settings))
    assert found and len({number.name for number in found}) == len(found)
    for number in found:
        assert number.meaning and isinstance(number.source, Measured | Reasoned | Fact), number
        parts = number.value if isinstance(number.value, tuple) else (number.value,)
        flat = [part for each in parts for part in (each if isinstance(each, tuple) else (each,))]
        assert all(isinstance(part, int | float) for part in flat), number
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(settings, dataclasses.fields(settings)[0].name, 0)  # type: ignore[arg-type]


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
        for number in numbers(settings):
            group, _, name = number.name.rpartition(".")
            owner = type(getattr(settings, group) if group else settings).__name__
            if not {f"{constant}.{number.name}", f"{owner}.{name}"} & read:
                unread.append(f"{number.name} of {place}")
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
                assert module.startswith(("vision.settings", f"vision.{room}.")), told
            elif module.startswith("vision."):
                theirs = of_another_room(room, module)
                assert not theirs & {alias.name for alias in node.names}, told


def test_a_number_without_a_source_is_refused() -> None:
    refused = [
        lambda: tuned(0.5, "half", measured_on="", count=3, date="2026-11-27"),
        lambda: tuned(0.5, "half", measured_on="cards", count=0, date="2026-11-27"),
        lambda: tuned(0.5, "half", measured_on="cards", count=3, date="soon"),
        lambda: tuned(0.5, " ", measured_on="cards", count=3, date="2026-11-27"),
        lambda: reasoned(0.5, "half", why=" ", date="2026-11-27"),
        lambda: reasoned(0.5, "half", why="halves", date="27.11.2026"),
        lambda: fact(0.5, "half", source=""),
    ]
    for number in refused:
        with pytest.raises(ValueError):
            number()

    @dataclasses.dataclass(frozen=True, slots=True)
    class Bare:
        half: float = 0.5

    with pytest.raises(ValueError, match="half has no source"):
        list(numbers(Bare()))


def test_numbers_are_listed_with_their_groups() -> None:
    @dataclasses.dataclass(frozen=True, slots=True)
    class Group:
        half: float = tuned(0.5, "A half.", measured_on="cards", count=1200, date="2026-11-27")

    @dataclasses.dataclass(frozen=True, slots=True)
    class Room:
        width: int = fact(63, "Of a card, mm.", source="ISO 216 it is not")
        group: Group = dataclasses.field(default_factory=Group)

    listed = list(numbers(Room()))
    assert [number.name for number in listed] == ["width", "group.half"]
    assert listed[1] == Number("group.half", 0.5, "A half.", Measured("cards", 1200, "2026-11-27"))
    assert str(listed[1].source) == "cards (1,200, 2026-11-27)"
