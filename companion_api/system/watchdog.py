"""Tells systemd that the companion is well, so that one that hangs is started anew.

The protocol is ``sd_notify(3)``: datagrams to the socket that ``NOTIFY_SOCKET`` names. Without that
variable, as on a family's laptop, nothing happens.
"""

from __future__ import annotations

import contextlib
import os
import socket
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Self


class Watchdog:
    """Says ``READY=1`` on entering, then ``WATCHDOG=1`` twice in each period that systemd allows.

    Args:
        well: asked before each sign of life; none is given while it says False.
        environment: where systemd tells what it expects.
    """

    def __init__(self, well: Callable[[], bool], environment: dict[str, str] | None = None) -> None:
        variables = dict(os.environ) if environment is None else environment
        self._well = well
        self._where = variables.get("NOTIFY_SOCKET", "")
        self._every = int(variables.get("WATCHDOG_USEC", "0")) / 2e6
        self._leaving = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)

    def __enter__(self) -> Self:
        self._say("READY=1")
        if self._where and self._every > 0:
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._leaving.set()
        self._say("STOPPING=1")

    def _run(self) -> None:
        while not self._leaving.wait(self._every):
            if self._well():
                self._say("WATCHDOG=1")

    def _say(self, what: str) -> None:
        if not self._where:
            return
        # An abstract socket's name begins with "@" in the variable and with a zero byte in fact.
        where = "\0" + self._where[1:] if self._where.startswith("@") else self._where
        # That nobody listens (any more) is no reason to stop a round.
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as door, contextlib.suppress(OSError):
            door.sendto(what.encode(), where)
