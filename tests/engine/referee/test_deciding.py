"""What is told of the cards, and when something else replaces it."""

import math

import pytest

from engine.cards import HONOURS, parse_card
from engine.events import GameStarted, RoundStarted
from engine.games import game
from engine.referee.beam import Beam, Decision
from engine.referee.deciding import Pays, decide
from engine.referee.seen_cards import SeenCard

START = Beam.start(
    game.fold([GameStarted("nain-jaune", "lindor", {}, ("Ana", "Bruno", "Chloé")), RoundStarted("Chloé")])
).best
THREE = Decision("play", 0, parse_card("3H"))
AFTER_TWO = THREE._replace(unseen=(1, parse_card("2D")))


@pytest.mark.parametrize("share, final, told", [(0.9, True, True), (0.9, False, True), (0.7, False, False)])
def test_a_card_that_nobody_saw_is_told_once_it_is_much_likelier_than_none(share, final, told):
    histories = [
        START._replace(score=math.log(weight), path=(said,))
        for weight, said in sorted([(share, AFTER_TWO), (1 - share, THREE)], key=lambda each: -each[0])
    ]
    seen = SeenCard(
        1.0, 0.5, 1.0, None, tuple(float(n == THREE.card.index) for n in range(52)), (1.0, 0.0, 0.0)
    )
    seen.decision = THREE
    (said,) = decide(Beam(histories), [seen], 100.0, Pays(False, HONOURS), final)
    assert said == (AFTER_TWO if told else THREE)
