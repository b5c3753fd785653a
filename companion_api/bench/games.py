"""Accuracy on filmed rounds whose truth is known: settlements, antes, delays and speed.

A folder holds ``NAME.mp4``, ``NAME.table.json``, ``NAME.calls.jsonl`` and ``NAME.truth.json``
(CONTRACT.md). The truth is read after the film has been watched, never before.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion_api.bench.film_figures import Watched, figures, watch
from companion_api.bench.lenses import Through, lens, placed
from companion_api.calls_file import read_calls
from companion_api.table_file import read_table, table_json
from engine import reading
from engine.errors import BadInput
from engine.table import table_from_json
from hardware.cameras import open_camera
from hardware.files.texts import read_json


def run(folder: Path, through: Sequence[str] = ()) -> dict[str, Any]:
    """Watch every game of a folder and compare it with its truth.

    Args:
        through: lenses (`bench.lenses`) through which each is seen too, instead of as it was filmed.

    Raises:
        BadInput: no game there, no such lens, or a file of one that cannot be read.
    """
    truths = sorted(folder.glob("*.truth.json"))
    if not truths:
        raise BadInput(
            f"{folder}: no game in it (expected NAME.mp4 with NAME.table.json and NAME.truth.json)"
        )
    games = {}
    for file in truths:
        name = file.name.removesuffix(".truth.json")
        for seen in through or (None,):
            key = name if seen is None else f"{name} {seen}"
            games[key] = figures(_watch(folder, name, seen), _truth(file))
            outcome = "exact" if games[key]["settlement_exact"] else "not exact"
            print(f"nainjaune: {key}: {outcome}", file=sys.stderr)
    right = sum(game["settlement_exact"] for game in games.values())
    return {"games": games, "settlements_exact": right, "settlements": len(games)}


def _watch(folder: Path, name: str, seen: str | None) -> Watched:
    """Walk the whole path over one film, its table and its calls, through a lens where one is named."""
    with open_camera(str(folder / f"{name}.mp4")) as camera:
        file = folder / f"{name}.table.json"
        table = read_table(file, camera.size)
        calls_file = folder / f"{name}.calls.jsonl"
        calls = read_calls(calls_file, table) if calls_file.exists() else None
        if seen is None:
            return watch(camera, table, calls)
        other = lens(seen, camera.size)
        moved = table_from_json(placed(table_json(file), other), str(file), other.size)
        return watch(Through(camera, other), moved, calls)


def _truth(file: Path) -> Mapping[str, Any]:
    truth = reading.mapping(read_json(file, "a truth file"), str(file), "the truth")
    reading.mapping(reading.field(truth, "settlement", str(file)), str(file), "'settlement'")
    reading.array(reading.field(truth, "events", str(file)), str(file), "'events'")
    return truth
