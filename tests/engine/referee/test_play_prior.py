"""How people usually go on: likelihoods that add up, and what passing tells."""

from operator import or_
from random import Random

import pytest
from rounds import NAMES, after, begun, cards

from engine.cards import DECK, parse_card
from engine.games import game
from engine.games.at_random import play
from engine.referee.play_prior import SequencePrior, going_on
from engine.referee.settings import OUT_OF_TURN, STOPS

RULES = [("lindor", {}), ("avantcoureur", {}), ("lindor", {"suits": "same"})]


def rounds(seed, rules, options, habits=play.USUAL):
    """Each state of a random round with what was laid then: (evening, place, card, hands before it)."""
    rng = Random(seed)
    players = 3 if seed % 2 else 5
    evening = begun(players, rules=rules, **options)
    hands = [list(hand) for hand in play.deal(players, rng).hands]
    while 0 not in evening.round.left:
        step = play.next_step(evening, hands, rng, habits)
        place = NAMES.index(step.player)
        yield evening, place, step.card, hands
        hands[place].remove(step.card)
        evening = game.apply(evening, step.events()[0])


@pytest.mark.parametrize("rules, options", RULES)
@pytest.mark.parametrize("seed", range(2))
def test_what_may_come_next_adds_up_to_about_one(seed, rules, options):
    for evening, _, _, _ in rounds(seed, rules, options):
        if not evening.round.laid or not going_on(evening):
            continue
        prior, game_rules = SequencePrior(evening, (0,) * len(evening.players)), game.rules_of(evening)
        last = evening.round.laid[-1].player
        whole = sum(
            prior.of(place, card)
            for place in range(len(evening.players))
            for card in DECK
            if game_rules.rule_broken(evening, place, card) is None
            and (card in going_on(evening) or place == last)
        )
        # Where everybody must go on, cards that somebody has shown not to hold are no legal plays.
        assert (0.9 if rules == "lindor" else 0.5) < whole < 1.0 + 1.5 * STOPS


@pytest.mark.parametrize("rules, options", RULES)
@pytest.mark.parametrize("seed", range(2))
def test_who_never_passes_holds_nothing_that_he_was_asked_for_in_vain(seed, rules, options):
    asked_for = None
    for evening, place, card, hands in rounds(seed, rules, options, play.Habits(passes=0.0, saves=0.0)):
        told = game.rules_of(evening).passed(evening, place, card)
        asked_for = told if asked_for is None else tuple(map(or_, asked_for, told))
        for hand, bits in zip(hands, asked_for, strict=True):
            assert not any(bits >> each.index & 1 for each in hand if each != card)
    assert any(asked_for)


def test_the_nearer_his_turn_and_the_fuller_his_hand_the_likelier_a_player_goes_on():
    evening = after(begun(4), "Bruno 5C | Bruno 6C | Bruno 7C | Bruno 8C")
    prior, nine = SequencePrior(evening, (0,) * 4), parse_card("9C")
    bruno, chloe, david, ana = (prior.of(place, nine) for place in (1, 2, 3, 0))
    assert chloe > david > ana and chloe < 2 * bruno
    (other,) = cards("2H")
    assert prior.of(2, other) == pytest.approx(OUT_OF_TURN * prior.of(1, other))


def test_a_card_that_he_was_asked_for_before_is_rarer():
    evening = after(begun(4), "Bruno 5C")
    six, other = cards("6C 9C")
    free, passed = (
        SequencePrior(evening, (0,) * 4),
        SequencePrior(evening, (0, 0, 1 << six.index | 1 << other.index, 0)),
    )
    assert passed.of(2, six) < 0.5 * free.of(2, six)
    assert passed.of(2, other) < 0.5 * free.of(2, other)
    assert passed.of(3, six) > free.of(3, six)
