"""`nainjaune bench numbers`: every number that somebody chose to see or to judge by, and where it comes from.

Of `vision/` what its rooms' settings tell (`vision.settings`); of `engine/referee/` the constants of modules
and classes and what fields are unless told, each with the docstring that stands under it. Of both what stands
in the code itself, apart: it says neither what it means nor where it comes from.
"""

from __future__ import annotations

import ast
import operator
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard

from companion_api.bench.house.checkout import Checkout, Source
from vision.settings import Fact, Measured, Reasoned

MEASURED, REASONED, FACT, NOT_NOTED, IN_CODE = "measured", "reasoned", "fact", "not noted", "in the code"
KINDS = (MEASURED, REASONED, FACT, NOT_NOTED, IN_CODE)
"""Counted on so many of something; thought out, or a guess; no choice; nothing said; in the code itself."""
SEES, JUDGES = "vision", "engine/referee"
SETTINGS = "settings"
STRUCTURE = frozenset({0, 1, 2})
"""Numbers in the code, and of fields, that tune nothing: none, one, two, and the last (minus one)."""
_SOURCES: Mapping[str, Callable[..., Measured | Reasoned | Fact]] = {
    "tuned": lambda measured_on, count, date: Measured(measured_on, count, date),
    "reasoned": lambda why, date: Reasoned(why, date),
    "fact": lambda source: Fact(source),
}
_OPERATORS: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
_COUNT = r"\d+(?:,\d{3})*(?![\d.,]*\d)"
_MEASURES = r"(?:per|percent|seconds?|milliseconds?|ms|s|mm|pixels?|px|times)\b"
_COUNTED = re.compile(
    rf"(?i)\b{_COUNT} of {_COUNT}\b|\b(?:of|in|on|from|over|at) {_COUNT} (?!{_MEASURES})\w+"
)
"""A set and how many it holds: «7 of 97», «of 6,000 cards», «in 60 simulated deals»; no measure of time or
length."""
_GUESS = re.compile(r"\ba guess\b")
_FIXED = re.compile(r"\bfixed: ")
_REASON = re.compile(r"(?i): (?P<after>.+)|\b(?:because|otherwise|without it)\b.*")


@dataclass(frozen=True, slots=True)
class Row:
    """One number.

    Attributes:
        room: of `vision/`, ``cards.layout`` say, or a folder of the referee, ``referee.moves``.
        name: of the settings' group and field, of the constant in its module, or where it stands in the code.
        kind: one of `KINDS`.
        source: where it comes from, in words; "" where nothing says it.
    """

    room: str
    name: str
    value: Any
    meaning: str
    kind: str
    source: str

    def to_json(self) -> dict[str, object]:
        """As one object of `bench numbers --json`."""
        return {
            "room": self.room,
            "name": self.name,
            "value": self.value,
            "meaning": self.meaning,
            "kind": self.kind,
            "source": self.source,
        }


def rows(house: Checkout) -> list[Row]:
    """All numbers: settings, constants, then what stands in the code."""
    return [*of_vision(house), *of_the_referee(house)]


def of_vision(house: Checkout) -> list[Row]:
    """The numbers of the settings of all rooms of `vision/`, then those in their code.

    Raises:
        ValueError: a field of the settings is neither a group nor a number with a source.
    """
    found: list[Row] = []
    hidden: list[Row] = []
    for source in house.below(SEES):
        room = _room(source, f"{SEES}/")
        noted: set[int] = set()
        if source.module.endswith(f".{SETTINGS}"):
            found += _settings(source, room)
            fields = [each for owner in source.of(ast.ClassDef) for each in owner.body]
            noted = {
                id(each) for field in fields if isinstance(field, ast.AnnAssign) for each in _literals(field)
            }
        hidden += _in_code(source, room, noted)
    return [*found, *hidden]


def of_the_referee(house: Checkout) -> list[Row]:
    """The constants of the referee and what its fields are unless told, then what stands in its code."""
    found: list[Row] = []
    hidden: list[Row] = []
    for source in house.below(JUDGES):
        noted: set[int] = set()
        room = _room(source, "engine/")
        found += _constants(source, room, noted)
        hidden += _in_code(source, room, noted)
    return [*found, *hidden]


def _room(source: Source, within: str) -> str:
    return ".".join(source.path.removeprefix(within).split("/")[:-1])


def _settings(source: Source, room: str) -> Iterator[Row]:
    """The numbers of a room's one frozen instance, group by group."""
    classes = {node.name: node for node in source.tree.body if isinstance(node, ast.ClassDef)}
    for node in source.tree.body:
        called = _called(node.value) if isinstance(node, ast.Assign | ast.AnnAssign) else ""
        if called in classes:
            yield from _group(classes[called], classes, room, "")


def _called(value: ast.expr | None) -> str:
    return ast.unparse(value.func) if isinstance(value, ast.Call) else ""


def _group(owner: ast.ClassDef, classes: Mapping[str, ast.ClassDef], room: str, within: str) -> Iterator[Row]:
    for field in owner.body:
        if not isinstance(field, ast.AnnAssign):
            continue
        name = f"{within}{ast.unparse(field.target)}"
        called = _called(field.value)
        if called in classes:
            yield from _group(classes[called], classes, room, f"{name}.")
        elif called in _SOURCES and isinstance(field.value, ast.Call):
            value, meaning = map(_value, field.value.args)
            origin = _SOURCES[called](**{str(each.arg): _value(each.value) for each in field.value.keywords})
            yield Row(room, name, value, meaning, type(origin).__name__.lower(), str(origin))
        else:
            raise ValueError(f"{name} has no source")


