"""The tables, their version, and how an older database becomes one of today.

The version is SQLite's ``user_version``; other databases have a table of one row for it. A
database of before there were versions has 0.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping

import sqlalchemy as sa

TABLES = sa.MetaData()

evenings = sa.Table(
    "evenings",
    TABLES,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("started", sa.Float, nullable=False),
    sa.Column("token", sa.Text, nullable=False),
    sa.Column("setup", sa.Text, nullable=False),
    # How many events were ever added to it: the last ones may be lost with a file's end.
    sa.Column("events", sa.Integer, nullable=False, server_default="0"),
)
events = sa.Table(
    "events",
    TABLES,
    sa.Column("evening", sa.ForeignKey("evenings.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    # Of the event's form (`upcasting`), and CRC-32 of the body: a flipped bit must not change a figure.
    sa.Column("version", sa.Integer, nullable=False, server_default="1"),
    sa.Column("checksum", sa.BigInteger),
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
)
devices = sa.Table(
    "devices",
    TABLES,
    sa.Column("token", sa.Text, primary_key=True),
    sa.Column("body", sa.Text, nullable=False),
)
unsettled = sa.Table(
    "unsettled",
    TABLES,
    sa.Column("evening", sa.ForeignKey("evenings.id"), primary_key=True),
    sa.Column("body", sa.Text, nullable=False),
)
accounts = sa.Table(
    "accounts",
    TABLES,
    sa.Column("evening", sa.ForeignKey("evenings.id"), primary_key=True),
    # How many events the evening had when it was reckoned.
    sa.Column("events", sa.Integer, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)
slate = sa.Table(
    "slate",
    TABLES,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
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
)
club_stream = sa.Table("club_stream", TABLES, sa.Column("name", sa.Text, primary_key=True))
_version = sa.Table("schema_version", sa.MetaData(), sa.Column("version", sa.Integer, nullable=False))

ADDED: Mapping[str, Mapping[str, int]] = {
    "events": {"version": 1, "checksum": 1}, "evenings": {"events": 4},
}  # fmt: skip
"""The version in which a column came, by table, where that was not the first."""
SINCE: Mapping[str, int] = {
    "evening_notes": 2, "outbox": 3, "club_stream": 3, "unsettled": 5, "devices": 6, "accounts": 7,
    "slate": 8,
}  # fmt: skip
"""The version in which a table came, where that was not the first."""
OF_THIS_FILE = ("outbox", "club_stream")
"""Tables that are right only as long as nothing of their file is lost (`outbox`)."""


_LOCK = zlib.crc32(b"nainjaune")
"""The number by which programs that change a server's tables wait for each other."""


def checksum(body: str) -> int:
    """What `events` keeps of a body to know it again."""
    return zlib.crc32(body.encode("utf-8", "surrogatepass"))


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
    for step in _MIGRATIONS[came_from:]:
        step(connection)
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")
    else:
        connection.execute(_version.delete())
        connection.execute(_version.insert().values(version=VERSION))


def _to_1(connection: sa.Connection) -> None:
    """Events get the version of their form and a checksum."""
    there = {column["name"] for column in sa.inspect(connection).get_columns(events.name)}
    if "version" not in there:
        connection.exec_driver_sql("ALTER TABLE events ADD COLUMN version INTEGER DEFAULT 1 NOT NULL")
    if "checksum" not in there:
        connection.exec_driver_sql("ALTER TABLE events ADD COLUMN checksum BIGINT")
    rows = connection.execute(sa.select(events.c.evening, events.c.seq, events.c.body)).all()
    sums = [
        {"of": evening, "number": seq, "sum": checksum(body)}
        for evening, seq, body in rows
        if isinstance(body, str)
    ]
    if sums:
        here = (events.c.evening == sa.bindparam("of")) & (events.c.seq == sa.bindparam("number"))
        connection.execute(events.update().where(here).values(checksum=sa.bindparam("sum")), sums)


def _to_2(connection: sa.Connection) -> None:
    """Notes of evenings: a table more, made with the others."""


def _to_3(connection: sa.Connection) -> None:
    """What a club is still to hear: two tables more, made with the others."""


def _to_4(connection: sa.Connection) -> None:
    """Evenings know how many events they have."""
    there = {column["name"] for column in sa.inspect(connection).get_columns(evenings.name)}
    if "events" not in there:
        connection.exec_driver_sql("ALTER TABLE evenings ADD COLUMN events INTEGER DEFAULT 0 NOT NULL")
    own = sa.select(sa.func.count()).where(events.c.evening == evenings.c.id).scalar_subquery()
    connection.execute(evenings.update().values(events=own))


def _to_5(connection: sa.Connection) -> None:
    """What people have said and the log does not tell yet: a table more, made with the others."""


def _to_6(connection: sa.Connection) -> None:
    """Devices: a table more. Roles that were passed on stood under names, which tell no device: they go."""
    connection.exec_driver_sql("DROP TABLE IF EXISTS passed_on")


def _to_7(connection: sa.Connection) -> None:
    """What evenings came to: a table more, made with the others and filled as they are asked for."""


def _to_8(connection: sa.Connection) -> None:
    """Debts that last: a table more, made with the others."""


_MIGRATIONS: tuple[Callable[[sa.Connection], None], ...] = (
    _to_1, _to_2, _to_3, _to_4, _to_5, _to_6, _to_7, _to_8,
)  # fmt: skip
"""From each version to the next."""
VERSION = len(_MIGRATIONS)
