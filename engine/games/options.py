"""House rules as frozen dataclasses: every field lists the values that it may have."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, TypeVar

from engine import reading
from engine.errors import BadInput

T = TypeVar("T")
_DIGITS = 10
"""No number of chips or of rounds has so many."""


def option(default: str, *others: str) -> Any:
    """A field with these values, the default first."""
    return dataclasses.field(default=default, metadata={"values": (default, *others)})


def number_option(default: int, *others: int) -> Any:
    """A field that is one of these whole numbers, the default first."""
    values = tuple(map(str, (default, *others)))
    return dataclasses.field(default=default, metadata={"values": values, "number": True})


def whole_option(default: int, least: int, *, text: bool = False) -> Any:
    """A field that is a whole number of at least ``least``; ``text``: its digits as a text are read too."""
    return dataclasses.field(default=default, metadata={"least": least, "text": text})


def numbers_option(by: str, names: Mapping[str, tuple[str, ...]]) -> Any:
    """A field that is a text of whole numbers of at least 1, none by default; a list of them is read too.

    Args:
        by: another field, on whose value it hangs what the numbers are of.
        names: by that value, what each number is of.
    """
    return dataclasses.field(default="", metadata={"numbers": True, "least": 1, "by": by, "names": names})


def options_from(kind: type[T], told: Mapping[str, object], where: str) -> T:
    """The options that a table asks for, the others by default.

    Args:
        kind: a dataclass whose fields were made with `option`, `number_option` and `whole_option`.
        told: by name; a value of digits may be written as a number.
        where: what to call ``told`` in an error.

    Raises:
        BadInput: a name or a value that there is not.
    """
    fields = {field.name: field for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
    chosen: dict[str, object] = {}
    for name, value in told.items():
        if name not in fields:
            raise BadInput(
                f"{where}: {name!r} is no option of these rules, expected one of {', '.join(fields)}"
            )
        metadata = fields[name].metadata
        if "numbers" in metadata:
            many = value.replace(",", " ").split() if isinstance(value, str) else value
            each = reading.array(many, where, repr(name))
            whole = (reading.whole(_number(n), where, repr(name), metadata["least"]) for n in each)
            chosen[name] = " ".join(map(str, whole))
            continue
        if "least" in metadata:
            written_so = _number(value) if metadata["text"] else value
            chosen[name] = reading.whole(written_so, where, repr(name), metadata["least"])
            continue
        written = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
        if written not in metadata["values"]:
            raise BadInput(
                f"{where}: {name!r} is {reading.shown(value)}, expected {' or '.join(metadata['values'])}"
            )
        chosen[name] = int(str(written)) if metadata.get("number") else written
    return kind(**chosen)


def _number(value: object) -> object:
    """A text of a few digits as the number that it is."""
    digits = isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < _DIGITS
    return int(str(value)) if digits else value


def asked_for(options: object) -> dict[str, object]:
    """The options that differ from the defaults, as JSON values."""
    return {
        field.name: getattr(options, field.name)
        for field in dataclasses.fields(options)  # type: ignore[arg-type]
        if getattr(options, field.name) != field.default
    }
