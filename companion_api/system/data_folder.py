"""Where a family's data lies on this computer: evenings, house rules, packs that were learnt."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from platformdirs import user_data_path

VOICES = "voices"
"""The folder in it for what hearing needs: models, and which microphone was chosen."""


def data_folder() -> Path:
    """Where everything is kept unless ``--data`` says otherwise."""
    default = user_data_path("nainjaune", appauthor=False)
    if sys.platform != "darwin" or default.is_dir():
        return default
    # Versions before this one kept a Mac's evenings as Linux does.
    earlier = Path.home() / ".local" / "share" / "nainjaune"
    return earlier if earlier.is_dir() else default


def folder_of(data: str | None) -> Path:
    """The folder of what belongs to no evening, where evenings are kept in ``data``.

    Args:
        data: a folder; None or a database: the usual one.
    """
    return Path(data) if data and "://" not in data else data_folder()


def own_networks() -> Path:
    """Where networks of one's own lie: what ``NAINJAUNE_WEIGHTS`` names, else ``models`` among the data."""
    return Path(os.environ.get("NAINJAUNE_WEIGHTS") or data_folder() / "models")
