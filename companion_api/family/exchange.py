"""Past evenings in files of others: CSV and JSON, out and in, and a file that BG Stats reads.

JSON holds the events themselves and loses nothing. CSV has a line per round and player, as
spreadsheets want it; what it brings in counts in the history but cannot be replayed.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from companion_api.family.past import Past, fold, when
from companion_api.family.spreadsheet import from_csv, moment, to_csv
from companion_api.saying.words import words
from companion_api.store import BROUGHT_IN, Evening, Foreign, Store, Unreadable, upcasting
from engine import reading
from engine.errors import BadInput, IllegalEvent
from engine.events import from_json
from engine.games import game
from engine.names import Called, as_known
from engine.record.naming import players_of, renamed
from engine.strict_json import value_of
from engine.table import one_spelling, table_from_json

FORMAT = "nainjaune-history"
EXPECTED = "past evenings, CSV or JSON"
OTHERWISE = "cp1252"
"""What a spreadsheet writes in France, Britain or Germany when it does not write Unicode."""
MOST_EVENINGS = 10_000
DAY = 86_400
LONGEST_EVENT = 64_000
"""Characters of one event: those that we write have some hundreds."""
_SAME = uuid.uuid5(uuid.NAMESPACE_URL, "urn:nainjaune:history")
"""BG Stats knows what it has by these names: bringing a file in twice changes nothing."""


def to_json_text(store: Store, only: Evening | None = None) -> str:
    """All evenings in which something happened, with their events; or one of them."""
    evenings = [
        {"started": when(one.started), "setup": dict(one.setup), "events": events}
        for one in (store.evenings() if only is None else [only])
        if (events := _events(store, one.id))
    ]
    content = {"format": FORMAT, "version": 1, "event_version": upcasting.VERSION, "evenings": evenings}
    return json.dumps(content, ensure_ascii=False, indent=1)


def _events(store: Store, evening: int) -> list[dict[str, Any]]:
    """An evening's events, none where they do not read."""
    try:
        return store.events(evening)
    except Unreadable:
        return []


def to_bg_stats(past: Iterable[Past]) -> str:
    """A file that the app BG Stats brings in: an evening is a play, a score the chips won in it."""
    played = list(past)
    names = sorted({player for one in played for player in one.played.players})
    games = sorted({one.played.game for one in played})
    titles = {"nain-jaune": "Nain Jaune", "nap": "Napoleon"}
    titles |= {
        kind: words("en").say(f"presets.{rules}.name") for kind, rules in game.GAMES if kind not in titles
    }
    return json.dumps(
        {
            "games": [
                {"id": number, "uuid": _uuid("game", name), "name": titles.get(name, name),
                 "cooperative": False, "highestWins": True, "noPoints": False, "usesTeams": False}
                for number, name in enumerate(games, start=1)
            ],
            "players": [
                {"id": number, "uuid": _uuid("player", name), "name": name, "isAnonymous": False}
                for number, name in enumerate(names, start=1)
            ],
            "locations": [],
            "plays": [_play(one, names, games) for one in played],
        },
        ensure_ascii=False,
        indent=1,
    )  # fmt: skip


def _play(one: Past, names: Sequence[str], games: Sequence[str]) -> dict[str, Any]:
    played, started = one.played, one.stored.started
    won, places = played.score.won, {player: place for place, player, _ in played.score.standings}
    return {
        "uuid": _uuid("play", when(started), *played.players),
        "playDate": datetime.fromtimestamp(started).strftime("%Y-%m-%d %H:%M:%S"),
        "gameRefId": games.index(played.game) + 1,
        "durationMin": 0,
        "rounds": len(played.rounds),
        "ignored": False,
        "manualWinner": False,
        "usesTeams": False,
        "board": played.rules,
        "playerScores": [
            {"playerRefId": names.index(player) + 1, "score": str(won[player]),
             "winner": player in played.best, "rank": places[player], "seatOrder": seat,
             "newPlayer": False, "startPlayer": False}
            for seat, player in enumerate(played.players, start=1)
        ],
    }  # fmt: skip


def _uuid(*what: str) -> str:
    return str(uuid.uuid5(_SAME, "\n".join(what)))


def read(text: str, where: str) -> list[Foreign]:
    """The evenings of a JSON or CSV file that one of us wrote, or a person.

    Raises:
        BadInput: it is neither, or something in it is wrong or could not be taken away again.
    """
    foreign = _from_json(text, where) if text.lstrip().startswith("{") else from_csv(text, where)
    found = []
    for number, one in enumerate(foreign, start=1):
        if number > MOST_EVENINGS:
            raise BadInput(f"{where}: more than {MOST_EVENINGS} evenings")
        _check(one, f"{where}: evening {number}")
        found.append(one)
    if not found:
        raise BadInput(f"{where}: no evening in it")
    return found


