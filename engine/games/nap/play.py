"""The cards, what a revoke costs, and how a deal is paid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.cards import BIT, Card
from engine.certainty import Inferred, incomplete, marked
from engine.errors import IllegalEvent
from engine.events import CardPlayed, Claimed, Fined, NapSettlement, Payment
from engine.games.nap.house import FIVE, SUIT, contracts, deck, hand_size, height
from engine.games.nap.state import (
    Evening,
    Laid,
    Round,
    all_laid,
    best_of,
    bidding,
    next_place,
    not_fined,
    paying,
    place_of,
    put_at,
    revoke_in_words,
    trick_of,
    trump_of,
    with_round,
)
from engine.money import ledger


def card_played(evening: Evening, event: CardPlayed) -> Evening:
    place = place_of(evening, event.player)
    laid = Laid(place, event.card, event)
    broken = _card_broken(evening, laid)
    now = evening.round
    if broken is not None or now is None:
        raise broken or IllegalEvent("round", "no round has started")
    trick = (*trick_of(now), laid)
    led = trick[0].card.suit
    revoked = None if place in now.fined else _revoked(now, place, event.card)
    bound = 0 if event.card.suit == led else SUIT[led] & ~now.table
    now = now._replace(
        laid=(*now.laid, laid),
        table=now.table | BIT[event.card],
        left=put_at(now.left, place, now.left[place] - 1),
        due=put_at(now.due, place, now.due[place] | bound),
        aside=now.aside if event.card.suit == led else (*now.aside, (led, laid)),
        revoke=None if revoked is None else (revoked, laid),
    )
    if len(trick) == len(evening.players):
        winner = best_of(trick, trump_of(now)).player
        won = tuple(tricks + (player == winner) for player, tricks in enumerate(now.tricks))
        now = now._replace(leader=winner, tricks=won)
    if all_laid(evening, now) and now.revoke is None:
        return settled(evening, now)
    return with_round(evening, now)


def why_not(evening: Evening, player: str, card: Card) -> IllegalEvent | None:
    """The rule that forbids ``player`` to lay ``card`` now, None when he may."""
    return _card_broken(evening, Laid(place_of(evening, player), card, CardPlayed(player, card)))


def _card_broken(evening: Evening, laid: Laid) -> IllegalEvent | None:
    """Why this player may not lay this card now: the rules of play."""
    now, players = evening.round, evening.players
    place, card = laid.player, laid.card
    if now is None:
        rule, why = "round", " before any round has started"
    elif now.settled:
        rule, why = "round", f" after round {now.number} has ended"
    elif len(now.bids) < len(players):
        rule, why = "bid", f", but {players[next_place(now)]} has still to bid"
    elif now.revoke is not None:
        return not_fined(evening, *now.revoke)
    elif place != next_place(now):
        rule, why = "turn", f", but it is for {players[next_place(now)]} to play"
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
        return IllegalEvent("revoke", revoke_in_words(evening, first, laid), since=first.event)
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
    trumps = trump_of(now)
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


def fined(evening: Evening, event: Fined) -> Evening:
    place = place_of(evening, event.player)
    now = evening.round
    if now is None:
        raise IllegalEvent("round", f"{event.player} is fined before any round has started")
    if now.settled:
        return _fined_late(evening, place, event.chips)
    now = paying(now, place, event.chips)._replace(fined=now.fined | {place})
    if now.revoke is not None and now.revoke[0].player == place:
        now = now._replace(revoke=None)
        if all_laid(evening, now):
            return settled(evening, now)
    return with_round(evening, now)


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


def claimed(evening: Evening, event: Claimed) -> Evening:
    """The tricks that are not complete are all his, and the deal is paid (no source tells of claims)."""
    place, now = place_of(evening, event.player), evening.round
    says = f"{event.player} claims the tricks that are left"
    if now is None:
        raise IllegalEvent("round", f"{says} before any round has started")
    if now.settled:
        raise IllegalEvent("round", f"{says} after round {now.number} has ended")
    if bidding(evening):
        raise IllegalEvent("bid", f"{says}, but {evening.players[next_place(now)]} has still to bid")
    if now.revoke is not None:
        raise not_fined(evening, *now.revoke)
    rest = hand_size(evening.options) - sum(now.tricks)
    tricks = put_at(now.tricks, place, now.tricks[place] + rest)
    return settled(evening, now._replace(tricks=tricks, claimed=place, left=(0,) * len(now.left)))


def resting_on(evening: Evening, inferred: Sequence[Inferred]) -> Evening:
    """The evening in whose deal something was inferred; its settlement says so, if it has one already."""
    now = evening.round
    if now is None:
        return evening
    now = now._replace(inferred=(*now.inferred, *inferred))
    if not now.settled:
        return with_round(evening, now)
    settlements = marked(evening.settlements, incomplete(now.inferred))
    return replace(evening, round=now, settlements=settlements)


def settled(evening: Evening, now: Round) -> Evening:
    """Pay the deal."""
    options, players, high = evening.options, evening.players, now.high
    net = [-chips for chips in now.paid]
    pool = now.pool
    tricks, made = 0, None
    payments: list[Payment] = []
    if high is not None:
        bidder = place_of(evening, high.player)
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
