"""Past evenings: what was played, by whom, and how to forget it.

A player who is forgotten keeps his chips under another name ("Anonyme 1"), because the others'
accounts would not add up without him.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from companion_api.store import Evening, Store
from engine import history
from engine.errors import BadInput
from engine.events import Take, from_json
from engine.history import PlayedEvening, PlayedRound

NAMELESS = "Anonyme"


@dataclass(frozen=True, slots=True)
class Past:
    """An evening as it is stored, and what was played in it."""

    stored: Evening
    played: PlayedEvening


class Chronicle:
    """What one store holds of past evenings; those that have not changed are not folded again."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[int, tuple[int, PlayedEvening | None]] = {}

    def evenings(self) -> list[Past]:
        """Evenings in which a round was settled, those that began first first."""
        lengths = self._store.lengths()
        found = []
        for stored in self._store.evenings():
            length = lengths.get(stored.id, 0)
            if self._known.get(stored.id, (None,))[0] != length:
                self._known[stored.id] = (length, self._played(stored.id))
            played = self._known[stored.id][1]
            if played is not None and played.rounds:
                found.append(Past(stored, played))
        return found

    def _played(self, evening: int) -> PlayedEvening | None:
        try:
            events = [from_json(line, f"evening {evening}") for line in self._store.events(evening)]
            return history.evening([event for event in events if event is not None])
        except BadInput:
            return None  # written by another version: it is not counted, and stays

    def told(self) -> dict[str, Any]:
        """Everything as JSON values.

        Returns:
            ``evenings [{id, started, game, rules, players, stock, won, best, rounds [{number, dealer,
            winner, opera, net, chips, takes, missed, betes, longest}]}]``, ``players [{name, …}]``
            with the fields of `engine.history.Totals`, who won most first.
        """
        past = self.evenings()
        totals = history.totals(one.played for one in past)
        players = sorted(totals.items(), key=lambda item: (-item[1].won, item[0]))
        return {
            "evenings": [evening_json(one) for one in past],
            "players": [{"name": name, **asdict(mine)} for name, mine in players],
        }

    def forget_evening(self, evening: int) -> None:
        """Delete an evening.

        Raises:
            BadInput: there is none of that number.
        """
        if not self._store.forget_evening(evening):
            raise BadInput(f"there is no evening {evening}")
        self._known.pop(evening, None)

    def forget_player(self, name: str) -> str:
        """Take a player's name out of all evenings; says under which he now stands.

        Raises:
            BadInput: nobody of that name has played.
        """
        names = {player for setup in self._store.evenings() for player in _names(setup.setup)}
        for evening in self._store.lengths():
            begun = next(iter(self._store.events(evening)), {})
            names.update(player for player in _names(begun))
        if name not in names:
            raise BadInput(f"nobody called {name!r} has played, expected one of {', '.join(sorted(names))}")
        number = next(n for n in range(1, len(names) + 2) if f"{NAMELESS} {n}" not in names)
        instead = f"{NAMELESS} {number}"
        self._store.rewrite(lambda value: _renamed(value, name, instead))
        self._known.clear()
        return instead


def _names(told: Mapping[str, Any]) -> list[str]:
    """The players of a table or of a ``game_started``."""
    players = told.get("players") or []
    return [str(each["name"] if isinstance(each, dict) else each) for each in players]


def _renamed(value: Any, name: str, instead: str) -> Any:
    """A JSON value in which ``name`` stands nowhere any more, as a word of a sentence neither."""
    if isinstance(value, str):
        return re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda _: instead, value)
    if isinstance(value, list):
        return [_renamed(each, name, instead) for each in value]
    if isinstance(value, dict):
        return {
            instead if key == name else key: each if key == "type" else _renamed(each, name, instead)
            for key, each in value.items()
        }
    return value


def when(started: float) -> str:
    """A Unix time as it is written: UTC, to the microsecond, so that it reads back the same."""
    return datetime.fromtimestamp(started, UTC).isoformat().replace("+00:00", "Z")


def evening_json(past: Past) -> dict[str, Any]:
    """One evening as JSON values, see `Chronicle.told`."""
    played = past.played
    return {
        "id": past.stored.id,
        "started": when(past.stored.started),
        "game": played.game,
        "rules": played.rules,
        "players": list(played.players),
        "stock": None if played.stock is None else dict(played.stock),
        "won": dict(played.won),
        "best": list(played.best),
        "rounds": [_round_json(one) for one in played.rounds],
    }


def _round_json(one: PlayedRound) -> dict[str, Any]:
    def told(takes: tuple[Take, ...]) -> list[dict[str, Any]]:
        return [{"player": take.player, "card": take.card.code, "chips": take.chips} for take in takes]

    return {
        "number": one.number,
        "dealer": one.dealer,
        "winner": one.winner,
        "opera": one.opera,
        "net": dict(one.net),
        "chips": dict(one.chips),
        "takes": told(one.takes),
        "missed": told(one.missed),
        "betes": told(one.betes),
        "longest": dict(one.longest),
    }
