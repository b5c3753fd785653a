"""Measuring what is missing: one line of a file for each part and set, each in a process of its own.

First everything on, and counted; where a part never fired then, it changes nothing by being off. What fired,
or cannot be counted, is measured on the pictures, films and rounds in which it did.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

from bench import kept_lines
from bench.ablate import switch
from bench.ablate.film import FILM
from bench.ablate.parts import Ablation
from bench.ablate.photograph import PHOTOGRAPH
from bench.ablate.referee import REFEREE
from bench.ablate.sets import SETS, Figures, Measure, Task, Where, total
from bench.ablate.switch import Fired
from engine.errors import BadInput

T = TypeVar("T")
PARTS: tuple[Ablation, ...] = (*PHOTOGRAPH, *FILM, *REFEREE)
ON = "everything on"
"""Stands in a line instead of a part's name."""


@dataclass(frozen=True, slots=True)
class Item:
    """How one picture, film or round went.

    Attributes:
        fired: by part, of those that were asked while they were counted.
    """

    figures: Figures
    fired: Mapping[str, Fired] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Result:
    """How one set went with one part off.

    Attributes:
        part: its name, or `ON`.
        of: the set's name.
        items: its pictures, films or rounds by name; of a part those in which it fired.
        counted: names of the parts that were counted; one that is younger may have fired anywhere.
    """

    part: str
    of: str
    items: Mapping[str, Item]
    counted: tuple[str, ...] = ()

    def fired(self, part: str) -> Fired:
        """How often a part fired."""
        if part not in self.counted:
            return Fired(1, None)
        told = [item.fired[part] for item in self.items.values() if part in item.fired]
        known = [each.fired for each in told if each.fired is not None]
        fired = sum(known) if len(known) == len(told) else None
        return Fired(sum(each.calls for each in told), fired)

    def figures(self, on: Result) -> Figures:
        """Of the whole set: what was not measured is as with everything *on*."""
        return total(self.items.get(name, item).figures for name, item in on.items.items())

    def to_json(self) -> dict[str, Any]:
        """As a line has it."""
        return asdict(self)

    @staticmethod
    def of_json(line: Mapping[str, Any]) -> Result:
        """A line that was kept."""
        items = {
            name: Item(
                Figures(**item["figures"]), {part: Fired(**each) for part, each in item["fired"].items()}
            )
            for name, item in line["items"].items()
        }
        return Result(line["part"], line["of"], items, tuple(line["counted"]))


@dataclass(frozen=True, slots=True)
class _Job:
    """One measurement: with *off* off, or everything on and *counted* counted."""

    of: str
    measure: Measure
    where: Where
    off: Ablation | None = None
    counted: tuple[Ablation, ...] = ()
    only: frozenset[str] | None = None

    @property
    def key(self) -> tuple[str, str]:
        return ON if self.off is None else self.off.name, self.of

    def done(self) -> Result:
        """Measure, in this process."""
        of_referee = self.off is not None and self.off.target.startswith("engine.")
        task = Task(again=of_referee, keep=self.off is None, only=self.only)
        items = {}
        with contextlib.ExitStack() as stack:
            nowhere = stack.enter_context(open(os.devnull, "w"))
            stack.enter_context(contextlib.redirect_stderr(nowhere))
            with switch.counted(self.counted) as counts:
                if self.off is not None:
                    stack.enter_context(switch.turned_off(self.off))
                for name, figures in self.measure(self.where, task):
                    items[name] = Item(figures, switch.taken(counts))
            if self.counted:
                self._time_referee(items)
        return Result(*self.key, items, tuple(part.name for part in self.counted))

    def _time_referee(self, items: dict[str, Item]) -> None:
        """Take the time of a referee who is not counted: counting what is asked a million times takes long.

        The rest is not slowed so that it could be measured (two films: 131 s, counted 130 s; 2026-11-27).
        """
        refereed = frozenset(name for name, item in items.items() if item.figures.referee_s)
        for name, figures in self.measure(self.where, Task(again=True, only=refereed)) if refereed else ():
            counted, spent = items[name].figures, figures.referee_s
            cpu_s = counted.cpu_s - counted.referee_s + spent
            items[name] = replace(items[name], figures=replace(counted, cpu_s=cpu_s, referee_s=spent))


