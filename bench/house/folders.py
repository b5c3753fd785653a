"""How many files lie side by side in one folder."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from bench.house.checkout import files

KINDS = (".py", ".js")
MOST_FILES = 15
"""Of one kind in one folder."""


def flat(root: Path, kind: str) -> dict[str, int]:
    """How many files of a kind each folder holds, itself alone, the fullest first; no folder is left out.

    A package's ``__init__.py`` names the folder and is not counted.
    """
    counted = Counter(
        file.parent.relative_to(root).as_posix() for file in files(root, kind) if file.name != "__init__.py"
    )
    return dict(sorted(counted.items(), key=lambda each: (-each[1], each[0])))


def heaps(root: Path) -> dict[str, int]:
    """The folders that hold more than `MOST_FILES` of one kind, and how many they hold."""
    return {
        folder: count for kind in KINDS for folder, count in flat(root, kind).items() if count > MOST_FILES
    }