def _check(one: Foreign, where: str) -> None:
    """Whether an evening counts and every export can carry it, so that it can be taken away again.

    Raises:
        BadInput: its table or game is none, or something in it is too large.
    """
    try:
        if one.setup:
            table_from_json(one.setup, "'setup'")
        events = [from_json(dict(line)) for line in one.events]
        played = fold([event for event in events if event is not None])
    except (BadInput, IllegalEvent) as error:
        raise BadInput(f"{where}: {error}") from None
    if played is not None and played.rounds:
        past = [Past(Evening(0, one.started, BROUGHT_IN, one.setup), played)]
        list(from_csv(to_csv(past), where))
        to_bg_stats(past)


def bring_in(store: Store, evenings: Iterable[Foreign]) -> tuple[int, int]:
    """Store evenings that are not there yet, all or none; says how many came in and how many were there.

    Raises:
        BadInput: nobody can tell one of their players from another, or from one who is known here.
    """
    known = {_mark(one.started, partial(_events, store, one.id)) for one in store.evenings()}
    foreign = _as_known(evenings, store.players())
    fresh, seen, there = [], set(), 0
    for one in foreign:
        whole = one.started, _written(one.events)
        if whole in seen or _mark(one.started, partial(tuple, one.events)) in known:
            there += 1
            continue
        seen.add(whole)
        fresh.append(one)
    store.bring_in(fresh)
    return len(fresh), there


def lone(store: Store, evenings: Sequence[Foreign]) -> int | None:
    """The number here of an evening that came alone in its file; None where several did."""
    began = evenings[0].started if len(evenings) == 1 else None
    return next((one.id for one in store.evenings() if one.started == began), None)


def _as_known(evenings: Iterable[Foreign], here: Collection[str]) -> list[Foreign]:
    """Evenings whose players are called as they are here, whatever the capitals.

    Raises:
        BadInput: nobody can tell one of them from another, or from somebody who is known here.
    """
    spelt, known = [], list(here)
    for one in evenings:
        names = list(dict.fromkeys(name for line in (one.setup, *one.events) for name in players_of(line)))
        called = Called(known)
        new = {name: called.get(name, name) for name in names}
        if len(set(new.values())) < len(new):  # two at one table stay two
            new = {name: name for name in names}
        for name in set(new.values()) - set(known):
            as_known([name], known)
            known.append(name)
        lines = [renamed(line, new) for line in one.events]
        spelt.append(replace(one, setup=renamed(one.setup, new), events=lines))
    return spelt


def _mark(started: float, events: Callable[[], Sequence[Mapping[str, Any]]]) -> tuple[float, Any]:
    """What tells an evening from others: when it began; where only its day is told, all that happened."""
    return started, None if started % DAY else _written(events())


def _written(events: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """Events as they can be compared."""
    untold = ({key: value for key, value in event.items() if key != "seq"} for event in events)
    return tuple(json.dumps(event, sort_keys=True) for event in untold)


def _from_json(text: str, where: str) -> Iterator[Foreign]:
    content = value_of(text, where, EXPECTED)
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise BadInput(f'{where}: no history, expected an object with "format": "{FORMAT}"')
    version = reading.whole(content.get("event_version", 1), where, "'event_version'", 1)
    if version > upcasting.VERSION:
        raise BadInput(f"{where}: written by a later nainjaune ('event_version' {version}): use that one")
    for number, line in enumerate(reading.array(content.get("evenings"), where, "'evenings'"), start=1):
        here = f"{where}: evening {number}"
        one = reading.mapping(line, here, "the evening")
        setup = reading.mapping(one.get("setup") or {}, here, "'setup'")
        lines = reading.array(one.get("events"), here, "'events'")
        for n, event in enumerate(lines, start=1):
            from_json(event, f"{here}, event {n}")
            if event.get("seq") != n:
                raise BadInput(f"{here}: 'events' are not numbered 1, 2, …")
            if len(json.dumps(event)) > LONGEST_EVENT:
                raise BadInput(f"{here}, event {n}: longer than {LONGEST_EVENT} characters")
        events = upcasting.upcast(lines, [version] * len(lines))
        yield Foreign(moment(one.get("started"), here), one_spelling(setup), events)
