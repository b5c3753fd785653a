"""Accuracy on filmed rounds whose truth is known: settlements, antes, delays and speed.

A folder holds ``NAME.mp4``, ``NAME.table.json``, ``NAME.calls.jsonl`` and ``NAME.truth.json``
(CONTRACT.md). The truth is read after the film has been watched, never before.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion_api.bench.film_figures import Watched, figures, watch
from companion_api.calls_file import read_calls
from companion_api.table_file import read_table
from engine import reading
from engine.errors import BadInput
from hardware.cameras import open_camera


def run(folder: Path) -> dict[str, Any]:
    """Watch every game of a folder and compare it with its truth.

    Raises:
        BadInput: no game there, or a file of one that cannot be read.
    """
    truths = sorted(folder.glob("*.truth.json"))
    if not truths:
        raise BadInput(
            f"{folder}: no game in it (expected NAME.mp4 with NAME.table.json and NAME.truth.json)"
        )
    games = {}
    for file in truths:
        name = file.name.removesuffix(".truth.json")
        print(f"nainjaune: {name}", file=sys.stderr)
        watched = _watch(folder, name)
        games[name] = figures(watched, _truth(file))
    right = sum(game["settlement_exact"] for game in games.values())
    return {"games": games, "settlements_exact": right, "settlements": len(games)}


def _watch(folder: Path, name: str) -> Watched:
    """Walk the whole path over one film, its table and its calls."""
    with open_camera(str(folder / f"{name}.mp4")) as camera:
        table = read_table(folder / f"{name}.table.json", camera.size)
        calls_file = folder / f"{name}.calls.jsonl"
        return watch(camera, table, read_calls(calls_file, table) if calls_file.exists() else None)


def _truth(file: Path) -> Mapping[str, Any]:
    try:
        truth = reading.mapping(json.loads(file.read_text(encoding="utf-8")), str(file), "the truth")
    except (OSError, ValueError) as error:
        raise BadInput(f"{file}: not a truth file that can be read ({error})") from None
    reading.mapping(reading.field(truth, "settlement", str(file)), str(file), "'settlement'")
    reading.array(reading.field(truth, "events", str(file)), str(file), "'events'")
    return truth
