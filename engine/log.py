"""A log as text: its lines are events, its rounds are settled.

Every refusal names the line: ``soirée.jsonl line 7: …``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine import game, reading
from engine.errors import BadInput, IllegalEvent
from engine.events import Event, Settlement, from_json


def json_lines(text: str | bytes, where: str) -> Iterator[tuple[int, Any]]:
    """(line number from 1, value) of each line of JSON Lines that is not blank.

    Raises:
        BadInput: bytes that are no UTF-8 text, or a line that is no JSON.
    """
    written = _decoded(text, where) if isinstance(text, bytes) else text
    for number, line in enumerate(written.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            yield number, json.loads(line, parse_constant=_no_number)
        except (ValueError, RecursionError):
            shown = reading.shown(line.strip())
            raise BadInput(f"{where} line {number}: {shown} is no JSON, expected one event") from None


def _decoded(text: bytes, where: str) -> str:
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        number = text[: error.start].count(b"\n") + 1
        raise BadInput(f"{where} line {number}: not a text in UTF-8, expected JSON Lines") from None


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no JSON number")


def read_events(text: str | bytes, where: str) -> list[tuple[int, Event]]:
    """(line number, event) of each event of a log; unknown types are left out.

    Raises:
        BadInput: a broken line, a number given to two events, or no event at all.
    """
    events: list[tuple[int, Event]] = []
    numbers: dict[int, int] = {}
    for line, value in json_lines(text, where):
        try:
            event = from_json(value, f"{where} line {line}")
        except RecursionError:
            raise BadInput(f"{where} line {line}: nested too deeply, expected one event") from None
        if event is None:
            continue
        if event.seq is not None and numbers.setdefault(event.seq, line) != line:
            earlier = numbers[event.seq]
            raise BadInput(f"{where} line {line}: seq {event.seq} is already that of line {earlier}")
        events.append((line, event))
    if not events:
        raise BadInput(f"{where}: no event in it, expected a log that begins with game_started")
    return events


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a log comes to after one of its rounds, or at its end.

    Attributes:
        settlement: of the round; None at the end of the log.
        balances: chips by player: the stock told at the start (else 0) and all nets so far.
        chips: what each kind of chip is worth.
    """

    settlement: Settlement | None
    balances: Mapping[str, int]
    chips: Mapping[str, int]


def settle(text: str | bytes, where: str) -> Iterator[Outcome]:
    """Settle every round of a log.

    Args:
        text: the log, JSON Lines.
        where: its name.

    Yields:
        One outcome per round, then one for the whole log.

    Raises:
        BadInput: a broken line, an event against the rules, or a round that is not over; what
            was settled before it has been yielded.
    """
    events = read_events(text, where)
    try:
        told = game.in_force([event for _, event in events])
    except game.IllegalCorrection as error:
        raise BadInput(f"{where} line {events[error.position][0]}: {error} (rule: {error.rule})") from None
    state: Any = None
    settled = 0
    for place, event in told:
        try:
            state = game.apply(state, event)
        except IllegalEvent as error:
            raise BadInput(f"{where} line {events[place][0]}: {error} (rule: {error.rule})") from None
        except BadInput as error:
            raise BadInput(f"{where} line {events[place][0]}: {error}") from None
        if state is not None and len(state.settlements) > settled:
            settled += 1
            yield _outcome(state, state.settlements[-1])
    lacking = "no game has started" if state is None else game.module_of(state).unsettled(state)
    if lacking is not None:
        raise BadInput(f"{where} line {events[-1][0]}: the log ends here, but {lacking}")
    yield _outcome(state, None)


def _outcome(state: game.State, settlement: Settlement | None) -> Outcome:
    balances = dict(zip(state.players, state.balances, strict=True))
    return Outcome(settlement, balances, game.module_of(state).chip_values(state))
