"""Calls, by tap, voice or chips leaving a box: which count, and what the others come to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.boundaries import Expected, Heard
from engine.cards import Card
from engine.events import Alert, Called, CardPlayed, Event
from engine.games import game
from engine.games.game_rules import Evening
from engine.referee.gate import ASKED, Gate, Laid, expected
from engine.referee.seen_cards import SeenCard
from engine.referee.transaction import Changing

VOID = LATE_CALL, VOID_CALL = "late_call", "void_call"
"""Kinds of the alerts about a call that changes nothing."""


@dataclass(slots=True, eq=False)
class Call(Changing):
    """Something called, until it is judged.

    Attributes:
        t: when.
        card: what is called.
        player: by whom, None: by whoever laid it.
        via: ``tap``, ``voice`` or ``chips``.
        heard: what a voice said, None of other calls.
        doubtful: it was not heard well: people are asked, and until then it counts for nothing.
        cancelled: a person took it back.
        silent: a voice that means nothing as things stand: nobody need hear of it.
    """

    t: float
    card: Card
    player: str | None
    via: str
    heard: Heard | None = None
    doubtful: bool = False
    cancelled: bool = False
    silent: bool = False


def alert(
    kind: str,
    reason: str,
    t: float | None,
    player: str | None = None,
    card: Card | None = None,
    **facts: Any,
) -> Alert:
    """An alert whose reason is a name with what belongs to it; words are for those who tell people."""
    return Alert(kind, player, card, t=t, extra={"reason": reason, **facts})


def spoken(gate: Gate, now: float, laid: Sequence[Laid], evening: Evening) -> list[Call]:
    """The calls of voices that may count now (`Gate.judge`).

    Args:
        gate: judges what was heard.
        now: seconds up to which the table has been seen.
        laid: the round's cards, in order.
        evening: as the log tells it.
    """
    passed = gate.judge(now, laid, **_rules(evening))
    heard = ((each.heard, each.doubtful) for each in passed)
    return [Call(it.t, it.call, it.player, "voice", it, doubt) for it, doubt in heard if it.call is not None]


def awaited(now: float, laid: Sequence[Laid], evening: Evening) -> Expected:
    """What may be said now (`gate.expected`); arguments as of `spoken`."""
    return expected(now, laid, **_rules(evening))


def lying(before: Sequence[Laid], laid: Sequence[SeenCard]) -> list[Laid]:
    """The round's cards as the gate asks for them: those that only the log knows, then those followed."""
    return [*before, *(Laid(seen.t, seen.arrived, seen.decision and seen.decision.card) for seen in laid)]


def only_logged(events: Iterable[Event]) -> tuple[Laid, ...]:
    """Cards of a round that only the log knows, of these events: no arm of theirs is remembered.

    One came after the card before it; whatever was said since then was in time for it. One that people told
    came when they told it.
    """
    laid: list[Laid] = []
    for event in events:
        if isinstance(event, CardPlayed) and event.t is not None:
            came = event.t if "by" in event.extra else laid[-1].t if laid else 0.0
            laid.append(Laid(event.t, came, event.card))
    return tuple(laid)


def _rules(evening: Evening) -> dict[str, Any]:
    """What the rules in force say of calls, as the gate asks for it."""
    rules = game.rules_of(evening)
    return {
        "has_call": lambda card: rules.is_called(evening, card),
        "called": rules.calls_taken(evening).__contains__,
        "until_next": rules.call_until_next(evening),
    }


def judged(evening: Evening, call: Call) -> Called | Alert | None:
    """What a call comes to as things stand; None: its card may still come."""
    rules = game.rules_of(evening)
    laid: Mapping[Card, str] = {card: player for player, card in rules.cards_laid(evening)}
    layer = laid.get(call.card)
    if layer is None:
        if not rules.is_called(evening, call.card):
            return void(call, "no_honour")
        return void(call, "late") if rules.finished(evening) else None
    player = call.player or layer
    fault = rules.call_fault(evening, player, call.card)
    if fault is not None:
        return void(call, fault, player)
    if call.heard is None:
        return Called(player, call.card, call.via, t=call.t)
    facts = {"heard": call.heard.text, "confidence": round(call.heard.confidence, 2)}
    if call.doubtful:
        return alert(ASKED, "doubtful", call.t, player, call.card, **facts)
    return Called(player, call.card, call.via, t=call.t, extra=facts)


def void(call: Call, fault: str, player: str | None = None) -> Alert:
    """The alert about a call that changes nothing; ``player`` as far as the call does not say."""
    kind = LATE_CALL if fault == "late" else VOID_CALL
    return alert(kind, fault, call.t, call.player or player, call.card)


def missed_their_moment(
    waiting: Sequence[Call],
    seen: SeenCard,
    card: Card,
    before: SeenCard | None,
    lay: Mapping[SeenCard, float],
    since: float = 0.0,
) -> Iterator[Call]:
    """Calls from before a card lay there that others have come between.

    Who lays two cards at once calls the second one while his arm brings both.

    Args:
        waiting: calls whose cards had not come.
        seen, card: what lies there now.
        before: the card laid just before it.
        lay: when each card lay at the latest.
        since: when the card before lay, where only the log knows it.
    """
    for call in waiting:
        if call.card != card:
            missed = call.t < min(seen.arrived, lay[seen])
        elif before is None:
            missed = call.t < since
        else:
            missed = call.t < lay[before] and before.arrived != seen.arrived
        if missed:
            yield call
