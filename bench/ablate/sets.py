"""What parts are measured on: photographs, made-up tables, films and simulated rounds, always the same.

A film is looked at first, then its sightings are told to a referee: where only a part of the referee is off,
those that were kept when everything was on are told again, in a second or two instead of a minute.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from time import process_time
from typing import Any

from bench.films import scenes, simulated
from bench.films.film_figures import figures, told_again
from bench.films.games import papers_of
from bench.films.recorded import SUFFIX, Papers, Recording, recorded
from bench.films.simulated import Plan
from bench.pictures.photos import rows
from companion_api.system.clone import run_module
from engine import reading
from engine.errors import BadInput
from hardware.cameras import Camera, open_camera
from hardware.files.photos import read_photo
from hardware.files.texts import read_json
from hardware.simulator import Disturbances
from vision.cards.photograph import cards_of_photo
from vision.observer.observer import watch_table

FILMS = ("dark-wood-3", "light-wood-4")
"""Of the folder of filmed games."""
LIVED_IN = ("living-4", "runs-4")
"""Others of that folder: rooms that people live in, runs laid under one hand."""
SEEDS = (302, 305, 308, 311)
"""Of simulated rounds with all that unruly people, light and cameras do: rows, the usual, fans and a pile,
with 5, 8, 5 and 8 players."""
TABLES_SEED, TABLES_COUNT = 1, 2
"""Seed of the made-up photographs, and how many there are of each condition."""


@dataclass(frozen=True, slots=True)
class Where:
    """Folders.

    Attributes:
        photos, games: labelled photographs and filmed games.
        kept: where sightings are kept.
        tables: where made-up photographs are, or will be.
    """

    photos: Path
    games: Path
    kept: Path
    tables: Path = Path("training-data/ablate")


@dataclass(frozen=True, slots=True)
class Figures:
    """How a picture, a film or a whole set went.

    Attributes:
        cards: how many there are.
        right: told, in films with the player who laid them.
        not_there: told too many.
        pictures: photographs, films or rounds.
        whole: of them those of which everything is right; films and rounds: the settlement.
        silent: films and rounds that are wrong and were told as certain.
        cpu_s: processor time, seconds.
        referee_s: what of that was the referee's.
    """

    cards: int
    right: int
    not_there: int
    pictures: int
    whole: int
    silent: int = 0
    cpu_s: float = 0.0
    referee_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Task:
    """How a set is measured.

    Attributes:
        again: sightings that were kept are told again.
        keep: sightings are kept.
        only: of these pictures, films or rounds; None: of all.
    """

    again: bool = False
    keep: bool = False
    only: frozenset[str] | None = None

    def of(self, names: Iterable[str]) -> Iterator[str]:
        """Those of these names that are to be measured."""
        return (name for name in names if self.only is None or name in self.only)


Measured = Iterator[tuple[str, Figures]]
Measure = Callable[[Where, Task], Measured]
"""Measures one set: its pictures, films or rounds one after the other, by name."""


def total(each: Iterable[Figures]) -> Figures:
    """All together."""
    told = [asdict(one) for one in each]
    return Figures(*(sum(one[name.name] for one in told) for name in fields(Figures)))


def _photos(where: Where, task: Task) -> Measured:
    return _of_cards(where.photos, task)


def _hard(where: Where, task: Task) -> Measured:
    return _of_cards(where.photos / "hard", task)


def _of_cards(folder: Path, task: Task) -> Measured:
    labels = folder / "labels.csv"
    codes = {row["image"]: row["cards"].split() for row in rows(labels, ("image", "cards"))}
    for name in task.of(codes):
        there = Counter(reading.card(code, f"{labels}: {name}", "'cards'") for code in codes[name])
        image = read_photo(folder / name)
        began = process_time()
        reported = Counter(card.card for card in cards_of_photo(image) if card.why_unread is None)
        cpu_s = process_time() - began
        right = (there & reported).total()
        not_there = reported.total() - right
        yield name, Figures(there.total(), right, not_there, 1, int(there == reported), cpu_s=cpu_s)


def _tables(where: Where, task: Task) -> Measured:
    options = ["--out", str(where.tables), "--seed", str(TABLES_SEED), "--count", str(TABLES_COUNT)]
    if run_module("models.training.datasets.tables", options):
        raise BadInput("bench ablate: the photographs could not be made (see above)")
    for name in task.of(sorted(place.name for place in where.tables.iterdir() if place.is_dir())):
        began = process_time()
        told = scenes.of_condition(where.tables / name)
        cpu_s = process_time() - began
        cards, right, not_there = told["cards"], told["right"], told["not_there"]
        yield name, Figures(cards, right, not_there, told["photos"], told["photos_all_right"], cpu_s=cpu_s)


@dataclass(frozen=True, slots=True)
class _Film:
    """One film or simulated round.

    Attributes:
        name: unique.
        camera: films it.
        papers: its table and calls.
        truth: looked at once it has been watched.
    """

    name: str
    camera: Camera
    papers: Papers
    truth: Callable[[], Mapping[str, Any]]


def _films(where: Where, task: Task) -> Measured:
    return ((name, _watched(_filmed(where.games, name), where.kept, task)) for name in task.of(FILMS))


def _lived_in(where: Where, task: Task) -> Measured:
    return ((name, _watched(_filmed(where.games, name), where.kept, task)) for name in task.of(LIVED_IN))


def _filmed(folder: Path, name: str) -> _Film:
    camera = open_camera(str(folder / f"{name}.mp4"))
    papers = papers_of(folder, name, camera.size)
    return _Film(name, camera, papers, lambda: read_json(folder / f"{name}.truth.json", "a truth file"))


def _seeds(where: Where, task: Task) -> Measured:
    plans = simulated.plans(SEEDS, range(3, 9), disturbances=Disturbances.of("unruly").names)
    by_name = {str(plan.seed): plan for plan in plans}
    return ((name, _watched(_played(by_name[name]), where.kept, task)) for name in task.of(by_name))


def _played(plan: Plan) -> _Film:
    film = simulated.simulated_table(plan)
    return _Film(f"seed-{plan.seed}", film, Papers(film.table, film.calls), lambda: film.truth)


def _watched(film: _Film, folder: Path, task: Task) -> Figures:
    """What a referee tells of one film: of sightings that were kept, or of its pictures."""
    kept, table = folder / f"{film.name}{SUFFIX}", film.papers.seated(film.name)
    began = process_time()
    seen = recorded(kept, film.papers) if task.again else None
    if seen is None:
        observer = watch_table(table, film.camera.size)
        seen = [(frame.t, observer.look(frame)) for frame in film.camera]
        if task.keep or task.again:
            Recording(film.papers, seen).save(kept)
    film.camera.close()
    told = process_time()
    each = figures(told_again(seen, table, film.papers.said(film.name)), film.truth())
    now = process_time()
    return Figures(
        each["cards"],
        each["players_right"],
        each["cards_too_many"],
        pictures=1,
        whole=int(each["settlement_exact"]),
        silent=int(each["certain"] and not each["settlement_exact"]),
        cpu_s=now - began,
        referee_s=now - told,
    )


SETS: Mapping[str, Measure] = {
    "photos": _photos,
    "hard": _hard,
    "films": _films,
    "seeds": _seeds,
    "tables": _tables,
    "lived-in": _lived_in,
}
"""By name, in the order in which they are measured."""
