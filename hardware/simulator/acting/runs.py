"""Runs: several cards of one player that follow each other, laid without taking the hand away.

Either one after the other, each pushed from under the palm and laid on the one before while the
fingers are hardly off it, or all at once as one fan.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.events import Called, CardPlayed, Event, RoundStarted
from hardware.simulator.acting.mishaps import Spot
from hardware.simulator.disturbances import Disturbances
from hardware.simulator.layout import turned
from hardware.simulator.stage.hands import Hands
from hardware.simulator.stage.script import Held, LayCard
from hardware.simulator.stage.stage import Stage, milliseconds

LONGEST = 8
"""Cards of one run; who lays more takes the hand away in between."""
INTERVALS = (0.25, 0.9)
"""Seconds from one card of a run to the next, at least and at most."""
_WIDEST = 5
"""Cards that are put down as one fan, at most."""
_CLOSE = 0.75
"""Share of the runs in which the fingers do not leave a card before the next one covers it."""
_ON_IT = (3.0, 15.0)
"""How far the fingertips go back then, mm: they reach about 20 mm over a card."""
_PALM = 78.0
"""How far behind its place at the fingertips a card comes out from under the palm, mm."""

Lies = Callable[[CardPlayed, LayCard, float | None], None]
"""Told of each card that came to lie, and the time of its truth; None: once no arm covers it."""


@dataclass(frozen=True, slots=True)
class Run:
    """Cards that one player lays in one go.

    Attributes:
        cards: as they follow each other.
        steps: seconds from each to the next, one fewer than cards; none: all lie at once, as one fan.
    """

    cards: tuple[CardPlayed, ...]
    steps: tuple[float, ...]


class Runs:
    """Decides which cards are laid as runs, and lays them.

    Args:
        seed: of the film.
        among: what is switched on.
        stage: where it happens.
        hands: who holds which cards.
    """

    def __init__(self, seed: object, among: Disturbances, stage: Stage, hands: Hands) -> None:
        self._on = among.runs
        self._hands = hands
        self._stage = stage
        self._die = random.Random(f"{seed}/runs")
        self._begins: dict[int, Run] = {}

    def plan(self, events: Sequence[Event], number: int, busy: Callable[[int], bool]) -> None:
        """Choose the runs of the round that begins at `events[number]`.

        Args:
            busy: whether something else happens to the card at a number; it is laid by itself then.
        """
        if not self._on:
            return
        begun: list[int] = []
        for n in range(number + 1, len(events)):
            if isinstance(events[n], RoundStarted):
                break
            event, before = events[n], events[n - 1]
            called = (
                isinstance(before, Called) and isinstance(event, CardPlayed) and before.card == event.card
            )
            goes_on = (
                begun
                and isinstance(event, CardPlayed)
                and not busy(n)
                and event.player == getattr(before, "player", None)
                and n == begun[-1] + 1
                and len(begun) < LONGEST
            )
            if goes_on:
                begun.append(n)
                continue
            self._choose(events, begun)
            begun = [n] if isinstance(event, CardPlayed) and not busy(n) and not called else []
        self._choose(events, begun)

    def _choose(self, events: Sequence[Event], numbers: Sequence[int]) -> None:
        if len(numbers) < 2 or self._die.random() < 0.1:
            return
        cards = tuple(event for n in numbers if isinstance(event := events[n], CardPlayed))
        steps: tuple[float, ...] = ()
        if len(cards) > _WIDEST or self._die.random() < 0.8:
            mean = self._die.uniform(0.3, 0.8)
            steps = tuple(
                min(max(self._die.gauss(mean, 0.12), INTERVALS[0]), INTERVALS[1]) for _ in cards[1:]
            )
        self._begins[numbers[0]] = Run(cards, steps)

    def at(self, number: int) -> Run | None:
        """The run that begins with the card at this number, if one does."""
        return self._begins.get(number)

    def lay(self, place: int, run: Run, spot: Spot, lies: Lies) -> None:
        """`place` lays a run.

        Args:
            spot: gives a place for each card, one after the other.
        """
        stage = self._stage
        began = stage.now
        downs = (
            self._one_by_one(place, run, spot, lies) if run.steps else self._as_fan(place, run, spot, lies)
        )
        stage.note_upset(
            "runs",
            began,
            stage.now,
            player=stage.name(place),
            cards=[event.card.code for event in run.cards],
            how="hand" if run.steps else "fan",
            down=[milliseconds(t) for t in downs],
        )

    def _one_by_one(self, place: int, run: Run, spot: Spot, lies: Lies) -> list[float]:
        stage, die = self._stage, self._die
        spots = [spot(place) for _ in run.cards]
        pace = stage.pace[place]
        stops = [stage.grip(place, spots[0][0])]
        # `visit` goes by the player's pace; the seconds between the cards of a run are meant as they are.
        glides, rests, lifts = [], [die.uniform(0.3, 0.5) * run.steps[0] * pace], [0.0]
        close = die.random() < _CLOSE
        for number, step in enumerate(run.steps, start=1):
            middle = spots[number][0]
            forward = stage.forward(place, middle)
            away = (
                die.uniform(*_ON_IT)
                if close
                else (14.0 + 70.0 * (step - INTERVALS[0])) * die.uniform(0.7, 1.2)
            )
            stops += [stops[-1] - forward * away, stage.grip(place, middle)]
            lifts += [die.uniform(12.0, 26.0), 0.0]
            hop = (step * pace - rests[-1]) / 2
            glides += [hop, hop]
            onward = run.steps[number] if number < len(run.steps) else 0.4
            rests += [0.0, die.uniform(0.3, 0.5) * onward * pace]
        z = stage.corners(*spots[0])[1]
        keys, arrivals, fetched = self._hands.visit(
            place, stops, glide=glides, rest=rests, z=[z + lift for lift in lifts]
        )
        downs = [arrivals[2 * number] + 0.04 for number in range(len(spots))]
        held, laid = [], []
        for number, (event, (middle, top)) in enumerate(zip(run.cards, spots, strict=True)):
            since, palm = fetched, None
            if number:
                since, palm = arrivals[2 * number - 1] - 0.02, stage.forward(place, middle) * -_PALM
            held.append(Held(event.card, top, since, downs[number], aside_first=palm))
            self._hands.take(place, [event.card], since)
            laid.append(LayCard(downs[number], event.card, *stage.corners(middle, top)))
            stage.put_down(laid[-1])
        stage.act(place, "hold", keys, held=held)
        for event, lying in zip(run.cards, laid, strict=True):
            # The next card covers it before the fingers have left it: it counts from when it lies.
            lies(event, lying, None if lying is laid[-1] else stage.frame_at(lying.t))
        return downs

    def _as_fan(self, place: int, run: Run, spot: Spot, lies: Lies) -> list[float]:
        stage, die = self._stage, self._die
        width, height = stage.card_size
        middle, top = spot(place)
        spots = [(middle, top)]
        if stage.layout.kind == "pile":
            middle = stage.layout.on_pile(middle - stage.layout.pile, (width, height * 1.3))
            step = die.uniform(8.0, 12.0)
            pivot = middle - top * height * 0.45
            turns = [(number - (len(run.cards) - 1) / 2) * step for number in range(len(run.cards))]
            spots = [(pivot + turned(top, turn) * height * 0.45, turned(top, turn)) for turn in turns]
        else:
            spots += [spot(place) for _ in run.cards[1:]]
        z = stage.corners(middle, top)[1]
        keys, (arrived,), since = self._hands.visit(
            place, [stage.grip(place, middle)], rest=die.uniform(0.15, 0.4), z=z
        )
        self._hands.take(place, [event.card for event in run.cards], since)
        down = arrived + 0.07
        held, laid = [], []
        for event, (where, points) in zip(run.cards, spots, strict=True):
            held.append(Held(event.card, points, since, down, aside=where - middle))
            laid.append(LayCard(down, event.card, *stage.corners(where, points)))
            stage.put_down(laid[-1])
        stage.act(place, "hold", keys, held=held)
        for event, lying in zip(run.cards, laid, strict=True):
            lies(event, lying, None)
        return [down] * len(laid)
