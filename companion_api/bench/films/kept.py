"""What was seen in a film, kept in a file: told to a referee again in seconds, no picture is looked at.

It tells what a change of the referee is worth. After a change of what sees, or of what films, the files
are to be taken away: they hold what was seen before it.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion_api.bench.films.film_figures import Watched, told_again, watch
from companion_api.bench.films.truthful import Truthful
from companion_api.files.calls_file import Said
from engine.boundaries import Sighting
from engine.errors import BadInput
from engine.table import Table
from hardware.cameras import Camera

Seen = list[tuple[float, list[Sighting]]]
"""Second of each frame, and what was seen in it."""
_NOT_OURS = (OSError, EOFError, pickle.UnpicklingError, AttributeError, ImportError, TypeError, ValueError)
"""What comes of a file that is not there, cut off, or of another version of these types."""


def load(file: Path, of: object = None) -> Seen | None:
    """What was seen, as `save` kept it; None: it was not, or of another film.

    Args:
        of: what the film shows, compared with what it showed then.
    """
    try:
        was, seen = pickle.loads(file.read_bytes())
    except _NOT_OURS:
        return None
    return list(seen) if was == of else None


def save(file: Path, seen: Seen, of: object = None) -> None:
    """Keep what was seen.

    Args:
        of: what the film shows; may be pickled.

    Raises:
        BadInput: the file cannot be written.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(".part")
        part.write_bytes(pickle.dumps((of, seen)))
        part.replace(file)
    except OSError as error:
        raise BadInput(f"{file}: cannot be written ({error.strerror})") from None


def watch_once(
    file: Path | None,
    of: Any,
    camera: Camera,
    table: Table,
    calls: Sequence[Said] | None,
    people: Truthful | None = None,
    restarts: Sequence[float] = (),
) -> Watched:
    """As `film_figures.watch`, but what was seen is kept in a file, and told again where it is there already.

    Args:
        file: None: kept nowhere.
        of: what the film shows, as for `load`.
    """
    seen = None if file is None else load(file, of)
    if seen is not None:
        return told_again(Watched(seen=seen), table, calls, people, restarts)
    watched = watch(camera, table, calls, people, restarts)
    if file is not None:
        save(file, watched.seen, of)
    return watched
