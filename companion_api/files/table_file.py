"""Table files (``T.json``, what `engine.table` tells) read from disk."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from engine.evening.presets import HousePreset, resolved
from engine.names import Called, as_known
from engine.record.naming import players_of, renamed
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
        BadInput: it cannot be read or is no JSON, or nobody can tell two of its players apart.
    """
    data = read_json(path, "a table file, JSON")
    if not isinstance(data, dict):
        return data
    table = one_spelling(resolved(data, saved))
    names = list(players_of(table))
    if len(set(names)) == len(names):  # who sits there twice `table_from_json` says
        try:
            as_known(names, ())
        except BadInput as error:
            raise BadInput(f"{path}: {error}") from None
    return renamed(table, Called(names))
