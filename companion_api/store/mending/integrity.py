"""Whether a database's file is whole, and what can be saved of one that is not (SQLite).

A broken file is set aside under a name of its own and never deleted; what still reads goes into a
new one, row by row, and evenings that do not come from the newest copy (`backups`).
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from companion_api.store import schema
from companion_api.store.errors import is_damage
from companion_api.store.place import connect

FARTHEST = 20_000
"""Rows behind a broken page that are asked for one by one."""
FARTHEST_VERSION = 1000
"""No version of the tables will ever be as high: bits were flipped."""
PAGE = 4096
BESIDE = ("-wal", "-shm", "-journal")
"""SQLite's own files beside a database."""


def fault(file: Path) -> str | None:
    """What is wrong with a database's file, in the database's own words; None: nothing.

    Raises:
        sqlite3.Error: it cannot be looked at now (another program holds it, the disk fails).
    """
    with contextlib.closing(connect(file)) as connection:
        try:
            found = connection.execute("PRAGMA integrity_check(1)").fetchone()
            if found is None or found[0] != "ok":
                return str(found[0] if found else "no answer").splitlines()[0]
            return _wrong_tables(connection)
        except sqlite3.Error as error:
            if is_damage(error):
                return str(error)
            raise


def _wrong_tables(connection: sqlite3.Connection) -> str | None:
    """What is missing of the tables that a database of its version has."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if not 0 <= version < FARTHEST_VERSION:
        return f"version {version}"
    there = {name: _columns(connection, name) for name in schema.TABLES.tables}
    if not version and not any(there.values()):
        return None  # nobody has written into it yet
    for name, table in schema.TABLES.tables.items():
        if version < table.info.get("since", 0) and not there[name]:
            continue
        expected = {column.name for column in table.columns if column.info.get("since", 0) <= version}
        if version == 0 and not there[name] and name not in ("evenings", "events"):
            continue  # came later
        if not expected <= there[name]:
            return f"table {name} lacks {', '.join(sorted(expected - there[name]))}"
    return None


def _columns(connection: sqlite3.Connection, table: str) -> set[str]:
    return {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}


def set_aside(file: Path) -> Path:
    """Copy a broken file, and its journal, to a name of its own; says which.

    Raises:
        OSError: it cannot be copied.
    """
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    names = (f"{file.stem}-damaged-{stamp}{number}{file.suffix}" for number in ("", *range(2, 1000)))
    aside = next(place for name in names if not (place := file.with_name(name)).exists())
    for end in ("", "-wal", "-journal"):
        with contextlib.suppress(FileNotFoundError):
            shutil.copy2(f"{file}{end}", f"{aside}{end}")
    return aside


def salvage(broken: Path, fresh: Path) -> int:
    """Copy all rows that still read from one file into another, new one; says of how many evenings.

    Args:
        broken: set aside; stays as it is.
        fresh: with today's tables, empty.
    """
    if not broken.stat().st_size and Path(f"{broken}-wal").exists():
        # SQLite looks at its journal, which may hold nearly all, only where there is a first page.
        broken.write_bytes(bytes(PAGE))
    with contextlib.closing(connect(fresh)) as into, contextlib.closing(connect(broken)) as source:
        source.text_factory = lambda raw: raw.decode("utf-8", "replace")
        into.execute("PRAGMA foreign_keys=OFF")
        with into:
            for name, table in schema.TABLES.tables.items():
                if name in schema.OF_THIS_FILE:
                    continue
                columns = [column.name for column in table.columns]
                with contextlib.suppress(sqlite3.Error):
                    there = _columns(source, name)
                    known = [column for column in columns if column in there]
                    if known:
                        _copy(source, into, name, known)
            _give_evenings(into)
        return int(into.execute("SELECT COUNT(*) FROM evenings").fetchone()[0])


def _copy(source: sqlite3.Connection, into: sqlite3.Connection, table: str, columns: list[str]) -> None:
    places = ", ".join("?" * len(columns))
    insert = f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({places})"
    for row in _readable(source, table, columns):
        # A value of another kind, or none where there must be one.
        with contextlib.suppress(sqlite3.Error, OverflowError, UnicodeError):
            into.execute(insert, row)


def _readable(connection: sqlite3.Connection, table: str, columns: list[str]) -> Iterator[tuple[object, ...]]:
    """The rows of a table that can be reached from its beginning, its end, or by their number."""
    query = f"SELECT rowid, {', '.join(columns)} FROM {table} NOT INDEXED"
    last = -(2**63)
    try:
        for number, *row in connection.execute(f"{query} ORDER BY rowid"):
            if number <= last:
                raise sqlite3.DatabaseError("the pages go round in a circle")
            last = number
            yield tuple(row)
        return
    except sqlite3.Error:
        pass
    first = None
    with contextlib.suppress(sqlite3.Error):
        for number, *row in connection.execute(f"{query} WHERE rowid > ? ORDER BY rowid DESC", (last,)):
            if first is not None and number >= first:
                break
            first = number
            yield tuple(row)
    begin = max(last, 0)
    for number in range(begin + 1, min(first or begin + FARTHEST, begin + FARTHEST)):
        with contextlib.suppress(sqlite3.Error):
            for _, *row in connection.execute(f"{query} WHERE rowid = ?", (number,)):
                yield tuple(row)


def _give_evenings(into: sqlite3.Connection) -> None:
    """Events whose evening's row is lost get one: with it they count; nobody goes on with it."""
    into.execute(
        "INSERT INTO evenings (id, started, token, setup, events) "
        "SELECT evening, MIN(at), '', '{}', COUNT(*) FROM events WHERE typeof(evening) = 'integer' "
        "AND evening NOT IN (SELECT id FROM evenings) GROUP BY evening"
    )
    # A file of an earlier version does not count, and a counter may be broken itself.
    into.execute(
        "UPDATE evenings SET events = MAX(CASE typeof(events) WHEN 'integer' THEN events ELSE 0 END, "
        "(SELECT COUNT(*) FROM events AS own WHERE own.evening = evenings.id))"
    )
    for table in ("pictures", "pictures_kept", "evening_notes", "events"):
        into.execute(f"DELETE FROM {table} WHERE evening NOT IN (SELECT id FROM evenings)")
