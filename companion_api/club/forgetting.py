"""A person, or an evening of the club, is forgotten at its server: done by the host of the club.

What tables keep in their own files stays there: it is forgotten at each (`nainjaune history`), which
its club hears of. So that it does not come back from there, an evening in which something was forgotten
is closed (`club.sql`): the club takes nothing more of it. One that goes on has to end first, unless
nothing has come of it for so long that nobody plays there (`SILENCE`).
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Collection, Iterator, Mapping
from datetime import date, timedelta
from typing import Any

from companion_api.club import calling
from companion_api.evening.views import read
from companion_api.past.past import nameless
from engine.errors import BadInput, IllegalEvent
from engine.evening.reckoning import stopped
from engine.games import game
from engine.reading import one_spelling
from engine.record.naming import players_of, renamed, unsaid
from engine.strict_json import parse

SILENCE = timedelta(hours=24)
"""After which an evening that nobody has ended no longer goes on: its table was switched off without a
word. A day, since whoever plays on the next day sits down to another evening."""
_TEXTS = (("evenings", "setup"), ("events", "body"))
"""Where names stand within JSON: table and column."""
_CLOSE = 'INSERT INTO club.closed ("table", evening) VALUES (%s, %s) ON CONFLICT DO NOTHING'

_Evening = tuple[str, str]
"""An evening of a table: the table's role, the evening's key."""


def forget_player(connection: Any, name: str) -> str:
    """Take a name out of everything that a club keeps; says under which he now stands.

    Raises:
        BadInput: the club knows nobody of that name, he still plays, or by this address nobody may forget.
    """
    name = one_spelling(name)
    _check(connection)
    with _nobody_telling(connection):
        entered = "SELECT name FROM club.players UNION SELECT player FROM club.seats"
        names = {row[0] for row in connection.execute(entered)}
        texts = {where: list(_texts(connection, *where)) for where in _TEXTS}
        names |= {player for told in texts.values() for *_, line in told for player in players_of(line)}
        if name not in names:
            raise BadInput(f"nobody called {name!r} has played, expected one of {', '.join(sorted(names))}")
        new = {name: nameless(names)}
        lines = [(of, line) for told in texts.values() for _, of, line in told]
        # As at a table: only in evenings in which he plays. One name may stand within another's.
        _close(connection, his := {of for of, line in lines if renamed(line, new) != line})
        for (table, column), told in texts.items():
            for place, of, line in told:
                if of in his and (changed := renamed(unsaid(line, name), new)) != line:
                    row = f"UPDATE club.{table} SET {column} = %s WHERE ctid = %s::tid"
                    connection.execute(row, (json.dumps(changed, ensure_ascii=False), place))
        connection.execute("DELETE FROM club.players WHERE name = %s", (name,))
        connection.execute("UPDATE club.seats SET player = %s WHERE player = %s", (new[name], name))
    return new[name]


def forget_night(connection: Any, night: date) -> None:
    """Delete an evening of the club: its rounds, and what tables told from its first draw on.

    Raises:
        BadInput: there was none on that day, a table still plays, or by this address nobody may forget.
    """
    _check(connection)
    with _nobody_telling(connection):
        rows = connection.execute("SELECT night, min(drawn) FROM club.rounds GROUP BY night ORDER BY night")
        begins = dict(rows.fetchall())
        if night not in begins:
            days = ", ".join(each.isoformat() for each in begins)
            raise BadInput(f"--night {night.isoformat()}: expected one of {days}")
        end = min((begin for day, begin in begins.items() if day > night), default=None)
        query = (
            'SELECT "table"::text, evening FROM club.evenings '
            "WHERE arrived >= %s AND arrived < coalesce(%s, 'infinity'::timestamptz)"
        )
        _close(connection, gone := set(connection.execute(query, (begins[night], end)).fetchall()))
        for each in gone:
            connection.execute('DELETE FROM club.evenings WHERE "table" = %s AND evening = %s', each)
        # Those of earlier nights too: an older version forgot evenings of which a table went on to tell.
        connection.execute(
            "DELETE FROM club.events e WHERE NOT EXISTS (SELECT FROM club.evenings o "
            'WHERE o."table" = e."table" AND o.evening = e.evening)'
        )
        connection.execute("DELETE FROM club.rounds WHERE night = %s", (night,))


def _check(connection: Any) -> None:
    (may,) = connection.execute("SELECT has_table_privilege('club.players', 'DELETE')").fetchone()
    if not may:
        raise BadInput("only the host of the club forgets: expected host.club")
    if connection.execute("SELECT to_regclass('club.closed')").fetchone() == (None,):
        raise BadInput("an older version has set this club up: run `nainjaune club setup` again first")


@contextlib.contextmanager
def _nobody_telling(connection: Any) -> Iterator[None]:
    """A transaction for which tables that tell something wait; boards read everything anew after it."""
    import psycopg

    try:
        with connection.transaction():
            connection.execute("LOCK club.evenings, club.events IN SHARE ROW EXCLUSIVE MODE")
            yield
            connection.execute("SELECT pg_notify('club_table', '')")  # (`companion_api.board.board`)
    except psycopg.Error as error:
        raise BadInput(f"the club's server does not take it ({calling.failed(error)})") from None


def _close(connection: Any, evenings: Collection[_Evening]) -> None:
    """Let nothing more be taken of these.

    Raises:
        BadInput: one of them goes on.
    """
    query = (
        'SELECT t.number, o.arrived FROM club.evenings o JOIN club.tables t USING ("table") '
        'WHERE o."table" = %s AND o.evening = %s'
    )
    on = sorted(connection.execute(query, one).fetchone() for one in _going_on(connection) & {*evenings})
    if on:
        where = ", ".join(f"{number} ({began.astimezone():%Y-%m-%d %H:%M})" for number, began in on)
        raise BadInput(f"an evening goes on at table {where}: end it there first, then forget")
    for each in evenings:
        connection.execute(_CLOSE, each)


def _going_on(connection: Any) -> set[_Evening]:
    """The last evening of each table, where nobody has ended it: a table goes on with no other one."""
    query = (
        'SELECT o."table"::text, o.evening, o.setup, '
        "greatest(o.arrived, max(e.arrived)) < clock_timestamp() - %s "
        'FROM club.evenings o LEFT JOIN club.events e USING ("table", evening) '
        'GROUP BY o."table", o.evening ORDER BY o.arrived'
    )
    rows = connection.execute(query, (SILENCE,))
    last = {table: (evening, silent) for table, evening, setup, silent in rows if "players" in setup}
    on = {(table, evening) for table, (evening, silent) in last.items() if not silent}
    return {each for each in on if not _ended(connection, each)}


def _ended(connection: Any, evening: _Evening) -> bool:
    """Whether people have ended an evening, as far as its events read."""
    query = 'SELECT body FROM club.events WHERE "table" = %s AND evening = %s ORDER BY seq'
    try:
        told = read([parse(body) for (body,) in connection.execute(query, evening)])
        return stopped([event for _, event in game.in_force(told)]) is not None
    except (ValueError, IllegalEvent):
        return False


def _texts(connection: Any, table: str, column: str) -> Iterator[tuple[str, _Evening, Mapping[str, Any]]]:
    """Each row's place, of which evening it is, and what stands in it, as far as it reads."""
    query = f'SELECT ctid::text, "table"::text, evening, {column} FROM club.{table}'
    for place, role, evening, text in connection.execute(query).fetchall():
        try:
            line = parse(text)
        except ValueError:
            continue
        if isinstance(line, dict):
            yield place, (role, evening), line
