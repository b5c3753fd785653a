"""The season: who leads, whose rival he is, who forgets, whose run was longest. A fold over past evenings.

A season goes from the first of September to the end of August, as people gather again after summer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from itertools import combinations
from typing import Any

from engine.evening.history import PlayedEvening, Totals, totals

BEGINS = 9
"""The month in which a season begins."""


@dataclass(frozen=True, slots=True)
class Seated:
    """One evening of a season.

    Attributes:
        id: its number in the store.
        day: on which it began, where it was played.
        played: what it came to, with at least one round.
    """

    id: int
    day: date
    played: PlayedEvening


@dataclass(frozen=True, slots=True)
class Rivals:
    """Two players whose evenings together were the most even.

    Attributes:
        names: both, who finished ahead more often first.
        ahead: in how many evenings each finished with more chips won than the other.
        together: evenings that both played.
    """

    names: tuple[str, str]
    ahead: tuple[int, int]
    together: int


@dataclass(frozen=True, slots=True)
class Record:
    """The most of something.

    Attributes:
        names: who, more than one where they share it, by name.
        count: how many.
        evening: in which, where it was one evening's; None: over the season.
    """

    names: tuple[str, ...]
    count: int
    evening: int | None = None


@dataclass(frozen=True, slots=True)
class Season:
    """A season's evenings taken together.

    Attributes:
        first: the year in which it began.
        evenings: how many.
        table: every player's totals, the leader first: evenings won, then chips won, then by name.
        leaders: who leads; several where evenings won and chips are the same.
        rivals: None: no two have each been ahead of the other.
        forgets: calls forgotten; None: nobody forgot one.
        longest: the longest run of cards; None: none is known.
        operas: grands opéras of each who made one, most first.
    """

    first: int
    evenings: int
    table: tuple[tuple[str, Totals], ...]
    leaders: tuple[str, ...]
    rivals: Rivals | None
    forgets: Record | None
    longest: Record | None
    operas: tuple[tuple[str, int], ...]


def seasons(evenings: Sequence[Seated]) -> list[Season]:
    """Every season in which an evening was played, the last one first."""
    by_year: dict[int, list[Seated]] = {}
    for one in evenings:
        by_year.setdefault(one.day.year - (one.day.month < BEGINS), []).append(one)
    return [_season(year, by_year[year]) for year in sorted(by_year, reverse=True)]


def _season(first: int, seated: Sequence[Seated]) -> Season:
    made = totals(one.played for one in seated)
    table = sorted(made.items(), key=lambda line: (-line[1].evenings_won, -line[1].won, line[0]))
    best = (table[0][1].evenings_won, table[0][1].won)
    operas = sorted(
        ((name, mine.operas) for name, mine in table if mine.operas), key=lambda line: (-line[1], line[0])
    )
    return Season(
        first,
        len(seated),
        tuple(table),
        tuple(name for name, mine in table if (mine.evenings_won, mine.won) == best),
        _rivals(seated),
        _most({name: mine.forgotten for name, mine in made.items()}),
        _longest(seated),
        tuple(operas),
    )


def _rivals(seated: Sequence[Seated]) -> Rivals | None:
    """The pair whose lesser has been ahead most often; of equal ones the closer, then who met more often."""
    together: Counter[tuple[str, str]] = Counter()
    ahead: Counter[tuple[str, str]] = Counter()
    for one in seated:
        won = one.played.score.won
        for pair in combinations(sorted(one.played.players), 2):
            together[pair] += 1
            for winner, loser in (pair, pair[::-1]):
                ahead[winner, loser] += won[winner] > won[loser]

    def rank(pair: tuple[str, str]) -> tuple[int, int, int, tuple[str, str]]:
        scores = ahead[pair], ahead[pair[::-1]]
        return -min(scores), abs(scores[0] - scores[1]), -together[pair], pair

    met = min(together, key=rank, default=None)
    if met is None or not min(ahead[met], ahead[met[::-1]]):
        return None
    pair = met if ahead[met] >= ahead[met[::-1]] else met[::-1]
    return Rivals(pair, (ahead[pair], ahead[pair[::-1]]), together[met])


def _most(counts: Mapping[str, int], evening: int | None = None) -> Record | None:
    highest = max(counts.values(), default=0)
    return (
        Record(tuple(sorted(name for name, n in counts.items() if n == highest)), highest, evening)
        if highest
        else None
    )


def _longest(seated: Sequence[Seated]) -> Record | None:
    """The longest run; of several evenings with one as long the first."""
    found: Record | None = None
    for one in seated:
        runs: Counter[str] = Counter()
        for each in one.played.rounds:
            runs |= Counter(each.longest)
        best = _most(runs, one.id)
        if best is not None and (found is None or best.count > found.count):
            found = best
    return found


def season_json(season: Season) -> dict[str, Any]:
    """A season as JSON values: its fields, ``table [{name, …}]`` with those of `history.Totals`."""
    return {
        **asdict(season),
        "table": [{"name": name, **asdict(mine)} for name, mine in season.table],
        "operas": [{"name": name, "count": count} for name, count in season.operas],
    }
