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

from companion_api.club import calling
from companion_api.club.ledger import Ledger
from companion_api.evening.live import Ear
from engine.errors import BadInput

_T = TypeVar("_T")
TOGETHER = 0.1
"""Seconds for which tables' words are gathered: thirty tables are one message to a page, not thirty."""
SILENCE = 15.0
"""Seconds without a word after which the server is asked whether it is still there."""


class Board:
    """One board; a thread of its own listens.

    Args:
        url: the address of a role that reads; one that may also draw is the host's.

    Attributes:
        version: another one after every change.
    """

    def __init__(self, url: sa.URL) -> None:
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
            told = {**self._ledger.now(), "away": bool(self._away), "clock": time.time()}
        self._text = json.dumps(told, ensure_ascii=False)[:-1]
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
        """Read everything, then whatever the server says is new, as long as the connection holds."""
        connection.execute("LISTEN club_table")
        connection.execute("LISTEN club_host")
        with self._alone:
            self._ledger.read(connection)
        self._away = ""
        self._change()
        heard = time.monotonic()
        while not self._stopped.is_set():
            said = {(each.channel, each.payload) for each in connection.notifies(timeout=1.0, stop_after=1)}
            if not said:
                if time.monotonic() - heard > SILENCE:
                    connection.execute("SELECT 1")
                    heard = time.monotonic()
                continue
            said |= {(each.channel, each.payload) for each in connection.notifies(timeout=TOGETHER)}
            heard = time.monotonic()
            with self._alone:
                for channel, payload in sorted(said):
                    if channel == "club_table" and payload in self._ledger.tables:
                        self._ledger.read_table(connection, payload)
                    elif channel == "club_table":
                        self._ledger.read(connection)  # a table that was added meanwhile
                if any(channel == "club_host" for channel, _ in said):
                    self._ledger.read_host(connection)
            self._change()


async def told(board: Board, send: Callable[[str], Any], ends: str) -> None:
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
