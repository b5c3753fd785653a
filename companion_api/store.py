"""The evening's memory: numbered events with the pictures that prove them, never changed.

An evening is a list of events, 1, 2, …; what it means is always folded anew from them, so an
undo or a correction is one more event (`corrected`), and a restart finds everything again.
All writing goes through one thread and returns only once the database has it on the disk
(SQLite: WAL journal, ``synchronous=FULL``): a process killed at any moment loses no event
that `append` has returned. An event and its picture are committed together. A disk that is full or a
database that somebody else holds is a `StoreFailed`: nothing of that write is kept, all else is.
"""

from __future__ import annotations

import contextlib
import json
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from engine.errors import BadInput
from engine.presets import HousePreset, read_preset
from engine.presets import to_json as preset_json

SHARED_PAST = 24 * 3600.0
BROUGHT_IN = ""
"""The token of an evening that was brought in from elsewhere: no phone can show it."""
_tables = sa.MetaData()

_evenings = sa.Table(
    "evenings",
    _tables,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("started", sa.Float, nullable=False),
    sa.Column("token", sa.Text, nullable=False),
    sa.Column("setup", sa.Text, nullable=False),
)
_events = sa.Table(
    "events",
    _tables,
    sa.Column("evening", sa.ForeignKey("evenings.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)
_pictures = sa.Table(
    "pictures",
    _tables,
    sa.Column("evening", sa.ForeignKey("evenings.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("jpeg", sa.LargeBinary, nullable=False),
)
_keeping = sa.Table(
    "pictures_kept",
    _tables,
    sa.Column("evening", sa.ForeignKey("evenings.id"), primary_key=True),
)
_presets = sa.Table(
    "house_presets",
    _tables,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("body", sa.Text, nullable=False),
)


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
        why: ``full`` (the disk), ``locked`` (by another program), ``readonly`` or ``failed``.
    """

    def __init__(self, why: str, detail: str) -> None:
        super().__init__(detail)
        self.why = why


_FAILURES = (
    ("full", "the disk is full: make room, then go on", ("is full", "no space left", "disk i/o error")),
    ("locked", "another program holds the database: close it, then go on", ("is locked", "is busy")),
    ("readonly", "the database may not be written: allow it, then go on", ("readonly", "read-only")),
)
"""Why a write failed, what to do, and how databases say so."""


def _failure(error: DBAPIError) -> StoreFailed:
    said = str(error.orig).splitlines()[0]
    for why, told, words in _FAILURES:
        if any(word in said.lower() for word in words):
            return StoreFailed(why, f"{told} ({said})")
    return StoreFailed("failed", f"the events cannot be read or written ({said})")


@dataclass(frozen=True, slots=True)
class Evening:
    """One evening at the table.

    Attributes:
        id: its number in the store.
        started: Unix time at which it began.
        token: what a phone must show to see it.
        setup: the table it was begun with, as JSON values; empty until people have set it up.
    """

    id: int
    started: float
    token: str
    setup: Mapping[str, Any]


_T = TypeVar("_T")
Event = Mapping[str, Any]
"""One line of the log (CONTRACT.md): ``type`` and its fields; stored ones carry ``seq``."""


class Store:
    """The events of all evenings in one database.

    Args:
        place: a folder (``nainjaune.db`` is made in it) or an SQLAlchemy address such as
            ``postgresql+psycopg://…``.

    Raises:
        BadInput: the folder or database cannot be written.
    """

    def __init__(self, place: str | Path) -> None:
        self._place = place
        self._held: sqlite3.Connection | None = None
        address = str(place)
        if "://" not in address:
            folder = Path(place)
            try:
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            except OSError as error:
                raise BadInput(f"--data {place}: no folder can be made there ({error.strerror})") from None
            file = folder / "nainjaune.db"
            address = f"sqlite:///{file}"
        try:
            self._engine = sa.create_engine(address)
        except (SQLAlchemyError, ImportError) as error:
            reason = str(error).splitlines()[0]
            raise BadInput(f"--data {place}: no such kind of database can be opened ({reason})") from None
        if self._engine.dialect.name == "sqlite":
            sa.event.listen(self._engine, "connect", _durable)
        self._writer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store-writer")
        try:
            self._write(_tables.create_all)
        except (SQLAlchemyError, StoreFailed) as error:
            self._writer.shutdown()
            reason = str(error).splitlines()[0]
            raise BadInput(f"--data {place}: the events cannot be stored there ({reason})") from None

    def hold(self) -> None:
        """Keep other hosts from this folder until `close` or the end of the process, however it ends.

        A database of SQLite's own beside the events is held, because its locks work wherever
        SQLite does and vanish with whoever held them.

        Raises:
            BadInput: another host shows evenings from there.
        """
        if self._engine.dialect.name != "sqlite":
            return  # a club's tables share one database
        beside = Path(self._engine.url.database or "").with_name("host.lock")
        # Closed by whichever thread ends the evening.
        held = sqlite3.connect(beside, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            held.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            held.close()
            if "locked" not in str(error):
                raise BadInput(f"--data {self._place}: cannot be held ({error})") from None
            raise BadInput(
                f"--data {self._place}: another nainjaune shows evenings from there already; "
                "stop it, or choose another folder"
            ) from None
        self._held = held

    def _write(self, job: Callable[..., _T], *args: Any) -> _T:
        """Run ``job(connection, *args)`` in one transaction on the writer's thread and wait."""

        def transaction() -> _T:
            with self._engine.begin() as connection:
                return job(connection, *args)

        try:
            return self._writer.submit(transaction).result()
        except DBAPIError as error:
            raise _failure(error) from error

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        try:
            with self._engine.connect() as connection:
                yield connection
        except DBAPIError as error:
            raise _failure(error) from error

    def begin(self, setup: Mapping[str, Any], token: str | None = None) -> Evening:
        """Start an evening, with a new token unless phones are to keep theirs.

        An empty ``setup`` is an evening that people have not set up yet (`arrange`).
        """
        evening = Evening(0, time.time(), token or secrets.token_urlsafe(16), dict(setup))

        def insert(connection: sa.Connection) -> int:
            row = _evenings.insert().values(
                started=evening.started, token=evening.token, setup=json.dumps(evening.setup)
            )
            key = connection.execute(row).inserted_primary_key
            assert key is not None
            return int(key[0])

        return Evening(self._write(insert), evening.started, evening.token, evening.setup)

    def last(self) -> Evening | None:
        """The evening begun last, or None."""
        query = _evenings.select().where(_evenings.c.token != BROUGHT_IN)
        with self._reading() as connection:
            row = connection.execute(query.order_by(_evenings.c.id.desc()).limit(1)).first()
        return Evening(row.id, row.started, row.token, json.loads(row.setup)) if row else None

    def evenings(self) -> list[Evening]:
        """All evenings, those that began first first."""
        with self._reading() as connection:
            rows = connection.execute(_evenings.select().order_by(_evenings.c.started, _evenings.c.id)).all()
        return [Evening(row.id, row.started, row.token, json.loads(row.setup)) for row in rows]

    def lengths(self) -> dict[int, int]:
        """How many events each evening has that has any."""
        query = sa.select(_events.c.evening, sa.func.count()).group_by(_events.c.evening)
        with self._reading() as connection:
            return {evening: count for evening, count in connection.execute(query)}

    def bring_in(self, started: float, setup: Mapping[str, Any], events: Sequence[Event]) -> Evening:
        """Store an evening that was played elsewhere; it is never gone on with.

        Args:
            started: Unix time.
            setup: its table, empty when not known.
            events: all of them, in order.
        """

        def insert(connection: sa.Connection) -> int:
            row = _evenings.insert().values(started=started, token=BROUGHT_IN, setup=json.dumps(dict(setup)))
            key = connection.execute(row).inserted_primary_key
            assert key is not None
            _append(connection, int(key[0]), events, {}, None, at=started)
            return int(key[0])

        return Evening(self._write(insert), started, BROUGHT_IN, dict(setup))

    def forget_evening(self, evening: int) -> bool:
        """Delete an evening with all that belongs to it; says whether there was one."""

        def delete(connection: sa.Connection) -> int:
            for table in (_pictures, _keeping, _events):
                connection.execute(table.delete().where(table.c.evening == evening))
            return connection.execute(_evenings.delete().where(_evenings.c.id == evening)).rowcount

        forgotten = self._write(delete) > 0
        self._fold_journal()
        return forgotten

    def rewrite(self, change: Callable[[Any], Any]) -> int:
        """Have ``change`` make another JSON value of every table and event; says how many differ."""

        def update(connection: sa.Connection) -> int:
            changed = 0
            for row in connection.execute(_evenings.select()).all():
                setup = json.dumps(change(json.loads(row.setup)))
                if setup != row.setup:
                    changed += 1
                    connection.execute(_evenings.update().where(_evenings.c.id == row.id).values(setup=setup))
            for row in connection.execute(_events.select()).all():
                body = json.dumps(change(json.loads(row.body)), ensure_ascii=False)
                if body != row.body:
                    changed += 1
                    here = (_events.c.evening == row.evening) & (_events.c.seq == row.seq)
                    connection.execute(_events.update().where(here).values(body=body))
            return changed

        changed = self._write(update)
        self._fold_journal()
        return changed

    def _fold_journal(self) -> None:
        """What was deleted may still stand in SQLite's journal: fold it into the (overwritten) file."""
        if self._engine.dialect.name == "sqlite":
            with self._reading() as connection:
                connection.execute(sa.text("PRAGMA wal_checkpoint(TRUNCATE)"))

    def arrange(self, evening: int, setup: Mapping[str, Any]) -> None:
        """The table at which an evening is played."""

        def update(connection: sa.Connection) -> None:
            row = _evenings.update().where(_evenings.c.id == evening)
            connection.execute(row.values(setup=json.dumps(dict(setup))))

        self._write(update)

    def setups(self, most: int = 50) -> list[dict[str, Any]]:
        """The tables of past evenings, the last one first."""
        query = sa.select(_evenings.c.setup).order_by(_evenings.c.id.desc()).limit(most)
        with self._reading() as connection:
            told = [json.loads(setup) for setup in connection.execute(query).scalars()]
        return [setup for setup in told if setup]

    def append(
        self,
        evening: int,
        events: Sequence[Event],
        pictures: Mapping[int, bytes] | None = None,
        expected: int | None = None,
    ) -> list[dict[str, Any]]:
        """Add events to the end of an evening, all or none, and wait until they are on the disk.

        Args:
            evening: its number.
            events: without ``seq``; they get the next numbers.
            pictures: JPEG bytes by position in ``events``.
            expected: the last number the sender knew; None takes any.

        Returns:
            The events with their ``seq``.

        Raises:
            StaleCommand: there is a later event than ``expected``.
        """
        return self._write(_append, evening, list(events), dict(pictures or {}), expected)

    def events(self, evening: int, after: int = 0) -> list[dict[str, Any]]:
        """The events with a number above ``after``, in order."""
        query = (
            sa.select(_events.c.body)
            .where(_events.c.evening == evening, _events.c.seq > after)
            .order_by(_events.c.seq)
        )
        with self._reading() as connection:
            return [json.loads(body) for body in connection.execute(query).scalars()]

    def last_written(self, evening: int) -> float | None:
        """Unix time of the evening's last event, None when there is none."""
        query = sa.select(sa.func.max(_events.c.at)).where(_events.c.evening == evening)
        with self._reading() as connection:
            return connection.execute(query).scalar()

    def written(self, evening: int) -> dict[int, float]:
        """Unix time at which each of the evening's events was written, by number."""
        query = sa.select(_events.c.seq, _events.c.at).where(_events.c.evening == evening)
        with self._reading() as connection:
            return {seq: at for seq, at in connection.execute(query)}

    def picture(self, evening: int, seq: int) -> bytes | None:
        """The JPEG that proves event ``seq``, or None."""
        query = sa.select(_pictures.c.jpeg).where(_pictures.c.evening == evening, _pictures.c.seq == seq)
        with self._reading() as connection:
            return connection.execute(query).scalar()

    def pictured(self, evening: int) -> frozenset[int]:
        """The numbers of the events that have a picture."""
        query = sa.select(_pictures.c.seq).where(_pictures.c.evening == evening)
        with self._reading() as connection:
            return frozenset(connection.execute(query).scalars())

    def forget_pictures(self, evening: int) -> int:
        """Delete an evening's pictures (its events stay); says how many there were."""

        def delete(connection: sa.Connection) -> int:
            return connection.execute(_pictures.delete().where(_pictures.c.evening == evening)).rowcount

        forgotten = int(self._write(delete))
        self._fold_journal()
        return forgotten

    def keep_pictures(self, evening: int) -> None:
        """Have this evening's pictures outlast it."""

        def insert(connection: sa.Connection) -> None:
            connection.execute(_keeping.delete().where(_keeping.c.evening == evening))
            connection.execute(_keeping.insert().values(evening=evening))

        self._write(insert)

    def forget_past_pictures(self, but: int | None = None) -> int:
        """Delete the pictures of all evenings that are not to outlast theirs; says how many there were.

        In a database that several tables share, an evening is past when nothing was written in
        it for `SHARED_PAST` seconds.

        Args:
            but: the evening that goes on.
        """
        query = sa.select(_pictures.c.evening).distinct()
        query = query.where(_pictures.c.evening.not_in(sa.select(_keeping.c.evening)))
        if self._engine.dialect.name != "sqlite":
            recent = sa.select(_events.c.evening).where(_events.c.at > time.time() - SHARED_PAST)
            query = query.where(_pictures.c.evening.not_in(recent))
        with self._reading() as connection:
            past = [evening for evening in connection.execute(query).scalars() if evening != but]
        return sum(self.forget_pictures(evening) for evening in past)

    def presets(self) -> tuple[HousePreset, ...]:
        """The house presets that were saved, by name; one that no longer reads is left out."""
        with self._reading() as connection:
            rows = connection.execute(sa.select(_presets.c.body).order_by(_presets.c.name)).scalars().all()
        found = []
        for body in rows:
            with contextlib.suppress(BadInput):
                found.append(read_preset(json.loads(body), "a saved house preset"))
        return tuple(found)

    def save_preset(self, preset: HousePreset) -> None:
        """Keep a house preset; one of that name is replaced."""

        def write(connection: sa.Connection) -> None:
            connection.execute(_presets.delete().where(_presets.c.name == preset.name))
            body = json.dumps(preset_json(preset), ensure_ascii=False)
            connection.execute(_presets.insert().values(name=preset.name, body=body))

        self._write(write)

    def forget_preset(self, name: str) -> bool:
        """Delete a saved house preset; says whether there was one."""

        def delete(connection: sa.Connection) -> int:
            return connection.execute(_presets.delete().where(_presets.c.name == name)).rowcount

        return self._write(delete) > 0

    def close(self) -> None:
        """Let the last write end and close the database."""
        self._writer.shutdown()
        self._engine.dispose()
        if self._held is not None:
            self._held.close()


def _append(
    connection: sa.Connection,
    evening: int,
    events: Iterable[Event],
    pictures: Mapping[int, bytes],
    expected: int | None,
    at: float | None = None,
) -> list[dict[str, Any]]:
    newest = sa.select(sa.func.max(_events.c.seq), sa.func.max(_events.c.at))
    last, latest = connection.execute(newest.where(_events.c.evening == evening)).one()
    seq = last or 0
    if expected is not None and expected != seq:
        raise StaleCommand(seq)
    # A clock that was set back does not turn the order of an evening round.
    now = max(time.time() if at is None else at, latest or 0.0)
    stored = []
    for position, event in enumerate(events):
        seq += 1
        numbered = {**event, "seq": seq}
        stored.append(numbered)
        connection.execute(
            _events.insert().values(
                evening=evening, seq=seq, at=now, body=json.dumps(numbered, ensure_ascii=False)
            )
        )
        if position in pictures:
            connection.execute(_pictures.insert().values(evening=evening, seq=seq, jpeg=pictures[position]))
    return stored


def _durable(connection: Any, _record: Any) -> None:
    """Make every commit reach the disk before it is reported done (SQLite)."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA secure_delete=ON")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()
