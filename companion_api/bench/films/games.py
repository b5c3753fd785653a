"""Accuracy on filmed rounds whose truth is known: settlements, antes, delays and speed.

A folder holds ``NAME.mp4``, ``NAME.table.json``, ``NAME.calls.jsonl`` and ``NAME.truth.json``
(`hardware.simulator.table` writes such). The truth is read after the film has been watched, never before.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion_api.bench.films.film_figures import Watched, figures, watch
from companion_api.bench.films.kept import Kept
from companion_api.bench.films.lenses import GAPS, Gaps, Through, lens, placed
from companion_api.files.calls_file import read_calls
from companion_api.files.table_file import read_table, table_json
from engine import reading
from engine.errors import BadInput
from engine.table import table_from_json
from hardware.cameras import Camera, open_camera
from hardware.files.texts import read_json


def run(
    folder: Path, through: Sequence[str] = (), gaps: bool = False, kept: Path | None = None
) -> dict[str, Any]:
    """Watch every game of a folder and compare it with its truth.

    Args:
        through: lenses (`bench.lenses`) through which each is seen too, instead of as it was filmed.
        gaps: each is watched once for each of `bench.lenses.GAPS`, with pictures lost again and again.
        kept: folder where what is seen is kept, or has been kept (`films.kept`); None: nowhere.

    Returns:
        The figures of each film by name, how many settlements are exact, and how many are wrong and
        yet told as certain.

    Raises:
        BadInput: no game there, no such lens, or a file of one that cannot be read.
    """
    truths = sorted(folder.glob("*.truth.json"))
    if not truths:
        raise BadInput(
            f"{folder}: no game in it (expected NAME.mp4 with NAME.table.json and NAME.truth.json)"
        )
    games = {}
    for file, seen, lost in itertools.product(truths, through or (None,), GAPS if gaps else (None,)):
        name = file.name.removesuffix(".truth.json")
        key = " ".join([name, *([] if seen is None else [seen]), *([] if lost is None else [f"gaps {lost}"])])
        sightings = None if kept is None else kept / f"{key}.sightings"
        games[key] = figures(_watch(folder, name, seen, lost, sightings), _truth(file))
        outcome = "exact" if games[key]["settlement_exact"] else "not exact"
        sure = "certain" if games[key]["certain"] else "not certain"
        print(f"nainjaune: {key}: {outcome}, {sure}", file=sys.stderr)
    right = sum(game["settlement_exact"] for game in games.values())
    wrong = sum(game["certain"] and not game["settlement_exact"] for game in games.values())
    told = {"settlements_exact": right, "settlements": len(games), "wrong_told_as_certain": wrong}
    return {"games": games, **told}


def _watch(folder: Path, name: str, seen: str | None, lost: int | None, kept: Path | None) -> Watched:
    """Walk the whole path over one film, its table and its calls, through a lens where one is named."""
    with open_camera(str(folder / f"{name}.mp4")) as film:
        camera: Camera = film if lost is None else Gaps(film, lost)
        file = folder / f"{name}.table.json"
        table = read_table(file, camera.size)
        calls_file = folder / f"{name}.calls.jsonl"
        calls = read_calls(calls_file, table) if calls_file.exists() else None
        if seen is not None:
            other = lens(seen, camera.size)
            table = table_from_json(placed(table_json(file), other), str(file), other.size)
            camera = Through(camera, other)
        return watch(camera, table, calls, kept=None if kept is None else Kept(kept, table))


def _truth(file: Path) -> Mapping[str, Any]:
    truth = reading.mapping(read_json(file, "a truth file"), str(file), "the truth")
    reading.mapping(reading.field(truth, "settlement", str(file)), str(file), "'settlement'")
    reading.array(reading.field(truth, "events", str(file)), str(file), "'events'")
    return truth
