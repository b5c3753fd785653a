"""Who holds which cards while a film is planned: fans over the table's edge that shrink card by card.

Where nobody holds cards in the picture, cards come from outside it and nothing of this happens.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from engine.cards import Card
from engine.events import CardPlayed, Event, HandShown, RoundStarted
from hardware.simulator.disturbances import Disturbances
from hardware.simulator.drawing.view import View
from hardware.simulator.layout import BAND, Layout, turned
from hardware.simulator.people.held import Fan, Hand, at, level
from hardware.simulator.stage.script import HoldCards, Key
from hardware.simulator.stage.stage import Stage, each, meet, milliseconds

COMES = 0.6
"""Seconds in which a hand with cards comes into the picture."""
GOES = 0.45
"""Seconds in which it goes."""
_NEAR_PILE = 105.0
"""So far around the pile's middle a fan hides nothing, mm: there cards are laid."""
_FARTHEST = 400.0
"""How far beyond the table's edge cards are held at most, mm: far outside the picture."""
_WIDEST = 95.0
"""Degrees between the first and the last card of a fan, at most."""
_SHOWN_WAY = 320.0
"""How far a hand with cards comes and goes, mm."""


def dealt(events: Sequence[Event], number: int) -> dict[str, list[Card]]:
    """The cards that each player holds at the beginning of the round that `events[number]` starts."""
    held: dict[str, list[Card]] = {}
    for event in events[number + 1 :]:
        if isinstance(event, RoundStarted):
            break
        if isinstance(event, CardPlayed):
            held.setdefault(event.player, []).append(event.card)
        elif isinstance(event, HandShown):
            held.setdefault(event.player, []).extend(event.cards)
    return held


@dataclass(slots=True)
class _Holding:
    """What one player holds now, and how."""

    hand: Hand
    cards: list[Card]
    seen: bool


