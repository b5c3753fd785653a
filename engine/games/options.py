"""House rules as frozen dataclasses: a field declares its values, where people find it and who tells it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from engine import reading
from engine.errors import BadInput
from engine.games.sources import brought

T = TypeVar("T")
_DIGITS = 10
"""No number of chips or of rounds has so many."""


MORE = "more"
LENGTH = "length"
"""The group of those that say how long an evening lasts."""
GROUPS = ("bids", "pool", "floater", "deal", "play", "boxes", "hocs", "end", "chips", LENGTH, MORE)
"""Where options stand on the page that sets an evening up (``setup.group.…`` of the words), in this order."""
ANY = "*"
"""Stands for every value of an option that is a number but its default."""
Sources = str | tuple[str, ...] | None
"""Keys of `engine.games.sources.SOURCES`, apart by spaces, ``""`` where no source tells a value and we chose
it: of each value in turn (of a number: of its default, then of any other), or one text for all.
None: not told here (a package may tell them as ``SOURCES``)."""


def option(default: str, *others: str, **declared_as: Any) -> Any:
    """A field with these values, the default first.

    Args:
        declared_as: of every option, all by name: ``group``, one of `GROUPS`; ``sources``, as `Sources` says;
            ``only_with``: another option and its values beside which this one means something.
    """
    values = (default, *others)
    return _field(default, values, {"values": values}, **declared_as)


def number_option(default: int, *others: int, **declared_as: Any) -> Any:
    """A field that is one of these whole numbers, the default first; ``declared_as`` as by `option`."""
    values = tuple(map(str, (default, *others)))
    return _field(default, values, {"values": values, "number": True}, **declared_as)


def whole_option(default: int, least: int, *, text: bool = False, **declared_as: Any) -> Any:
    """A field that is a whole number of at least ``least``; ``text``: its digits as a text are read too."""
    return _field(default, (str(default), ANY), {"least": least, "text": text}, **declared_as)


def numbers_option(by: str, names: Mapping[str, tuple[str, ...]], **declared_as: Any) -> Any:
    """A field that is a text of whole numbers of at least 1, none by default; a list of them is read too.

    Args:
        by: another field, on whose value it hangs what the numbers are of.
        names: by that value, what each number is of.
        declared_as: as by `option`.
    """
    return _field("", ("", ANY), {"numbers": True, "least": 1, "by": by, "names": names}, **declared_as)


def _field(
    default: object,
    values: tuple[str, ...],
    metadata: Mapping[str, object],
    *,
    group: str | None = None,
    sources: Sources = None,
    only_with: tuple[str, ...] | None = None,
) -> Any:
    if group is not None and group not in GROUPS:
        raise ValueError(f"group {group!r}: expected one of {', '.join(GROUPS)}")
    if isinstance(sources, str):
        sources = (sources,) * len(values)
    if sources is not None and len(sources) != len(values):
        raise ValueError(f"sources {sources}: expected {len(values)}, one for each of {', '.join(values)}")
    told_by = None if sources is None else {v: tuple(s.split()) for v, s in zip(values, sources, strict=True)}
    metadata = {**metadata, "group": group, "sources": told_by, "only_with": only_with}
    return dataclasses.field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True)
class Choice:
    """One option as it is declared, and as a person chooses it: all that is told of it in one place.

    The page's form and what tests draw at random are made from this; its words stand under ``options.NAME``
    of ``languages/*/page/rules.json``.

    Attributes:
        name: of the field.
        default: what the preset plays.
        values: all values, the default first; empty for a number.
        least: the smallest number; None where there are values.
        group: where it stands on the page, one of `GROUPS`.
        sources: by value (a number: by its default, and `ANY`), the keys of the sources that tell it; empty
            where nobody told any.
        only_with: another option, then its values beside which this one means something; empty: beside all.
        by, names: where it is several numbers: on which option it hangs what they are of, and by its
            value what each is of; else None and empty.
    """

    name: str
    default: str | int
    values: tuple[str, ...]
    least: int | None
    group: str
    sources: Mapping[str, tuple[str, ...]]
    only_with: tuple[str, ...]
    by: str | None
    names: Mapping[str, tuple[str, ...]]

    def told_by(self, value: object) -> tuple[str, ...]:
        """The sources that tell a value."""
        return self.sources.get(str(value), self.sources.get(ANY, ()))


def declared(kind: type) -> dict[str, Choice]:
    """By name, what the options of a preset are, in their order.

    Args:
        kind: a dataclass whose fields were made with `option` and its like.
    """
    return {field.name: _choice(field, _metadata(kind, field)) for field in dataclasses.fields(kind)}


_KEPT = ("group", "sources", "only_with")


def _metadata(kind: type, field: dataclasses.Field[Any]) -> dict[str, Any]:
    """What is told of an option; who declares one of ours anew keeps of it what he does not tell."""
    metadata = {key: value for key, value in field.metadata.items() if value is not None}
    for base in kind.__mro__[1:]:
        above = base.__dict__.get("__dataclass_fields__", {}).get(field.name)
        for key in _KEPT if above is not None else ():
            if above.metadata.get(key) is not None:
                metadata.setdefault(key, above.metadata[key])
    return metadata


def idle(options: object) -> list[str]:
    """The options that mean nothing beside the others, as they are set."""
    found = []
    for choice in declared(type(options)).values():
        other, *values = choice.only_with or (choice.name,)
        if values and str(getattr(options, other)) not in values:
            found.append(choice.name)
    return found


def _choice(field: dataclasses.Field[Any], metadata: Mapping[str, Any]) -> Choice:
    values, default = metadata.get("values", ()), cast(str | int, field.default)
    return Choice(
        name=field.name,
        default=str(default) if values else default,
        values=values,
        least=metadata.get("least"),
        group=metadata.get("group", MORE),
        sources=brought(field.name) if metadata.get("sources") is None else metadata["sources"],
        only_with=metadata.get("only_with", ()),
        by=metadata.get("by"),
        names=metadata.get("names", {}),
    )


def options_from(kind: type[T], given: Mapping[str, object], where: str) -> T:
    """The options that a table asks for, the others by default.

    Args:
        kind: a dataclass whose fields were made with `option`, `number_option` and `whole_option`.
        given: by name; a value of digits may be written as a number.
        where: what to call ``given`` in an error.

    Raises:
        BadInput: a name or a value that there is not.
    """
    fields = {field.name: field for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
    chosen: dict[str, object] = {}
    for name, value in given.items():
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
