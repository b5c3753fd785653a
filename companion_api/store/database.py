"""The one database behind a store: opened, checked, written by one thread, noticed when it goes.

Everything is written through one thread and is on the disk when a write returns (SQLite: WAL
journal, ``synchronous=FULL``). At every start the file is checked and brought to today's tables.
A file that was deleted or moved away meanwhile is written anew from what is still open.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from companion_api.store import schema
from companion_api.store.backups import DAILY, FORGETTING, MIGRATION, Backup, Backups
from companion_api.store.errors import StoreFailed, failure, first_line
from companion_api.store.mending import integrity
from companion_api.store.mending.repair import repair
from companion_api.store.open_file import OpenFile, Readers
from companion_api.store.place import connect, durable, place_of
from engine.errors import BadInput
from hardware.files.private import private_file, private_folder

_T = TypeVar("_T")
LOCK = "host.lock"
"""The file beside a database that its host holds."""
_ADVICE = {
    "replaced": "another file lies where {name} was: move it away, then go on",
    "damaged": "{name} was cut or written over: stop the companion and start it again",
}


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that people should know of their store.

    Attributes:
        kind: an entry of ``store`` in the word tables.
        facts: what fills its places.
    """

    kind: str
    facts: Mapping[str, Any] = field(default_factory=dict)


