"""Nap (Napoleon) as pagat.com tells it: the game and preset ``nap``.

The rules as this module plays them. 003 is that page (`engine.games.sources`); "silent" means that it does
not say and the choice is ours. House rules are the fields of `Options`.

* **Players** 3 to 10, as far as the deck goes, clockwise. Five cards each, ace high (003). The
  first dealer by lot, then the player to the left of the last (003); a log may say otherwise. The
  cards are shuffled after a made bid of five tricks, else gathered and cut by the dealer's right.
* **Bids** one round from the dealer's left: each player bids once, above the last bid, or passes
  (003). From low to high, with the tricks to win and the value:
  two 2 (`bid_two`), three 3, mis 3 (`bid_mis`: no trick, no trump), four 4, nap 5, wellington
  five tricks for 10, only over nap, blucher (`bid_blucher`) five for 20, only over wellington.
  Nobody bids: thrown in, the next player deals.
* **Play** the bidder leads, the suit of that card is trump. Follow suit, else any card; the
  highest trump, else the highest card of the suit led, wins and leads (003). All tricks are
  played, also when the bid is decided.
* **Payment** made: the value from each opponent, else to each. Wellington and blucher and, under
  `five_pay`, nap: 5 10 20; ``double_won`` 10 20 40 made, 5 10 20 lost; ``american`` 10 10 10
  made, 5 10 20 lost (003).
* **Pool** (`pool`) each player puts in `pool_ante` before the deal, the dealer `dealer_extra`
  more, as agreed (003). The next who makes a bid of five tricks or more takes it; who fails in one
  pays its content in, this deal's antes included, besides paying his opponents (silent). It carries over.
  Fines go in (revoke 5, out of turn 2: 003), and what is paid for bought cards. Chips may so lie
  in the pool without the option `pool`; they are won and doubled all the same (silent).
* **Purchase** (`purchase`) before the first bid each player may discard cards and draw as many, for
  `purchase_price` in all (``flat``) or for each; once, from the dealer's left, while the stock lasts
  (silent).
* **Widow** (`widow`) five cards more are dealt: in his turn to bid one player may take them and
  discard five; then he must bid nap or more. The log may tell it as ``exchanged``, 5 cards, cost 0.
* **Floater** (`floater`) a game of its own for 3 to 7 players, with 20, 24, 28, 32, 36 cards and
  one more card face down. Each pays 1 into the kitty, and 1 to look at the floater before his bid.
  Bids, each with the floater or, higher, without it: four 2, nap 5, bonaparte 10 (he leads his
  lowest trump), wellington 20 (his lowest card that is no trump). The bidder names the trump. Made:
  the value from each opponent, from nap up the kitty too; lost: the value times the number of
  players (`floater_count`) to the kitty, to nobody else. Thrown in, the kitty stays (silent). With
  `pool` on its antes go into the kitty besides, and nothing else changes (silent). Other tables bid
  otherwise (`floater_bids`): ``aylesbury`` has no wellington and calls the bonaparte Napoleon; ``dorset``
  bids three, four, nap; ``teesside`` the full set, two and mis too (003). Only Hastings' values are handed
  down: the others' the house names (`floater_values`, from the lowest bid to the highest).
* **Seven cards** (`seven`) three, four, five (nap), mis, six, seven, in this order: barker 3 4 10
  10 18 24, half of it lost from five up; smoothed 3 4 10 14 18 28 made, 3 4 5 7 9 14 lost (003). The
  pool goes to five, six and seven.
* **Deck** (`deck`) stripped: 3 players from the nine, 4 and 5 from the seven, lower when the
  cards would not go round; more players: no source says what is taken out, so any card may come.

**What a log can prove.** Hands are not seen. Whoever did not follow suit and plays that suit later
has revoked, and this shows only then: that later card is refused (`IllegalEvent.since` tells the
first). Where `pool` is on a revoke costs a fine and the play stands, when the fine is logged before
anybody plays on or, on the last trick, before the next deal; a player fined earlier in the deal has
paid under any rules (silent). In the same way a bonaparte or wellington who later plays a card that
he should have led is refused then; a wellington whose trump nobody named is not judged by his lead,
which is then trump; one who named all that he holds cannot lead. Fines after the last trick still
belong to the deal.

Files: `house` (options, bids and their worth), `state`, `bids` (before the first card), `play` (cards,
revokes, payment).
The state is frozen and `apply` a pure fold; an event against the rules raises `IllegalEvent` with one
of these rule names: ``game``, ``players``, ``deal``, ``round``, ``turn``, ``bid``, ``floater``,
``exchange``, ``trump``, ``deck``, ``one_deck``, ``revoke``, ``lead``.
"""

