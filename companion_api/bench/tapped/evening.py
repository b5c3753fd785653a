"""A whole evening as sightings, as fast as the referee takes them: how long an event takes, what grows.

Rounds are played by the rules, seen without a picture and called by taps (`spoken_rounds`); cards are
gathered after each and the next one is begun as on a phone.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from companion_api.bench.spoken.spoken_rounds import Manners, spoken_round
from companion_api.system.memory import WhileQuiet
from engine.boundaries import CardGone, CardLaid, Heard, Sighting
from engine.events import Event, RoundStarted
from engine.games import game
from engine.referee.referee import Referee
from engine.table import Table, table_from_json

NAMES = ("Ana", "Bruno", "Chloé", "David")
TICK = 0.2
"""Seconds between two looks at the clock."""
PAUSE = 20.0
"""Seconds between two rounds: the table is cleared, cards are dealt, antes go in."""


def run(hours: float = 4.0, seed: int = 1) -> dict[str, Any]:
    """Referee an evening.

    Args:
        hours: of the table's time.
        seed: of the dice.

    Returns:
        ``hours, rounds, settled, events``; ``event_ms`` (``median, p99, most``: processor time of
        whatever brought events), ``first_hour_ms`` and ``last_hour_ms`` (medians), ``grown_mb``
        (memory after the first tenth to the end, the log itself included).
    """
    table = table_from_json({"dealer": NAMES[-1], "players": [{"name": name} for name in NAMES]}, "the bench")
    referee = Referee(table)
    referee.start()
    took: list[tuple[float, float]] = []
    rng, rounds, now, settled = Random(seed), 0, 0.0, 0
    early: float | None = None
    quiet = WhileQuiet()

    def timed(t: float, call: Callable[[], list[Event]]) -> None:
        began = time.process_time()
        if call():
            took.append((t, 1000 * (time.process_time() - began)))
        else:
            quiet.at(t)

    while now < hours * 3600:
        rounds += 1
        for t, told in seen_round(table, rng, now):
            _until(referee, now, t, timed)
            now = max(now, t)
            if isinstance(told, Heard):
                timed(now, lambda told=told: referee.hear(told))  # type: ignore[misc]
            else:
                timed(now, lambda told=told: referee.observe(told))  # type: ignore[misc]
        _until(referee, now, now + PAUSE, timed)
        now += PAUSE
        settled += referee.complete
        if early is None and now >= hours * 360:
            early = _megabytes()
        evening = referee.evening
        assert evening is not None
        if not referee.complete:
            break  # nothing is thrown out of order here: a round that stays open would be a fault
        dealer = game.module_of(evening).next_dealer(evening) or NAMES[0]
        referee.enter(RoundStarted(dealer))
        table = replace(table, dealer=dealer)
    grown = _megabytes() - (early or 0.0)
    return {
        "hours": round(now / 3600, 2),
        "rounds": rounds,
        "settled": settled,
        "events": len(referee.log),
        "event_ms": _spread([ms for _, ms in took]),
        "first_hour_ms": _spread([ms for t, ms in took if t < now / 4])["median"],
        "last_hour_ms": _spread([ms for t, ms in took if t > now * 3 / 4])["median"],
        "grown_mb": round(grown, 1),
    }


def seen_round(table: Table, rng: Random, start: float) -> Iterator[tuple[float, Sighting | Heard]]:
    """What is seen and tapped in one round, by time, and its cards being gathered at the end."""
    played = spoken_round(table, rng, Manners(), start)
    told: list[tuple[float, Sighting | Heard]] = [(seen.t, seen) for seen in played.sightings]
    told += [(heard.t, heard) for heard in played.tapped]
    ends = played.ends + 6.0
    told += [
        (ends, CardGone(ends, 0, seen.t, seen.look))
        for seen in played.sightings
        if isinstance(seen, CardLaid)
    ]
    yield from sorted(told, key=lambda each: each[0])


def _until(
    referee: Referee, start: float, end: float, timed: Callable[[float, Callable[[], list[Event]]], None]
) -> None:
    """Let the time pass, with a look at the clock every `TICK`."""
    for count in range(1, int((end - start) / TICK) + 1):
        t = start + count * TICK
        timed(t, lambda t=t: referee.tick(t))  # type: ignore[misc]


def _spread(values: list[float]) -> dict[str, float]:
    ordered = sorted(values) or [0.0]
    last = len(ordered) - 1
    return {
        "median": round(ordered[last // 2], 1),
        "p99": round(ordered[int(0.99 * last)], 1),
        "most": round(ordered[last], 1),
    }


def _megabytes() -> float:
    """The most memory that this process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
