"""A card that shows nothing of what it is taken for, taken for none."""

from __future__ import annotations

from collections.abc import Iterator

from engine.referee.beam import History
from engine.referee.moves import Closed
from engine.referee.moves.add_unseen import with_one_more
from engine.referee.seen_cards import NO_NEW_CARD
from engine.referee.settings import HARDLY_ANY


def drop(closed: Closed) -> Iterator[History]:
    """Its player has then laid another one that nobody saw, at any time."""
    best = closed.best
    for place, (seen, decision) in enumerate(zip(closed.cards, best.path, strict=True)):
        if decision.kind != "play" or decision.card is None or seen.pinned is not None:
            continue
        if seen.faces[decision.card.index] < HARDLY_ANY:
            path = (*best.path[:place], NO_NEW_CARD, *best.path[place + 1 :])
            yield from with_one_more(closed.paths, best._replace(path=path), decision.player)
