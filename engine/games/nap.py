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

The state is frozen and `apply` a pure fold; an event against the rules raises `IllegalEvent` with one
of these rule names: ``game``, ``players``, ``deal``, ``round``, ``turn``, ``bid``, ``floater``,
``exchange``, ``trump``, ``deck``, ``one_deck``, ``revoke``, ``lead``.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from engine.cards import BIT, DECK, SUITS, Card
from engine.certainty import Inferred, incomplete, marked
from engine.errors import BadInput, IllegalEvent
from engine.events import (
    Bid,
    CardPlayed,
    Claimed,
    Event,
    Exchanged,
    Fined,
    FloaterSeen,
    GameStarted,
    NapSettlement,
    Payment,
    RoundStarted,
    TrumpNamed,
)
from engine.games.options import asked_for, numbers_option, option, options_from, whole_option
from engine.games.seats import place_among, stocks
from engine.money import ledger

GAME = "nap"
PRESET = "nap"
SUIT = {suit: sum(BIT[card] for card in DECK if card.suit == suit) for suit in SUITS}
"""The cards of each suit, as `cards.BIT`s."""
BOARD: tuple[Card, ...] = ()
PART = "nap"
"""The part of the page that shows it."""
TOLD: tuple[type[Event], ...] = (CardPlayed, Bid, FloaterSeen, Exchanged, TrumpNamed, Fined, Claimed)
"""What people tell of a deal."""
DEAL: dict[int, tuple[int, int]] = {players: (5, 52 - 5 * players) for players in range(3, 11)}
"""Players → (cards each, cards left over), with the options' defaults."""
WIDOW = 5
"""Cards in the widow (003)."""
FIVE = 5
"""A bid of so many tricks or more wins the pool."""
_STRIPPED = {3: 9, 4: 7, 5: 7}
_FLOATER = {3: 10, 4: 9, 5: 8, 6: 7, 7: 6}
"""Players → the lowest rank in the deck."""


FLOATER_BIDS = {
    "hastings": ("four", "nap", "bonaparte", "wellington"),
    "aylesbury": ("four", "nap", "bonaparte"),
    "dorset": ("three", "four", "nap"),
    "teesside": ("two", "three", "mis", "four", "nap", "bonaparte", "wellington"),
}
"""What may be bid with and without the floater, from low to high (003)."""


@dataclass(frozen=True, slots=True)
class Options:
    """House rules; the head of the module tells what they change.

    Attributes:
        seven: seven cards each, with one of two tables of values.
        deck: all 52 cards, or the low ones taken out.
        bid_two, bid_mis, bid_blucher: bids that may be made besides.
        five_pay: what bids of five tricks are worth.
        pool: everybody pays antes into a pool.
        pool_ante: chips of each.
        dealer_extra: chips of the dealer besides.
        purchase: cards may be bought before the bids.
        purchase_price: what they cost.
        widow: five cards that a bidder may take.
        floater: the game with the floater.
        floater_bids: whose bids that game has.
        floater_values: what they are worth, from the lowest to the highest; none: Hastings' own.
        floater_count: who is counted when a floater bid is lost.
    """

    seven: str = option("off", "barker", "smoothed", group="bids", sources="003")
    deck: str = option("52", "stripped", group="deal", sources="003")
    bid_two: str = option("off", "on", group="bids", sources="003")
    bid_mis: str = option("off", "on", group="bids", sources="003")
    bid_blucher: str = option("off", "on", group="bids", sources="003")
    five_pay: str = option("plain", "double_won", "american", group="bids", sources="003")
    pool: str = option("off", "on", group="pool", sources="003")
    pool_ante: int = whole_option(
        1, least=0, text=True, group="pool", sources="003", only_with=("pool", "on")
    )
    dealer_extra: int = whole_option(
        0, least=0, text=True, group="pool", sources="003", only_with=("pool", "on")
    )
    purchase: str = option("off", "flat", "per_card", group="pool", sources="003")
    purchase_price: int = whole_option(
        1, least=1, group="pool", sources="003", only_with=("purchase", "flat", "per_card")
    )
    widow: str = option("off", "on", group="bids", sources="003")
    floater: str = option("off", "on", group="floater", sources="003")
    floater_bids: str = option(
        "hastings",
        "aylesbury",
        "dorset",
        "teesside",
        group="floater",
        sources="003",
        only_with=("floater", "on"),
    )
    floater_values: str = numbers_option(
        "floater_bids", FLOATER_BIDS, group="floater", sources="", only_with=("floater", "on")
    )
    floater_count: str = option(
        "players", "opponents", group="floater", sources="003", only_with=("floater", "on")
    )


