"""An address file of a club, and connections by it.

A file holds one line, ``postgresql://ROLE:PASSWORD@HOST:PORT/DATABASE?sslmode=…``, for its owner only:
what stands on a command line, everybody on that computer can read.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from companion_api.store.errors import first_line
from companion_api.store.place import CALLING, place_of
from engine.errors import BadInput
from engine.redaction import redacted
from hardware.files.texts import read_text

EXPECTED = "an address file that `nainjaune club setup` has written"
LOCAL = ("", "localhost", "127.0.0.1", "::1")
ENCRYPTED = "require"
"""libpq's ``sslmode`` where an address says none and leads to another computer."""
CHOICES = ("disable", "require", "verify-ca", "verify-full")
"""Modes that do what they say: ``allow`` and ``prefer`` give way without a word."""


AGAIN = (0.2, 0.5, 1.0, 2.0, 5.0)
"""Seconds until the server is called again, after the first, second … failure in a row, then the last."""


def pause(failures: int) -> float:
    """Seconds until the server is called again after so many failures in a row, at least one."""
    return AGAIN[min(failures, len(AGAIN)) - 1]


def read_address(file: Path | str) -> sa.URL:
    """The address in a file.

    Raises:
        BadInput: there is none.
    """
    line = read_text(file, EXPECTED).strip()
    if "\n" in line or not line:
        raise BadInput(f"{file}: expected one line, {EXPECTED}")
    return address_of(line, str(file))


def address_of(told: str, where: str) -> sa.URL:
    """An address of PostgreSQL that is encrypted unless it leads to this computer, or says otherwise.

    Raises:
        BadInput: it is none.
    """
    try:
        url = place_of(told).url
    except BadInput:
        url = None
    if url is None or url.get_backend_name() != "postgresql" or not url.database or not url.username:
        raise BadInput(f"{where}: expected postgresql://ROLE:PASSWORD@HOST/DATABASE, not {redacted(told)}")
    mode = url.query.get("sslmode")
    if mode is not None and mode not in CHOICES:
        raise BadInput(f"{where}: sslmode={mode}: expected {', '.join(CHOICES)}")
    if mode is None and (url.host or "") not in LOCAL:
        url = url.update_query_dict({"sslmode": ENCRYPTED})
    return url


def connect(url: sa.URL) -> Any:
    """A psycopg connection; each statement is a transaction of its own.

    Raises:
        BadInput: nobody answers, or refuses.
    """
    try:
        import psycopg
    except ImportError:
        raise BadInput("a club needs psycopg: pip install 'nainjaune[postgres]'") from None
    told = url.translate_connect_args(username="user", database="dbname") | dict(url.query)
    options: dict[str, Any] = CALLING["postgresql"] | told
    try:
        return psycopg.connect(**options, autocommit=True)
    except psycopg.Error as error:
        raise BadInput(f"{shown(url)}: the club's server does not let us in ({first_line(error)})") from None


def shown(url: sa.URL) -> str:
    """An address as it may stand in a line."""
    return redacted(url.set(drivername="postgresql").render_as_string())


def failed(error: Exception) -> str:
    """What a server or the network says, on one line without a secret."""
    return redacted(first_line(error))


@contextlib.contextmanager
def closing(connection: Any) -> Any:
    """A connection that is closed at the end, whatever became of it."""
    try:
        yield connection
    finally:
        with contextlib.suppress(Exception):
            connection.close()
