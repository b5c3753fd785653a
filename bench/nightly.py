"""`nainjaune bench nightly`: a longer run by one command, hours of it, that may be stopped and gone on with.

Every job is one line of a file: a simulated round, a film seen through a lens, a folder of photographs. What
to make of the lines tells `nightly_table`. The seeds are written down here and never change, so that two runs
compare; nothing may be developed on them.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from time import process_time
from typing import Any

from bench import counting, kept_lines
from bench.films import games, simulated
from bench.pictures import photos
from engine import reading
from engine.errors import BadInput
from engine.strict_json import json_lines
from hardware.cameras.film import Film
from hardware.files.texts import read_text
from hardware.simulator import Disturbances

LIVED_IN, UNRULY, NAP, LENSES, PHOTOGRAPHS = KINDS = ("lived-in", "unruly", "nap", "lenses", "photographs")
SEEDS = {LIVED_IN: range(70001, 70025), UNRULY: range(71001, 71025), NAP: range(72001, 72013)}
PLAYERS = {LIVED_IN: range(3, 6), UNRULY: range(3, 9), NAP: range(3, 8)}
THROUGH = ("dim", "lamp", "webcam", "turned", "small")
"""Lenses of films: little light, one lamp, a cheap webcam, a camera that hangs askew, few pixels."""
READ = "read"
PRODUCT = ("engine", "vision", "models", "hardware", "companion_api", "languages")
"""What figures depend on."""


@dataclass(frozen=True, slots=True)
class Job:
    """What one line is about.

    Attributes:
        kind: one of `KINDS`.
        name: of all jobs, this one's alone; it begins with its kind.
        plan: of a simulated round.
        film, lens: of a film, and what it is seen through.
        folder: of photographs.
    """

    kind: str
    name: str
    plan: simulated.Plan | None = None
    film: str = ""
    lens: str = ""
    folder: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """What one job came to.

    Attributes:
        outcome: one of `simulated.OUTCOMES`; of photographs `READ`.
        certain: it was told without a doubt.
        cards, cards_right: how many there were, how many stand right in the end.
        players_right: cards that stand with their player; of photographs 0.
        too_many: cards told that were not there.
        corrections: of what had been told.
        film_s, cpu_s: seconds of film, and of processor time, its drawing or unpacking included.
    """

    job: str
    kind: str
    outcome: str
    certain: bool
    cards: int
    cards_right: int
    players_right: int
    too_many: int
    corrections: int
    film_s: float
    cpu_s: float


@dataclass(frozen=True, slots=True)
class Play:
    """Plays one job: what a process of its own is told."""

    photos: Path
    games: Path

    def __call__(self, job: Job) -> Line:
        worked = process_time()
        if job.plan is not None:
            told = simulated.play_round(job.plan)
            return _line(job, told, told["outcome"], told["film_s"], told["cpu_s_with_camera"])
        if job.film:
            [told] = games.run(self.games, [job.lens], names=[job.film])["games"].values()
            outcome = "exact" if told["settlement_exact"] else "wrong" if told["settled"] else "unsettled"
            with Film(self.games / f"{job.film}.mp4") as film:
                length = round(film.seconds, 1)
            return _line(job, told, outcome, length, round(process_time() - worked, 1))
        told = photos.cards(self.photos, within=job.folder)["all"]
        read = {"certain": False, "cards": told["cards"], "cards_right": told["right"], "players_right": 0}
        read |= {"cards_too_many": told["not_there"], "corrections": 0}
        return _line(job, read, READ, 0.0, round(process_time() - worked, 1))


def _line(job: Job, told: dict[str, Any], outcome: str, film_s: float, cpu_s: float) -> Line:
    return Line(
        job=job.name,
        kind=job.kind,
        outcome=outcome,
        certain=told["certain"],
        cards=told["cards"],
        cards_right=told["cards_right"],
        players_right=told["players_right"],
        too_many=told["cards_too_many"],
        corrections=told["corrections"],
        film_s=film_s,
        cpu_s=cpu_s,
    )


def jobs(photographs: Path, films: Path, kinds: Collection[str] = ()) -> list[Job]:
    """All jobs of these kinds, in order; no kinds: of all.

    Raises:
        BadInput: there is no such kind, or what it is measured on is missing.
    """
    for kind in kinds:
        if kind not in KINDS:
            raise BadInput(f"--only {kind!r}: expected some of {', '.join(KINDS)}")
    listed = _rounds(LIVED_IN, disturbances=Disturbances.of("lived_in").names)
    listed += _rounds(UNRULY, disturbances=Disturbances.of("unruly").names)
    listed += _rounds(NAP, "nap")
    if not kinds or LENSES in kinds:
        if not (names := games.listed(films)):
            raise BadInput(f"{films}: no game in it (expected the films of --games)")
        listed += [
            Job(LENSES, f"{LENSES} {name} {lens}", film=name, lens=lens) for name in names for lens in THROUGH
        ]
    if not kinds or PHOTOGRAPHS in kinds:
        there = sorted({photos.folder_of(row) for row in photos.labelled(photographs)})
        listed += [Job(PHOTOGRAPHS, f"{PHOTOGRAPHS} {folder or '.'}", folder=folder) for folder in there]
    return [job for job in listed if not kinds or job.kind in kinds]


def _rounds(kind: str, rules: str = "lindor", **how: Any) -> list[Job]:
    planned = simulated.plans(SEEDS[kind], PLAYERS[kind], rules, **how)
    return [Job(kind, f"{kind} {plan.seed}", plan) for plan in planned]


def commit() -> str:
    """The commit that runs here, and a mark of what of the product differs from it.

    Raises:
        BadInput: the program lies in no checkout of git.
    """
    root = Path(__file__).parents[1]
    head = _git(root, "rev-parse", "--short=12", "HEAD").decode().strip()
    changed = _git(root, "diff", "HEAD", "--", *PRODUCT)
    for name in _git(root, "ls-files", "-oz", "--exclude-standard", "--", *PRODUCT).decode().split("\0"):
        changed += name.encode() + (root / name).read_bytes() if name else b""
    return f"{head}+{hashlib.sha256(changed).hexdigest()[:8]}" if changed else head


def _git(root: Path, *asked: str) -> bytes:
    try:
        return subprocess.run(["git", *asked], cwd=root, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        raise BadInput(
            f"bench nightly: {root} is no checkout of git (expected one: a run tells it)"
        ) from None


def run(wanted: Sequence[Job], out: Path, of: str, processes: int, play: Callable[[Job], Line]) -> list[Line]:
    """Play what is not in ``out`` yet, and give the lines of all that is wanted, in order.

    Args:
        out: JSON Lines, one a job, appended to as jobs end.
        of: the commit that plays.
        processes: jobs played at the same time.

    Raises:
        BadInput: ``out`` cannot be written, or holds something else, or a run of another commit.
    """
    known = read(out, of) if out.exists() else {}
    missing = [job for job in wanted if job.name not in known]
    for number, line in enumerate(counting.at_once(play, missing, processes), start=1):
        known[line.job] = line
        kept_lines.keep(out, {"commit": of, **asdict(line)})
        told = f"{line.outcome}, {line.cards_right} of {line.cards} cards"
        print(f"nainjaune: {number}/{len(missing)} {line.job}: {told}", file=sys.stderr, flush=True)
    return [known[job.name] for job in wanted]


def read(file: Path, of: str | None = None) -> dict[str, Line]:
    """The lines of a run, by the names of their jobs.

    Args:
        of: the commit that must have played them; None: any.

    Raises:
        BadInput: the file cannot be read, or holds something else, or a run of another commit.
    """
    known = {}
    for number, told in json_lines(read_text(file, "lines of bench nightly"), str(file)):
        where = f"{file} line {number}"
        line = reading.mapping(told, where, "a line of bench nightly")
        played = reading.text(line, "commit", where)
        if of is not None and played != of:
            raise BadInput(f"{where}: {played} played it, this is {of} (expected its own run, or a new file)")
        read = Line(**{each.name: _field(line, each.name, str(each.type), where) for each in fields(Line)})
        known[read.job] = read
    return known


def _field(line: Mapping[str, Any], name: str, kind: str, where: str) -> Any:
    """One field of a line, which must be of its type."""
    value = reading.field(line, name, where)
    if kind == "str":
        return reading.text(line, name, where)
    if kind == "int":
        return reading.whole(value, where, repr(name))
    if kind == "float":
        return reading.number(value, where, repr(name))
    if not isinstance(value, bool):
        raise BadInput(f"{where}: {name!r} is {reading.shown(value)}, expected true or false")
    return value
