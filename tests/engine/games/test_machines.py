"""Hypothesis plays every preset: nothing is lost, nothing is refused that the rules offer, all can be undone.

In every state cards and chips are counted. What the rules offer is told to a copy of the state, what
they refuse raises and leaves the state as it was. At the end the evening is told again (the same
state), written and read back (the same events), and undone event by event to the start.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import random_logs
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.cards import ANTES, DECK, Card
from engine.errors import IllegalEvent
from engine.events import (
    BIDS,
    Bid,
    Called,
    CardPlayed,
    Corrected,
    Event,
    Exchanged,
    Fined,
    FloaterSeen,
    GameStarted,
    HandShown,
    RoundStarted,
    TrumpNamed,
    from_json,
    to_json,
)
from engine.games import game, nap, stops
from engine.games.at_random import play
from engine.money import ledger

STOCK = 5_000
SEEDS = st.integers(0, 2**32)


class Table(RuleBasedStateMachine):
    """What every game's machine does."""

    game_name = "nain-jaune"
    preset: str

    def house(self, rng: Random) -> dict[str, object]:
        """House rules at random."""
        raise NotImplementedError

    def sit_down(self, seed: int, players: int) -> None:
        options = self.house(Random(seed))
        self.names = random_logs.NAMES[:players]
        self.events: list[Event] = []
        self.state = None
        self.hands: dict[str, list[Card]] = {}
        self.unseen: list[Card] = []
        self.do(
            GameStarted(self.game_name, self.preset, options, self.names, dict.fromkeys(self.names, STOCK))
        )

    def do(self, event: Event) -> None:
        settled = 0 if self.state is None else len(self.state.settlements)
        self.state = game.apply(self.state, event)
        self.events.append(event)
        if len(self.state.settlements) > settled:
            self.paid(self.state.settlements[-1])

    def paid(self, settlement) -> None:
        assert sum(ledger.nets(settlement.payments).values()) == 0
        won, moved = ledger.nets(settlement.payments), ledger.nets(settlement.transfers)
        assert {p: n for p, n in won.items() if n} == {p: n for p, n in moved.items() if n}
        assert from_json(json.loads(json.dumps(to_json(settlement)))) == settlement

    def refused(self, event: Event) -> IllegalEvent | None:
        """What the rules have against the event, the state being as it was; None: it may come."""
        before, written = self.state, repr(self.state)
        try:
            after = game.apply(self.state, event)
        except IllegalEvent as error:
            assert self.state is before and repr(before) == written and error.rule
            return error
        assert after != before
        return None

    def held(self) -> Iterator[tuple[str, Card]]:
        return ((player, card) for player, hand in self.hands.items() for card in hand)

    def lay(self, player: str, card: Card) -> None:
        self.do(CardPlayed(player, card))
        self.hands[player].remove(card)

    def teardown(self) -> None:
        if not hasattr(self, "events"):
            return
        assert game.fold(self.events) == self.state
        written = [json.loads(json.dumps(to_json(event))) for event in self.events]
        assert [from_json(line) for line in written] == self.events
        numbers = range(len(self.events), 0, -1)
        undone = [Corrected(number, None) for number in numbers]
        steps = Random(len(self.events)).sample(numbers, min(4, len(self.events)))
        for back in {*steps, len(self.events)}:
            assert game.fold([*self.events, *undone[:back]]) == game.fold(self.events[: -back or None])
        # Undoing the last undo brings everything back.
        last = len(self.events)
        assert game.fold([*self.events, Corrected(last, None), Corrected(last + 1, None)]) == self.state


