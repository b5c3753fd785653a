"""The draw of a club's next tables: fair, whoever comes late or leaves."""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubhouse.draw import FEWEST, MOST, Seating, draw, met_again, sizes
from engine.errors import BadInput


def names(count):
    return [f"P{number}" for number in range(count)]


@dataclass
class Evenness:
    """How often pairs have met, players dealt first, and each sat in each place: how many by how often."""

    meetings: Counter
    deals: Counter
    seats: Counter


def evenness(rounds, players):
    """How even rounds have been; who never met, dealt or sat somewhere is counted, too."""
    tables = [table for one in rounds for table in one.tables]
    met = Counter(pair for table in tables for pair in combinations(sorted(table), 2))
    seats = Counter((name, place) for table in tables for place, name in enumerate(table))
    places = range(min(len(table) for table in tables))
    return Evenness(
        Counter(met[pair] for pair in combinations(sorted(players), 2)),
        Counter(seats[name, 0] for name in players),
        Counter(seats[name, place] for name in players for place in places),
    )


def played(count, rounds, seed, **more):
    """So many rounds of so many players."""
    rng, past = Random(seed), []
    for _ in range(rounds):
        past.append(draw(names(count), past, 40, rng, **more))
    return past


@given(st.integers(1, 300), st.integers(1, 40), st.integers(FEWEST, MOST))
def test_tables_differ_by_one_at_most(players, tables, usual):
    if players < FEWEST or players > tables * MOST:
        with pytest.raises(BadInput):
            sizes(players, tables, usual)
        return
    made = sizes(players, tables, usual)
    assert sum(made) == players and len(made) <= tables
    assert max(made) - min(made) <= 1 and min(made) >= FEWEST and max(made) <= MOST
    assert list(made) == sorted(made, reverse=True)


@settings(max_examples=15)
@given(st.integers(13, 97), st.integers(0, 10**6))
def test_five_rounds_are_even(count, seed):
    """75 draws: nobody is left out or doubled, and what can be even is."""
    rounds = played(count, 5, seed, ahead=0)
    for one in rounds:
        assert sorted(name for table in one.tables for name in table) == sorted(names(count))
    even = evenness(rounds, names(count))
    assert sum(times * who for times, who in even.deals.items()) == 5 * len(rounds[0].tables)
    # Nobody deals or sits in one place three times; hardly anybody deals twice before all have dealt.
    assert max(even.deals) <= 2 and max(even.seats) <= 2
    twice = sum(who for times, who in even.deals.items() if times > 1)
    assert twice <= max(0, 5 * len(rounds[0].tables) - count) + (4 if count < 60 else 1)
    # With more than ten times as many people as a table has nobody meets anybody twice. In 5,600 such
    # evenings no pair of 26 people or more met three times, and of 45 or more none twice.
    assert max(even.meetings) <= (4 if count < 24 else 3 if count < 30 else 2 if count < 60 else 1)


@settings(max_examples=20)
@given(st.data())
def test_who_comes_late_or_leaves_is_seated_or_not(data):
    rng, past, here = Random(data.draw(st.integers(0, 10**6))), [], names(data.draw(st.integers(6, 40)))
    for number in range(4):
        one = draw(here, past, 20, rng, ahead=0)
        assert sorted(name for table in one.tables for name in table) == sorted(here)
        past.append(one)
        gone = data.draw(st.integers(0, min(3, len(here) - 3)))
        here = [
            *rng.sample(here, len(here) - gone),
            *(f"N{number}{each}" for each in range(rng.randrange(3))),
        ]


def partitions(people, wanted):
    """All ways to seat people at tables of these sizes, each once."""
    if not wanted:
        yield ()
        return
    first, rest = people[0], people[1:]
    for size in dict.fromkeys(wanted):
        left = list(wanted)
        left.remove(size)
        for others in combinations(rest, size - 1):
            remaining = tuple(one for one in rest if one not in others)
            for more in partitions(remaining, tuple(left)):
                yield ((first, *others), *more)


@settings(max_examples=20)
@given(st.integers(6, 9), st.integers(3, 5), st.integers(0, 5), st.integers(0, 10**6))
def test_a_draw_is_as_even_as_the_best_there_is(count, usual, before, seed):
    """Whatever was played before, no way to seat up to nine people makes them meet again less."""
    rng, past, wanted = Random(seed), [], sizes(count, 40, usual)
    for _ in range(before):
        mixed = rng.sample(names(count), count)
        ends = [sum(wanted[:end]) for end in range(len(wanted) + 1)]
        past.append(Seating(tuple(tuple(mixed[a:b]) for a, b in pairwise(ends))))
    drawn = draw(names(count), past, 40, rng, usual=usual, ahead=0)
    best = min(met_again([*past, Seating(tables)]) for tables in partitions(tuple(names(count)), wanted))
    assert met_again([*past, drawn]) == best


@pytest.mark.parametrize(("count", "usual"), [(6, 3), (7, 4)])
def test_five_rounds_are_as_even_as_the_best_five_there_are(count, usual):
    wanted = sizes(count, 40, usual)
    pairs = [
        Counter(pair for table in one for pair in combinations(sorted(table), 2))
        for one in partitions(tuple(names(count)), wanted)
    ]
    index = {pair: number for number, pair in enumerate(combinations(sorted(names(count)), 2))}
    rows = [tuple(index[pair] for pair in one) for one in pairs]
    best = min(
        sum(times**2 for times in Counter(each for row in (rows[0], *others) for each in row).values())
        for others in combinations_with_replacement(rows, 4)
    )
    even = evenness(played(count, 5, count, usual=usual), names(count))
    assert sum(times**2 * pairs for times, pairs in even.meetings.items()) == best


@pytest.mark.parametrize(("count", "usual"), [(9, 3), (16, 4)])
def test_nobody_meets_twice_where_an_affine_plane_allows_it(count, usual):
    rounds = usual + (usual < 5)  # 4 of 9, 5 of 16, 5 of 25
    assert max(evenness(played(count, rounds, count, usual=usual), names(count)).meetings) == 1


def test_what_cannot_be_drawn():
    with pytest.raises(BadInput, match="2 players"):
        draw(["Ana", "Bruno"], [], 5, Random(1))
    with pytest.raises(BadInput, match="Ana is named twice"):
        draw(["Ana", "Bruno", "Ana"], [], 5, Random(1))
    with pytest.raises(BadInput, match="at 1 tables"):
        draw(names(9), [], 1, Random(1))
