"""Where a store keeps evenings, of either kind: a folder of this computer, a database of a server."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.files.private import private_folder

if TYPE_CHECKING:
    import psycopg

EVENINGS = Path(__file__).parent / "companion_api" / "store" / "evenings"


class Folder:
    """A data folder.

    Attributes:
        place: what a store is opened with.
        kind: of what keeps the evenings.
    """

    kind = "sqlite"

    def __init__(self, folder: Path) -> None:
        self.place = str(folder)
        self._file = folder / "nainjaune.db"

    def wrote(self, name: str) -> bool:
        """Whether that earlier version has written such a one."""
        return True

    def load(self, name: str) -> None:
        """Put a database that an earlier version wrote there, in the place of what there is."""
        private_folder(self._file.parent)
        for rest in self._file.parent.glob(f"{self._file.name}-*"):
            rest.unlink()
        shutil.copy(EVENINGS / f"{name}.sqlite", self._file)

    def change(self, statement: str) -> bool:
        """Change rows past the store; False: it keeps nothing of that kind there."""
        with contextlib.closing(sqlite3.connect(self._file)) as database, database:
            database.execute(statement)
        return True

    def holds(self, text: bytes) -> bool:
        """Whether a text stands in any of its rows, or in what is left of them."""
        return any(text in file.read_bytes() for file in self._file.parent.glob(f"{self._file.name}*"))


class Served:
    """A database of a server; see `Folder`."""

    kind = "postgresql"

    def __init__(self, place: str) -> None:
        self.place = place

    def wrote(self, name: str) -> bool:
        return (EVENINGS / f"{name}.postgresql.sql").exists()

    def load(self, name: str) -> None:
        fresh = "DROP SCHEMA public CASCADE; CREATE SCHEMA public;\n"
        assert self.change(fresh + (EVENINGS / f"{name}.postgresql.sql").read_text(encoding="utf-8"))

    def change(self, statement: str) -> bool:
        from psycopg import DataError
        from psycopg.errors import DatatypeMismatch

        with contextlib.suppress(DataError, DatatypeMismatch), self._connected() as connection:
            connection.execute(statement.encode())
            return True
        return False

    def _connected(self) -> psycopg.Connection:
        import psycopg  # of the extra [test-all]

        return psycopg.connect(self.place)

    def holds(self, text: bytes) -> bool:
        with self._connected() as connection:
            tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
            for (table,) in tables.fetchall():
                for row in connection.execute(f'SELECT * FROM "{table}"'.encode()).fetchall():
                    if text in repr(row).encode():
                        return True
        return False
