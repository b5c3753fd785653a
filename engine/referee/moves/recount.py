"""Cards that somebody else seems to have laid, laid by whoever holds too many."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.referee.beam import Beam, History, held_back, straightened
from engine.referee.moves import Closed
from engine.referee.posterior import closed as closed_as
from engine.referee.settings import LEANS


def recount(closed: Closed) -> Iterator[History]:
    """All cards followed again, leaning towards those who hold cards back; the less the sooner."""
    denied = held_back(closed_as(closed.after(len(closed.cards)).histories, ()).best)
    beam = closed.beam
    for strength in LEANS:
        lacking = held_back(beam.best)
        if not any(lacking):
            return
        lean = [
            strength if left > 0 or (place in closed.posterior.complete and denied[place] > 0) else 1.0
            for place, left in enumerate(lacking)
        ]
        found = Beam([closed.paths.start])
        for seen in closed.paths.seen:
            found = found.step(replace(seen, lean=lean))
        others = [straightened(each, lean) for each in found.histories]
        yield from others
        beam = min(beam, closed.posterior.closed(others), key=lambda each: -each.best.score)
