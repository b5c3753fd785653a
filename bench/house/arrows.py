"""Which module asks which: by ``import``, by ``importlib``, by its name in a text; in which circles."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from bench.house.checkout import TESTS, Checkout, Source, rooms
from bench.house.floors import Floors
from engine.errors import BadInput

IMPORT, IMPORTLIB, NAMED = "import", "importlib", "named"
BY = (IMPORT, IMPORTLIB, NAMED)
"""How a module is asked for: by a statement, by a function that imports it, by a text that holds its name
alone (an entry point, what is run in a process of its own, what a bench turns off)."""
PROJECT_FILE = "pyproject.toml"
_IMPORTS = {"import_module", "__import__"}
_DOTTED = re.compile(r"\w+(?:\.\w+)+(?::\w+)?")


@dataclass(frozen=True, slots=True, order=True)
class Arrow:
    """One module asks another.

    Attributes:
        source, target: dotted names of modules; of an entry point the source is `PROJECT_FILE`.
        by: one of `BY`.
    """

    source: str
    target: str
    by: str

    def __str__(self) -> str:
        return f"{self.source} → {self.target} ({self.by})"


@dataclass(frozen=True, slots=True)
class Arrows:
    """All arrows of a checkout.

    Attributes:
        found: in order; none from a module to itself.
        blind: places where a module is imported by a name that the code alone does not tell.
    """

    found: tuple[Arrow, ...]
    blind: tuple[str, ...]


def arrows(house: Checkout) -> Arrows:
    """Find the arrows of a checkout, those of its tests left out: nobody asks these.

    Raises:
        BadInput: the project's file cannot be read.
    """
    found: set[Arrow] = set()
    blind: list[str] = []
    for module, source in house.sources.items():
        if source.path.startswith(f"{TESTS}/"):
            continue
        asked = {(name, IMPORT) for name in imported(source, house.sources)}
        told: set[int] = set()
        for name, by in _by_function(source, told):
            if name is None:
                blind.append(by)
            else:
                asked |= {(each, IMPORTLIB) for each in house.sources if re.fullmatch(name, each)}
        asked |= {(name, NAMED) for name in _named(source, told)}
        found |= {
            Arrow(module, known, by)
            for name, by in asked
            if (known := _module(name, by, house.sources)) and known != module
        }
    found |= {Arrow(PROJECT_FILE, known, NAMED) for known in _entry_points(house)}
    return Arrows(tuple(sorted(found)), tuple(blind))


def imported(source: Source, known: Collection[str] = ()) -> set[str]:
    """Dotted names of the modules that a file's statements ask for, wherever in it.

    ``from a import b`` asks for ``a.b`` where that is one of the known modules, else for ``a``.
    """
    names = {alias.name for node in source.of(ast.Import) for alias in node.names}
    for node in source.of(ast.ImportFrom):
        base = node.module or ""
        if node.level:
            package = source.module.split(".")
            up = node.level - source.path.endswith("__init__.py")
            base = ".".join([*package[: len(package) - up], *([base] if base else [])])
        inner = {f"{base}.{alias.name}" for alias in node.names}
        names |= {each if each in known else base for each in inner}
    return names


def _by_function(source: Source, told: set[int]) -> Iterator[tuple[str | None, str]]:
    """Patterns of names that are imported by a function, or None and the place; adds the texts to *told*."""
    for call in source.of(ast.Call):
        if ast.unparse(call.func).rpartition(".")[2] in _IMPORTS and call.args:
            name = call.args[0]
            told |= {id(each) for each in ast.walk(name)}
            if isinstance(name, ast.Constant):
                yield re.escape(str(name.value)), ""
            elif isinstance(name, ast.JoinedStr) and isinstance(name.values[0], ast.Constant):
                fixed = [each.value if isinstance(each, ast.Constant) else None for each in name.values]
                yield "".join(r"\w+" if each is None else re.escape(str(each)) for each in fixed), ""
            else:
                yield None, f"{source.path}:{call.lineno}"


def _named(source: Source, told: Collection[int]) -> Iterator[str]:
    """Texts of a file that are dotted names, but for docstrings and for what functions import."""
    for node in source.of(ast.Constant):
        plain = isinstance(node.value, str) and id(node) not in told and id(node) not in source.docs
        if plain and _DOTTED.fullmatch(str(node.value)):
            yield str(node.value).partition(":")[0]


def _entry_points(house: Checkout) -> set[str]:
    """The modules that the project's file names."""
    file = house.root / PROJECT_FILE
    if not file.exists():
        return set()
    try:
        project = tomllib.loads(file.read_text(encoding="utf-8")).get("project", {})
    except (OSError, ValueError) as error:
        raise BadInput(f"{PROJECT_FILE}: cannot be read ({error})") from None
    groups = [project.get("scripts", {}), *project.get("entry-points", {}).values()]
    names = [name.partition(":")[0] for group in groups for name in group.values()]
    return {known for name in names if (known := _module(name, NAMED, house.sources))}


