"""What a club is still to hear of this table's evenings: a transactional outbox.

A line is written with whatever it tells of, in one transaction, and only refers to it: an evening, and
the number of one of its events (0: the evening itself). Lines are numbered for good, 1, 2, …; whoever
delivers them asks the club which one it had last, so that nothing has to be remembered here. A file that
is put back from a copy, or was mended, has another stream (`backups.copy`, `integrity.salvage`): then all
lines are delivered again, and the club keeps what is told last.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from companion_api.store import schema
from companion_api.store.database import Database

_outbox, _stream, _evenings, _events = schema.outbox, schema.club_stream, schema.evenings, schema.events
OF_EVENING = 0
"""Stands for the evening itself where the number of an event is expected."""


@dataclass(frozen=True, slots=True)
class Message:
    """One line of the outbox with what it tells of.

    Attributes:
        number: of the line, from 1.
        evening: the evening's key (`key_of`).
        seq: the event's number; `OF_EVENING`: the evening itself.
        at: Unix time at which it was written, of the evening when it began.
        body: JSON text of the event, or of the evening's table; None: it was forgotten.
    """

    number: int
    evening: str
    seq: int
    at: float
    body: str | None


def key_of(started: float, token: str) -> str:
    """By what a club knows an evening: 16 hexadecimal signs that do not give its token away."""
    return hashlib.sha256(f"{token} {started!r}".encode()).hexdigest()[:16]


def tell(connection: sa.Connection, evening: int, seqs: Sequence[int]) -> None:
    """Put lines into the outbox, where this evening is a club's."""
    row = connection.execute(_evenings.select().where(_evenings.c.id == evening)).first()
    if seqs and row is not None and is_told(connection, key := key_of(row.started, row.token)):
        _insert(connection, evening, key, seqs)


def enrol(connection: sa.Connection, evening: int) -> None:
    """Make an evening a club's, with all that has happened in it."""
    row = connection.execute(_evenings.select().where(_evenings.c.id == evening)).one()
    key = key_of(row.started, row.token)
    if not is_told(connection, key):
        query = sa.select(_events.c.seq).where(_events.c.evening == evening).order_by(_events.c.seq)
        _insert(connection, evening, key, [OF_EVENING, *connection.execute(query).scalars()])


def is_told(connection: sa.Connection, key: str) -> bool:
    """Whether the evening of this key is a club's."""
    query = sa.select(_outbox.c.number).where(_outbox.c.key == key).limit(1)
    return connection.execute(query).first() is not None


def _insert(connection: sa.Connection, evening: int, key: str, seqs: Sequence[int]) -> None:
    lines = [{"evening": evening, "key": key, "seq": seq} for seq in seqs]
    connection.execute(_outbox.insert(), lines)


class Outbox(Database):
    """What a store keeps for its club."""

    def stream(self) -> str:
        """By what the club knows the numbers of this file; made where it has none."""

        def read(connection: sa.Connection) -> str:
            known = connection.execute(sa.select(_stream.c.name)).scalar()
            if known is None:
                known = secrets.token_hex(8)
                connection.execute(_stream.insert().values(name=known))
            return str(known)

        return self._write(read)

    def messages(self, after: int, limit: int) -> list[Message]:
        """The lines numbered above ``after``, in order, at most so many."""
        same = (_events.c.evening == _outbox.c.evening) & (_events.c.seq == _outbox.c.seq)
        query = (
            sa.select(_outbox, _evenings.c.started, _evenings.c.token, _evenings.c.setup, _events.c.at)
            .add_columns(_events.c.body)
            .outerjoin_from(_outbox, _evenings, _evenings.c.id == _outbox.c.evening)
            .outerjoin(_events, same)
            .where(_outbox.c.number > after)
            .order_by(_outbox.c.number)
            .limit(limit)
        )
        return [_message(row) for row in self._rows(query)]

    def last_message(self) -> int:
        """The number of the last line, 0 before the first."""
        return int(self._value(sa.select(sa.func.max(_outbox.c.number))) or 0)


def _message(row: sa.Row[tuple[object, ...]]) -> Message:
    # Another evening may have got the number of one that was forgotten.
    here = row.started is not None and key_of(row.started, row.token) == row.key
    at, body = (row.started, row.setup) if row.seq == OF_EVENING else (row.at, row.body)
    there = here and body is not None
    return Message(row.number, row.key, row.seq, at if there else 0.0, body if there else None)
