"""What a board shows, kept up by what the club's server says (LISTEN/NOTIFY), and told to every page."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

import sqlalchemy as sa

from clubhouse import calling
from clubhouse.ledger import Ledger
from companion_api.evening.live import Ear
from engine.errors import BadInput

_T = TypeVar("_T")
TOGETHER = 0.1
"""Seconds for which tables' words are gathered: thirty tables are one message to a page, not thirty."""
LOOK = 1.0
"""Seconds after which the club is looked at though nobody has said that anything is new."""
LONG = 5.0
"""Seconds between two times at which what tables do for too long is ended."""


class Board:
    """One board; a thread of its own listens.

    Args:
        url: the address of a role that reads; one that may also draw is the host's.
        report: hears, from the board's thread, the numbers of silent tables, when they are others.

    Attributes:
        version: another one after every change.
    """

    def __init__(self, url: sa.URL, report: Callable[[tuple[int, ...]], None] = lambda silent: None) -> None:
        self._told = report
        self._silent: tuple[int, ...] = ()
        self._url = url
        self._ledger = Ledger()
        self._alone = threading.Lock()
        self._away = ""
        self._text = ""
        self._ears: set[Ear] = set()
        self._stopped = threading.Event()
        self.version = 0
        with calling.closing(calling.connect(url)) as connection:
            self._ledger.read(connection)
        self._change()
        self._thread = threading.Thread(target=self._run, name="board", daemon=True)

    @property
    def may_draw(self) -> bool:
        """Whether its address is the host's."""
        return self._ledger.may_write

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def close(self) -> None:
        """Stop."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join(5)

    # --- pages ----------------------------------------------------------------------------

    def text(self) -> str:
        """What pages show now, as JSON text without its end: who looks is added behind it."""
        return self._text

    @contextlib.contextmanager
    def listening(self) -> Any:
        """An ear for one page, in its event loop."""
        ear = Ear()
        self._ears.add(ear)
        try:
            yield ear
        finally:
            self._ears.discard(ear)

    def read(self, ask: Callable[[Ledger], _T]) -> _T:
        """Ask the ledger, while nobody changes it."""
        with self._alone:
            return ask(self._ledger)

    def write(self, do: Callable[[Ledger, Any], None]) -> None:
        """Do what the host asks, and show it; from any thread but the loop's.

        Raises:
            BadInput: it cannot be, or the server is away.
        """
        with self._alone, calling.closing(calling.connect(self._url)) as connection:
            try:
                do(self._ledger, connection)
                self._ledger.read_host(connection)
            except BadInput:
                raise
            except Exception as error:
                raise BadInput(f"the club's server does not take it ({calling.failed(error)})") from None
        self._change()

    def _change(self) -> None:
        with self._alone:
            content = {**self._ledger.now(), "away": bool(self._away), "clock": time.time()}
        silent = tuple(one["number"] for one in content["tables"] if one["silent"])
        if silent != self._silent and not self._away:
            self._silent = silent
            self._told(silent)
        self._text = json.dumps(content, ensure_ascii=False)[:-1]
        self.version += 1
        for ear in tuple(self._ears):
            ear.tell()

    # --- the server -----------------------------------------------------------------------

    def _run(self) -> None:
        failures = 0
        while not self._stopped.is_set():
            try:
                with calling.closing(calling.connect(self._url)) as connection:
                    self._listen(connection)
            except Exception as error:  # whatever it is, the pages go on and it is tried again
                self._away = calling.failed(error)
                self._change()
                failures += 1
                self._stopped.wait(calling.pause(failures))
            else:
                failures = 0

    def _listen(self, connection: Any) -> None:
        """Read everything, then whatever is new, as long as the connection holds."""
        connection.execute("LISTEN club_table")
        connection.execute("LISTEN club_host")
        with self._alone:
            self._ledger.read(connection)
        self._away = ""
        self._change()
        ended = 0.0
        while not self._stopped.is_set():
            # What is notified only wakes: any table may notify anything, and what is new the rows say.
            if any(True for _ in connection.notifies(timeout=LOOK, stop_after=1)):
                for _ in connection.notifies(timeout=TOGETHER):
                    pass
            if time.monotonic() - ended > LONG:
                connection.execute("SELECT club.end_long()")
                ended = time.monotonic()
            with self._alone:
                changed = self._ledger.look(connection)
            if changed:
                self._change()


async def follow(board: Board, send: Callable[[str], Any], ends: str) -> None:
    """Tell one page of every change, at its own pace, until it goes.

    Args:
        send: one message.
        ends: what stands behind `Board.text`: who looks.
    """
    with board.listening() as ear:
        while True:
            await ear.change()
            await send(f"{board.text()}{ends}")
            await asyncio.sleep(TOGETHER)
