"""Text files of people's own: logs, notations, tables, calls, decks, exports. One reader for all commands.

What a text may be written in, and which JSON counts, is decided in `engine.strict_json`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine import strict_json
from engine.errors import BadInput

LARGEST = 64_000_000
"""Bytes of a text file: an evening's log has less than one of these millions."""


def read_bytes(path: str | Path, expected: str, largest: int = LARGEST) -> bytes:
    """What file *path* holds.

    Args:
        expected: what it should be, for the error: ``"a table file, JSON"``.
        largest: bytes that it may have; no more is ever read, however endless it is.

    Raises:
        BadInput: it cannot be read, or is larger.
    """
    try:
        with open(path, "rb") as file:
            data = file.read(largest + 1)
    except FileNotFoundError:
        raise BadInput(f"{path}: no such file (expected {expected})") from None
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror}; expected {expected})") from None
    except ValueError:  # a NUL in the name
        raise BadInput(f"{path!r}: no file can be called so (expected {expected})") from None
    if len(data) > largest:
        raise BadInput(f"{path}: larger than {largest // 10**6} megabytes (expected {expected})")
    return data


def read_text(path: str | Path, expected: str, otherwise: str | None = None) -> str:
    """The text in file *path*, its line ends as ``\\n``; ``otherwise``: the encoding of what is no Unicode.

    Raises:
        BadInput: it cannot be read, or is no text (`engine.strict_json.text_of`).
    """
    return strict_json.text_of(read_bytes(path, expected), str(path), expected, otherwise)


def read_json(path: str | Path, expected: str) -> Any:
    """The JSON value in file *path*.

    Raises:
        BadInput: it cannot be read, or is no JSON (`engine.strict_json`).
    """
    return strict_json.value_of(read_text(path, expected), str(path), expected)