from __future__ import annotations

from engine.cards import Card
from engine.errors import IllegalEvent
from engine.events import (
    Bid,
    CardPlayed,
    Claimed,
    Event,
    Exchanged,
    Fined,
    FloaterSeen,
    GameStarted,
    RoundStarted,
    TrumpNamed,
)
from engine.games.nap.bids import bid, bids_open, exchanged, floater_seen, round_started, trump_named
from engine.games.nap.house import (
    ALONE,
    DEAL,
    FIVE,
    FLOATER,
    FLOATER_BIDS,
    SUIT,
    WIDOW,
    Contract,
    Options,
    called,
    cards_dealt,
    contracts,
    deck,
    hand_size,
    height,
    read_options,
)
from engine.games.nap.play import card_played, claimed, fined, resting_on, why_not
from engine.games.nap.state import (
    Evening,
    Laid,
    Round,
    bidding,
    cards_laid,
    held_now,
    left,
    next_antes,
    next_dealer,
    suit_led,
    trump,
    turn,
    unsettled,
)
from engine.games.seats import stocks

GAME = "nap"
PRESET = "nap"
BOARD: tuple[Card, ...] = ()
PART = "nap"
"""The part of the page that shows it."""
TOLD: tuple[type[Event], ...] = (CardPlayed, Bid, FloaterSeen, Exchanged, TrumpNamed, Fined, Claimed)
"""What people tell of a deal."""


def start(event: GameStarted) -> Evening:
    """The state before the first deal.

    Raises:
        BadInput: an option that there is not.
        IllegalEvent: too few players, too many for the cards, or one who sits twice.
    """
    options = read_options(event.options, "'options'")
    count = len(event.players)
    if count not in DEAL:
        raise IllegalEvent("deal", f"{count} players: nap is for 3 to 10")
    dealt, cards = cards_dealt(options, count), len(deck(options, count))
    if options.floater == "on" and count not in FLOATER:
        raise IllegalEvent("deal", f"{count} players: nap with the floater is for 3 to 7")
    if dealt > cards:
        raise IllegalEvent("deal", f"{count} players: these rules deal {dealt} cards, the deck has {cards}")
    return Evening(
        options=options,
        players=event.players,
        stock_told=event.stock is not None,
        balances=stocks(event),
    )


def apply(evening: Evening, event: Event) -> Evening:
    """The state after one more event; what moves nothing (evidence, alerts) changes nothing.

    Raises:
        IllegalEvent: the event breaks a rule; the state before it still stands.
    """
    if isinstance(event, CardPlayed):
        return card_played(evening, event)
    if isinstance(event, Bid):
        return bid(evening, event)
    if isinstance(event, RoundStarted):
        return round_started(evening, event)
    if isinstance(event, FloaterSeen):
        return floater_seen(evening, event)
    if isinstance(event, Exchanged):
        return exchanged(evening, event)
    if isinstance(event, TrumpNamed):
        return trump_named(evening, event)
    if isinstance(event, Fined):
        return fined(evening, event)
    if isinstance(event, Claimed):
        return claimed(evening, event)
    if isinstance(event, GameStarted):
        raise IllegalEvent("game", "the game has already started")
    return evening
