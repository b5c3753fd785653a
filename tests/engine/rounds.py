"""Rounds for tests: random ones, and lists of events that become states."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from engine import notation
from engine.cards import Card, parse_card
from engine.errors import IllegalEvent
from engine.events import Called, CardPlayed, Event, GameStarted, HandShown, RoundStarted
from engine.games import game
from engine.games.at_random import play
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


def random_evening(
    rng: Random, players: int, rounds: int, options: dict[str, object], habits: play.Habits = play.USUAL
) -> Iterator[Event]:
    """The events of an evening, with calls early, late and by the wrong people strewn in."""
    names = NAMES[:players]
    first: Event = GameStarted("nain-jaune", "lindor", options, names, dict.fromkeys(names, 10_000))
    state = game.apply(None, first)
    yield first
    dealer = rng.choice(names)
    for _ in range(rounds):
        events: list[Event] = [RoundStarted(dealer)]
        state = game.apply(state, events[0])
        dealt = play.deal(players, rng)
        steps = []
        held = [list(hand) for hand in dealt.hands]
        while 0 not in state.round.left:
            step = play.next_step(state, held, rng, habits)
            steps.append(step)
            held[names.index(step.player)].remove(step.card)
            for event in _strewn(step, rng, names):
                events.append(event)
                state = game.apply(state, event)
        shown = list(play.left_in_hand(names, dealt.hands, steps))
        rng.shuffle(shown)
        for event in shown:
            state = game.apply(state, event)
        yield from (*events, *shown)
        dealer = names[(names.index(dealer) - 1) % players]


def _strewn(step: play.Step, rng: Random, names: tuple[str, ...]) -> list[Event]:
    """A step's events: its call before or after the card, now and then a call for nothing."""
    events = list(step.events())
    if len(events) == 2 and rng.random() < 0.3:
        events.reverse()
    if rng.random() < 0.05:
        card = rng.choice(cards("TD JC QS KH 7D 5C"))
        if card != step.card:
            events.insert(rng.randrange(len(events) + 1), Called(rng.choice(names), card, "voice"))
    return events
