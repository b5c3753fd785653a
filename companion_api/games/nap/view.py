"""What a phone shows of Nap: a pure function of the evening's events, in codes and numbers.

The fields are those of every game (`companion_api.games.views.show`); what only Nap has stands in ``deal``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from companion_api.games import explaining, views
from companion_api.games.views import (
    Past,
    Story,
    blank,
    chip_kinds,
    colours_of,
    not_begun,
    put_right,
    undoable,
)
from companion_api.saying.words import words
from engine.cards import BIT
from engine.certainty import INCOMPLETE
from engine.evening import dues
from engine.evening.reckoning import Reckoning
from engine.evening.terms import money_json
from engine.events import Alert, Bid, CardPlayed, Exchanged, Fined, NapSettlement, RoundStarted, to_json
from engine.games import nap, nap_deal, nap_rules
from engine.games.nap import Evening, Laid
from engine.games.nap_deal import Deal, Offer, Purchase
from engine.games.options import idle
from engine.money import ledger
from engine.table import Table
from languages import LANGUAGES

Json = dict[str, Any]


def show(story: Story, table: Table, pictured: frozenset[int]) -> Json:
    """The table as a phone shows it.

    Args:
        story: the evening's events, folded.
        table: what it was begun with.
        pictured: numbers of the events that have a picture.

    Returns:
        The fields of `views.show`; ``leader``: whose turn it is; ``boxes {pool or kitty: chips}``; ``deal``:
        `_deal`; ``settlement``: `_settlement`.
    """
    evening: Evening | None = story.state  # type: ignore[assignment]
    if evening is None:
        return not_begun(table)
    colours = colours_of(table)
    end = story.reckoning(ledger.values(table.chips))
    left, deal, now = nap_deal.cards_left(evening), nap_deal.look(evening), evening.round
    return {
        **blank(_phase(deal), None if now is None else evening.players[now.dealer], []),
        "round": now.number if now else 0,
        "leader": nap.turn(evening),
        "players": [
            {"name": name, "cards_left": left[name], "balance": chips, "colour": colours[name]}
            for name, chips in end.chips.items()
        ],
        "cards": _cards(story, story.cards, pictured),
        "boxes": dict(end.boxes) if deal is not None and deal.pot else {},
        "chips": chip_kinds(table),
        "alerts": _alerts(story, evening, deal, pictured),
        "questions": views.questions_of(story, pictured),
        "undo": _undo(story, evening),
        "rules": {
            "preset": table.rules,
            "options": asdict(evening.options),
            "idle": idle(evening.options),
        },
        "settlement": _settlement(story, evening, end),
        "deal": None if deal is None else _deal(story, evening, deal),
    }


def rounds(story: Story, pictured: frozenset[int]) -> list[Json]:
    """Every deal so far, the last one first: `views.rounds`, with ``bids``."""
    evening: Evening | None = story.state  # type: ignore[assignment]
    if evening is None or evening.round is None:
        return []
    deals = [*story.past, Past(evening.round, tuple(story.cards), ())]  # type: ignore[arg-type]
    settled = {each.round: each for each in evening.settlements}
    return [
        {
            "round": each.now.number,
            "dealer": evening.players[each.now.dealer],
            "winner": _winner(settled.get(each.now.number)),
            "net": dict(settled[each.now.number].net) if each.now.number in settled else None,
            "cards": _cards(story, each.cards, pictured),
            "hands": [],
            "bids": _bids(each.now.bids),  # type: ignore[attr-defined]
        }
        for each in reversed(deals)
    ]


def _winner(settled: NapSettlement | None) -> str | None:
    return settled.bidder if settled is not None and settled.made else None


def _phase(deal: Deal | None) -> str:
    if deal is None:
        return "waiting"
    if deal.step == "settled":
        return "settled"
    return "playing" if deal.tricks else "antes"


def _cards(story: Story, cards: Iterable[CardPlayed], pictured: frozenset[int]) -> list[Json]:
    corrected, by_time = put_right(story), views.pictures_by_time(story.events, pictured)
    cards = list(cards)
    table = sum({BIT[event.card] for event in cards})
    return [
        {
            "seq": event.seq,
            "player": event.player,
            "card": event.card.code,
            "confidence": round(event.confidence, 3),
            "picture": views.picture_of(event, pictured, by_time),
            "corrected": event.seq in corrected,
            "call": None,
            "likely": views.likely(event, table) if "alternatives" in event.extra else [],
        }
        for event in cards
    ]


def _alerts(story: Story, evening: Evening, deal: Deal | None, pictured: frozenset[int]) -> list[Json]:
    """The deal's alerts that still hold; a revoke while its fine is due."""
    shown = [each for each in story.alerts if each.extra.get("rule") != nap_rules.REVOKE]
    lines = views.alert_lines(story, views.not_told_elsewhere(shown), pictured)
    due = None if deal is None else deal.revoke
    return lines if due is None else [*lines, _revoked(evening, *due)]


def _bids(bids: Sequence[Bid]) -> list[Json]:
    return [{"seq": bid.seq, "player": bid.player, "bid": bid.bid, "floater": bid.floater} for bid in bids]


def _offer(offer: Offer) -> Json:
    return asdict(offer)


