"""A game of tricks acted out: bids told by people, a card of each, and the trick gathered by who won it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from engine.cards import DECK, Card
from engine.events import CardPlayed, Event, Exchanged, Fined, RoundStarted, to_json
from engine.games import nap_deal
from hardware.simulator.acting.deal import lay_packet, take_together
from hardware.simulator.acting.director import Director
from hardware.simulator.layout import BAND, turned
from hardware.simulator.stage.script import Held, LayCard, TakeAway

_TOWARDS = (34.0, 78.0)
"""How far from the middle of the table towards himself a player lays his card, mm."""
_HEAP = 44.0
"""From the end of a player's stretch of the edge to the middle of his first trick, mm."""
_NEXT_TRICK = 5.0
"""Between two tricks of one heap, which lie crosswise so that they can be counted, mm."""
_DISPUTE = (1.5, 4.0)
"""Seconds in which a revoke is found and owned up to."""
_NEAR = 170.0
"""Cards so near to each other are picked up with one reach, mm."""


class Tricks(Director):
    """Directs a game in which each lays one card and whoever wins them gathers them.

    Where cards go on one pile (`Layout.kind`), they are laid in the middle, each towards its player; else
    each lies before its player.
    """

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._heaps: dict[int, list[list[LayCard]]] = {}

    def _act(self, events: Sequence[Event], number: int, before: Any, after: Any) -> None:
        event = events[number]
        if not isinstance(event, CardPlayed):
            if isinstance(event, Fined) and after.round.laid:
                self._see_revoke(event, after.round.laid[-1].card)
            self._say(event)
            if isinstance(event, Exchanged):
                self._exchange(after.players.index(event.player), after.round.dealer)
            return
        self._play(events, number, before)
        deal = nap_deal.look(after)
        if deal is not None and deal.tricks[-1].winner is not None:
            self._gather(after.players.index(deal.tricks[-1].winner))

    def _start_round(self, before: Any, event: RoundStarted, evening: Any) -> None:
        stage = self._stage
        if before.round is not None:
            self._clear_table(evening.players.index(event.dealer))
            self._say(event)
            stage.note(stage.now, "round_started", dealer=event.dealer)
        stage.now += 0.5

    def _see_revoke(self, event: Fined, card: Card) -> None:
        """All look at the card that shows somebody to have revoked, until he pays."""
        stage = self._stage
        stage.note(stage.now, "revoked", player=event.player, card=card.code)
        stage.now += stage.rng.uniform(*_DISPUTE) / stage.style.pace

    def _say(self, event: Event) -> None:
        """People say it, and somebody taps what was said."""
        stage = self._stage
        stage.now += stage.rng.uniform(0.6, 1.8) / stage.style.pace
        line = {name: value for name, value in to_json(event).items() if name != "seq"}
        self._calls.append({**line, "t": round(stage.now, 2)})
        stage.now += stage.rng.uniform(0.2, 0.6)

    def _exchange(self, place: int, dealer: int) -> None:
        """The dealer hands somebody as many cards as he buys or takes, face down, and nothing is laid."""
        stage = self._stage
        if place == dealer:
            return
        seat = stage.layout.seats[place]
        there = stage.grip(dealer, seat.edge - seat.outward * BAND / 3)
        keys, (arrived,) = stage.visit(dealer, [there], rest=0.35, z=40.0)
        top = stage.forward(dealer, there)
        stage.act(dealer, "hold", keys, held=[Held(DECK[0], top, 0.0, arrived + 0.25, back=True)])

    def _spot(self, place: int) -> tuple[np.ndarray, np.ndarray]:
        """Where a player's card of this trick goes, and in which direction its top points."""
        stage = self._stage
        seat, person, rng = stage.layout.seats[place], stage.people[place], stage.rng
        twist = rng.gauss(0, stage.style.twist * person.scatter)
        if stage.layout.kind == "pile":
            way = seat.edge - seat.outward * BAND - stage.layout.pile
            towards = way / np.linalg.norm(way) * min(rng.uniform(*_TOWARDS), float(np.linalg.norm(way)))
            scatter = stage.style.scatter * person.scatter * 0.6
            middle = stage.layout.pile + towards + [rng.gauss(0, scatter) for _ in "xy"]
            top = turned(stage.forward(place, middle), twist)
        else:
            middle, top = self._in_band(seat, rng.gauss(0, 6), rng.gauss(0, 2.0) + self._mishaps.askew(place))
        return middle, top if rng.random() < 0.5 else -top

    def _gather(self, winner: int) -> None:
        """Whoever won a trick draws its cards together and puts them down before him, face down."""
        stage = self._stage
        stage.now += stage.rng.uniform(0.3, 1.2) / stage.style.pace
        reaches = self._reaches(winner)
        spot = self._heap_spot(winner)
        middles = [np.mean([each.corners.mean(0) for each in near], axis=0) for near in reaches]
        stops = [stage.grip(winner, middle) for middle in [*middles, spot[0]]]
        ways = [float(np.linalg.norm(then - one)) for one, then in pairwise(stops)]
        keys, arrivals = stage.visit(
            winner, stops, glide=[0.2 + way / 1700 for way in ways], rest=0.22, z=6.0, lift=14.0
        )
        down = arrivals[-1] + 0.1
        for near, arrived in zip(reaches, arrivals, strict=False):
            stage.changes.append(TakeAway(arrived + 0.1, frozenset(each.card for each in near)))
        cards = [each.card for near in reaches for each in near]
        turned_over = arrivals[-2] + 0.6 * (arrivals[-1] - arrivals[-2])
        held = Held(cards[0], spot[1], arrivals[0] + 0.1, down, turned=turned_over)
        stage.act(winner, "hold", keys, held=[held])
        stage.lying = []
        before = len(stage.face_down)
        lay_packet(stage, stage.rng, cards, spot, down)
        self._heaps.setdefault(winner, []).append(stage.face_down[before:])
        stage.move(down, cards, "table", winner)
        free = stage.free(stage.face_down[-1].corners, 0.0, down)
        stage.note(free, "trick_taken", player=stage.name(winner), cards=[card.code for card in cards])

    def _reaches(self, winner: int) -> list[list[LayCard]]:
        """The cards of a trick, those picked up with one reach together, farthest from who won it first."""
        edge = self._stage.layout.seats[winner].edge
        left = sorted(self._stage.lying, key=lambda each: -float(np.linalg.norm(each.corners.mean(0) - edge)))
        reaches = []
        while left:
            first = left[0].corners.mean(0)
            near = [each for each in left if np.linalg.norm(each.corners.mean(0) - first) < _NEAR]
            left = [each for each in left if not any(each is other for other in near)]
            reaches.append(near)
        return reaches

    def _heap_spot(self, place: int) -> tuple[np.ndarray, np.ndarray]:
        """Where a player's next trick lies, and where its cards' tops point: crosswise on the one before."""
        seat, count = self._stage.layout.seats[place], len(self._heaps.get(place, []))
        aside = seat.along * max(seat.width / 2 - _HEAP, 0.0)
        middle = seat.edge + aside - seat.outward * (BAND / 2 + _NEXT_TRICK * (count - 1))
        return middle, seat.along if count % 2 else -seat.outward

    def _clear_table(self, dealer: int) -> None:
        """The dealer takes the heaps together, one after the other."""
        stage = self._stage
        for heap in self._heaps.values():
            lying = [each for trick in heap for each in trick]
            take_together(stage, dealer, lying, rest=0.3, z=6.0)
            gone = {id(each) for each in lying}
            stage.face_down = [each for each in stage.face_down if id(each) not in gone]
        self._heaps = {}
        self._deal.gather(dealer)
        stage.now += 1.5