def _value(node: ast.expr) -> Any:
    """What an expression of numbers and texts comes to; others as they are written."""
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        left, right = _value(node.left), _value(node.right)
        if isinstance(left, int | float) and isinstance(right, int | float):
            return _OPERATORS[type(node.op)](left, right)
    try:
        return ast.literal_eval(node)
    except ValueError:
        return ast.unparse(node)


def _constants(source: Source, room: str, noted: set[int]) -> Iterator[Row]:
    """Constants with numbers of a module and its classes, and fields; their nodes are added to *noted*."""
    stem = source.path.rpartition("/")[2].removesuffix(".py")
    owners: list[ast.Module | ast.ClassDef] = [source.tree, *source.of(ast.ClassDef)]
    for owner in owners:
        within = f"{stem}." if isinstance(owner, ast.Module) else f"{stem}.{owner.name}."
        for place, node in enumerate(owner.body):
            if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
                continue
            there = _said(owner.body[place + 1 : place + 2], source)
            meaning, kind, origin = there, *noted_as(there)
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            for name, value in _pairs(target, node.value):
                chosen = _literals(value)
                if not name.isupper() and isinstance(owner, ast.ClassDef):
                    chosen = [each for each in chosen if each.value not in STRUCTURE]
                elif not name.isupper():
                    continue
                if chosen:
                    noted |= {id(each) for each in chosen}
                    yield Row(room, f"{within}{name}", _value(value), meaning, kind, origin)


def _pairs(target: ast.expr, value: ast.expr) -> list[tuple[str, ast.expr]]:
    """Each name that is assigned, and what to it."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        return [(ast.unparse(one), each) for one, each in zip(target.elts, value.elts, strict=True)]
    return [(ast.unparse(target), value)]


def _said(after: Sequence[ast.stmt], source: Source) -> str:
    """The docstring that follows an assignment, in one line."""
    for node in after:
        if isinstance(node, ast.Expr) and id(node.value) in source.docs:
            return " ".join(str(_value(node.value)).split())
    return ""


def noted_as(docstring: str) -> tuple[str, str]:
    """The kind of a number whose docstring this is, and where that says it comes from.

    Measured is what names a set and how many it holds; a guess is none, whatever it names. Reasoned is what
    says why: after a colon, or after such a word as *because*. What a number means is no reason for it.
    """
    if guess := _GUESS.search(docstring):
        return REASONED, docstring[guess.start() :].rstrip(".)")
    if _COUNTED.search(docstring):
        return MEASURED, next(part for part in _parts(docstring) if _COUNTED.search(part))
    if fixed := _FIXED.search(docstring):
        return FACT, docstring[fixed.end() :]
    if reason := _REASON.search(docstring):
        return REASONED, reason["after"] or reason[0]
    return NOT_NOTED, ""


def _parts(docstring: str) -> list[str]:
    """What stands in brackets, then each sentence."""
    return [*re.findall(r"\(([^()]*)\)", docstring), *re.split(r"(?<=[.;:]) ", docstring)]


def _literals(value: ast.AST) -> list[ast.Constant]:
    """The numbers in an expression, without those by which something is looked up."""
    nodes = [*ast.walk(value)]
    places = {id(each) for node in nodes if isinstance(node, ast.Subscript) for each in ast.walk(node.slice)}
    return [each for each in nodes if _is_number(each) and id(each) not in places]


def _is_number(node: ast.AST) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def _in_code(source: Source, room: str, noted: set[int]) -> Iterator[Row]:
    """Every other number of a file: in its functions, their defaults, and what is assigned beside them."""
    lines = source.text.splitlines()
    file = source.path.rpartition("/")[2]
    places = {id(each) for node in source.of(ast.Subscript) for each in ast.walk(node.slice)} | noted
    hidden = [node for node in source.of(ast.Constant) if _is_number(node) and node.value not in STRUCTURE]
    for node in sorted(hidden, key=lambda each: (each.lineno, each.col_offset)):
        if id(node) not in places:
            line = lines[node.lineno - 1].strip()
            yield Row(room, f"{file}:{node.lineno}", node.value, line, IN_CODE, "")


def counted(listed: Iterable[Row]) -> dict[str, int]:
    """How many of each kind there are."""
    kinds = Counter(row.kind for row in listed)
    return {kind: kinds[kind] for kind in KINDS}


def markdown(listed: Sequence[Row]) -> str:
    """A table of them, one of those in the code, and how many of each kind there are."""
    lines = ["| room | number | value | what it is | where it comes from |", "|---|---|---|---|---|"]
    for row in (row for row in listed if row.kind != IN_CODE):
        cells = [row.room, f"`{row.name}`", str(row.value), row.meaning, row.source or row.kind]
        lines.append(_line(cells))
    lines += ["", "| room | in the code | value | line |", "|---|---|---|---|"]
    for row in (row for row in listed if row.kind == IN_CODE):
        lines.append(_line([row.room, row.name, str(row.value), f"`{row.meaning}`"]))
    kinds = ", ".join(f"{count} {kind}" for kind, count in counted(listed).items())
    return "\n".join([*lines, "", f"{len(listed)} numbers: {kinds}."])


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
