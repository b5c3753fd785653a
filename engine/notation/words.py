"""What single words of the notation look like: marks, names, numbers, annotations."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

SPECIAL = ':!@~#/<>(){}[];%"='
"""Characters that end a word."""
WORD = re.compile(rf"[^\s{re.escape(SPECIAL)}]+")
NUMBER = re.compile(r"-?[0-9]{1,16}(?:\.[0-9]{1,30})?(?:[eE][+-]?[0-9]{1,3})?")
WHOLE = re.compile(r"[0-9]{1,16}")

SLASHED = {"called": "via", "fined": "why", "exchanged": "cost"}
"""What the text after a slash is called in a log, by type of event."""


def is_word(text: str) -> bool:
    """Whether a text can stand in the notation without quotes."""
    return WORD.fullmatch(text) is not None


def quoted(text: str) -> str:
    """A text in quotes, escaped as in JSON."""
    return in_json(text)


def in_json(value: Any) -> str:
    """A value as JSON on one line, letters of all alphabets as they are."""
    written = json.dumps(value, ensure_ascii=False)
    # Half a character, which JSON can tell but no text can hold.
    return json.dumps(value) if re.search("[\\ud800-\\udfff]", written) else written


def bare(text: str) -> str:
    """A text as a word where it can be one, else in quotes."""
    return text if is_word(text) else quoted(text)


def written_number(value: float) -> str:
    """A number as short as it can be told exactly."""
    return str(int(value)) if float(value).is_integer() and abs(value) < 1e16 else repr(value)


def marks(names: Sequence[str]) -> tuple[str, ...]:
    """The players' marks when nobody has chosen any: the shortest beginnings that differ.

    Characters that no word may hold are left out; where the beginnings never differ (or a name
    has no other characters) the players are numbered from 1.
    """
    letters = ["".join(WORD.findall(name)) for name in names]
    for length in range(1, max(map(len, letters), default=0) + 1):
        short = [name[:length] for name in letters]
        if "" not in short and len(set(short)) == len(short):
            return tuple(short)
    return tuple(str(place) for place in range(1, len(names) + 1))
