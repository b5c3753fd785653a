"""Random legal evenings: they replay alike, and somebody may always lay a card that the rules allow."""

from __future__ import annotations

import json
from random import Random

from rounds import NAMES, random_evening

from engine.cards import DECK
from engine.events import CardPlayed, GameStarted, RoundStarted, from_json, to_json
from engine.games import game, lindor, stops
from engine.games.at_random import play

HOUSE_RULES = {
    "direction": ("clockwise", "anticlockwise"),
    "first_lead": ("after_dealer", "drawn"),
    "must_continue": ("off", "on"),
    "asked": ("everyone", "next_only"),
    "after_stop": ("free", "skip"),
    "decline_lead": ("off", "on"),
    "call_required": ("on", "on", "off"),
    "call_window": ("next_card", "round"),
    "missed_call": ("lost", "bete"),
    "bete": ("on", "on", "off"),
    "hand_payment": ("points", "per_card"),
    "per_card": (1, 3, 7),
    "opera": ("one_go", "no_card", "no_honour"),
    "opera_order": ("betes_first", "opera_first"),
    "stake_unit": ("jeton", "fiche"),
    "fiche": ("5", "2"),
}


def house(rng: Random) -> dict[str, object]:
    """No house rule at all every other time, else a random choice of each."""
    if rng.random() < 0.5:
        return {}
    return {name: rng.choice(values) for name, values in HOUSE_RULES.items()}


def test_every_evening_survives_json_and_replays_alike():
    rng = Random(5)
    for _ in range(40):
        events = list(random_evening(rng, rng.randint(2, 8), 2, house(rng)))
        lines = [json.loads(json.dumps(to_json(event))) for event in events]
        again = [from_json(line) for line in lines]
        assert again == events
        assert game.fold(again) == game.fold(events)
        settlement = game.fold(events).settlements[-1]
        assert from_json(to_json(settlement)) == settlement


def test_a_round_has_no_state_in_which_nobody_may_lay():
    rng = Random(8)
    for _ in range(20):
        players = rng.randint(2, 8)
        options = house(rng)
        state = game.fold(
            [GameStarted("nain-jaune", "lindor", options, NAMES[:players]), RoundStarted("Ana")]
        )
        dealt = play.deal(players, rng)
        held = {card: place for place, hand in enumerate(dealt.hands) for card in hand}
        for step in play.random_round(state, dealt.hands, rng):
            asked = lindor.may_go_on(state)
            legal = {
                state.players[place]
                for card, place in held.items()
                if lindor.rule_broken(state, place, card) is None
            }
            assert step.player in legal
            assert legal <= set(asked) or options.get("decline_lead") == "on"
            held.pop(step.card)
            for event in step.events():
                state = game.apply(state, event)
        assert lindor.may_go_on(state) == () and stops.winner(state) is not None


def test_counts_of_legal_cards_from_an_unseen_deal():
    """As many (player, card) as the rules allow when no hand is known, counted by hand.

    First the leader's 52. Then, on a rank below the king, the same player's 51 and four cards
    of the next rank from each of two others; on a king the 51 alone.
    """
    state = game.fold([GameStarted("nain-jaune", "lindor", {}, NAMES[:3]), RoundStarted("Ana")])
    first = legal(state)
    assert len(first) == 52
    second = [(after, move) for after in map(lambda m: laid(state, m), first) for move in legal(after)]
    assert len(second) == 48 * (51 + 2 * 4) + 4 * 51 == 3036
    rng = Random(3)
    for after, move in rng.sample(second, 60):
        third = laid(after, move)
        (_, before), (player, top) = third.round.laid
        next_rank = [c for c in DECK if c.rank == top.rank + 1 and c != before]
        assert len(legal(third)) == 50 + 2 * len(next_rank)
        assert player in (move[0], third.round.laid[0].player)


def legal(state):
    return [(p, card) for p in range(3) for card in DECK if lindor.rule_broken(state, p, card) is None]


def laid(state, move):
    return game.apply(state, CardPlayed(NAMES[move[0]], move[1]))
