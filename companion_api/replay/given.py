"""What a referee was given, as JSON values and back: sightings, what was heard, what people entered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter, ValidationError

from engine import boundaries, reading
from engine.boundaries import Heard, Sighting
from engine.cards import DECK
from engine.errors import BadInput
from engine.events import Event, from_json, to_json

_SIGHTINGS: Mapping[str, TypeAdapter[Any]] = {
    kind.__name__: TypeAdapter(kind)
    for kind in (
        boundaries.CardLaid,
        boundaries.CardLookedAgain,
        boundaries.CardGone,
        boundaries.BoxSeen,
        boundaries.ArmSeen,
        boundaries.ViewLost,
        boundaries.ViewBack,
        boundaries.Unseen,
        boundaries.AlreadyThere,
        boundaries.BoardUnseen,
        boundaries.BoardSeen,
    )
}
_HEARD: TypeAdapter[Heard] = TypeAdapter(Heard)
_HEARD_TYPE = "heard"


def sighting_json(sighting: Sighting) -> dict[str, Any]:
    """A sighting by its type's name; numbers come back as they were, to the last bit."""
    kind = type(sighting).__name__
    return {kind: _SIGHTINGS[kind].dump_python(sighting, mode="json")}


def heard_json(heard: Heard) -> dict[str, Any]:
    """What was said or tapped."""
    fields: dict[str, Any] = _HEARD.dump_python(heard, mode="json")
    return fields


def said_json(statement: Heard | Event) -> dict[str, Any]:
    """What people have said, as a line of a log."""
    return (
        {"type": _HEARD_TYPE, **heard_json(statement)} if isinstance(statement, Heard) else to_json(statement)
    )


def read_said(line: Mapping[str, Any], where: str) -> Heard | Event:
    """What `said_json` gave.

    Raises:
        BadInput: it is nothing of the kind.
    """
    if line.get("type") != _HEARD_TYPE:
        return read_event(line, where)
    return read_heard({name: value for name, value in line.items() if name != "type"}, where)


def read_sighting(value: object, players: int, where: str) -> Sighting:
    """What `sighting_json` gave.

    Args:
        value: the parsed JSON.
        players: how many play.
        where: what to call it in an error.

    Raises:
        BadInput: it is none.
    """
    fields = reading.mapping(value, where, "a sighting")
    kind = next(iter(fields), "")
    if len(fields) != 1 or kind not in _SIGHTINGS:
        raise BadInput(f"{where}: expected a sighting")
    try:
        sighting: Any = _SIGHTINGS[kind].validate_python(fields[kind])
    except ValidationError:
        raise BadInput(f"{where}: expected a sighting") from None
    looks = getattr(sighting, "looks", (sighting.look,) if hasattr(sighting, "look") else ())
    seats = len(getattr(sighting, "seats", ()))
    if any(len(look.faces) != len(DECK) for look in looks) or seats not in (0, players):
        raise BadInput(f"{where}: expected a sighting")
    return sighting  # type: ignore[no-any-return]


def read_heard(value: object, where: str) -> Heard:
    """What `heard_json` gave.

    Raises:
        BadInput: it is nothing of the kind.
    """
    try:
        return _HEARD.validate_python(value)
    except ValidationError:
        raise BadInput(f"{where}: expected an announcement") from None


def read_event(value: object, where: str) -> Event:
    """An event that people entered.

    Raises:
        BadInput: it is none that we know.
    """
    event = from_json(value, where)
    if event is None:
        raise BadInput(f"{where}: expected an event")
    return event
