"""Events and settlements as people read them, line by line, in their language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion_api import evidence
from companion_api.words import Words
from engine.cards import HONOURS
from engine.errors import BadInput
from engine.events import (
    Alert,
    AnySettlement,
    BoxTaken,
    Called,
    CardPlayed,
    Corrected,
    Event,
    HandShown,
    NapSettlement,
    RoundStarted,
    Settlement,
    to_json,
)
from engine.explanation import Reason, reason_json
from engine.hands import INCOMPLETE
from engine.ledger import in_chips
from engine.reckoning import Reckoning


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
        line["explanations"] = [{**reason_json(reason), "text": words.reason(reason)} for reason in reasons]
    because = evidence.sentence(event, words)
    if because is not None:
        line["because"] = because
    return line


def settlement_lines(
    settlement: AnySettlement, reasons: Sequence[Reason], words: Words, chips: Mapping[str, int]
) -> Iterator[str]:
    """A round's settlement in words: why, what it comes to, and which chips change hands.

    Args:
        settlement: of one round.
        reasons: that explain it.
        words: of one language.
        chips: what each kind of chip is worth.
    """
    yield _headline(settlement, words)
    if missing := settlement.extra.get(INCOMPLETE):
        yield "  " + words.say("told.provisional", players=", ".join(missing))
    for reason, text in words.reasons(reasons, len(settlement.net)):
        yield f"  {text} [{words.grounds(reason)}]"
    if isinstance(settlement, Settlement):
        yield "  " + words.say("told.boxes", boxes=[(box, settlement.boxes[box]) for box in HONOURS])
    else:
        kitty = any(reason.rule == "nap_kitty" for reason in reasons)
        yield "  " + words.say("told.kitty" if kitty else "told.pool", pool=settlement.pool)
    yield "  " + words.say("told.net", net=signed(settlement.net, plus=True))
    for handed in settlement.transfers:
        pieces = _pieces(handed.chips, chips)
        yield "  " + words.say("told.give", giver=handed.giver, taker=handed.taker, pieces=pieces)


def _headline(settlement: AnySettlement, words: Words) -> str:
    facts: dict[str, Any] = {"n": settlement.round, "dealer": settlement.dealer}
    if isinstance(settlement, Settlement):
        return words.say("told.round", winner=settlement.winner, **facts)
    if settlement.bidder is None:
        return words.say("told.deal_thrown_in", **facts)
    bid, tricks = settlement.bid, settlement.tricks
    return words.say("told.deal", bidder=settlement.bidder, bid=bid, tricks=tricks, **facts)


def _pieces(amount: int, chips: Mapping[str, int]) -> dict[str, int]:
    """An amount in the fewest chips; in jetons where these chips cannot make it."""
    try:
        return in_chips(amount, chips)
    except BadInput:
        return {"jeton": amount}


def end_lines(end: Reckoning, words: Words) -> Iterator[str]:
    """What an evening comes to: the standings, and who owes whom."""
    ranked = (f"{place}. {player} {_figure(chips, False)}" for place, player, chips in end.standings)
    yield words.say("told.standings", standings=", ".join(ranked))
    boxes = words.say("evening.boxes")
    owed = [f"{debt.giver or boxes} → {debt.taker or boxes} {debt.chips}" for debt in end.debts]
    if owed:
        yield words.say("told.debts", debts=", ".join(owed))


def signed(chips: Mapping[str, int], *, plus: bool) -> str:
    """Chips by player: ``Ana −36, Bruno +28``."""
    return ", ".join(f"{player} {_figure(count, plus)}" for player, count in chips.items())


def _figure(chips: int, plus: bool) -> str:
    return (f"{chips:+}" if plus and chips else str(chips)).replace("-", "−")


def event_line(event: Event, words: Words) -> str | None:
    """An event in words; None for those that say nothing to people."""
    if isinstance(event, RoundStarted):
        return words.say("told.round_started", player=event.dealer)
    if isinstance(event, CardPlayed | Called | BoxTaken):
        return words.say(f"told.{_KEYS[type(event)]}", player=event.player, card=event.card)
    if isinstance(event, HandShown):
        return words.say("told.hand_shown", player=event.player, cards=event.cards)
    if isinstance(event, Corrected):
        instead = event_line(event.replacement, words) if event.replacement is not None else None
        return words.say(f"told.corrected{'_to' if instead else ''}", n=event.target, instead=instead)
    if isinstance(event, Alert):
        return words.say("told.alert", alert=words.alert_in_full(event))
    return None


_KEYS = {CardPlayed: "card_played", Called: "called", BoxTaken: "box_taken"}
