"""The games that the companion knows: one module each, found by game and preset.

What a game's module gives is told by `engine.games.game_rules`. A further game of ours is one more module and
one more line in `REFEREED`, and one in `GAMES` where a log is told by another one; one from elsewhere is
handed in by `register`, before any evening begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from engine import boards
from engine.certainty import inferred
from engine.errors import BadInput, IllegalEvent
from engine.events import (
    Alert,
    AntesSeen,
    AnySettlement,
    BoxTaken,
    Called,
    CardPlayed,
    Corrected,
    Event,
    GameStarted,
    HandShown,
)
from engine.games import avantcoureur, lindor, nap, nap_rules
from engine.games.game_rules import Game, GameRules, lacking

REFEREED: dict[tuple[str, str], GameRules] = {
    (lindor.GAME, lindor.PRESET): lindor,
    (avantcoureur.GAME, avantcoureur.PRESET): avantcoureur,
    (nap.GAME, nap.PRESET): nap_rules,
}
"""Every game: by which rules what a camera sees is taken …"""
GAMES: dict[tuple[str, str], Game] = {**REFEREED, (nap.GAME, nap.PRESET): nap}
"""… and by which module a log is told."""
OF_EVERY_GAME = CardPlayed, Called, HandShown
"""What people tell of any game: each has a tap of its own."""
_OF_STATE: dict[type[Any], Game] = {module.Evening: module for module in GAMES.values()}
_RULES_OF: dict[type[Any], GameRules] = {module.Evening: module for module in REFEREED.values()}


def register(*games: GameRules) -> None:
    """Take in games from elsewhere, all or none, before any evening begins.

    Raises:
        BadInput: a preset of that name is known already, or one does not give all that is asked.
    """
    fresh = [rules for rules in games if GAMES.get((rules.GAME, rules.PRESET)) is not rules]
    known = {preset for _, preset in GAMES}
    for rules in fresh:
        if rules.PRESET in known:
            raise BadInput(
                f"game {rules.GAME!r} with rules {rules.PRESET!r}: rules of that name are known already"
            )
        if wanting := lacking(rules):
            raise BadInput(
                f"game {rules.GAME!r} with rules {rules.PRESET!r}: its law lacks {', '.join(wanting)}"
            )
        known.add(rules.PRESET)
    for rules in fresh:
        GAMES[rules.GAME, rules.PRESET] = REFEREED[rules.GAME, rules.PRESET] = rules
        _OF_STATE[rules.Evening] = _RULES_OF[rules.Evening] = rules
        boards.register(rules.BOARD)


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
    inferences = inferred(event)
    if inferences:
        state = rules_of(state).resting_on(state, inferences)
    return module_of(state).apply(state, event)


def refereed(game: str, rules: str, where: str) -> GameRules:
    """The rules by which what a camera sees of a preset is taken.

    Raises:
        BadInput: we do not know that game or preset.
    """
    find(game, rules, where)
    return REFEREED[game, rules]


def game_of(rules: str) -> str:
    """The game of a preset, by the preset's name alone: no two games have one of the same name.

    Raises:
        BadInput: we do not know that preset.
    """
    for kind, preset in GAMES:
        if preset == rules:
            return kind
    raise BadInput(f"rules {rules!r} are not known, expected {', '.join(preset for _, preset in GAMES)}")


def told_besides(game: str, rules: str) -> tuple[type[Event], ...]:
    """What people tell of a preset, and of it alone: bids, say. No camera sees it.

    Raises:
        BadInput: we do not know that game or preset.
    """
    tellable = find(game, rules, "the table").TOLD
    return tuple(kind for kind in tellable if kind not in OF_EVERY_GAME)


def module_of(state: Any) -> Game:
    """The game module whose state this is."""
    return _OF_STATE[type(state)]


def rules_of(evening: Any) -> GameRules:
    """The rules by which cards that are seen are laid in an evening."""
    return _RULES_OF[type(evening)]


def alerts(before: Any, event: Event, after: Any) -> tuple[Alert, ...]:
    """What people should be told about an event applied (`GameRules.alerts`); nothing before the game."""
    return () if before is None else rules_of(before).alerts(before, event, after)


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
