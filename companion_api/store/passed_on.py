"""To whom hosts have passed their role on, by the token of their evenings."""

from __future__ import annotations

import json
from dataclasses import dataclass

import sqlalchemy as sa

from companion_api.store import schema
from companion_api.store.database import Database

_passed = schema.passed_on


@dataclass(frozen=True, slots=True)
class PassedOn:
    """What passes no longer say.

    Attributes:
        given: marks of phones that joined as hosts and are no more.
        held: players whose phones are hosts.
    """

    given: tuple[str, ...] = ()
    held: tuple[str, ...] = ()


class PassingOn(Database):
    """What a store keeps of roles that were passed on."""

    def passed_on(self, token: str) -> PassedOn:
        """What was passed on under a token; nothing where that no longer reads."""
        query = sa.select(_passed.c.body).where(_passed.c.token == token)
        with self._reading() as connection:
            body = connection.execute(query).scalar()
        try:
            told = json.loads(body) if body else {}
            given, held = told.get("given", []), told.get("held", [])
        except (ValueError, TypeError, AttributeError, RecursionError):
            return PassedOn()
        if not all(
            isinstance(each, list) and all(isinstance(one, str) for one in each) for each in (given, held)
        ):
            return PassedOn()
        return PassedOn(tuple(given), tuple(held))

    def pass_on(self, token: str, told: PassedOn) -> None:
        """Keep it; what was kept under this token goes."""

        def write(connection: sa.Connection) -> None:
            connection.execute(_passed.delete().where(_passed.c.token == token))
            body = json.dumps({"given": told.given, "held": told.held}, ensure_ascii=False)
            connection.execute(_passed.insert().values(token=token, body=body))

        self._write(write)
