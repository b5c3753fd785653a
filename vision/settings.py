"""How a number that somebody chose is written down: what it means, and where it comes from.

Every room of `vision/` keeps its numbers in one frozen type, ``vision/ROOM/settings.py``, its fields grouped
by module. A module reads its own room's groups and no other's. There are three kinds:

- `tuned`: chosen by counting; says on what, how many there were, and when.
- `reasoned`: chosen by thinking, never counted by itself; says why, and when. The honest majority.
- `fact`: no choice at all: the size of a playing card, what a network was trained for.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from typing import Any, TypeVar, cast

Value = TypeVar("Value")


@dataclasses.dataclass(frozen=True, slots=True)
class Measured:
    """Where a counted number comes from.

    Attributes:
        on: what was counted, in words.
        count: how many of these there were, at least 1.
        date: when, ``YYYY-MM-DD``.
    """

    on: str
    count: int
    date: str

    def __str__(self) -> str:
        return f"{self.on} ({self.count:,}, {self.date})"


@dataclasses.dataclass(frozen=True, slots=True)
class Reasoned:
    """Why a number was chosen that nobody counted by itself, and when (``YYYY-MM-DD``)."""

    why: str
    date: str

    def __str__(self) -> str:
        return f"{self.why} ({self.date}, not counted)"


@dataclasses.dataclass(frozen=True, slots=True)
class Fact:
    """What fixes a number that nobody may choose."""

    source: str

    def __str__(self) -> str:
        return f"fixed: {self.source}"


Source = Measured | Reasoned | Fact


@dataclasses.dataclass(frozen=True, slots=True)
class Number:
    """One number of a room, for those who list them.

    Attributes:
        name: dotted: the module's group and the field.
        value: a number, or a tuple of them.
    """

    name: str
    value: Any
    meaning: str
    source: Source


def tuned(value: Value, meaning: str, *, measured_on: str, count: int, date: str) -> Value:
    """A field for a number that was chosen by counting *count* things of *measured_on*.

    Raises:
        ValueError: a part of its source is missing, or the date is none.
    """
    if count < 1:
        raise ValueError(f"{meaning!r}: a number counted on nothing is not tuned")
    return _field(value, meaning, Measured(_words(measured_on), count, _date(date)))


def reasoned(value: Value, meaning: str, *, why: str, date: str) -> Value:
    """A field for a number that was chosen by thinking, and not counted by itself.

    Raises:
        ValueError: as for `tuned`.
    """
    return _field(value, meaning, Reasoned(_words(why), _date(date)))


def fact(value: Value, meaning: str, *, source: str) -> Value:
    """A field for a number that something else fixes.

    Raises:
        ValueError: as for `tuned`.
    """
    return _field(value, meaning, Fact(_words(source)))


def _field(value: Value, meaning: str, source: Source) -> Value:
    """A dataclass field; typed as its value, as those of the standard library are."""
    metadata = {"meaning": _words(meaning), "source": source}
    return cast(Value, dataclasses.field(default=cast(Any, value), metadata=metadata))


def _words(text: str) -> str:
    if not text.strip():
        raise ValueError("a number needs a meaning and a source")
    return text


def _date(text: str) -> str:
    if not re.fullmatch(r"20\d\d-[01]\d-[0-3]\d", text):
        raise ValueError(f"{text!r} is no date: expected YYYY-MM-DD")
    return text


def numbers(settings: Any, within: str = "") -> Iterator[Number]:
    """Every number of a room's settings, in their order.

    Args:
        settings: the one instance of the room's frozen type, or a group of it.

    Raises:
        ValueError: a field is neither a group nor a number with a source.
    """
    for field in dataclasses.fields(settings):
        value, name = getattr(settings, field.name), f"{within}{field.name}"
        if dataclasses.is_dataclass(value):
            yield from numbers(value, f"{name}.")
        elif "source" in field.metadata:
            yield Number(name, value, field.metadata["meaning"], field.metadata["source"])
        else:
            raise ValueError(f"{name} has no source")