class Database:
    """One database, its file looked after.

    Args:
        place: a folder (``nainjaune.db`` is made in it) or an SQLAlchemy address such as
            ``postgresql+psycopg://…``.

    Attributes:
        notices: what people should know, in the order in which it was noticed.
        backups: the copies of its file; None: a server keeps it.

    Raises:
        BadInput: the folder or database cannot be written, or a later version has made it.
    """

    def __init__(self, place: str | Path) -> None:
        self._place = place_of(place)
        self.notices: list[Notice] = []
        self._tell: Callable[[Notice], None] = lambda notice: None
        self._done: Callable[[], None] = lambda: None
        self.backups = None if self._place.file is None else Backups(self._place.file)
        self._held: sqlite3.Connection | None = None
        self._readers = Readers()
        self._file: OpenFile | None = None
        self._unsure = False
        emptied = self._place.file is not None and _emptied(self._place.file)
        self._place.prepare()
        self._engine = self._place.engine()
        if self._place.file is not None:
            sa.event.listen(self._engine, "connect", lambda connection, _record: durable(connection))
        self._writer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store-writer")
        try:
            self._open(emptied)
        except (SQLAlchemyError, sqlite3.Error, StoreFailed, OSError) as error:
            self.close()
            raise self._place.refusal("the events cannot be stored there", error) from None
        except BaseException:
            self.close()
            raise

    def when_noticed(self, tell: Callable[[Notice], None]) -> None:
        """Call ``tell`` with whatever is noticed from now on, from the thread that writes."""
        self._tell = tell

    def when_written(self, do: Callable[[], None]) -> None:
        """Call ``do`` after every write from now on, from the thread that asked for it; it must not wait."""
        self._done = do

    def _notice(self, kind: str, **facts: Any) -> None:
        self.notices.append(Notice(kind, facts))
        self._tell(self.notices[-1])

    @property
    def shared(self) -> bool:
        """Whether several tables may write into it: a server keeps it, nobody holds it alone."""
        return self._place.file is None

    # --- at the start ---------------------------------------------------------------------

    def _open(self, emptied: bool) -> None:
        file = self._place.file
        if file is not None and (emptied or integrity.fault(file) is not None):
            self._repair(file, emptied)
        with self._engine.connect() as connection:
            version = schema.version(connection)
            old = sa.inspect(connection).has_table(schema.events.name) and version < schema.VERSION
        if version > schema.VERSION:
            raise BadInput(
                f"--data {self._place.given}: made by a later nainjaune (version {version} of its tables, "
                f"expected {schema.VERSION} at most): use that one"
            )
        if version < schema.VERSION:
            if old and self.backups is not None:
                self._notice("migrated", file=str(self.backups.make(MIGRATION).file))
            self._write(schema.migrate)
        if file is not None:
            self._file = OpenFile(file)

    def _repair(self, file: Path, emptied: bool) -> None:
        self.hold()
        if not emptied and integrity.fault(file) is None:
            return  # another program was quicker
        assert self.backups is not None
        done = repair(file, self.backups)
        kind = "emptied" if emptied else "repaired"
        self._notice(kind, file=file.name, aside=done.aside.name, evenings=done.evenings)
        if done.copied is not None:
            self._notice("restored", n=done.restored, when=done.copied.astimezone())

    def hold(self) -> None:
        """Keep other hosts from this folder until `close` or the end of the process, however it ends.

        A database of SQLite's own beside the events is held, because its locks work wherever
        SQLite does and vanish with whoever held them.

        Raises:
            BadInput: another host shows evenings from there.
        """
        file = self._place.file
        if file is None or self._held is not None:
            return  # a club's tables share one database
        try:
            private_file(file.with_name(LOCK))
            # Closed by whichever thread ends the evening.
            held = connect(file.with_name(LOCK), timeout=0)
            held.isolation_level = None
            held.execute("BEGIN EXCLUSIVE")
        except (OSError, sqlite3.Error) as error:
            if "locked" not in str(error):
                raise BadInput(f"--data {self._place.given}: cannot be held ({error})") from None
            raise BadInput(
                f"--data {self._place.given}: another nainjaune shows evenings from there already; "
                "stop it, or choose another folder"
            ) from None
        self._held = held

    # --- reading and writing --------------------------------------------------------------

    def _write(self, job: Callable[..., _T], *args: Any, **more: Any) -> _T:
        """Run ``job(connection, *args, **more)`` in one transaction on the writer's thread and wait."""

        def transaction() -> _T:
            self._look_after()
            with self._engine.begin() as connection:
                return job(connection, *args, **more)

        try:
            done = self._writer.submit(transaction).result()
        except DBAPIError as error:
            self._unsure = self._unsure or error.connection_invalidated
            raise failure(error) from error
        self._done()
        return done

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        try:
            with self._readers.reading(), self._engine.connect() as connection:
                yield connection
        except DBAPIError as error:
            raise failure(error) from error

    def _rows(self, query: sa.Executable) -> Sequence[Any]:
        """All rows that a query finds."""
        with self._reading() as connection:
            return connection.execute(query).all()

    def _value(self, query: sa.Executable) -> Any:
        """The first column of the first row that a query finds; None: it finds none."""
        with self._reading() as connection:
            return connection.execute(query).scalar()

    def _fold_journal(self) -> None:
        """What was deleted may still stand in SQLite's journal: fold it into the (overwritten) file."""
        if self._place.file is not None:
            with self._reading() as connection:
                connection.execute(sa.text("PRAGMA wal_checkpoint(TRUNCATE)"))

    # --- copies ---------------------------------------------------------------------------

    def back_up(self, *, anew: bool = False) -> None:
        """Make today's copy of the file, where there is none; a full disk is no reason not to play.

        Args:
            anew: in place of one of today.
        """
        if self.backups is not None:
            with contextlib.suppress(OSError, sqlite3.Error):
                self.backups.prune()
                if anew or not self.backups.made_today():
                    self.backups.make(DAILY)

    @contextlib.contextmanager
    def _forgetting(self) -> Iterator[None]:
        """Keep a copy for a while before something is deleted; earlier ones hold it too, and go.

        Raises:
            StoreFailed: no copy can be made; nothing is deleted.
        """
        copy: Backup | None = None
        if self.backups is not None:
            try:
                copy = self.backups.make(FORGETTING)
            except (OSError, sqlite3.Error) as error:
                raise StoreFailed("full", f"no copy can be made before that is deleted ({error})") from None
        try:
            yield
        except BaseException:
            if self.backups is not None and copy is not None:
                self.backups.delete(copy)
            raise
        self._fold_journal()
        if self.backups is not None:
            self.backups.forget(but=copy)

    # --- a file that goes -----------------------------------------------------------------

    def look_after(self) -> None:
        """Notice that the file is no longer where it was.

        Raises:
            StoreFailed: it was deleted or moved, and has been written anew; another lies there; or it was
                cut or written over.
        """
        if self._file is not None and self._file.state() != "there":
            self._writer.submit(self._look_after).result()

    def _look_after(self) -> None:
        if self._file is None or (state := self._file.state()) == "there":
            return
        name = self._file.path.name
        if state != "gone":
            raise StoreFailed(state, _ADVICE[state].format(name=name))
        try:
            self._write_anew(self._file)
        except (OSError, sqlite3.Error, SQLAlchemyError) as error:
            advice = f"put it back, then go on ({first_line(error)})"
            raise StoreFailed("gone", f"{name} was deleted or moved: {advice}") from None
        self._notice("gone", file=name)
        raise StoreFailed("gone", f"{name} was deleted or moved: it is written anew, try again")

    def _write_anew(self, opened: OpenFile) -> None:
        """Write all that is still open into a new file of the old name."""
        file = opened.path
        part = file.with_name(f"{file.name}.part")
        with self._readers.nobody():
            private_folder(file.parent)
            part.unlink(missing_ok=True)
            private_file(part)
            self._copy_open(part)
            # Closing folds the old journal into the old file; a journal that stayed would spoil the new one.
            self._engine.dispose()
            for end in integrity.BESIDE:
                Path(f"{file}{end}").unlink(missing_ok=True)
            os.replace(part, file)
            opened.opened()
        if self._held is not None and not file.with_name(LOCK).exists():
            self._held.close()  # it went with the folder
            self._held = None
            self.hold()

    def _copy_open(self, target: Path) -> None:
        raw = self._engine.raw_connection()
        try:
            raw.cursor().execute("VACUUM INTO ?", (str(target),))
        finally:
            raw.close()

    def close(self) -> None:
        """Let the last write end and close the database; what lies nowhere any more is saved first."""
        if self._file is not None and self._file.state() != "there":
            self._writer.submit(self._rescue, self._file.path).result()
        self._file = None  # closed a second time, there is nothing left to save
        self._writer.shutdown()
        self._engine.dispose()
        if self._held is not None:
            self._held.close()
            self._held = None

    def _rescue(self, file: Path) -> None:
        with contextlib.suppress(StoreFailed, OSError, sqlite3.Error, SQLAlchemyError):
            try:
                self._look_after()
            except StoreFailed as lost:
                if lost.why != "replaced":
                    raise
                name = f"{file.stem}-rescued-{datetime.now(UTC):%Y%m%dT%H%M%SZ}{file.suffix}"
                private_file(file.with_name(name))
                self._copy_open(file.with_name(name))
                self._notice("rescued", file=name)


def _emptied(file: Path) -> bool:
    """Whether a database was there and nothing of it is left in its file."""
    journal = Path(f"{file}-wal")
    try:
        size = file.stat().st_size if file.exists() else None
        return size == 0 or (size is None and journal.exists() and journal.stat().st_size > 0)
    except OSError:
        return False
