"""A guided deal of Nap: what to do now and why, as `companion_api.games.guide` tells it of sequences.

Nothing here decides what is legal: `engine.games.nap` and `nap_deal` are asked.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion_api.games import guide as guided
from companion_api.games.guide import Json, Line
from companion_api.games.views import Story
from engine.events import CardPlayed
from engine.games import nap, nap_deal, nap_rules
from engine.games.nap import Evening
from engine.games.nap_deal import Deal


def guide(story: Story) -> Json | None:
    """What to do now in a deal; None before the evening has begun."""
    evening: Evening | None = story.state  # type: ignore[assignment]
    deal = None if evening is None else nap_deal.look(evening)
    if evening is None or deal is None:
        return None
    may, free = guided.legal(evening) if deal.step == "playing" else ({}, [])  # type: ignore[arg-type]
    may = {player: cards for player, cards in may.items() if player == deal.turn}
    follow = [card for card in free if deal.led is not None and card.suit == deal.led]
    return guided.shown(tuple(lines(evening, deal)), may, free, follow)


def lines(evening: Evening, deal: Deal) -> Iterator[Line]:
    """What to do now, the first thing first."""
    if deal.step == "settled":
        last = evening.settlements[-1]
        yield Line(
            "nap_pay" if last.transfers else "even" if last.bidder else "nap_thrown", {"name": last.bidder}
        )
        yield Line("done")
    elif deal.revoke is not None:
        yield Line("nap_revoke", {"name": evening.players[deal.revoke[0].player]})
    elif deal.step == "playing":
        yield from _playing(evening, deal)
    else:
        if deal.purchase is not None:
            yield Line("nap_buy", {"name": deal.purchase.player})
        high = "nap_first" if deal.contract is None else "nap_above"
        yield Line("nap_bid", {"name": deal.turn, "n": nap.hand_size(evening.options)})
        yield Line(high if deal.may_pass else f"{high}_must", {"bidder": _bidder(deal)})


def _bidder(deal: Deal) -> str | None:
    return next((bid.player for bid in reversed(deal.bids) if bid.bid != "pass"), None)


def _playing(evening: Evening, deal: Deal) -> Iterator[Line]:
    facts = {"name": deal.turn, "bidder": _bidder(deal), "suit": deal.led}
    if deal.names is not None:
        yield Line("nap_trump", {"name": deal.names})
    trumps = deal.trump is not None
    if deal.led is not None:
        yield Line("nap_follow", facts)
    elif deal.turn is not None:
        _, free = guided.legal(evening)  # type: ignore[arg-type]
        leads = nap_rules.starts(evening, free)
        yield Line("nap_lead" if len(leads) == len(free) else "nap_lead_some", facts)
        if not trumps and nap.trump(nap.apply(evening, CardPlayed(deal.turn, leads[0]))):
            trumps = True
            yield Line("nap_makes_trump")
    yield Line("nap_wins" if trumps else "nap_wins_plain")
    if deal.contract is not None:
        tricks = deal.contract.tricks
        yield Line("nap_wants" if tricks else "nap_wants_none", {**facts, "tricks": tricks})
