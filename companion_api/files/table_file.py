"""Table files (``T.json``, what `engine.table` tells) read from disk."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine.evening.presets import HousePreset, resolved
from engine.table import Table, one_spelling, table_from_json
from hardware.files.texts import read_json


def read_table(path: str | Path, size: tuple[int, int] | None = None) -> Table:
    """The table in file *path*, checked.

    Args:
        size: width and height of the film or photo it is used with; None: not checked.

    Raises:
        BadInput: it cannot be read, is no JSON, or says something wrong; one line that says what.
    """
    return table_from_json(table_json(path), str(path), size)


def table_json(path: str | Path, saved: Iterable[HousePreset] = ()) -> Any:
    """What file *path* holds: names in one spelling, a house preset as base preset and options.

    Args:
        saved: the family's own house presets, besides those built in.

    Raises:
        BadInput: it cannot be read or is no JSON.
    """
    data = read_json(path, "a table file, JSON")
    return one_spelling(resolved(data, saved)) if isinstance(data, dict) else data
