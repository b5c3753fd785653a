"""Past evenings in files of others: CSV and JSON, out and in, and a file that BG Stats reads.

JSON holds the events themselves and loses nothing. CSV has a line per round and player, as
spreadsheets want it; what it brings in counts in the history but cannot be replayed.
"""

from __future__ import annotations

import csv
import io
import json
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from companion_api.past import Past, when
from companion_api.store import Foreign, Store, Unreadable
from engine import history, reading
from engine.cards import parse_card
from engine.errors import BadInput
from engine.events import EveningEnded, GameStarted, Settlement, Take, from_json, to_json
from engine.strict_json import value_of

FORMAT = "nainjaune-history"
COLUMNS = ("evening", "started", "game", "rules", "round", "dealer", "player", "won", "opera", "net",
           "chips", "boxes", "forgotten", "betes", "longest", "leftover")  # fmt: skip
"""Of a CSV file; ``boxes``, ``forgotten`` and ``betes`` read ``QS:12 KH:4`` (card:chips), ``leftover``:
what a player got out of the boxes when the evening ended, on the lines of its last round."""
EXPECTED = "past evenings, CSV or JSON"
OTHERWISE = "cp1252"
"""What a spreadsheet writes in France, Britain or Germany when it does not write Unicode."""
MOST_EVENINGS = 10_000
DAY = 86_400
_FORMULA = ("=", "+", "-", "@")
_SAME = uuid.uuid5(uuid.NAMESPACE_URL, "urn:nainjaune:history")
"""BG Stats knows what it has by these names: bringing a file in twice changes nothing."""


def to_json_text(store: Store) -> str:
    """All evenings in which something happened, with their events."""
    evenings = [
        {"started": when(one.started), "setup": dict(one.setup), "events": events}
        for one in store.evenings()
        if (events := _events(store, one.id))
    ]
    return json.dumps({"format": FORMAT, "version": 1, "evenings": evenings}, ensure_ascii=False, indent=1)


def _events(store: Store, evening: int) -> list[dict[str, Any]]:
    """An evening's events, none where they do not read."""
    try:
        return store.events(evening)
    except Unreadable:
        return []


def to_csv(past: Iterable[Past]) -> str:
    """A line per evening, round and player, under `COLUMNS`."""
    written = io.StringIO()
    lines = csv.writer(written, lineterminator="\n")
    lines.writerow(COLUMNS)
    for one in past:
        played = one.played
        for each in played.rounds:
            ends = each is played.rounds[-1]
            for player in played.players:
                boxes = (_takes(each.takes, player), _takes(each.missed, player), _takes(each.betes, player))
                won, opera = int(each.winner == player), int(each.opera and each.winner == player)
                lines.writerow(
                    (one.stored.id, when(one.stored.started), played.game, played.rules, each.number,
                     each.dealer, _shielded(player), won, opera, each.net.get(player, 0), each.chips[player],
                     *boxes, each.longest.get(player, 0), played.shares.get(player, 0) if ends else 0)
                )  # fmt: skip
    return written.getvalue()


def _takes(takes: Iterable[Take], player: str) -> str:
    return " ".join(f"{take.card.code}:{take.chips}" for take in takes if take.player == player)


