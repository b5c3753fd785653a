"""Events as they were written by earlier versions, in the form of today: pure.

Events are never changed where they lie. Each carries the version of its form; whoever reads an
evening gets all of its lines in today's. A new form is one more step in `_STEPS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.reading import one_spelling
from engine.record.naming import players_of, renamed

Line = Mapping[str, Any]


def upcast(lines: Sequence[Line], versions: Sequence[int]) -> list[dict[str, Any]]:
    """An evening's lines in today's form.

    Args:
        lines: all of the evening, in order.
        versions: of each line's form, 1 to `VERSION`.
    """
    now = [dict(line) for line in lines]
    for version, step in enumerate(_STEPS, start=1):
        old = [place for place, written in enumerate(versions) if written <= version]
        if old:
            for place, line in zip(old, step(now, old), strict=True):
                now[place] = line
    return now


def _spelt(lines: Sequence[Line], old: Sequence[int]) -> list[dict[str, Any]]:
    """1 → 2: names in one spelling (NFC, no blanks around): macOS and Windows write é differently."""
    names = {name for line in lines for name in players_of(line)}
    spelling = {name: one_spelling(name) for name in names}
    if len(set(spelling.values())) < len(names):  # two people who only differ in that stay two
        return [dict(lines[place]) for place in old]
    return [renamed(lines[place], spelling) for place in old]


_STEPS: tuple[Callable[[Sequence[Line], Sequence[int]], list[dict[str, Any]]], ...] = (_spelt,)
"""From each version to the next: all lines, and the places of those that are to be changed."""
VERSION = len(_STEPS) + 1
"""Of the form in which events are written now."""
