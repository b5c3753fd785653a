"""How long functions are, how many ways lead through them, how much they are told.

Ways are counted here and not by ruff, which counts alike: ruff need not be installed where the program is,
and says nothing of a function that asks it to be silent.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass

from bench.house.checkout import Checkout, Source

LONGEST = 60
"""Lines of a function, so that it can be read at once."""
MOST_WAYS = 15
MOST_TOLD = 7
"""Arguments of a function."""
AnyFunction = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Function:
    """One function or method.

    Attributes:
        place: file and line.
        lines: from ``def`` to its end, docstring and comments too.
        ways: cyclomatic complexity, as mccabe counts it.
        told: arguments, without ``self`` and ``cls``, ``*args`` and ``**kwargs``.
    """

    place: str
    name: str
    lines: int
    ways: int
    told: int


def functions(house: Checkout) -> list[Function]:
    """Every function of a checkout, those within others too."""
    found = []
    for source in house.sources.values():
        methods = {each for owner in source.of(ast.ClassDef) for each in owner.body}
        defined: list[AnyFunction] = [*source.of(ast.FunctionDef), *source.of(ast.AsyncFunctionDef)]
        found += [_measured(source, node, node in methods) for node in defined]
    return found


def too_much(found: Iterable[Function]) -> dict[str, list[str]]:
    """What is over a limit, in words: too long, too many ways, told too much."""
    listed = list(found)
    return {
        f"over_{LONGEST}_lines": [
            f"{one.place} {one.name} has {one.lines} lines" for one in listed if one.lines > LONGEST
        ],
        f"complexity_over_{MOST_WAYS}": [
            f"{one.place} {one.name} has {one.ways} ways" for one in listed if one.ways > MOST_WAYS
        ],
        f"parameters_over_{MOST_TOLD}": [
            f"{one.place} {one.name} is told {one.told} things" for one in listed if one.told > MOST_TOLD
        ],
    }


def _measured(source: Source, node: AnyFunction, is_method: bool) -> Function:
    lines = (node.end_lineno or node.lineno) - node.lineno + 1
    told = [*node.args.posonlyargs, *node.args.args]
    static = any(isinstance(each, ast.Name) and each.id == "staticmethod" for each in node.decorator_list)
    itself = is_method and not static and bool(told)
    count = len(told) - itself + len(node.args.kwonlyargs)
    return Function(f"{source.path}:{node.lineno}", node.name, lines, 1 + _forks(node.body), count)


def _forks(body: Iterable[ast.stmt | ast.ExceptHandler | ast.match_case]) -> int:
    """How many more ways than one lead through these statements."""
    count = 0
    for each in body:
        if isinstance(each, ast.If | ast.For | ast.AsyncFor | ast.While | ast.ExceptHandler | AnyFunction):
            count += 1
        elif isinstance(each, ast.Try | ast.TryStar):
            count += bool(each.orelse) + _forks(each.handlers)
        elif isinstance(each, ast.Match):
            count += len(each.cases) - _takes_all(each.cases[-1]) + _forks(each.cases)
        for part in ("body", "orelse", "finalbody"):
            count += _forks(getattr(each, part, ()))
    return count


def _takes_all(case: ast.match_case) -> bool:
    return case.guard is None and isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None
