"""Past evenings: what was played, by whom, and how to forget it.

A player who is forgotten keeps his chips under another name ("Anonyme 1"), because the others'
accounts would not add up without him.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime
from importlib.metadata import version
from typing import Any

from pydantic import TypeAdapter, ValidationError

from companion_api.family.season import Seated, season_json, seasons
from companion_api.games.views import colours_of
from companion_api.replay.steps import steps
from companion_api.store import Evening, Store, StoreFailed, Unreadable
from companion_api.store.notes import Note
from engine.errors import BadInput, IllegalEvent
from engine.evening import history
from engine.evening.history import PlayedEvening, PlayedRound
from engine.events import Event, GameStarted, Take
from engine.games import game
from engine.names import Called
from engine.table import COLOURS, table_from_json

NAMELESS = "Anonyme"
PAGE = 50
"""Evenings told at a time."""
_PLAYED = TypeAdapter(PlayedEvening)
_RECKONED = f"{version('nainjaune')} 2 "
"""What stands before what an evening came to: by which version's rules, in which form, that was reckoned."""


@dataclass(frozen=True, slots=True)
class Past:
    """An evening as it is stored, and what was played in it."""

    stored: Evening
    played: PlayedEvening


def fold(events: Sequence[Event]) -> PlayedEvening | None:
    """What an evening's events come to (`engine.evening.history.evening`).

    Raises:
        BadInput: its game or house rules are not known, or an event brought in is wrong.
        IllegalEvent: its game cannot begin, or an event corrects none.
    """
    begun = next((event for event in events if isinstance(event, GameStarted)), None)
    if begun is not None and not begun.extra.get(history.IMPORTED):
        game.apply(None, begun)  # else all that follows would be left out, without a word
    return history.evening(events)


def again(store: Store, evening: Evening, number: int) -> dict[str, Any] | None:
    """A round of an evening step by step (`companion_api.replay.steps`); None where there is none."""
    try:
        table = table_from_json(evening.setup, "'setup'")
        events = store.log(evening.id)
        return steps(events, number, colours_of(table), frozenset(store.pictured(evening.id)))
    except (BadInput, IllegalEvent, Unreadable):
        return None


class Chronicle:
    """What one store holds of past evenings; those that have not changed are not folded again.

    What each came to is kept in the store, so that a program that starts anew need not fold years. That an
    evening of which that is known still reads is looked at whenever a program starts (`store_report`).
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[int, tuple[int, PlayedEvening | Unreadable | None]] = {}

    def evenings(self) -> list[Past]:
        """Evenings in which a round was settled, those that began first first."""
        there = self._store.evenings()
        self._fold(there)
        played = ((stored, self._known[stored.id][1]) for stored in there)
        return [Past(stored, one) for stored, one in played if isinstance(one, PlayedEvening) and one.rounds]

    def unreadable(self) -> list[tuple[Unreadable, float | None]]:
        """Evenings set aside because they no longer read, and when they began, where that is known."""
        there = self._store.evenings()
        self._fold(there)
        started = {one.id: one.started for one in there}
        reads = [number for number, (_, one) in self._known.items() if not isinstance(one, Unreadable)]
        found = {error.evening: error for error in self._store.unreadable(reads)}
        folded = (self._known[number][1] for number in started)
        found |= {error.evening: error for error in folded if isinstance(error, Unreadable)}
        return [(found[number], started.get(number)) for number in sorted(found)]

    def _fold(self, there: Sequence[Evening]) -> None:
        """Have all of these in `_known`: from memory, from the store, or folded, and then kept there."""
        with self._store.reckoning:  # who asks meanwhile finds what another one has kept
            self._fold_alone(there)

    def _fold_alone(self, there: Sequence[Evening]) -> None:
        lengths = self._store.lengths()
        unknown = [one.id for one in there if self._known.get(one.id, (None,))[0] != lengths.get(one.id, 0)]
        stored = self._store.accounts() if unknown else {}
        anew: dict[int, tuple[int, str]] = {}
        for number in unknown:
            length = lengths.get(number, 0)
            played = self._store.found_unreadable(number, length) or _recalled(stored.get(number), length)
            if played is None:
                folded = self._folded(number)
                if isinstance(folded, PlayedEvening):
                    anew[number] = length, _RECKONED + _PLAYED.dump_json(folded).decode()
                self._known[number] = length, folded
            else:
                self._known[number] = length, played
        with contextlib.suppress(StoreFailed):  # they are folded again the next time
            self._store.keep_accounts(anew)

    def _folded(self, evening: int) -> PlayedEvening | Unreadable | None:
        try:
            return fold(self._store.log(evening))
        except Unreadable as error:
            return error.with_traceback(None)
        except (BadInput, IllegalEvent):
            return Unreadable(evening, "rules")

    def overview(self, page: int = 0) -> dict[str, Any]:
        """Everything as JSON values, of the evenings themselves one page.

        Args:
            page: 0: the last `PAGE` evenings, 1: those before them, …

        Returns:
            ``pages`` (how many there are), ``dates {id: started}`` of all evenings,
            ``evenings [{id, started, replays (whether its rounds can be seen again), game, rules, players,
            stock, won, shares {player: chips} (of the boxes, at the end), course {player: [chips]} (at the
            start and after each round), best, rounds [{number, dealer, winner, opera, net, chips, takes,
            missed, betes, longest}], note, pictured}]`` (what people wrote, and whether they chose a
            picture), ``seasons``
            (`companion_api.family.season.season_json`, the last one first),
            ``players [{name, colour, seat, course, …}]`` with the colour that each chose last (0 to 7, or
            None: then that of his ``seat``, his last place at the table), the fields of
            `engine.evening.history.Totals` (course: what he had won, 0 and after each evening),
            who won most first, ``games [{game, rules, dates, seasons, players}]``: the same of each game by
            itself, whose chips are worth something else, that which is played most first; ``unreadable [{id,
            started, why, event}]``: set aside (`store.Unreadable`).
        """
        past = self.evenings()
        shown = past[max(0, len(past) - (page + 1) * PAGE) : max(0, len(past) - page * PAGE)]
        notes = self._store.notes()
        return {
            "pages": -(-len(past) // PAGE),
            **_over(past),
            "games": _by_game(past),
            "evenings": [{**evening_json(one), **_noted(notes.get(one.stored.id, Note()))} for one in shown],
            "unreadable": [
                {
                    "id": error.evening,
                    "started": None if started is None else when(started),
                    "why": error.why,
                    "event": error.seq,
                }
                for error, started in self.unreadable()
            ],
        }

    def forget_evening(self, evening: int) -> None:
        """Delete an evening; a copy from before stays for a while (`store.backups`).

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
        names = self._store.players()
        name = Called(names).get(name, name)
        if name not in names:
            raise BadInput(f"nobody called {name!r} has played, expected one of {', '.join(sorted(names))}")
        instead = nameless(names)
        self._store.rename_player(name, instead)
        self._known.clear()
        return instead


