"""The evening as a phone shows it: standings, who is short, who has paid, who owes whom at the end.

Like `companion_api.games.views`, which shows the round: a pure function of the evening's events. Nothing is
reckoned here: figures come from `reckoning`, pieces from `dues` and `purses`, all of `engine.evening`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion_api.games.views import Story, blank
from engine.cards import Card, parse_card
from engine.evening import dues, purses, reckoning
from engine.evening.dues import Due
from engine.evening.purses import Purses
from engine.evening.reckoning import Reckoning
from engine.evening.terms import money_json, to_json
from engine.games import game
from engine.money import ledger
from engine.money.leftover import Leftover
from engine.table import Table

Json = dict[str, Any]


def setting_up() -> Json:
    """The view while an evening is still to be set up."""
    return {**blank("setup", None, []), "evening": None, "guide": None}


def accounts(story: Story, table: Table) -> Json | None:
    """What the evening comes to so far, None before it began.

    Returns:
        ``rounds`` settled, ``terms`` agreed, ``short {player: chips lacking}`` before the next
        antes, ``over`` (``ruin``, ``rounds``, ``time`` or None), ``ended`` (number of the event by
        which people stopped, or None), ``stock`` told, ``next_dealer``, ``standings [{place, name,
        chips, won, money}], winners``, what became of the boxes (`_boxes`), ``debts
        [{from, to, chips, money, gives}]``, ``aside, from_aside [{player, chips, money}]`` (`_aside`),
        ``dues`` of the round just settled (`_due`), ``purses {player: {pieces, noted}}`` between rounds
        and at the end, None where the pieces were not told or a round is in progress.
    """
    evening = story.state
    if evening is None:
        return None
    end = story.reckoning(ledger.values(table.chips))
    between = evening.round is None or evening.round.settled
    counted = story.purses(end)
    held = purses.closed(counted, *_given(end)) if counted is not None and end.ending is not None else counted
    agreed = reckoning.agreed_rounds(evening, end.terms)
    over = reckoning.over(
        reckoning.ends_by(evening, end.terms),
        short=end.short,
        rounds=end.rounds,
        agreed_rounds=agreed,
        minutes=max((event.t or 0.0 for event in story.in_force), default=0.0) / 60,
        agreed_minutes=end.terms.minutes,
    )
    owed = dues.dues(story.in_force, evening, counted, end.value)
    return {
        "rounds": end.rounds,
        "terms": {**to_json(end.terms), "rounds": agreed},
        "short": end.short,
        "over": over if between and end.rounds else None,
        "ended": end.ending and end.ending.seq,
        "stock": end.counted,
        "next_dealer": game.module_of(evening).next_dealer(evening) if between else None,
        **_score(end),
        **_boxes(end),
        "dues": [_due(each, end) for each in owed],
        "purses": _held(held) if held is not None and (between or end.ending is not None) else None,
    }


def _score(end: Reckoning) -> Json:
    score = end.score
    return {
        "standings": [
            {"place": place, "name": name, "chips": chips, "won": score.won[name],
             "money": _money(end, score.won[name])}
            for place, name, chips in score.standings
        ],
        "winners": list(end.winners),
        "debts": [
            {"from": debt.giver, "to": debt.taker, "chips": debt.chips, "money": _money(end, debt.chips),
             "gives": ledger.pieces(debt.chips, end.value)}
            for debt in score.debts
        ],
        "aside": _aside(end, {player: chips for player, chips in score.aside.items() if chips > 0}),
        "from_aside": _aside(end, {player: -chips for player, chips in score.aside.items() if chips < 0}),
    }  # fmt: skip


def _aside(end: Reckoning, chips: Mapping[str, int]) -> list[Json]:
    """Money that lies beside the boxes for the chips in them; none where nobody plays for money."""
    lines = [{"player": who, "chips": count, "money": _money(end, count)} for who, count in chips.items()]
    return [] if end.terms.money is None else lines


def _boxes(end: Reckoning) -> Json:
    """What becomes of the chips in the boxes.

    Returns:
        ``leftover`` (the rule), ``boxes`` (chips that stay there), ``stays`` {box: chips}, ``shares``
        {player: chips} (what each got), ``choices`` [{leftover, boxes, shares}] (what people are still
        to choose from when they stop, empty: nothing to ask), ``asked``: about how many chips.
    """
    given = end.leftover
    return {
        "leftover": given.rule,
        "boxes": sum(given.stays.values()),
        "stays": dict(given.stays),
        "shares": _shares(given),
        "choices": [
            {"leftover": each.rule, "boxes": sum(each.stays.values()), "shares": _shares(each)}
            for each in end.choices
        ],
        "asked": sum(given.stays.values()) if end.choices else 0,
    }


def _shares(given: Leftover) -> Json:
    return {player: chips for player, chips in given.shares.items() if chips}


def _given(end: Reckoning) -> tuple[Json, dict[Card, int]]:
    return dict(end.leftover.shares), {parse_card(box): chips for box, chips in end.leftover.stays.items()}


def _held(counted: Purses) -> Json:
    players = {who: purse for who, purse in counted.held.items() if isinstance(who, str)}
    return {who: {"pieces": dict(purse.pieces), "noted": purse.noted} for who, purse in players.items()}


def _due(due: Due, end: Reckoning) -> Json:
    """``{from, to, card, chips, money, paid, still, seq, gives, back, swapped, noted}``; card: of a bête"""
    handed = due.handed
    box = handed.taker.code if isinstance(handed.taker, Card) else None
    return {
        "from": handed.giver,
        "to": None if box else handed.taker,
        "card": box,
        "chips": handed.chips,
        "money": _money(end, handed.chips),
        "paid": due.paid,
        "still": due.still,
        "seq": due.seq,
        **dues.to_json(handed),
    }


def _money(end: Reckoning, chips: int) -> Json | None:
    return money_json(end.terms.in_money(chips))
