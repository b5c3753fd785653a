"""When to remind somebody of a call: the speaker first has the time to speak, and it is said once.

Only at tables that agreed on reminders ("kind"): at strict ones the box simply stays. Pure: the
times are those of the log.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.cards import Card
from engine.events import Alert, CardPlayed, Corrected, Event, RoundStarted
from engine.games import game
from engine.games.game_rules import Evening

LEAST, USUAL, MOST = 1.5, 2.5, 5.0
"""Seconds that a family may agree on, and those offered."""
HEARS_LATE = 1.0
"""Seconds that a recogniser takes to tell what was said: with voices on it is waited for."""
REMINDER = "reminder"
"""The alert's kind."""


def due(
    evening: Evening, log: Sequence[Event], now: float, seconds: float, *, listening: bool = False
) -> tuple[Alert, ...]:
    """The reminders to say now.

    Args:
        evening: the log folded.
        log: the events so far, reminders told among them.
        now: the table's time.
        seconds: how long the speaker has, `LEAST` to `MOST`, from when the card lies.
        listening: voices are heard, a little after they spoke.

    Returns:
        One alert for each honour or king whose call is still open, unless this round has had one.
    """
    waiting = game.rules_of(evening).calls_reminded(evening)
    if not waiting:
        return ()
    wait = seconds + (HEARS_LATE if listening else 0.0)
    this_round = list(_back_to_the_deal(log))
    reminded = {each.card for each in this_round if isinstance(each, Alert) and each.kind == REMINDER}
    laid_at = _laid_at(this_round)
    return tuple(
        Alert(REMINDER, player, card, t=now)
        for player, card in waiting
        if card not in reminded and now - laid_at.get(card, now) >= wait
    )


def _back_to_the_deal(log: Sequence[Event]) -> Iterator[Event]:
    """This round's events, the last one first."""
    for event in reversed(log):
        if isinstance(event, RoundStarted):
            return
        yield event


def _laid_at(events: Sequence[Event]) -> dict[Card, float]:
    """When each card was laid, also if a correction says so; of two times the later one."""
    times: dict[Card, float] = {}
    for event in reversed(events):
        laid = event.replacement if isinstance(event, Corrected) else event
        if isinstance(laid, CardPlayed) and (t := event.t if laid.t is None else laid.t) is not None:
            times[laid.card] = t
    return times