def _deal(story: Story, evening: Evening, deal: Deal) -> Json:
    """The deal, with the numbers of the events that told it.

    Returns:
        ``step, cutter, turn, contract, trump, names, led, seen, looks, pot`` as in `nap_deal.Deal`; ``bids
        [{seq, player, bid, floater}]``; ``ladder [{bid, floater}]``, ``open`` and ``contract`` as
        `nap_deal.Offer`; ``may_pass``; ``bidder``; ``tricks [{cards [seq], winner}]``; ``won {player:
        tricks}``; ``buys {player, costs}`` or None; ``bought, fined [{seq, player, chips, count or why}]``;
        ``widow {free, by}`` or None;
        ``revoke {player, card, about, shown, chips}`` or None; ``deck [code]``, ``against {code: rule}``:
        which of them the rules would refuse whoever's turn it is; ``fines {revoke, out_of_turn}``.
    """
    deck = sorted(nap.deck(evening.options, len(evening.players)), key=lambda c: (c.suit, -nap.height(c)))
    playing = deal.step == "playing" and deal.turn is not None
    return {
        "step": deal.step,
        "cutter": deal.cutter,
        "turn": deal.turn,
        "bids": _bids(deal.bids),
        "ladder": [{"bid": offer.bid, "floater": offer.floater} for offer in deal.ladder],
        "open": [_offer(offer) for offer in deal.open],
        "may_pass": deal.may_pass,
        "contract": None if deal.contract is None else _offer(deal.contract),
        "bidder": None if deal.contract is None else _bidder(deal),
        "trump": deal.trump,
        "names": deal.names,
        "led": deal.led,
        "tricks": [
            {"cards": [laid.event.seq for laid in trick.laid], "winner": trick.winner}
            for trick in deal.tricks
        ],
        "won": dict(zip(evening.players, deal.won, strict=True)),
        "buys": None if deal.purchase is None else _buys(deal.purchase),
        "bought": _bought(story),
        "looks": list(deal.looks),
        "seen": list(deal.seen),
        "widow": None if evening.options.widow == "off" else {"free": deal.widow, "by": deal.taken_by},
        "fined": _fined(story),
        "revoke": None if deal.revoke is None else _revoke(evening, *deal.revoke),
        "pot": deal.pot,
        "deck": [card.code for card in deck],
        "against": {card.code: rule for card, rule in nap_deal.against(evening, deal.turn).items()}
        if playing and deal.turn is not None
        else {},
        "fines": {"revoke": nap_deal.REVOKE, "out_of_turn": nap_deal.OUT_OF_TURN},
    }


def _buys(purchase: Purchase) -> Json:
    return {"player": purchase.player, "costs": list(purchase.costs)}


def _bidder(deal: Deal) -> str | None:
    return next((bid.player for bid in reversed(deal.bids) if bid.bid != "pass"), None)


def _of_this_deal(story: Story) -> Sequence[Any]:
    begun = max(place for place, event in enumerate(story.in_force) if isinstance(event, RoundStarted))
    return story.in_force[begun:]


def _bought(story: Story) -> list[Json]:
    """Cards that were paid for; the widow and the floater cost nothing."""
    return [
        {"seq": event.seq, "player": event.player, "count": event.count, "chips": event.cost}
        for event in _of_this_deal(story)
        if isinstance(event, Exchanged) and event.cost
    ]


def _fined(story: Story) -> list[Json]:
    return [
        {"seq": event.seq, "player": event.player, "chips": event.chips, "why": event.why}
        for event in _of_this_deal(story)
        if isinstance(event, Fined)
    ]


def _undo(story: Story, evening: Evening) -> Json | None:
    """`views.undoable`; a bid by the name that people call it."""
    last = undoable(story)
    if last is None or "bid" not in last:
        return last
    return {**last, "bid": nap.called(evening.options, last["bid"])}


def _revoke(evening: Evening, first: Laid, shown: Laid) -> Json:
    return {
        "player": evening.players[first.player],
        "card": first.card.code,
        "about": first.event.seq,
        "shown": shown.card.code,
        "chips": nap_deal.REVOKE,
    }


def _revoked(evening: Evening, first: Laid, shown: Laid) -> Json:
    """The alert that somebody has not followed suit although he could."""
    player = evening.players[first.player]
    alert = Alert("revoke", player, first.card, extra={"reason": "revoke", "after": shown.card.code})
    return {
        "seq": shown.event.seq,
        "kind": alert.kind,
        "player": player,
        "card": first.card.code,
        "why": {language: words(language).why(alert) for language in LANGUAGES},
        "about": first.event.seq,
        "picture": None,
    }


def _settlement(story: Story, evening: Evening, end: Reckoning) -> Json | None:
    """The last settled deal: as in the log, with the chips to hand over and what each amount is made of.

    Returns:
        The log's fields, ``explanations``, ``accounts`` as in `views.show`, ``next_dealer``, ``cutter``
        (whose cut the next deal has, None: the cards are shuffled), ``pot`` (``pool``, ``kitty`` or None);
        each of ``transfers`` with its pieces, ``money`` and ``why``.
    """
    if not evening.settlements:
        return None
    last, reasons = evening.settlements[-1], story.reasons
    line = to_json(last)
    alike = explaining.alike(reasons, len(last.net))
    for payment, each in zip(line["transfers"], dues.handovers(last, None, end.value), strict=True):
        payment |= dues.to_json(each)
        payment["money"] = money_json(end.terms.in_money(payment["chips"]))
        payment["why"] = explaining.made_of(
            reasons, alike, payment["from"], lambda reason: bool(reason.other and reason.chips)
        )
    dealer = nap.next_dealer(evening) or last.dealer
    deal = nap_deal.look(evening)
    return {
        **line,
        "bidder": last.bidder,
        "bid": last.bid,
        "floater": last.floater,
        "made": last.made,
        INCOMPLETE: [],
        "explanations": [explaining.explained(*each) for each in zip(reasons, alike, strict=True)],
        "accounts": {
            player: explaining.made_of(reasons, alike, player, lambda reason: True) for player in last.net
        },
        "next_dealer": dealer,
        "cutter": nap_deal.cutter(evening, dealer, before=len(evening.settlements)),
        "pot": None if deal is None else deal.pot,
    }
