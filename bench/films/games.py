"""Accuracy on filmed rounds whose truth is known: settlements, antes, delays and speed.

A folder holds ``NAME.mp4``, ``NAME.table.json``, ``NAME.calls.jsonl`` and ``NAME.truth.json``
(`hardware.simulator.table` writes such). The truth is read after the film has been watched, never before.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bench.films.film_figures import figures, told_again, watch
from bench.films.lenses import GAPS, Gaps, Through, lens, placed
from bench.films.recorded import SUFFIX, Papers, Recording, recorded
from companion_api.files.table_file import read_table, table_json
from engine import reading
from engine.errors import BadInput
from engine.strict_json import json_lines
from engine.table import table_from_json
from hardware.cameras import Camera, open_camera
from hardware.files.texts import read_json, read_text

TRUTH = ".truth.json"


def run(
    folder: Path,
    through: Sequence[str] = (),
    gaps: bool = False,
    kept: Path | None = None,
    names: Collection[str] = (),
) -> dict[str, Any]:
    """Watch every game of a folder and compare it with its truth.

    Args:
        through: lenses (`bench.lenses`) through which each is seen too, instead of as it was filmed.
        gaps: each is watched once for each of `bench.lenses.GAPS`, with pictures lost again and again.
        kept: folder where what is seen is kept, or has been kept (`films.recorded`); None: nowhere.
        names: which games; none: all.

    Returns:
        The figures of each film by name, how many settlements are exact, and how many are wrong and
        yet told as certain.

    Raises:
        BadInput: no game there, no such lens, or a file of one that cannot be read.
    """
    truths = [folder / f"{name}{TRUTH}" for name in listed(folder) if not names or name in names]
    if not truths:
        raise BadInput(
            f"{folder}: no game in it (expected NAME.mp4 with NAME.table.json and NAME.truth.json)"
        )
    games = {}
    for file, seen, lost in itertools.product(truths, through or (None,), GAPS if gaps else (None,)):
        name = file.name.removesuffix(TRUTH)
        key = " ".join([name, *([] if seen is None else [seen]), *([] if lost is None else [f"gaps {lost}"])])
        there = None if kept is None else kept / f"{key}{SUFFIX}"
        games[key] = _watched(folder, name, seen, lost, there)
        outcome = "exact" if games[key]["settlement_exact"] else "not exact"
        sure = "certain" if games[key]["certain"] else "not certain"
        print(f"nainjaune: {key}: {outcome}, {sure}", file=sys.stderr)
    right = sum(game["settlement_exact"] for game in games.values())
    wrong = sum(game["certain"] and not game["settlement_exact"] for game in games.values())
    told = {"settlements_exact": right, "settlements": len(games), "wrong_told_as_certain": wrong}
    return {"games": games, **told}


def listed(folder: Path) -> list[str]:
    """The names of a folder's games, in order."""
    return sorted(file.name.removesuffix(TRUTH) for file in folder.glob(f"*{TRUTH}"))


def _watched(
    folder: Path, name: str, seen: str | None, lost: int | None, kept: Path | None
) -> dict[str, Any]:
    """The figures of one film, seen through a lens where one is named; its truth is read last."""
    with open_camera(str(folder / f"{name}.mp4")) as film:
        camera: Camera = film if lost is None else Gaps(film, lost)
        papers = papers_of(folder, name, camera.size)
        if seen is not None:
            other = lens(seen, camera.size)
            papers = replace(papers, table=placed(papers.table, other))
            camera = Through(camera, other)
        table = table_from_json(papers.table, str(folder / f"{name}.table.json"), camera.size)
        calls = papers.said(str(folder / f"{name}.calls.jsonl"))
        there = recorded(kept, papers)
        watched = watch(camera, table, calls) if there is None else told_again(there, table, calls)
    truth = _truth(folder / f"{name}{TRUTH}")
    if kept is not None and there is None:
        Recording(replace(papers, truth=truth), watched.seen).save(kept)
    return figures(watched, truth)


def papers_of(folder: Path, name: str, size: tuple[int, int]) -> Papers:
    """Table and calls of a film of this size in a folder of games; its truth is not looked at.

    Raises:
        BadInput: one of the files cannot be read.
    """
    file, calls = folder / f"{name}.table.json", folder / f"{name}.calls.jsonl"
    read_table(file, size)
    lines = None
    if calls.exists():
        text = read_text(calls, "calls, JSON Lines")
        lines = [
            reading.mapping(line, f"{calls} line {n}", "a call") for n, line in json_lines(text, str(calls))
        ]
    return Papers(table_json(file), lines)


def _truth(file: Path) -> Mapping[str, Any]:
    truth = reading.mapping(read_json(file, "a truth file"), str(file), "the truth")
    reading.mapping(reading.field(truth, "settlement", str(file)), str(file), "'settlement'")
    reading.array(reading.field(truth, "events", str(file)), str(file), "'events'")
    return truth