def read_options(told: Mapping[str, object], where: str) -> Options:
    """The house rules that differ from the defaults.

    Raises:
        BadInput: an option or a value that there is not, options that cannot have effect together, or
            bids with the floater whose values nobody tells.
    """
    values = told.get("floater_values")
    if isinstance(values, Mapping):  # by bid
        bids = FLOATER_BIDS.get(str(told.get("floater_bids", "hastings")), ())
        if set(values) != set(bids):
            raise BadInput(f"{where}: 'floater_values' must name the bids {', '.join(bids)}")
        told = {**told, "floater_values": [values[bid] for bid in bids]}
    options = options_from(Options, told, where)
    _go_together(options, where)
    return options


def _go_together(options: Options, where: str) -> None:
    """Refuse what cannot have effect together (003 tells them as games of their own)."""
    asked = asked_for(options)
    for game in asked.keys() & ALONE.keys():
        for name in (each for each in ALONE[game] if each in asked):
            raise BadInput(
                f"{where}: {name!r} is {asked[name]!r}, but can have no effect where {game!r} is "
                f"{asked[game]!r}; expected {getattr(Options(), name)!r}"
            )
    bids, values = FLOATER_BIDS[options.floater_bids], options.floater_values.split()
    handed_down = "floater_bids" not in asked
    if options.floater == "on" and len(values) != len(bids) and (values or not handed_down):
        raise BadInput(
            f"{where}: 'floater_values' has {len(values)} numbers, expected {len(bids)}: what "
            f"{', '.join(bids)} are worth with 'floater_bids' {options.floater_bids!r}"
        )


ALONE = {
    "floater": ("deck", "bid_two", "bid_mis"),
    "seven": ("five_pay", "bid_two", "bid_mis", "bid_blucher"),
}
"""Games of their own, and the options of the plain one that they leave no room for."""
_HASTINGS = "2 5 10 20"
_TRICKS = {"two": 2, "three": 3, "mis": 0, "four": 4, "nap": 5, "bonaparte": 5, "wellington": 5}


class Contract(NamedTuple):
    """What a bid undertakes, and what it is worth.

    Attributes:
        tricks: to be won at least; 0: not one.
        won: chips from each opponent when made.
        lost: chips to each when not; with the floater, times the number of players to the kitty.
    """

    tricks: int
    won: int
    lost: int


@lru_cache(maxsize=64)
def contracts(options: Options) -> dict[str, Contract]:
    """The bids of a game, from the lowest to the highest."""
    if options.floater == "on":
        worth = map(int, (options.floater_values or _HASTINGS).split())
        floated = zip(FLOATER_BIDS[options.floater_bids], worth, strict=True)
        return {bid: Contract(_TRICKS[bid], value, value) for bid, value in floated}
    if options.seven != "off":
        barker = options.seven == "barker"
        return {
            "three": Contract(3, 3, 3),
            "four": Contract(4, 4, 4),
            "five": Contract(5, 10, 5),
            "mis": Contract(0, 10, 5) if barker else Contract(0, 14, 7),
            "six": Contract(6, 18, 9),
            "seven": Contract(7, 24, 12) if barker else Contract(7, 28, 14),
        }
    won = {"plain": (5, 10, 20), "double_won": (10, 20, 40), "american": (10, 10, 10)}[options.five_pay]
    bids = {
        "two": Contract(2, 2, 2),
        "three": Contract(3, 3, 3),
        "mis": Contract(0, 3, 3),
        "four": Contract(4, 4, 4),
        "nap": Contract(5, won[0], 5),
        "wellington": Contract(5, won[1], 10),
        "blucher": Contract(5, won[2], 20),
    }
    asked = {"two": options.bid_two, "mis": options.bid_mis, "blucher": options.bid_blucher}
    return {bid: contract for bid, contract in bids.items() if asked.get(bid, "on") == "on"}


def called(options: Options, bid: str) -> str:
    """By which name people call a bid: at Aylesbury the bonaparte is ``napoleon`` (003)."""
    napoleon = options.floater == "on" and options.floater_bids == "aylesbury"
    return "napoleon" if napoleon and bid == "bonaparte" else bid


_ONLY_OVER = {"wellington": "nap", "blucher": "wellington"}
"""Bids of the plain game that may only be made over another one (003)."""


def hand_size(options: Options) -> int:
    """Cards dealt to each player."""
    return 5 if options.seven == "off" else 7


@lru_cache(maxsize=64)
def deck(options: Options, players: int) -> frozenset[Card]:
    """The cards that are played with."""
    if options.floater == "on":
        lowest = _FLOATER.get(players, 2)
    elif options.deck == "stripped":
        lowest = _STRIPPED.get(players, 2)
        while lowest > 2 and (15 - lowest) * 4 < _dealt(options, players):
            lowest -= 1
    else:
        lowest = 2
    return frozenset(card for card in DECK if height(card) >= lowest)


