"""What people keep of an evening besides its events: a note, and one picture that they chose."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from companion_api.store import schema
from companion_api.store.database import Database

_notes = schema.evening_notes
LONGEST_NOTE = 500
"""Characters of a note."""
LARGEST_PICTURE = 1_000_000
"""Bytes of a picture: pages send at most 1600 pixels."""


@dataclass(frozen=True, slots=True)
class Note:
    """What is kept of one evening.

    Attributes:
        text: empty: nothing was written.
        pictured: there is a picture.
    """

    text: str = ""
    pictured: bool = False


class Notes(Database):
    """What a store keeps of notes."""

    def notes(self) -> dict[int, Note]:
        """The notes by evening."""
        query = sa.select(_notes.c.evening, _notes.c.note, _notes.c.jpeg.is_not(None))
        with self._reading() as connection:
            return {row[0]: Note(str(row[1]), bool(row[2])) for row in connection.execute(query)}

    def note_picture(self, evening: int) -> bytes | None:
        """The picture of an evening; None: there is none."""
        with self._reading() as connection:
            found = connection.execute(sa.select(_notes.c.jpeg).where(_notes.c.evening == evening)).scalar()
        return bytes(found) if isinstance(found, bytes | memoryview) else None

    def write_note(self, evening: int, text: str) -> None:
        """Keep a note; empty: none.

        Args:
            evening: its number; it is there.
            text: at most `LONGEST_NOTE` characters.
        """
        self._write(_put, evening, {"note": text[:LONGEST_NOTE]})

    def keep_note_picture(self, evening: int, jpeg: bytes | None) -> None:
        """Keep a picture; None: none, and what was there is overwritten in the file."""
        self._write(_put, evening, {"jpeg": jpeg})


def _put(connection: sa.Connection, evening: int, values: dict[str, object]) -> None:
    here = _notes.c.evening == evening
    if connection.execute(_notes.update().where(here).values(**values)).rowcount:
        return
    connection.execute(_notes.insert().values(evening=evening, **{"note": "", **values}))
