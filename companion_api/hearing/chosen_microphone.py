"""Which microphone people chose on the page: one line of text among a family's data."""

from __future__ import annotations

import contextlib
from pathlib import Path

from hardware.files.private import private_folder, write_private

FILE = "microphone"


class Choice:
    """What is remembered from one evening to the next.

    Args:
        folder: where the recogniser's models are kept.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE

    def kept(self) -> str | None:
        """The device's name, empty: the system's standard; None: nothing is to be heard."""
        try:
            return self._file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return None

    def keep(self, name: str | None) -> None:
        """Remember it; where the disk does not take it, it holds for this evening only."""
        with contextlib.suppress(OSError):
            if name is None:
                self._file.unlink(missing_ok=True)
            else:
                private_folder(self._file.parent)
                write_private(self._file, f"{name}\n".encode())
