"""The games that the companion knows: one module each, found by game and preset.

A game is a module with a ``start`` and an ``apply``: the state is a pure fold over events. A
further game is one more module and one more line in `GAMES`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from engine import lindor
from engine.errors import BadInput, IllegalEvent
from engine.events import Corrected, Event, GameStarted, Settlement


class State(Protocol):
    """What every game's state tells."""

    @property
    def players(self) -> tuple[str, ...]:
        """Names in playing order."""

    @property
    def balances(self) -> tuple[int, ...]:
        """Chips of each player, all settled rounds included."""

    @property
    def settlements(self) -> tuple[Settlement, ...]:
        """Of all finished rounds."""


class Game(Protocol):
    """What a game's module gives."""

    GAME: str
    PRESET: str
    DEAL: dict[int, tuple[int, int]]

    def start(self, event: GameStarted) -> Any:
        """The state (a `State`) before the first round."""

    def apply(self, evening: Any, event: Event) -> Any:
        """The state after one more event; raises `IllegalEvent`."""

    def read_options(self, told: Mapping[str, object], where: str) -> Any:
        """House rules checked; raises `BadInput`."""

    def unsettled(self, evening: Any) -> str | None:
        """What the round in progress still lacks, None when no round is in progress."""


GAMES: Mapping[tuple[str, str], Game] = {(lindor.GAME, lindor.PRESET): lindor}


def find(game: str, rules: str, where: str) -> Game:
    """The module that plays a preset.

    Raises:
        BadInput: we do not know that game or preset.
    """
    if (game, rules) not in GAMES:
        known = ", ".join(f"{name} / {preset}" for name, preset in GAMES)
        raise BadInput(f"{where}: game {game!r} with rules {rules!r} is not known, expected {known}")
    return GAMES[game, rules]


def apply(state: Any, event: Event) -> Any:
    """The state after one more event of any game; ``state`` None before `GameStarted`.

    Raises:
        IllegalEvent: the event breaks a rule of the game.
        BadInput: an unknown game, preset or option.
    """
    if state is None:
        if isinstance(event, GameStarted):
            return find(event.game, event.rules, "game_started").start(event)
        raise IllegalEvent("game", "the first event must be game_started")
    return module_of(state).apply(state, event)


def module_of(state: Any) -> Game:
    """The game module whose state this is."""
    for game in GAMES.values():
        if isinstance(state, game.Evening):  # type: ignore[attr-defined]
            return game
    raise TypeError(f"{type(state).__name__} is the state of no game")


def fold(events: Iterable[Event]) -> Any:
    """The state after all events, corrections done; None when there are none.

    Raises:
        IllegalEvent, BadInput: as `apply`.
    """
    state = None
    for event in corrected(list(events)):
        state = apply(state, event)
    return state


def corrected(events: list[Event]) -> list[Event]:
    """The events with every `Corrected` carried out and left out.

    An event's number is its ``seq``, or its place from 1 where the log has none. Later
    corrections go before earlier ones, and a correction can itself be corrected: undoing an
    undo brings the first event back.

    Raises:
        IllegalEvent: a correction whose target is no earlier event.
    """
    if not any(isinstance(event, Corrected) for event in events):
        return events
    numbers = [place if event.seq is None else event.seq for place, event in enumerate(events, start=1)]
    instead: dict[int, Event | None] = {}
    earlier = set(numbers)
    for number, told in zip(reversed(numbers), reversed(events), strict=True):
        earlier.discard(number)
        event = instead.get(number, told)
        if isinstance(event, Corrected):
            if event.target not in earlier:
                raise IllegalEvent(
                    "correction", f"there is no event {event.target} before {number} to correct"
                )
            instead.setdefault(event.target, event.replacement)
            instead[number] = None
    kept = (instead.get(number, event) for number, event in zip(numbers, events, strict=True))
    return [event for event in kept if event is not None]
