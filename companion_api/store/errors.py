"""What can be wrong with a store: a phone came too late, the disk does not take it, rows no longer read."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import DBAPIError

from engine.errors import BadInput


class StaleCommand(Exception):
    """A command was given on a state that is no longer the last one.

    Attributes:
        seq: the number of the last event there is.
    """

    def __init__(self, seq: int) -> None:
        super().__init__(f"the table has moved on to {seq}")
        self.seq = seq


class StoreFailed(BadInput):
    """The database could not be read or written; nothing of what was asked has happened.

    Attributes:
        why: ``away`` (a server that does not answer), ``full`` (the disk), ``locked`` (by another program),
            ``readonly``, ``gone`` (the file was deleted or moved), ``replaced`` (another lies there),
            ``damaged`` or ``failed``.
    """

    def __init__(self, why: str, detail: str) -> None:
        super().__init__(detail)
        self.why = why


class Unreadable(BadInput):
    """An evening that no longer reads as it was written; it is set aside, the others go on.

    Attributes:
        evening: its number.
        why: ``row`` (of the evening itself), ``setup`` (its table), ``missing`` (an event), ``broken``
            (an event is not what was written), ``event`` (none that we know how to read) or ``rules``
            (its game or house rules are not known).
        seq: the number of the event, None where it is none.
    """

    def __init__(self, evening: int, why: str, seq: int | None = None) -> None:
        at = "" if seq is None else f", event {seq}"
        super().__init__(f"evening {evening}{at}: cannot be read ({why})")
        self.evening = evening
        self.why = why
        self.seq = seq


_FAILURES = (
    (
        "away",
        "the server of the evenings does not answer: look at it and at the network, then go on",
        (
            "connection failed",
            "connection timeout",
            "connection timed out",
            "connection refused",
            "connection reset",
            "broken pipe",
            "server closed the connection",
            "terminating connection",
            "connection is lost",
            "connection is closed",
            "could not receive",
            "could not send",
            "is starting up",
            "not yet accepting",
            "is shutting down",
            "in recovery mode",
        ),
    ),
    ("full", "the disk is full: make room, then go on", ("is full", "no space left", "disk i/o error")),
    ("locked", "another program holds the database: close it, then go on", ("is locked", "is busy")),
    ("readonly", "the database may not be written: allow it, then go on", ("readonly", "read-only")),
)
"""Why a write failed, what to do, and how databases say so."""
_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT, sqlite3.SQLITE_ERROR}
"""SQLite's codes for a file that is not what it should be, not for a disk or a lock."""


def failure(error: DBAPIError) -> StoreFailed:
    """What a failed statement is to people."""
    detail = first_line(error.orig) if isinstance(error.orig, Exception) else str(error.orig)
    if isinstance(error.orig, sqlite3.Error) and is_damage(error.orig):
        return StoreFailed("damaged", f"the file of the evenings is damaged: start again ({detail})")
    for why, advice, words in _FAILURES:
        if (why == "away" and error.connection_invalidated) or any(word in detail.lower() for word in words):
            return StoreFailed(why, f"{advice} ({detail})")
    return StoreFailed("failed", f"the events cannot be read or written ({detail})")


def first_line(error: Exception) -> str:
    """What an error of the system or a database says, on one line."""
    text = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return (text.splitlines() or [type(error).__name__])[0]


def is_damage(error: sqlite3.Error) -> bool:
    """Whether SQLite says that the file itself is broken."""
    code = getattr(error, "sqlite_errorcode", 0)  # not there when Python itself refuses something
    return code == sqlite3.SQLITE_IOERR_SHORT_READ or code & 0xFF in _DAMAGE
