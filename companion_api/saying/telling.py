"""Events and settlements as people read them, line by line, in their language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion_api.saying import evidence
from companion_api.saying.payments_table import payments_table
from companion_api.saying.words import Words
from engine.certainty import INCOMPLETE, rests_on
from engine.evening.purses import Handover
from engine.evening.reckoning import Reckoning
from engine.evening.terms import Money, money_json
from engine.events import (
    Alert,
    AnySettlement,
    Bid,
    BoxTaken,
    Called,
    CardPlayed,
    Claimed,
    Corrected,
    Event,
    Exchanged,
    Fined,
    FloaterSeen,
    HandShown,
    NapSettlement,
    Payment,
    RoundStarted,
    Settlement,
    TrumpNamed,
    to_json,
)
from engine.explanation import Reason, reason_json
from engine.names import isolated

PROVISIONAL = 3
"""Exit status of a command whose round is not settled, or rests on what was inferred (`engine.certainty`)."""


def event_json(event: Event, reasons: Sequence[Reason], words: Words) -> dict[str, Any]:
    """An event as in a log, with what people read of it.

    Args:
        event: any; an alert gets its ``detail``, a settlement its ``explanations``, each with a
            ``text``, what was seen or heard a ``because`` that says what spoke for it.
        reasons: that explain the settlement.
        words: in whose language the texts are.
    """
    line = to_json(event)
    if isinstance(event, Alert):
        line["detail"] = words.alert_in_full(event)
    if isinstance(event, Settlement | NapSettlement):
        if unsure := rests_on(event):
            line[INCOMPLETE] = [{**item.json, "text": words.inferred(item)} for item in unsure]
        line["explanations"] = [{**reason_json(reason), "text": words.reason(reason)} for reason in reasons]
    because = evidence.sentence(event, words)
    if because is not None:
        line["because"] = because
    return line


def settlement_lines(
    settlement: AnySettlement,
    reasons: Sequence[Reason],
    words: Words,
    handed: Sequence[Handover],
    *,
    why: bool = False,
) -> Iterator[str]:
    """A round's settlement in words: why, what it comes to, and a table of who pays whom.

    Args:
        settlement: of one round.
        reasons: that explain it.
        words: of one language.
        handed: what is handed over, in pieces.
        why: also tell the rule that each line stands on, and its sources.
    """
    yield headline(settlement, words)
    if unsure := rests_on(settlement):
        yield "  " + words.say("told.provisional")
        for item in unsure:
            yield f"  – {words.inferred(item)} {words.to_show(item)}"
    for reason, text in words.reasons(reasons, len(settlement.net)):
        yield f"  {text} [{words.grounds(reason)}]" if why else f"  {text}"
    if isinstance(settlement, Settlement):
        yield "  " + words.say("told.boxes", boxes=[*settlement.boxes.items()])
    else:
        kitty = any(reason.rule == "nap_kitty" for reason in reasons)
        yield "  " + words.say("told.kitty" if kitty else "told.pool", pool=settlement.pool)
    yield "  " + words.say("told.net", net=signed(settlement.net, plus=True))
    for line in payments_table(settlement, handed, words):
        yield f"  {line}".rstrip()


def headline(settlement: AnySettlement, words: Words) -> str:
    facts: dict[str, Any] = {"n": settlement.round, "dealer": settlement.dealer}
    if isinstance(settlement, Settlement):
        return words.say("told.round", winner=settlement.winner, **facts)
    if settlement.bidder is None:
        return words.say("told.deal_thrown_in", **facts)
    bid, tricks = settlement.bid, settlement.tricks
    return words.say("told.deal", bidder=settlement.bidder, bid=bid, tricks=tricks, **facts)


def standings_json(end: Reckoning) -> dict[str, Any]:
    """The line ``standings`` that ends what `settle` prints.

    ``aside`` [{player, chips, money}] stands there where money was agreed on: what is laid beside the
    boxes for the chips that stay in them, below 0 what is taken from there.
    """

    def owed(chips: int) -> dict[str, Any]:
        return {"chips": chips, "money": money_json(end.terms.in_money(chips))}

    score = end.score
    line: dict[str, Any] = {
        "type": "standings",
        "standings": [
            {"player": who, "chips": chips, "place": place} for place, who, chips in score.standings
        ],
        "ruined": list(end.short),
        "leftover": dict(end.leftover.stays),
        "debts": [{"from": debt.giver, "to": debt.taker, **owed(debt.chips)} for debt in score.debts],
    }
    if end.terms.money is not None:
        line["aside"] = [{"player": player, **owed(chips)} for player, chips in score.aside.items()]
    return line


def end_lines(end: Reckoning, words: Words) -> Iterator[str]:
    """What an evening comes to: the standings, what becomes of the boxes, who owes whom, who is ruined."""
    ranked = (
        f"{place}. {isolated(player)} {_figure(chips, False)}" for place, player, chips in end.score.standings
    )
    yield words.say("told.standings", standings=", ".join(ranked))
    yield from leftover_lines(end, words)
    owed = [_owes(debt, end, words) for debt in end.score.debts]
    yield words.say("told.debts", debts=", ".join(owed)) if owed else words.say("evening.debts_none")
    if end.terms.money is not None:
        put = [(player, chips) for player, chips in end.score.aside.items() if chips > 0]
        taken = [(player, -chips) for player, chips in end.score.aside.items() if chips < 0]
        for key, moved in (("evening.aside", put), ("evening.from_aside", taken)):
            if moved:
                amounts = ", ".join(
                    f"{isolated(player)} {_owed(chips, end, words)}" for player, chips in moved
                )
                yield words.say(key, amounts=amounts, where=_leftover_place(end, words))
    for player, chips in end.short.items():
        yield words.say("evening.short", name=player, chips=words.count("chips", chips))


def leftover_lines(end: Reckoning, words: Words) -> Iterator[str]:
    """What became of the chips in the boxes; nothing where none lay there."""
    given = end.leftover
    where = _leftover_place(end, words)
    stays, shares = sum(given.stays.values()), [chips for chips in given.shares.values() if chips]
    if shares and given.rule == "split":
        yield words.say("evening.left.split", where=where, chips=words.count("chips", shares[0]))
    elif shares:
        name = next(player for player, chips in given.shares.items() if chips)
        chips = words.count("chips", shares[0])
        yield words.say("evening.left.last_winner", name=name, where=where, chips=chips)
    if stays:
        odd = given.rule == "split"
        chips = words.count("chips", stays)
        yield words.say(f"evening.left.{'odd' if odd else 'stay'}", where=where, chips=chips)


def _leftover_place(end: Reckoning, words: Words) -> str:
    """Where chips lie that nobody holds: in the boxes, in the pool, in the kitty."""
    first, *others = end.leftover.stays
    return str(words.entry(f"evening.where.{'boxes' if others else first}"))


def _owes(debt: Payment, end: Reckoning, words: Words) -> str:
    """Who pays whom how much: the arrow points to the same, from whichever side the names are read."""
    return f"{isolated(debt.giver)} → {isolated(debt.taker)} {_owed(debt.chips, end, words)}"


def _owed(chips: int, end: Reckoning, words: Words) -> str:
    """Chips, or what they are worth in money where people agreed on it."""
    worth = end.terms.in_money(chips)
    return str(chips) if worth is None else money(worth, words)


def money(amount: Money, words: Words) -> str:
    """An amount of money: ``1,50 €``."""
    whole, hundredths = divmod(amount.cents, 100)
    sign = words.entry(f"currency.{amount.currency}") or amount.currency
    return words.say("told.money", whole=str(whole), hundredths=f"{hundredths:02}", currency=sign)


def signed(chips: Mapping[str, int], *, plus: bool) -> str:
    """Chips by player: ``Ana −36, Bruno +28``."""
    return ", ".join(f"{isolated(player)} {_figure(count, plus)}" for player, count in chips.items())


def _figure(chips: int, plus: bool) -> str:
    return (f"{chips:+}" if plus and chips else str(chips)).replace("-", "−")


def event_line(event: Event, words: Words) -> str | None:
    """An event in words; None for those that say nothing to people."""
    if isinstance(event, RoundStarted):
        return words.say("told.round_started", player=event.dealer)
    if isinstance(event, CardPlayed | Called | BoxTaken):
        return words.say(f"told.{_KEYS[type(event)]}", player=event.player, card=event.card)
    if isinstance(event, Bid):
        return words.say(f"told.bid{_bid(event)}", player=event.player, bid=event.bid)
    if isinstance(event, FloaterSeen | Claimed):
        return words.say(f"told.{_KEYS[type(event)]}", player=event.player)
    if isinstance(event, Exchanged):
        return words.say("told.exchanged", player=event.player, count=event.count)
    if isinstance(event, TrumpNamed):
        return words.say("told.trump_named", player=event.player, suit=event.suit)
    if isinstance(event, Fined):
        return words.say("told.fined", player=event.player, chips=event.chips)
    if isinstance(event, HandShown) and event.points is not None:
        return words.say("told.hand_counted", player=event.player, points=event.points)
    if isinstance(event, HandShown):
        return words.say("told.hand_shown", player=event.player, cards=event.cards)
    if isinstance(event, Corrected):
        instead = event_line(event.replacement, words) if event.replacement is not None else None
        return words.say(f"told.corrected{'_to' if instead else ''}", n=event.target, instead=instead)
    if isinstance(event, Alert):
        return words.say("told.alert", alert=words.alert_in_full(event))
    return None


def _bid(event: Bid) -> str:
    """Which of the sentences about bids says this one."""
    if event.bid == "pass":
        return "_pass"
    return "" if event.floater is None else "_with" if event.floater else "_without"


_KEYS: Mapping[type[Event], str] = {
    CardPlayed: "card_played",
    Called: "called",
    BoxTaken: "box_taken",
    FloaterSeen: "floater_seen",
    Claimed: "claimed",
}