def chosen(parts: Sequence[Ablation], only: Sequence[str]) -> list[Ablation]:
    """The parts of these names; all where none is named.

    Raises:
        BadInput: there is no such part.
    """
    return list(_named("--only", "part", {part.name: part for part in parts}, only).values())


def _named(option: str, what: str, there: Mapping[str, T], names: Sequence[str]) -> dict[str, T]:
    """What has these names; all where none is named."""
    for name in names:
        if name not in there:
            raise BadInput(f"{option} {name}: no such {what} (expected some of {', '.join(there)})")
    return {name: each for name, each in there.items() if not names or name in names}


def run(
    photos: Path,
    games: Path,
    only: Sequence[str] = (),
    sets: Sequence[str] = (),
    out: Path | None = None,
    processes: int = 1,
) -> list[Result]:
    """Turn each part off over each set, as far as that is not in ``out`` yet; all that is known then.

    Args:
        photos, games: folders of labelled photographs and of filmed games.
        only: names of parts; none: all.
        sets: names of `sets.SETS`; none: all.
        out: JSON Lines, one per part and set; sightings are kept in a folder beside it. None: kept nowhere.
        processes: measurements at a time; 0: one after the other in this process, which others then share.

    Raises:
        BadInput: no such part or set, or ``out`` cannot be written or holds something else.
    """
    parts, measures = chosen(PARTS, only), _named("--sets", "set", SETS, sets)
    with tempfile.TemporaryDirectory() as spare:
        kept = Path(spare) if out is None else out.with_name(f"{out.name}.kept")
        return measured(parts, measures, Where(photos, games, kept), out, processes)


def measured(
    parts: Sequence[Ablation],
    sets: Mapping[str, Measure],
    where: Where,
    out: Path | None = None,
    processes: int = 1,
) -> list[Result]:
    """As `run`, of these parts and sets."""
    known = read(out)
    counted = (*PARTS, *(part for part in parts if part not in PARTS))
    on = [_Job(name, measure, where, counted=counted) for name, measure in sets.items()]
    _work([job for job in on if job.key not in known], known, out, processes)
    off = [
        _Job(name, measure, where, part, only=fires)
        for name, measure in sets.items()
        for part in parts
        if (fires := _fires(known[ON, name], part)) and (part.name, name) not in known
    ]
    _work(off, known, out, processes)
    return list(known.values())


def _fires(on: Result, part: Ablation) -> frozenset[str]:
    """Pictures, films or rounds in which a part fires, or may."""
    return frozenset(name for name, item in on.items.items() if item.fired.get(part.name, Fired()).fired != 0)


def _work(
    jobs: Sequence[_Job], known: dict[tuple[str, str], Result], out: Path | None, processes: int
) -> None:
    """Do these, each in a process of its own, and keep what comes."""
    for number, result in enumerate(_results(jobs, processes), start=1):
        known[result.part, result.of] = result
        kept_lines.keep(out, result.to_json())
        print(f"nainjaune: {number}/{len(jobs)} {_told(result, known)}", file=sys.stderr, flush=True)


def _told(result: Result, known: Mapping[tuple[str, str], Result]) -> str:
    told = result.figures(known[ON, result.of])
    what = ON if result.part == ON else f"without {result.part}"
    return (
        f"{result.of}, {what}: {told.right} of {told.cards} right, {told.not_there} not there,"
        f" {told.whole} of {told.pictures} whole, {told.cpu_s:.0f} s"
    )


def _results(jobs: Sequence[_Job], processes: int) -> Iterator[Result]:
    if not processes:
        yield from (job.done() for job in jobs)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        futures = [pool.submit(job.done) for job in jobs]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            for future in futures:
                future.cancel()


def read(out: Path | None) -> dict[tuple[str, str], Result]:
    """The results that are in the file, by part and set; none when there is no file.

    Raises:
        BadInput: it holds something else.
    """
    return kept_lines.kept(out, "results of this bench", _by_part_and_set)


def _by_part_and_set(line: Mapping[str, Any]) -> tuple[tuple[str, str], Result]:
    result = Result.of_json(line)
    return (result.part, result.of), result
