"""People who play Nap at random, within the rules: for tests and for measuring.

Nothing here decides what is legal: `engine.games.nap` does. The dice are handed in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from engine.cards import SUITS, Card
from engine.events import (
    Bid,
    CardPlayed,
    Event,
    Exchanged,
    Fined,
    FloaterSeen,
    RoundStarted,
    TrumpNamed,
)
from engine.games import nap, nap_deal
from engine.games.nap import Evening


@dataclass(frozen=True, slots=True)
class Habits:
    """How people play; probabilities, 0–1.

    Attributes:
        passes: that a player passes.
        lucky: that somebody is dealt the top of a suit; he bids nap or more where he may.
        buys: that a player buys cards.
        looks: that a player looks at the floater.
        takes: that a player takes the widow.
        names: that the bidder names the trump where he may.
        faults: that a player is fined for something before he bids.
        revokes: that somebody who could follow lays another card, once in a deal at most, where there is a
            pool into which he pays his fine once he shows it.
    """

    passes: float = 0.6
    lucky: float = 0.3
    buys: float = 0.5
    looks: float = 0.4
    takes: float = 0.2
    names: float = 0.9
    faults: float = 0.02
    revokes: float = 0.0


USUAL = Habits()


def random_deal(evening: Evening, dealer: str, rng: Random, habits: Habits = USUAL) -> Iterator[Event]:
    """A whole deal of people who bid and play at random; bidders play their highest cards.

    Args:
        evening: no deal in progress.
        dealer: who deals.
        rng: the dice.
        habits: how people play.

    Yields:
        The events from `RoundStarted` to the last trick, or to the last pass.
    """
    return _Table(evening, rng, habits).deal(dealer)


class _Table:
    """A deal in progress: the state as the log tells it, and the cards that it does not tell."""

    def __init__(self, evening: Evening, rng: Random, habits: Habits) -> None:
        self.evening, self.rng, self.habits = evening, rng, habits
        self.players, self.options = evening.players, evening.options
        self.hands: dict[str, list[Card]] = {}
        each = nap.hand_size(self.options)
        cards = sorted(sorted(nap.deck(self.options, len(self.players))), key=nap.height)
        self.lucky = rng.choice(self.players) if self.happens(habits.lucky) else None
        if self.lucky is not None:
            suit = rng.choice(SUITS)
            self.hands[self.lucky] = [card for card in cards if card.suit == suit][-each:]
            cards = [card for card in cards if card not in self.hands[self.lucky]]
        rng.shuffle(cards)
        for player in self.players:
            hand = self.hands.setdefault(player, [])
            hand += [cards.pop() for _ in range(each - len(hand))]
        self.widow = [cards.pop() for _ in range(nap.WIDOW)] if self.options.widow == "on" else []
        self.stock = cards  # its last card is the floater, where there is one
        self.revoked = False

    def happens(self, probability: float) -> bool:
        return self.rng.random() < probability

    def does(self, event: Event) -> Event:
        self.evening = nap.apply(self.evening, event)
        return event

    def deal(self, dealer: str) -> Iterator[Event]:
        yield self.does(RoundStarted(dealer))
        left = self.players.index(dealer) + 1
        if self.options.purchase != "off":
            for player in self.players[left:] + self.players[:left]:
                yield from self.buys(player)
        while nap.bidding(self.evening):
            yield from self.bids(nap.turn(self.evening) or "")
        bidder = nap.turn(self.evening)
        if bidder is not None and self.options.floater == "on":
            yield from self.names(bidder)
        while (plays := nap.turn(self.evening)) is not None:
            choices = self.forgetful(plays, self.choices(plays))
            card = max(choices, key=nap.height) if plays == bidder else self.rng.choice(choices)
            self.hands[plays].remove(card)
            yield self.does(CardPlayed(plays, card))
            now = self.evening.round
            if now is not None and now.revoke is not None:
                yield self.does(Fined(self.players[now.revoke[0].player], nap_deal.REVOKE, "revoke"))

    def buys(self, player: str) -> Iterator[Event]:
        stock = self.stock
        upper = min(nap.hand_size(self.options), len(stock) - (self.options.floater == "on"))
        if upper > 0 and player != self.lucky and self.happens(self.habits.buys):
            count = self.rng.randint(1, upper)
            self.hands[player][:count] = [stock.pop(0) for _ in range(count)]
            bought = count if self.options.purchase == "per_card" else 1
            yield self.does(Exchanged(player, count, bought * self.options.purchase_price))

    def bids(self, player: str) -> Iterator[Event]:
        habits, rng = self.habits, self.rng
        if self.happens(habits.faults):
            yield self.does(Fined(player, *rng.choice(((5, "revoke"), (2, "out_of_turn")))))
        if self.options.floater == "on" and self.happens(habits.looks):
            yield self.does(FloaterSeen(player))
        choices = nap.bids_open(self.evening)
        if self.widow and len(choices) > 1 and self.happens(habits.takes):
            self.hands[player][: nap.WIDOW], self.widow = self.widow, []
            yield self.does(Exchanged(player, nap.WIDOW, 0))
            choices = nap.bids_open(self.evening)
        worth = nap.contracts(self.options)
        if player == self.lucky:
            choices = tuple(c for c in choices if c[0] in worth and worth[c[0]].tricks >= nap.FIVE) or choices
        elif choices[-1][0] == "pass" and self.happens(habits.passes):
            choices = choices[-1:]
        yield self.does(Bid(player, *rng.choice(choices)))

    def names(self, bidder: str) -> Iterator[Event]:
        """The bidder takes the floater if he bid with it, and names a trump of which he has one.

        A wellington, who must lead another suit, names one that is not all he has.
        """
        now, hand = self.evening.round, self.hands[bidder]
        if now and now.high and now.high.floater:
            hand[0] = self.stock[-1]
        suits = [card.suit for card in hand]
        if now and now.high and now.high.bid == "wellington" and len(set(suits)) == 1:
            suits = [suit for suit in SUITS if suit not in suits]
        trump = bool(now and now.high and nap.contracts(self.options)[now.high.bid].tricks)
        if trump and self.happens(self.habits.names):
            yield self.does(TrumpNamed(bidder, self.rng.choice(suits)))

    def forgetful(self, player: str, choices: list[Card]) -> list[Card]:
        """What he lays one of: other cards than he may, where he does not see that he could follow."""
        led = nap.suit_led(self.evening)
        others = [card for card in self.hands[player] if card.suit != led]
        follows = led is not None and choices[0].suit == led
        fined = self.habits.revokes and self.options.pool == "on"
        could = fined and not self.revoked and follows and others
        if not could or not self.happens(self.habits.revokes):
            return choices
        self.revoked = True
        return others

    def choices(self, player: str) -> list[Card]:
        """The cards that the rules let him play, of those he has."""
        hand, led = self.hands[player], nap.suit_led(self.evening)
        if led is not None:
            return [card for card in hand if card.suit == led] or hand
        now = self.evening.round
        if now is None or now.laid or now.high is None or now.high.floater is None:
            return hand
        if now.high.bid == "bonaparte":
            suits = {card.suit for card in hand} if now.trump is None else {now.trump}
            return [min((c for c in hand if c.suit == suit), key=nap.height) for suit in sorted(suits)]
        if now.high.bid == "wellington" and now.trump:
            plain = [card for card in hand if card.suit != now.trump]
            lowest = min(map(nap.height, plain))
            return [card for card in plain if nap.height(card) == lowest]
        return hand
