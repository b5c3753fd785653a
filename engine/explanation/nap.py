"""Why a deal of Nap was settled as it was.

What a player put into the pool (the kitty, where there is a floater) is told by what the state
knows: antes, looks at the floater, then what he paid for cards bought and in fines; where he may
have paid both, in one line.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.events import NapSettlement
from engine.explanation.reason import Fact, Ground, Reason, gain, grounds
from engine.games.nap import FIVE, Contract, Evening, Options, Round, called, contracts

PAGAT = (Ground(None, None, ("003",)),)


def explain(evening: Evening) -> tuple[Reason, ...]:
    """The lines of the deal just settled; none while no deal is.

    What went into the pool first, then the bid.
    """
    now = evening.round
    if now is None or not now.settled:
        return ()
    settlement = evening.settlements[-1]
    reasons = [*_into_the_pool(evening, now)]
    if settlement.bidder is None:
        reasons.append(Reason("nap_thrown_in", None, facts={"pool": settlement.pool}, grounds=PAGAT))
    else:
        if now.claimed is not None:
            reasons.append(Reason("nap_claimed", evening.players[now.claimed]))
        reasons += _bid(evening, now, settlement, settlement.bidder)
    # A fine that comes after the last trick still belongs to the deal.
    late = {player: net - gain(reasons, player) for player, net in settlement.net.items()}
    reasons += [Reason("nap_fine", player, chips, None, {}, PAGAT) for player, chips in late.items() if chips]
    return tuple(reasons)


def _into_the_pool(evening: Evening, now: Round) -> Iterator[Reason]:
    options = evening.options
    rest = dict(zip(evening.players, now.paid, strict=True))
    if options.pool == "on":
        for player in evening.players:
            rest[player] -= options.pool_ante
            why = grounds(options, "pool", "pool_ante")
            yield Reason("nap_ante", player, -options.pool_ante, None, {}, why)
        dealer = evening.players[now.dealer]
        rest[dealer] -= options.dealer_extra
        if options.dealer_extra:
            why = grounds(options, "dealer_extra")
            yield Reason("nap_dealer_extra", dealer, -options.dealer_extra, None, {}, why)
    if options.floater == "on":
        for player in evening.players:
            rest[player] -= 1
            yield Reason("nap_kitty", player, -1, None, {}, grounds(options, "floater"))
        for place in sorted(now.seen):
            player = evening.players[place]
            rest[player] -= 1
            yield Reason("nap_look", player, -1, None, {}, grounds(options, "floater"))
    bought = grounds(options, "purchase", "purchase_price")
    for place, (player, chips) in enumerate(rest.items()):
        if not chips:
            continue
        if place not in now.fined:
            yield Reason("nap_bought", player, -chips, None, {}, bought)
        elif options.purchase == "off":
            yield Reason("nap_fine", player, -chips, None, {}, PAGAT)
        else:
            yield Reason("nap_bought_and_fine", player, -chips, None, {}, bought)


def _bid(evening: Evening, now: Round, settlement: NapSettlement, bidder: str) -> Iterator[Reason]:
    """What the bid brought or cost, between the players and with the pool."""
    options = evening.options
    assert settlement.bid is not None
    contract = contracts(options)[settlement.bid]
    facts: dict[str, Fact] = {"bid": called(options, settlement.bid), "tricks": settlement.tricks}
    why = _why(options, settlement.bid)
    for payment in settlement.payments:
        if settlement.made:
            yield Reason("nap_made", payment.giver, -payment.chips, bidder, facts, why)
        else:
            half = options.seven != "off" and payment.chips * 2 == contract.won
            rule = "nap_lost_half" if half else "nap_lost"
            yield Reason(rule, payment.taker, payment.chips, bidder, {**facts, "won": contract.won}, why)
    pool = sum(now.paid) + (evening.settlements[-2].pool if len(evening.settlements) > 1 else 0)
    if settlement.made and contract.tricks >= FIVE:
        rule = "nap_kitty_won" if options.floater == "on" else "nap_pool_won"
        if pool:
            yield Reason(rule, bidder, pool, None, facts, _pool_why(options))
    elif not settlement.made and options.floater == "on":
        yield _lost_to_kitty(evening, contract, bidder, facts, why)
    elif not settlement.made and contract.tricks >= FIVE and pool:
        yield Reason("nap_pool_doubled", bidder, -pool, None, facts, _pool_why(options))


def _lost_to_kitty(
    evening: Evening, contract: Contract, bidder: str, facts: dict[str, Fact], why: tuple[Ground, ...]
) -> Reason:
    options = evening.options
    counted = len(evening.players) - (options.floater_count == "opponents")
    facts_lost = {**facts, "value": contract.lost, "count": counted}
    return Reason(
        "nap_lost_to_kitty",
        bidder,
        -contract.lost * counted,
        None,
        facts_lost,
        why + grounds(options, "floater_count"),
    )


def _why(options: Options, bid: str) -> tuple[Ground, ...]:
    """What the value of a bid stands on."""
    if options.seven != "off":
        return grounds(options, "seven")
    if options.floater == "on":
        named = ("floater_bids", "floater_values") if options.floater_values else ()
        return grounds(options, "floater", *named)
    if bid in ("nap", "wellington"):
        return grounds(options, "five_pay")
    asked = {"two": ("bid_two",), "mis": ("bid_mis",), "blucher": ("bid_blucher", "five_pay")}
    return grounds(options, *asked[bid]) if bid in asked else PAGAT


def _pool_why(options: Options) -> tuple[Ground, ...]:
    """What the way of the pool stands on; chips may lie in it without the option (silent)."""
    if options.floater == "on":
        return grounds(options, "floater")
    return grounds(options, "pool") if options.pool == "on" else (Ground(None, None, ()),)
