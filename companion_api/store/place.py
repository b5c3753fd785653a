"""Where evenings are kept: a folder with one SQLite file, or a database's address."""

from __future__ import annotations

import os
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from companion_api.store.errors import first_line
from engine.errors import BadInput
from hardware.files.private import private_file, private_folder

FILE = "nainjaune.db"
CALLING = {
    "postgresql": {
        # Whoever waits for a server that is gone sees nothing meanwhile: as short as a busy network allows.
        "connect_timeout": 5,
        "tcp_user_timeout": 10_000,
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        # What was told is on the disk, whatever this server is set to.
        "options": "-c synchronous_commit=on",
    }
}
"""How a server is called (libpq's connection parameters; seconds, but
`tcp_user_timeout` milliseconds) where its address does not say otherwise."""
LONGEST_VALUE = 64_000_000
"""Bytes of one text or picture that SQLite reads: a damaged length must not fill the memory."""


@dataclass(frozen=True, slots=True)
class Place:
    """A store's place.

    Attributes:
        given: as people gave it, for messages.
        url: SQLAlchemy's address.
        file: the database's file; None: a server keeps it.
    """

    given: str
    url: sa.URL
    file: Path | None

    def prepare(self) -> None:
        """Make folder and file for their owner only, where they are missing.

        Raises:
            BadInput: they cannot be made.
        """
        if self.file is None:
            return
        try:
            private_folder(self.file.parent)
        except (OSError, ValueError) as error:
            raise self.refusal("no folder can be made there", error) from None
        try:
            private_file(self.file)
        except PermissionError:
            pass  # it may still be looked at
        except OSError as error:
            raise self.refusal("the events cannot be stored there", error) from None

    def engine(self) -> sa.Engine:
        """What talks to the database; a file must be there already.

        Raises:
            BadInput: there is nothing to talk to such a database with.
        """
        file = self.file
        try:
            if file is not None:
                return sa.create_engine(self.url, creator=lambda: connect(file))
            defaults = CALLING.get(self.url.get_backend_name(), {})
            unsaid = {name: value for name, value in defaults.items() if name not in self.url.query}
            made = sa.create_engine(self.url, pool_pre_ping=True, connect_args=unsaid)
        except ImportError as error:
            if self.url.get_backend_name() != "postgresql":
                raise self.refusal("no such kind of database can be opened", error) from None
            needs = "PostgreSQL needs psycopg: pip install 'nainjaune[postgres]'"
            raise BadInput(f"--data {self.given}: {needs}") from None
        except SQLAlchemyError as error:
            raise self.refusal("no such kind of database can be opened", error) from None
        if made.dialect.is_async:
            raise BadInput(f"--data {self.given}: expected a driver that waits, not {made.dialect.driver}")
        return made

    def refusal(self, what: str, error: Exception) -> BadInput:
        """The line that says what cannot be done there, and why."""
        return BadInput(f"--data {self.given}: {what} ({first_line(error)})")


def place_of(data: str | Path) -> Place:
    """The place that people name: a folder, whatever its name, or an address such as ``postgresql+psycopg://…``.

    Raises:
        BadInput: it is an address of nothing in which evenings could be kept.
    """
    name = str(data)
    if "://" not in name:
        file = Path(data) / FILE
        return Place(name, sa.URL.create("sqlite", database=str(file)), file)
    try:
        url = sa.make_url(name)
        kind = url.get_backend_name()
    except (SQLAlchemyError, ValueError) as error:
        raise BadInput(f"--data {name}: no address of a database ({first_line(error)})") from None
    if kind == "postgresql" and "+" not in url.drivername:
        url = url.set(drivername="postgresql+psycopg")  # the one that is installed with `postgres`
    if kind != "sqlite":
        return Place(name, url, None)
    if url.drivername not in ("sqlite", "sqlite+pysqlite") or url.query or url.host:
        raise BadInput(f"--data {name}: expected a folder, or sqlite:///FILE without anything behind it")
    if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
        raise BadInput(f"--data {name}: that database is gone with the program, expected a folder or a file")
    return Place(name, url, Path(url.database))


SYNCHRONOUS = "FULL"
"""When SQLite takes a commit for done: once it is on the disk, also where the power is cut."""


class _Connection(sqlite3.Connection):
    """Reads SQLite's complaints as UTF-8, which one that quotes a broken page is not."""

    def execute(self, *query: Any) -> sqlite3.Cursor:
        try:
            return super().execute(*query)
        except UnicodeDecodeError:
            error = sqlite3.DatabaseError("database disk image is malformed")
            error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise error from None


def connect(file: Path, timeout: float = 5.0) -> sqlite3.Connection:
    """A connection to a file that is there: one that has gone is never made anew by looking.

    Args:
        file: whatever its name has in it.
        timeout: seconds to wait while another program writes.
    """
    path = file.absolute().as_posix()
    where = quote(os.fsencode(path if path.startswith("/") else f"/{path}"))
    file_uri = f"file://{where}?mode=rw"
    connection = sqlite3.connect(file_uri, timeout, uri=True, check_same_thread=False, factory=_Connection)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
    # What is no text is noticed where a row is read (`rows`), not as the end of a whole query.
    connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
    return connection


def durable(connection: sqlite3.Connection) -> None:
    """Make every commit reach the disk before it is reported done, and deleted rows be overwritten."""
    for pragma in ("journal_mode=WAL", f"synchronous={SYNCHRONOUS}", "secure_delete=ON", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()
