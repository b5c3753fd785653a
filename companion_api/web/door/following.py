"""Networks that change: a lease that ends, another Wi-Fi, a cable pulled.

Every few seconds it is looked whether this computer has got other addresses, and whoever listens follows.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Self

EVERY = 3.0
"""Seconds between two looks: phones find the new address within ten."""


class Following:
    """Looks in a thread of its own, as long as the ``with`` block lasts.

    Args:
        look: follows what has changed; called from that thread.
        every: seconds between two looks.
    """

    def __init__(self, look: Callable[[], object], every: float = EVERY) -> None:
        self._look = look
        self._every = every
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="addresses", daemon=True)

    def _run(self) -> None:
        while not self._ended.wait(self._every):
            with contextlib.suppress(OSError):  # the doors may just have been closed
                self._look()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._thread.join(5)
