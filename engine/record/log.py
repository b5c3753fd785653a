"""A log as text: its lines are events, its rounds are settled.

Every refusal names the line: ``soirée.jsonl line 7: …``, in notation the column too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine import notation
from engine.errors import BadInput, IllegalEvent
from engine.evening import purses
from engine.evening.dues import handovers
from engine.evening.purses import Handover, Purses
from engine.evening.reckoning import Reckoning, chip_values, reckon, stopped
from engine.evening.terms import read_terms
from engine.events import Alert, AnySettlement, Corrected, Event, GameStarted, RoundStarted, from_json
from engine.explanation import Reason, explain
from engine.games import game
from engine.games.game_rules import State
from engine.names import Called
from engine.record import overlooked
from engine.record.naming import players_of, renamed
from engine.strict_json import json_lines, text_of


def read_events(text: str | bytes, where: str) -> list[tuple[str, Event]]:
    """The events of an evening, in JSON Lines or in notation (`engine.notation`); content decides.

    Returns:
        (``"line 7"``, in notation ``"line 7 column 3"``; event) of each event; unknown types
        are left out.

    Raises:
        BadInput: a broken line, a number given to two events, or no event at all.
    """
    written = text_of(text, where, "a log or a notation") if isinstance(text, bytes) else text
    read = notation.read if notation.looks_like(written) else _one_a_line
    events: list[tuple[str, Event]] = []
    numbers: dict[int, str] = {}
    for place, event in read(written, where):
        if event.seq is not None and numbers.setdefault(event.seq, place) != place:
            earlier = numbers[event.seq]
            raise BadInput(f"{where} {place}: seq {event.seq} is already that of {earlier}")
        events.append((place, event))
    if not events:
        raise BadInput(f"{where}: no event in it, expected a log that begins with game_started")
    return events


def _one_a_line(text: str, where: str) -> Iterator[tuple[str, Event]]:
    """The place and the event of each line of JSON Lines; players are called as at their table."""
    seated = Called(())
    for number, value in json_lines(text, where):
        place = f"line {number}"
        if isinstance(value, dict):
            names = list(players_of(value))
            seated = Called(names) if names else seated
            value = renamed(value, seated)
        event = from_json(value, f"{where} {place}")
        if event is not None:
            yield place, event


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a log comes to after one of its rounds, or at its end.

    Attributes:
        settlement: of the round; None at the end of the log.
        balances: chips by player: the stock told at the start (else 0) and all nets so far.
        handed: what the round asks people to hand over (`engine.evening.dues`), but at Nap.
        reasons: why the settlement says what it says.
        alerts: the cards that somebody in this round was bound to lay and kept.
        end: the evening reckoned up, as if people had stopped there; None after a round.
    """

    settlement: AnySettlement | None
    balances: Mapping[str, int]
    handed: tuple[Handover, ...] = ()
    reasons: tuple[Reason, ...] = ()
    alerts: tuple[Alert, ...] = ()
    end: Reckoning | None = None


def settle(text: str | bytes, where: str) -> Iterator[Outcome]:
    """Settle every round of a log.

    Args:
        text: the log, as `read_events` reads it.
        where: its name.

    Yields:
        One outcome per round, then one for the whole log.

    Raises:
        BadInput: a broken line, an event against the rules, or a round that is not over though
            nobody ended the evening; what was settled before it has been yielded.
    """
    events = read_events(text, where)
    try:
        in_force = game.in_force([event for _, event in events])
    except game.IllegalCorrection as error:
        raise BadInput(f"{where} {events[error.position][0]}: {error} (rule: {error.rule})") from None
    at = {id(event): _stands_at(events, place, event) for place, event in in_force}
    state: Any = None
    teller = _Teller()
    waiting = False  # what comes before the next round may still change the last one's settlement
    for place, event in in_force:
        refused = None
        try:
            after = game.apply(state, event)
            if isinstance(event, GameStarted):
                teller.begin(event)
        except IllegalEvent as error:
            refused = BadInput(f"{where} {_told_at(error, event, at)}")
        except BadInput as error:
            refused = BadInput(f"{where} {at[id(event)]}: {error}")
        if waiting and (refused is not None or isinstance(event, RoundStarted)):
            yield teller.round(state)
            waiting = False
        if refused is not None:
            raise refused
        teller.take(state, event, after, place + 1 if event.seq is None else event.seq)
        waiting = waiting or (state is not None and len(after.settlements) > len(state.settlements))
        state = after
    if waiting:
        yield teller.round(state)
    lacking = "no game has started" if state is None else game.module_of(state).unsettled(state)
    # People may stop in the middle of a round, which then does not count.
    if lacking is not None and (state is None or stopped(event for _, event in in_force) is None):
        raise BadInput(f"{where} {events[-1][0]}: the log ends here, but {lacking}")
    end = reckon([event for _, event in in_force], state, closed=True)
    yield Outcome(None, _balances(state), end=end)


def _stands_at(events: Sequence[tuple[str, Event]], place: int, event: Event) -> str:
    """``line 7``, or ``line 7 (corrected in line 9)`` of an event that stands in place of another."""
    written, wrong = events[place]
    for corrected_in, correction in reversed(events) if event is not wrong else ():
        right = correction.replacement if isinstance(correction, Corrected) else None
        while isinstance(right, Corrected):
            right = right.replacement
        if right is not None and replace(right, seq=event.seq, t=event.t) == event:
            return f"{written} (corrected in {corrected_in})"
    return written


def _told_at(error: IllegalEvent, event: Event, at: Mapping[int, str]) -> str:
    """``line 7: … (rule: sequence)``; with the line of another event that shows it, if one does."""
    shown_by = f", {at[id(error.since)]}" if error.since is not None else ""
    return f"{at[id(error.event or event)]}: {error} (rule: {error.rule}{shown_by})"


def _balances(state: State) -> dict[str, int]:
    return dict(zip(state.players, state.balances, strict=True))


class _Teller:
    """Tells what each settled round of a log comes to, and keeps count of everybody's pieces."""

    def __init__(self) -> None:
        self._value: Mapping[str, int] = {}
        self._counted: Purses | None = None
        self._wanted = overlooked.Wanted()
        self._overlooked: tuple[Alert, ...] = ()

    def take(self, before: Any, event: Event, after: Any, number: int) -> None:
        """An event, the states before and after it, and its number in the log: was a card overlooked?"""
        if isinstance(event, RoundStarted):
            self._overlooked = ()
        self._wanted.take(event, number)
        alerts = game.alerts(before, event, after)
        overlooked_alerts = [self._wanted.marked(each) for each in alerts if each.kind == overlooked.KIND]
        self._overlooked += tuple(each for each in overlooked_alerts if isinstance(each, Alert))

    def begin(self, begun: GameStarted) -> None:
        """People sit down.

        Raises:
            BadInput: their terms or chips are none.
        """
        stock = read_terms(begun.extra, "game_started").stock_chips
        self._value = chip_values(begun)
        board = game.find(begun.game, begun.rules, "game_started").BOARD
        if board and stock is not None and purses.countable(stock, self._value):
            self._counted = purses.sit_down(begun.players, stock, self._value, board)

    def round(self, state: Any) -> Outcome:
        """A round is settled."""
        last = state.settlements[-1]
        if self._counted is not None:
            antes = game.rules_of(state).antes(state, last.dealer)
            self._counted = purses.after_round(self._counted, last, antes)
        handed = handovers(last, self._counted, self._value)
        return Outcome(last, _balances(state), handed, explain(state), self._overlooked)
