"""Why a settlement says what it says: each of its lines with the rule that made it.

A `Reason` is free of any language: the name of a rule, who gains or loses how much by it, what
was counted, and the options and sources on which the rule stands. What a player's reasons bring
him adds up to his net. The words are `companion_api.saying.words`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.cards import Card
from engine.games.options import declared


class Counted(NamedTuple):
    """A card or its box, and what it counts or holds."""

    card: Card
    chips: int


Fact = int | str | Card | tuple[Counted, ...]


@dataclass(frozen=True, slots=True)
class Ground:
    """What a rule stands on.

    Attributes:
        option: its name (`engine.games.options.Choice`); None for what no option changes.
        value: the option's, under which the round was played.
        sources: keys of those that tell this value (`engine.games.sources`), none where it is our own choice.
    """

    option: str | None
    value: str | None
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """One line of an explanation.

    Attributes:
        rule: a stable name, e.g. ``bete``, ``points``, ``opera_one_go``.
        player: whose line it is, None: a box's.
        chips: what it brings him, below 0 what it costs him; 0 where a rule moves nothing.
        other: the player whom it brings the opposite; None: a box, the pool or nobody.
        facts: what was counted, by name: ``card``, ``cards`` and their worth, ``owed``…
        grounds: the options that decided.
    """

    rule: str
    player: str | None
    chips: int = 0
    other: str | None = None
    facts: Mapping[str, Fact] = field(default_factory=dict)
    grounds: tuple[Ground, ...] = ()


def gain(reasons: Iterable[Reason], player: str) -> int:
    """What the reasons bring a player in all: his net, when they explain one settlement."""
    return sum(reason.chips * ((reason.player == player) - (reason.other == player)) for reason in reasons)


def grounds(options: object, *names: str) -> tuple[Ground, ...]:
    """The grounds on which the options of these names stand, as they are set."""
    choices = declared(type(options))
    values = ((name, str(getattr(options, name))) for name in names)
    return tuple(Ground(name, value, choices[name].told_by(value)) for name, value in values)


def departures(options: object, *names: str) -> tuple[Ground, ...]:
    """The grounds of those of these options that are not as usual: what decided besides, where it did."""
    choices = declared(type(options))
    return grounds(
        options, *(each for each in names if str(getattr(options, each)) != str(choices[each].default))
    )


def reason_json(reason: Reason) -> dict[str, Any]:
    """A reason as a JSON object: ``rule, player, chips``, ``other`` where there is one, the facts,
    and ``because``: ``[{option, value, sources}]``."""
    line: dict[str, Any] = {"rule": reason.rule, "player": reason.player, "chips": reason.chips}
    if reason.other is not None:
        line["other"] = reason.other
    line.update((name, _plain(fact)) for name, fact in reason.facts.items())
    line["because"] = [
        {"option": each.option, "value": each.value, "sources": list(each.sources)} for each in reason.grounds
    ]
    return line


def _plain(fact: Fact) -> Any:
    if isinstance(fact, int | str):
        return fact
    if isinstance(fact, Card):
        return fact.code
    return [{"card": each.card.code, "chips": each.chips} for each in fact]
