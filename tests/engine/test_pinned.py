"""What people say of a card stands, whichever of its explanations a history allows."""

import pytest

from engine import game
from engine.beam import Beam, Decision, Evidence
from engine.cards import parse_card
from engine.events import GameStarted, RoundStarted

PLAYERS = ("Ana", "Bruno", "Chloé")
FLAT = Evidence([1 / 52] * 52, [1 / 3] * 3, {}, [0.0] * 3)


def pinned(*said):
    """The best history when people have said of each card what it was."""
    beam = Beam.start(game.fold([GameStarted("nain-jaune", "lindor", {}, PLAYERS), RoundStarted("Chloé")]))
    for each in said:
        beam = beam.step(Evidence(FLAT.faces, FLAT.seats, {}, FLAT.nearness, pinned=each))
    return beam.best.path


def play(player, card, unseen=None):
    return Decision("play", PLAYERS.index(player), parse_card(card), unseen)


def test_an_unseen_card_stays_where_it_makes_the_card_legal():
    after_nine = play("Ana", "JC", (1, parse_card("TS")))
    assert pinned(play("Ana", "9D"), after_nine) == (play("Ana", "9D"), after_nine)


@pytest.mark.parametrize("unseen", ["TS", "9D"])
def test_an_unseen_card_that_lies_already_or_does_not_fit_is_left_out(unseen):
    cards = (play("Ana", "9D"), play("Bruno", "TS"), play("Chloé", "JC", (0, parse_card(unseen))))
    assert pinned(*cards) == (*cards[:2], play("Chloé", "JC"))


def test_what_no_rule_allows_is_left_out():
    assert pinned(play("Ana", "9D"), play("Bruno", "2S"))[1] == Decision("again")
