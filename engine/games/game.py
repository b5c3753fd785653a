"""The games that the companion knows: one module each, found by game and preset.

A game is a module with a ``start`` and an ``apply``: the state is a pure fold over events. A
further game is one more module and one more line in `GAMES`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from engine.cards import Card
from engine.certainty import inferred
from engine.errors import BadInput, IllegalEvent
from engine.events import Alert, AntesSeen, AnySettlement, BoxTaken, Corrected, Event, GameStarted
from engine.games import avantcoureur, lindor, nain_jaune, nap


class State(Protocol):
    """What every game's state tells."""

    @property
    def players(self) -> tuple[str, ...]:
        """Names in playing order."""

    @property
    def balances(self) -> tuple[int, ...]:
        """Chips of each player, all settled rounds included."""

    @property
    def settlements(self) -> tuple[AnySettlement, ...]:
        """Of all finished rounds."""


class Game(Protocol):
    """What a game's module gives.

    Attributes:
        GAME, PRESET: its names in a log.
        DEAL: players → (cards each, talon).
        PART: the part of the page that shows it.
        TOLD: the events that people tell of a round.
        Evening: the type of its state (a `State`), which no other game has.
    """

    GAME: str
    PRESET: str
    DEAL: dict[int, tuple[int, int]]
    PART: str
    TOLD: tuple[type[Event], ...]

    @property
    def Evening(self) -> type[Any]: ...

    def start(self, event: GameStarted) -> Any:
        """The state (a `State`) before the first round."""

    def apply(self, evening: Any, event: Event) -> Any:
        """The state after one more event; raises `IllegalEvent`."""

    def read_options(self, told: Mapping[str, object], where: str) -> Any:
        """House rules checked; raises `BadInput`."""

    def left(self, evening: Any) -> dict[str, int]:
        """Chips that the last settled round left in each box (pool, kitty), by its name in a log."""

    def held_now(self, evening: Any) -> tuple[dict[str, int], dict[str, int]]:
        """Chips of each player and in each box now, the round in progress included."""

    def next_antes(self, evening: Any) -> dict[str, int]:
        """What each player must place before the next round; who places nothing is left out."""

    def next_dealer(self, evening: Any) -> str | None:
        """Who deals the next round; None before the first."""

    def unsettled(self, evening: Any) -> str | None:
        """What the round in progress still lacks, None when no round is in progress."""


class Law(Game, Protocol):
    """What a game gives besides whose cards the camera referees: its law of laying them.

    Its state is a `nain_jaune.Evening`.
    """

    def rule_broken(self, evening: Any, place: int, card: Card) -> str | None:
        """The rule that forbids the player at ``place`` to lay ``card`` now, None: he may."""

    def why_not(self, evening: Any, player: str, card: Card) -> IllegalEvent | None:
        """The same with words for people."""

    def wanted(self, evening: Any) -> int | None:
        """The rank (2–13) that goes on; None where any card starts anew."""

    def asked_round(self, evening: Any) -> tuple[tuple[Card, ...], ...]:
        """The cards that go on, in the order in which they are asked round; none on a start anew."""

    def asked(self, evening: Any) -> tuple[str, ...]:
        """Who is asked, in turn, whether he goes on; none on a start anew."""

    def may_go_on(self, evening: Any) -> tuple[str, ...]:
        """Who may lay the next card: those asked, then others who may lay all the same."""

    def may_pass(self, evening: Any, player: str, card: Card) -> bool:
        """Whether this player, asked, who holds this card that goes on, may keep it all the same."""

    def passed(self, evening: Any, place: int, card: Card) -> tuple[int, ...]:
        """Cards that each player was asked for in vain if ``card`` comes now, as `cards.BIT`s."""

    def suited(self, evening: Any) -> bool:
        """Whether a sequence keeps to one suit."""

    def settled(self, evening: Any, now: Any) -> Any:
        """The evening with this round, paid once every loser has shown his hand."""

    def sequence(self, evening: Any) -> tuple[tuple[str, Card], ...]:
        """(player, card) of the run that the last card belongs to."""


