"""The file behind an open database, looked at from outside: whether it is still the one that was opened.

Never by opening it once more: closing it would let go of the locks that SQLite holds on it.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Literal


class OpenFile:
    """A database's file from the moment it is open.

    Args:
        path: where it lies.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._identity: tuple[int, int] | None = None
        self._size = 0
        self.opened()

    def opened(self) -> None:
        """What lies there now is the file that is open."""
        with contextlib.suppress(OSError):
            known = self.path.stat()
            self._identity, self._size = (known.st_dev, known.st_ino), 0

    def state(self) -> Literal["there", "gone", "replaced", "damaged"]:
        """What became of it.

        Returns:
            ``gone``: deleted or moved; ``replaced``: another lies there; ``damaged``: it is shorter, as it
            never becomes by itself.
        """
        try:
            known = self.path.stat()
        except OSError:
            return "gone"
        if (known.st_dev, known.st_ino) != self._identity:
            return "replaced"
        if known.st_size < self._size:
            return "damaged"
        self._size = known.st_size
        return "there"


class Readers:
    """Who reads now: a file is only changed for another while nobody does."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._count = 0

    @contextlib.contextmanager
    def reading(self) -> Iterator[None]:
        """Read, as soon as nobody changes the file."""
        with self._changed:
            self._count += 1
        try:
            yield
        finally:
            with self._changed:
                self._count -= 1
                self._changed.notify_all()

    @contextlib.contextmanager
    def nobody(self) -> Iterator[None]:
        """Wait until nobody reads; who wants to begin waits meanwhile."""
        with self._changed:
            self._changed.wait_for(lambda: not self._count)
            yield
