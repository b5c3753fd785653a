"""What happens on an evening at a simulated table, by chance: who deals, what people lay, say and forget."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.cards import Card
from engine.events import Called, CardPlayed, Event, GameStarted, RoundStarted
from engine.games import game, nap, stops
from engine.games.at_random import nap_play, play
from engine.money import ledger
from hardware.simulator.things.chips import VALUES


@dataclass(frozen=True, slots=True)
class Habits:
    """How people play.

    Attributes:
        sequences: games of laying in sequence.
        tricks: games of tricks.
    """

    sequences: play.Habits = field(default_factory=play.Habits)
    tricks: nap_play.Habits = nap_play.USUAL


def evening(
    rng: random.Random,
    first: GameStarted,
    rounds: int,
    habits: Habits,
    full: Mapping[Card, Mapping[str, int]],
) -> list[Event]:
    """An evening of so many rounds.

    Args:
        rng: the dice.
        first: the game and who plays it.
        rounds: how many.
        habits: how people play.
        full: the chips that the boxes begin with; none: most often nothing lies in them.
    """
    if first.game == nap.GAME:
        return _of_tricks(rng, first, rounds, habits.tricks)
    return _of_sequences(rng, first, rounds, habits.sequences, full)


def _of_tricks(rng: random.Random, first: GameStarted, rounds: int, habits: nap_play.Habits) -> list[Event]:
    """Deals in which somebody bids: where all pass nothing comes to lie, and the next one deals."""
    events: list[Event] = [first]
    state = game.apply(None, first)
    dealer = rng.choice(first.players)
    while sum(isinstance(event, RoundStarted) for event in events) < rounds:
        deal = list(nap_play.random_deal(state, dealer, rng, habits))
        if any(isinstance(event, CardPlayed) for event in deal):
            events += deal
            state = game.fold(deal, state)
            dealer = nap.next_dealer(state) or dealer
    return events


def _of_sequences(
    rng: random.Random,
    first: GameStarted,
    rounds: int,
    habits: play.Habits,
    full: Mapping[Card, Mapping[str, int]],
) -> list[Event]:
    """What lies in the boxes, what people lay, call and forget; `full` as `evening` has it."""
    names, state = first.players, game.apply(None, first)
    rules = game.rules_of(state)
    left = {honour: 0 for honour in rules.BOARD}
    if rng.random() < 0.3:
        left = {honour: rng.choice([0, 0, rng.randint(1, 18)]) for honour in rules.BOARD}
    if full:
        left = {honour: ledger.worth(chips, VALUES) for honour, chips in full.items()}
    begun = RoundStarted(rng.choice(names), left)
    events: list[Event] = [first]
    for _ in range(rounds):
        events.append(begun)
        state = game.apply(state, begun)
        dealt = play.deal(len(names), rng, rules.DEAL)
        steps = list(play.random_round(state, dealt.hands, rng, habits))
        of_round: list[Event] = []
        forgotten: Called | None = None
        for step in steps:
            of_round += step.events()
            if forgotten is not None:
                # Somebody remembers when it is too late; that changes nothing.
                of_round.append(forgotten)
            late = step.calls is False and rng.random() < 0.25
            forgotten = Called(step.player, step.card, "tap") if late else None
        of_round += play.left_in_hand(names, dealt.hands, steps)
        for event in of_round:
            state = game.apply(state, event)
        events += of_round
        dealer = stops.next_dealer(state)
        assert dealer is not None
        begun = RoundStarted(dealer)
    return events