def _shielded(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(_FORMULA) else name


def _unshielded(name: str) -> str:
    return name[1:] if name[:1] == "'" and name[1:].startswith(_FORMULA) else name


def to_bg_stats(past: Iterable[Past]) -> str:
    """A file that the app BG Stats brings in: an evening is a play, a score the chips won in it."""
    told = list(past)
    names = sorted({player for one in told for player in one.played.players})
    games = sorted({one.played.game for one in told})
    titles = {"nain-jaune": "Nain Jaune", "nap": "Napoleon"}
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
            "plays": [_play(one, names, games) for one in told],
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
        BadInput: it is neither, or something in it is wrong.
    """
    found = list(_from_json(text, where) if text.lstrip().startswith("{") else _from_csv(text, where))
    if not found:
        raise BadInput(f"{where}: no evening in it")
    if len(found) > MOST_EVENINGS:
        raise BadInput(f"{where}: {len(found)} evenings, expected {MOST_EVENINGS} at most")
    return found


def bring_in(store: Store, evenings: Iterable[Foreign]) -> tuple[int, int]:
    """Store evenings that are not there yet, all or none; says how many came in and how many were there."""
    known = {_mark(one.started, lambda one=one: _events(store, one.id)) for one in store.evenings()}
    fresh, there = [], 0
    for one in evenings:
        mark = _mark(one.started, lambda one=one: one.events)
        if mark in known:
            there += 1
            continue
        known.add(mark)
        fresh.append(one)
    store.bring_in(fresh)
    return len(fresh), there


def _mark(started: float, events: Callable[[], Sequence[Mapping[str, Any]]]) -> tuple[float, Any]:
    """What tells an evening from others: when it began; where only its day is told, all that happened."""
    if started % DAY:
        return started, None
    untold = ({key: value for key, value in event.items() if key != "seq"} for event in events())
    return started, tuple(json.dumps(event, sort_keys=True) for event in untold)


def _from_json(text: str, where: str) -> Iterator[Foreign]:
    told = value_of(text, where, EXPECTED)
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise BadInput(f'{where}: no history, expected an object with "format": "{FORMAT}"')
    for number, line in enumerate(reading.array(told.get("evenings"), where, "'evenings'"), start=1):
        here = f"{where}: evening {number}"
        one = reading.mapping(line, here, "the evening")
        setup = reading.mapping(one.get("setup") or {}, here, "'setup'")
        lines = reading.array(one.get("events"), here, "'events'")
        events = [from_json(event, f"{here}, event {n}") for n, event in enumerate(lines, start=1)]
        if [event.seq for event in events if event is not None] != [
            n for n, event in enumerate(events, start=1) if event is not None
        ]:
            raise BadInput(f"{here}: 'events' are not numbered 1, 2, …")
        history.evening([event for event in events if event is not None])
        unnumbered = [{key: value for key, value in line.items() if key != "seq"} for line in lines]
        yield Foreign(_time(one.get("started"), here), setup, unnumbered)


def _time(value: object, where: str) -> float:
    try:
        moment = datetime.fromisoformat(str(value))
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError, OSError):
        shown = reading.shown(value)
        raise BadInput(f"{where}: 'started' is {shown}, expected 2026-12-24T20:15:00Z") from None


def _from_csv(text: str, where: str) -> Iterator[Foreign]:
    lines = csv.DictReader(io.StringIO(text.lstrip("\ufeff")))
    missing = [name for name in ("started", "round", "player", "net") if name not in (lines.fieldnames or ())]
    if missing:
        raise BadInput(f"{where}: column {missing[0]!r} is missing, expected {', '.join(COLUMNS)}")
    evenings: dict[str, list[tuple[str, dict[str, str]]]] = {}
    for line in lines:
        here = f"{where} line {lines.line_num}"
        told = {name: value for name, value in line.items() if name is not None and value is not None}
        evenings.setdefault(told.get("evening") or told.get("started", ""), []).append((here, told))
    for told_of_one in evenings.values():
        yield _evening(told_of_one)


def _evening(lines: Sequence[tuple[str, dict[str, str]]]) -> Foreign:
    here, first = lines[0]
    players: list[str] = []
    rounds: dict[int, list[tuple[str, dict[str, str]]]] = {}
    for at, line in lines:
        name = reading.name(_unshielded(line["player"]), at, "'player'")
        if name not in players:
            players.append(name)
        line["player"] = name
        rounds.setdefault(_whole(line, "round", at), []).append((at, line))
    settled = [_settlement(number, rounds[number], players) for number in sorted(rounds)]
    started = first["started"]
    stock = {
        line["player"]: _whole(line, "chips", at) - _whole(line, "net", at)
        for at, line in rounds[min(rounds)]
        if line.get("chips")
    }
    told = set(stock) == set(players) and any(stock.values())
    begun = GameStarted(
        first.get("game") or "nain-jaune", first.get("rules") or "lindor", {}, tuple(players),
        stock if told else None, extra={history.IMPORTED: True},
    )  # fmt: skip
    return Foreign(_time(started, here), {}, [to_json(event) for event in (begun, *settled, *_ended(lines))])


def _ended(lines: Sequence[tuple[str, dict[str, str]]]) -> Iterator[EveningEnded]:
    """The end of an evening at which the boxes gave something out."""
    shares: dict[str, int] = {}
    for at, line in lines:
        if line.get("leftover") and (chips := _whole(line, "leftover", at)):
            if chips < 0:
                raise BadInput(f"{at}: 'leftover' is {chips}, expected 0 or more")
            shares[line["player"]] = shares.get(line["player"], 0) + chips
    if shares:
        yield EveningEnded(extra={history.SHARES: shares})


def _settlement(number: int, lines: Sequence[tuple[str, dict[str, str]]], players: list[str]) -> Settlement:
    here, first = lines[0]
    seen: set[str] = set()
    for at, line in lines:
        if line["player"] in seen:
            raise BadInput(f"{at}: {line['player']} is told twice in round {number}")
        seen.add(line["player"])
    net = {line["player"]: _whole(line, "net", at) for at, line in lines}
    winners = [line["player"] for at, line in lines if line.get("won") and _whole(line, "won", at)]
    if len(winners) > 1:
        raise BadInput(f"{here}: round {number} has {len(winners)} winners, expected one")
    winner = winners[0] if winners else max(net, key=lambda player: net[player])
    dealer = first.get("dealer") or players[-1]
    longest = {line["player"]: _whole(line, "longest", at) for at, line in lines if line.get("longest")}
    longest = {player: cards for player, cards in longest.items() if cards}

    def takes(column: str) -> tuple[Take, ...]:
        return tuple(
            take for at, line in lines for take in _taken(line.get(column) or "", line["player"], column, at)
        )

    return Settlement(
        number, dealer, winner, any(line.get("opera") == "1" for _, line in lines),
        takes("boxes"), takes("forgotten"), takes("betes"), {}, (), {}, net, (),
        extra={history.LONGEST: longest},
    )  # fmt: skip


def _taken(text: str, player: str, column: str, where: str) -> Iterator[Take]:
    for word in text.split():
        code, _, chips = word.partition(":")
        try:
            yield Take(player, parse_card(code), int(chips))
        except (ValueError, BadInput):
            raise BadInput(f"{where}: {column!r}: {word!r}, expected card:chips such as QS:12") from None


def _whole(line: Mapping[str, str], column: str, where: str) -> int:
    try:
        number = int(line.get(column) or "")
    except ValueError:
        raise BadInput(f"{where}: {column!r} is {line.get(column)!r}, expected a whole number") from None
    if abs(number) > 10**9:
        raise BadInput(f"{where}: {column!r} is {number}, expected less than a thousand millions")
    return number
