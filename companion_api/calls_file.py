"""Calls files (``C.jsonl`` of CONTRACT.md): who called what and when, made by taps or voices."""

from __future__ import annotations

from pathlib import Path

from engine import reading
from engine.boundaries import Heard
from engine.errors import BadInput
from engine.strict_json import json_lines
from engine.table import Table
from hardware.files.texts import read_text


def read_calls(path: str | Path, table: Table) -> list[Heard]:
    """The calls in file *path*, by time; an empty file is a round in which nobody called.

    Raises:
        BadInput: it cannot be read, or a line is no call; one line that says which and why.
    """
    text = read_text(path, "calls, JSON Lines")
    calls = []
    for number, value in json_lines(text, str(path)):
        where = f"{path} line {number}"
        told = reading.mapping(value, where, "a call")
        named = told.get("player")
        player = None if named is None else reading.name(named, where, "'player'")
        if player is not None and player not in table.names:
            names = ", ".join(table.names)
            raise BadInput(f"{where}: {reading.shown(player)} does not play, expected one of {names}")
        t = reading.number(reading.field(told, "t", where), where, "'t'")
        card = reading.card(reading.field(told, "card", where), where)
        calls.append(Heard(t, card, player, reading.text(told, "via", where, "tap")))
    return sorted(calls, key=lambda call: call.t)
