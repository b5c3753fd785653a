"""What people say of a card stands, whichever of its explanations a history allows."""

import pytest
from rounds import begun

from engine.cards import DECK, parse_card
from engine.events import GameStarted, RoundStarted
from engine.games import game
from engine.referee.beam import Beam
from engine.referee.people.correcting import meant
from engine.referee.pile import Pile
from engine.referee.seen_cards import Decision, SeenCard
from engine.referee.witnesses import Context, evidence

PLAYERS = ("Ana", "Bruno", "Chloé")


def pinned(*said):
    """The best history when people have said of each card what it was."""
    beam = Beam.start(game.fold([GameStarted("nain-jaune", "lindor", {}, PLAYERS), RoundStarted("Chloé")]))
    for each in said:
        seen = SeenCard(2.0, 1.0, 2.0, None, (1 / 52,) * 52, (1 / 3,) * 3, pinned=each)
        beam = beam.step(evidence(seen, Context((), 3)))
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


def test_what_people_say_of_a_blur_is_meant_for_the_outline_that_shows_it():
    jack = parse_card("JC")

    def outline(t, arrived, sure):
        corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 2.0), (0.0, 2.0))
        return SeenCard(t, arrived, t, corners, tuple(sure * (card == jack) for card in DECK), (0.5, 0.5))

    pile = Pile(begun(3), ())
    blur, shows, of_another_arm = outline(6.0, 5.0, 0.0), outline(5.2, 5.0, 0.9), outline(2.0, 1.0, 0.95)
    for seen in (of_another_arm, shows, blur):
        pile.lay(seen)
    assert meant(pile.cards, blur, Decision("play", 0, jack)) is shows
    assert meant(pile.cards, of_another_arm, Decision("play", 0, jack)) is of_another_arm
    for said in (Decision("again"), Decision("hand", 0, jack), Decision("play", 0, parse_card("QS"))):
        assert meant(pile.cards, blur, said) is blur
