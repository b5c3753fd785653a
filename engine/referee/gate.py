"""The game gates the ear: which of the calls heard may count.

Recognisers report words that nobody said, and people talk about the calls they make. So a voice
counts only for a card that was just laid or is being laid: from the moment the arm brings it until
the next card lies. All else is dropped, and kept in a list that people can read. A call that could
count but was heard doubtfully is neither taken nor dropped: it is asked (`Passed.doubtful`).

Pure: no clock; what lies on the table is handed in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engine.boundaries import Expected, Heard
from engine.cards import DECK, Card
from engine.certainty import DOUBTFUL_CALL
from engine.errors import IllegalEvent
from engine.events import Alert, CardPlayed, Event, RoundStarted
from engine.games import game
from engine.referee.settings import DOUBTFUL, EARLY, MOMENT, STOPPED, WAITS
from engine.referee.transaction import Changing

ASKED = DOUBTFUL_CALL
"""The alert's kind by which people are asked about a call heard doubtfully."""
CLAIMABLE = (ASKED, "missed_call", "reminder")
"""Kinds of alerts that somebody may answer: it was called."""


@dataclass(frozen=True, slots=True)
class Laid:
    """One card on the table, as far as it is known.

    Attributes:
        t: when it lay still.
        arrived: when the arm that brought it entered the picture.
        card: None while that is open.
    """

    t: float
    arrived: float
    card: Card | None


@dataclass(frozen=True, slots=True)
class Passed:
    """A call that may count.

    Attributes:
        heard: with the card called, and a time within the card's own.
        doubtful: people are to be asked.
    """

    heard: Heard
    doubtful: bool


@dataclass(frozen=True, slots=True)
class Dropped:
    """Something heard that cannot be.

    Attributes:
        heard: what.
        why: ``not_laid`` (no such card was being laid), ``early`` (said before its arm came),
            ``late`` (the next card lay already), ``again`` (called already), ``no_call`` (this
            card has no call here) or ``no_sequence`` (no card of the rank before was laid).
    """

    heard: Heard
    why: str


class Gate(Changing):
    """What was heard and is not yet decided, and what was dropped.

    Attributes:
        dropped: everything that could not be, in the order decided.
    """

    def __init__(self) -> None:
        self._waiting: list[Heard] = []
        self.dropped: list[Dropped] = []

    @property
    def waiting(self) -> tuple[Heard, ...]:
        """What may still find its card."""
        return tuple(self._waiting)

    def take(self, heard: Heard) -> None:
        """Something was said."""
        self._waiting.append(heard)

    def drop(self, heard: Heard, why: str) -> None:
        """Something was said that cannot be (`Dropped.why`)."""
        self.dropped.append(Dropped(heard, why))

    def clear(self) -> None:
        """Another round begins: what still waited had no card."""
        for heard in self._waiting:
            self.drop(heard, "not_laid")
        self._waiting.clear()

    def judge(
        self,
        now: float,
        laid: Sequence[Laid],
        *,
        has_call: Callable[[Card], bool],
        called: Callable[[Card], bool],
        until_next: bool = True,
    ) -> list[Passed]:
        """Decide what can be decided.

        Args:
            now: seconds up to which the table has been seen.
            laid: the round's cards, in order.
            has_call: whether a card is called at all by the rules in force.
            called: whether a card's call has been taken already.
            until_next: whether the next card ends the time for a call; else only the round does.

        Returns:
            What may count, in the order said.
        """
        passed: list[Passed] = []
        for heard in sorted(self._waiting, key=lambda each: each.t):
            verdict = self._verdict(heard, now, laid, has_call, called, until_next)
            if verdict is None:
                continue
            self._waiting.remove(heard)
            if isinstance(verdict, str):
                self.drop(heard, verdict)
            else:
                passed.append(verdict)
        return passed

    def _verdict(
        self,
        heard: Heard,
        now: float,
        laid: Sequence[Laid],
        has_call: Callable[[Card], bool],
        called: Callable[[Card], bool],
        until_next: bool,
    ) -> Passed | str | None:
        """What becomes of a call: it passes, is dropped (why), or waits (None)."""
        end = heard.t + heard.seconds
        if heard.call is None and heard.hoc:
            place = max((n for n, each in enumerate(laid) if each.arrived - EARLY <= end), default=None)
            heard = heard if place is None else replace(heard, call=laid[place].card)
        card = heard.call
        if card is not None and not has_call(card):
            return "no_call"
        place = next((n for n, each in enumerate(laid) if card is not None and each.card == card), None)
        if place is None:
            return self._still_waits(end, now, laid)
        mine = laid[place]
        before = laid[place - 1].t if place else None
        if end < mine.arrived - EARLY or (before is not None and end < before):
            return "early"
        after = laid[place + 1].t if place + 1 < len(laid) else None
        if until_next and after is not None and heard.t >= after:
            return "late"
        assert card is not None
        if called(card):
            return "again"
        # Told within the card's own time, so that the rules find it there.
        t = heard.t if before is None else max(heard.t, before + MOMENT)
        return Passed(replace(heard, t=t), heard.confidence < DOUBTFUL)

    def _still_waits(self, end: float, now: float, laid: Sequence[Laid]) -> str | None:
        """A call whose card is not there: it waits while one is being laid, and a moment beyond."""
        came = [each for each in laid if each.t >= end]
        if any(each.card is not None for each in came):
            return "not_laid"  # another card has come between
        open_now = any(each.card is None for each in laid[-2:])
        return None if open_now or now - end < WAITS else "not_laid"


