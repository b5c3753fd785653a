"""`nainjaune club`: many tables, one server, one board."""

from __future__ import annotations

from typing import Any

from companion_api.web.hosting.clubs import club


def add_to(commands: Any) -> None:
    """Declare the command, as the club itself has it."""
    club().add_to(commands)
