"""Who holds the table now: what passes say, and to whom hosts have passed their role on.

A pass is signed once and stays what it is (`server.passes`); what was passed on since is kept in the
store, so that it holds after a restart, and goes when another token ends all passes. The computer's own page
has no phone's mark in its pass: it stays host, so that nobody is ever locked out.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from companion_api.server import passes
from companion_api.server.passes import Pass
from companion_api.store import Store
from companion_api.store.passed_on import PassedOn

MOST = 100
"""Passes that are remembered to be a host's no more: the oldest count again, after 100 times passing on."""


class CannotPass(Exception):
    """The role cannot go there; nothing has changed.

    Attributes:
        why: ``role`` (who asks is no host), ``player`` (plays not, or asks for himself), ``absent`` (no phone
            of that player is joined now).
    """

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Holders:
    """Who holds which role in the evenings of one token; from any thread.

    Args:
        store: keeps what was passed on.
        token: the evenings'.
        changed: called when somebody's phone has come or gone, or roles have changed.
    """

    def __init__(self, store: Store, token: str, changed: Callable[[], None] = lambda: None) -> None:
        self._store = store
        self._token = token
        self._changed = changed
        self._lock = threading.Lock()
        self._passed = store.passed_on(token)
        self._here: Counter[str] = Counter()

    def now(self, held: Pass) -> Pass:
        """What somebody is by now who joined as this."""
        passed = self._passed
        if held.role == "host" and held.phone in passed.given:
            held = replace(held, role="player" if held.player else "guest")
        if held.role == "player" and held.player in passed.held:
            held = replace(held, role="host")
        return held

    def read(self, shown: object) -> Pass | None:
        """What whoever shows this pass is by now (`passes.read`)."""
        held = passes.read(self._token, shown)
        return None if held is None else self.now(held)

    def admitted(self, *only: str) -> Callable[[str | None], Pass]:
        """What a route depends on, by what passes are now (`passes.admitted`)."""
        return passes.admitted(self.read, *only)

    @property
    def here(self) -> list[str]:
        """Players whose phones are joined now."""
        return sorted(self._here)

    @contextmanager
    def joined(self, held: Pass) -> Iterator[None]:
        """While a phone holds a live channel."""
        name = held.player if held.role in ("host", "player") else None
        if name is None:
            yield
            return
        self._count(name, 1)
        try:
            yield
        finally:
            self._count(name, -1)

    def _count(self, name: str, by: int) -> None:
        with self._lock:
            before = set(self._here)
            self._here[name] += by
            self._here += Counter()  # without those that are gone
        if set(self._here) != before:
            self._changed()

    def pass_on(self, shown: object, player: str) -> None:
        """The host who shows this pass hands his role to the phone of a player; nobody else is asked.

        Raises:
            CannotPass: it stays as it was.
            StoreFailed: likewise.
        """
        with self._lock:
            held = passes.read(self._token, shown)
            if held is None or self.now(held).role != "host":
                raise CannotPass("role")
            if player == held.player:
                raise CannotPass("player")
            if player not in self._here:
                raise CannotPass("absent")
            passed = self._passed
            given = [*passed.given, held.phone] if held.role == "host" and held.phone else passed.given
            kept = {name for name in passed.held if name != held.player}
            told = PassedOn(tuple(dict.fromkeys(given))[-MOST:], tuple(sorted({*kept, player})))
            self._store.pass_on(self._token, told)
            self._passed = told
        self._changed()
