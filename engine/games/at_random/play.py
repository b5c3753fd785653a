"""People who play at random, within the rules: for simulated tables and for tests.

Nothing here decides what is legal: the game module does. The dice are handed in, so the same
`random.Random` seed plays the same round.

    evening = game.apply(game.apply(None, game_started), round_started)
    dealt = deal(len(evening.players), rng)
    for step in random_round(evening, dealt.hands, rng):
        ...  # act it out: step.player lays step.card, and calls or forgets to
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from engine.cards import DECK, Card
from engine.errors import IllegalEvent
from engine.events import Called, CardPlayed, Event, HandShown
from engine.games import game, nain_jaune
from engine.games.stops import Evening


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
        overlooks: probability that somebody bound to go on does not see that he could, 0–1.
        saves: probability that he keeps a card that he alone need not lay (7♦ in 1760), 0–1.
        bursts: probability that 7♦ comes out of turn, where it may, 0–1.
    """

    forgets: float = 0.15
    passes: float = 0.05
    plans: float = 0.5
    overlooks: float = 0.0
    saves: float = 0.5
    bursts: float = 0.1


@dataclass(frozen=True, slots=True)
class Step:
    """One card laid.

    Attributes:
        player: who lays it.
        card: its face.
        calls: for a card that has a call (an honour, a hoc), whether its player calls it in
            time; None for any other card.
    """

    player: str
    card: Card
    calls: bool | None

    def events(self) -> tuple[Event, ...]:
        """The step as the log tells it: the card, and its call if there is one."""
        laid = CardPlayed(self.player, self.card)
        return (laid, Called(self.player, self.card, "tap")) if self.calls else (laid,)


USUAL = Habits()


def deal(
    players: int,
    rng: Random,
    shares: Mapping[int, tuple[int, int]] = nain_jaune.DEAL,
    pack: Sequence[Card] = DECK,
) -> Deal:
    """Shuffle and deal; ``shares``, ``pack``: a game's ``DEAL`` and its cards."""
    each, _ = shares[players]
    deck = list(pack)
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
    rules = game.rules_of(evening)
    may = rules.may_go_on(evening)
    choice = _bursts_in(evening, may, hands, rng, habits) or _goes_on(evening, hands, rng, habits)
    if choice is None:
        able = [each for each in may if _starts(evening, each, hands)]
        if not able:
            raise IllegalEvent("stuck", f"the rules leave {' and '.join(may)} no card to lay")
        player = able[0]
        if evening.round is not None and not evening.round.laid:
            player = rng.choice([each for each in able if _leads(evening, each, hands)])
        choice = player, _new_lead(_starts(evening, player, hands), rng, habits, rules.suited(evening))
    player, card = choice
    has_call = (card in rules.BOARD and rules.is_called(evening, card)) or (
        evening.options.awaits_call(card) and _is_hoc(evening, player, card, hands)
    )
    return Step(player, card, rng.random() >= habits.forgets if has_call else None)


def _held(evening: Evening, player: str, hands: Sequence[Sequence[Card]]) -> Sequence[Card]:
    return hands[evening.players.index(player)]


def _legal(evening: Evening, player: str, hands: Sequence[Sequence[Card]]) -> list[Card]:
    """The cards of a hand that its player may lay now."""
    return _allowed(evening, player, _held(evening, player, hands))


def _allowed(evening: Evening, player: str, cards: Sequence[Card]) -> list[Card]:
    """Those of some cards that a player may lay now."""
    rules, place = game.rules_of(evening), evening.players.index(player)
    return [card for card in cards if rules.rule_broken(evening, place, card) is None]


def _starts(evening: Evening, player: str, hands: Sequence[Sequence[Card]]) -> list[Card]:
    """The cards of a hand with which its player may start anew now, and people would."""
    rules = game.rules_of(evening)
    return _allowed(evening, player, rules.starts(evening, _held(evening, player, hands)))


def _leads(evening: Evening, player: str, hands: Sequence[Sequence[Card]]) -> bool:
    """Whether a player may start anew as freely as whoever is first asked to.

    What he may not lay is then forbidden to that one, too: it is not for want of his turn.
    """
    rules = game.rules_of(evening)
    first = rules.may_go_on(evening)[0]
    starts = rules.starts(evening, _held(evening, player, hands))
    refused = set(starts).difference(_allowed(evening, player, starts))
    return not _allowed(evening, first, list(refused))


def _bursts_in(
    evening: Evening, may: Sequence[str], hands: Sequence[Sequence[Card]], rng: Random, habits: Habits
) -> tuple[str, Card] | None:
    """Who lays, out of turn, the one card that may come so; None for nobody."""
    if game.rules_of(evening).asked_round(evening):
        return None
    for player in may[1:]:
        legal = _legal(evening, player, hands)
        if legal and not _leads(evening, player, hands) and rng.random() < habits.bursts:
            return player, rng.choice(legal)
    return None


def _goes_on(
    evening: Evening, hands: Sequence[Sequence[Card]], rng: Random, habits: Habits
) -> tuple[str, Card] | None:
    """Who goes on, and with what; None when all pass or the lead is free."""
    rules = game.rules_of(evening)
    for cards in rules.asked_round(evening):
        for player in rules.asked(evening):
            due = {card for card in cards if not rules.may_pass(evening, player, card)}
            held = _held(evening, player, hands)
            fitting = _allowed(evening, player, [card for card in held if card in cards])
            bound = due.intersection(fitting)
            passes = habits.overlooks if bound else habits.saves if due else habits.passes
            if fitting and rng.random() >= passes:
                return player, rng.choice(fitting)
    return None


def _is_hoc(evening: Evening, player: str, card: Card, hands: Sequence[Sequence[Card]]) -> bool:
    """Whether nobody can go on from a card that is about to be laid."""
    after = game.apply(evening, CardPlayed(player, card))
    going_on = {each for cards in game.rules_of(after).asked_round(after) for each in cards}
    return not any(each in going_on for hand in hands for each in hand)


def _new_lead(hand: Sequence[Card], rng: Random, habits: Habits, suited: bool) -> Card:
    """The card with which a player starts a new sequence."""
    if rng.random() >= habits.plans:
        return rng.choice(hand)
    held = {(card.rank, card.suit if suited else None) for card in hand}

    def run(card: Card) -> int:
        end, suit = card.rank, card.suit if suited else None
        while (end, suit) in held:
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
    while not game.rules_of(evening).finished(evening):
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
