"""A game of ours with a rule more: what a package needs to write for an option that we lack.

A further rule may forbid what the game allows and change what is paid; it cannot allow what is forbidden.
What it forbids it says once: people at random keep to it, and who may not lay a card has not kept it back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import make_dataclass
from types import SimpleNamespace
from typing import Any

from engine.cards import Card
from engine.errors import IllegalEvent
from engine.events import CardPlayed, Event, GameStarted, HandShown
from engine.games import stops
from engine.games.game_rules import GameRules
from engine.games.stops import place_of

Forbids = Callable[[Any, int, Card], str | None]
"""The name of the rule by which a player may not lay a card now (`GameRules.rule_broken`), or None."""
Settled = Callable[[Any, stops.Round], Any]
"""The evening with a round, paid once every loser has shown his hand (`GameRules.settled`)."""


def variant(
    base: Any, preset: str, options: type, *, forbids: Forbids | None = None, settled: Settled | None = None
) -> GameRules:
    """The rules of another game with more options.

    Args:
        base: `engine.games.lindor` or `engine.games.avantcoureur`.
        preset: the name of the preset that plays it, unique among all games.
        options: a frozen dataclass that inherits from ``base.Options`` and adds fields (`options.option`).
        forbids: the further rule of laying, asked where the base has none to say, and leaves somebody a card.
        settled: instead of the base's, which it may ask.
    """
    rules = SimpleNamespace(**vars(base))
    rules.PRESET, rules.Options = preset, options
    rules.Evening = make_dataclass(
        f"{preset}_Evening", [("options", options)], bases=(base.Evening,), frozen=True, slots=True
    )
    rules.settled = settled or base.settled

    def read_options(values: Mapping[str, object], where: str) -> Any:
        return base.read_options(values, where, options)

    def start(event: GameStarted) -> Any:
        return stops.sit_down(rules.Evening, read_options(event.options, "'options'"), event, base.DEAL)

    def rule_broken(evening: Any, place: int, card: Card) -> str | None:
        broken: str | None = base.rule_broken(evening, place, card)
        return broken or (forbids(evening, place, card) if forbids else None)

    def why_not(evening: Any, player: str, card: Card) -> IllegalEvent | None:
        why: IllegalEvent | None = base.why_not(evening, player, card)
        broken = None if why else rule_broken(evening, place_of(evening, player), card)
        return IllegalEvent(broken, f"{player} lays {card}, against {broken}") if broken else why

    def passed(evening: Any, place: int, card: Card) -> tuple[int, ...]:
        return stops.able(evening, base.passed(evening, place, card), rule_broken)

    def apply(evening: Any, event: Event) -> Any:
        if isinstance(event, CardPlayed) and (refusal := why_not(evening, event.player, event.card)):
            raise refusal
        if isinstance(event, CardPlayed):
            return stops.excused(evening, base.apply(evening, event), rule_broken)
        if isinstance(event, HandShown):
            shown = stops.show_hand(evening, event)
            return evening if shown is None else rules.settled(evening, shown)
        return base.apply(evening, event)

    for given in (read_options, start, rule_broken, why_not, passed, apply):
        setattr(rules, given.__name__, given)
    return rules
