"""The files of a checkout, each read and parsed once in a process."""

from __future__ import annotations

import ast
import contextlib
import functools
import gc
import tomllib
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar, cast

from engine.errors import BadInput

N = TypeVar("N", bound=ast.AST)
PROJECT = "nainjaune"
TESTS = "tests"
"""The folder that is counted though it is no package."""
VENDOR = "vendor"
"""Folders of that name hold what others wrote: its lines are not ours."""


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """One Python file.

    Attributes:
        path: from the checkout's root, with slashes.
        module: the name by which it is imported, a package's own without ``__init__``.
        nodes: of its syntax tree, by their kind.
        docs: ids of the constants that are docstrings: texts that stand alone.
    """

    path: str
    module: str
    text: str
    tree: ast.Module
    nodes: Mapping[type[ast.AST], Sequence[ast.AST]]
    docs: frozenset[int]

    def of(self, kind: type[N]) -> Sequence[N]:
        """All nodes of a kind, wherever in it."""
        return cast(Sequence[N], self.nodes.get(kind, ()))


@dataclass(frozen=True, slots=True, eq=False)
class Checkout:
    """The Python files below a root, by their module's name."""

    root: Path
    sources: Mapping[str, Source]

    def below(self, folder: str) -> list[Source]:
        """The files of a folder and of all below it, or the one file of that path; "" for all."""
        return [
            source
            for source in self.sources.values()
            if not folder or source.path == folder or source.path.startswith(f"{folder}/")
        ]


def root_of(start: Path) -> Path:
    """The root of the checkout in which a folder lies.

    Raises:
        BadInput: it lies in none of ours.
    """
    for folder in (start, *start.parents):
        try:
            told = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        if told.get("project", {}).get("name") == PROJECT:
            return folder
    raise BadInput(
        f"bench house: {start} lies in no checkout of {PROJECT} (expected one's root, or below it)"
    )


def rooms(root: Path) -> list[str]:
    """The folders that are counted: every package that stands at the root, and the tests."""
    return sorted(
        folder.name
        for folder in root.iterdir()
        if folder.is_dir() and (folder.name == TESTS or (folder / "__init__.py").exists())
    )


def files(root: Path, ending: str, folders: Collection[str] = ()) -> list[Path]:
    """All files of a kind in these folders; if none is named, at the root and in its rooms."""
    beside = [] if folders else [*root.glob(f"*{ending}")]
    within = [file for room in folders or rooms(root) for file in (root / room).rglob(f"*{ending}")]
    return sorted([*beside, *within])


@functools.cache
def checkout(root: Path, folders: tuple[str, ...] = ()) -> Checkout:
    """Read and parse the Python files of a checkout, once in a process.

    Args:
        folders: only these; none: all. Where the program is installed others' packages stand beside its own.

    Raises:
        BadInput: one of them is no Python.
    """
    with _nothing_to_collect():
        sources = [_read(root, file) for file in files(root, ".py", folders)]
    return Checkout(root, {source.module: source for source in sources})


@contextlib.contextmanager
def _nothing_to_collect() -> Iterator[None]:
    """Trees are kept whole: looking for rubbish among their nodes, now or later, outlasts the parsing."""
    was = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was:
            gc.enable()


def _read(root: Path, file: Path) -> Source:
    path = file.relative_to(root)
    try:
        text = file.read_text(encoding="utf-8")
        tree = ast.parse(text)
    except (SyntaxError, ValueError) as error:
        raise BadInput(f"{path.as_posix()}: cannot be parsed ({error})") from None
    nodes: dict[type[ast.AST], list[ast.AST]] = defaultdict(list)
    for node in ast.walk(tree):
        nodes[type(node)].append(node)
    alone = [node.value for node in cast(list[ast.Expr], nodes[ast.Expr])]
    docs = frozenset(id(one) for one in alone if isinstance(one, ast.Constant) and isinstance(one.value, str))
    module = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
    return Source(path.as_posix(), module, text, tree, nodes, docs)