def _dealt(options: Options, players: int) -> int:
    """Cards that are no stock: hands, widow, floater."""
    aside = WIDOW * (options.widow == "on") + (options.floater == "on")
    return hand_size(options) * players + aside


def height(card: Card) -> int:
    """A card's rank in tricks: 2 to 10, 11 jack, 12 queen, 13 king, 14 ace."""
    return 14 if card.rank == 1 else card.rank


class Laid(NamedTuple):
    """A card on the table: the player's place in playing order, its face, and its event."""

    player: int
    card: Card
    event: CardPlayed


class Round(NamedTuple):
    """One deal in progress. Players are places in playing order.

    Attributes:
        number: from 1.
        dealer: who dealt.
        pool: chips in the pool or kitty now.
        paid: chips that each player has put into it in this deal.
        fined: who has been fined in this deal.
        bids: one of each player, from the dealer's left.
        high: the highest bid so far, None while all have passed.
        seen: who has looked at the floater.
        buyers: how many players, from the dealer's left, have had their chance to buy.
        drawn: cards bought.
        widow: who has taken the widow.
        trump: the suit named, None when not named.
        laid: every card, in order.
        table: the laid cards as `cards.BIT`s.
        leader: who leads the trick in progress.
        tricks: won by each player.
        aside: (suit led, card) of each time somebody did not follow suit.
        revoke: the card that did not follow and the one that shows it, while no fine is paid.
        claimed: who has claimed the tricks that were left, None: nobody.
        settled: the deal is paid.
        left: cards left in each hand.
        due: cards of the suits that each player did not follow, as `cards.BIT`s: if he holds one, he revoked.
        inferred: what was inferred less surely than what is committed otherwise (`engine.certainty`).
    """

    number: int
    dealer: int
    pool: int
    paid: tuple[int, ...]
    tricks: tuple[int, ...]
    fined: frozenset[int] = frozenset()
    bids: tuple[Bid, ...] = ()
    high: Bid | None = None
    seen: frozenset[int] = frozenset()
    buyers: int = 0
    drawn: int = 0
    widow: int | None = None
    trump: str | None = None
    laid: tuple[Laid, ...] = ()
    table: int = 0
    leader: int = 0
    aside: tuple[tuple[str, Laid], ...] = ()
    revoke: tuple[Laid, Laid] | None = None
    claimed: int | None = None
    settled: bool = False
    left: tuple[int, ...] = ()
    due: tuple[int, ...] = ()
    inferred: tuple[Inferred, ...] = ()

    @property
    def top(self) -> Card | None:
        """No card follows on one."""
        return None

    @property
    def hands(self) -> tuple[tuple[Card, ...] | None, ...]:
        """Nobody shows any."""
        return (None,) * len(self.paid)

    @property
    def takes(self) -> tuple[tuple[int, Card, int], ...]:
        """There are no boxes."""
        return ()

    @property
    def over(self) -> bool:
        """Whether the last trick is complete."""
        return not any(self.left)

    @property
    def gathers(self) -> bool:
        """Whoever wins a trick takes it."""
        return True

    @property
    def gathered(self) -> int:
        """The cards of the tricks won."""
        return len(self.laid) - len(_trick(self))

    @property
    def lying(self) -> int:
        """The cards of the trick in progress, or else of the last one."""
        trick = _trick(self) or self.laid[-len(self.paid) :]
        return sum(BIT[laid.card] for laid in trick)

    @property
    def score(self) -> Hashable:
        """Who has won how many tricks, whose turn it is, the trump, what suits each did not follow.

        Of the trick in progress: the suit led, and the card that wins it so far.
        """
        trick = _trick(self)
        stands = (trick[0].card.suit, _best(trick, _trump(self))[:2]) if trick else None
        return self.tricks, _turn(self), _trump(self), self.due, stands

    @property
    def situation(self) -> Hashable:
        """Who may lay which card hangs on whose turn it is; of the first lead a floater's bid says more.

        Where one card is lacking to the trick, whose turn it is after that hangs on the best one so far.
        """
        trick = _trick(self)
        led = trick[0].card.suit if trick else None
        first = self.laid[0][:2] if self.laid else None
        last = len(trick) == len(self.paid) - 1
        return (
            self.table,
            _turn(self),
            led,
            first,
            (_best(trick, _trump(self))[:2], _trump(self)) if last else None,
        )


