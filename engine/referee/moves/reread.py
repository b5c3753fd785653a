"""A card that hardly shows what it is taken for, and another shows surely, taken for something else."""

from __future__ import annotations

from collections.abc import Iterator

from engine.referee.beam import History
from engine.referee.moves import Closed
from engine.referee.settings import HARDLY_SEEN, RECONSIDERED, SEEN_SURELY


def reread(closed: Closed) -> Iterator[History]:
    """All cards followed again, none taken for one that is seen surely elsewhere."""
    belied = _belied(closed)
    if not belied:
        return
    first = min(belied)
    beam = closed.after(first)
    known = {history.path: history for history in beam.histories}
    for place, seen in enumerate(closed.paths.seen[first:], first):
        if place in belied:
            faces = closed.cards[place].faces
            left = 1.0 - faces[belied[place]]
            shows = [face * (number != belied[place]) / left for number, face in enumerate(faces)]
            seen = closed.posterior.evidence(closed.cards, place, shows)
        beam = beam.step(seen)
    for history in beam.histories[:RECONSIDERED]:
        weighed = closed.paths.weighed(history.path, known[history.path[:first]])
        if weighed is not None:
            yield weighed


def _belied(closed: Closed) -> dict[int, int]:
    """Places of cards that hardly show what they are taken for, with its index; it is seen elsewhere."""
    laid = list(zip(closed.cards, closed.best.path, strict=True))
    faces = [seen.faces.index(max(seen.faces)) for seen in closed.cards]
    surely = {
        face
        for (seen, decision), face in zip(laid, faces, strict=True)
        if seen.faces[face] >= SEEN_SURELY and (decision.card is None or decision.card.index != face)
    }
    return {
        place: decision.card.index
        for place, (seen, decision) in enumerate(laid)
        if decision.card is not None
        and seen.pinned is None
        and decision.card.index in surely
        and seen.faces[decision.card.index] < HARDLY_SEEN
    }
