"""What a phone was answered is on the disk: the program killed after each answer comes to the same.

A kill is an image of the data folder, taken when the answer is there and opened by a program that remembers
nothing. `nainjaune bench server` kills real ones.
"""

import os
import shutil
from random import Random

import pytest

from bench.tapped.hand_fed import HandFed
from bench.tapped.tapper import Tapper
from companion_api.evening.who import HOST, Pass

KILLS, SEEDS = (100, (11, 12, 13, 14, 15, 16, 17)) if os.environ.get("NAINJAUNE_LONG") else (24, (11,))
SAID = ("call", "said", "any_call", "next", "hand", "correct", "undo", "answer", "paid")
"""Kinds of taps, those that are judged later first."""
ANA = Pass("player", "Ana")


class Killed:
    """What a program finds that is started after another was killed in this moment."""

    def __init__(self, table, folder):
        shutil.copytree(table._folder, folder)
        self.table = HandFed(folder)

    def come_to(self, *seconds):
        """The view, and what stands of calls, after so much time."""
        try:
            for each in seconds:
                self.table.frame(each)
            return known(self.table)
        finally:
            self.table.close()


def known(table):
    """What people see of the game, and what became of what they said, with why."""
    view = table.view
    told = [
        tuple(event.get(name) for name in ("type", "kind", "reason", "player", "card"))
        for event in table.events
        if event["type"] in ("called", "alert", "hand_shown", "settlement", "paid")
    ]
    cards = [(card["player"], card["card"], card["call"]) for card in view["cards"]]
    return cards, sorted(map(repr, told)), *(view[name] for name in ("players", "boxes", "phase", "wanted"))


@pytest.fixture
def table(tmp_path):
    people = HandFed(tmp_path / "data")
    setup = {"players": ["Ana", "Bruno", "Chloé"], "dealer": "Chloé", "options": {}}
    assert people.post("/api/setup", {"evening": 1, "seq": 0, "table": setup}, HOST)[0] == 200
    yield people
    people.close()


def tap(table, held=HOST, **what):
    status, answer = table.post("/api/taps", {"seq": table.live.seq, **what}, held)
    assert status == 200, answer


@pytest.mark.parametrize("called", ["before its card", "after its card", "too late", "said"])
def test_a_call_counts_as_it_would_have(table, tmp_path, called):
    """By a tap or a voice, in each moment in which it can be made."""
    if called == "before its card":
        tap(table, tap="call", card="QS", player="Ana")
    else:
        tap(table, tap="card", card="QS", player="Ana")
        table.frame(0.5)
        if called == "too late":
            tap(table, tap="card", card="KC", player="Ana")
        if called == "said":
            tap(table, ANA, tap="said", text="dame qui prend", ago=0.2)
        else:
            tap(table, ANA, tap="call", card="QS")
    assert Killed(table, tmp_path / "killed").come_to(2.0) == (table.frame(2.1), known(table))[1]
    if called == "before its card":
        killed = Killed(table, tmp_path / "again").table
        for each in (table, killed):
            tap(each, tap="card", card="QS", player="Ana")
            each.frame(2.0)
        assert known(killed) == known(table)
        killed.close()
    kinds = {event["type"] for event in table.events}
    assert ("alert" if called == "too late" else "called") in kinds
    assert table.store.unsettled(1) == []  # it counts once


def test_a_call_that_comes_to_nothing_is_not_said_again_for_ever(table):
    tap(table, tap="said", text="dame qui prend")
    assert [line["call"] for line in table.store.unsettled(1)] == [[12, "S"]]
    for _ in range(2):
        table.frame(6.0)
    assert table.store.unsettled(1) == [] and table.watching.referee.dropped[-1].why == "not_laid"


@pytest.mark.parametrize("seed", SEEDS)
def test_killed_after_any_answer_it_comes_to_the_same(table, tmp_path, seed):
    rng, people, kills, waited = Random(seed), Tapper(table), 0, 0
    while kills < KILLS:
        evening = table.live.now()["view"]["evening"]
        assert evening is None or evening["ended"] is None
        kind = rng.choices(SAID, (4, 4, 2, 8, 3, 1, 1, 1, 2))[0]
        body = people.body(kind, rng)
        if table.post("/api/taps", body, HOST)[0] == 200:
            kills += 1
            waited += bool(table.store.unsettled(1))
            killed = Killed(table, tmp_path / f"killed {kills}")
            seconds = rng.choice((1.2, 6.0))  # longer than a call waits to be judged: its clock begins anew
            found = killed.come_to(seconds)
            table.frame(seconds + 0.1)
            assert found == known(table), body
        else:
            table.frame(rng.choice((0.3, 1.2)))
    assert waited >= KILLS / 8  # many were killed before it was clear what had been said comes to
