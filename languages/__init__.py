"""Every language that the companion speaks and understands: a folder each, found by looking.

``page/*.json``   what the pages and the terminal say, in parts; ``table.json`` is the one that all need
``terminal.json`` what is wrong and what the command line explains: its English line → the same here
``heard.json``    what is said at a table (`hardware.hearing.lexicon`), the voice and the recogniser

A folder here is a language, and so is one that another package names in the entry point group `GROUP`
(``it = "its_package"``). English is the source: what a language lacks is said in English, and
`nainjaune words --missing` tells it. Nothing else in the program names a language but `FIRST` and `SOURCE`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

FIRST = "fr"
"""The game's own language, spoken where nobody's is known."""
SOURCE = "en"
"""The language that the rooms' own lines are written in, and that the others are completed from."""
GROUP = "nainjaune.languages"
TERMINAL = ("lines", "help", "names")
BY_NUMBER = re.compile(r"^(a_rank|index|short|ranks|card\.\w+|pieces\.\w+)\.\w+$")
"""Entries by number or rank: a language has those that differ from its usual one."""


@dataclass(frozen=True, slots=True)
class Missing:
    """An entry that a language lacks.

    Attributes:
        file: where it belongs, from the language's folder: ``page/start.json``.
        path: its keys, joined by dots; of ``terminal.json`` the first of them.
        english: what stands there in English; for ``heard.json`` as JSON.
    """

    file: str
    path: str
    english: str


def _found() -> dict[str, Path]:
    """Each language's folder: the game's own first, the others by name."""
    folders = {each.parent.name: each.parent for each in Path(__file__).parent.glob("*/page")}
    for entry in entry_points(group=GROUP):
        spec = find_spec(entry.value)  # its code is not run
        for place in (spec and spec.submodule_search_locations) or ():
            folders.setdefault(entry.name, Path(place))
    return {code: folders[code] for code in sorted(folders, key=lambda code: (code != FIRST, code))}


FOLDERS: Mapping[str, Path] = _found()
LANGUAGES = tuple(FOLDERS)
"""The codes of all languages, as `FOLDERS` has them: ``fr``, then by name."""


def page_parts() -> tuple[str, ...]:
    """The names of all parts of what the pages say, the one that all pages need first."""
    names = (path.stem for path in (FOLDERS[SOURCE] / "page").glob("*.json"))
    return tuple(sorted(names, key=lambda part: (part != "table", part)))


@cache
def page(language: str, part: str) -> Mapping[str, Any]:
    """One of `page_parts` in one of `LANGUAGES`, completed from English."""
    told = _read(language, f"page/{part}.json")
    return told if language == SOURCE else completed(told, page(SOURCE, part), f"{part}.")


@cache
def terminal(language: str) -> Mapping[str, Mapping[str, str]]:
    """Each of `TERMINAL`: an English line → what it is in a language; nothing of a line that it lacks."""
    told = _read(language, "terminal.json")
    return {key: told.get(key, {}) for key in TERMINAL}


@cache
def heard(language: str) -> Mapping[str, Any]:
    """What is said and heard in a language, completed from English."""
    told = _read(language, "heard.json")
    return told if language == SOURCE else {**heard(SOURCE), **told}


def name(language: str) -> str:
    """What a language calls itself."""
    return str(page(language, "table")["language"])


def completed(table: Mapping[str, Any], more: Mapping[str, Any], path: str = "") -> dict[str, Any]:
    """A table with entries that it lacks; those that it has stay, and by number it has what it needs."""
    whole = dict(table)
    for key, entry in more.items():
        if key not in table and not BY_NUMBER.match(f"{path}{key}".partition(".")[2]):
            whole[key] = entry
        elif isinstance(table.get(key), Mapping) and isinstance(entry, Mapping):
            whole[key] = completed(table[key], entry, f"{path}{key}.")
    return whole


def missing(language: str) -> Iterator[Missing]:
    """What a language lacks, file by file; of ``terminal.json`` the lines that `FIRST` has count."""
    for part in page_parts():
        told = dict(leaves(_read(language, f"page/{part}.json")))
        for path, english in leaves(page(SOURCE, part)):
            if path not in told and not BY_NUMBER.match(path):
                yield Missing(f"page/{part}.json", path, english)
    if language != SOURCE:
        for key in TERMINAL:
            for line in terminal(FIRST)[key]:
                if line not in terminal(language)[key]:
                    yield Missing("terminal.json", key, line)
    told = _read(language, "heard.json")
    for key, entry in heard(SOURCE).items():
        if key not in told:
            yield Missing("heard.json", key, json.dumps(entry, ensure_ascii=False))


def leaves(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    """Each text of a table and the keys that lead to it, joined by dots."""
    for key, entry in table.items():
        if isinstance(entry, Mapping):
            yield from leaves(entry, f"{path}{key}.")
        else:
            yield path + key, str(entry)


def _read(language: str, file: str) -> dict[str, Any]:
    """A file of a language; nothing where there is none."""
    path = FOLDERS[language] / file
    told = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return dict(told)
