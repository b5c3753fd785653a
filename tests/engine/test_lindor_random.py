"""Random legal evenings: nothing is lost, replay is the same, and a second settlement agrees."""

from __future__ import annotations

import json
from random import Random

import plain_lindor
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from rounds import NAMES, random_evening

from engine import game, ledger, lindor, nain_jaune, play
from engine.cards import DECK, HONOURS
from engine.errors import IllegalEvent
from engine.events import Called, CardPlayed, GameStarted, HandShown, RoundStarted, from_json, to_json
from engine.nain_jaune_explained import explain

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


def test_a_second_settlement_agrees_on_600_rounds():
    rng = Random(1789)
    operas = swept = 0
    for _ in range(200):
        events = list(random_evening(rng, rng.randint(2, 8), 3, house(rng), play.Habits(rng.random() * 0.5)))
        state = game.fold(events)
        told, balances = plain_lindor.settle([to_json(event) for event in events])
        for settlement, expected in zip(state.settlements, told, strict=True):
            line = to_json(settlement)
            transfers = line.pop("transfers")
            assert line == expected
            assert len(transfers) == len(line["payments"])
            operas += line["opera"]
            swept += bool(line["swept"])
        assert dict(zip(state.players, state.balances, strict=True)) == balances
    assert operas > 10 and swept > 10


def test_house_variants_known_elsewhere_conserve_chips_and_replay():
    rng = Random(7)
    for _ in range(60):
        options = house(rng) | {
            "first_lead": rng.choice(["after_dealer", "drawn", "right_of_dealer"]),
            "suits": rng.choice(["same", "ignored"]),
            "dwarf_leads": rng.choice(["on", "off"]),
            "pass_penalty": rng.choice(["on", "off"]),
        }
        events = list(random_evening(rng, rng.randint(2, 8), 2, options))
        state = game.fold(events)
        assert sum(state.balances) + sum(state.boxes) == 10_000 * len(state.players)
        line = to_json(state.settlements[-1])
        assert to_json(from_json(line)) == line
        reasons = explain(state)
        for player, won in state.settlements[-1].net.items():
            gained = sum(reason.chips for reason in reasons if reason.player == player)
            gained -= sum(reason.chips for reason in reasons if reason.other == player)
            assert gained == won


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
        assert lindor.may_go_on(state) == () and nain_jaune.winner(state) is not None


class Evenings(RuleBasedStateMachine):
    """People play whatever the rules let them; chips and cards are counted in every state."""

    def __init__(self) -> None:
        super().__init__()
        self.names: tuple[str, ...] = NAMES[:3]
        self.events = [GameStarted("nain-jaune", "lindor", {}, self.names, dict.fromkeys(self.names, 120))]
        self.state = game.fold(self.events)
        self.hands: list[list] = []
        self.talon: tuple = ()

    def do(self, event) -> None:
        self.state = game.apply(self.state, event)
        self.events.append(event)

    def playing(self) -> bool:
        return self.state.round is not None and 0 not in self.state.round.left

    @precondition(lambda self: self.state.round is None or self.state.round.settled)
    @rule(seed=st.integers(0, 2**32), dealer=st.integers(0, 2))
    def deal(self, seed, dealer):
        self.do(RoundStarted(self.names[dealer]))
        dealt = play.deal(3, Random(seed))
        self.hands, self.talon = [list(hand) for hand in dealt.hands], dealt.talon

    @precondition(lambda self: self.playing())
    @rule(data=st.data())
    def lay_any_legal_card(self, data):
        legal = [
            (place, card)
            for place, hand in enumerate(self.hands)
            for card in hand
            if lindor.may_lay(self.state, self.names[place], card)
        ]
        place, card = data.draw(st.sampled_from(legal))
        self.do(CardPlayed(self.names[place], card))
        self.hands[place].remove(card)

    @precondition(lambda self: self.playing())
    @rule(seed=st.integers(0, 2**32), count=st.integers(5, 30))
    def play_on(self, seed, count):
        rng = Random(seed)
        for _ in range(count):
            if self.playing():
                step = play.next_step(self.state, self.hands, rng)
                for event in step.events():
                    self.do(event)
                self.hands[self.names.index(step.player)].remove(step.card)

    @precondition(lambda self: self.state.round is not None)
    @rule(place=st.integers(0, 2), card=st.sampled_from(HONOURS))
    def call(self, place, card):
        self.do(Called(self.names[place], card, "voice"))

    @precondition(lambda self: self.playing())
    @rule(data=st.data())
    def lay_what_is_forbidden(self, data):
        place = data.draw(st.integers(0, 2))
        card = data.draw(st.sampled_from(DECK))
        if not lindor.may_lay(self.state, self.names[place], card):
            before = self.state
            with pytest.raises(IllegalEvent) as error:
                self.do(CardPlayed(self.names[place], card))
            assert error.value.rule == lindor.rule_broken(before, place, card)
            assert self.state is before

    @precondition(lambda self: bool(nain_jaune.hands_missing(self.state)))
    @rule()
    def show_all(self):
        for player in nain_jaune.hands_missing(self.state):
            self.do(HandShown(player, tuple(self.hands[self.names.index(player)])))
        settlement = self.state.settlements[-1]
        assert sum(ledger.nets(settlement.payments).values()) == 0
        assert ledger.nets(settlement.transfers) == ledger.nets(settlement.payments)
        assert self.state.round.settled and nain_jaune.hands_missing(self.state) == ()

    @invariant()
    def chips_are_conserved(self):
        held = sum(nain_jaune.chips_now(self.state).values()) + sum(nain_jaune.boxes_now(self.state).values())
        assert held == 360
        assert all(chips >= 0 for chips in nain_jaune.boxes_now(self.state).values())

    @invariant()
    def cards_are_conserved(self):
        if self.state.round is not None:
            laid = [card for _, card in nain_jaune.cards_laid(self.state)]
            assert sorted([*laid, *self.talon, *(card for hand in self.hands for card in hand)]) == sorted(
                DECK
            )
            assert tuple(map(len, self.hands)) == self.state.round.left

    def teardown(self):
        assert game.fold(self.events) == self.state


Evenings.TestCase.settings = settings(
    max_examples=25,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestEvenings = Evenings.TestCase


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
