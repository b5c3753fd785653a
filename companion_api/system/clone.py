"""What stands in a clone of the repository alone: nobody plays with it, so no wheel holds it."""

from __future__ import annotations

from pathlib import Path

from engine.errors import BadInput

ROOT = Path(__file__).parents[2]
"""The clone that runs, or the folder into which the wheel was unpacked."""


def from_a_clone(what: str, folder: str) -> None:
    """Say that something is done in a clone alone, where this is none.

    Args:
        what: as people call it.
        folder: of the clone; it holds what does it.

    Raises:
        BadInput: the folder is not there.
    """
    if not (ROOT / folder / "__init__.py").is_file():
        raise BadInput(
            f"{what}: only in a clone of the repository, expected git clone, then pip install -e ."
        )
