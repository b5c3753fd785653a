"""Evenings and their events: begun, added to, read again, brought in and forgotten."""

from __future__ import annotations

import contextlib
import json
import re
import secrets
import threading
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from companion_api.store import notes, outbox, registered, rows, schema, unsettled, upcasting
from companion_api.store.database import Database
from companion_api.store.errors import StaleCommand, Unreadable
from companion_api.store.rows import Evening, Event
from engine import events as engine_events
from engine.errors import BadInput
from engine.record.naming import players_of, renamed, unsaid
from engine.table import table_from_json

BROUGHT_IN = ""
"""The token of an evening that was brought in from elsewhere: no phone can show it."""
_evenings, _events, _pictures, _keeping, _notes, _accounts = (
    schema.evenings, schema.events, schema.pictures, schema.pictures_kept, schema.evening_notes,
    schema.accounts,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Foreign:
    """An evening that was played elsewhere.

    Attributes:
        started: Unix time.
        setup: its table, empty when not told.
        events: lines of a log, without numbers.
    """

    started: float
    setup: Mapping[str, Any] = field(default_factory=dict)
    events: Sequence[Event] = ()


class Evenings(Database):
    """What a store keeps of evenings. One that no longer reads is left out wherever many are asked for.

    Attributes:
        reckoning: held by whoever works out what many evenings come to, which takes long.
    """

    def __init__(self, place: str | Path) -> None:
        self._checked: dict[int, tuple[int, Unreadable | None]] = {}
        self._of_a_club = False
        self.reckoning = threading.Lock()
        super().__init__(place)

    def begin(self, setup: Mapping[str, Any], token: str | None = None) -> Evening:
        """Start an evening, with a new token unless phones are to keep theirs.

        An empty ``setup`` is an evening that people have not set up yet (`arrange`).
        """
        begun = Evening(0, time.time(), token or secrets.token_urlsafe(16), dict(setup))

        def insert(connection: sa.Connection) -> int:
            number = _insert(connection, begun)
            if self._of_a_club:
                outbox.enrol(connection, number)
            return number

        return Evening(self._write(insert), begun.started, begun.token, begun.setup)

    def enrol(self, evening: int | None) -> None:
        """Let a club hear of this evening, and of all that begin from now on (`outbox`)."""
        self._of_a_club = True
        if evening is not None:
            self._write(outbox.enrol, evening)

    def last(self) -> Evening | None:
        """The evening begun last, or None.

        Raises:
            Unreadable: it does not read.
        """
        query = _evenings.select().where(_evenings.c.token != BROUGHT_IN)
        last = self._rows(query.order_by(_evenings.c.id.desc()).limit(1))
        return rows.evening(last[0]) if last else None

    def evenings(self) -> list[Evening]:
        """All evenings that read, those that began first first."""
        return [one for one in self._decoded() if isinstance(one, Evening)]

    def unreadable(self, but: Collection[int] = ()) -> list[Unreadable]:
        """Evenings that do not, and those of which an event is missing or is not what was written.

        Args:
            but: evenings whose events need not be looked at for this; what is known of them is told.
        """
        lengths, found = self.lengths(), []
        for one in self._decoded():
            if isinstance(one, Unreadable):
                found.append(one)
            elif one.id not in but or one.id in self._checked:
                fault = self._fault(one.id, lengths)
                found += [] if fault is None else [fault]
        return found

    def found_unreadable(self, evening: int, length: int) -> Unreadable | None:
        """Why an evening of so many events does not read, as far as that was looked at (`unreadable`)."""
        seen, fault = self._checked.get(evening, (-1, None))
        return fault if seen == length else None

    def shortened(self) -> list[tuple[Evening, int]]:
        """Evenings that have lost events at their end, with how many; lost before that: `unreadable`."""
        query = sa.select(_events.c.evening, sa.func.max(_events.c.seq)).group_by(_events.c.evening)
        last = {evening: seq for evening, seq in self._rows(query)}
        lost = [(one, last.get(one.id, 0)) for one in self.evenings()]
        return [(one, one.events - seq) for one, seq in lost if isinstance(seq, int) and seq < one.events]

    def _fault(self, evening: int, lengths: Mapping[int, int]) -> Unreadable | None:
        """Why an evening's events do not read; one that has not grown is not read again."""
        length = lengths.get(evening, 0)
        if self._checked.get(evening, (-1, None))[0] != length:
            try:
                self.events(evening)
                self._checked[evening] = (length, None)
            except Unreadable as error:
                self._checked[evening] = (length, error.with_traceback(None))
        return self._checked[evening][1]

    def _decoded(self) -> Iterator[Evening | Unreadable]:
        for row in self._rows(_evenings.select().order_by(_evenings.c.started, _evenings.c.id)):
            try:
                yield rows.evening(row)
            except Unreadable as error:
                yield error

    def setups(self, limit: int = 50) -> list[dict[str, Any]]:
        """The tables of past evenings, the last one first; those that are tables by today's rules."""
        last_first = sorted(self.evenings(), key=lambda one: one.id, reverse=True)
        return [dict(one.setup) for one in last_first[:limit] if one.setup and _is_table(one.setup)]

    def arrange(self, evening: int, setup: Mapping[str, Any]) -> None:
        """The table at which an evening is played."""

        def update(connection: sa.Connection) -> None:
            row = _evenings.update().where(_evenings.c.id == evening)
            connection.execute(row.values(setup=json.dumps(dict(setup))))
            outbox.tell(connection, evening, [outbox.OF_EVENING])

        self._write(update)

    # --- events ---------------------------------------------------------------------------

    def append(
        self,
        evening: int,
        events: Sequence[Event],
        pictures: Mapping[int, bytes] | None = None,
        expected: int | None = None,
        statements: Sequence[unsettled.Statement] | None = None,
    ) -> list[dict[str, Any]]:
        """Add events to the end of an evening, all or none, and wait until they are on the disk.

        Args:
            evening: its number.
            events: without ``seq``; they get the next numbers.
            pictures: JPEG bytes by position in ``events``.
            expected: the last number the sender knew; None takes any.
            statements: what people have said and the log does not tell yet, from now on (`unsettled`);
                None: as it was.

        Returns:
            The events with their ``seq``.

        Raises:
            StaleCommand: there is a later event than ``expected``.
        """
        try:
            return self._write(
                _append, evening, list(events), dict(pictures or {}), expected, statements=statements
            )
        except StaleCommand:
            # A server that went in the middle of its answer may have kept what is written again now.
            written = self.events(evening, expected or 0) if self._unsure else []
            if not written or written != json.loads(json.dumps(_numbered(events, expected or 0))):
                raise
            return written

    def events(self, evening: int, after: int = 0) -> list[dict[str, Any]]:
        """The events with a number above ``after``, in order, in today's form (`upcasting`).

        Raises:
            Unreadable: one of the evening's is missing, or is not what was written.
        """
        query = _events.select().where(_events.c.evening == evening).order_by(_events.c.seq)
        return rows.lines(evening, self._rows(query))[after:]

    def log(self, evening: int) -> list[engine_events.Event]:
        """All events of an evening; types that we do not know are left out.

        Raises:
            Unreadable: one is missing, is not what was written, or is none that we know how to read.
        """
        return rows.log(evening, self.events(evening))

    def lengths(self) -> dict[int, int]:
        """How many events each evening has that has any."""
        query = sa.select(_events.c.evening, sa.func.count()).group_by(_events.c.evening)
        return {evening: count for evening, count in self._rows(query)}

    def accounts(self) -> dict[int, tuple[int, str]]:
        """What evenings came to when they were reckoned: by evening, how many events it had, and what."""
        there = self._rows(_accounts.select())
        return {row.evening: (row.events, row.body) for row in there if isinstance(row.body, str)}

    def keep_accounts(self, reckoned: Mapping[int, tuple[int, str]]) -> None:
        """Keep what evenings come to, as `accounts` has it."""

        def write(connection: sa.Connection) -> None:
            connection.execute(_accounts.delete().where(_accounts.c.evening.in_(reckoned)))
            values = [
                {"evening": evening, "events": events, "body": body}
                for evening, (events, body) in reckoned.items()
            ]
            connection.execute(_accounts.insert(), values)

        if reckoned:
            self._write(write)

    def players(self) -> frozenset[str]:
        """Everybody who sits at a table of an evening that reads."""
        names: set[str] = set()
        for one in self.evenings():
            names.update(players_of(one.setup))
            with contextlib.suppress(Unreadable):
                names.update(name for line in self.events(one.id) for name in players_of(line))
        return frozenset(names)

    def last_written(self, evening: int) -> float | None:
        """Unix time of the evening's last event, None when there is none."""
        query = sa.select(sa.func.max(_events.c.at)).where(_events.c.evening == evening)
        last: float | None = self._value(query)
        return last

    def written(self, evening: int) -> dict[int, float]:
        """Unix time at which each of the evening's events was written, by number."""
        query = sa.select(_events.c.seq, _events.c.at).where(_events.c.evening == evening)
        return {seq: at for seq, at in self._rows(query)}

    # --- from elsewhere, and forgotten ----------------------------------------------------

    def bring_in(self, evenings: Iterable[Foreign]) -> None:
        """Store evenings that were played elsewhere, all or none; they are never gone on with."""

        def insert(connection: sa.Connection) -> None:
            for one in evenings:
                number = _insert(connection, Evening(0, one.started, BROUGHT_IN, one.setup))
                _append(connection, number, one.events, {}, None, at=one.started)

        self._write(insert)

    def forget_evening(self, evening: int) -> bool:
        """Delete an evening with all that belongs to it; says whether there was one."""

        def delete(connection: sa.Connection) -> None:
            outbox.tell(connection, evening, [outbox.OF_EVENING])
            for table in (_pictures, _keeping, _notes, _accounts, schema.unsettled, _events, _evenings):
                connection.execute(table.delete().where(schema.of(table, evening)))

        if not self._rows(_evenings.select().where(_evenings.c.id == evening)):
            return False
        with self._forgetting():
            self._write(delete)
        return True

    def rename_player(self, name: str, instead: str) -> None:
        """Have a player called otherwise in every evening in which he plays, and nowhere else.

        In the evening's note as well; its picture may show him, and goes. So are his devices.

        Evenings that do not read stay as they are.
        """

        def update(connection: sa.Connection) -> None:
            for one in list(self._decoded()):
                if isinstance(one, Evening):
                    _rename(connection, one, name, instead)
            registered.rename(connection, name, instead)
            notes.rename_on_slate(connection, name, instead)

        with self._forgetting():
            self._write(update)


def _is_table(setup: Mapping[str, Any]) -> bool:
    try:
        table_from_json(setup, "table")
    except BadInput:
        return False
    return True


def _rename(connection: sa.Connection, evening: Evening, name: str, instead: str) -> None:
    query = _events.select().where(_events.c.evening == evening.id).order_by(_events.c.seq)
    try:
        lines = rows.lines(evening.id, connection.execute(query).all())
    except Unreadable:
        return
    if name not in {*players_of(evening.setup), *(player for line in lines for player in players_of(line))}:
        return
    names = {name: instead}
    here = _evenings.c.id == evening.id
    setup = json.dumps(renamed(evening.setup, names))
    connection.execute(_evenings.update().where(here).values(setup=setup))
    _rename_in_note(connection, evening.id, name, instead)
    unsettled.rename(connection, evening.id, name, instead)
    connection.execute(_accounts.delete().where(_accounts.c.evening == evening.id))
    others = [outbox.OF_EVENING]
    for line in lines:
        if (changed := renamed(unsaid(line, name), names)) != line:
            place = (_events.c.evening == evening.id) & (_events.c.seq == line["seq"])
            connection.execute(_events.update().where(place).values(**_stored(changed)))
            others.append(line["seq"])
    outbox.tell(connection, evening.id, others)


def _rename_in_note(connection: sa.Connection, evening: int, name: str, instead: str) -> None:
    here = _notes.c.evening == evening
    text = connection.execute(sa.select(_notes.c.note).where(here)).scalar()
    if text is not None:
        changed = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda found: instead, str(text))
        connection.execute(_notes.update().where(here).values(note=changed, jpeg=None))


