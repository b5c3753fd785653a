"""`nainjaune bench numbers`: every number that somebody chose to see or to judge by, and where it comes from.

Files named ``settings.py`` hold them, one a line: ``NAME = 0.9  # what it is; counted on 40 cards`` (or
``guess: what goes wrong when off``, or ``fixed: by what``), those of `vision/` as the fields of groups, which
are frozen dataclasses. Widths of searches, below a line that says so, need no source: they buy speed.
What stands in the code itself is told apart: nothing says there what it means or where it comes from.
"""

from __future__ import annotations

import ast
import io
import operator
import re
import tokenize
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard

from bench.house.checkout import Checkout, Source

KINDS = ("counted", "guess", "fixed", "speed", "not noted", "in the code")
"""Counted on so many of something; a guess that says what goes wrong; no choice; a search's width; nothing
said; in the code itself."""
COUNTED, GUESS, FIXED, SPEED, NOT_NOTED, IN_CODE = KINDS
SEES, JUDGES = "vision", "engine/referee"
SETTINGS = "settings"
STRUCTURE = frozenset({0, 1, 2})
"""Numbers in the code, and of fields, that tune nothing: none, one, two, and the last (minus one)."""
_OPERATORS: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
_NOTED = re.compile(
    r"# (?:(?P<meaning>.*); )?(?:counted on (?P<counted>.+)|guess: (?P<guess>.+)|fixed: (?P<fixed>.+))"
)
"""The comment beside a number: what it is, and where it comes from."""
_SECTION = re.compile(r"# -- (?P<name>.+)")
WIDTHS = "Widths of searches"
"""The section whose numbers are a matter of speed begins so."""


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
    """The numbers of the settings of all rooms of `vision/`, then those in their code."""
    return _of(house, SEES, f"{SEES}/")


def of_the_referee(house: Checkout) -> list[Row]:
    """The referee's settings, then what stands in its code."""
    return _of(house, JUDGES, "engine/")


def _of(house: Checkout, folder: str, within: str) -> list[Row]:
    found: list[Row] = []
    hidden: list[Row] = []
    for source in house.below(folder):
        room, noted = _room(source, within), set[int]()
        if source.module.endswith(f".{SETTINGS}"):
            found += _Settings(source, room, noted).rows()
        hidden += _in_code(source, room, noted)
    return [*found, *hidden]


class _Settings:
    """The numbers of one file that has one a line.

    Args:
        room: in which it stands.
        noted: the nodes of its numbers are added to these.
    """

    def __init__(self, source: Source, room: str, noted: set[int]) -> None:
        self._tree, self._room, self._noted = source.tree, room, noted
        self._comments = _comments(source)
        self._sections = {
            line: found["name"] for line, text in self._comments.items() if (found := _SECTION.match(text))
        }
        self._groups = {node.name: node for node in source.tree.body if isinstance(node, ast.ClassDef)}

    def rows(self) -> Iterator[Row]:
        """Those of constants, and of the one instance that holds the groups."""
        for node in self._tree.body:
            if not isinstance(node, ast.Assign):
                continue
            if _called(node.value) in self._groups:
                yield from self._group(self._groups[_called(node.value)], "")
            elif _literals(node.value):
                section = self._section(1, node.lineno)
                folder, _, file = section.rpartition("/")
                room = f"{self._room}.{folder}" if folder else self._room
                at = file if re.fullmatch(r"\w+", file) else SETTINGS
                yield self._row(node, room, f"{at}.{ast.unparse(node.targets[0])}", section)

    def _group(self, owner: ast.ClassDef, within: str) -> Iterator[Row]:
        for field in owner.body:
            if not isinstance(field, ast.AnnAssign):
                continue
            name, called = f"{within}{ast.unparse(field.target)}", _called(field.value)
            if called in self._groups:
                yield from self._group(self._groups[called], f"{name}.")
            else:
                yield self._row(field, self._room, name, self._section(owner.lineno, field.lineno))

    def _section(self, first: int, line: int) -> str:
        """The last section that begins between two lines."""
        return next((self._sections[at] for at in range(line, first - 1, -1) if at in self._sections), "")

    def _row(self, node: ast.Assign | ast.AnnAssign, room: str, name: str, section: str) -> Row:
        self._noted |= {id(each) for each in _literals(node)}
        meaning, kind, origin = noted_as(self._comments.get(node.lineno, ""))
        if kind == NOT_NOTED and section.startswith(WIDTHS):
            kind = SPEED
        return Row(room, name, node.value and _value(node.value), meaning, kind, origin)


def _comments(source: Source) -> dict[int, str]:
    """The comment of each line that has one."""
    tokens = tokenize.generate_tokens(io.StringIO(source.text).readline)
    return {each.start[0]: each.string for each in tokens if each.type == tokenize.COMMENT}


def noted_as(comment: str) -> tuple[str, str, str]:
    """What a number is, its kind and where it comes from, by the comment that stands beside it."""
    found = _NOTED.fullmatch(comment)
    if found is None:
        return comment.removeprefix("# "), NOT_NOTED, ""
    kind = next(kind for kind in (COUNTED, GUESS, FIXED) if found[kind])
    return found["meaning"] or "", kind, found[kind]


def _room(source: Source, within: str) -> str:
    return ".".join(source.path.removeprefix(within).split("/")[:-1])


def _called(value: ast.expr | None) -> str:
    return ast.unparse(value.func) if isinstance(value, ast.Call) else ""


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
    lines = [
        "| room | number | value | what it is | kind | where it comes from |",
        "|---|---|---|---|---|---|",
    ]
    for row in (row for row in listed if row.kind != IN_CODE):
        cells = [row.room, f"`{row.name}`", str(row.value), row.meaning, row.kind, row.source]
        lines.append(_line(cells))
    lines += ["", "| room | in the code | value | line |", "|---|---|---|---|"]
    for row in (row for row in listed if row.kind == IN_CODE):
        lines.append(_line([row.room, row.name, str(row.value), f"`{row.meaning}`"]))
    kinds = ", ".join(f"{count} {kind}" for kind, count in counted(listed).items())
    return "\n".join([*lines, "", f"{len(listed)} numbers: {kinds}."])


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
