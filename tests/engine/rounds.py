"""Rounds for tests: random ones, and lists of events that become states."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine import notation
from engine.cards import Card, parse_card
from engine.errors import IllegalEvent
from engine.events import Called, CardPlayed, Event, GameStarted, HandShown, RoundStarted
from engine.games import game
from engine.games.stops import Evening

GOLDEN = Path(__file__).parent / "golden"
NAMES = ("Ana", "Bruno", "Chloé", "David", "Eve", "Fanny", "Gil", "Hugo")


def cards(text: str) -> tuple[Card, ...]:
    """Cards from their codes, separated by blanks."""
    return tuple(parse_card(code) for code in text.split())


def begun(players: int = 3, dealer: str = "Ana", rules: str = "lindor", **options: object) -> Evening:
    """The first round of an evening, nothing laid; Bruno leads when Ana has dealt."""
    return game.fold([GameStarted("nain-jaune", rules, options, NAMES[:players]), RoundStarted(dealer)])


def golden(name: str, **options: object) -> list[Event]:
    """The golden round as events; house rules may be changed."""
    text = (GOLDEN / f"{name}.round").read_text(encoding="utf-8")
    first, *rest = (event for _, event in notation.read(text, name))
    return [replace(first, options={**first.options, **options}), *rest]


def refused(evening: Evening, moves: str) -> str:
    """The rule that the moves (as in `after`) break."""
    with pytest.raises(IllegalEvent) as error:
        after(evening, moves)
    return error.value.rule


def after(evening: Evening, moves: str) -> Evening:
    """The state after moves such as ``"Bruno 9D | Bruno calls TD | Ana TD | Ana shows 3C KH"``."""
    for move in filter(None, (move.strip() for move in moves.split("|"))):
        player, what, *rest = move.split()
        if what == "calls":
            event: Event = Called(player, parse_card(rest[0]), "tap")
        elif what == "shows":
            event = HandShown(player, cards(" ".join(rest)))
        else:
            event = CardPlayed(player, parse_card(what))
        evening = game.apply(evening, event)
    return evening