@dataclass(frozen=True, slots=True)
class Evening:
    """The whole state: a fold over the events of one evening.

    Attributes:
        options: the house rules.
        players: names in playing order.
        stock_told: the stock was told, so that balances are what people really hold.
        balances: chips of each player, all settled deals included.
        pool: chips that the last settled deal left in the pool or kitty.
        round: the deal in progress or just settled, None before the first.
        settlements: of all finished deals.
    """

    options: Options
    players: tuple[str, ...]
    stock_told: bool
    balances: tuple[int, ...]
    pool: int = 0
    round: Round | None = None
    settlements: tuple[NapSettlement, ...] = ()


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
    dealt, cards = _dealt(options, count), len(deck(options, count))
    if options.floater == "on" and count not in _FLOATER:
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
        return _card_played(evening, event)
    if isinstance(event, Bid):
        return _bid(evening, event)
    if isinstance(event, RoundStarted):
        return _round_started(evening, event)
    if isinstance(event, FloaterSeen):
        return _floater_seen(evening, event)
    if isinstance(event, Exchanged):
        return _exchanged(evening, event)
    if isinstance(event, TrumpNamed):
        return _trump_named(evening, event)
    if isinstance(event, Fined):
        return _fined(evening, event)
    if isinstance(event, Claimed):
        return _claimed(evening, event)
    if isinstance(event, GameStarted):
        raise IllegalEvent("game", "the game has already started")
    return evening


# --- what can be asked -------------------------------------------------------------------


def turn(evening: Evening) -> str | None:
    """Who must bid, or play a card, next; None when no deal is in progress."""
    now = evening.round
    if now is None or now.settled or _all_laid(evening, now):
        return None
    return evening.players[_turn(now)]


def bidding(evening: Evening) -> bool:
    """Whether somebody has still to bid."""
    now = evening.round
    return now is not None and not now.settled and len(now.bids) < len(evening.players)


def bids_open(evening: Evening) -> tuple[tuple[str, bool | None], ...]:
    """(bid, with or without the floater) that may be made now, from low to high; then ``pass``.

    Whoever has taken the widow may not pass; nobody may bid once all have.
    """
    now = evening.round
    if now is None or not bidding(evening):
        return ()
    told: tuple[bool | None, ...] = (True, False) if evening.options.floater == "on" else (None,)
    player = evening.players[_turn(now)]
    every = [(bid, floater) for bid in contracts(evening.options) for floater in told]
    every.append(("pass", None))
    return tuple(each for each in every if _bid_broken(evening, now, Bid(player, *each)) is None)


def trump(evening: Evening) -> str | None:
    """The trump suit; None before the first card unless it was named, and at mis."""
    now = evening.round
    return None if now is None else _trump(now)


def suit_led(evening: Evening) -> str | None:
    """The suit that must be followed; None for whoever leads."""
    now = evening.round
    trick = () if now is None else _trick(now)
    return trick[0].card.suit if trick else None


def why_not(evening: Evening, player: str, card: Card) -> IllegalEvent | None:
    """The rule that forbids ``player`` to lay ``card`` now, None when he may."""
    return _card_broken(evening, Laid(_place(evening, player), card, CardPlayed(player, card)))


def cards_laid(evening: Evening) -> tuple[tuple[str, Card], ...]:
    """(player, card) of the deal so far."""
    now = evening.round
    return () if now is None else tuple((evening.players[laid.player], laid.card) for laid in now.laid)


def unsettled(evening: Evening) -> str | None:
    """What the deal in progress still lacks, None when none waits to be settled."""
    now = evening.round
    if now is None or now.settled:
        return None
    if now.revoke is not None:
        return f"round {now.number} is not settled: {_not_fined(evening, *now.revoke)}"
    what = "bid" if bidding(evening) else "play"
    return f"round {now.number} is not over: {turn(evening)} has still to {what}"


def next_dealer(evening: Evening) -> str | None:
    """Who deals next: the player to the left; None before the first deal (by lot)."""
    if evening.round is None:
        return None
    return evening.players[(evening.round.dealer + 1) % len(evening.players)]


def _pot(options: Options) -> str:
    """What the chips in the middle are called."""
    return "kitty" if options.floater == "on" else "pool"


def left(evening: Evening) -> dict[str, int]:
    """What the last settled deal left in the pool or kitty."""
    return {_pot(evening.options): evening.pool}


def held_now(evening: Evening) -> tuple[dict[str, int], dict[str, int]]:
    """Chips of each player and in the pool or kitty now."""
    now = evening.round
    if now is None or now.settled:
        return dict(zip(evening.players, evening.balances, strict=True)), left(evening)
    chips = (held - paid for held, paid in zip(evening.balances, now.paid, strict=True))
    return dict(zip(evening.players, chips, strict=True)), {_pot(evening.options): now.pool}


