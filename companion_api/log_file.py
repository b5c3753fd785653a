"""A log, or an evening in notation, from its file."""

from __future__ import annotations

from pathlib import Path

from engine.errors import BadInput


def read_log_file(path: Path) -> bytes:
    """What `engine.log.read_events` reads.

    Raises:
        BadInput: the file cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror}), expected a log or a notation") from None
