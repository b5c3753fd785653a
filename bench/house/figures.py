"""All figures of the house: one object, a text for people, and what changed since an earlier one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bench.house import arrows, floors, folders, functions, lines, numbers
from bench.house.checkout import Checkout
from engine import reading
from engine.errors import BadInput
from hardware.files.texts import read_json

Figures = dict[str, Any]
"""Nested by names; a leaf is a number, a text, or a list of what is counted."""


def figures(house: Checkout) -> Figures:
    """Count everything in a checkout.

    Raises:
        BadInput: a file of it cannot be read.
    """
    return {
        "lines": {room: asdict(each) for room, each in lines.by_room(house).items()},
        "folders": _folders(house.root),
        "arrows": _arrows(house),
        "functions": _functions(house),
        "numbers": {
            numbers.SEES: numbers.counted(numbers.of_vision(house)),
            numbers.JUDGES: numbers.counted(numbers.of_the_referee(house)),
        },
    }


def _folders(root: Path) -> Figures:
    told: Figures = {}
    for kind in folders.KINDS:
        flat = folders.flat(root, kind)
        largest = next(iter(flat), "")
        told[kind.removeprefix(".")] = {"folder": largest, "files": flat.get(largest, 0)}
    heaps = [f"{folder} holds {count}" for folder, count in folders.heaps(root).items()]
    return {**told, f"over_{folders.MOST_FILES}_files": heaps}


def _arrows(house: Checkout) -> Figures:
    found = arrows.arrows(house)
    above = [str(each) for floor in floors.ALL for each in arrows.against(found.found, floor)]
    imports = [each for each in found.found if each.by == arrows.IMPORT]
    return {
        "between_rooms": arrows.between(found.found),
        "against_the_floors": sorted(above),
        "imported_by_a_name_that_is_not_told": list(found.blind),
        "circles_of_modules_by_import": _circles(imports, str),
        "circles_of_modules_by_all_ways": _circles(found.found, str),
        "circles_of_rooms_by_import": _circles(imports, arrows.room_of),
        "circles_of_rooms_by_all_ways": _circles(found.found, arrows.room_of),
    }


def _circles(found: Iterable[arrows.Arrow], name: Any) -> list[str]:
    pairs = {(name(each.source), name(each.target)) for each in found}
    return [" ↔ ".join(group) for group in arrows.circles(pair for pair in pairs if pair[0] != pair[1])]


def _functions(house: Checkout) -> Figures:
    found = functions.functions(house)
    return {
        "functions": len(found),
        "longest": max((one.lines for one in found), default=0),
        "most_ways": max((one.ways for one in found), default=0),
        "most_parameters": max((one.told for one in found), default=0),
        **functions.too_much(found),
    }


def text(told: Figures) -> str:
    """The figures for people: a table of lines, then one figure a line, lists below their figure."""
    table = [f"{'room':24} {'code':>7} {'comment':>8} {'blank':>7}"]
    for room, each in told["lines"].items():
        name = f"  {room}" if "/" in room else room
        table.append(f"{name:24} {each['code']:7,} {each['comment']:8,} {each['blank']:7,}")
    for part in ("folders", "arrows", "functions", "numbers"):
        table += ["", part, *_told(told[part], "  ")]
    return "\n".join(table)


def _told(told: Mapping[str, Any], indent: str) -> Iterable[str]:
    for name, value in told.items():
        label = f"{indent}{name if '→' in name else name.replace('_', ' ')}"
        if isinstance(value, Mapping) and all(isinstance(each, str | int) for each in value.values()):
            yield f"{label}: " + ", ".join(f"{key} {each}" for key, each in value.items())
        elif isinstance(value, Mapping):
            yield f"{label}:"
            yield from _told(value, f"{indent}  ")
        elif isinstance(value, list):
            yield f"{label}: {len(value)}"
            yield from (f"{indent}  {each}" for each in value)
        else:
            yield f"{label}: {value}"


def flat(told: Mapping[str, Any], within: str = "") -> dict[str, int]:
    """Every figure by its path; of a list how many it holds."""
    found: dict[str, int] = {}
    for name, value in told.items():
        path = f"{within}{name}"
        if isinstance(value, Mapping):
            found |= flat(value, f"{path}: ")
        elif isinstance(value, list):
            found[path] = len(value)
        elif isinstance(value, int):
            found[path] = value
    return found


def read(file: Path) -> Figures:
    """The figures that `bench house --json` wrote.

    Raises:
        BadInput: the file cannot be read, or holds something else.
    """
    told = dict(reading.mapping(read_json(file, "figures of bench house"), str(file), "the figures"))
    if not {"lines", "folders", "arrows", "functions", "numbers"} <= told.keys():
        raise BadInput(f"{file}: not figures of bench house (expected what `bench house --json` writes)")
    return told


def compared(before: Figures, after: Figures) -> str:
    """What changed: each figure before and after, then what is listed now that was not, and no more."""
    was, now = flat(before), flat(after)
    rows = [f"{'before':>8} {'after':>8}"]
    same = 0
    for path in dict.fromkeys([*was, *now]):
        one, other = was.get(path, 0), now.get(path, 0)
        same += one == other
        if one != other:
            rows.append(f"{one:8,} {other:8,}  {other - one:+,}  {path.replace('_', ' ')}")
    rows.append(f"{same} figures are as they were.")
    gone, come = _listed(before) - _listed(after), _listed(after) - _listed(before)
    return "\n".join([*rows, *_signed("−", gone), *_signed("+", come)])


def _signed(sign: str, listed: Iterable[str]) -> Sequence[str]:
    return [f"{sign} {each}" for each in sorted(listed)]


def _listed(told: Mapping[str, Any]) -> set[str]:
    """Everything that is listed, wherever."""
    found: set[str] = set()
    for value in told.values():
        if isinstance(value, Mapping):
            found |= _listed(value)
        elif isinstance(value, list):
            found |= {str(each) for each in value}
    return found
