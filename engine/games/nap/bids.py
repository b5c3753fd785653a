"""Before the first card: antes, bids, cards bought, the widow, the floater, the trump."""

from __future__ import annotations

from dataclasses import replace

from engine.errors import IllegalEvent
from engine.events import Bid, Exchanged, FloaterSeen, RoundStarted, TrumpNamed
from engine.games.nap.house import WIDOW, cards_dealt, contracts, deck, hand_size
from engine.games.nap.play import settled
from engine.games.nap.state import (
    Evening,
    Round,
    antes_of,
    bidding,
    in_progress,
    next_place,
    not_fined,
    paying,
    place_of,
    unsettled,
    with_round,
)

_ONLY_OVER = {"wellington": "nap", "blucher": "wellington"}
"""Bids of the plain game that may only be made over another one (003)."""


def round_started(evening: Evening, event: RoundStarted) -> Evening:
    dealer = place_of(evening, event.dealer)
    last = evening.round
    lacking = unsettled(evening)
    if last is not None and last.revoke is not None:
        raise not_fined(evening, *last.revoke)
    if lacking is not None:
        raise IllegalEvent("round", lacking)
    options, count = evening.options, len(evening.players)
    ante, extra = antes_of(options)
    now = Round(
        number=1 if last is None else last.number + 1,
        dealer=dealer,
        pool=evening.pool + ante * count + extra,
        paid=tuple(ante + extra * (place == dealer) for place in range(count)),
        tricks=(0,) * count,
        left=(hand_size(options),) * count,
        due=(0,) * count,
    )
    return with_round(evening, now)


def bid(evening: Evening, event: Bid) -> Evening:
    place = place_of(evening, event.player)
    now = in_progress(evening, f"{event.player} bids {event.bid}")
    if len(now.bids) == len(evening.players):
        raise IllegalEvent("bid", f"{event.player} bids {event.bid}, but everybody has bid")
    if place != next_place(now):
        raise IllegalEvent(
            "turn", f"{event.player} bids, but it is for {evening.players[next_place(now)]} to bid"
        )
    if evening.options.floater == "off" and event.floater is False:
        event = replace(event, floater=None)  # no floater, and none bid on
    broken = _bid_broken(evening, now, event)
    if broken is not None:
        raise broken
    now = now._replace(bids=(*now.bids, event), high=now.high if event.bid == "pass" else event)
    if len(now.bids) < len(evening.players):
        return with_round(evening, now)
    if now.high is None:
        return settled(evening, now)
    return with_round(evening, now._replace(leader=place_of(evening, now.high.player)))


def bids_open(evening: Evening) -> tuple[tuple[str, bool | None], ...]:
    """(bid, with or without the floater) that may be made now, from low to high; then ``pass``.

    Whoever has taken the widow may not pass; nobody may bid once all have.
    """
    now = evening.round
    if now is None or not bidding(evening):
        return ()
    floaters: tuple[bool | None, ...] = (True, False) if evening.options.floater == "on" else (None,)
    player = evening.players[next_place(now)]
    every = [(bid, floater) for bid in contracts(evening.options) for floater in floaters]
    every.append(("pass", None))
    return tuple(each for each in every if _bid_broken(evening, now, Bid(player, *each)) is None)


def _bid_broken(evening: Evening, now: Round, event: Bid) -> IllegalEvent | None:
    """Why whoever's turn it is may not make this bid."""
    options = evening.options
    says = f"{event.player} bids {_bid_in_words(event)}"
    ladder = list(contracts(options))
    if now.widow == place_of(evening, event.player):
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


def floater_seen(evening: Evening, event: FloaterSeen) -> Evening:
    place = place_of(evening, event.player)
    says = f"{event.player} looks at the floater"
    now = in_progress(evening, says)
    if evening.options.floater == "off":
        raise IllegalEvent("floater", f"{says}, but there is none")
    if (place - now.dealer - 1) % len(now.paid) < len(now.bids):
        raise IllegalEvent("floater", f"{says} after his bid")
    if place in now.seen:
        raise IllegalEvent("floater", f"{says} a second time")
    return with_round(evening, paying(now, place, 1)._replace(seen=now.seen | {place}))


def exchanged(evening: Evening, event: Exchanged) -> Evening:
    """Cards bought before the bids; or, at no cost, the widow or the floater taken."""
    place = place_of(evening, event.player)
    says = f"{event.player} exchanges {event.count} cards"
    now = in_progress(evening, says)
    options, high = evening.options, now.high
    bidding_on = len(now.bids) < len(now.paid)
    takes_floater = event.count == 1 and not event.cost and not bidding_on and not now.laid
    if takes_floater and high is not None and high.floater and high.player == event.player:
        return evening  # he has paid for it with his bid
    free = event.cost == 0 or (event.cost is None and options.purchase == "off")
    if options.widow == "on" and event.count == WIDOW and free:
        if not bidding_on or place != next_place(now):
            raise IllegalEvent("exchange", f"{event.player} takes the widow, but not in his turn to bid")
        if now.widow is not None:
            raise IllegalEvent("exchange", f"{event.player} takes the widow, which has been taken")
        taken = with_round(evening, now._replace(widow=place))
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
    stock = len(deck(options, len(now.paid))) - cards_dealt(options, len(now.paid)) - now.drawn
    if event.count > min(hand_size(options), stock):
        raise IllegalEvent("exchange", f"{says}, but {min(hand_size(options), stock)} is the most")
    bought_cards = event.count if options.purchase == "per_card" else min(event.count, 1)
    cost = bought_cards * options.purchase_price
    if event.cost is not None and event.cost != cost:
        raise IllegalEvent("exchange", f"{says} for {event.cost}, but they cost {cost}")
    bought = now._replace(buyers=order + 1, drawn=now.drawn + event.count)
    return with_round(evening, paying(bought, place, cost))


def trump_named(evening: Evening, event: TrumpNamed) -> Evening:
    place_of(evening, event.player)
    says = f"{event.player} names {event.suit} as trump"
    now = in_progress(evening, says)
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
    return with_round(evening, now._replace(trump=event.suit))
