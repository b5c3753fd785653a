"""A family's own sounds: files that were dropped into a folder, each named after what it is heard for."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

FOLDER = "sounds"
"""Its name among the data."""
PACK = Path(__file__).parents[1] / "page" / "sounds" / "pack.json"
KINDS: tuple[str, ...] = tuple(json.loads(PACK.read_text(encoding="utf-8")))
"""What sounds are heard for: the kinds of the pack that pages make themselves."""
TYPES = {".mp3": "audio/mpeg", ".ogg": "audio/ogg", ".wav": "audio/wav", ".m4a": "audio/mp4"}
"""Ends of the names of files that may be dropped there, in small or large letters."""
LARGEST = 2_000_000
"""Bytes of one file: about a minute and a half of MP3; every page that plays sounds fetches it once."""


@dataclass(frozen=True, slots=True)
class Sound:
    """One file.

    Attributes:
        kind: one of `KINDS`.
        path: where it lies.
    """

    kind: str
    path: Path

    @property
    def type(self) -> str:
        """Its media type."""
        return TYPES[self.path.suffix.lower()]


@dataclass(frozen=True, slots=True)
class OwnSounds:
    """The folder as it is now: it is looked at anew each time, so that a file may come at any moment.

    Attributes:
        folder: need not be there.
    """

    folder: Path

    def found(self) -> dict[str, Sound]:
        """The files that can be heard, by kind; of several for one kind, the first by name."""
        sounds = (Sound(path.stem, path) for path in self._files() if self._plays(path))
        found: dict[str, Sound] = {}
        for sound in sounds:
            found.setdefault(sound.kind, sound)
        return found

    def refused(self) -> list[str]:
        """Names of the other files there: another kind of file, a name that says nothing, too large."""
        return [path.name for path in self._files() if not self._plays(path)]

    def _files(self) -> list[Path]:
        try:
            return sorted(path for path in self.folder.iterdir() if not path.name.startswith("."))
        except OSError:
            return []

    def _plays(self, path: Path) -> bool:
        """Whether a file is one of the folder's own (a link out of it is not) that pages may be sent."""
        try:
            inside = path.resolve().parent == self.folder.resolve() and path.is_file()
            named = path.stem in KINDS and path.suffix.lower() in TYPES
            return inside and named and path.stat().st_size <= LARGEST
        except OSError:
            return False
