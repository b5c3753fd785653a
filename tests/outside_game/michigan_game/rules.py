"""Michigan, also Boodle, Stops or (in Britain) Newmarket: a stops game on a board of four pay cards.

A late and simple relative of the games on a compartmented board to which Nain Jaune and Pope Joan belong.
Sources: *pagat*, pagat.com/stops/michigan.html; *bicycle*, bicyclecards.com/how-to-play/michigan (both read
in November 2026). "Silent": neither says, the choice is ours.

* **Players** 3 to 8, clockwise. 52 cards, in each suit from the 2 up to the ace (both).
* **Board** A♥, K♣, Q♦, J♠. Before the deal everybody puts a chip on each, the dealer two (both).
* **Deal** a hand for each player and a spare one that nobody sees, until all cards are dealt; that some
  hands are a card longer does not matter (pagat). Silent how to know which: here all hands are equal and
  what is over lies with the spare one. That somebody may buy the spare hand (bicycle) is not played.
* **Play** the player after the dealer leads a suit with his lowest card of it. Whoever has the next card
  of that suit must lay it, and so on, up to the ace or until nobody has it (both). Then whoever laid the last
  card starts with his lowest card of any suit (pagat; `new_suit` ``on``: of another suit; who has none lets
  the next player start, bicycle).
* **Pay cards** who lays one takes what lies on it; nothing is called (both).
* **End** at once with a player's last card: the others pay him a chip for each card they have left; what
  nobody has taken stays (both). The deal goes to the left (pagat).
* Debts, boxes at the evening's end, how long it lasts: silent, as everywhere (`stops.House`).

Whoever led too high or kept a card that he had to lay has broken no rule that anybody saw; it shows when he
lays or shows it (`stops`, *overlooked*).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from engine.cards import BIT, SUITS, Card
from engine.errors import IllegalEvent
from engine.events import Called, CardPlayed, Event, GameStarted
from engine.games import stops
from engine.games.options import option, options_from
from engine.games.stops import place_of
from engine.games.stops.alike import *  # noqa: F403

GAME = "michigan"
PRESET = "boodle"
BOARD = (Card(1, "H"), Card(13, "C"), Card(12, "D"), Card(11, "S"))
DEAL = {players: (52 // (players + 1), 52 - players * (52 // (players + 1))) for players in range(3, 9)}
ACE = 1


@dataclass(frozen=True, slots=True)
class Options(stops.House):
    """House rules.

    Attributes:
        new_suit: ``on``: after a stop another suit must be started.
    """

    BOX: ClassVar[Mapping[Card, int]] = {card: place for place, card in enumerate(BOARD)}

    new_suit: str = option("off", "on")

    @property
    def clockwise(self) -> bool:
        """To the left (both)."""
        return True

    @property
    def dealer_step(self) -> int:
        """To the left (pagat)."""
        return 1

    @property
    def antes(self) -> tuple[int, ...]:
        """A chip on each pay card (both)."""
        return (1, 1, 1, 1)

    def antes_put(self, place: int, dealer: int) -> int:
        """The dealer puts two (both)."""
        return 2 if place == dealer else 1


@dataclass(frozen=True, slots=True)
class Evening(stops.Evening):
    """The state of an evening of Michigan."""

    options: Options


def read_options(told: Mapping[str, object], where: str) -> Options:
    """House rules checked; raises `BadInput`."""
    return options_from(Options, told, where)


def start(event: GameStarted) -> Evening:
    """The state before the first round."""
    return stops.sit_down(Evening, read_options(event.options, "'options'"), event, DEAL)


def apply(evening: Evening, event: Event) -> Evening:
    """The state after one more event; raises `IllegalEvent`."""
    return stops.apply(evening, event, deal=DEAL, lay=_card_played, settled=settled, called=_called)


back_crosses = stops.back_crosses


# --- what is legal -----------------------------------------------------------------------


def height(card: Card) -> int:
    """2 to 14: the ace is the highest."""
    return 14 if card.rank == ACE else card.rank


def _next(card: Card) -> Card:
    """The card that goes on from one below the ace."""
    return Card(ACE if card.rank == 13 else card.rank + 1, card.suit)


def _wanted(evening: Evening) -> Card | None:
    now = evening.round
    if now is None or now.top is None or stops.finished(evening):
        return None
    return _next(now.top)


def wanted(evening: Evening) -> int | None:
    """The rank of the card that goes on, 1 for the ace; None where any card starts anew."""
    card = _wanted(evening)
    return None if card is None else card.rank


def asked_round(evening: Evening) -> tuple[tuple[Card, ...], ...]:
    """The one card that goes on."""
    card = _wanted(evening)
    return () if card is None else ((card,),)


def may_go_on(evening: Evening) -> tuple[str, ...]:
    """Who may lay the next card: first who leads or laid the last one, others only what goes on."""
    now, players = evening.round, evening.players
    if now is None or stops.finished(evening):
        return ()
    first = now.laid[-1].player if now.laid else now.leader
    assert first is not None
    others = bool(now.laid) and (now.top is not None or evening.options.new_suit == "on")
    return (players[first:] + players[:first])[: len(players) if others else 1]


def asked(evening: Evening) -> tuple[str, ...]:
    """Everybody is, at once; in the order in which they sit from who laid the last card."""
    return () if _wanted(evening) is None else may_go_on(evening)


def may_pass(evening: Evening, player: str, card: Card) -> bool:
    """Never (both)."""
    return False


def suited(evening: Evening) -> bool:
    """A sequence keeps to one suit."""
    return True


def starts(evening: Evening, hand: Sequence[Card]) -> Sequence[Card]:
    """The lowest card of each suit; none of the last one's suit where another must be started."""
    now = evening.round
    same = now.laid[-1].card.suit if now is not None and now.laid and evening.options.new_suit == "on" else ""
    lowest = (min((card for card in hand if card.suit == suit), key=height, default=None) for suit in SUITS)
    return [card for card in lowest if card is not None and card.suit != same]


