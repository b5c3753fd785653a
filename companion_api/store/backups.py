"""Copies of a database's file, in ``backups`` beside it: the evenings, never their pictures (SQLite).

One is made each day on which evenings are shown, at the start and, in its place, at the end; one
before an older database becomes one of today, and one before something is forgotten. That last one
still holds what people wanted forgotten: it is kept for some days against a slip of the finger, the
others made before it are deleted at once.
"""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from companion_api.store.mending.integrity import BESIDE
from companion_api.store.place import connect
from hardware.files.private import private_file, private_folder

FOLDER = "backups"
KEPT = 5
"""Copies kept besides those made before something was forgotten."""
FORGETTING = "before-forgetting"
MIGRATION = "before-migration"
DAILY = "daily"
REGRET = timedelta(days=7)
"""How long what was forgotten can still be brought back."""
DAY = timedelta(hours=20)
_NAME = re.compile(rf"(\d{{8}}T\d{{6}}Z)-({FORGETTING}|{MIGRATION}|{DAILY})(?:-\d+)?\.db")


@dataclass(frozen=True, slots=True)
class Backup:
    """One copy.

    Attributes:
        file: where it lies.
        made: when.
        why: `FORGETTING`, `MIGRATION` or `DAILY`.
    """

    file: Path
    made: datetime
    why: str


class Backups:
    """The copies of one database's file.

    Args:
        file: of the database.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self.folder = file.parent / FOLDER

    def all(self) -> list[Backup]:
        """The copies there are, the newest first."""
        found = []
        with contextlib.suppress(OSError):
            for file in self.folder.iterdir():
                if name := _NAME.fullmatch(file.name.removeprefix(f"{self._file.stem}-")):
                    with contextlib.suppress(ValueError):
                        made = datetime.strptime(name[1], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
                        found.append(Backup(file, made, name[2]))
        return sorted(found, key=lambda each: (each.made, each.file.name), reverse=True)

    def set_aside(self) -> list[Path]:
        """Broken files that were replaced (`integrity.set_aside`)."""
        return sorted(self._file.parent.glob(f"{self._file.stem}-damaged-*{self._file.suffix}"))

    def make(self, why: str) -> Backup:
        """Make a copy.

        Raises:
            OSError, sqlite3.Error: it cannot be made.
        """
        made = datetime.now(UTC)
        private_folder(self.folder)
        name = f"{self._file.stem}-{made:%Y%m%dT%H%M%SZ}-{why}"
        names = (f"{name}{number}.db" for number in ("", *(f"-{n}" for n in range(2, 1000))))
        file = next(place for each in names if not (place := self.folder / each).exists())
        part = file.with_suffix(".part")
        part.unlink(missing_ok=True)
        private_file(part)
        try:
            copy(self._file, part)
            os.replace(part, file)
        finally:
            part.unlink(missing_ok=True)
        self.prune(file)
        return Backup(file, made, why)

    def made_today(self) -> bool:
        """Whether there is a copy that is not older than a day, nor of a clock that was once ahead."""
        now = datetime.now(UTC)
        return any(each.why != FORGETTING and abs(now - each.made) < DAY for each in self.all())

    def prune(self, made: Path | None = None) -> None:
        """Delete copies that are too many (a daily one of a day is enough), or too old for what they hold.

        Args:
            made: just now; it is the newest, though a clock that was set back may call it the oldest.
        """
        now, count = datetime.now(UTC), 0
        days: set[date | Path] = set()
        for each in sorted(self.all(), key=lambda each: each.file != made):
            if each.why == FORGETTING:
                stays = abs(now - each.made) <= REGRET
            else:
                day = each.made.date() if each.why == DAILY else each.file
                stays = day not in days and count < KEPT
                count += stays
                days.add(day)
            if not stays:
                self.delete(each)
        for left in self.folder.glob("*.part"):  # by a power cut
            _delete(left)

    def forget(self, but: Backup | None = None) -> None:
        """Delete the copies, all or all but one."""
        for each in self.all():
            if but is None or each.file != but.file:
                self.delete(each)

    def delete(self, backup: Backup) -> None:
        """Overwrite one copy and delete it."""
        _delete(backup.file)

    def forget_everything(self) -> int:
        """Delete all copies, and the broken files that were set aside; says how many there were."""
        files = [*(each.file for each in self.all()), *self.set_aside()]
        for file in files:
            _delete(file)
        return len(files)


def copy(source: Path, target: Path) -> None:
    """Write a database's evenings, without pictures, into an empty file.

    Raises:
        sqlite3.Error: it cannot be done.
    """
    with contextlib.closing(connect(source)) as connection:
        connection.execute("VACUUM INTO ?", (str(target),))
    with contextlib.closing(connect(target)) as copied:
        if copied.execute("SELECT COUNT(*) FROM sqlite_master WHERE name = 'pictures'").fetchone()[0]:
            copied.execute("DELETE FROM pictures")
            with contextlib.suppress(sqlite3.OperationalError):  # an older version has none
                copied.execute("UPDATE evening_notes SET jpeg = NULL")
                copied.execute("DELETE FROM club_stream")  # who goes back to it numbers anew (`outbox`)
            copied.commit()
            copied.execute("VACUUM")


def _delete(file: Path) -> None:
    """Overwrite and delete."""
    with contextlib.suppress(OSError, sqlite3.Error), open(file, "r+b") as stream:
        stream.write(bytes(file.stat().st_size))
        stream.flush()
        os.fsync(stream.fileno())
    for end in ("", *BESIDE):
        Path(f"{file}{end}").unlink(missing_ok=True)
