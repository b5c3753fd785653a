"""What a club's tables come to: an evening of each table is a round, chips are added up."""

from random import Random

from clubs import evening
from hypothesis import given, settings
from hypothesis import strategies as st

from clubhouse.standings import Folding, Played, by_round, ranking

NAMES = ("Ana", "Bruno", "Chloé", "Dora", "Eve")


def folded(lines, *sizes):
    """The same evening told in pieces of these sizes."""
    folding, at = Folding(()), 0
    for size in sizes:
        folding.take(lines[at : at + size])
        at += size
    if at < len(lines):
        folding.take(lines[at:])
    return folding.played


@settings(max_examples=30)
@given(st.integers(0, 30), st.lists(st.integers(1, 40), max_size=30))
def test_an_evening_told_in_pieces_comes_to_the_same(seed, sizes):
    lines = evening(NAMES[: 3 + seed % 3], 2, seed)
    whole = folded(lines)
    assert folded(lines, *sizes) == whole
    assert folded(lines, *[1] * len(lines)) == whole
    assert whole.settled == 2 and sum(whole.won.values()) <= 0  # the boxes keep the rest
    assert set(whole.leaders) <= set(whole.players)


def test_a_correction_that_comes_later_counts():
    lines = evening(NAMES[:3], 2, 5)
    folding = Folding(())
    folding.take(lines)
    before = folding.played
    card = next(line["seq"] for line in reversed(lines) if line["type"] == "called")
    told = {"type": "corrected", "target": card, "replacement": None, "by": "host", "seq": len(lines) + 1}
    folding.take([told])
    assert folding.played.won != before.won and folding.played == folded([*lines, told])
    folding.take([{"type": "evening_ended", "seq": len(lines) + 2}])
    assert folding.played.ended
    folding.take([{**told, "type": "alert", "kind": "uncertain"}])  # told anew, and otherwise
    assert folding.played.won == before.won


def test_cards_are_counted_from_the_last_round():
    lines = evening(NAMES[:3], 1, 1)
    begun = next(n for n, line in enumerate(lines) if line["type"] == "round_started")
    folding = Folding(("Ana", "Bruno", "Chloé"))
    assert folding.played.players == ("Ana", "Bruno", "Chloé") and not folding.begun
    for number, line in enumerate(lines[: begun + 8]):
        folding.take([line])
        laid = sum(each["type"] == "card_played" for each in lines[: number + 1])
        assert folding.played.cards == laid


def test_who_leads_over_tables_and_rounds():
    one = Played(("A", "B", "C"), {"A": 10, "B": -4, "C": -6}, 3)
    two = Played(("D", "E", "F"), {"D": 10, "E": 0, "F": -10}, 3)
    three = Played(("A", "D", "E"), {"A": -10, "D": 5, "E": 5}, 3)
    lines = ranking([[one, two], [three]])
    assert [(line.place, line.name, line.won) for line in lines] == [
        (1, "D", 15), (2, "E", 5), (3, "A", 0), (4, "B", -4), (5, "C", -6), (6, "F", -10),
    ]  # fmt: skip
    by_name = {line.name: line for line in lines}
    assert by_name["A"].rounds == (10, -10) and by_name["B"].rounds == (-4, None)
    assert by_name["D"].first == 2 and by_name["A"].first == 1
    assert ranking([]) == [] and ranking([[Played(("A", "B"), {}, 0)]])[1].place == 1


@given(st.integers(0, 1000), st.integers(1, 4))
def test_each_evening_is_the_round_of_those_drawn(seed, rounds):
    rng = Random(seed)
    seats = []
    for _ in range(rounds):
        mixed = rng.sample(NAMES, 5)
        seats.append({"one": tuple(mixed[:3]), "two": tuple(mixed[3:])})
    evenings = {
        table: [Played(tuple(rng.sample(one[table], len(one[table])))) for one in seats]
        for table in ("one", "two")
    }
    found = by_round(seats, evenings)
    for number, tables in enumerate(found):
        for table, played in tables.items():
            assert set(played.players) == set(seats[number][table])
    assert sum(len(tables) for tables in found) == 2 * rounds


def test_a_table_that_plays_with_others_than_those_drawn():
    seats = [{"one": ("A", "B", "C")}, {"one": ("A", "D", "E")}]
    other = Played(("A", "B", "Z"))
    assert by_round(seats, {"one": [other, Played(("A", "D", "E"))]})[0] == {"one": other}
    assert by_round([], {"one": [other]}) == []
    late = by_round(seats, {"one": [Played(("E", "D", "A"))]})
    assert late[0] == {} and set(late[1]["one"].players) == {"A", "D", "E"}
