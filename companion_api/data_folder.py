"""Where a family's data lies on this computer: evenings, house rules, packs that were learnt."""

from __future__ import annotations

import os
from pathlib import Path

VOICES = "voices"
"""The folder in it for what hearing needs: models, and which microphone was chosen."""


def data_folder() -> Path:
    """Where everything is kept unless ``--data`` says otherwise."""
    if os.name == "nt":
        base = os.environ.get("LOCALAPPDATA") or Path.home()
    else:
        base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "nainjaune"


def own_networks() -> Path:
    """Where networks of one's own lie: what ``NAINJAUNE_WEIGHTS`` names, else ``models`` among the data."""
    return Path(os.environ.get("NAINJAUNE_WEIGHTS") or data_folder() / "models")
