"""Which part shows which table: what its pages are told, and what is said aloud.

A game's module names its part (`engine.games.game.Game.PART`); a further part is one more line
in `PARTS`, and its name in `companion_api.games.loader.PARTS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion_api.games import announcing, guide, views
from companion_api.games.nap import announcing as nap_announcing
from companion_api.games.nap import guide as nap_guide
from companion_api.games.nap import view as nap_view
from companion_api.games.views import Story
from companion_api.saying.announcement import Announcement
from engine.games import game
from engine.table import Table

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """How the games of one part are shown. All are pure functions of the evening's events.

    Attributes:
        show: the table as it stands (`views.show`), of story, table and the events that have pictures.
        rounds: every round so far (`views.rounds`).
        announcements: what is said aloud of what came between two stories of an evening.
        guide: what to do now, of a guided round (`guide.guide`).
    """

    show: Callable[[Story, Table, frozenset[int]], Json]
    rounds: Callable[[Story, frozenset[int]], list[Json]]
    announcements: Callable[[Story, Story], tuple[Announcement, ...]]
    guide: Callable[[Story], Json | None]


PARTS: Mapping[str, Part] = {
    "stops": Part(views.show, views.rounds, announcing.announcements, guide.guide),
    "nap": Part(nap_view.show, nap_view.rounds, nap_announcing.announcements, nap_guide.guide),
}


def name_of(table: Table) -> str:
    """The part that shows a table."""
    return game.find(table.game, table.rules, "the table").PART


def part_of(table: Table) -> Part:
    """How a table is shown."""
    return PARTS[name_of(table)]
