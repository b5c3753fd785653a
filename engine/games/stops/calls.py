"""Calls: which count, which come too late, and what people should be told."""

from __future__ import annotations

from engine.cards import BIT, Card
from engine.events import Alert, Called, Event
from engine.games.stops.boxes import heed
from engine.games.stops.house import WITH_CARD
from engine.games.stops.standing import boxes_now
from engine.games.stops.state import E, Evening, Laid, Round, place_of, with_round


def call_open(evening: Evening) -> tuple[tuple[str, Card], ...]:
    """(player, card) of each card laid whose call would still count."""
    if evening.round is None:
        return ()
    return tuple((evening.players[laid.player], laid.card) for laid in evening.round.open)


def call_brings(evening: Evening, card: Card) -> int:
    """Chips that a call of this card brings now: what lies in its box, and what each other player pays."""
    others = len(evening.players) - 1
    return boxes_now(evening).get(card, 0) + evening.options.call_pays(card) * others


def is_called(evening: Evening, card: Card) -> bool:
    """Whether people call this card out at all."""
    return evening.options.is_called(card)


def call_until_next(evening: Evening) -> bool:
    """Whether the next card ends the time for a call; else only the round does."""
    return evening.options.window != "round"


def calls_taken(evening: Evening) -> frozenset[Card]:
    """The cards of this round whose call has counted."""
    now = evening.round
    return frozenset() if now is None else frozenset(laid.card for laid in now.called)


def calls_reminded(evening: Evening) -> tuple[tuple[str, Card], ...]:
    """(player, card) of each card laid of whose open call people may be reminded."""
    return tuple(each for each in call_open(evening) if evening.options.is_reminded(each[1]))


def call_fault(evening: Evening, player: str, card: Card, t: float | None = None) -> str | None:
    """Why a call made now (at second ``t``) changes nothing.

    ``late``, ``foreign`` (another player laid it), ``repeated`` or ``no_honour``.

    None: it counts, or it comes before its card and may still count (`early`), or the rules
    ask for no call of this card.
    """
    now = evening.round
    if not evening.options.is_called(card):
        return "no_honour"
    if now is None:
        return "late"
    place = place_of(evening, player)
    for laid in now.laid:
        if laid.card == card:
            if laid.player != place:
                return "foreign"
            if now.settled:
                return "repeated" if laid in now.called else "late"
            if laid in now.open:
                return "late" if lags(evening, now, t) else None
            if not evening.options.awaits_call(card):
                return None
            return "repeated" if laid in now.called else "late"
    return "late" if now.settled or 0 in now.left else None


def in_time(evening: Evening, now: Round, laid: Laid, t: float | None) -> bool:
    """Whether a call at second ``t`` of a card that lies comes in time."""
    return laid in now.open and not lags(evening, now, t)


def lags(evening: Evening, now: Round, t: float | None) -> bool:
    """Whether a call comes too long after its card to be "with" it, where it must be."""
    if evening.options.window != "with_card" or t is None or now.laid_at is None:
        return False
    return t - now.laid_at > WITH_CARD


def called(evening: E, event: Called) -> E:
    """Somebody called a card: it counts, waits for its card, or changes nothing."""
    laid = Laid(place_of(evening, event.player), event.card)
    now = evening.round
    if now is None or now.settled or not evening.options.awaits_call(event.card):
        return evening
    if in_time(evening, now, laid, event.t):
        return with_round(evening, heed(evening, now, laid))
    if 0 not in now.left and not now.table & BIT[event.card]:
        return with_round(evening, now._replace(early=(*now.early, laid)))
    return evening


def wanted_after(now: Round, overlooked: Laid) -> Card | None:
    """The card after which an overlooked one was first wanted; None: before the first."""
    place, card = overlooked
    first = next(number for number, bound in enumerate(now.bound) if bound[place] & BIT[card])
    return now.laid[first - 1].card if first else None


def alerts(before: Evening, event: Event, after: Evening) -> tuple[Alert, ...]:
    """What people should be told about an event that was applied: missed and empty calls, cards overlooked.

    Args:
        before, event, after: ``after == apply(before, event)``.
    """
    found = []
    was, now = before.round, after.round
    if isinstance(event, Called) and any(map(before.options.awaits_call, before.options.BOX)):
        fault = call_fault(before, event.player, event.card, event.t)
        if fault is not None and fault != "repeated":
            found.append(_void(event.player, event.card, fault, event.t))
    if was is not None and now is not None and was.number == now.number:
        if not now.early:
            for early in was.early:
                if early not in now.laid[-2:]:
                    found.append(_void(after.players[early.player], early.card, "early", event.t))
        for place, card, chips in now.missed[len(was.missed) :]:
            found.append(Alert("missed_call", after.players[place], card, t=event.t, extra={"chips": chips}))
        for laid in now.overlooked[len(was.overlooked) :]:
            since = wanted_after(now, laid)
            facts = {"reason": "first_card"} if since is None else {"reason": "after", "after": since.code}
            found.append(Alert("overlooked", after.players[laid.player], laid.card, t=event.t, extra=facts))
    return tuple(found)


def _void(player: str, card: Card, fault: str, t: float | None) -> Alert:
    kind = "late_call" if fault == "late" else "void_call"
    return Alert(kind, player, card, t=t, extra={"reason": fault})