def next_antes(evening: Evening) -> dict[str, int]:
    """What each player puts into the pool or kitty before the next deal; nothing where there is neither."""
    each, extra = _antes(evening.options)
    dealer = next_dealer(evening)
    due = {player: each + extra * (player == dealer) for player in evening.players}
    return {player: chips for player, chips in due.items() if chips}


# --- antes, bids and what is paid for them -----------------------------------------------


def _with(evening: Evening, now: Round) -> Evening:
    """The evening with another round: `dataclasses.replace`, but fast (once per card)."""
    return Evening(
        evening.options,
        evening.players,
        evening.stock_told,
        evening.balances,
        evening.pool,
        now,
        evening.settlements,
    )


def _place(evening: Evening, player: str) -> int:
    return place_among(evening.players, player)


def _turn(now: Round) -> int:
    """The place of whoever must bid or play a card."""
    count = len(now.paid)
    if len(now.bids) < count:
        return (now.dealer + 1 + len(now.bids)) % count
    return (now.leader + len(now.laid)) % count


def _open(evening: Evening, does: str) -> Round:
    """The deal in progress; ``does`` is what needs one."""
    now = evening.round
    if now is None:
        raise IllegalEvent("round", f"{does} before any round has started")
    if now.settled:
        raise IllegalEvent("round", f"{does} after round {now.number} has ended")
    return now


def _paying(now: Round, place: int, chips: int) -> Round:
    """A player puts chips into the pool."""
    return now._replace(pool=now.pool + chips, paid=_at(now.paid, place, now.paid[place] + chips))


