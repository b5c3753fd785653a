"""What a nightly run says: a table, the worst first, and what became better or worse since another run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from bench.nightly import PHOTOGRAPHS, Line

COMMITTED = "tests/nightly.jsonl"
"""Where the table lies that runs are compared with."""
BETTER, WORSE, SAME, NEW = "better", "worse", "same", "new"
_RANK = {"wrong": 2, "unsettled": 1}
_HEAD = (
    *("job", "outcome", "certain", "cards", "players", "too many", "corrected", "cpu s / film s"),
    "since then",
)


@dataclass(frozen=True, slots=True)
class Row:
    """One job, and what it was before.

    Attributes:
        before: None: it was not played then.
        since: one of `BETTER`, `WORSE`, `SAME`, `NEW`.
    """

    now: Line
    before: Line | None
    since: str

    def to_json(self) -> dict[str, Any]:
        """As one object of `bench nightly --json`."""
        before = None if self.before is None else asdict(self.before)
        return {**asdict(self.now), "since": self.since, "before": before}


def badness(line: Line) -> tuple[int, ...]:
    """How bad a line is, what weighs most first: a wrong settlement, or none; a wrong one told as certain; a
    doubtful one; cards missing, told with another player, told and not there.

    Corrections are seen by nobody who looks at the end, and processor time is another one on another machine:
    the table tells them, no row is worse by them.
    """
    rank = _RANK.get(line.outcome, 0)
    players = 0 if line.kind == PHOTOGRAPHS else line.cards - line.players_right
    missing = line.cards - line.cards_right
    doubtful = line.kind != PHOTOGRAPHS and not line.certain
    return (rank, rank == 2 and line.certain, doubtful, missing, players, line.too_many)


def rows(lines: Iterable[Line], before: Mapping[str, Line]) -> list[Row]:
    """Each line beside what it was: what got worse first, then what got better, then the worst."""
    order = (WORSE, BETTER, NEW, SAME) if before else (NEW,)
    listed = [_row(line, before.get(line.job)) for line in lines]
    return sorted(listed, key=lambda row: (order.index(row.since), *(-each for each in badness(row.now))))


def _row(line: Line, before: Line | None) -> Row:
    if before is None:
        return Row(line, None, NEW)
    was, now = badness(before), badness(line)
    return Row(line, before, SAME if now == was else WORSE if now > was else BETTER)


def text(listed: Sequence[Row], compared: bool) -> str:
    """The table for people, its sums, and what to do with it."""
    cells = [_cells(row) for row in listed]
    columns = _HEAD if compared else _HEAD[:-1]
    table = [columns, *(each[: len(columns)] for each in cells)]
    widths = [max(len(row[place]) for row in table) for place in range(len(columns))]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in table]
    return "\n".join([*lines, "", *_sums(listed, compared)])


def _cells(row: Row) -> tuple[str, ...]:
    now, before = row.now, row.before
    photographs = now.kind == PHOTOGRAPHS
    speed = f"{now.cpu_s / now.film_s:.2f}" if now.film_s else f"{now.cpu_s:.0f} s"
    cells = (
        now.job,
        now.outcome,
        "–" if photographs else "yes" if now.certain else "no",
        f"{now.cards_right}/{now.cards}",
        "–" if photographs else f"{now.players_right}/{now.cards}",
        str(now.too_many),
        "–" if photographs else str(now.corrections),
        speed,
        row.since,
    )
    if before is None or row.since == SAME:
        return cells
    was = _cells(Row(before, None, ""))
    return tuple(
        now if now == then or place in (0, 7, 8) else f"{then} → {now}"
        for place, (now, then) in enumerate(zip(cells, was, strict=True))
    )


def _sums(listed: Sequence[Row], compared: bool) -> list[str]:
    lines = [row.now for row in listed]
    played = [line for line in lines if line.kind != PHOTOGRAPHS]
    ends = {end: sum(line.outcome == end for line in played) for end in ("exact", "unsettled", "wrong")}
    told = [
        ", ".join(f"{count} {end}" for end, count in ends.items()) + f" of {len(played)} rounds and films."
    ]
    if compared:
        since = {each: sum(row.since == each for row in listed) for each in (WORSE, BETTER, SAME, NEW)}
        told.append(", ".join(f"{count} {each}" for each, count in since.items()) + ".")
    if not compared or not any(row.since == WORSE for row in listed):
        told.append(f"To be compared with from now on: copy the file of --out to {COMMITTED} and commit it.")
    return told
