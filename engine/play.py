"""People who play at random, within the rules: for simulated tables and for tests.

Nothing here decides what is legal: the game module does. The dice are handed in, so the same
`random.Random` seed plays the same round.

    evening = game.apply(game.apply(None, game_started), round_started)
    dealt = deal(len(evening.players), rng)
    for step in random_round(evening, dealt.hands, rng):
        ...  # act it out: step.player lays step.card, and calls or forgets to
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from engine import game, nain_jaune
from engine.cards import ANTES, DECK, Card
from engine.events import Called, CardPlayed, Event, HandShown
from engine.nain_jaune import Evening


@dataclass(frozen=True, slots=True)
class Deal:
    """A shuffled deck, dealt.

    Attributes:
        hands: the cards of each player, in playing order.
        talon: what is left, seen by nobody.
    """

    hands: tuple[tuple[Card, ...], ...]
    talon: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Habits:
    """How people play.

    Attributes:
        forgets: probability that an honour is laid without its call, 0–1.
        passes: probability that a player who could go on says «sans» all the same, 0–1;
            never where the house rule forbids it.
        plans: probability that a player who starts anew chooses the lowest card of his longest
            run instead of any card, 0–1.
    """

    forgets: float = 0.15
    passes: float = 0.05
    plans: float = 0.5


@dataclass(frozen=True, slots=True)
class Step:
    """One card laid.

    Attributes:
        player: who lays it.
        card: its face.
        calls: for an honour, whether its player calls it in time; None for any other card.
    """

    player: str
    card: Card
    calls: bool | None

    def events(self) -> tuple[Event, ...]:
        """The step as the log tells it: the card, and its call if there is one."""
        laid = CardPlayed(self.player, self.card)
        return (laid, Called(self.player, self.card, "tap")) if self.calls else (laid,)


USUAL = Habits()


def deal(players: int, rng: Random) -> Deal:
    """Shuffle and deal for 2 to 8 players."""
    each, _ = nain_jaune.DEAL[players]
    deck = list(DECK)
    rng.shuffle(deck)
    hands = tuple(tuple(deck[place * each : (place + 1) * each]) for place in range(players))
    return Deal(hands, tuple(deck[players * each :]))


def next_step(evening: Evening, hands: Sequence[Sequence[Card]], rng: Random, habits: Habits = USUAL) -> Step:
    """One legal card, as people at random would lay it.

    Args:
        evening: a round in progress whose last card does not lie yet.
        hands: the cards that each player still holds, in playing order.
        rng: the dice.
        habits: how people play.
    """
    law = game.law_of(evening)
    asked = law.may_go_on(evening)
    choice = _goes_on(evening, asked, hands, rng, habits)
    if choice is None:
        player = asked[0] if evening.round and evening.round.laid else rng.choice(asked)
        choice = player, _anew(hands[evening.players.index(player)], rng, habits)
    player, card = choice
    return Step(player, card, rng.random() >= habits.forgets if card in ANTES else None)


def _goes_on(
    evening: Evening, asked: Sequence[str], hands: Sequence[Sequence[Card]], rng: Random, habits: Habits
) -> tuple[str, Card] | None:
    """Who goes on, and with what; None when all pass or the lead is free."""
    law = game.law_of(evening)
    for cards in law.asked_round(evening):
        for player in asked:
            fitting = [card for card in hands[evening.players.index(player)] if card in cards]
            passes = habits.passes if all(law.may_pass(evening, card) for card in fitting) else 0.0
            if fitting and rng.random() >= passes:
                return player, rng.choice(fitting)
    return None


def _anew(hand: Sequence[Card], rng: Random, habits: Habits) -> Card:
    """The card with which a player starts a new sequence."""
    if rng.random() >= habits.plans:
        return rng.choice(hand)
    ranks = {card.rank for card in hand}

    def run(card: Card) -> int:
        end = card.rank
        while end in ranks:
            end += 1
        return end - card.rank

    longest = max(map(run, hand))
    return rng.choice([card for card in hand if run(card) == longest])


def random_round(
    evening: Evening, hands: Sequence[Sequence[Card]], rng: Random, habits: Habits = USUAL
) -> Iterator[Step]:
    """Play a dealt round to its last card.

    Args:
        evening: right after its `RoundStarted`.
        hands: the cards dealt, in playing order (`Deal.hands`).
        rng: the dice.
        habits: how people play.

    Yields:
        Each card as it is laid. Then the losers show `left_in_hand`.
    """
    held = [list(hand) for hand in hands]
    while not nain_jaune.finished(evening):
        step = next_step(evening, held, rng, habits)
        held[evening.players.index(step.player)].remove(step.card)
        for event in step.events():
            evening = game.apply(evening, event)
        yield step


def left_in_hand(
    players: Sequence[str], hands: Sequence[Sequence[Card]], steps: Sequence[Step]
) -> tuple[HandShown, ...]:
    """What the losers show once the round is over, in playing order."""
    laid = {step.card for step in steps}
    left = [
        HandShown(player, tuple(card for card in hand if card not in laid))
        for player, hand in zip(players, hands, strict=True)
    ]
    return tuple(shown for shown in left if shown.cards)
