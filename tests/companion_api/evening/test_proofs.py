"""Whose picture is given out: of a card only one that surely lies there, while the log tells it."""

import pytest
from scripted import Evening, wait_for
from starlette.testclient import TestClient

from companion_api.evening.taps import Tap
from companion_api.evening.who import Pass
from companion_api.web import passes
from companion_api.web.app import create_app
from engine.boundaries import Proof
from engine.cards import DECK

SHARP = b"\xff\xd8 the card as it lies"


class Table:
    """A played evening, and what its door of pictures gives."""

    def __init__(self, folder, resume=False):
        self.evening = Evening(folder, seed=4, resume=resume, skip=4 if resume else 0)
        self.live = self.evening.live
        headers = {"Authorization": f"Bearer {passes.issue(self.evening.token, Pass('guest', None))}"}
        self.client = TestClient(create_app(self.live, self.evening.desk), headers=headers)

    def certain(self, card):
        """The camera is certain of a card now."""
        laid = next(line for line in self.live.events() if line.get("card") == card.code)
        self.live.prove(Proof(laid["t"], card, SHARP))

    def given(self, seq):
        answer = self.client.get(f"/api/pictures/{seq}")
        return answer.content if answer.status_code == 200 else None

    @property
    def laid(self):
        return [line for line in self.live.events() if line["type"] == "card_played"]

    def cards(self):
        return self.live.now()["view"]["cards"]

    def correct(self, seq, card, player):
        tap = Tap(tap="correct", seq=self.live.seq, target=seq, card=card, player=player)
        self.evening.desk.take(tap)


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    table.evening.cards(4)
    yield table
    table.evening.close()


def code(line):
    return DECK[[each.code for each in DECK].index(line["card"])]


def test_a_card_is_proved_once_it_is_certain_and_pages_hear_of_it(table):
    first, second = table.laid[:2]
    coarse = table.given(first["seq"])
    assert coarse and coarse != SHARP and table.live.now()["proved"] == []
    version = table.live.version
    table.certain(code(first))
    assert table.live.version > version and table.live.now()["proved"] == [first["seq"]]
    assert table.given(first["seq"]) == SHARP and table.given(second["seq"]) != SHARP


def test_a_certain_card_that_the_log_does_not_tell_is_shown_to_nobody_until_it_does(table):
    coming = table.evening.steps[4].card
    table.live.prove(Proof(0.5, coming, SHARP))
    given = [table.given(seq) for seq in range(1, table.live.seq + 1)]
    assert SHARP not in given and table.live.now()["proved"] == []
    table.evening.cards(5)
    assert table.given(table.laid[-1]["seq"]) == SHARP and code(table.laid[-1]) == coming


def test_the_picture_of_a_card_that_was_never_laid_goes_and_is_deleted(table):
    wrong = table.laid[1]
    table.certain(code(wrong))
    assert table.given(wrong["seq"]) == SHARP
    other = next(card for card in DECK if card.rank == code(wrong).rank and card != code(wrong))
    table.correct(wrong["seq"], other.code, wrong["player"])
    assert table.given(wrong["seq"]) is None
    assert table.live.store.picture(table.live.evening.id, wrong["seq"]) is None
    assert all(each["picture"] != wrong["seq"] for each in table.cards())
    assert all(table.given(seq) != SHARP for seq in range(1, table.live.seq + 1))


def test_a_correction_that_is_undone_brings_the_picture_back(table):
    line = table.laid[1]
    other = next(card for card in DECK if card.rank == code(line).rank and card != code(line))
    table.certain(code(line))
    table.correct(line["seq"], other.code, line["player"])
    assert table.given(line["seq"]) is None
    table.evening.desk.take(Tap(tap="undo", seq=table.live.seq, target=table.live.seq))
    assert table.given(line["seq"]) == SHARP


def test_who_laid_a_card_may_be_put_right_and_its_picture_stays(table):
    line = table.laid[-1]
    table.certain(code(line))
    other = next(name for name in table.evening.table.names if name != line["player"])
    table.correct(line["seq"], line["card"], other)
    (now,) = (each for each in table.cards() if each["card"] == line["card"])
    assert now["player"] == other and table.given(now["picture"]) == SHARP


def test_what_could_not_be_deleted_is_given_out_no_more_and_goes_when_the_evening_goes_on(table, tmp_path):
    from companion_api.store import StoreFailed

    wrong = table.laid[1]

    def fails(evening, seqs):
        raise StoreFailed("full", "the disk is full")

    drop, table.live.store.drop_pictures = table.live.store.drop_pictures, fails
    other = next(card for card in DECK if card.rank == code(wrong).rank and card != code(wrong))
    table.correct(wrong["seq"], other.code, wrong["player"])
    assert table.given(wrong["seq"]) is None
    assert table.live.store.picture(table.live.evening.id, wrong["seq"]), "it could not be"
    table.live.store.drop_pictures = drop
    table.evening.cards(5)
    assert table.live.store.picture(table.live.evening.id, wrong["seq"]) is None


def test_the_camera_s_own_way_brings_a_proof_to_the_door(table):
    seen = table.evening.observer
    line = table.laid[0]
    seen.proofs[seen.number + 1] = (Proof(line["t"], code(line), SHARP),)
    table.evening.frames(seen.number + 1)
    wait_for(lambda: table.given(line["seq"]) == SHARP)
