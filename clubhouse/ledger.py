"""A club's database as a board reads it and as the host of the club writes into it.

What the tables told is read once, and then only what is new of a table that the server says has told
something. Everything is on the server: a board that is started again shows the same.

A table may tell anything. What of it does not read sets that one evening aside, and the board names its
table; the other tables, and its next evening, go on. What is slow to read is read less often (`FAIR`), and
whoever plays at a table counts there, not where another one tells of him (`standings.counted`).
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random
from typing import Any

from clubhouse import calling
from clubhouse.draw import USUAL, Seating, draw
from clubhouse.standings import Folding, Line, Played, by_round, counted, ranking, to_json
from companion_api.evening.setting_up import LONGEST_NAME
from engine.errors import BadInput
from engine.names import as_known
from engine.reading import one_spelling
from engine.strict_json import parse

MOST_PLAYERS = 800
MOST_MINUTES = 600
LONGEST = 50_000
"""Characters of one text that a table tells: a settlement with all its reasons has a twentieth of it."""
MOST_LINES = 5_000
"""Events of one evening: thirty rounds have a third of it."""
LINES = 1_000
"""Events that are read at once."""
FAIR = 10.0
"""A table is not read again for so many times as long as reading it took: it gets a tenth of the time."""
SILENT = 7.0
"""Seconds after which a table that has not called is silent: it calls every `delivery.HERE`."""
LONGEST_TOLD = 80
"""Characters of a name that a table tells."""
MOST_AT_TABLE = 20
MOST_CHIPS = 10**9
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Round:
    """A round of the club.

    Attributes:
        night, number: which one, from 1.
        drawn: when; `ends`: when its time is over, where there is a timer.
        seats: players by table, in playing order, the dealer first.
    """

    night: date
    number: int
    drawn: datetime
    ends: datetime | None
    seats: Mapping[str, tuple[str, ...]]


@dataclass(slots=True)
class _Evening:
    """One evening of a table, as it is told.

    Attributes:
        stream, number: by which it is told, and the line that told of its setup.
        arrived: when the server heard of it.
        folding: what it comes to.
        aside: something of it does not read: nothing more is taken of it until it is told anew.
        lines: how many events were taken.
    """

    stream: str
    number: int
    arrived: datetime
    folding: Folding
    aside: bool = False
    lines: int = 0

    def arrange(self, number: int, setup: str) -> None:
        """Its setup, as it is told now; of one that has begun its events say who plays."""
        self.number = number
        if not (self.folding.begun or self.aside):
            players = None if len(setup) > LONGEST else _players(setup)
            self.folding, self.aside = Folding(players or ()), players is None

    def take(self, events: Sequence[dict[str, Any] | None]) -> None:
        """Further events; None: one that does not read."""
        if self.aside:
            return
        try:
            self.lines += len(events)
            if None in events or self.lines > MOST_LINES:
                raise ValueError("a line that is none, or more than an evening has")
            self.folding.take([line for line in events if line is not None])
            _check(self.folding.played)
        except Exception:  # whatever a table tells, it is one evening of one table
            log.warning("an evening of a table does not read", exc_info=True)
            self.aside, self.folding = True, Folding(self.folding.played.players)


class Ledger:
    """What a board knows; one thread reads and asks.

    Attributes:
        tables: their numbers, by role.
        players: whether each who was entered is here.
        rounds: of all nights, in order.
        may_write: by this address somebody can draw.
    """

    def __init__(self) -> None:
        self.tables: dict[str, int] = {}
        self.players: dict[str, bool] = {}
        self.rounds: list[Round] = []
        self.may_write = False
        self._evenings: dict[str, dict[str, _Evening]] = {}
        self._known: dict[tuple[str, str], int] = {}
        self._called: dict[str, tuple[int, int]] = {}
        self._due: dict[str, float] = {}
        self._silent: frozenset[str] = frozenset()
        self._written = -1

    # --- reading --------------------------------------------------------------------------

    def read(self, connection: Any) -> None:
        """Read everything anew.

        Raises:
            BadInput: the club was set up by an older version.
        """
        if connection.execute("SELECT to_regclass('club.calls')").fetchone() == (None,):
            raise BadInput(calling.OLDER)
        self._evenings, self._known, self._called, self._due = {}, {}, {}, {}
        self._written = -1
        query = "SELECT has_table_privilege('club.seats', 'INSERT')"
        (self.may_write,) = connection.execute(query).fetchone()
        self.look(connection)

    def look(self, connection: Any) -> bool:
        """Read what is new since the last look; whether anything is."""
        query = (
            'SELECT t."table"::text, t.number, c.told, c.anew, '
            "extract(epoch FROM clock_timestamp() - c.heard)::float8 "
            'FROM club.tables t JOIN club.calls c USING ("table")'
        )
        rows = connection.execute(query).fetchall()
        (written,) = connection.execute("SELECT times FROM club.written").fetchone()
        tables, silent = (
            {row[0]: row[1] for row in rows},
            frozenset(row[0] for row in rows if row[4] > SILENT),
        )
        changed = (tables, silent, written) != (self.tables, self._silent, self._written)
        if written != self._written:
            self.read_host(connection)
        self.tables, self._silent, self._written = tables, silent, written
        for table, _, count, anew, _ in rows:
            if self._called.get(table) != (count, anew) and time.monotonic() >= self._due.get(table, 0.0):
                self._read_anew(connection, table, count, anew)
                changed = True
        return changed

    def _read_anew(self, connection: Any, table: str, count: int, anew: int) -> None:
        """Read what is new of a table, all of it where that was changed which was read already."""
        began = time.monotonic()
        if self._called.get(table, (0, anew))[1] != anew:
            self._evenings.pop(table, None)
            self._known = {key: number for key, number in self._known.items() if key[0] != table}
        self._read_table(connection, table)
        self._called[table] = count, anew
        self._due[table] = time.monotonic() + FAIR * (time.monotonic() - began)

    def read_host(self, connection: Any) -> None:
        """Read what the host of the club has written."""
        rows = connection.execute("SELECT name, here FROM club.players ORDER BY came").fetchall()
        self.players = dict(rows)
        seats: dict[tuple[date, int], dict[str, tuple[str, ...]]] = {}
        query = (
            'SELECT night, round, "table"::text, player FROM club.seats ORDER BY night, round, "table", place'
        )
        for night, number, table, player in connection.execute(query).fetchall():
            at = seats.setdefault((night, number), {})
            at[table] = (*at.get(table, ()), player)
        query = "SELECT night, round, drawn, ends FROM club.rounds ORDER BY night, round"
        self.rounds = [
            Round(night, number, drawn, ends, seats.get((night, number), {}))
            for night, number, drawn, ends in connection.execute(query).fetchall()
        ]

    def _read_table(self, connection: Any, table: str) -> None:
        """Read what is new of a table, and what it told anew or forgot."""
        mine = self._evenings.setdefault(table, {})
        query = (
            "SELECT evening, stream, number, "
            "CASE WHEN isfinite(arrived) THEN arrived ELSE clock_timestamp() END "
            'FROM club.evenings WHERE "table" = %s'
        )
        there = {row[0]: row[1:] for row in connection.execute(query, (table,)).fetchall()}
        for gone in mine.keys() - there.keys():
            del mine[gone]
        new = []
        for key, (stream, number, arrived) in there.items():
            if key not in mine or mine[key].stream != stream:
                mine[key] = _Evening(stream, 0, arrived, Folding(()))
            if mine[key].number != number:
                new.append(key)
        query = 'SELECT evening, left(setup, %s) FROM club.evenings WHERE "table" = %s AND evening = ANY(%s)'
        for key, setup in connection.execute(query, (LONGEST + 1, table, new)):
            mine[key].arrange(there[key][1], setup)
        for stream in {one.stream for one in mine.values()}:
            while self._read_stream(connection, table, stream) == LINES:
                pass

    def _read_stream(self, connection: Any, table: str, stream: str) -> int:
        """Read what is new of one of a table's streams, at most `LINES`; says how many there were."""
        mine, known = self._evenings[table], self._known.get((table, stream), 0)
        query = (
            "SELECT number, evening, seq, left(body, %s) FROM club.events "
            'WHERE "table" = %s AND stream = %s AND number > %s ORDER BY number LIMIT %s'
        )
        lines: dict[str, list[dict[str, Any] | None]] = {}
        rows = connection.execute(query, (LONGEST + 1, table, stream, known, LINES)).fetchall()
        for number, key, seq, body in rows:
            self._known[table, stream] = number
            if key in mine:
                lines.setdefault(key, []).append(None if len(body) > LONGEST else _line(seq, body))
        for key, events in lines.items():
            mine[key].take(events)
        return len(rows)

    # --- what it comes to -----------------------------------------------------------------

    @property
    def night(self) -> date | None:
        """The one that goes on, or the last one; None before the first round is drawn."""
        return self.rounds[-1].night if self.rounds else None

    def nights(self) -> list[date]:
        """All there are, the last one first."""
        return sorted({one.night for one in self.rounds}, reverse=True)

    def of_night(self, night: date) -> list[Round]:
        """Its rounds, in order."""
        return [one for one in self.rounds if one.night == night]

    def played(self, night: date) -> list[dict[str, Played]]:
        """What was played in each round of a night, by table (`standings.by_round`)."""
        rounds = self.of_night(night)
        after = [one.drawn for one in self.rounds if one.night > night]
        begin, end = rounds[0].drawn, min(after, default=None)
        evenings = {
            table: [one.folding.played for one in self._between(table, begin, end) if not one.aside]
            for table in self._evenings
        }
        return by_round([one.seats for one in rounds], evenings)

    def ranking(self, night: date | None) -> list[Line]:
        """Everybody who played in a night, by what he won."""
        if night is None:
            return []
        rounds = zip(self.of_night(night), self.played(night), strict=True)
        return ranking([counted(one.seats, at) for one, at in rounds])

    def _between(self, table: str, begin: datetime, end: datetime | None) -> list[_Evening]:
        """A table's evenings of a time, in order."""
        mine = sorted(self._evenings.get(table, {}).values(), key=lambda each: each.arrived)
        return [one for one in mine if begin <= one.arrived and (end is None or one.arrived < end)]

    def now(self) -> dict[str, Any]:
        """What a board shows, as JSON values (see `clubhouse/README.md`)."""
        night = self.night
        rounds = [] if night is None else self.of_night(night)
        played = [] if night is None else self.played(night)
        last = rounds[-1] if rounds else None
        return {
            "night": None if night is None else night.isoformat(),
            "round": None if last is None else last.number,
            "ends": None if last is None or last.ends is None else last.ends.timestamp(),
            "tables": self._tables(last, played[-1] if played else {}),
            "ranking": [to_json(one) for one in self.ranking(night)],
            "players": [{"name": name, "here": here} for name, here in self.players.items()],
            "nights": [each.isoformat() for each in self.nights()],
        }  # fmt: skip

    def _tables(self, last: Round | None, played: Mapping[str, Played]) -> list[dict[str, Any]]:
        lines = []
        for table, number in sorted(self.tables.items(), key=lambda each: each[1]):
            seats = () if last is None else last.seats.get(table, ())
            one = played.get(table)
            aside = last is not None and any(each.aside for each in self._between(table, last.drawn, None))
            if one is None and not seats and not aside:
                continue  # nobody sits there
            players = seats if one is None else one.players
            lines.append(
                {
                    "number": number,
                    "players": [
                        {"name": name, "won": None if one is None else one.won.get(name, 0)}
                        for name in players
                    ],
                    "begun": one is not None,
                    "aside": aside,
                    "silent": table in self._silent and not (one is not None and one.ended),
                    "settled": 0 if one is None else one.settled,
                    "cards": 0 if one is None else one.cards,
                    "ended": one is not None and one.ended,
                    "leaders": [] if one is None else list(one.leaders),
                }
            )
        return lines

    # --- what the host does ---------------------------------------------------------------

    def enter(self, connection: Any, names: Sequence[str]) -> None:
        """Enter players, or say that they are here again.

        Raises:
            BadInput: a name is none, or there are too many.
        """
        spelt = list(dict.fromkeys(one_spelling(name) for name in names))
        for name in spelt:
            if not name or len(name) > LONGEST_NAME or not name.isprintable():
                raise BadInput(f"{name!r}: expected a name of 1 to {LONGEST_NAME} characters")
        spelt = list(dict.fromkeys(as_known(spelt, self.players)))
        if len(self.players.keys() | set(spelt)) > MOST_PLAYERS:
            raise BadInput(f"more than {MOST_PLAYERS} players")
        row = "INSERT INTO club.players (name) VALUES (%s) ON CONFLICT (name) DO UPDATE SET here = true"
        with connection.transaction():
            for name in spelt:
                connection.execute(row, (name,))

    def leave(self, connection: Any, name: str, *, here: bool) -> None:
        """Somebody leaves, or is here again."""
        connection.execute("UPDATE club.players SET here = %s WHERE name = %s", (here, name))

    def draw(self, connection: Any, today: date, *, anew: bool, usual: int = USUAL, seed: int) -> None:
        """Draw the next round of a night, or the last one once more.

        Args:
            today: a night that has not begun gets this day; one that was begun goes on (`begin`).
            anew: the last round is drawn once more, as long as nobody has begun to play it.
            usual: players at a table.
            seed: of what is left to chance.

        Raises:
            BadInput: so many cannot be seated, or the round has begun.
        """
        night = today if self.night is None else self.night
        rounds = self.of_night(night)
        if anew:
            if not rounds or self.played(night)[-1]:
                raise BadInput("that round has begun, or there is none")
            rounds = rounds[:-1]
        here = [name for name, is_here in self.players.items() if is_here]
        past = [Seating(tuple(one.seats.values())) for one in rounds]
        drawn = draw(here, past, len(self.tables), Random(seed), usual=usual)
        by_number = sorted(self.tables, key=self.tables.__getitem__)
        number = len(rounds) + 1
        with connection.transaction():
            connection.execute("DELETE FROM club.rounds WHERE night = %s AND round = %s", (night, number))
            connection.execute("INSERT INTO club.rounds (night, round) VALUES (%s, %s)", (night, number))
            for table, players in zip(by_number, drawn.tables, strict=False):
                for place, name in enumerate(players):
                    row = "INSERT INTO club.seats VALUES (%s, %s, %s, %s, %s)"
                    connection.execute(row, (night, number, table, place, name))

    def begin(self, connection: Any, today: date, *, usual: int = USUAL, seed: int) -> None:
        """Begin another night: its first round is drawn.

        Raises:
            BadInput: so many cannot be seated, or a night of this day goes on.
        """
        if self.night is not None and self.night >= today:
            raise BadInput(f"the evening of {self.night.isoformat()} goes on; another begins on another day")
        before, self.rounds = self.rounds, []
        try:
            self.draw(connection, today, anew=False, usual=usual, seed=seed)
        finally:
            self.rounds = before

    def time(self, connection: Any, minutes: int) -> None:
        """Let the last round end in so many minutes; 0: there is no timer.

        Raises:
            BadInput: there is no round, or that is no time.
        """
        if not 0 <= minutes <= MOST_MINUTES or not self.rounds:
            raise BadInput(f"minutes: expected 0 to {MOST_MINUTES}, once a round is drawn")
        last = self.rounds[-1]
        row = "UPDATE club.rounds SET ends = now() + %s WHERE night = %s AND round = %s"
        ends = timedelta(minutes=minutes) if minutes else None
        connection.execute(row, (ends, last.night, last.number))


def _check(played: Played) -> None:
    """That a board can say what an evening comes to.

    Raises:
        ValueError: a name is no text or too long, or chips are more than anybody has.
    """
    if any(not isinstance(name, str) or len(name) > LONGEST_TOLD for name in (*played.players, *played.won)):
        raise ValueError("a name that is none")
    if any(not abs(chips) <= MOST_CHIPS for chips in played.won.values()):
        raise ValueError("chips that nobody has")


def _players(setup: str) -> tuple[str, ...] | None:
    """Who sits there by a table's setup; nobody: it is still to be set up; None: it does not read."""
    try:
        table = parse(setup)
        players = table.get("players", ()) if isinstance(table, dict) else None
        if not isinstance(players, list | tuple) or len(players) > MOST_AT_TABLE:
            return None
        names = tuple(one if isinstance(one, str) else one["name"] for one in players)
        _check(Played(names))
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return names


def _line(seq: int, body: str) -> dict[str, Any] | None:
    """An event as a line of a log; None: it does not read."""
    try:
        line = parse(body)
    except (ValueError, RecursionError):
        return None
    good = isinstance(line, dict) and isinstance(line.get("type"), str) and seq >= 1
    return {**line, "seq": seq} if good else None