def _module(name: str, by: str, known: Collection[str]) -> str | None:
    """The module of which a dotted name tells, itself or something in it; None: none of ours.

    In a text the room's name alone is not enough: ``languages.js`` is a file's.
    """
    if name in known:
        return name
    while "." in name:
        name = name.rpartition(".")[0]
        if name in known and ("." in name or by == IMPORT):
            return name
    return None


def between(found: Iterable[Arrow]) -> dict[str, dict[str, int]]:
    """How many arrows lead from each room at the root to each other, by each way."""
    counted: dict[str, dict[str, int]] = {}
    for arrow in found:
        one, other = arrow.source.split(".")[0], arrow.target.split(".")[0]
        if one != other and arrow.source != PROJECT_FILE:
            ways = counted.setdefault(f"{one} → {other}", dict.fromkeys(BY, 0))
            ways[arrow.by] += 1
    return dict(sorted(counted.items()))


def room_of(module: str) -> str:
    """A room within one at the root, such as ``engine.referee``, or a file that stands beside such rooms."""
    return ".".join(module.split(".")[:2])


def circles(pairs: Iterable[tuple[str, str]]) -> list[list[str]]:
    """Groups of which each asks itself by way of all others, in order."""
    asks: dict[str, set[str]] = defaultdict(set)
    for one, other in pairs:
        asks[one].add(other)
    free = {name for others in asks.values() for name in others} - asks.keys()
    while free:  # what asks nothing that might ask it is in no circle
        for others in asks.values():
            others -= free
        free = {name for name, others in asks.items() if not others}
        for name in free:
            del asks[name]
    reached = {name: _reached(name, asks) for name in asks}
    groups = {
        frozenset({name, *(each for each in others if name in reached[each])})
        for name, others in reached.items()
        if name in others
    }
    return sorted(sorted(group) for group in groups)


def _reached(start: str, asks: Mapping[str, Collection[str]]) -> set[str]:
    """All that is asked by way of others."""
    found: set[str] = set()
    todo = [start]
    while todo:
        new = set(asks.get(todo.pop(), ())) - found
        found |= new
        todo += new
    return found


def against(found: Iterable[Arrow], floors: Floors) -> list[Arrow]:
    """The arrows that lead where a room may not ask."""
    within = f"{floors.place.replace('/', '.')}." if floors.place else ""
    whole = within.rstrip(".")
    listed = []
    for arrow in found:
        if not arrow.source.startswith(within) or not f"{arrow.target}.".startswith(within):
            continue
        room = arrow.source.removeprefix(within).split(".")[0]
        other = "" if arrow.target == whole else arrow.target.removeprefix(within).split(".")[0]
        bound = room in floors.below and (other in floors.below or not floors.free)
        if bound and other not in {room, *floors.below[room], *floors.for_all}:
            listed.append(arrow)
    return listed


def lying_there(house: Checkout, floors: Floors) -> set[str]:
    """The rooms of a place: its folders with code, and, where they are not free, the files beside them."""
    if not floors.place:
        return set(rooms(house.root)) - {TESTS}
    place = house.root / floors.place
    beside = set() if floors.free else {file.stem for file in place.glob("*.py")} - {"__init__"}
    return {file.parent.name for file in place.glob("*/*.py")} | beside
