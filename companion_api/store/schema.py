"""The tables, their version, and how an older database becomes one of today.

The version is SQLite's ``user_version``; other databases have a table of one row for it. A
database of before there were versions has 0.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.schema import CreateColumn

TABLES = sa.MetaData()

evenings = sa.Table(
    "evenings",
    TABLES,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("started", sa.Float, nullable=False),
    sa.Column("token", sa.Text, nullable=False),
    sa.Column("setup", sa.Text, nullable=False),
    # How many events were ever added to it: the last ones may be lost with a file's end.
    sa.Column("events", sa.Integer, nullable=False, server_default="0", info={"since": 4}),
)
events = sa.Table(
    "events",
    TABLES,
    sa.Column("evening", sa.ForeignKey("evenings.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    # Of the event's form (`upcasting`), and CRC-32 of the body: a flipped bit must not change a figure.
    sa.Column("version", sa.Integer, nullable=False, server_default="1", info={"since": 1}),
    sa.Column("checksum", sa.BigInteger, info={"since": 1}),
)
pictures = sa.Table(
    "pictures",
    TABLES,
    sa.Column("evening", sa.ForeignKey("evenings.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("jpeg", sa.LargeBinary, nullable=False),
)
pictures_kept = sa.Table(
    "pictures_kept",
    TABLES,
    sa.Column("evening", sa.ForeignKey("evenings.id"), primary_key=True),
)
house_presets = sa.Table(
    "house_presets",
    TABLES,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("body", sa.Text, nullable=False),
)
evening_notes = sa.Table(
    "evening_notes",
    TABLES,
    sa.Column("evening", sa.ForeignKey("evenings.id"), primary_key=True),
    sa.Column("note", sa.Text, nullable=False),
    sa.Column("jpeg", sa.LargeBinary),
    info={"since": 2},
)
devices = sa.Table(
    "devices",
    TABLES,
    sa.Column("token", sa.Text, primary_key=True),
    sa.Column("body", sa.Text, nullable=False),
    info={"since": 6},
)
unsettled = sa.Table(
    "unsettled",
    TABLES,
    sa.Column("evening", sa.ForeignKey("evenings.id"), primary_key=True),
    sa.Column("body", sa.Text, nullable=False),
    info={"since": 5},
)
accounts = sa.Table(
    "accounts",
    TABLES,
    sa.Column("evening", sa.ForeignKey("evenings.id"), primary_key=True),
    # How many events the evening had when it was reckoned.
    sa.Column("events", sa.Integer, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    info={"since": 7},
)
slate = sa.Table(
    "slate",
    TABLES,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    info={"since": 8},
)
outbox = sa.Table(
    "outbox",
    TABLES,
    sa.Column("number", sa.Integer, primary_key=True),
    # No foreign key: that an evening was forgotten is told as well.
    sa.Column("evening", sa.Integer, nullable=False),
    sa.Column("key", sa.Text, nullable=False, index=True),
    sa.Column("seq", sa.Integer, nullable=False),
    sqlite_autoincrement=True,
    info={"since": 3},
)
club_stream = sa.Table("club_stream", TABLES, sa.Column("name", sa.Text, primary_key=True), info={"since": 3})
_version = sa.Table("schema_version", sa.MetaData(), sa.Column("version", sa.Integer, nullable=False))

OF_THIS_FILE = ("outbox", "club_stream")
"""Tables that are right only as long as nothing of their file is lost (`outbox`)."""


_LOCK = zlib.crc32(b"nainjaune")
"""The number by which programs that change a server's tables wait for each other."""


def checksum(body: str) -> int:
    """What `events` keeps of a body to know it again."""
    return zlib.crc32(body.encode("utf-8", "surrogatepass"))


def of(table: sa.Table, evening: int) -> sa.ColumnElement[bool]:
    """Which rows of a table are an evening's."""
    return (table.c.id if table is evenings else table.c.evening) == evening


def put(connection: sa.Connection, table: sa.Table, **row: Any) -> None:
    """Write a row, in place of the one that has its key."""
    same = (column == row[column.name] for column in table.primary_key)
    connection.execute(table.delete().where(*same))
    connection.execute(table.insert().values(**row))


def version(connection: sa.Connection) -> int:
    """The database's version, 0 where it is older than versions or empty."""
    if connection.dialect.name == "sqlite":
        return int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
    if not sa.inspect(connection).has_table(_version.name):
        return 0
    return int(connection.execute(sa.select(_version.c.version)).scalar() or 0)


def migrate(connection: sa.Connection) -> None:
    """Make the database one of version `VERSION`, in the transaction of ``connection``."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # another program may be doing the same
    else:
        if connection.dialect.name == "postgresql":
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))  # likewise
        _version.create(connection, checkfirst=True)
    came_from = version(connection)
    if came_from >= VERSION:
        return
    TABLES.create_all(connection)
    for table in TABLES.tables.values():
        there = {column["name"] for column in sa.inspect(connection).get_columns(table.name)}
        for column in (each for each in table.columns if each.name not in there):
            declared = CreateColumn(column).compile(dialect=connection.dialect)
            connection.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN {declared}")
    for number, step in _STEPS.items():
        if came_from < number:
            step(connection)
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")
    else:
        connection.execute(_version.delete())
        connection.execute(_version.insert().values(version=VERSION))


def _with_checksums(connection: sa.Connection) -> None:
    rows = connection.execute(sa.select(events.c.evening, events.c.seq, events.c.body)).all()
    sums = [
        {"of": evening, "number": seq, "sum": checksum(body)}
        for evening, seq, body in rows
        if isinstance(body, str)
    ]
    if sums:
        here = (events.c.evening == sa.bindparam("of")) & (events.c.seq == sa.bindparam("number"))
        connection.execute(events.update().where(here).values(checksum=sa.bindparam("sum")), sums)


def _counted(connection: sa.Connection) -> None:
    own = sa.select(sa.func.count()).where(events.c.evening == evenings.c.id).scalar_subquery()
    connection.execute(evenings.update().values(events=own))


def _without_roles(connection: sa.Connection) -> None:
    """Roles that were passed on stood under names, which tell no device: they go."""
    connection.exec_driver_sql("DROP TABLE IF EXISTS passed_on")


_STEPS: Mapping[int, Callable[[sa.Connection], None]] = {1: _with_checksums, 4: _counted, 6: _without_roles}
"""What is done to come to a version, besides the tables and columns that came with it."""
VERSION = 8
"""Of the tables as they are; their ``info`` tells ``since`` which version one, or a column, is there."""
