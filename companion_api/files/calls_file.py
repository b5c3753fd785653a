"""Calls files (``C.jsonl``): what was called or told when, by taps or voices.

A line is a call, ``{"t", "player", "card"}``, or what people tell of the game and no camera sees, as its log
has it: an object with ``t`` and ``type`` and the fields of that event, such as
``{"t": 3.2, "type": "bid", "player": "Ana", "bid": "three"}`` or ``{"t": 41, "type": "round_started",
"dealer": "Bruno"}`` (`TELLABLE`, and what the table's game adds: `engine.games.game.told_besides`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from engine import reading
from engine.boundaries import Heard
from engine.errors import BadInput
from engine.events import Event, RoundStarted, from_json, type_name
from engine.games import game
from engine.names import Called
from engine.record.naming import renamed
from engine.strict_json import json_lines
from engine.table import Table
from hardware.files.texts import read_text

TELLABLE: tuple[type[Event], ...] = (RoundStarted,)
"""What a line may tell of any game."""
Statement = Heard | Event
"""A line: a call, or what people tell; both have ``t``, seconds of the recording."""


def moment(statement: Statement) -> float:
    """When something was called or told, seconds of the recording."""
    return 0.0 if statement.t is None else statement.t


def read_calls(path: str | Path, table: Table) -> list[Statement]:
    """What file *path* tells, by time; an empty file is a round in which nobody called.

    Raises:
        BadInput: it cannot be read, or a line is neither a call nor an event that may be told of this table's
            game; one line that says which and why.
    """
    return calls_of(json_lines(read_text(path, "calls, JSON Lines"), str(path)), str(path), table)


def calls_of(lines: Iterable[tuple[int, object]], file: str, table: Table) -> list[Statement]:
    """What numbered lines of a calls file tell, by time; `file`: what to call it in an error.

    Raises:
        BadInput: as `read_calls`.
    """
    statements: list[Statement] = []
    seated = Called(table.names)
    for number, value in lines:
        where = f"{file} line {number}"
        line = renamed(reading.mapping(value, where, "a call"), seated)
        statements.append(_event(line, where, table) if "type" in line else _called(line, where, table))
    return sorted(statements, key=moment)


def _called(line: Mapping[str, Any], where: str, table: Table) -> Heard:
    named = line.get("player")
    player = None if named is None else reading.name(named, where, "'player'")
    _plays(player, where, table)
    t = reading.number(reading.field(line, "t", where), where, "'t'")
    card = reading.card(reading.field(line, "card", where), where)
    return Heard(t, card, player, reading.text(line, "via", where, "tap"))


def _event(line: Mapping[str, Any], where: str, table: Table) -> Event:
    event = from_json(dict(line), where)
    kinds = (*TELLABLE, *game.told_besides(table.game, table.rules))
    if event is None or not isinstance(event, kinds):
        expected, other = ", ".join(map(type_name, kinds)), reading.shown(line["type"])
        raise BadInput(f"{where}: 'type' is {other}, expected {expected}, or none at all for a call")
    reading.number(reading.field(line, "t", where), where, "'t'")
    for field in ("player", "dealer"):
        _plays(getattr(event, field, None), where, table)
    return event


def _plays(player: str | None, where: str, table: Table) -> None:
    if player is not None and player not in table.names:
        names = ", ".join(table.names)
        raise BadInput(f"{where}: {reading.shown(player)} does not play, expected one of {names}")
