"""What was seen in a film, kept in a file: told to a referee again in seconds, no picture is looked at.

It tells what a change of the referee is worth. After a change of what sees, or of what films, the files
are to be taken away: they hold what was seen before it.
"""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from pathlib import Path

from engine.boundaries import Sighting
from engine.errors import BadInput

Seen = list[tuple[float, list[Sighting]]]
"""Second of each frame, and what was seen in it."""
_NOT_OURS = (OSError, EOFError, pickle.UnpicklingError, AttributeError, ImportError, TypeError, ValueError)
"""What comes of a file that is not there, cut off, or of another version of these types."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Where what is seen in a film is kept.

    Attributes:
        file: it may be missing yet, its folder too.
        of: what the film shows, compared with what it showed when it was kept; may be pickled.
    """

    file: Path
    of: object = None

    def load(self) -> Seen | None:
        """What was seen, as `save` kept it; None: it was not, or of another film."""
        try:
            was, seen = pickle.loads(self.file.read_bytes())
        except _NOT_OURS:
            return None
        return list(seen) if was == self.of else None

    def save(self, seen: Seen) -> None:
        """Keep what was seen.

        Raises:
            BadInput: the file cannot be written.
        """
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            part = self.file.with_suffix(".part")
            part.write_bytes(pickle.dumps((self.of, seen)))
            part.replace(self.file)
        except OSError as error:
            raise BadInput(f"{self.file}: cannot be written ({error.strerror})") from None