def _at(numbers: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    """These numbers with another one at a place."""
    return (*numbers[:place], number, *numbers[place + 1 :])


def _antes(options: Options) -> tuple[int, int]:
    """What everybody puts into the pool or kitty before a deal, and what the dealer adds."""
    ante, extra = int(options.floater == "on"), 0
    return (ante + options.pool_ante, options.dealer_extra) if options.pool == "on" else (ante, extra)


def _round_started(evening: Evening, event: RoundStarted) -> Evening:
    dealer = _place(evening, event.dealer)
    last = evening.round
    lacking = unsettled(evening)
    if last is not None and last.revoke is not None:
        raise _not_fined(evening, *last.revoke)
    if lacking is not None:
        raise IllegalEvent("round", lacking)
    options, count = evening.options, len(evening.players)
    ante, extra = _antes(options)
    now = Round(
        number=1 if last is None else last.number + 1,
        dealer=dealer,
        pool=evening.pool + ante * count + extra,
        paid=tuple(ante + extra * (place == dealer) for place in range(count)),
        tricks=(0,) * count,
        left=(hand_size(options),) * count,
        due=(0,) * count,
    )
    return _with(evening, now)


def _bid(evening: Evening, event: Bid) -> Evening:
    place = _place(evening, event.player)
    now = _open(evening, f"{event.player} bids {event.bid}")
    if len(now.bids) == len(evening.players):
        raise IllegalEvent("bid", f"{event.player} bids {event.bid}, but everybody has bid")
    if place != _turn(now):
        raise IllegalEvent("turn", f"{event.player} bids, but it is for {evening.players[_turn(now)]} to bid")
    if evening.options.floater == "off" and event.floater is False:
        event = replace(event, floater=None)  # no floater, and none bid on
    broken = _bid_broken(evening, now, event)
    if broken is not None:
        raise broken
    now = now._replace(bids=(*now.bids, event), high=now.high if event.bid == "pass" else event)
    if len(now.bids) < len(evening.players):
        return _with(evening, now)
    if now.high is None:
        return _settled(evening, now)
    return _with(evening, now._replace(leader=_place(evening, now.high.player)))


def _bid_broken(evening: Evening, now: Round, event: Bid) -> IllegalEvent | None:
    """Why whoever's turn it is may not make this bid."""
    options = evening.options
    says = f"{event.player} bids {_bid_in_words(event)}"
    ladder = list(contracts(options))
    if now.widow == _place(evening, event.player):
        nap = ladder.index("nap" if "nap" in ladder else "five")
        if event.bid not in ladder[nap:]:
            return IllegalEvent("bid", f"{says}, but with the widow taken it must be {ladder[nap]} or more")
    if event.bid == "pass":
        return None
    if event.bid not in ladder:
        return IllegalEvent("bid", f"{says}, but the bids of these rules are {', '.join(ladder)}")
    if options.floater == "on" and event.floater is None:
        return IllegalEvent("floater", f"{says}, but does not tell whether with the floater")
    if options.floater == "off" and event.floater:
        return IllegalEvent("floater", f"{says}, but there is no floater")
    high = now.high
    if high is not None and _rank(ladder, event) <= _rank(ladder, high):
        return IllegalEvent("bid", f"{says}, which is not above {_bid_in_words(high)}")
    over = _ONLY_OVER.get(event.bid) if options.floater == "off" else None
    if over is not None and (high is None or high.bid != over):
        return IllegalEvent("bid", f"{says}, which may only be bid over {over}")
    return None


def _rank(ladder: list[str], bid: Bid) -> tuple[int, bool]:
    return ladder.index(bid.bid), bid.floater is False


def _bid_in_words(bid: Bid) -> str:
    if bid.floater is None or bid.bid == "pass":
        return bid.bid
    return f"{bid.bid} {'with' if bid.floater else 'without'} the floater"


def _floater_seen(evening: Evening, event: FloaterSeen) -> Evening:
    place = _place(evening, event.player)
    says = f"{event.player} looks at the floater"
    now = _open(evening, says)
    if evening.options.floater == "off":
        raise IllegalEvent("floater", f"{says}, but there is none")
    if (place - now.dealer - 1) % len(now.paid) < len(now.bids):
        raise IllegalEvent("floater", f"{says} after his bid")
    if place in now.seen:
        raise IllegalEvent("floater", f"{says} a second time")
    return _with(evening, _paying(now, place, 1)._replace(seen=now.seen | {place}))


def _exchanged(evening: Evening, event: Exchanged) -> Evening:
    """Cards bought before the bids; or, at no cost, the widow or the floater taken."""
    place = _place(evening, event.player)
    says = f"{event.player} exchanges {event.count} cards"
    now = _open(evening, says)
    options, high = evening.options, now.high
    bidding_on = len(now.bids) < len(now.paid)
    takes_floater = event.count == 1 and not event.cost and not bidding_on and not now.laid
    if takes_floater and high is not None and high.floater and high.player == event.player:
        return evening  # he has paid for it with his bid
    free = event.cost == 0 or (event.cost is None and options.purchase == "off")
    if options.widow == "on" and event.count == WIDOW and free:
        if not bidding_on or place != _turn(now):
            raise IllegalEvent("exchange", f"{event.player} takes the widow, but not in his turn to bid")
        if now.widow is not None:
            raise IllegalEvent("exchange", f"{event.player} takes the widow, which has been taken")
        taken = _with(evening, now._replace(widow=place))
        if not bids_open(taken):
            raise IllegalEvent("exchange", f"{event.player} takes the widow, but no bid is left to make")
        return taken
    if options.purchase == "off":
        raise IllegalEvent("exchange", f"{says}, but these rules sell none")
    if now.bids:
        raise IllegalEvent("exchange", f"{says} after the first bid")
    order = (place - now.dealer - 1) % len(now.paid)
    if order < now.buyers:
        raise IllegalEvent("exchange", f"{says}, but it was his turn before, once from the dealer's left")
    stock = len(deck(options, len(now.paid))) - _dealt(options, len(now.paid)) - now.drawn
    if event.count > min(hand_size(options), stock):
        raise IllegalEvent("exchange", f"{says}, but {min(hand_size(options), stock)} is the most")
    bought_cards = event.count if options.purchase == "per_card" else min(event.count, 1)
    cost = bought_cards * options.purchase_price
    if event.cost is not None and event.cost != cost:
        raise IllegalEvent("exchange", f"{says} for {event.cost}, but they cost {cost}")
    bought = now._replace(buyers=order + 1, drawn=now.drawn + event.count)
    return _with(evening, _paying(bought, place, cost))


def _trump_named(evening: Evening, event: TrumpNamed) -> Evening:
    _place(evening, event.player)
    says = f"{event.player} names {event.suit} as trump"
    now = _open(evening, says)
    if evening.options.floater == "off":
        raise IllegalEvent("trump", f"{says}, but without a floater the suit led is trump")
    if len(now.bids) < len(now.paid):
        raise IllegalEvent("trump", f"{says} before everybody has bid")
    if now.high is not None and event.player != now.high.player:
        raise IllegalEvent("trump", f"{says}, but {now.high.player} is the bidder")
    if now.high is not None and now.high.bid == "mis":
        raise IllegalEvent("trump", f"{says}, but mis has no trump")
    if now.trump is not None:
        raise IllegalEvent("trump", f"{says}, but {now.trump} has been named")
    if now.laid:
        raise IllegalEvent("trump", f"{says} after the first card")
    return _with(evening, now._replace(trump=event.suit))


def _fined(evening: Evening, event: Fined) -> Evening:
    place = _place(evening, event.player)
    now = evening.round
    if now is None:
        raise IllegalEvent("round", f"{event.player} is fined before any round has started")
    if now.settled:
        return _fined_late(evening, place, event.chips)
    now = _paying(now, place, event.chips)._replace(fined=now.fined | {place})
    if now.revoke is not None and now.revoke[0].player == place:
        now = now._replace(revoke=None)
        if _all_laid(evening, now):
            return _settled(evening, now)
    return _with(evening, now)


def _fined_late(evening: Evening, place: int, chips: int) -> Evening:
    """A fine between the last trick and the next deal: the settlement is corrected."""
    *before, last = evening.settlements
    player = evening.players[place]
    balances = list(evening.balances)
    balances[place] -= chips
    corrected = replace(last, pool=last.pool + chips, net={**last.net, player: last.net[player] - chips})
    return replace(
        evening,
        balances=tuple(balances),
        pool=evening.pool + chips,
        settlements=(*before, corrected),
    )


def _claimed(evening: Evening, event: Claimed) -> Evening:
    """The tricks that are not complete are all his, and the deal is paid (no source tells of claims)."""
    place, now = _place(evening, event.player), evening.round
    says = f"{event.player} claims the tricks that are left"
    if now is None:
        raise IllegalEvent("round", f"{says} before any round has started")
    if now.settled:
        raise IllegalEvent("round", f"{says} after round {now.number} has ended")
    if bidding(evening):
        raise IllegalEvent("bid", f"{says}, but {evening.players[_turn(now)]} has still to bid")
    if now.revoke is not None:
        raise _not_fined(evening, *now.revoke)
    rest = hand_size(evening.options) - sum(now.tricks)
    tricks = _at(now.tricks, place, now.tricks[place] + rest)
    return _settled(evening, now._replace(tricks=tricks, claimed=place, left=(0,) * len(now.left)))


# --- the play ----------------------------------------------------------------------------


def _trump(now: Round) -> str | None:
    if now.high is None or now.high.bid == "mis":
        return None
    if now.trump is None and now.laid:
        return now.laid[0].card.suit
    return now.trump


def _trick(now: Round) -> tuple[Laid, ...]:
    """The cards of the trick in progress."""
    return now.laid[len(now.laid) - len(now.laid) % len(now.paid) :]


def _all_laid(evening: Evening, now: Round) -> bool:
    return len(now.laid) == hand_size(evening.options) * len(now.paid)


def _revoke(evening: Evening, first: Laid, shown: Laid) -> str:
    player, suit = evening.players[first.player], shown.card.suit
    return f"{player} plays {shown.card}, but did not follow {suit} with {first.card} before"


def _not_fined(evening: Evening, first: Laid, shown: Laid) -> IllegalEvent:
    """The game goes on after a revoke that should have been fined."""
    message = f"{_revoke(evening, first, shown)}, and is not fined for it"
    return IllegalEvent("revoke", message, since=first.event, event=shown.event)


def _card_broken(evening: Evening, laid: Laid) -> IllegalEvent | None:
    """Why this player may not lay this card now: the law of play."""
    now, players = evening.round, evening.players
    place, card = laid.player, laid.card
    if now is None:
        rule, why = "round", " before any round has started"
    elif now.settled:
        rule, why = "round", f" after round {now.number} has ended"
    elif len(now.bids) < len(players):
        rule, why = "bid", f", but {players[_turn(now)]} has still to bid"
    elif now.revoke is not None:
        return _not_fined(evening, *now.revoke)
    elif place != _turn(now):
        rule, why = "turn", f", but it is for {players[_turn(now)]} to play"
    elif card not in deck(evening.options, len(players)):
        rule, why = "deck", ", which is not in the deck of these rules"
    elif now.table & BIT[card]:
        rule, why = "one_deck", ", which already lies on the table"
    elif (lead := _lead_broken(now, place, card)) is not None:
        since = now.laid[0].event if now.laid else None
        return IllegalEvent("lead", f"{players[place]} plays {card}, but {lead}", since=since)
    elif (
        now.aside
        and evening.options.pool == "off"
        and place not in now.fined
        and (first := _revoked(now, place, card)) is not None
    ):
        return IllegalEvent("revoke", _revoke(evening, first, laid), since=first.event)
    else:
        return None
    return IllegalEvent(rule, f"{players[place]} plays {card}{why}")


def _revoked(now: Round, place: int, card: Card) -> Laid | None:
    """The player's earlier card that did not follow this card's suit, None when there is none."""
    for led, laid in now.aside:
        if laid.player == place and led == card.suit:
            return laid
    return None


def _lead_broken(now: Round, place: int, card: Card) -> str | None:
    """How this card breaks, or shows to have been broken, what the floater bids say of the first lead."""
    assert now.high is not None
    if now.high.floater is None:
        return None
    trumps = _trump(now)
    first = now.laid[0] if now.laid else None
    if now.high.bid == "bonaparte":
        if first is None and trumps not in (None, card.suit):
            return f"a bonaparte leads his lowest trump, and {trumps} is trump"
        if first and place == first.player and card.suit == trumps and height(card) < height(first.card):
            return f"led {first.card}, and a bonaparte leads his lowest trump"
    if now.high.bid == "wellington" and now.trump is not None:
        if first is None and card.suit == trumps:
            return f"a wellington leads his lowest card that is no trump, and {trumps} is trump"
        later = first is not None and place == first.player and card.suit != trumps
        if first and later and height(card) < height(first.card):
            return f"led {first.card}, and a wellington leads his lowest card that is no trump"
    return None


def _card_played(evening: Evening, event: CardPlayed) -> Evening:
    place = _place(evening, event.player)
    laid = Laid(place, event.card, event)
    broken = _card_broken(evening, laid)
    now = evening.round
    if broken is not None or now is None:
        raise broken or IllegalEvent("round", "no round has started")
    trick = (*_trick(now), laid)
    led = trick[0].card.suit
    revoked = None if place in now.fined else _revoked(now, place, event.card)
    bound = 0 if event.card.suit == led else SUIT[led] & ~now.table
    now = now._replace(
        laid=(*now.laid, laid),
        table=now.table | BIT[event.card],
        left=_at(now.left, place, now.left[place] - 1),
        due=_at(now.due, place, now.due[place] | bound),
        aside=now.aside if event.card.suit == led else (*now.aside, (led, laid)),
        revoke=None if revoked is None else (revoked, laid),
    )
    if len(trick) == len(evening.players):
        winner = _best(trick, _trump(now)).player
        won = tuple(tricks + (player == winner) for player, tricks in enumerate(now.tricks))
        now = now._replace(leader=winner, tricks=won)
    if _all_laid(evening, now) and now.revoke is None:
        return _settled(evening, now)
    return _with(evening, now)


def _best(trick: tuple[Laid, ...], trumps: str | None) -> Laid:
    """The card that wins a trick as it lies: the highest trump, else the highest card of the suit led."""
    led = trick[0].card.suit

    def strength(laid: Laid) -> tuple[bool, bool, int]:
        return laid.card.suit == trumps, laid.card.suit == led, height(laid.card)

    return max(trick, key=strength)


# --- the settlement ----------------------------------------------------------------------


def resting_on(evening: Evening, inferred: Sequence[Inferred]) -> Evening:
    """The evening in whose deal something was inferred; its settlement says so, if it has one already."""
    now = evening.round
    if now is None:
        return evening
    now = now._replace(inferred=(*now.inferred, *inferred))
    if not now.settled:
        return _with(evening, now)
    settlements = marked(evening.settlements, incomplete(now.inferred))
    return replace(evening, round=now, settlements=settlements)


def _settled(evening: Evening, now: Round) -> Evening:
    """Pay the deal."""
    options, players, high = evening.options, evening.players, now.high
    net = [-chips for chips in now.paid]
    pool = now.pool
    tricks, made = 0, None
    payments: list[Payment] = []
    if high is not None:
        bidder = _place(evening, high.player)
        contract = contracts(options)[high.bid]
        tricks = now.tricks[bidder]
        made = tricks >= contract.tricks if contract.tricks else tricks == 0
        if made or options.floater == "off":
            for other in range(len(players)):
                if other != bidder:
                    giver, taker = (other, bidder) if made else (bidder, other)
                    chips = contract.won if made else contract.lost
                    payments.append(Payment(players[giver], players[taker], chips, "bid"))
                    net[giver] -= chips
                    net[taker] += chips
        into_pool = 0
        if made and contract.tricks >= FIVE:
            into_pool = -pool
        elif not made and options.floater == "on":
            counted = len(players) - (options.floater_count == "opponents")
            into_pool = contract.lost * counted
        elif not made and contract.tricks >= FIVE:
            into_pool = pool
        pool += into_pool
        net[bidder] -= into_pool
    settlement = NapSettlement(
        round=now.number,
        dealer=players[now.dealer],
        bidder=None if high is None else high.player,
        bid=None if high is None else high.bid,
        floater=high.floater if high is not None and options.floater == "on" else None,
        tricks=tricks,
        made=made,
        payments=tuple(payments),
        pool=pool,
        net=dict(zip(players, net, strict=True)),
        transfers=ledger.transfers(ledger.nets(payments)),
        extra=incomplete(now.inferred),
    )
    return replace(
        evening,
        balances=tuple(held + won for held, won in zip(evening.balances, net, strict=True)),
        pool=pool,
        round=now._replace(pool=pool, settled=True),
        settlements=(*evening.settlements, settlement),
    )
