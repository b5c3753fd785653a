"""A whole evening as sightings, as fast as the referee takes them: how long an event takes, what grows.

Rounds are played by the rules, seen without a picture and called by taps (`spoken_rounds`); cards are
gathered after each and the next one is begun as on a phone.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from bench.spoken.spoken_rounds import Manners, spoken_round
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
    evening = SeenEvening(NAMES, seed)
    referee = evening.referee
    referee.start()
    took: list[tuple[float, float]] = []
    rounds = settled = 0
    early: float | None = None
    quiet = WhileQuiet()

    while evening.now < hours * 3600:
        rounds += 1
        for t, act in evening.round():
            began = time.process_time()
            if act():
                took.append((t, 1000 * (time.process_time() - began)))
            else:
                quiet.at(t)
        settled += referee.complete
        if early is None and evening.now >= hours * 360:
            early = _megabytes()
        if not referee.complete:
            break  # nothing is thrown out of order here: a round that stays open would be a fault
        evening.next_round()
    now, grown = evening.now, _megabytes() - (early or 0.0)
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


Act = Callable[[], list[Event]]
"""What happens at a table: brings events, or none."""


class SeenEvening:
    """An evening seen without a picture, refereed: one round after the other.

    Args:
        names: who plays; the last one deals first.
        seed: of the dice.

    Attributes:
        setup: the table, as a store's evening is begun with it.
        referee: who has not started yet.
        now: seconds of the table's time to which it has come.
    """

    def __init__(self, names: Sequence[str], seed: int) -> None:
        self.setup = {"dealer": names[-1], "players": [{"name": name} for name in names]}
        self._table = table_from_json(self.setup, "the bench")
        self._rng = Random(seed)
        self.referee = Referee(self._table)
        self.now = 0.0

    def round(self) -> Iterator[tuple[float, Act]]:
        """What happens in a round and in the pause after it, by time, to be done as it comes."""
        referee = self.referee
        for t, seen in seen_round(self._table, self._rng, self.now):
            yield from self._ticks(t)
            self.now = max(self.now, t)
            if isinstance(seen, Heard):
                yield self.now, partial(referee.hear, seen)
            else:
                yield self.now, partial(referee.observe, seen)
        yield from self._ticks(self.now + PAUSE)
        self.now += PAUSE

    def next_round(self) -> list[Event]:
        """Begin the next round, as on a phone."""
        evening = self.referee.evening
        assert evening is not None
        dealer = game.module_of(evening).next_dealer(evening) or self._table.names[0]
        self._table = replace(self._table, dealer=dealer)
        return self.referee.enter(RoundStarted(dealer))

    def _ticks(self, end: float) -> Iterator[tuple[float, Act]]:
        """The time passes, with a look at the clock every `TICK`."""
        for count in range(1, int((end - self.now) / TICK) + 1):
            t = self.now + count * TICK
            yield t, partial(self.referee.tick, t)


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
