"""What a measurement has come to, a line of JSON each in a file: one that was stopped goes on by it."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from engine.errors import BadInput
from engine.strict_json import json_lines
from hardware.files.texts import read_text

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


def kept(out: Path | None, what: str, of: Callable[[Any], tuple[K, V]]) -> dict[K, V]:
    """The lines that are in a file, by what they are about; none where there is no file.

    Args:
        what: they are, for people.
        of: makes of a line what it is about and what came of it.

    Raises:
        BadInput: the file holds something else.
    """
    if out is None or not out.exists():
        return {}
    try:
        return dict(of(line) for _, line in json_lines(read_text(out, what), str(out)))
    except (KeyError, TypeError, AttributeError):
        raise BadInput(f"--out {out}: not {what} (expected a new file, or one of its)") from None


def keep(out: Path | None, line: Mapping[str, Any]) -> None:
    """Add a line to a file, where there is one.

    Raises:
        BadInput: it cannot be written.
    """
    if out is None:
        return
    try:
        with out.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
    except OSError as error:
        raise BadInput(f"--out {out}: cannot be written ({error.strerror})") from None
