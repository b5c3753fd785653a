"""Table files (``T.json`` of CONTRACT.md) read from disk."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from engine.presets import HousePreset, resolved
from engine.table import Table, table_from_json


def read_table(path: str | Path, size: tuple[int, int] | None = None) -> Table:
    """The table in file *path*, checked.

    Args:
        size: width and height of the film or photo it is used with; None: not checked.

    Raises:
        BadInput: it cannot be read, is no JSON, or says something wrong; one line that says what.
    """
    return table_from_json(table_json(path), str(path), size)


def table_json(path: str | Path, saved: Iterable[HousePreset] = ()) -> Any:
    """What file *path* holds, a house preset in it resolved to base preset and options.

    Args:
        saved: the family's own house presets, besides those built in.

    Raises:
        BadInput: it cannot be read or is no JSON.
    """
    try:
        text = Path(path).read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise BadInput(f"{path}: no such file (expected a table file, JSON)") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: not a text file (expected a table file, JSON)") from None
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror}; expected a table file, JSON)") from None
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadInput(f"{path} line {error.lineno}: not JSON ({error.msg}; expected a table file)") from None
    except (RecursionError, ValueError):
        raise BadInput(f"{path}: not JSON that can be read (expected a table file)") from None
    return resolved(data, saved) if isinstance(data, dict) else data
