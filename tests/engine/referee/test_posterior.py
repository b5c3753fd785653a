"""One way to count: the beam, whole paths, and orders of the same cards come to the same posterior."""

import itertools
import math
from dataclasses import replace

import pytest
from rounds import begun
from seen_badly import play

from engine.boundaries import CardLaid
from engine.cards import DECK, parse_card
from engine.games import game
from engine.referee.beam import Beam, straightened
from engine.referee.moves import Closed, Lying
from engine.referee.moves.permute import permute
from engine.referee.moves.recount import recount
from engine.referee.moves.restore import restore
from engine.referee.moves.search import likelier
from engine.referee.moves.shift import shift
from engine.referee.pile import Pile
from engine.referee.posterior import ASTRAY, DETOUR, MISTIMED, UNNOTICED, Orders, prior
from engine.referee.slots import Decision, Slot


def lying(code, t, x=0.0, arrived=None, look=0, sure=0.97):
    corners = ((x, 0.0), (x + 10, 0.0), (x + 10, 15.0), (x, 15.0))
    faces = tuple(sure * (card == parse_card(code)) for card in DECK)
    return Slot(t, t - 0.6 if arrived is None else arrived, t, corners, faces, (0.98, 0.01, 0.01), look=look)


def followed(noise, cards=14):
    """A pile with the first cards of a random round, seen badly."""
    board, _, told = play(4, noise=noise)
    pile = Pile(game.fold([board.game_started(), board.round_started()]), ())
    for _, seen in [each for each in told if isinstance(each[1], CardLaid)][:cards]:
        pile.lay(Slot(seen.t, seen.arrived, seen.t, seen.look.corners, seen.look.faces, seen.seats))
    return pile


@pytest.mark.parametrize("people", [False, True])
def test_the_beam_and_whole_paths_count_alike(people):
    pile = followed(0.15)
    if people:
        pile.slots[3].pinned = pile.beam.best.path[3]
        pile.slots[7].none_before = True
        pile.touch(0)
    paths = pile.posterior.paths(pile.slots)
    assert len(pile.beam.histories) > 20
    for history in pile.beam.histories:
        weighed = paths.weighed(history.path, paths.start)
        assert weighed is not None and weighed[1:] == history[1:]
        assert weighed.score == pytest.approx(history.score)


def test_what_is_found_by_leaning_towards_a_player_weighs_what_its_path_does():
    pile = followed(0.15)
    pile.slots[2].pinned = pile.beam.best.path[2]
    pile.touch(0)
    paths, lean = pile.posterior.paths(pile.slots), (1.0, 60.0, 1.0)
    beam = Beam([paths.start])
    for seen in paths.seen:
        beam = beam.step(replace(seen, lean=lean))
    for history in beam.histories[:20]:
        weighed = paths.weighed(history.path, paths.start)
        assert weighed is not None
        assert straightened(history, lean).score == pytest.approx(weighed.score)


def test_orders_weigh_what_they_would_if_the_cards_had_been_found_so():
    slots = [lying("5C", 1.0), lying("6C", 2.0, arrived=1.5), lying("7C", 2.1, arrived=1.5), lying("8C", 4.0)]

    def pile_of(order):
        pile = followed(0.0, 0)
        pile.slots = list(order)
        return pile

    ours = pile_of(slots)
    known = Orders(ours.posterior, slots, ours.after)
    assert known.weigh(slots) == pytest.approx(ours.beam.evidence)
    for order in itertools.permutations(slots):
        laid_so = pile_of(order).beam.evidence
        assert known.weigh(list(order)) == pytest.approx(laid_so + prior(order), abs=0.05)


def test_the_prior_of_an_order_tells_cards_found_together_from_one_that_was_hidden():
    one, other, third = lying("5C", 1.0), lying("6C", 2.0), lying("7C", 3.0)
    for number, slot in enumerate((one, other, third), 1):
        slot.look = number
    assert prior([one, other, third]) == 0
    assert prior([third, one, other]) == prior([one, third, other]) == pytest.approx(math.log(UNNOTICED))
    other.look = third.look
    assert prior([one, third, other]) == pytest.approx(math.log(MISTIMED))
    assert prior([third, one, other]) == pytest.approx(math.log(MISTIMED) + math.log(UNNOTICED))
    for wide, lost in ((12.0, -DETOUR * 1.2), (40.0, math.log(ASTRAY))):
        row = ("2C", 5.0, 0.0), ("3C", 5.01, wide), ("4C", 5.02, 2 * wide)
        at_once = [lying(*each, arrived=4.0) for each in row]
        assert prior(at_once) == 0  # a row grows at its end
        assert prior([at_once[1], at_once[0], at_once[2]]) == pytest.approx(lost)


def test_moves_propose_orders_of_the_same_cards_and_only_likelier_ones_are_kept():
    upper, lower = lying("7C", 2.0, arrived=1.5, look=1), lying("6C", 2.1, arrived=1.5, look=1)
    pile = followed(0.0, 0)
    for slot in (lying("5C", 1.0), upper, lower, lying("8C", 4.0)):
        pile.lay(slot)
        pile._fresh = {slot}
        now = Lying(pile.slots, pile._fresh, pile.after)
        for move in (permute, restore, shift):
            for order in move(now):
                assert sorted(order, key=id) == sorted(pile.slots, key=id)
        before = pile.beam.evidence + prior(pile.slots)
        for order in likelier(lambda: Lying(pile.slots, pile._fresh, pile.after), pile.posterior):
            pile.touch(0)
            pile.slots = order
            assert pile.beam.evidence + prior(order) > before
    assert [slot.faces.index(max(slot.faces)) for slot in pile.slots] == [
        parse_card(code).index for code in ("5C", "6C", "7C", "8C")
    ]


def test_nothing_is_recounted_where_nobody_holds_too_many():
    pile = followed(0.0)
    closed = pile.posterior.closed(pile.beam.histories)
    paths = pile.posterior.paths(pile.slots)
    assert not list(recount(Closed(pile.slots, closed, pile.after, pile.posterior, paths)))
    assert paths.weighed((Decision("play", 0, parse_card("5C")),) * 2, paths.start) is None  # laid twice


@pytest.mark.parametrize("whose, turned", [(1.0, True), (1.5, False)])
def test_two_cards_of_one_arm_that_have_been_told_are_turned_over_when_a_third_has_come(whose, turned):
    told = Decision("play", 0, parse_card("4C"))
    one, other = lying("4C", 2.0, arrived=1.0), lying("3S", 2.3, arrived=whose)
    one.said = other.said = told
    last = lying("5C", 4.0)
    pile = Pile(begun(), ())
    for slot in (one, other, last):
        pile.lay(slot)
    proposed = list(permute(Lying(pile.slots, {last}, pile.after)))
    assert ([other, one, last] in proposed) is turned
    assert not any(order[-1] is not last for order in proposed)