def expected(
    now: float,
    laid: Sequence[Laid],
    *,
    has_call: Callable[[Card], bool],
    called: Callable[[Card], bool],
    until_next: bool = True,
) -> Expected:
    """What may be said now, so that nothing else need be listened for.

    The call of the card laid last, and of one before it as long as its call may still come in; of any card
    where one cannot be told for a while; and, once nobody has gone on for a moment, that the next rank is
    missing. Arguments as of `Gate.judge`.
    """
    after = [each.t for each in laid[1:]]
    recent = [each for each, t in zip(laid, [*after, now], strict=False) if now - t < WAITS or not until_next]
    calls = {each.card for each in recent if each.card is not None and has_call(each.card)}
    unread = [each for each in recent if each.card is None and now - each.t >= STOPPED]
    if unread:
        calls |= {card for card in DECK if has_call(card)}
    calls = {card for card in calls if not called(card)}
    last = laid[-1] if laid else None
    concerned = [*unread, *(each for each in recent if each.card in calls)]
    ranks = set()
    if last is not None and last.card is not None and last.card.rank < 13 and now - last.t >= STOPPED:
        ranks = {last.card.rank + 1}
        concerned.append(last)
    since = min((each.arrived for each in concerned), default=0.0)
    return Expected(max(0.0, since - EARLY), frozenset(calls), frozenset(ranks))


def claimed_at(log: Sequence[Event], seq: int) -> tuple[Card, float]:
    """Which call people mean, and from when it counts, who answer an alert with "it was called".

    Args:
        log: the events so far.
        seq: the alert's number, one of `CLAIMABLE`, about this round.

    Returns:
        The card, and when it was heard; where nothing was heard, when the card was laid.

    Raises:
        IllegalEvent: there is no such alert, or its round is over.
    """
    in_force = [event for _, event in game.in_force(log)]
    begun = max((n for n, event in enumerate(in_force) if isinstance(event, RoundStarted)), default=0)
    for event in in_force[begun:]:
        if (
            isinstance(event, Alert)
            and event.seq == seq
            and event.kind in CLAIMABLE
            and event.card is not None
        ):
            break
    else:
        raise IllegalEvent("correction", f"event {seq} asks for no call of this round")
    laid = [each.t for each in in_force[begun:] if isinstance(each, CardPlayed) and each.card == event.card]
    t = event.t if event.kind == ASKED or not laid else laid[-1]
    return event.card, 0.0 if t is None else t
