"""A table's events on their way to its club: a thread that nobody waits for.

It reads the outbox (`companion_api.store.outbox`) and asks the club which line it had last, so that a
cut at any moment, of either computer or of the network, neither loses nor doubles a line. The same
connection hears who is to sit at this table next.
"""

from __future__ import annotations

import contextlib
import select
import socket
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from clubhouse import calling
from clubhouse.forgetting import forget_with_table
from companion_api.store import Message, Store
from companion_api.store.outbox import OF_EVENING
from engine.errors import BadInput

MOST = 200
"""Lines of one delivery: some 100 kB, which a weak network carries within a second."""
HERE = 2.0
"""Seconds between two words of a table to its club, though there is nothing to tell: that it is there."""
SOON = 0.5
"""Seconds at least between two of them, however often the club says that something is new."""


@dataclass(frozen=True, slots=True)
class Seats:
    """Who is to sit at this table.

    Attributes:
        round: of the club's evening, from 1.
        players: in playing order, the one who deals first.
    """

    round: int
    players: tuple[str, ...]


class Delivery:
    """Tells a club of one table's evenings, until it is closed.

    Args:
        store: the table's own.
        url: the table's address at the club.
        report: hears, from the thread, why the club is not reached (None: it is again).
    """

    def __init__(
        self, store: Store, url: sa.URL, report: Callable[[str | None], None] = lambda why: None
    ) -> None:
        self._store = store
        self._url = url
        self._report = report
        self._stopped = threading.Event()
        # A socket as well as an event wakes the thread: it waits for the club's words at the same time.
        self._woken, self._wake = socket.socketpair()
        for each in (self._woken, self._wake):
            each.setblocking(False)
        self._seats: Seats | None = None
        self._known = 0
        self._failures = 0
        self._stranger = False
        self._thread = threading.Thread(target=self._run, name="club", daemon=True)

    @property
    def seats(self) -> Seats | None:
        """Who is to sit here now; None: nothing is drawn, or the club was never reached."""
        return self._seats

    def start(self) -> None:
        """Begin."""
        self._store.when_written(self.wake)
        self._thread.start()
        self.wake()

    def wake(self) -> None:
        """There may be something to tell; returns at once."""
        with contextlib.suppress(OSError):  # it is full: the thread is awake; or closed
            self._wake.send(b"!")

    def close(self, seconds: float = 2.0) -> None:
        """Stop, when what waits is told or after so many seconds; the rest is told the next time."""
        if self._thread.is_alive():
            end = time.monotonic() + seconds
            while time.monotonic() < end and not self._failures and self._known < self._store.last_message():
                time.sleep(0.02)
            self._stopped.set()
            self.wake()
            self._thread.join(seconds)
        self._woken.close()
        self._wake.close()

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                with calling.closing(calling.connect(self._url)) as connection:
                    self._deliver(connection)
            except Exception as error:  # nothing that happens there may end the table's evening, or this
                why = str(error) if isinstance(error, BadInput) else calling.failed(error)
                self._fail(why, stranger=isinstance(error, calling.Stranger))

    def _fail(self, why: str, *, stranger: bool) -> None:
        # That whoever answers now is not the club's server is told, though it was away already.
        if not self._failures or (stranger and not self._stranger):
            self._report(why)
            self._stranger = stranger
        self._failures += 1
        self._stopped.wait(calling.pause(self._failures))

    def _deliver(self, connection: Any) -> None:
        """Tell all that waits, then whatever comes, as long as the connection holds."""
        stream = self._store.stream()
        connection.execute("LISTEN club_host")
        self._known = _send_lines(connection, stream, ())
        forget_with_table(connection, self._store)
        last = due = 0.0
        while not self._stopped.is_set():
            while waiting := self._store.messages(self._known, MOST):
                self._known = _send_lines(connection, stream, waiting)
                if any(one.seq == OF_EVENING for one in waiting):  # as when somebody is forgotten here
                    forget_with_table(connection, self._store)
            if time.monotonic() >= due:
                self._seats = _seats(connection)
                last = time.monotonic()
                due = last + HERE
            if self._failures:
                self._failures = 0
                self._stranger = False
                self._report(None)
            if self._wait(connection, max(0.0, due - time.monotonic())):
                due = min(due, last + SOON)

    def _wait(self, connection: Any, seconds: float) -> bool:
        """Wait until there may be something to tell, or the club says something; whether it does."""
        ready, _, _ = select.select([self._woken, connection.fileno()], [], [], seconds)
        with contextlib.suppress(BlockingIOError):
            self._woken.recv(4096)
        return connection.fileno() in ready and any(True for _ in connection.notifies(timeout=0))


def _send_lines(connection: Any, stream: str, messages: Sequence[Message]) -> int:
    """Deliver these lines, all or none; says which one the club has now."""
    lines = [(one.number, one.evening, one.seq, one.at, one.body) for one in messages]
    return int(calling.ask(connection, "lines", {"stream": stream, "lines": lines}))


def _seats(connection: Any) -> Seats | None:
    """Who is to sit here; the club hears that the table is there."""
    answer = calling.ask(connection, "here")
    return Seats(answer["round"], tuple(answer["players"])) if answer else None