class NainJaune(Table):
    """Both presets of the Nain Jaune."""

    counts: tuple[int, ...]

    @initialize(seed=SEEDS, data=st.data())
    def begin(self, seed: int, data) -> None:
        self.sit_down(seed, data.draw(st.sampled_from(self.counts)))
        self.rules = game.rules_of(self.state)

    def playing(self) -> bool:
        return self.state.round is not None and not stops.finished(self.state)

    def offered(self) -> list[tuple[str, Card]]:
        """What may be laid."""
        return [move for move in self.held() if self.may(*move)]

    def may_decline(self) -> bool:
        return getattr(self.state.options, "decline_lead", "off") == "on"

    def may(self, player: str, card: Card) -> bool:
        return self.rules.rule_broken(self.state, self.names.index(player), card) is None

    @precondition(lambda self: self.state.round is None or self.state.round.settled)
    @rule(seed=SEEDS)
    def deal(self, seed: int) -> None:
        rng = Random(seed)
        self.do(RoundStarted(rng.choice(self.names)))
        dealt = play.deal(len(self.names), rng)
        self.hands = {name: list(hand) for name, hand in zip(self.names, dealt.hands, strict=True)}
        self.unseen = list(dealt.talon)

    @precondition(playing)
    @rule(data=st.data())
    def lay_any_that_may_come(self, data) -> None:
        self.lay(*data.draw(st.sampled_from(self.offered())))

    @precondition(playing)
    @rule(seed=SEEDS, count=st.integers(5, 40))
    def play_on(self, seed: int, count: int) -> None:
        rng = Random(seed)
        for _ in range(count):
            if self.playing():
                step = play.next_step(self.state, [self.hands[name] for name in self.names], rng)
                self.lay(step.player, step.card)
                for event in step.events()[1:]:
                    self.do(event)

    @precondition(lambda self: self.state.round is not None)
    @rule(data=st.data())
    def call_anything(self, data) -> None:
        laid = [card for _, card in stops.cards_laid(self.state)][-2:]
        card = data.draw(st.sampled_from([*laid, *ANTES]))
        self.do(Called(data.draw(st.sampled_from(self.names)), card, "voice"))

    @precondition(playing)
    @rule()
    def every_alternative_is_reachable_and_no_other(self) -> None:
        may = set()
        for player in self.names:
            for card in DECK:
                broken = self.rules.rule_broken(self.state, self.names.index(player), card)
                error = self.refused(CardPlayed(player, card))
                assert (None if error is None else error.rule) == broken
                may |= {player} if broken is None else set()
        assert may and self.offered()
        assert may <= {*self.rules.may_go_on(self.state)} or self.may_decline()
        for player in self.names:
            assert self.refused(HandShown(player, tuple(self.hands[player])))
        assert self.refused(RoundStarted(self.names[0]))

    @precondition(lambda self: bool(stops.hands_missing(self.state)))
    @rule()
    def show_all(self) -> None:
        winner = stops.winner(self.state)
        assert self.refused(HandShown(self.names[0], tuple(self.unseen + self.unseen)))
        for player in stops.hands_missing(self.state):
            assert player != winner
            self.do(HandShown(player, tuple(self.hands[player])))
        assert self.state.round.settled and stops.hands_missing(self.state) == ()

    @invariant()
    def chips_are_conserved(self) -> None:
        boxes = stops.boxes_now(self.state)
        assert min(boxes.values()) >= 0
        chips = stops.chips_now(self.state)
        assert sum(chips.values()) + sum(boxes.values()) == STOCK * len(self.names)

    @invariant()
    def cards_are_conserved(self) -> None:
        if self.state.round is not None:
            laid = [card for _, card in stops.cards_laid(self.state)]
            assert sorted([*laid, *self.unseen, *(card for _, card in self.held())]) == sorted(DECK)
            assert [len(hand) for hand in self.hands.values()] == list(self.state.round.left)


class Lindor(NainJaune):
    preset = "lindor"
    counts = (2, 3, 4, 5, 6, 7, 8)

    def house(self, rng: Random) -> dict[str, object]:
        return random_logs.house(rng, random_logs.LINDOR)


class Avantcoureur(NainJaune):
    preset = "avantcoureur"
    counts = (3, 5)

    def house(self, rng: Random) -> dict[str, object]:
        return random_logs.house(rng, random_logs.AVANTCOUREUR)


