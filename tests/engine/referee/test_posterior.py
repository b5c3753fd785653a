"""One way to count: the beam, whole paths, and orders of the same cards come to the same posterior."""

import itertools

import pytest
from rounds import begun
from seen_badly import play

from engine.boundaries import CardLaid
from engine.cards import DECK, parse_card
from engine.games import game
from engine.referee.moves import Lying
from engine.referee.moves.permute import permute
from engine.referee.pile import Pile
from engine.referee.posterior import Orders, prior
from engine.referee.seen_cards import Decision, SeenCard


def lying(code, t, x=0.0, arrived=None, look=0, sure=0.97):
    corners = ((x, 0.0), (x + 10, 0.0), (x + 10, 15.0), (x, 15.0))
    faces = tuple(sure * (card == parse_card(code)) for card in DECK)
    return SeenCard(
        t, t - 0.6 if arrived is None else arrived, t, corners, faces, (0.98, 0.01, 0.01), look=look
    )


def followed(noise, cards=14):
    """A pile with the first cards of a random round, seen badly."""
    board, _, told = play(4, noise=noise)
    pile = Pile(game.fold([board.game_started(), board.round_started()]), ())
    for _, seen in [each for each in told if isinstance(each[1], CardLaid)][:cards]:
        pile.lay(SeenCard(seen.t, seen.arrived, seen.t, seen.look.corners, seen.look.faces, seen.seats))
    return pile


@pytest.mark.parametrize("people", [False, True])
def test_the_beam_and_whole_paths_count_alike(people):
    pile = followed(0.15)
    if people:
        pile.cards[3].pinned = pile.beam.best.path[3]
        pile.cards[7].none_before = True
        pile.touch(0)
    paths = pile.posterior.paths(pile.cards)
    assert len(pile.beam.histories) > 20
    for history in pile.beam.histories:
        weighed = paths.weighed(history.path, paths.start)
        assert weighed is not None and weighed[1:] == history[1:]
        assert weighed.score == pytest.approx(history.score)


def test_orders_weigh_what_they_would_if_the_cards_had_been_found_so():
    cards = [lying("5C", 1.0), lying("6C", 2.0, arrived=1.5), lying("7C", 2.1, arrived=1.5), lying("8C", 4.0)]

    def pile_of(order):
        pile = followed(0.0, 0)
        pile.cards = list(order)
        return pile

    ours = pile_of(cards)
    known = Orders(ours.posterior, cards, ours.after)
    assert known.weigh(cards) == pytest.approx(ours.beam.evidence)
    for order in itertools.permutations(cards):
        laid_so = pile_of(order).beam.evidence
        assert known.weigh(list(order)) == pytest.approx(laid_so + prior(order), abs=0.05)


@pytest.mark.parametrize("whose, turned", [(1.0, True), (1.5, False)])
def test_two_cards_of_one_arm_that_have_been_told_are_turned_over_when_a_third_has_come(whose, turned):
    told = Decision("play", 0, parse_card("4C"))
    one, other = lying("4C", 2.0, arrived=1.0), lying("3S", 2.3, arrived=whose)
    one.decision = other.decision = told
    last = lying("5C", 4.0)
    pile = Pile(begun(), ())
    for seen in (one, other, last):
        pile.lay(seen)
    proposed = list(permute(Lying(pile.cards, {last}, pile.after)))
    assert ([other, one, last] in proposed) is turned
    assert not any(order[-1] is not last for order in proposed)
