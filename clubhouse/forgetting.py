"""A person, or an evening of the club, is forgotten at its server: done by the host of the club.

What tables keep in their own files stays there: it is forgotten at each (`nainjaune history`), which
its club hears of. So that it does not come back from there, an evening in which something was forgotten
is closed (`club.sql`): the club takes nothing more of it; whom its table forgets later goes by
`forget_with_table`. One that goes on has to end first, unless nothing has come of it for so long that
nobody plays there (`SILENCE`).
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from clubhouse import calling
from companion_api.family.past import is_nameless, nameless
from companion_api.games.views import read
from companion_api.store import Store, Unreadable
from companion_api.store.outbox import OF_EVENING, key_of
from engine.errors import BadInput, IllegalEvent
from engine.evening.reckoning import stopped
from engine.games import game
from engine.names import Called
from engine.reading import one_spelling
from engine.record.naming import players_of, renamed, unsaid
from engine.strict_json import parse

SILENCE = timedelta(hours=24)
"""After which an evening that nobody has ended no longer goes on: its table was switched off without a
word. A day, since whoever plays on the next day sits down to another evening."""
_TEXTS = (("evenings", "setup"), ("events", "body"))
"""Where names stand within JSON: table and column; an evening itself has no number among its events."""
_CLOSES = "SELECT to_regclass('club.calls')"
"""Whether a club forgets as we do: none for one that an older version has set up."""
_ANEW = "UPDATE club.calls SET anew = anew + 1; NOTIFY club_table"
"""Lets boards read everything anew (`clubhouse.board`)."""
_CLOSE = 'INSERT INTO club.closed ("table", evening) VALUES (%s, %s) ON CONFLICT DO NOTHING'

_Evening = tuple[str, str]
"""An evening of a table: the table's role, the evening's key."""


@dataclass(frozen=True, slots=True)
class _Text:
    """A row in which names may stand.

    Attributes:
        table, column: where it stands; `place`: its `ctid`, or its number where a table is told of its own.
        of: the evening.
        line: the JSON object in it; `text`: as it stands there.
    """

    table: str
    column: str
    place: str
    of: _Evening
    line: Mapping[str, Any]
    text: str


def forget_player(connection: Any, name: str) -> str:
    """Take a name out of everything that a club keeps; says under which he now stands.

    Raises:
        BadInput: the club knows nobody of that name, he still plays, or by this address nobody may forget.
    """
    _check(connection)
    with _nobody_telling(connection):
        entered = "SELECT name FROM club.players UNION SELECT player FROM club.seats"
        names = {row[0] for row in connection.execute(entered)}
        texts = _texts(connection)
        names |= _names(texts)
        name = Called(names).get(name, name)
        if name not in names:
            raise BadInput(f"nobody called {name!r} has played, expected one of {', '.join(sorted(names))}")
        new = {name: nameless(names)}
        # As at a table: only in evenings in which he plays. One name may stand within another's.
        _close(connection, his := {one.of for one in texts if renamed(one.line, new) != one.line})
        _rename(connection, (one for one in texts if one.of in his), new)
        connection.execute("DELETE FROM club.players WHERE name = %s", (name,))
        connection.execute("UPDATE club.seats SET player = %s WHERE player = %s", (new[name], name))
    return new[name]


def forget_with_table(connection: Any, store: Store) -> None:
    """Take out of a table's closed evenings whom the table itself has forgotten, by the table's address.

    What it tells anew is not taken there, since it would bring back whoever was forgotten at the club.
    But whoever stands in such an evening at the club, and no longer at the table, was forgotten at the
    table. An evening that the table no longer has, or that does not read, stays as it is.
    """
    lines = calling.ask(connection, "closed")
    here = _names_at(store, {evening for evening, _, _ in lines}) if lines else {}
    if not here:
        return
    texts = [
        text
        for evening, seq, body in lines
        if (text := _read(_text_column(seq), str(seq), ("", evening), body))
    ]
    theirs = {key: [one for one in texts if one.of[1] == key] for key in here}
    gone = {key: _gone(_names(pairs), here[key]) for key, pairs in theirs.items()}
    if not any(gone.values()):
        return
    known, new = {*_names(texts), *store.players()}, dict[str, str]()
    for name in sorted(set().union(*gone.values())):
        new[name] = nameless({*known, *new.values()})
    changed: list[tuple[str, int, str, str]] = []
    for key, names in gone.items():
        pairs = _renamed(theirs[key], {name: new[name] for name in names})
        changed += [(key, int(one.place), one.text, text) for one, text in pairs]
    # What somebody at the club has changed meanwhile stays as it is; it is looked at the next time.
    calling.ask(connection, "anew", changed)


def _names_at(store: Store, closed: Collection[str]) -> dict[str, set[str]]:
    """Who plays in those of a table's evenings that the club has closed, by the evenings' keys."""
    found = {}
    for evening in store.evenings():
        if (key := key_of(evening.started, evening.token)) in closed:
            with contextlib.suppress(Unreadable):
                lines = [evening.setup, *store.events(evening.id)]
                found[key] = {name for line in lines for name in players_of(line)}
    return found


def _gone(there: Collection[str], here: Collection[str]) -> set[str]:
    """Whose names a club has and a table has not; a club has them as an older version may have spelt them."""
    spelt = {one_spelling(name) for name in here}
    return {name for name in there if one_spelling(name) not in spelt and not is_nameless(name)}


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
    if connection.execute(_CLOSES).fetchone() == (None,):
        raise BadInput(calling.OLDER)


@contextlib.contextmanager
def _nobody_telling(connection: Any) -> Iterator[None]:
    """A transaction for which tables that tell something wait; boards read everything anew after it."""
    import psycopg

    try:
        with connection.transaction():
            connection.execute("LOCK club.evenings, club.events IN SHARE ROW EXCLUSIVE MODE")
            yield
            connection.execute(_ANEW)
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
        events = read([parse(body) for (body,) in connection.execute(query, evening)])
        return stopped([event for _, event in game.in_force(events)]) is not None
    except (ValueError, IllegalEvent):
        return False


def _texts(connection: Any) -> list[_Text]:
    """Every row of the club, as far as there is JSON in it."""
    found = []
    for table, column in _TEXTS:
        query = f'SELECT ctid::text, "table"::text, evening, {column} FROM club.{table}'
        for place, role, evening, text in connection.execute(query).fetchall():
            found.append(_read((table, column), place, (role, evening), text))
    return [one for one in found if one is not None]


def _text_column(seq: int) -> tuple[str, str]:
    """Where a line of this number stands."""
    return _TEXTS[seq != OF_EVENING]


def _read(column: tuple[str, str], place: str, of: _Evening, text: str) -> _Text | None:
    """A text as `_Text`; None: it is no JSON object."""
    try:
        line = parse(text)
    except ValueError:
        return None
    return _Text(*column, place, of, line, text) if isinstance(line, dict) else None


def _names(texts: Iterable[_Text]) -> set[str]:
    return {player for one in texts for player in players_of(one.line)}


def _rename(connection: Any, texts: Iterable[_Text], new: Mapping[str, str]) -> None:
    """Write other names into these rows, which are as they were read."""
    for one, text in _renamed(texts, new):
        row = f"UPDATE club.{one.table} SET {one.column} = %s WHERE ctid = %s::tid"
        connection.execute(row, (text, one.place))


def _renamed(texts: Iterable[_Text], new: Mapping[str, str]) -> Iterator[tuple[_Text, str]]:
    """Those of these rows in which one of the names stands, and what they say with the others."""
    for one in texts:
        line: Mapping[str, Any] = one.line
        for name in new:
            line = unsaid(line, name)
        if (changed := renamed(line, new)) != one.line:
            yield one, json.dumps(changed, ensure_ascii=False)
