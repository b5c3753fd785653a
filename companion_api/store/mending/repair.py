"""A new file in place of a broken one, with all that could be saved."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import sqlalchemy as sa

from companion_api.store import rows, schema
from companion_api.store.backups import FORGETTING, Backup, Backups
from companion_api.store.errors import Unreadable
from companion_api.store.mending import integrity
from companion_api.store.place import place_of
from hardware.files.private import private_file


@dataclass(frozen=True, slots=True)
class Repaired:
    """What became of a broken file.

    Attributes:
        aside: where it lies now.
        evenings: how many the new file has.
        restored: how many of them came from a copy.
        copied: when that copy was made; None: none was needed, or there was none.
    """

    aside: Path
    evenings: int
    restored: int
    copied: datetime | None


def repair(file: Path, backups: Backups) -> Repaired:
    """Set a broken file aside and put a new one in its place; whoever calls holds the folder.

    The new one is made whole before it takes the old one's name, so that a power cut leaves
    either the one or the other.

    Raises:
        OSError, sqlite3.Error, SQLAlchemyError: the disk does not take it.
    """
    aside = integrity.set_aside(file)
    fresh = file.with_name(f"{file.name}.part")
    with _scratch(fresh) as engine:
        integrity.salvage(aside, fresh)
        restored, copied = _restore(engine, backups, fresh)
        with engine.connect() as connection:
            query = sa.select(sa.func.count()).select_from(schema.evenings)
            evenings = int(connection.execute(query).scalar_one())
        engine.dispose()
        for end in integrity.BESIDE:
            Path(f"{file}{end}").unlink(missing_ok=True)
        os.replace(fresh, file)
    return Repaired(aside, evenings, restored, copied)


@contextlib.contextmanager
def _scratch(file: Path) -> Iterator[sa.Engine]:
    """A database with today's tables for a while; what lay there goes."""
    _remove(file)
    private_file(file)
    with contextlib.ExitStack() as leaving:
        leaving.callback(_remove, file)
        engine = place_of(f"sqlite:///{file}").engine()
        leaving.callback(engine.dispose)
        with engine.begin() as connection:
            schema.migrate(connection)
        yield engine


def _remove(file: Path) -> None:
    for end in ("", *integrity.BESIDE):
        Path(f"{file}{end}").unlink(missing_ok=True)


def _restore(engine: sa.Engine, backups: Backups, fresh: Path) -> tuple[int, datetime | None]:
    """Take evenings that could not be saved from the newest copy that is whole."""
    for backup in backups.all():
        # What was to be forgotten does not come back by itself.
        if backup.why != FORGETTING and (count := _from_copy(engine, backup, fresh)) is not None:
            return count, backup.made if count else None
    return 0, None


def _from_copy(engine: sa.Engine, backup: Backup, fresh: Path) -> int | None:
    """How many evenings came from this copy; None: it is broken itself."""
    old = fresh.with_name(f"{fresh.name}.copy")
    try:
        _remove(old)
        shutil.copyfile(backup.file, old)
        if integrity.fault(old) is not None:
            return None
        source = place_of(f"sqlite:///{old}").engine()
        with source.begin() as connection:
            schema.migrate(connection)
        with source.connect() as connection, engine.begin() as into:
            count = _fill(connection, into)
        source.dispose()
        return count
    except (OSError, sqlite3.Error, sa.exc.SQLAlchemyError):
        return None
    finally:
        _remove(old)


def _fill(source: sa.Connection, into: sa.Connection) -> int:
    count = 0
    for number in source.execute(sa.select(schema.evenings.c.id)).scalars().all():
        here, there = _read(into, number), _read(source, number)
        if there is None:
            continue
        # A row that was made up for events whose own was lost (`integrity.salvage`) has no table, no token.
        stays = here is not None and (here.setup or here.token or not there.setup)
        # Events are only ever added: where the copy has more, the file has lost its last ones.
        if stays and _length(into, number) >= _length(source, number):
            continue
        count += 1
        restored = schema.evenings, schema.events, schema.evening_notes
        for table in (schema.pictures, schema.pictures_kept, *reversed(restored)):
            into.execute(table.delete().where(schema.of(table, number)))
        for table in restored:
            query = table.select().where(schema.of(table, number))
            if found := [dict(row._mapping) for row in source.execute(query)]:
                into.execute(table.insert(), found)
        if here is not None:
            # What came after the copy is lost, and stays known to be.
            counted = schema.evenings.update().where(schema.of(schema.evenings, number))
            into.execute(counted.values(events=max(here.events, there.events)))
    names = set(into.execute(sa.select(schema.house_presets.c.name)).scalars())
    for row in source.execute(schema.house_presets.select()).all():
        if row.name not in names:
            into.execute(schema.house_presets.insert().values(name=row.name, body=row.body))
    return count


def _length(connection: sa.Connection, number: int) -> int:
    query = sa.select(sa.func.count()).where(schema.events.c.evening == number)
    return int(connection.execute(query).scalar_one())


def _read(connection: sa.Connection, number: int) -> rows.Evening | None:
    """An evening that is there and reads."""
    here = connection.execute(schema.evenings.select().where(schema.evenings.c.id == number)).first()
    query = schema.events.select().where(schema.events.c.evening == number).order_by(schema.events.c.seq)
    try:
        rows.lines(number, connection.execute(query).all())
        return None if here is None else rows.evening(here)
    except Unreadable:
        return None
