"""What people keep besides events: of an evening a note and one picture, of all their slate of debts."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from companion_api.store import schema
from companion_api.store.database import Database
from engine.reading import readable

_notes = schema.evening_notes
_slate = schema.slate
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
        return {evening: Note(str(text), bool(pictured)) for evening, text, pictured in self._rows(query)}

    def note_picture(self, evening: int) -> bytes | None:
        """The picture of an evening; None: there is none."""
        found = self._value(sa.select(_notes.c.jpeg).where(_notes.c.evening == evening))
        return bytes(found) if isinstance(found, bytes | memoryview) else None

    def write_note(self, evening: int, text: str) -> None:
        """Keep a note; empty: none.

        Args:
            evening: its number; it is there.
            text: of any lines; at most `LONGEST_NOTE` characters are kept, none that shows nowhere
                (a server takes no NUL, and a sign that turns what follows round turns the page).
        """
        self._write(_upsert, evening, {"note": readable(text)[:LONGEST_NOTE]})

    def keep_note_picture(self, evening: int, jpeg: bytes | None) -> None:
        """Keep a picture; None: none, and what was there is overwritten in the file."""
        self._write(_upsert, evening, {"jpeg": jpeg})


def _upsert(connection: sa.Connection, evening: int, values: dict[str, object]) -> None:
    here = _notes.c.evening == evening
    if connection.execute(_notes.update().where(here).values(**values)).rowcount:
        return
    connection.execute(_notes.insert().values(evening=evening, **{"note": "", **values}))


Line = Mapping[str, Any]
"""Of the slate: ``{"keep": whether it is kept, "evening": from or up to which}`` or what was handed over,
``{"from", "to", "amount", "unit"}`` (`engine.evening.slate`)."""


class Slates(Database):
    """What a store keeps of debts that last."""

    def slate(self) -> tuple[Line, ...]:
        """Its lines, in the order in which they were written; one that no longer reads is left out."""
        with self._reading() as connection:
            return _lines(connection)

    def write_slate(self, line: Line, still: Callable[[Sequence[Line]], bool] = lambda lines: True) -> bool:
        """Add a line, unless what it answers is no more; it is on the disk when this returns.

        Args:
            line: what is added.
            still: whether it is right after these lines; asked in the same transaction.

        Returns:
            Whether it was added.
        """

        def write(connection: sa.Connection) -> bool:
            if not still(_lines(connection)):
                return False
            body = json.dumps(dict(line), ensure_ascii=False)
            connection.execute(_slate.insert().values(at=time.time(), body=body))
            return True

        return self._write(write)


def _lines(connection: sa.Connection) -> tuple[Line, ...]:
    rows = connection.execute(sa.select(_slate.c.body).order_by(_slate.c.number))
    read = (_read(row.body) for row in rows)
    return tuple(line for line in read if line is not None)


def _read(body: object) -> Line | None:
    try:
        line = json.loads(str(body))
    except (ValueError, RecursionError):
        return None
    if not isinstance(line, dict):
        return None
    if isinstance(line.get("keep"), bool) and isinstance(line.get("evening"), int):
        return line
    names = all(isinstance(line.get(name), str) for name in ("from", "to", "unit"))
    return line if names and isinstance(line.get("amount"), int) and line["amount"] > 0 else None


def rename_on_slate(connection: sa.Connection, name: str, instead: str) -> None:
    """Have a player called otherwise on it."""
    for number, body in connection.execute(sa.select(_slate.c.number, _slate.c.body)).all():
        line = _read(body)
        if line is not None and name in (line.get("from"), line.get("to")):
            changed = {
                key: instead if key in ("from", "to") and each == name else each for key, each in line.items()
            }
            text = json.dumps(changed, ensure_ascii=False)
            connection.execute(_slate.update().where(_slate.c.number == number).values(body=text))
