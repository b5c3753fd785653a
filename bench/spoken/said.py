"""What is said at a table, by language: calls, missing ranks, talk that holds their words, a television."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Sayings:
    """What people say in one language.

    Attributes:
        calls: by the honour's code, the ways in which it is called.
        sans: the ways in which a rank is said to be missing, ``{}`` its name.
        about: talk about a call, ``{}`` its words: what is hardest to tell from one.
        about_sans: talk about a missing rank, ``{}`` its name.
        talk: everything else, with the same words in it.
        television: what is said in the background.
    """

    calls: Mapping[str, tuple[str, ...]]
    sans: tuple[str, ...]
    talk: tuple[str, ...]
    about: tuple[str, ...] = ()
    about_sans: tuple[str, ...] = ()
    television: tuple[str, ...] = ()


def _read(file: Path) -> dict[str, Sayings]:
    """Those of a file, by language."""
    told = json.loads(file.read_text(encoding="utf-8"))
    return {
        language: Sayings(
            calls={card: tuple(ways) for card, ways in words.pop("calls").items()},
            **{name: tuple(texts) for name, texts in words.items()},
        )
        for language, words in told.items()
    }


SAYINGS = _read(Path(__file__).with_name("said.json"))