def _recalled(stored: tuple[int, str] | None, length: int) -> PlayedEvening | None:
    """What an evening of so many events came to, as it was kept; None: that is to be reckoned."""
    if stored is None or stored[0] != length or not stored[1].startswith(_RECKONED):
        return None
    try:
        return _PLAYED.validate_json(stored[1][len(_RECKONED) :])
    except ValidationError:
        return None


def nameless(names: Collection[str]) -> str:
    """A name for somebody who is forgotten, which none of these is."""
    number = next(n for n in range(1, len(names) + 2) if f"{NAMELESS} {n}" not in names)
    return f"{NAMELESS} {number}"


def is_nameless(name: str) -> bool:
    """Whether a name is one that `nameless` gives."""
    return re.fullmatch(rf"{NAMELESS} [0-9]+", name) is not None


def _over(past: list[Past]) -> dict[str, Any]:
    """What evenings come to together: their ``dates``, ``seasons``, ``players`` (`Chronicle.overview`)."""
    totals = history.totals(one.played for one in past)
    courses = history.courses(one.played for one in past)
    colours, seats = _colours(past), _seats(past)
    seated = [Seated(one.stored.id, date.fromtimestamp(one.stored.started), one.played) for one in past]
    players = sorted(totals.items(), key=lambda item: (-item[1].won, item[0]))
    return {
        "dates": {str(one.stored.id): when(one.stored.started) for one in past},
        "seasons": [season_json(each) for each in seasons(seated)],
        "players": [
            {
                "name": name,
                "colour": colours.get(name),
                "seat": seats[name],
                **asdict(mine),
                "course": list(courses[name]),
            }
            for name, mine in players
        ],
    }


def _by_game(past: list[Past]) -> list[dict[str, Any]]:
    """`_over` of each game by itself; ``rules``: those of its last evening."""
    games: dict[str, list[Past]] = {}
    for one in past:
        games.setdefault(one.played.game, []).append(one)
    by_count = sorted(games.items(), key=lambda item: -len(item[1]))
    return [{"game": name, "rules": those[-1].played.rules, **_over(those)} for name, those in by_count]


def _noted(note: Note) -> dict[str, Any]:
    return {"note": note.text, "pictured": note.pictured}


def _colours(past: list[Past]) -> dict[str, int]:
    """The colour that each player chose last."""
    return {
        player["name"]: player["colour"]
        for one in past
        for player in one.stored.setup.get("players", ())
        if isinstance(player, dict) and isinstance(player.get("colour"), int)
    }


def _seats(past: list[Past]) -> dict[str, int]:
    """The place that each player had last at the table, whose colour he has if he chose none."""
    return {name: place % COLOURS for one in past for place, name in enumerate(one.played.players)}


def when(started: float) -> str:
    """A Unix time as it is written: UTC, to the microsecond, so that it reads back the same."""
    return datetime.fromtimestamp(started, UTC).isoformat().replace("+00:00", "Z")


def evening_json(past: Past) -> dict[str, Any]:
    """One evening as JSON values, see `Chronicle.overview`."""
    played = past.played
    return {
        "id": past.stored.id,
        "started": when(past.stored.started),
        "replays": bool(past.stored.setup),
        "game": played.game,
        "rules": played.rules,
        "players": list(played.players),
        "stock": None if played.stock is None else dict(played.stock),
        "won": dict(played.score.won),
        "shares": {player: chips for player, chips in played.shares.items() if chips},
        "course": {player: list(chips) for player, chips in played.course.items()},
        "best": list(played.best),
        "rounds": [_round_json(one) for one in played.rounds],
    }


def _round_json(one: PlayedRound) -> dict[str, Any]:
    def taken(takes: tuple[Take, ...]) -> list[dict[str, Any]]:
        return [{"player": take.player, "card": take.card.code, "chips": take.chips} for take in takes]

    return {
        "number": one.number,
        "dealer": one.dealer,
        "winner": one.winner,
        "opera": one.opera,
        "net": dict(one.net),
        "chips": dict(one.chips),
        "takes": taken(one.takes),
        "missed": taken(one.missed),
        "betes": taken(one.betes),
        "longest": dict(one.longest),
    }
