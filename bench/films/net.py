"""`nainjaune bench net`: recorded rounds, told to the referee, end as a committed table says.

A folder holds ``NAME.json.xz`` (`bench.films.recorded`) and ``expected.json``, a row for each: how the
round ends today, right or wrong. A row that changes is red; the command writes the table anew and says
what got worse.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.films.film_figures import figures, told_again
from bench.films.recorded import SUFFIX, Recording, recording
from engine.errors import BadInput
from hardware.files.texts import read_json

FOLDER = Path("tests/films")
"""Of a checkout."""
TABLE = "expected.json"
ENDS = ("wrong, told as certain", "wrong, in doubt", "unsettled", "exact, in doubt", "exact")
"""How a round may end, the worst first."""
MORE_IS_BETTER = ("cards_right", "players_right", "missed_found", "overlooked_found", "revoked_found")
LESS_IS_BETTER = (
    "cards_too_many",
    "cards_false",
    "corrections",
    "questions",
    "doubts",
    "delay_s_median",
    "delay_s_most",
    "missed_false",
    "overlooked_false",
    "revoked_false",
)
Row = dict[str, Any]
"""How one round ends if nobody answers what is asked: ``expected`` (one of `ENDS`), ``wrong`` (what of the
settlement is), and figures of `film_figures.figures`."""


def row(told: Recording, where: str) -> Row:
    """What the referee makes of a recording.

    Args:
        where: what to call the recording in an error.
    """
    papers, truth = told.papers, told.papers.truth or {}
    watched = told_again(told.seen, papers.seated(where), papers.said(where), None, papers.restarts)
    ours = figures(watched, truth)
    late = ours["delays_in_film"]
    return {
        "expected": _end(ours, truth),
        "wrong": sorted(ours["wrong"]),
        "cards": ours["cards"],
        **{name: ours[name] for name in (*MORE_IS_BETTER, *LESS_IS_BETTER) if name in ours},
        "doubts": sum(ours["doubts"].values()),
        "alerts": dict(sorted(ours["doubts"].items())),
        "delay_s_median": round(statistics.median(late), 1) if late else None,
        "delay_s_most": round(max(late), 1) if late else None,
    }


def _end(told: Mapping[str, Any], truth: Mapping[str, Any]) -> str:
    """One of `ENDS`."""
    if told["settlement_exact"]:
        return "exact" if told["certain"] else "exact, in doubt"
    if told["settled"] < len(truth.get("settlements", (None,))):
        return "unsettled"
    return "wrong, told as certain" if told["certain"] else "wrong, in doubt"


def names(folder: Path) -> list[str]:
    """The recordings of a folder.

    Raises:
        BadInput: there is none.
    """
    found = sorted(file.name.removesuffix(SUFFIX) for file in folder.glob(f"*{SUFFIX}"))
    if not found:
        raise BadInput(f"{folder}: no recorded round in it (expected NAME{SUFFIX})")
    return found


def told(folder: Path, name: str) -> Row:
    """What the referee makes of a folder's recording today.

    Raises:
        BadInput: it cannot be read.
    """
    file = folder / f"{name}{SUFFIX}"
    return row(recording(file), str(file))


def table(file: Path) -> dict[str, Any]:
    """A committed table, by name; empty where there is none yet.

    Raises:
        BadInput: it cannot be read.
    """
    rows: dict[str, Any] = read_json(file, "a table of what is told today") if file.exists() else {}
    return rows


def write(file: Path, rows: Mapping[str, Any]) -> None:
    """Commit to these rows; one line each, so that a commit shows which of them changed.

    Raises:
        BadInput: the file cannot be written.
    """
    lines = (f" {json.dumps(name)}: {json.dumps(rows[name], ensure_ascii=False)}" for name in sorted(rows))
    try:
        file.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{file}: cannot be written ({error.strerror})") from None


def differences(before: Row, now: Row) -> Iterator[tuple[str, str]]:
    """What changed in one round's row, each with ``"worse"``, ``"better"`` or ``"other"`` before it."""
    for name in sorted(before.keys() | now.keys()):
        was, is_now = before.get(name), now.get(name)
        if was != is_now:
            yield _direction(name, was, is_now), f"{name} {_shown(was)} -> {_shown(is_now)}"


def _direction(name: str, was: Any, is_now: Any) -> str:
    if name == "expected" and was in ENDS and is_now in ENDS:
        return "better" if ENDS.index(is_now) > ENDS.index(was) else "worse"
    if name == "wrong" and None not in (was, is_now):
        return "worse" if set(is_now) - set(was) else "better"
    if name not in (*MORE_IS_BETTER, *LESS_IS_BETTER) or None in (was, is_now):
        return "other"
    return "better" if (is_now > was) == (name in MORE_IS_BETTER) else "worse"


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def report(before: Mapping[str, Row], now: Mapping[str, Row]) -> list[str]:
    """A line for each change, what got worse first; empty where nothing changed."""
    lines: list[tuple[int, str]] = []
    order: Sequence[str] = ("worse", "other", "better")
    for name in sorted(before.keys() | now.keys()):
        if name not in before or name not in now:
            lines.append((1, f"other: {name}: {'new' if name in now else 'not there any more'}"))
            continue
        for direction, what in differences(before[name], now[name]):
            lines.append((order.index(direction), f"{direction}: {name}: {what}"))
    return [line for _, line in sorted(lines)]