class Nap(Table):
    """Nap in all its forms."""

    game_name = preset = "nap"

    def house(self, rng: Random) -> dict[str, object]:
        return random_logs.house_of_nap(rng)

    @initialize(seed=SEEDS, data=st.data())
    def begin(self, seed: int, data) -> None:
        players = 3 + seed % 2 if data.draw(st.booleans()) else 3
        self.sit_down(seed, players)

    def playing(self) -> bool:
        return nap.turn(self.state) is not None and not nap.bidding(self.state)

    @precondition(lambda self: self.state.round is None or self.state.round.settled)
    @rule(seed=SEEDS)
    def deal(self, seed: int) -> None:
        rng = Random(seed)
        self.do(RoundStarted(rng.choice(self.names)))
        self.unseen = sorted(nap.deck(self.state.options, len(self.names)))
        rng.shuffle(self.unseen)
        size = nap.hand_size(self.state.options)
        self.hands = {name: [self.unseen.pop() for _ in range(size)] for name in self.names}

    @precondition(lambda self: nap.bidding(self.state))
    @rule(data=st.data())
    def bid(self, data) -> None:
        choices = nap.bids_open(self.state)
        for player in self.names:
            for bid in BIDS:
                with_floater = bid != "pass" and self.state.options.floater == "on"
                for floater in (True, False) if with_floater else (None,):
                    offered = player == nap.turn(self.state) and (bid, floater) in choices
                    assert (self.refused(Bid(player, bid, floater)) is None) == offered
        self.do(Bid(nap.turn(self.state), *data.draw(st.sampled_from(choices))))

    @precondition(lambda self: nap.bidding(self.state))
    @rule(data=st.data())
    def look_or_buy(self, data) -> None:
        player = data.draw(st.sampled_from(self.names))
        count = data.draw(st.integers(1, 5))
        event = data.draw(st.sampled_from((FloaterSeen(player), Exchanged(player, count))))
        if self.refused(event) is None:
            self.do(event)

    @precondition(lambda self: self.state.round is not None and self.state.options.pool == "on")
    @rule(data=st.data())
    def fine(self, data) -> None:
        self.do(Fined(data.draw(st.sampled_from(self.names)), data.draw(st.sampled_from((2, 5)))))

    def offered(self) -> list[tuple[str, Card]]:
        player, led = nap.turn(self.state), nap.suit_led(self.state)
        hand = self.hands[player]
        may = [(player, card) for card in hand if card.suit == led] or [(player, card) for card in hand]
        return [move for move in may if nap.why_not(self.state, *move) is None]

    @precondition(playing)
    @rule(data=st.data())
    def name_the_trump(self, data) -> None:
        event = TrumpNamed(data.draw(st.sampled_from(self.names)), data.draw(st.sampled_from("CDHS")))
        if self.refused(event) is None and self.state.round.high.bid == "nap":
            self.do(event)

    @precondition(playing)
    @rule()
    def every_alternative_is_reachable_and_no_other(self) -> None:
        for player in self.names:
            for card in DECK:
                broken = nap.why_not(self.state, player, card)
                error = self.refused(CardPlayed(player, card))
                assert (error is None) == (broken is None)
                if player != nap.turn(self.state) or card not in nap.deck(
                    self.state.options, len(self.names)
                ):
                    assert error is not None
        assert self.refused(RoundStarted(self.names[0]))

    @precondition(playing)
    @rule(seed=SEEDS, count=st.integers(1, 12))
    def play_on(self, seed: int, count: int) -> None:
        rng = Random(seed)
        for _ in range(count):
            # Hands are not those that a lowest lead was made from: then nothing may be left to lay.
            if self.playing() and (moves := self.offered()):
                self.lay(*rng.choice(moves))

    @invariant()
    def chips_are_conserved(self) -> None:
        now = self.state.round
        chips = sum(self.state.balances) + self.state.pool
        if now is not None and not now.settled:
            chips = sum(self.state.balances) - sum(now.paid) + now.pool
        assert chips == STOCK * len(self.names)

    @invariant()
    def cards_are_conserved(self) -> None:
        now = self.state.round
        if now is not None:
            laid = [card for _, card in nap.cards_laid(self.state)]
            everything = [*laid, *self.unseen, *(card for _, card in self.held())]
            assert sorted(everything) == sorted(nap.deck(self.state.options, len(self.names)))
            assert sum(now.tricks) == len(laid) // len(self.names)


def _case(machine: type, steps: int) -> type:
    machine.TestCase.settings = settings(
        max_examples=10,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
    return machine.TestCase


TestLindor = _case(Lindor, 25)
TestAvantcoureur = _case(Avantcoureur, 25)
TestNap = _case(Nap, 40)
