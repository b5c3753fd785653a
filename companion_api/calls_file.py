"""Calls files (``C.jsonl`` of CONTRACT.md): who called what and when, made by taps or voices."""

from __future__ import annotations

from pathlib import Path

from engine import reading
from engine.boundaries import Heard
from engine.errors import BadInput
from engine.log import json_lines
from engine.table import Table


def read_calls(path: str | Path, table: Table) -> list[Heard]:
    """The calls in file *path*, by time; an empty file is a round in which nobody called.

    Raises:
        BadInput: it cannot be read, or a line is no call; one line that says which and why.
    """
    try:
        text = Path(path).read_bytes()
    except FileNotFoundError:
        raise BadInput(f"{path}: no such file (expected calls, JSON Lines)") from None
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror}; expected calls, JSON Lines)") from None
    calls = []
    for number, value in json_lines(text, str(path)):
        where = f"{path} line {number}"
        told = reading.mapping(value, where, "a call")
        player = told.get("player")
        if player is not None and player not in table.names:
            names = ", ".join(table.names)
            raise BadInput(f"{where}: {reading.shown(player)} does not play, expected one of {names}")
        t = reading.number(reading.field(told, "t", where), where, "'t'")
        card = reading.card(reading.field(told, "card", where), where)
        calls.append(Heard(t, card, player, reading.text(told, "via", where, "tap")))
    return sorted(calls, key=lambda call: call.t)