REFEREED: Mapping[tuple[str, str], Law] = {
    (lindor.GAME, lindor.PRESET): lindor,
    (avantcoureur.GAME, avantcoureur.PRESET): avantcoureur,
}
"""The games that a camera can follow."""
GAMES: Mapping[tuple[str, str], Game] = {**REFEREED, (nap.GAME, nap.PRESET): nap}
_OF_STATE: Mapping[type[Any], Game] = {module.Evening: module for module in GAMES.values()}
_LAW_OF: Mapping[type[Any], Law] = {module.Evening: module for module in REFEREED.values()}


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

    Before it only evidence and alerts may come; they change nothing.

    Raises:
        IllegalEvent: the event breaks a rule of the game.
        BadInput: an unknown game, preset or option.
    """
    if state is None:
        if isinstance(event, GameStarted):
            return find(event.game, event.rules, "game_started").start(event)
        if isinstance(event, AntesSeen | BoxTaken | Alert | AnySettlement):
            return None
        raise IllegalEvent("game", "the first event must be game_started")
    told = inferred(event)
    if told and isinstance(state, nain_jaune.Evening):
        state = nain_jaune.resting_on(state, told)
    return module_of(state).apply(state, event)


def refereed(game: str, rules: str, where: str) -> Law:
    """The module of a preset whose cards the camera can follow.

    Raises:
        BadInput: we do not know that game or preset, or it is played without a camera.
    """
    find(game, rules, where)
    if (game, rules) not in REFEREED:
        known = ", ".join(f"{name} / {preset}" for name, preset in REFEREED)
        raise BadInput(f"{where}: the camera cannot follow game {game!r} with rules {rules!r}, only {known}")
    return REFEREED[game, rules]


def followed(game: str, rules: str) -> bool:
    """Whether a camera can follow the cards of a preset; else people tell what is laid."""
    return (game, rules) in REFEREED


def module_of(state: Any) -> Game:
    """The game module whose state this is."""
    return _OF_STATE[type(state)]


def law_of(evening: Any) -> Law:
    """The law by which cards are laid in a `nain_jaune.Evening`."""
    return _LAW_OF[type(evening)]


def fold(events: Iterable[Event], state: Any = None) -> Any:
    """The state after all events, corrections done; ``state``: before them, None before `GameStarted`.

    Raises:
        IllegalEvent, BadInput: as `apply`.
    """
    for _, event in in_force(list(events)):
        state = apply(state, event)
    return state


class IllegalCorrection(IllegalEvent):
    """A `Corrected` whose target is no earlier event.

    Attributes:
        position: its place in the list of events, from 0.
    """

    def __init__(self, position: int, target: int) -> None:
        super().__init__("correction", f"there is no earlier event {target} to correct")
        self.position = position


def in_force(events: Sequence[Event]) -> list[tuple[int, Event]]:
    """The events with every `Corrected` carried out and left out.

    An event's number is its ``seq``, or its place from 1 where the log has none. Later
    corrections go before earlier ones, and a correction can itself be corrected: undoing an
    undo brings the first event back.

    Returns:
        (place in ``events`` from 0, event); a replacement stands in the place, and has the
        number and the time, of what it replaces.

    Raises:
        IllegalCorrection: a correction whose target is no earlier event.
    """
    if not any(isinstance(event, Corrected) for event in events):
        return list(enumerate(events))
    numbers = [place if event.seq is None else event.seq for place, event in enumerate(events, start=1)]
    places = {number: place for place, number in enumerate(numbers)}
    now: list[Event | None] = list(events)
    decided: set[int] = set()
    for place in reversed(range(len(events))):
        event = now[place]
        if isinstance(event, Corrected):
            target = places.get(event.target, place)
            if target >= place:
                raise IllegalCorrection(place, event.target)
            if target not in decided:
                decided.add(target)
                now[target] = _instead(events[target], event.replacement, event.target)
            now[place] = None
    return [(place, event) for place, event in enumerate(now) if event is not None]


def _instead(wrong: Event, right: Event | None, number: int) -> Event | None:
    if right is None:
        return None
    return replace(right, seq=number, t=wrong.t if right.t is None else right.t)
