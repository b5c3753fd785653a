"""A person, or an evening of the club, is forgotten at its server: done by the host of the club.

What tables keep in their own files stays there: it is forgotten at each (`nainjaune history`), which
its club hears of.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from companion_api.past.past import nameless
from engine.errors import BadInput
from engine.reading import one_spelling
from engine.record.naming import players_of, renamed, unsaid
from engine.strict_json import parse

_TEXTS = (("evenings", "setup"), ("events", "body"))
"""Where names stand within JSON: table and column."""


def forget_player(connection: Any, name: str) -> str:
    """Take a name out of everything that a club keeps; says under which he now stands.

    Raises:
        BadInput: the club knows nobody of that name, or by this address nobody may forget.
    """
    name = one_spelling(name)
    _check(connection)
    with connection.transaction():
        # Tables that tell something wait meanwhile: no line is changed behind our back.
        connection.execute("LOCK club.evenings, club.events IN SHARE ROW EXCLUSIVE MODE")
        entered = "SELECT name FROM club.players UNION SELECT player FROM club.seats"
        names = {row[0] for row in connection.execute(entered)}
        texts = {where: list(_texts(connection, *where)) for where in _TEXTS}
        names |= {player for told in texts.values() for _, line in told for player in players_of(line)}
        if name not in names:
            raise BadInput(f"nobody called {name!r} has played, expected one of {', '.join(sorted(names))}")
        instead = nameless(names)
        for (table, column), told in texts.items():
            for place, line in told:
                if (changed := renamed(unsaid(line, name), {name: instead})) != line:
                    row = f"UPDATE club.{table} SET {column} = %s WHERE ctid = %s::tid"
                    connection.execute(row, (json.dumps(changed, ensure_ascii=False), place))
        connection.execute("DELETE FROM club.players WHERE name = %s", (name,))
        connection.execute("UPDATE club.seats SET player = %s WHERE player = %s", (instead, name))
        _tell(connection)
    return instead


def forget_night(connection: Any, night: date) -> None:
    """Delete an evening of the club: its rounds, and what tables told from its first draw on.

    Raises:
        BadInput: there was none on that day, or by this address nobody may forget.
    """
    _check(connection)
    with connection.transaction():
        rows = connection.execute("SELECT night, min(drawn) FROM club.rounds GROUP BY night ORDER BY night")
        begins = dict(rows.fetchall())
        if night not in begins:
            days = ", ".join(each.isoformat() for each in begins)
            raise BadInput(f"--night {night.isoformat()}: expected one of {days}")
        after = [begin for day, begin in begins.items() if day > night]
        within = "o.arrived >= %s AND o.arrived < coalesce(%s, 'infinity'::timestamptz)"
        same = 'e."table" = o."table" AND e.evening = o.evening'
        span = (begins[night], min(after, default=None))
        events = f"DELETE FROM club.events e USING club.evenings o WHERE {same} AND {within}"
        connection.execute(events, span)
        connection.execute(f"DELETE FROM club.evenings o WHERE {within}", span)
        connection.execute("DELETE FROM club.rounds WHERE night = %s", (night,))
        _tell(connection)


def _check(connection: Any) -> None:
    (may,) = connection.execute("SELECT has_table_privilege('club.players', 'DELETE')").fetchone()
    if not may:
        raise BadInput("only the host of the club forgets: expected host.club")


def _texts(connection: Any, table: str, column: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Each row's place and what stands in it, as far as it reads."""
    for place, text in connection.execute(f"SELECT ctid::text, {column} FROM club.{table}").fetchall():
        try:
            line = parse(text)
        except ValueError:
            continue
        if isinstance(line, dict):
            yield place, line


def _tell(connection: Any) -> None:
    """Boards read everything anew (`companion_api.board.board`)."""
    connection.execute("SELECT pg_notify('club_table', '')")
