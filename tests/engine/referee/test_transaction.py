"""What the referee is told and cannot be leaves it as it was; so does a block of several calls that fails."""

from dataclasses import dataclass, field

import pytest
from rounds import cards

from engine.cards import parse_card
from engine.errors import IllegalEvent
from engine.events import CardPlayed, Corrected, HandShown
from engine.referee.referee import Referee
from engine.referee.transaction import Changing, Snapshot, transaction
from engine.table import table_from_json

TABLE = {"players": [{"name": name} for name in ("Ana", "Bruno", "Chloé")], "dealer": "Chloé"}


@dataclass(slots=True, eq=False)
class Part(Changing):
    names: list[str] = field(default_factory=list)
    count: int = 0


class Whole(Changing):
    def __init__(self):
        self.part = Part(["a"])
        self.parts = {"one": self.part}
        self.seen = {1}
        self.frozen = (1, 2)
        self.outside = False
        self.itself = self


def told(whole):
    return whole.part.names, whole.part.count, list(whole.parts), whole.seen, whole.frozen


def test_whatever_a_block_has_changed_is_put_back_when_it_raises():
    whole = Whole()
    part, names = whole.part, whole.part.names
    with pytest.raises(ZeroDivisionError), transaction(whole, ["outside"]):
        whole.part.names.append("b")
        whole.part.count += 1
        whole.parts["two"] = whole.part = Part()
        whole.seen.add(2)
        whole.frozen += (3,)
        whole.outside = True
        raise ZeroDivisionError
    assert told(whole) == (["a"], 0, ["one"], {1}, (1, 2))
    assert whole.part is part and part.names is names and whole.outside
    with transaction(whole):
        whole.part.names.append("b")
    assert whole.part.names == ["a", "b"]


def laid(*tokens):
    referee = Referee(table_from_json(TABLE, "table"))
    referee.start()
    for player, code in zip(("Ana", "Ana", "Bruno"), tokens, strict=False):
        referee.enter(CardPlayed(player, parse_card(code)))
    return referee


def refused(referee, do):
    before, log, kept = referee.evening, referee.log, repr(Snapshot(referee)._contents)
    with pytest.raises(IllegalEvent):
        do()
    assert (referee.evening, referee.log) == (before, log)
    assert repr(Snapshot(referee)._contents) == kept


def test_a_card_undone_and_laid_again_cannot_come_back_a_second_time():
    referee = laid("2C", "3C")
    number = referee.log[-1].seq
    undone = referee.undo()[0]
    assert isinstance(undone, Corrected) and undone.target == number
    referee.enter(CardPlayed("Ana", parse_card("3C")))
    refused(referee, lambda: referee.correct(undone.seq, None))
    assert referee.enter(CardPlayed("Ana", parse_card("4C")))


def test_a_round_in_which_a_card_lies_has_begun():
    referee = laid("2C")
    refused(referee, lambda: referee.correct(2, None))
    refused(referee, lambda: referee.correct(1, None))
    assert referee.enter(CardPlayed("Ana", parse_card("3C")))


def test_a_round_that_has_not_begun_after_all_can_be_begun_again_and_an_evening_stays_begun():
    referee = laid()
    referee.correct(2, None)
    assert referee.evening.round is None and referee.histories is None
    refused(referee, lambda: referee.correct(1, None))
    referee.correct(3, None)  # it had begun
    assert referee.enter(CardPlayed("Ana", parse_card("2C"))) and referee.evening.round.number == 1


def test_a_hand_that_nobody_can_hold_and_a_card_that_was_laid_change_nothing():
    referee = laid("2C", "3C")
    refused(referee, lambda: referee.enter(HandShown("Bruno", cards("2C 4C"))))
    refused(referee, lambda: referee.enter(CardPlayed("Bruno", parse_card("3C"))))
    refused(referee, lambda: referee.enter(CardPlayed("Bruno", parse_card("5C"))))
    refused(referee, lambda: referee.correct(referee.log[-1].seq, CardPlayed("Bruno", parse_card("5C"))))


def test_of_several_calls_in_one_block_all_count_or_none():
    referee = laid("2C")
    before = referee.log

    def do():
        with referee.transaction():
            referee.enter(CardPlayed("Ana", parse_card("3C")))
            referee.enter(CardPlayed("Ana", parse_card("3C")))

    refused(referee, do)
    assert referee.log == before
