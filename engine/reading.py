"""Reading values out of JSON: every refusal is one `BadInput` line that says what was expected.

``where`` is what a person would call the place: ``"T.json"``, ``"soirée.jsonl line 7"``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from engine.cards import ANTES, HONOURS, Card, parse_card, parse_suit
from engine.errors import BadInput

_REQUIRED: Any = object()
"""Stands for "no default": the field must be there."""
_UNWRITABLE = re.compile("[\\x00-\\x1f\\x7f\\ud800-\\udfff]")
"""Line breaks, control characters, and half characters that no text can be written with."""

_FARTHEST = 1e15
"""No time, place or number of chips is larger; a float still holds such a number exactly."""


def shown(value: object) -> str:
    """A value as it may stand in an error line: short, on one line."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def mapping(value: object, where: str, what: str) -> Mapping[str, Any]:
    """``value`` if it is a JSON object."""
    if not isinstance(value, Mapping):
        raise BadInput(f"{where}: {what} is {shown(value)}, expected an object")
    return value


def array(value: object, where: str, what: str) -> list[Any]:
    """``value`` if it is a JSON array."""
    if not isinstance(value, list | tuple):
        raise BadInput(f"{where}: {what} is {shown(value)}, expected a list")
    return list(value)


def field(data: Mapping[str, Any], name: str, where: str) -> Any:
    """A field that must be there."""
    if name not in data:
        raise BadInput(f"{where}: {name!r} is missing")
    return data[name]


def text(data: Mapping[str, Any], name: str, where: str, default: Any = _REQUIRED) -> str:
    """A non-empty string."""
    value = data.get(name, default) if default is not _REQUIRED else field(data, name, where)
    if value is not default and (not isinstance(value, str) or not value.strip()):
        raise BadInput(f"{where}: {name!r} is {shown(value)}, expected a text")
    if isinstance(value, str) and _UNWRITABLE.search(value):
        raise BadInput(f"{where}: {name!r} is {shown(value)}, expected a text on one line")
    return value  # type: ignore[no-any-return]


def whole(value: object, where: str, what: str, least: int = 0) -> int:
    """A whole number of at least ``least``; true and false are none."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise BadInput(f"{where}: {what} is {shown(value)}, expected a whole number of at least {least}")
    if value > _FARTHEST:
        raise BadInput(f"{where}: {what} is {shown(value)}, expected a smaller number")
    return value


def number(value: object, where: str, what: str) -> float:
    """A finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < math.inf:
        raise BadInput(f"{where}: {what} is {shown(value)}, expected a number")
    if abs(value) > _FARTHEST:
        raise BadInput(f"{where}: {what} is {shown(value)}, expected a number nearer to 0")
    return float(value)


def card(value: object, where: str, what: str = "'card'") -> Card:
    """A card in any notation of `engine.cards.parse_card`."""
    try:
        return parse_card(value)
    except BadInput as error:
        raise BadInput(f"{where}: {what}: {error}") from None


def suit(value: object, where: str, what: str = "'suit'") -> str:
    """A suit in any notation of `engine.cards.parse_suit`."""
    try:
        return parse_suit(value)
    except BadInput as error:
        raise BadInput(f"{where}: {what}: {error}") from None


def boxes(value: object, where: str, what: str = "'boxes'") -> dict[Card, int]:
    """Chips in each of the five boxes; a box not named holds none."""
    chips = dict.fromkeys(HONOURS, 0)
    seen: set[Card] = set()
    for name, held in mapping(value, where, what).items():
        box = card(name, where, what)
        if box not in ANTES:
            raise BadInput(
                f"{where}: {what}: {name!r} has no box, expected {', '.join(c.code for c in HONOURS)}"
            )
        if box in seen:
            raise BadInput(f"{where}: {what}: the box {box} is named twice")
        seen.add(box)
        chips[box] = whole(held, where, f"{what}: {name}")
    return chips


def stock(value: object, players: Sequence[str], where: str) -> dict[str, int] | None:
    """Chips of each player: one number for everybody, or by name (not named: none); None if not told."""
    if value is None:
        return None
    if not isinstance(value, Mapping):
        return dict.fromkeys(players, whole(value, where, "'stock'"))
    for name in value:
        if name not in players:
            raise BadInput(f"{where}: 'stock': {shown(name)} does not play")
    return {name: whole(value.get(name, 0), where, f"'stock': {name}") for name in players}


def counts(allowed: Collection[int]) -> str:
    """Some whole numbers in words: ``2 to 8``, ``3 or 5``."""
    fewest, most = min(allowed), max(allowed)
    if len(allowed) == most - fewest + 1 > 2:
        return f"{fewest} to {most}"
    return " or ".join(map(str, sorted(allowed)))
