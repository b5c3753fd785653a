"""The door to a club: many tables, one server, one board. It is a package of its own, which may be left out.

It names itself in the entry point group `GROUP`; nothing here imports it otherwise (`clubhouse.door`).
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import entry_points
from typing import Any, Protocol

from engine.errors import BadInput

GROUP = "nainjaune.clubs"


class Seats(Protocol):
    """Who is to sit at a table: its ``players`` in playing order, the one who deals first."""

    @property
    def players(self) -> Sequence[str]: ...


class Delivery(Protocol):
    """What tells a club of one table's evenings, from a thread of its own."""

    @property
    def seats(self) -> Seats | None:
        """Who is to sit here now; None: nobody says."""

    def start(self) -> None:
        """Begin."""

    def close(self, seconds: float = ...) -> None:
        """Stop, when what waits is told or after so many seconds."""


def club() -> Any:
    """What a club gives: ``add_to(commands)``, ``read_address(file)``, ``Delivery(store, url, report)``.

    Raises:
        BadInput: it was left out.
    """
    for entry in entry_points(group=GROUP):
        return entry.load()
    raise BadInput("a club needs the package clubhouse, which is not installed")
