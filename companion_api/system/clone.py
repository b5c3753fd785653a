"""What stands in a clone of the repository alone: nobody plays with it, so no wheel holds it."""

from __future__ import annotations

import os
import subprocess
import sys
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


def run_module(name: str, options: list[str]) -> int:
    """Run one of the desk's modules in a process of its own: playing never loads what trains."""
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    return subprocess.run([sys.executable, "-m", name, *options], env=environment).returncode
