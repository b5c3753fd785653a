"""Accuracy on filmed rounds whose truth is known: settlements, antes, delays and speed.

A folder holds ``NAME.mp4``, ``NAME.table.json``, ``NAME.calls.jsonl`` and ``NAME.truth.json``
(CONTRACT.md). The truth is read after the film has been watched, never before.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion_api.calls_file import read_calls
from companion_api.pipeline import run as walk
from companion_api.table_file import read_table
from engine import reading
from engine.boundaries import BoxSeen, Frame
from engine.cards import Card, parse_card
from engine.errors import BadInput
from engine.events import CardPlayed, Corrected, Event, Settlement, to_json
from engine.referee import Referee
from hardware.cameras import open_camera
from vision.observer import watch_table

COMPARED = ("dealer", "winner", "opera", "takes", "missed_calls", "betes", "payments", "boxes", "net")
"""What of a settlement must be exactly right."""
AFTER_ANTE = 0.6
"""Seconds after an ante at which the boxes are compared: the camera has looked, nobody else has placed."""
FEW_CHIPS = 8
"""Boxes with up to so many chips must be counted within one."""


@dataclass(slots=True)
class _Watched:
    """What watching one film brought."""

    events: list[tuple[float, Event]] = field(default_factory=list)
    boxes: list[BoxSeen] = field(default_factory=list)
    frames: int = 0
    film_s: float = 0.0
    seconds: float = 0.0
    handed: float = 0.0
    """When the frame in hand was handed over (`time.perf_counter`)."""


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
        games[name] = _compare(watched, _truth(file))
    right = sum(game["settlement_exact"] for game in games.values())
    return {"games": games, "settlements_exact": right, "settlements": len(games)}


def _watch(folder: Path, name: str) -> _Watched:
    """Walk the whole path over one film, its table and its calls."""
    seen = _Watched()
    with open_camera(str(folder / f"{name}.mp4")) as camera:
        table = read_table(folder / f"{name}.table.json", camera.size)
        calls_file = folder / f"{name}.calls.jsonl"
        calls = read_calls(calls_file, table) if calls_file.exists() else None
        referee = Referee(table, calls_by_chips=calls is None)

        def frames() -> Iterator[Frame]:
            for frame in camera:
                seen.frames += 1
                seen.film_s = frame.t
                seen.handed = time.perf_counter()
                yield frame

        began = time.perf_counter()
        for output in walk(frames(), watch_table(table, camera.size), referee, calls=calls or ()):
            # Late by the film's own time, and by what the frame in hand took to work out.
            known = output.t + time.perf_counter() - seen.handed
            seen.events += [(known, event) for event in output.events]
            seen.boxes += [sighting for sighting in output.sightings if isinstance(sighting, BoxSeen)]
        seen.seconds = time.perf_counter() - began
    return seen


def _truth(file: Path) -> Mapping[str, Any]:
    try:
        truth = reading.mapping(json.loads(file.read_text(encoding="utf-8")), str(file), "the truth")
    except (OSError, ValueError) as error:
        raise BadInput(f"{file}: not a truth file that can be read ({error})") from None
    reading.mapping(reading.field(truth, "settlement", str(file)), str(file), "'settlement'")
    reading.array(reading.field(truth, "events", str(file)), str(file), "'events'")
    return truth


def _compare(watched: _Watched, truth: Mapping[str, Any]) -> dict[str, Any]:
    """The figures of one game."""
    settled = [event for _, event in watched.events if isinstance(event, Settlement)]
    ours = to_json(settled[-1]) if settled else {}
    theirs = truth["settlement"]
    wrong = {
        name: {"ours": ours.get(name), "truth": theirs.get(name)}
        for name in COMPARED
        if _plain(ours.get(name)) != _plain(theirs.get(name))
    }
    return {
        "settlement_exact": not wrong,
        "wrong": wrong,
        **_cards(watched, truth),
        "antes": _antes(watched.boxes, truth),
        "frames_per_second": round(watched.frames / watched.seconds, 1),
        "times_film_speed": round(watched.film_s / watched.seconds, 2),
    }


def _plain(value: Any) -> Any:
    """Lists of takes and payments without regard to their order."""
    if isinstance(value, list):
        return sorted(json.dumps(each, sort_keys=True) for each in value)
    return value


def _cards(watched: _Watched, truth: Mapping[str, Any]) -> dict[str, Any]:
    """How many cards were told right, and how long after they lay still."""
    told: dict[tuple[str, str], float] = {}
    for t, event in watched.events:
        said = event.replacement if isinstance(event, Corrected) else event
        if isinstance(said, CardPlayed):
            told.setdefault((said.player, said.card.code), t)
    played = [event for event in truth["events"] if event["type"] == "card_played"]
    delays = [
        told[event["player"], event["card"]] - event["t"]
        for event in played
        if (event["player"], event["card"]) in told
    ]
    return {
        "cards": len(played),
        "cards_right": len(delays),
        "corrections": sum(isinstance(event, Corrected) for _, event in watched.events),
        "delay_s_median": round(statistics.median(delays), 2) if delays else None,
        "delay_s_most": round(max(delays), 2) if delays else None,
    }


def _antes(boxes: list[BoxSeen], truth: Mapping[str, Any]) -> dict[str, int]:
    """Boxes after each ante: empty or not, and flat chips counted within one."""
    figures = {"boxes": 0, "empty_right": 0, "few": 0, "few_within_one": 0}
    for ante in (event for event in truth["events"] if event["type"] == "ante"):
        now: dict[Card, BoxSeen] = {seen.box: seen for seen in boxes if seen.t <= ante["t"] + AFTER_ANTE}
        for name, chips in ante["chips"].items():
            count, seen = sum(chips.values()), now.get(parse_card(name))
            figures["boxes"] += 1
            figures["empty_right"] += seen is not None and seen.empty == (count == 0)
            if count <= FEW_CHIPS:
                figures["few"] += 1
                figures["few_within_one"] += seen is not None and abs(sum(seen.chips.values()) - count) <= 1
    return figures