class Hands:
    """Follows the cards in the players' hands, and writes down who holds which.

    Args:
        seed: of the film.
        among: what is switched on.
        stage: where it happens.
    """

    def __init__(self, seed: object, among: Disturbances, stage: Stage) -> None:
        self._on = among.held
        self._stage = stage
        self._die = random.Random(f"{seed}/held")
        self._holding: dict[int, _Holding] = {}
        self._grips: dict[int, Fan] = {}
        if self._on:
            self._grips = {place: self._grip(place) for place in range(len(stage.people))}

    # --- what happens to cards -----------------------------------------------------------

    @property
    def seen(self) -> bool:
        """Whether people hold their cards in the picture."""
        return self._on

    def begin(self, hands: Mapping[int, Sequence[Card]]) -> None:
        """Everybody takes up his cards, by place; nobody sees them dealt."""
        stage = self._stage
        latest = stage.now
        for place, cards in hands.items():
            t = stage.now
            if self._on:
                t += self._die.uniform(0.0, 0.6)
            stage.move(t, cards, "hand", place)
            latest = max(latest, self.take_up(place, cards, t))
        if self._on:
            stage.now = latest + 0.3

    def take_up(self, place: int, cards: Sequence[Card], t: float) -> float:
        """A hand with these cards comes into the picture at `t`; when it is there."""
        if not self._on or not cards:
            return t
        cards = self._die.sample(list(cards), len(cards))
        if self._die.random() < 0.7:
            cards.sort(key=lambda card: card.rank)
        fan = self._grips[place]
        fan = replace(fan, cards=tuple(cards), step=min(fan.step, _WIDEST / max(1, len(cards) - 1)))
        self._holding[place] = _Holding(self._hand(place, fan), list(cards), True)
        self._show(place, t)
        return t + COMES

    def visit(
        self,
        place: int,
        stops: Sequence[np.ndarray],
        *,
        rest: float | Sequence[float],
        z: float | Sequence[float],
        glide: float | Sequence[float] = 0.3,
    ) -> tuple[list[Key], list[float], float]:
        """`Stage.visit` with a card from the fan, if there is one: the hand fetches it first.

        Returns:
            The keys, when the arm reaches each of `stops`, and when the fingers have the card; 0: they
            bring it from outside the picture.
        """
        stage = self._stage
        holding = self._holding.get(place)
        if holding is None or not holding.seen:
            return *stage.visit(place, stops, glide=glide, rest=rest, z=z), 0.0
        fan = holding.hand.fan
        top = fan.pivot + fan.up * stage.card_size[1] * 0.7 + fan.right * self._die.uniform(-18, 22)
        stop = top[:2] - stage.forward(place, top[:2]) * 30
        count = len(stops)
        keys, arrivals = stage.visit(
            place,
            [stop, *stops],
            rest=[0.1, *each(rest, count)],
            z=[max(float(top[2]) - 10.0, 20.0), *each(z, count)],
            glide=[self._die.uniform(0.32, 0.45), *each(glide, count - 1)],
        )
        return keys, arrivals[1:], arrivals[0] + 0.08

    def take(self, place: int, cards: Sequence[Card], t: float) -> None:
        """The fan is smaller by these cards from `t` on."""
        holding = self._holding.get(place)
        if holding is not None:
            holding.cards = [card for card in holding.cards if card not in cards]
            self._show(place, t)

    def put_back(self, place: int, card: Card, t: float) -> None:
        """A card is in the fan again."""
        holding = self._holding.get(place)
        if holding is not None:
            holding.cards.insert(self._die.randint(0, len(holding.cards)), card)
            self._show(place, t)

    def beyond(self, place: int) -> float:
        """How far beyond the table's edge a player's fan is held, mm; 0 where nobody sees one."""
        seat = self._stage.layout.seats[place]
        fan = self._grips.get(place)
        return float((fan.pivot[:2] - seat.edge) @ seat.outward) if fan is not None else 0.0

    def cards(self, place: int) -> list[Card]:
        """What is in a player's fan, from the left."""
        holding = self._holding.get(place)
        return list(holding.cards) if holding is not None else []

    def regrip(self, place: int, cards: Sequence[Card], share: float, t: float) -> None:
        """From `t` on a fan is open by `share` (0–1) of how it was taken up, with its cards in this order."""
        holding = self._holding[place]
        whole = holding.hand
        holding.cards = list(cards)
        holding.hand = at(whole, cards, step=whole.fan.step * share)
        self._show(place, t)
        holding.hand = whole

    def put_away(self, place: int, t: float) -> None:
        """The hand goes out of the picture: its cards are laid open."""
        holding = self._holding.pop(place, None)
        if holding is not None:
            holding.cards = []
            self._write(place, holding, t)

    # --- what is seen --------------------------------------------------------------------

    def _show(self, place: int, t: float) -> None:
        self._write(place, self._holding[place], t)

    def _write(self, place: int, holding: _Holding, t: float) -> None:
        """From `t` on the fan is as it is: for the picture, and for the truth."""
        stage = self._stage
        holding.seen = bool(holding.cards)
        hand = at(holding.hand, holding.cards) if holding.seen else None
        stage.changes.append(HoldCards(t, place, hand))
        line = {
            "t": milliseconds(t),
            "player": stage.name(place),
            "cards": [card.code for card in holding.cards],
        }
        if hand is not None:
            line["outline"] = np.round(hand.fan.outline(stage.view, stage.card_size), 1).tolist()
            line["faces"] = hand.fan.faces(stage.view)
        stage.hands.append(line)

    # --- how people hold their cards -----------------------------------------------------

    def _hand(self, place: int, fan: Fan) -> Hand:
        stage = self._stage
        seat = stage.layout.seats[place]
        shoulder = seat.edge + seat.outward * stage.room.shoulders - seat.along * 150
        there = stage.view.see(fan.pivot[None])[0]
        outside = fan.pivot + level(seat.outward) * _SHOWN_WAY
        away = stage.view.see(outside[None])[0] - there
        return Hand(fan, place, shoulder, self._die.uniform(0.6, 2.2), self._die.uniform(0, 6), away)

    def _grip(self, place: int) -> Fan:
        """How a player holds his cards: as far over the table as hides nothing that the camera must see."""
        stage, die = self._stage, self._die
        seat = stage.layout.seats[place]
        lean, turn, roll = (
            np.radians(die.uniform(*span)) for span in ((2.0, 48.0), (-16.0, 16.0), (-9.0, 9.0))
        )
        outward = turned(seat.outward, float(np.degrees(turn)))
        right = level(turned(seat.along, float(np.degrees(turn))))
        up = np.array([0.0, 0.0, np.cos(lean)]) - level(outward) * np.sin(lean)
        up, right = up * np.cos(roll) + right * np.sin(roll), right * np.cos(roll) - up * np.sin(roll)
        step = die.uniform(2.2, 4.0) if die.random() < 0.25 else die.uniform(4.5, 8.0)
        along = seat.along * -die.uniform(15.0, min(70.0, seat.width / 4))
        height = die.uniform(45.0, 100.0)
        first = Card(1, "S")
        cards_each = 52 // len(stage.people)
        clear = kept_clear(stage.layout, stage.view, place)
        for beyond in np.arange(die.uniform(-45.0, 0.0), _FARTHEST, 12.0):
            pivot = np.append(seat.edge + seat.outward * beyond + along, height)
            fan = Fan((first,) * cards_each, pivot, up, right, min(step, _WIDEST / cards_each))
            if not any(meet(fan.outline(stage.view, stage.card_size), outline) for outline in clear):
                break
        return replace(fan, cards=(), step=step)


def kept_clear(layout: Layout, view: View, place: int | None) -> list[np.ndarray]:
    """Outlines (n × 2, pixels) of what the fan of who sits at `place`, or nothing at all, may hide."""
    angles = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    outlines = [] if layout.boardless else [layout.board]
    if layout.kind == "pile":
        outlines.append(layout.pile + np.stack([np.cos(angles), np.sin(angles)], 1) * _NEAR_PILE)
    for other, seat in enumerate(layout.seats):
        # His own strip is empty while he holds cards, unless he lays them there.
        if other != place or layout.kind != "pile":
            half, deep = seat.along * seat.width / 2, -seat.outward * BAND
            outlines.append(seat.edge + np.array([-half, half, half + deep, deep - half]))
    hulls = (cv2.convexHull(view.project(outline).astype(np.float32)) for outline in outlines)
    return [hull[:, 0].astype(float) for hull in hulls]
