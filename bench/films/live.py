"""What watching costs as it goes on: processor time and memory, at 1920 × 1080 and 30 pictures a second.

A simulated evening is enlarged and handed over as a webcam hands it over, as JPEG. Drawing,
enlarging and packing are the simulator's work and are not counted; unpacking is.
"""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from bench.films.lenses import lens, placed
from companion_api.system.memory import WhileQuiet, resident_mb
from engine.boundaries import Frame, Heard, Sighting
from engine.cards import parse_card
from engine.errors import BadInput
from engine.events import Event, Settlement
from engine.referee.referee import Referee
from engine.table import table_from_json
from hardware.simulator import SimulatedTable
from vision.observer.observer import watch_table

FPS = 30.0
SEED, PLAYERS = 5, 4
SHORTEST_ROUND = 40.0
"""Seconds: so many rounds are planned that the evening lasts long enough."""
SETTLES = 300.0
"""Seconds after which memory is followed; in a shorter film, after a quarter of it."""
SAMPLE = 1.0
"""Seconds of the film between two looks at the memory."""
QUALITY = 90
"""Of the JPEGs, as webcams send them."""


def run(minutes: float = 2.0) -> dict[str, Any]:
    """Watch so many minutes of film.

    Returns:
        ``cpu_s_per_film_s`` (all threads; unpacking, seeing and refereeing together) and its parts,
        ``rounds_settled``, ``memory_mb`` at the end and ``memory_mb_per_hour``, the slope of a straight line.

    Raises:
        BadInput: no time to watch.
    """
    if not 0 < minutes <= 600:
        raise BadInput(f"--minutes {minutes:g}: expected more than 0, at most 600")
    evening = SimulatedTable(SEED, PLAYERS, fps=FPS, rounds=math.ceil(minutes * 60 / SHORTEST_ROUND) + 1)
    large = lens("large", evening.size)
    table = table_from_json(placed(evening.table, large), "the table", large.size)
    calls = [Heard(call["t"], parse_card(call["card"]), call["player"], "tap") for call in evening.calls]
    observer, referee = watch_table(table, large.size), Referee(table)
    referee.start()
    spent = {"unpacking": 0.0, "vision": 0.0, "referee": 0.0}
    memory: list[tuple[float, float]] = []
    quiet = WhileQuiet()
    held: float | None = None
    t = 0.0
    for drawn in evening.frames():
        if drawn.t > minutes * 60:
            break
        t = drawn.t
        seen = large.look(drawn.image, drawn.number)
        packed = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
        began = time.process_time()
        frame = replace(drawn, image=cv2.imdecode(packed, cv2.IMREAD_COLOR))
        unpacked = time.process_time()
        sightings = observer.look(frame)
        watched = time.process_time()
        if not _referee(referee, frame, sightings, calls) and not sightings:
            quiet.at(frame.t)
        spent["unpacking"] += unpacked - began
        spent["vision"] += watched - unpacked
        spent["referee"] += time.process_time() - watched
        if not memory or t - memory[-1][0] >= SAMPLE:
            held = resident_mb()
            if held is not None:
                memory.append((t, held))
    settled = {event.round for event in referee.log if isinstance(event, Settlement)}
    return {
        "size": large.size,
        "fps": FPS,
        "film_s": round(t, 1),
        "cpu_s_per_film_s": round(sum(spent.values()) / max(t, 1e-9), 3),
        **{f"{name}_cpu_s_per_film_s": round(took / max(t, 1e-9), 3) for name, took in spent.items()},
        "rounds_settled": len(settled),
        "memory_mb": held,
        "memory_mb_per_hour": _slope([each for each in memory if each[0] >= min(SETTLES, t / 4)]),
    }


def _referee(referee: Referee, frame: Frame, sightings: list[Sighting], calls: list[Heard]) -> list[Event]:
    """Tell the referee of one frame; what that brought."""
    events: list[Event] = []
    while calls and calls[0].t <= frame.t:
        events += referee.hear(calls.pop(0))
    for sighting in sightings:
        events += referee.observe(sighting)
    return events + referee.tick(frame.t)


def _slope(memory: list[tuple[float, float]]) -> float | None:
    """Megabytes an hour; None with less than two looks."""
    if len(memory) < 2:
        return None
    seconds, megabytes = np.array(memory).T
    return round(float(np.polyfit(seconds / 3600, megabytes, 1)[0]), 1)
