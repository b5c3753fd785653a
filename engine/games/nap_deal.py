"""A deal of Nap as a table needs to see it: what has happened in it, and what may happen now.

Nothing here decides what is legal: `engine.games.nap` does, and everything that may be done is asked
there, so that what a table offers is what the rules take.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.cards import Card
from engine.errors import IllegalEvent
from engine.events import Bid, Event, Exchanged, FloaterSeen, TrumpNamed
from engine.games import nap
from engine.games.nap import FIVE, WIDOW, Evening, Laid, Round

REVOKE, OUT_OF_TURN = 5, 2
"""Chips that a revoke and a bid or card out of turn cost (003)."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A bid, and what it is worth.

    Attributes:
        bid: its name in a log.
        floater: with or without it; None: there is none.
        tricks: to be won at least; 0: not one.
        won, lost: chips from each opponent, or to each (with the floater, for each to the kitty).
    """

    bid: str
    floater: bool | None
    tricks: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class Trick:
    """Cards laid one after another, one of each player.

    Attributes:
        laid: in order; the last trick may not be complete.
        winner: who won it; None while it is not complete.
    """

    laid: tuple[Laid, ...]
    winner: str | None


@dataclass(frozen=True, slots=True)
class Purchase:
    """Who may buy cards now, and how many.

    Attributes:
        player: whose turn to buy it is; those before him have had theirs.
        costs: chips for 0, 1, 2 … cards; so many as can be bought.
    """

    player: str
    costs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """The deal in progress, or the one just settled.

    Attributes:
        step: ``buying``, ``bidding``, ``playing`` or ``settled``.
        cutter: whose cut there is, the dealer's right; None: the cards are shuffled (003).
        turn: who must bid, or play a card; None: nobody.
        bids: made so far, in order.
        ladder: every bid of these rules, from low to high.
        open: those that may be made now; a pass is not among them.
        may_pass: whoever's turn it is may pass.
        contract: the highest bid, None: nobody has bid.
        trump: the suit; None: none yet, or none at all.
        names: who may still name the trump.
        led: the suit that is to be followed, None for whoever leads.
        tricks: of this deal, the one in progress last.
        won: tricks of each player.
        purchase: cards may be bought now.
        looks: who may still look at the floater.
        seen: who has looked.
        widow: the widow may be taken by whoever's turn it is.
        taken_by: who has taken the widow.
        revoke: the card that did not follow suit and the one that shows it, while its fine is due.
        pot: ``pool`` or ``kitty``; None: nothing lies in the middle under these rules.
    """

    step: str
    cutter: str | None
    turn: str | None
    bids: tuple[Bid, ...]
    ladder: tuple[Offer, ...]
    open: tuple[Offer, ...]
    may_pass: bool
    contract: Offer | None
    trump: str | None
    names: str | None
    led: str | None
    tricks: tuple[Trick, ...]
    won: tuple[int, ...]
    purchase: Purchase | None
    looks: tuple[str, ...]
    seen: tuple[str, ...]
    widow: bool
    taken_by: str | None
    revoke: tuple[Laid, Laid] | None
    pot: str | None


def look(evening: Evening) -> Deal | None:
    """The deal as it stands; None before the first."""
    now = evening.round
    if now is None:
        return None
    turn, high = nap.turn(evening), now.high
    purchase = _purchase(evening, now)
    named = None if high is None else high.player
    offers = [_offer(evening, *each) for each in nap.bids_open(evening) if each[0] != "pass"]
    return Deal(
        step=_step(evening, now, purchase),
        cutter=cutter(evening, evening.players[now.dealer], before=now.number - 1),
        turn=turn,
        bids=now.bids,
        ladder=tuple(_ladder(evening)),
        open=tuple(offers),
        may_pass=("pass", None) in nap.bids_open(evening),
        contract=None if high is None else _offer(evening, high.bid, high.floater),
        trump=nap.trump(evening),
        names=named if named is not None and _may(evening, TrumpNamed(named, "C")) else None,
        led=nap.suit_led(evening),
        tricks=tuple(_tricks(evening, now)),
        won=now.tricks,
        purchase=purchase,
        looks=tuple(player for player in evening.players if _may(evening, FloaterSeen(player))),
        seen=tuple(evening.players[place] for place in sorted(now.seen)),
        widow=turn is not None and evening.options.widow == "on" and _may(evening, Exchanged(turn, WIDOW, 0)),
        taken_by=None if now.widow is None else evening.players[now.widow],
        revoke=now.revoke,
        pot=_pot(evening, now),
    )


def cutter(evening: Evening, dealer: str, *, before: int) -> str | None:
    """Who cuts for ``dealer``; None: the cards are shuffled, as at first and after five tricks bid and made.

    Args:
        evening: after at least ``before`` deals.
        dealer: who deals.
        before: how many deals were settled then.
    """
    if before == 0:
        return None
    last = evening.settlements[before - 1]
    if last.made and last.bid is not None and nap.contracts(evening.options)[last.bid].tricks >= FIVE:
        return None
    return evening.players[evening.players.index(dealer) - 1]


def against(evening: Evening, player: str) -> dict[Card, str]:
    """Cards of the deck that the rules would refuse ``player`` now, by the rule that does."""
    cards = sorted(nap.deck(evening.options, len(evening.players)))
    refused = ((card, nap.why_not(evening, player, card)) for card in cards)
    return {card: why.rule for card, why in refused if why is not None}


def cards_left(evening: Evening) -> dict[str, int]:
    """Cards that each player holds in the deal in progress; 0 where there is none."""
    now = evening.round
    if now is None or now.settled:
        return dict.fromkeys(evening.players, 0)
    size = nap.hand_size(evening.options)
    laid = [each.player for each in now.laid]
    return {player: size - laid.count(place) for place, player in enumerate(evening.players)}


def _may(evening: Evening, event: Event) -> bool:
    """Whether the rules take an event now."""
    try:
        nap.apply(evening, event)
    except IllegalEvent:
        return False
    return True


def _step(evening: Evening, now: Round, purchase: Purchase | None) -> str:
    if now.settled:
        return "settled"
    if not nap.bidding(evening):
        return "playing"
    return "bidding" if purchase is None else "buying"


def _offer(evening: Evening, bid: str, floater: bool | None) -> Offer:
    contract = nap.contracts(evening.options)[bid]
    with_floater = floater if evening.options.floater == "on" else None
    return Offer(bid, with_floater, contract.tricks, contract.won, contract.lost)


def _ladder(evening: Evening) -> Iterator[Offer]:
    floaters: tuple[bool | None, ...] = (True, False) if evening.options.floater == "on" else (None,)
    for bid in nap.contracts(evening.options):
        yield from (_offer(evening, bid, floater) for floater in floaters)


def _tricks(evening: Evening, now: Round) -> list[Trick]:
    """The laid cards trick by trick; who won one leads the next, and the last one's winner leads no more."""
    count, tricks = len(evening.players), []
    for first in range(0, len(now.laid), count):
        laid = now.laid[first : first + count]
        after = now.laid[first + count] if first + count < len(now.laid) else None
        winner = None
        if len(laid) == count:
            winner = evening.players[now.leader if after is None else after.player]
        tricks.append(Trick(laid, winner))
    return tricks


def _purchase(evening: Evening, now: Round) -> Purchase | None:
    """The next player from the dealer's left who has not had his turn to buy; None once somebody has bid."""
    options, count = evening.options, len(evening.players)
    if options.purchase == "off" or now.bids or now.settled or now.buyers >= count:
        return None
    player = evening.players[(now.dealer + 1 + now.buyers) % count]
    costs = [0]
    for cards in range(1, nap.hand_size(options) + 1):
        cost = options.purchase_price * (cards if options.purchase == "per_card" else 1)
        if not _may(evening, Exchanged(player, cards, cost)):
            break
        costs.append(cost)
    return Purchase(player, tuple(costs)) if len(costs) > 1 else None


def _pot(evening: Evening, now: Round) -> str | None:
    options = evening.options
    name = next(iter(nap.left(evening)))
    fills = options.floater == "on" or options.pool == "on" or options.purchase != "off"
    return name if fills or now.pool else None
