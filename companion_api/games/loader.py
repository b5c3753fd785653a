"""Finds the games that other packages bring, once, and hands each part to the one who needs it.

A package names itself in the entry point group `GROUP` (CONTRIBUTING.md walks through one). What it names
has ``LAWS`` (modules or objects as `engine.games.game_rules.GameRules` has it), ``explain`` (for their
states, as `engine.explanation.explain`) and, where its options do not tell their sources themselves
(`engine.games.options.option`), ``SOURCES`` {option: {value: "source …"}}. Beside it lie
``words/LANGUAGE.json``, which complete ours, and, if it has one, ``page/part.js`` (`Guest`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from pathlib import Path

from companion_api.saying import words
from engine import explanation
from engine.errors import BadInput
from engine.games import game, sources

GROUP = "nainjaune.games"
PARTS = ("stops", "nap")
"""What can show a game (`companion_api.games.registry` says how)."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A game from elsewhere.

    Attributes:
        name: of its entry point.
        rules: the names of its presets.
        page: its folder ``page``, whose ``part.js`` exports ``Part``: what the page shows besides while one
            of its presets is played. None: it has none.
    """

    name: str
    rules: tuple[str, ...]
    page: Path | None


@dataclass(frozen=True, slots=True)
class Refused:
    """A package that cannot be played.

    Attributes:
        name: of its entry point.
        why: one line.
    """

    name: str
    why: str


@cache
def found() -> tuple[tuple[Guest, ...], tuple[Refused, ...]]:
    """The games that are installed besides ours, taken in, and what could not be: looked for once."""
    guests, refused = [], []
    for entry in sorted(entry_points(group=GROUP), key=lambda each: each.name):
        try:
            guests.append(_taken_in(entry))
        except Exception as error:  # somebody else's code: whatever it raises, ours plays on
            refused.append(Refused(entry.name, " ".join(f"{error}".split()) or type(error).__name__))
    return tuple(guests), tuple(refused)


def guests() -> tuple[Guest, ...]:
    """The games that are installed besides ours."""
    return found()[0]


def parts() -> Iterator[tuple[str, Path]]:
    """By preset, the folder of its page part."""
    for guest in guests():
        for rules in guest.rules:
            if guest.page is not None:
                yield rules, guest.page


def beside(rules: str) -> str | None:
    """Where the page finds the page part of a preset, None: it has none."""
    return f"guests/{rules}/part.js" if rules in dict(parts()) else None


def _taken_in(entry: EntryPoint) -> Guest:
    """Take a package in, once all of it has been looked at: of one that is refused nothing stays."""
    brought = entry.load()
    folder = Path(str(files(entry.module)))
    spoken = words.read(folder / "words", entry.value)
    games, explain = tuple(brought.LAWS), brought.explain
    told_by = {option: dict(values) for option, values in getattr(brought, "SOURCES", {}).items()}
    for rules in games:
        if rules.PART not in PARTS:
            raise BadInput(f"{entry.value}: part {rules.PART!r}: expected one of {', '.join(PARTS)}")
    game.register(*games)
    for rules in games:
        explanation.register(rules.Evening, explain)
    sources.register(told_by)
    words.add(spoken)
    page = folder / "page"
    presets = tuple(rules.PRESET for rules in games)
    return Guest(entry.name, presets, page if (page / "part.js").is_file() else None)
