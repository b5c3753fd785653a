"""What the beam keeps: each explanation once, whose cards belong together, and more than one way out."""

import math
from dataclasses import replace

import pytest
from rounds import begun

from engine.cards import DECK, parse_card
from engine.referee.beam import TRIED, WIDTH, Beam, Decision, History, _varied
from engine.referee.slots import Slot
from engine.referee.witnesses import Context, evidence

BEGUN = begun(dealer="Chloé")


def seen(code, seats, faces=None, **more):
    faces = faces or tuple(0.98 * (card == parse_card(code)) for card in DECK)
    return evidence(Slot(2.0, 1.0, 2.0, None, faces, seats, **more), Context((), 3))


def test_what_was_taken_back_at_once_is_explained_in_each_way_once():
    beam = Beam.start(BEGUN).step(seen("5C", (0.9, 0.05, 0.05)))
    beam = beam.step(seen("6C", (0.4, 0.3, 0.3), (0.0,) * 52, taken_back=True))
    paths = [history.path for history in beam.histories]
    assert len(set(paths)) == len(paths) > 3


@pytest.mark.parametrize("fellow, sure", [(1, True), (0, False)])
def test_two_cards_that_one_arm_laid_are_one_players_whose_arm_it_was(fellow, sure):
    beam = Beam.start(BEGUN).step(seen("5C", (0.98, 0.01, 0.01)))
    for card, before in (("6C", 0), ("7C", fellow)):
        beam = beam.step(replace(seen(card, (0.0, 0.55, 0.45)), fellow=before))
    both = [history.path[-1].player == history.path[-2].player for history in beam.histories]
    together = sum(weight for weight, same in zip(beam.weights, both, strict=True) if same)
    assert (together > 0.95) == sure


def test_histories_of_a_round_that_is_over_leave_room_for_those_of_one_that_goes_on():
    now = BEGUN.round
    assert now is not None
    over = replace(BEGUN, round=now._replace(left=(0, *now.left[1:])))
    histories = [History(0.0, evening, (), (0, 0, 0), passed=(0, 0, 0)) for evening in (over, BEGUN)]
    ways = [(place, card) for place in range(3) for card in DECK]
    grown = [(-0.01 * n, 0, Decision("hand", *way)) for n, way in enumerate(ways)]
    grown += [(-5 - 0.01 * n, 1, Decision("play", *way)) for n, way in enumerate(ways)]
    kept = _varied(histories, grown, WIDTH)
    assert len(kept) == WIDTH and kept == sorted(kept, key=lambda each: -each[0])
    assert {number for _, number, _ in kept} == {0, 1}
    alone = _varied(histories, [each for each in grown if each[1] == 1], WIDTH)
    assert len(alone) == WIDTH


def test_a_card_is_tried_as_it_would_be_taken_in_by_the_likeliest_histories_alone():
    beam = Beam.start(BEGUN).step(seen("5C", (0.4, 0.3, 0.3), (1 / 60,) * 52))
    few = Beam(beam.histories[:TRIED])
    assert len(few.histories) == TRIED < len(beam.histories)
    for code, more in (("6C", {}), ("9S", {"none_before": True}), ("6D", {"taken_back": True})):
        card = seen(code, (0.2, 0.5, 0.3), **more)
        evidence, after = beam.tried(card, -math.inf)
        whole = few.step(card)
        assert evidence == pytest.approx(whole.evidence)
        assert after.histories == whole.histories[:TRIED]


def test_what_explains_less_than_is_wanted_is_not_worked_out_and_what_explains_more_is_no_other():
    beam = Beam.start(BEGUN).step(seen("5C", (0.4, 0.3, 0.3), (1 / 60,) * 52))
    for code, more in (("6C", {}), ("9S", {"none_before": True}), ("6D", {"taken_back": True})):
        card = seen(code, (0.2, 0.5, 0.3), **more)
        evidence, _ = beam.tried(card, -math.inf, WIDTH)
        for less in (0.1, 3.0):
            found = beam.tried(card, evidence - less, WIDTH)
            assert found is not None and found[0] == pytest.approx(evidence, abs=2e-3)
        for more_than_it in (0.1, 20.0, 400.0):
            assert beam.tried(card, evidence + more_than_it, WIDTH) is None
