"""What people have said in an evening and its log does not tell yet: a restart says it again.

A call is judged once what lay at its time has been seen. Whoever made it has been answered by then, so it is
written with the answer, and goes in the very write that brings what it came to: it counts once, whenever the
program ends.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from companion_api.store import schema
from companion_api.store.database import Database
from engine.record.naming import renamed, unsaid

_unsettled = schema.unsettled
Statement = Mapping[str, Any]
"""One thing that was said, as a line of a log has it."""


class Unsettled(Database):
    """What a store keeps of things said."""

    def unsettled(self, evening: int) -> list[dict[str, Any]]:
        """What was said, in order; nothing where that no longer reads."""
        return _read(self._value(sa.select(_unsettled.c.body).where(_unsettled.c.evening == evening)))


def keep(connection: sa.Connection, evening: int, statements: Sequence[Statement]) -> None:
    """Keep this, and nothing that was kept before."""
    connection.execute(_unsettled.delete().where(_unsettled.c.evening == evening))
    if statements:
        body = json.dumps(list(statements), ensure_ascii=False)
        connection.execute(_unsettled.insert().values(evening=evening, body=body))


def rename(connection: sa.Connection, evening: int, name: str, instead: str) -> None:
    """Have a player called otherwise in what was said."""
    query = sa.select(_unsettled.c.body).where(_unsettled.c.evening == evening)
    statements = _read(connection.execute(query).scalar())
    keep(connection, evening, [renamed(unsaid(each, name), {name: instead}) for each in statements])


def _read(body: Any) -> list[dict[str, Any]]:
    try:
        statements = json.loads(body) if body else []
    except (ValueError, TypeError, RecursionError):
        return []
    return [each for each in statements if isinstance(each, dict)] if isinstance(statements, list) else []
