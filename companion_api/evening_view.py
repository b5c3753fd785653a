"""The evening as a phone shows it: standings, who is short, who has paid, who owes whom at the end.

A pure function of the evening's events, like `companion_api.views`, which shows the round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion_api.views import Story, blank, pieces
from engine import game, ledger, nain_jaune, purses, reckoning
from engine.cards import Card
from engine.events import EveningEnded, Event, GameStarted, Paid, RoundStarted
from engine.purses import Handover, Purses
from engine.table import Table
from engine.terms import Terms, read_terms, to_json

Json = dict[str, Any]


def setting_up() -> Json:
    """The view while an evening is still to be set up."""
    return {**blank("setup", None, []), "evening": None}


def accounts(story: Story, table: Table) -> Json | None:
    """What the evening comes to so far, None before it began.

    Returns:
        ``rounds`` settled, ``terms`` agreed, ``short {player: chips lacking}`` before the next
        antes, ``over`` (``ruin``, ``rounds``, ``time`` or None), ``ended`` (number of the event by
        which people stopped, or None), ``stock`` told, ``next_dealer``, ``standings [{place, name,
        chips, won}]``, ``boxes`` (chips that nobody gets), ``leftover`` (the option), ``debts
        [{from, to, chips, gives}]`` (None: the boxes), ``dues [{from, to, card, chips, paid, seq,
        gives, back, swapped, noted}]`` of the round just settled, ``purses {player: {pieces,
        noted}}`` between rounds, None where the pieces were not told.
    """
    evening = story.state
    if evening is None:
        return None
    events = [event for _, event in game.in_force(story.events)]
    begun = next(event for event in events if isinstance(event, GameStarted))
    terms = read_terms(begun.extra, "game_started")
    value = ledger.values(table.chips)
    between = evening.round is None or evening.round.settled
    lacking = reckoning.short(
        dict(zip(evening.players, evening.balances, strict=True)),
        dict.fromkeys(nain_jaune.ruined(evening), sum(nain_jaune.antes(evening).values())) if between else {},
    )
    end = reckoning.reckon(*nain_jaune.closing(evening), begun.stock)
    minutes = max((event.t or 0.0 for event in events), default=0.0) / 60
    agreed = terms.rounds or evening.options.agreed_rounds(len(evening.players))
    over = reckoning.over(
        evening.options.end,
        short=lacking,
        rounds=len(evening.settlements),
        agreed_rounds=agreed,
        minutes=minutes,
        agreed_minutes=terms.minutes,
    )
    counted = _purses(story, terms, value) if between else None
    return {
        "rounds": len(evening.settlements),
        "terms": {**to_json(terms), "rounds": agreed},
        "short": lacking,
        "over": over if between and evening.settlements else None,
        "ended": ended(events),
        "stock": begun.stock is not None,
        "next_dealer": nain_jaune.next_dealer(evening) if between else None,
        "standings": [
            {"place": place, "name": name, "chips": chips, "won": end.won[name]}
            for place, name, chips in end.standings
        ],
        "boxes": end.boxes,
        "leftover": evening.options.leftover,
        "debts": [
            {
                "from": debt.giver or None,
                "to": debt.taker or None,
                "chips": debt.chips,
                "gives": pieces(debt.chips, value),
            }
            for debt in end.debts
        ],
        "dues": _dues(story, events, value, counted),
        "purses": counted
        and {
            name: {"pieces": dict(counted.held[name].pieces), "noted": counted.held[name].noted}
            for name in evening.players
        },
    }


def ended(events: Sequence[Event]) -> int | None:
    """The event by which people stopped; a round that began after it makes the evening go on.

    Args:
        events: those in force.
    """
    for event in reversed(events):
        if isinstance(event, RoundStarted):
            return None
        if isinstance(event, EveningEnded):
            return event.seq
    return None


def _purses(story: Story, terms: Terms, value: Mapping[str, int]) -> Purses | None:
    evening = story.state
    assert evening is not None
    if terms.stock_chips is None or 1 not in value.values():
        return None
    counted = purses.sit_down(evening.players, terms.stock_chips, value)
    due = nain_jaune.antes(evening)
    for settlement in evening.settlements:
        dealer = evening.players.index(settlement.dealer)
        antes = {
            player: due if evening.options.pays_antes(place, dealer) else {}
            for place, player in enumerate(evening.players)
        }
        counted = purses.after_round(counted, settlement, antes)
    return counted


def _dues(
    story: Story, events: Sequence[Event], value: Mapping[str, int], counted: Purses | None
) -> list[Json]:
    """What the round just settled asks for, and what of it is paid."""
    evening = story.state
    if evening is None or evening.round is None or not evening.round.settled:
        return []
    last = evening.settlements[-1]
    begun = max(place for place, event in enumerate(events) if isinstance(event, RoundStarted))
    paid = [event for event in events[begun:] if isinstance(event, Paid)]
    handed = {(each.giver, each.taker): each for each in counted.last} if counted else {}
    asked: list[tuple[str, str | Card, int]] = [(due.giver, due.taker, due.chips) for due in last.transfers]
    asked += [(due.player, due.card, due.chips) for due in last.betes]
    dues = []
    for giver, taker, chips in asked:
        mine = [each for each in paid if (each.player, each.to or each.card) == (giver, taker)]
        box = None if isinstance(taker, str) else taker.code
        dues.append(
            {
                "from": giver,
                "to": None if box else taker,
                "card": box,
                "chips": chips,
                "paid": sum(each.chips for each in mine),
                "seq": mine[-1].seq if mine else None,
                **_in_pieces(handed.get((giver, taker)), chips, value),
            }
        )
    return dues


def _in_pieces(handed: Handover | None, chips: int, value: Mapping[str, int]) -> Json:
    """In which pieces an amount is handed over: those that people hold, where that is known."""
    if handed is None or handed.chips != chips:
        return {"gives": pieces(chips, value), "back": {}, "swapped": {}, "noted": 0}
    return {
        "gives": dict(handed.paid),
        "back": dict(handed.back),
        "swapped": dict(handed.swapped),
        "noted": handed.noted,
    }
