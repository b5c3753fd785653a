"""The pictures that prove events: for the evening, unless people keep them."""

from __future__ import annotations

import time
from collections.abc import Collection

import sqlalchemy as sa

from companion_api.store import schema
from companion_api.store.database import Database

SHARED_PAST = 24 * 3600.0
_pictures, _keeping, _events = schema.pictures, schema.pictures_kept, schema.events


class Pictures(Database):
    """What a store keeps of pictures."""

    def picture(self, evening: int, seq: int) -> bytes | None:
        """The JPEG that proves event ``seq``, or None."""
        query = sa.select(_pictures.c.jpeg).where(_pictures.c.evening == evening, _pictures.c.seq == seq)
        jpeg = self._value(query)
        return jpeg if isinstance(jpeg, bytes) else None

    def pictured(self, evening: int) -> frozenset[int]:
        """The numbers of the events that have a picture."""
        query = sa.select(_pictures.c.seq).where(_pictures.c.evening == evening)
        return frozenset(seq for (seq,) in self._rows(query))

    def keep_picture(self, evening: int, seq: int, jpeg: bytes) -> None:
        """Keep this JPEG for event ``seq``, in place of the one there may be."""
        self._write(schema.put, _pictures, evening=evening, seq=seq, jpeg=jpeg)

    def drop_pictures(self, evening: int, seqs: Collection[int]) -> None:
        """Delete the pictures of these events."""
        these = _pictures.delete().where(_pictures.c.evening == evening, _pictures.c.seq.in_(seqs))
        self._write(lambda connection: connection.execute(these))
        self._fold_journal()

    def forget_pictures(self, evening: int) -> int:
        """Delete an evening's pictures (its events stay); says how many there were."""

        def delete(connection: sa.Connection) -> int:
            return connection.execute(_pictures.delete().where(_pictures.c.evening == evening)).rowcount

        forgotten = int(self._write(delete))
        self._fold_journal()
        return forgotten

    def keep_pictures(self, evening: int) -> None:
        """Have this evening's pictures outlast it."""
        self._write(schema.put, _keeping, evening=evening)

    def forget_past_pictures(self, but: int | None = None) -> int:
        """Delete the pictures of all evenings that are not to outlast theirs; says how many there were.

        In a database that several tables share, an evening is past when nothing was written in
        it for `SHARED_PAST` seconds.

        Args:
            but: the evening that goes on.
        """
        query = sa.select(_pictures.c.evening).distinct()
        query = query.where(_pictures.c.evening.not_in(sa.select(_keeping.c.evening)))
        if self.shared:
            recent = sa.select(_events.c.evening).where(_events.c.at > time.time() - SHARED_PAST)
            query = query.where(_pictures.c.evening.not_in(recent))
        return sum(self.forget_pictures(evening) for (evening,) in self._rows(query) if evening != but)
