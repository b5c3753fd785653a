"""What stands in the tables, and whether it still reads as it was written.

SQLite keeps a text where a number belongs, and a disk flips a bit: nothing of a row is taken for
granted. What no longer reads is `Unreadable`, of one evening; the others are not touched by it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion_api.store import schema, upcasting
from companion_api.store.errors import Unreadable
from engine import events as engine_events
from engine import strict_json
from engine.errors import BadInput
from engine.events import from_json
from engine.games import game
from engine.reading import one_spelling
from engine.record.naming import players_of, renamed

FIRST, LAST = -62_135_000_000.0, 253_402_000_000.0
"""Unix times of the years 1 to 9999, which can be written as a date wherever people live."""
_HALF = re.compile("[\ud800-\udfff]")
"""Half characters: what stands for bytes that are no text (`place.connect`)."""


@dataclass(frozen=True, slots=True)
class Evening:
    """One evening at the table.

    Attributes:
        id: its number in the store.
        started: Unix time at which it began.
        token: what a phone must show to see it.
        setup: the table it was begun with, as JSON values; empty until people have set it up.
        events: how many were ever added to it.
    """

    id: int
    started: float
    token: str
    setup: Mapping[str, Any]
    events: int = field(default=0, compare=False)


Event = Mapping[str, Any]
"""One line of the log (`engine.events`): ``type`` and its fields; stored ones carry ``seq``."""


def evening(row: Any) -> Evening:
    """A row of `schema.evenings`, its players in one spelling.

    Raises:
        Unreadable: it, or its table, does not read.
    """
    if not _is_moment(row.started) or not _is_text(row.token):
        raise Unreadable(row.id, "row")
    try:
        setup = _object(row.setup)
        if setup and len(list(players_of(setup))) != len(setup.get("players", ())):
            raise ValueError("players without names")
    except (ValueError, TypeError):
        raise Unreadable(row.id, "setup") from None
    # A counter that does not read tells of no loss, and is no reason to lose what does.
    counted = row.events if isinstance(row.events, int) else 0
    return Evening(row.id, float(row.started), row.token, _spelt(setup), counted)


def _spelt(setup: Mapping[str, Any]) -> dict[str, Any]:
    spelling = {name: one_spelling(name) for name in players_of(setup)}
    alike = len(set(spelling.values())) < len(spelling)
    return dict(setup) if alike else renamed(setup, spelling)


def lines(number: int, rows: Iterable[Any]) -> list[dict[str, Any]]:
    """All lines of an evening in today's form, from its rows of `schema.events` in order.

    Raises:
        Unreadable: one is missing, or is not what was written.
    """
    read, versions = [], []
    for seq, row in enumerate(rows, start=1):
        if row.seq != seq:
            later = isinstance(row.seq, int) and row.seq > seq
            raise Unreadable(number, "missing" if later else "broken", seq)
        try:
            line = _object(row.body)
        except ValueError:
            raise Unreadable(number, "broken", seq) from None
        if (
            line.get("seq") != seq
            or not isinstance(line.get("type"), str)
            or not _is_moment(row.at)
            or row.checksum not in (None, schema.checksum(row.body))
        ):
            raise Unreadable(number, "broken", seq)
        if not isinstance(row.version, int) or not 1 <= row.version <= upcasting.VERSION:
            raise Unreadable(number, "event", seq)
        read.append(line)
        versions.append(row.version)
    return upcasting.upcast(read, versions)


def log(number: int, stored: Sequence[Event]) -> list[engine_events.Event]:
    """An evening's lines as events; types that we do not know are left out.

    Raises:
        Unreadable: a line is no event that we know how to read, or corrects none.
    """
    events = []
    for seq, line in enumerate(stored, start=1):
        try:
            event = from_json(dict(line))
        except BadInput:
            raise Unreadable(number, "event", seq) from None
        if event is not None:
            events.append(event)
    try:
        game.in_force(events)
    except game.IllegalCorrection as error:
        raise Unreadable(number, "event", events[error.position].seq) from None
    return events


def _object(body: Any) -> dict[str, Any]:
    """A JSON object.

    Raises:
        ValueError: it is none, or cannot be written again.
    """
    value = strict_json.parse(body) if _is_text(body) else None
    if not isinstance(value, dict):
        raise ValueError("no object")
    return value


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and not _HALF.search(value)


def _is_moment(value: Any) -> bool:
    return isinstance(value, int | float) and FIRST < value < LAST
