"""What the start page remembers on this computer, and where a companion that runs already is found."""

from __future__ import annotations

import contextlib
import json
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion_api.system.data_folder import folder_of
from hardware.files.private import private_folder, write_private
from hardware.outgoing import opener

SECONDS = 2.0
"""How long a companion that runs already may take to say so."""


class Remembered:
    """Small choices (``phones``, ``camera``, ``language``) among a family's data.

    Args:
        data: the data folder; None or a database: the usual one.
    """

    def __init__(self, data: str | None = None) -> None:
        self.folder = folder_of(data)
        self._file = self.folder / "start.json"

    def choices(self) -> dict[str, Any]:
        """What was chosen the last time; nothing where that cannot be read."""
        return _read(self._file)

    def keep(self, choices: Mapping[str, Any]) -> None:
        """Remember these besides the others; a disk that takes nothing is no reason not to play."""
        _write(self._file, {**self.choices(), **choices})


class Running:
    """The companion that runs on this computer, so that a second `nainjaune` opens the same page.

    Args:
        folder: the data folder.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / "running.json"

    def note(self, link: str) -> None:
        """Remember the start page's link, readable by its owner only."""
        _write(self._file, {"link": link})

    def forget(self) -> None:
        """It runs no more."""
        with contextlib.suppress(OSError):
            self._file.unlink()

    def link(self) -> str | None:
        """The start page's link, if it answers; None: nothing runs."""
        page, _, key = str(_read(self._file).get("link", "")).partition("start/#k=")
        if not page.startswith(("http://127.0.0.1:", "http://[::1]:")):
            return None
        asked = urllib.request.Request(f"{page}api/start", headers={"Authorization": f"Bearer {key}"})
        with contextlib.suppress(OSError, ValueError), opener("127.0.0.1").open(asked, timeout=SECONDS):
            return f"{page}start/#k={key}"
        return None


def _write(file: Path, content: Mapping[str, Any]) -> None:
    """Readable by its owner only: a key, or a camera's password, may stand in it."""
    with contextlib.suppress(OSError):
        private_folder(file.parent)
        write_private(file, json.dumps(dict(content)).encode())


def _read(file: Path) -> dict[str, Any]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
