"""What parts are measured on: photographs, made-up tables, films and simulated rounds, always the same.

A film is looked at first, then its sightings are told to a referee: where only a part of the referee is off,
those that were kept when everything was on are told again, in a second or two instead of a minute.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import process_time
from typing import Any

from companion_api.bench import photos, scenes, simulated
from companion_api.bench.film_figures import Watched, figures, without_people
from companion_api.bench.simulated import Plan
from companion_api.calls_file import read_calls
from companion_api.commands.train import run_module
from companion_api.table_file import read_table
from engine.boundaries import Heard
from engine.errors import BadInput
from engine.table import Table, table_from_json
from hardware.cameras import Camera, open_camera
from hardware.files.texts import read_json
from hardware.simulator import Disturbances, SimulatedTable
from vision.observer import watch_table

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
    """How one set went.

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


Measure = Callable[[Where, bool, bool], Figures]
"""Measures one set: folders, whether sightings that were kept are told again, whether they are to be kept."""


def _photos(where: Where, again: bool, keep: bool) -> Figures:
    return _of_cards(where.photos)


def _hard(where: Where, again: bool, keep: bool) -> Figures:
    return _of_cards(where.photos / "hard")


def _of_cards(folder: Path) -> Figures:
    began = process_time()
    told = photos.cards(folder)["all"]
    return _pictures([told], began)


def _pictures(told: Sequence[Mapping[str, Any]], began: float) -> Figures:
    names = ("cards", "right", "not_there", "photos", "photos_all_right")
    return Figures(*(sum(each[name] for each in told) for name in names), cpu_s=process_time() - began)


def _tables(where: Where, again: bool, keep: bool) -> Figures:
    options = ["--out", str(where.tables), "--seed", str(TABLES_SEED), "--count", str(TABLES_COUNT)]
    if run_module("models.training.tables", options):
        raise BadInput("bench ablate: the photographs could not be made (see above)")
    began = process_time()
    return _pictures(list(scenes.tables(where.tables).values()), began)


@dataclass(frozen=True, slots=True)
class _Film:
    """One film or simulated round.

    Attributes:
        name: unique.
        camera: films it.
        calls: made in it.
        truth: looked at once it has been watched.
    """

    name: str
    camera: Camera
    table: Table
    calls: Sequence[Heard] | None
    truth: Callable[[], Mapping[str, Any]]


def _films(where: Where, again: bool, keep: bool) -> Figures:
    return _sum([_watched(_filmed(where.games, name), where.kept, again, keep) for name in FILMS])


def _lived_in(where: Where, again: bool, keep: bool) -> Figures:
    return _sum([_watched(_filmed(where.games, name), where.kept, again, keep) for name in LIVED_IN])


def _filmed(folder: Path, name: str) -> _Film:
    camera = open_camera(str(folder / f"{name}.mp4"))
    table = read_table(folder / f"{name}.table.json", camera.size)
    calls = read_calls(folder / f"{name}.calls.jsonl", table)
    return _Film(name, camera, table, calls, lambda: read_json(folder / f"{name}.truth.json", "a truth file"))


def _seeds(where: Where, again: bool, keep: bool) -> Figures:
    plans = simulated.plans(SEEDS, range(3, 9), disturbances=Disturbances.of("unruly").names)
    return _sum([_watched(_played(plan), where.kept, again, keep) for plan in plans])


def _played(plan: Plan) -> _Film:
    disturbances = Disturbances.of(plan.disturbances)
    film = SimulatedTable(plan.seed, plan.players, rules=plan.rules, disturbances=disturbances)
    table = table_from_json(film.table, film.name, film.size)
    return _Film(f"seed-{plan.seed}", film, table, film.heard, lambda: film.truth)


def _watched(film: _Film, kept: Path, again: bool, keep: bool) -> Figures:
    """What a referee tells of one film: of sightings kept before (*again*), or of its pictures.

    Args:
        keep: its sightings are kept.
    """
    file = kept / f"{film.name}.sightings"
    began = process_time()
    seen = _load(file) if again else None
    if seen is None:
        observer = watch_table(film.table, film.camera.size)
        seen = [(frame.t, observer.look(frame)) for frame in film.camera]
    if keep or (again and not file.exists()):
        _save(file, seen)
    film.camera.close()
    told = process_time()
    watched = Watched(seen=seen, film_s=seen[-1][0] if seen else 0.0)
    truth = film.truth()
    each = figures(without_people(watched, film.table, film.calls), truth)
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


def _sum(each: Sequence[Figures]) -> Figures:
    told = [asdict(one) for one in each]
    return Figures(**{name: sum(one[name] for one in told) for name in told[0]})


def _load(file: Path) -> list[Any] | None:
    """Sightings that this bench has kept; None where there are none."""
    try:
        return list(pickle.loads(file.read_bytes()))
    except (OSError, EOFError, pickle.UnpicklingError):
        return None


def _save(file: Path, seen: Sequence[Any]) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(".part")
        part.write_bytes(pickle.dumps(seen))
        part.replace(file)
    except OSError as error:
        raise BadInput(f"{file}: cannot be written ({error.strerror})") from None


SETS: Mapping[str, Measure] = {
    "photos": _photos,
    "hard": _hard,
    "films": _films,
    "seeds": _seeds,
    "tables": _tables,
    "lived-in": _lived_in,
}
"""By name, in the order in which they are measured."""