def _insert(connection: sa.Connection, begun: Evening) -> int:
    setup = json.dumps(dict(begun.setup))
    row = _evenings.insert().values(started=begun.started, token=begun.token, setup=setup)
    key = connection.execute(row).inserted_primary_key
    assert key is not None
    return int(key[0])


def _append(
    connection: sa.Connection,
    evening: int,
    events: Iterable[Event],
    pictures: Mapping[int, bytes],
    expected: int | None,
    at: float | None = None,
    statements: Sequence[unsettled.Statement] | None = None,
) -> list[dict[str, Any]]:
    # Two who write at once into a server's database wait for each other; SQLite has one writer anyway.
    connection.execute(sa.select(_evenings.c.id).where(_evenings.c.id == evening).with_for_update())
    newest = sa.select(sa.func.max(_events.c.seq), sa.func.max(_events.c.at))
    last, latest = connection.execute(newest.where(_events.c.evening == evening)).one()
    seq = last or 0
    if expected is not None and expected != seq:
        raise StaleCommand(seq)
    # A clock that was set back does not turn the order of an evening round.
    now = max(time.time() if at is None else at, latest or 0.0)
    stored = []
    for position, numbered in enumerate(_numbered(events, seq)):
        seq = numbered["seq"]
        stored.append(numbered)
        connection.execute(_events.insert().values(evening=evening, seq=seq, at=now, **_stored(numbered)))
        if position in pictures:
            connection.execute(_pictures.insert().values(evening=evening, seq=seq, jpeg=pictures[position]))
    if statements is not None:
        unsettled.keep(connection, evening, statements)
    counted = _evenings.update().where(_evenings.c.id == evening)
    connection.execute(counted.values(events=_evenings.c.events + len(stored)))
    outbox.tell(connection, evening, [each["seq"] for each in stored])
    return stored


def _numbered(events: Iterable[Event], last: int) -> list[dict[str, Any]]:
    """The events as those that follow event ``last``."""
    return [{**event, "seq": seq} for seq, event in enumerate(events, start=last + 1)]


def _stored(line: Event) -> dict[str, Any]:
    """What is written of an event: its body, the version of its form, and what knows the body again."""
    body = json.dumps(line, ensure_ascii=False)
    return {"body": body, "version": upcasting.VERSION, "checksum": schema.checksum(body)}
