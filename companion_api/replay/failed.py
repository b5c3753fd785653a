"""«Ça n'a pas marché ?»: an evening that went wrong as one file, for whoever is to find out why.

A ZIP: ``table.json``; ``log.jsonl``, the whole evening as `nainjaune settle` reads it; ``given.jsonl``, what
the referee was given, as `nainjaune watch` plays it again; ``film/SECONDS.jpg``, the last half minute for the
eyes, in which no held card can be read; ``README.txt``, which says so.
"""

from __future__ import annotations

import io
import json
import lzma
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from companion_api.replay.given import read_event, read_heard, read_said, read_sighting
from companion_api.replay.ring import Still
from companion_api.saying.words import words
from engine import reading
from engine.errors import BadInput, IllegalEvent
from engine.events import Event, to_json
from engine.record.log import read_events
from engine.referee.referee import Referee
from engine.strict_json import json_lines, text_of, value_of
from engine.table import Table, table_from_json
from hardware.files.texts import read_bytes
from languages import LANGUAGES

FILM_SECONDS = 30.0
LARGEST = 64_000_000
"""Bytes of each file inside, unpacked."""
EXPECTED = "an evening that was kept by « Ça n’a pas marché ? »"
TABLE, LOG, GIVEN, README = "table.json", "log.jsonl", "given.jsonl", "README.txt"
_DAMAGED = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError)


@dataclass(frozen=True, slots=True, eq=False)
class Failed:
    """An evening as it was kept.

    Attributes:
        table: what it was played with.
        log: as it was told then.
        began: how many of its events the referee had when it began.
        given: what it was given since, parsed; empty where that was too much to keep.
        where: what to call the file in an error.
    """

    table: Table
    log: tuple[Event, ...]
    began: int
    given: Sequence[tuple[int, Mapping[str, Any]]]
    where: str

    @property
    def referee(self) -> Referee:
        """A referee that stands where that one began."""
        return Referee(self.table, log=self.log[: self.began])

    def replayed(self, referee: Referee) -> Iterator[list[Event]]:
        """Give a referee what that one was given; what each of it brings.

        Raises:
            BadInput: a line that is none of ours, or that breaks a rule where it stands.
        """
        for number, line in self.given:
            where = f"{self.where} {GIVEN} line {number}"
            try:
                yield from self._given(referee, line, where)
            except IllegalEvent as error:
                raise BadInput(f"{where}: {error}") from None

    def _given(self, referee: Referee, line: Mapping[str, Any], where: str) -> Iterator[list[Event]]:
        match next(iter(line), None):
            case "listens":
                referee.listens = bool(line["listens"])
            case "ticks":
                for t in reading.array(line["ticks"], where, "'ticks'"):
                    yield referee.tick(reading.number(t, where, "'ticks'"))
            case "saw":
                yield referee.observe(read_sighting(line["saw"], len(self.table.names), where))
            case "heard":
                yield referee.hear(read_heard(line["heard"], where))
            case "again":
                yield referee.say_again(
                    read_said(reading.mapping(line["again"], where, "what was said"), where)
                )
            case "enter":
                before = line.get("before")
                number = None if before is None else reading.whole(before, where, "'before'", 1)
                yield referee.enter(read_event(line["enter"], where), number)
            case "correct":
                now = line.get("replacement")
                target = reading.whole(line["correct"], where, "'correct'", 1)
                yield referee.correct(target, None if now is None else read_event(now, where))
            case "answer":
                choice = line.get("choice")
                asked = reading.whole(line["answer"], where, "'answer'", 1)
                yield referee.answer(
                    asked, None if choice is None else reading.whole(choice, where, "'choice'")
                )
            case "start":
                yield referee.start()
            case "finish":
                yield referee.finish()
            case "undo":
                yield referee.undo()
            case _:
                raise BadInput(f"{where}: expected what a referee is given")


def packed(
    setup: Mapping[str, Any],
    log: Iterable[Mapping[str, Any]],
    began: int,
    given: Iterable[str],
    film: Sequence[Still],
) -> bytes:
    """The file.

    Args:
        setup: the table, as JSON values.
        log: the evening's lines.
        began: how many of them the referee had when it began.
        given: what it was given since, JSON Lines.
        film: the last pictures, as they are in the ring.
    """
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(
            README, "".join(f"{words(each).say('replay.readme', n=len(film))}\n" for each in LANGUAGES)
        )
        file.writestr(TABLE, json.dumps(setup, ensure_ascii=False, indent=1))
        file.writestr(LOG, "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in log))
        file.writestr(GIVEN, "".join(f"{line}\n" for line in [json.dumps({"began": began}), *given]))
        for still in film:
            file.writestr(f"film/{still.t:09.3f}.jpg", still.jpeg, zipfile.ZIP_STORED)
    return out.getvalue()


def other_event(now: Iterable[Event], then: Iterable[Event]) -> int | None:
    """Number of the first event that a log played again does not tell as it was kept; None: all are the same.

    Args:
        now: as it is told now.
        then: as it was kept: with what phones had said of some events besides (who, how it was before).
    """
    for number, (one, other) in enumerate(zip_longest(now, then), start=1):
        if one is None or other is None:
            return number
        replayed, recorded = (json.loads(json.dumps(to_json(event))) for event in (one, other))
        if not replayed.items() <= recorded.items():
            return number
    return None


def is_failed(path: str) -> bool:
    """Whether a source is such a file, by its beginning."""
    try:
        return Path(path).is_file() and zipfile.is_zipfile(path)
    except (OSError, ValueError):
        return False


def read_failed(path: str | Path) -> Failed:
    """The evening in a file.

    Raises:
        BadInput: it is none of ours, or damaged; one line.
    """
    where = str(path)
    data = read_bytes(path, EXPECTED)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            table, log, given = (_unpacked(file, name, where) for name in (TABLE, LOG, GIVEN))
    except BadInput:
        raise
    except (*_DAMAGED, ValueError, LookupError, RuntimeError, OSError):  # what `zipfile` says of such files
        raise BadInput(f"{where}: expected {EXPECTED}") from None
    seated = table_from_json(value_of(table, f"{where} {TABLE}", "a table"), f"{where} {TABLE}")
    events = tuple(event for _, event in read_events(log, f"{where} {LOG}"))
    lines = [(n, reading.mapping(each, f"{where} {GIVEN} line {n}", "what was given"))
             for n, each in json_lines(given, f"{where} {GIVEN}")]  # fmt: skip
    if not lines or "began" not in lines[0][1]:
        raise BadInput(f"{where} {GIVEN}: expected what a referee is given")
    began = reading.whole(lines[0][1]["began"], f"{where} {GIVEN}", "'began'")
    return Failed(seated, events, min(began, len(events)), lines[1:], where)


def _unpacked(file: zipfile.ZipFile, name: str, where: str) -> str:
    with file.open(name) as inside:
        data = inside.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise BadInput(f"{where} {name}: larger than {LARGEST // 10**6} megabytes (expected {EXPECTED})")
    return text_of(data, f"{where} {name}", EXPECTED)
