"""One film as it was seen, in a file: told to a referee again in seconds, no picture is looked at.

It tells what a change of the referee is worth, and holds what it decides today (`bench.films.net`). After a
change of what sees, or of what films, the files are to be made anew: they hold what was seen before it.

A file is JSON, compressed with xz: ``format`` and ``version``; the film's papers (`Papers`); ``times``, the
second of each frame; ``saw``, a list of ``[place in times, sighting]``, the sighting as
`companion_api.replay.given` has it. Numbers come back as they were, to the last bit.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from companion_api.files.calls_file import Statement, calls_of
from companion_api.replay.given import read_sighting, sighting_json
from engine import reading
from engine.boundaries import Sighting
from engine.errors import BadInput
from engine.strict_json import text_of, value_of
from engine.table import Table, table_from_json
from hardware.files.texts import LARGEST, read_bytes

FORMAT, VERSION = "nainjaune recorded sightings", 1
SUFFIX = ".json.xz"
EXPECTED = f"recorded sightings, version {VERSION}"

Seen = list[tuple[float, list[Sighting]]]
"""Second of each frame, and what was seen in it."""


@dataclass(frozen=True, slots=True)
class Papers:
    """What goes with a film, as its files have it (parsed JSON).

    Attributes:
        table: the table file.
        calls: lines of the calls file; None: the chips are the calls.
        truth: the truth file; None: nobody may look at it yet.
    """

    table: Mapping[str, Any]
    calls: Sequence[Mapping[str, Any]] | None
    truth: Mapping[str, Any] | None = None

    @property
    def restarts(self) -> list[float]:
        """Seconds of the film at which the program starts anew: only the log is left of it."""
        upsets = (self.truth or {}).get("disturbances", ())
        return [each["until"] for each in upsets if each["kind"] == "begun" and each["what"] == "restart"]

    def seated(self, where: str) -> Table:
        """The table; ``where``: what to call it in an error."""
        return table_from_json(self.table, where)

    def said(self, where: str) -> list[Statement] | None:
        """What was called and told, by time; None: the chips are the calls."""
        return None if self.calls is None else calls_of(enumerate(self.calls, 1), where, self.seated(where))


@dataclass(frozen=True, slots=True)
class Recording:
    """A film's papers, and what was seen in it."""

    papers: Papers
    seen: Seen

    def save(self, file: Path) -> None:
        """Write it to a file, whose folder may be missing yet.

        Raises:
            BadInput: the file cannot be written.
        """
        saw = [[place, sighting_json(one)] for place, (_, seen) in enumerate(self.seen) for one in seen]
        told = {"format": FORMAT, "version": VERSION, **asdict(self.papers)}
        told |= {"times": [t for t, _ in self.seen], "saw": saw}
        save(told, file)


def save(told: Mapping[str, Any], file: Path) -> None:
    """Write JSON, compressed, to a file, whose folder may be missing yet.

    Raises:
        BadInput: the file cannot be written.
    """
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(".part")
        part.write_bytes(lzma.compress(text.encode()))
        part.replace(file)
    except OSError as error:
        raise BadInput(f"{file}: cannot be written ({error.strerror})") from None


def saved(file: Path, form: str, version: int) -> Mapping[str, Any]:
    """What `save` wrote of a *form* and its *version*.

    Raises:
        BadInput: it cannot be read, is damaged, or of another version; one line.
    """
    where, expected = str(file), f"{form.removeprefix('nainjaune ')}, version {version}"
    try:
        unpacker = lzma.LZMADecompressor()
        data = unpacker.decompress(read_bytes(file, expected), LARGEST)
    except (lzma.LZMAError, EOFError):
        raise BadInput(f"{where}: expected {expected}") from None
    if not unpacker.eof:
        raise BadInput(f"{where}: cut off, or larger than {LARGEST // 10**6} megabytes (expected {expected})")
    told = reading.mapping(value_of(text_of(data, where, expected), where, expected), where, expected)
    if (told.get("format"), told.get("version")) != (form, version):
        raise BadInput(f"{where}: version {reading.shown(told.get('version'))}, expected {expected}")
    return told


def recording(file: Path) -> Recording:
    """What a file holds.

    Raises:
        BadInput: it cannot be read, is damaged, or of another version; one line.
    """
    where = str(file)
    told = saved(file, FORMAT, VERSION)
    try:
        papers = Papers(told["table"], told["calls"], told["truth"])
        seen: Seen = [(float(t), []) for t in told["times"]]
        players = len(papers.table["players"])
        for number, (place, sighting) in enumerate(told["saw"]):
            seen[place][1].append(read_sighting(sighting, players, f"{where} sighting {number}"))
    except (LookupError, TypeError, ValueError):
        raise BadInput(f"{where}: expected {EXPECTED}") from None
    return Recording(papers, seen)


def recorded(file: Path | None, papers: Papers) -> Seen | None:
    """What was seen in a film, where a file holds it; None: it does not, or it is another film's.

    Args:
        papers: what the film has now; a truth that nobody may look at yet is not compared.
    """
    if file is None:
        return None
    try:
        there = recording(file)
    except BadInput:
        return None
    now = Papers(**json.loads(json.dumps(asdict(papers))))
    known = there.papers if papers.truth is not None else replace(there.papers, truth=None)
    return there.seen if now == known else None
