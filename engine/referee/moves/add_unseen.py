"""One more card that nobody saw to be laid."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards import BIT
from engine.games import game
from engine.referee.beam import History, held_back
from engine.referee.moves import Closed
from engine.referee.posterior import Paths
from engine.referee.settings import MENDED


def add_unseen(closed: Closed) -> Iterator[History]:
    """Of those that let somebody hold too many, with one more card of his."""
    if not any(held_back(closed.best)):
        return
    likeliest: dict[object, History] = {}
    for history in closed.beam.histories:
        likeliest.setdefault((held_back(history), history.shown), history)
    for history in list(likeliest.values())[:MENDED]:
        for place, lacking in enumerate(held_back(history)):
            if lacking > 0:
                yield from with_one_more(closed.paths, history, place)


def with_one_more(paths: Paths, history: History, place: int) -> Iterator[History]:
    """The same where this player has laid one more card, which nobody saw, at any time."""
    rules = game.rules_of(history.evening)
    lost = [card for card in rules.pack(history.evening) if not history.table & BIT[card]]
    on_path = [paths.start, *paths.along(history.path, paths.start)]
    for before, decision in zip(on_path, history.path, strict=False):
        if decision.card is None or decision.unseen is not None or rules.finished(before.evening):
            continue
        for card in lost:
            if rules.rule_broken(before.evening, place, card) is None:
                number = len(before.path)
                path = (
                    *history.path[:number],
                    decision._replace(unseen=(place, card)),
                    *history.path[number + 1 :],
                )
                longer = paths.weighed(path, before)
                if longer is not None:
                    yield longer