def sequence(evening: Evening) -> tuple[tuple[str, Card], ...]:
    """(player, card) of the run that the last card belongs to."""
    laid = stops.cards_laid(evening)
    first = max(len(laid) - 1, 0)
    while first > 0 and laid[first - 1][1].rank != ACE and laid[first][1] == _next(laid[first - 1][1]):
        first -= 1
    return laid[first:]


def rule_broken(evening: Evening, place: int, card: Card) -> str | None:
    """The rule that forbids the player at ``place`` to lay ``card`` now, None: he may."""
    now = evening.round
    if now is None or 0 in now.left:
        return "round"
    if now.table & BIT[card]:
        return "one_deck"
    if not now.laid:
        return None if place == now.leader else "first_lead"
    last = now.laid[-1]
    if now.top is not None and card == _next(now.top):
        return None
    if evening.options.new_suit == "on":
        return "new_suit" if card.suit == last.card.suit else None
    return None if place == last.player else "sequence"


def why_not(evening: Evening, player: str, card: Card) -> IllegalEvent | None:
    """The same with words for people."""
    rule = rule_broken(evening, place_of(evening, player), card)
    why = {
        "sequence": "but only who laid the last card may start anew",
        "new_suit": "but another suit is to be started",
    }
    return None if rule is None else stops.refused(evening, player, card, rule, why.get(rule))


# --- what an event does ------------------------------------------------------------------


def _called(evening: Evening, event: Called) -> Evening:
    """Nothing is called."""
    place_of(evening, event.player)
    return evening


def _card_played(evening: Evening, event: CardPlayed) -> Evening:
    now, laid = stops.allowed(evening, event, why_not)
    bound = list(passed(evening, laid.player, laid.card))
    if now.top is None or laid.card != _next(now.top):
        lower = (Card(rank, laid.card.suit) for rank in range(2, height(laid.card)))
        bound[laid.player] |= sum(BIT[card] for card in lower if not now.table & BIT[card])
    top = None if laid.card.rank == ACE else laid.card
    able = stops.able(evening, tuple(bound), rule_broken)
    return stops.with_round(evening, stops.lay(evening, now, laid, event.t, top, able))


def passed(evening: Evening, place: int, card: Card) -> tuple[int, ...]:
    """Cards that each player was asked for in vain if ``card`` comes now, as `cards.BIT`s."""
    now, on = evening.round, _wanted(evening)
    assert now is not None
    vain = 0 if on is None or card == on or now.table & BIT[on] else BIT[on]
    return stops.able(evening, (vain,) * len(evening.players), rule_broken)


# --- the settlement ----------------------------------------------------------------------


def settled(evening: Evening, now: stops.Round) -> Evening:
    """The evening with this round, paid once every loser has shown his hand."""
    if not stops.all_shown(now):
        return stops.with_round(evening, now)
    return stops.settle(evening, now, owed=now.left, reason="cards", betes=(), opera=False)
