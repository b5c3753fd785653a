"""Who sits where in the next round of a club: a draw in which people meet others, deal and sit evenly.

Three wishes, the earlier before the later: tables of almost one size; pairs that have met least, where a
second meeting counts three times a first one, a third five times (the sum of the squares of how often
each two have met grows least); whoever has dealt least deals, and everybody sits in each place after the
dealer equally often. The first is arithmetic, the third an assignment (solved exactly, by dynamic
programming over sets of places), the second has no quick exact answer (it contains the social golfer
problem): a descent by the best exchange of two people, begun anew from its best result with some
exchanges at random, as iterated local search does (Lourenço, Martin and Stützle, 2003).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from engine.errors import BadInput

FEWEST, MOST = 3, 8
"""Players of a table: those of Nain Jaune (Lindor's rules; `engine.games.nain_jaune`)."""
USUAL = 5
"""Players of a table where nothing else is wished: five have nine or ten cards each of the 52."""
KICKS = 40
"""Times a descent begins anew; with 40, draws of up to ten players were the best there are (the tests)."""
KICK = 3
"""Exchanges at random of each: enough to leave a hollow, few enough to keep what is good."""
AHEAD = 3
"""Rounds tried out: with three, 16 people at tables of four and 25 at tables of five meet nobody twice in
five rounds, which is possible (affine planes) and which a round drawn for itself mostly spoils."""
CANDIDATES = 20
"""Rounds tried out of which the best is taken, unless one spoils nothing; with 8 some of those met again."""
DEALS = 100
"""How much more dealing evenly weighs than sitting evenly: more than any table's seats together."""

_Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Seating:
    """One round.

    Attributes:
        tables: the players of each, in playing order; the first deals first. Names are unique.
    """

    tables: tuple[tuple[str, ...], ...]


def sizes(players: int, tables: int, usual: int = USUAL) -> tuple[int, ...]:
    """How many sit at each table, the larger ones first; they differ by one at most.

    Args:
        players: how many there are.
        tables: how many tables there are at most.
        usual: how many should sit at one, `FEWEST` to `MOST`.

    Raises:
        BadInput: so many cannot be seated.
    """
    if players < FEWEST:
        raise BadInput(f"{players} players: expected {FEWEST} or more")
    if players > tables * MOST:
        raise BadInput(f"{players} players at {tables} tables: expected {MOST} at each or fewer")
    wished = -(-players // usual)
    count = max(1, min(wished, tables, players // FEWEST))
    if players > count * MOST:
        count = -(-players // MOST)
    small, more = divmod(players, count)
    return tuple(small + (place < more) for place in range(count))


def draw(
    players: Sequence[str],
    past: Sequence[Seating],
    tables: int,
    rng: Random,
    *,
    usual: int = USUAL,
    ahead: int = AHEAD,
) -> Seating:
    """The next round.

    Args:
        players: who plays, each once, in any order; newcomers among them.
        past: the rounds before, the first first; those who have left may be in them.
        tables, usual: see `sizes`.
        rng: decides between what is equally even.
        ahead: rounds after this one that are tried out, so that this one does not spoil them.

    Raises:
        BadInput: so many cannot be seated, or somebody is named twice.
    """
    if len(set(players)) < len(players):
        twice = next(name for name, count in Counter(players).items() if count > 1)
        raise BadInput(f"{twice} is named twice")
    wanted = sizes(len(players), tables, usual)
    best: tuple[list[int], Seating] | None = None
    for _ in range(CANDIDATES if ahead else 1):
        rounds = [*past]
        costs = []
        for _ in range(ahead + 1):
            rounds.append(_drawn(players, rounds, wanted, rng))
            costs.append(met_again(rounds))
        if best is None or costs < best[0]:
            best = costs, rounds[len(past)]
        if not any(costs):
            break
    assert best is not None
    return best[1]


def met_again(rounds: Sequence[Seating]) -> int:
    """How often those who meet in the last of these rounds had met before, all pairs together."""
    names = [name for table in rounds[-1].tables for name in table]
    tables = np.repeat(np.arange(len(rounds[-1].tables)), [len(table) for table in rounds[-1].tables])
    return _cost(_met(names, rounds[:-1]), tables)


def _drawn(players: Sequence[str], past: Sequence[Seating], wanted: Sequence[int], rng: Random) -> Seating:
    """The next round, seen by itself."""
    names = sorted(players)
    rng.shuffle(names)
    seats = Counter((name, place) for one in past for table in one.tables for place, name in enumerate(table))
    groups = _least_met(_separation(names, past, seats), wanted, rng)
    return Seating(
        tuple(
            _seated([name for name, group in zip(names, groups, strict=True) if group == table], seats)
            for table in range(len(wanted))
        )
    )


def _met(names: Sequence[str], past: Sequence[Seating]) -> _Counts:
    """How often each two have sat at one table."""
    index = {name: number for number, name in enumerate(names)}
    met = np.zeros((len(names), len(names)), np.int64)
    for one in past:
        for table in one.tables:
            here = [index[name] for name in table if name in index]
            met[np.ix_(here, here)] += 1
    np.fill_diagonal(met, 0)
    return met


def _separation(names: Sequence[str], past: Sequence[Seating], seats: Counter[tuple[str, int]]) -> _Counts:
    """How much each two should sit apart: for every meeting, and a little where both have dealt too little.

    One person deals at a table: those who are behind must be spread over the tables to catch up.
    """
    deals = np.array([seats[name, 0] for name in names])
    behind = (deals == deals.min()) & (deals.max() > deals.min())
    apart: _Counts = _met(names, past) * len(names) ** 2 + (behind[:, None] & behind[None, :])
    np.fill_diagonal(apart, 0)
    return apart


def _least_met(met: _Counts, wanted: Sequence[int], rng: Random) -> _Counts:
    """The table of each player, so that those at one have met as little as can be found."""
    count = len(met)
    best = _descended(met, np.repeat(np.arange(len(wanted)), wanted))
    least = _cost(met, best)
    for _ in range(KICKS):
        if not least or len(wanted) == 1:
            break
        tried = best.copy()
        for _ in range(KICK):
            one, other = rng.randrange(count), rng.randrange(count)
            tried[[one, other]] = tried[[other, one]]
        tried = _descended(met, tried)
        if (cost := _cost(met, tried)) <= least:
            best, least = tried, cost
    return best


def _cost(met: _Counts, groups: _Counts) -> int:
    """Meetings before of those who would meet now: what the sum of squares grows by, but for a constant."""
    return int(met[groups[:, None] == groups[None, :]].sum()) // 2


def _descended(met: _Counts, groups: _Counts) -> _Counts:
    """Exchange two players as long as that makes it better, always those for whom it does most."""
    groups = groups.copy()
    everybody = np.arange(len(groups))
    while True:
        table = (groups[:, None] == np.arange(int(groups.max()) + 1)[None, :]).astype(np.int64)
        with_table = met @ table  # how often each has met those of each table
        there = with_table[:, groups]
        gain = there + there.T - 2 * met
        gain -= with_table[everybody, groups][:, None] + with_table[everybody, groups][None, :]
        gain[groups[:, None] == groups[None, :]] = 0
        one, other = divmod(int(gain.argmin()), len(groups))
        if gain[one, other] >= 0:
            return groups
        groups[[one, other]] = groups[[other, one]]


def _seated(table: Sequence[str], seats: Counter[tuple[str, int]]) -> tuple[str, ...]:
    """These players in the order that makes places most even: the least sum over all assignments."""
    costs: dict[int, tuple[int, tuple[str, ...]]] = {0: (0, ())}
    for place in range(len(table)):
        after: dict[int, tuple[int, tuple[str, ...]]] = {}
        for taken, (cost, order) in costs.items():
            for number, name in enumerate(table):
                if taken & 1 << number:
                    continue
                # As with meetings: what the square of his count grows by.
                more = (2 * seats[name, place] + 1) * (DEALS if place == 0 else 1)
                known = after.get(taken | 1 << number)
                if known is None or cost + more < known[0]:
                    after[taken | 1 << number] = (cost + more, (*order, name))
        costs = after
    return costs[(1 << len(table)) - 1][1]
