"""A filmed round through a network camera that is cut off again and again.

The film is served on the loopback as a camera serves it, as HTTP MJPEG and by RTSP, in real time on a
computer that is fast enough; on a slower one the people at the table are as slow. Each twice: once they
wait while the picture is lost, as the page asks them to; once they play on unseen. They answer what
they are asked, and truthfully.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import queue
import random
import sys
import threading
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from bench.films.film_figures import Told, Watched, figures
from bench.films.truthful import Truthful
from bench.network_camera import FilmServer
from companion_api.evening.pipeline import Command
from companion_api.evening.pipeline import run as walk
from companion_api.files.calls_file import Statement, read_calls
from companion_api.files.table_file import read_table
from companion_api.system.memory import resident_mb
from engine.boundaries import Frame, Heard
from engine.events import CardPlayed
from engine.referee.referee import Referee
from engine.table import Table
from hardware.cameras import Camera, CameraLost, open_camera
from hardware.cameras.live import LiveSource
from hardware.files.texts import read_json
from vision.observer.observer import watch_table

PROTOCOLS = ("http", "rtsp", "h264")
"""As `FilmServer` has them."""
CUTS = 10
SHORTEST, LONGEST = 1.0, 20.0
"""Seconds that the camera stays away."""
PATIENCE = 0.5
"""Seconds without a picture after which the camera counts as lost, as for `nainjaune play`."""
WARM_CARDS = 10
"""Cards after which every network is loaded and has worked: memory is compared from there."""


def run(folder: Path, seed: int = 1) -> dict[str, Any]:
    """Every game of a folder, through a camera that is cut off ``CUTS`` times, waiting and playing on."""
    told = {}
    for file in sorted(folder.glob("*.truth.json")):
        name = file.name.removesuffix(".truth.json")
        for protocol in PROTOCOLS:
            for waits in (True, False):
                which = f"{name} {protocol} {'waits' if waits else 'plays on'}"
                told[which] = game(folder, name, protocol, waits, seed)
                print(f"nainjaune: {which}: {told[which]}", file=sys.stderr, flush=True)
    return told


def game(folder: Path, name: str, protocol: str, waits: bool, seed: int) -> dict[str, Any]:
    """One of them.

    Returns:
        ``exact``: settled so, with the answers to ``questions``; ``honest``: else somebody was asked or
        told; figures of `film_figures`;
        ``memory_grown_mb`` since the networks were loaded, and ``memory_mb`` when all is over: one game
        after the other in one process must not make that more.
    """
    truth = read_json(folder / f"{name}.truth.json", "a truth file")
    watched, grown = _played(folder, name, protocol, waits, random.Random(f"{seed}/{name}"), truth)
    found = figures(watched, truth)
    kept = ("settled", "wrong", "cards", "cards_right", "players_right", "questions", "doubts")
    exact = found["settlement_exact"]
    return {
        "exact": exact,
        "honest": exact or bool(found["questions"] or found["doubts"] or not found["settled"]),
        **{key: found[key] for key in kept},
        "cuts": CUTS,
        "memory_grown_mb": grown,
        "memory_mb": _held_mb(),
    }


def _played(
    folder: Path, name: str, protocol: str, waits: bool, die: random.Random, truth: Mapping[str, Any]
) -> tuple[Watched, float | None]:
    """See `_watch`."""
    with FilmServer(folder / f"{name}.mp4", protocol) as server, open_camera(server.url) as camera:
        assert isinstance(camera, LiveSource)
        camera.patience = PATIENCE
        server.ready = lambda: camera.awaited
        table = read_table(folder / f"{name}.table.json", camera.size)
        threading.Thread(target=_cut, args=(server, waits, die), name="cuts", daemon=True).start()
        calls = read_calls(folder / f"{name}.calls.jsonl", table)
        return _watch(server, camera, table, calls, truth)


def _cut(server: FilmServer, waits: bool, die: random.Random) -> None:
    """Cut off at moments spread over the film, for lengths spread from the shortest to the longest."""
    lengths = [SHORTEST + (LONGEST - SHORTEST) * place / (CUTS - 1) for place in range(CUTS)]
    if not waits:  # the film would be over: the same spread over a third of its length
        lengths = [length * server.duration / 3 / sum(lengths) for length in lengths]
    die.shuffle(lengths)
    moments = deque((place + die.uniform(0.2, 0.8)) * server.duration / CUTS for place in range(CUTS))
    pause = threading.Event()
    while moments and not server.over:
        if server.t >= moments[0] and not server.away:
            moments.popleft()
            server.cut(lengths.pop(), waits=waits)
        pause.wait(0.02)


def _watch(
    server: FilmServer, camera: Camera, table: Table, calls: Sequence[Statement], truth: Mapping[str, Any]
) -> tuple[Watched, float | None]:
    """Walk the whole path until the film is over; people call when the film comes to it, and answer.

    Returns:
        What came of it, and by how many megabytes the process has grown since `WARM_CARDS` were told.
    """
    seen = Watched()
    waiting = deque(said for said in calls if isinstance(said, Heard))
    inbox: queue.SimpleQueue[Command] = queue.SimpleQueue()
    before: float | None = None
    clock, film = [0.0], [0.0]
    people = Truthful(truth, lambda t: float(np.interp(t, clock, film)))
    referee = Referee(table)

    def answer(number: int, choice: int | None) -> Command:
        return lambda _: people.answer(referee, number, choice)

    def frames() -> Iterator[Frame]:
        while True:
            try:
                frame = next(camera)
            except CameraLost:
                if server.ended:
                    return
                continue
            seen.frames += 1
            seen.film_s = server.t
            clock.append(frame.t)
            film.append(server.t)
            for number, choice in people.says(referee, frame.t):
                inbox.put(answer(number, choice))
            while waiting and waiting[0].t <= server.t:
                t = float(np.interp(waiting[0].t, film, clock))
                heard = replace(waiting.popleft(), t=t)
                inbox.put(partial(Referee.hear, heard=heard))
            yield frame

    for output in walk(frames(), watch_table(table, camera.size), referee, inbox):
        seen.told += [Told(output.t, 0.0, event) for event in output.events]
        if before is None and sum(isinstance(told.event, CardPlayed) for told in seen.told) >= WARM_CARDS:
            before = _held_mb()
    seen.told += [Told(seen.film_s, 0.0, event) for event in people.afterwards(referee)]
    seen.seconds = max(seen.film_s, 1e-6)
    after = _held_mb()
    return seen, None if before is None or after is None else round(after - before, 1)


def _held_mb() -> float | None:
    """`resident_mb` of this process without what its allocator merely keeps for later (glibc)."""
    gc.collect()
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)
    return resident_mb()
