"""What people do with the cards in their hands besides laying them.

They put them down for a while and take them up again, drop one, sort them, give them to a neighbour to keep.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.cards import Card
from hardware.simulator.acting.deal import lay_packet, lift_packet
from hardware.simulator.layout import BAND
from hardware.simulator.stage.hands import Hands
from hardware.simulator.stage.script import Held, LayCard, TakeAway
from hardware.simulator.stage.spots import Spots
from hardware.simulator.stage.stage import THICKNESS, Stage, corners_of
from hardware.simulator.things.thing import Thing, rectangle, thing

_DEEDS = {"dropped": (1, 2), "fumbled": (1, 3), "laid_down": (0, 2), "handed_over": (0, 1)}
"""How often in a round each happens, at least and at most."""
_AWAY = (2, 6)
"""Cards that are laid, from and to, while somebody's cards are not in his hand."""
_LAST = 9
"""So many cards before the round's last one everybody has his cards again: no run is longer."""


@dataclass(frozen=True, slots=True, eq=False)
class _Away:
    """Cards that are not in their player's hand.

    Attributes:
        cards: which. back_at: the number of the card before which they are taken up again at the latest.
        keeper: who keeps them; their player himself: they lie before him, at `there`.
        since: seconds.
    """

    cards: tuple[Card, ...]
    back_at: int
    keeper: int
    there: Thing | None
    since: float


class Fumbles:
    """Decides and acts out what happens to cards in hands.

    Args:
        seed: of the film.
        stage: where it happens. spots: where there is room.
        hands: who holds which cards.
    """

    def __init__(self, seed: object, stage: Stage, spots: Spots, hands: Hands) -> None:
        self._stage = stage
        self._spots = spots
        self._hands = hands
        self._die = random.Random(f"{seed}/fumbles")
        self._due: dict[int, list[str]] = {}
        self._last = 0
        self._away: dict[int, _Away] = {}

    def plan(self, cards: Sequence[int]) -> None:
        """Decide what happens before which of a round's cards (numbers of events)."""
        self._due = {}
        self._last = cards[max(0, len(cards) - _LAST)] if cards else 0
        free = [number for number in cards if number < self._last - _AWAY[1]]
        for deed, (fewest, greatest) in _DEEDS.items():
            for number in self._die.sample(free, min(len(free), self._die.randint(fewest, greatest))):
                self._due.setdefault(number, []).append(deed)

    def before(self, number: int, acting: int) -> None:
        """`acting` is about to lay the card at that number."""
        for place, away in list(self._away.items()):
            if place == acting or number >= min(away.back_at, self._last):
                self._take_up_again(place, self._away.pop(place))
        for deed in self._due.get(number, []):
            able = [place for place in range(len(self._stage.people)) if len(self._hands.cards(place)) > 2]
            if deed in ("laid_down", "handed_over"):
                able = [place for place in able if place != acting]
            if able:
                place = self._die.choice(able)
                match deed:
                    case "dropped":
                        self._drop(place)
                    case "fumbled":
                        self._fumble(place)
                    case _:
                        self._put_down(place, number, hand_over=deed == "handed_over")

    def end(self, t: float) -> None:
        """The film ends."""

    def _note(self, what: str, place: int, since: float, until: float, cards: Sequence[Card]) -> None:
        stage, codes = self._stage, [card.code for card in cards]
        stage.note_upset("held", since, until, what=what, player=stage.name(place), cards=codes)

    def _room(self, place: int, name: str) -> Thing | None:
        """A free place for a card or a packet before a player, which is taken then."""
        stage, seat = self._stage, self._stage.layout.seats[place]
        near = seat.edge - seat.outward * (BAND * 0.75)
        width, height = stage.card_size
        turn = float(np.arctan2(seat.outward[1], seat.outward[0])) + np.pi / 2 + self._die.gauss(0, 0.3)
        made = thing((), rectangle(width + 4, height + 4), 4.0).at(np.zeros(2), turn)
        return self._spots.free(self._die, name, made, near, 130.0)

    # --- what happens ----------------------------------------------------------------------

    def _fumble(self, place: int) -> None:
        """The fan is closed and opened again, in another order."""
        stage, die = self._stage, self._die
        began = t = stage.now
        cards = self._hands.cards(place)
        for share in (0.7, 0.35, 0.1, 0.1, 0.45, 0.8, 1.0):
            if share == 0.1:
                cards = die.sample(cards, len(cards))
            self._hands.regrip(place, cards, share, t)
            t += die.uniform(0.1, 0.2)
        self._note("fumbled", place, began, t, [])
        stage.now += die.uniform(0.0, t - began)

    def _drop(self, place: int) -> None:
        """A card falls out of the fan, lies there, and is taken up again."""
        stage, die = self._stage, self._die
        there = self._room(place, f"dropped {place}")
        if there is None:
            return
        card = die.choice(self._hands.cards(place))
        middle, top = there.pose.place, _top(there)
        back = die.random() < 0.3
        lies = stage.now + 0.25
        corners = corners_of(middle, top, stage.card_size)
        self._hands.take(place, [card], stage.now)
        stage.changes.append(LayCard(lies, card, corners, THICKNESS, back=back))
        stage.move(lies, [card], "table", place)
        stage.now = lies + die.uniform(0.3, 1.8)
        keys, (arrived,) = stage.visit(place, [stage.grip(place, middle)], rest=0.3, z=3.0)
        taken = arrived + 0.2
        stage.changes.append(TakeAway(taken, frozenset([card])))
        stage.act(place, "hold", keys, held=[Held(card, top, taken, keys[-1].t, back=back)])
        stage.move(taken, [card], "hand", place)
        self._hands.put_back(place, card, keys[-1].t)
        self._spots.give_up(f"dropped {place}")
        self._note("dropped", place, lies, taken, [card])

    def _put_down(self, place: int, number: int, *, hand_over: bool) -> None:
        """All cards of a hand are laid face down before their player, or before who is to keep them."""
        stage, die = self._stage, self._die
        keeper = (place + die.choice([1, -1])) % len(stage.people) if hand_over else place
        there = self._room(keeper, f"packet of {place}")
        if there is None:
            return
        cards = self._hands.cards(place)
        since = stage.now
        self._carry(place, cards, there, of=place)
        if hand_over:
            self._lift(keeper, cards, there, of=place)
        lies = None if hand_over else there
        self._away[place] = _Away(tuple(cards), number + die.randint(*_AWAY), keeper, lies, since)

    def _take_up_again(self, place: int, away: _Away) -> None:
        stage = self._stage
        there = away.there
        if there is None:
            there = self._room(place, f"packet of {place}")
            if there is not None:
                self._carry(away.keeper, away.cards, there, of=place)
        t = stage.now
        if there is not None:
            t = self._lift(place, away.cards, there, of=place)
        stage.now = max(stage.now, self._hands.take_up(place, away.cards, t - 0.2))
        what = "laid_down" if away.keeper == place else "handed_over"
        self._note(what, place, away.since, stage.now, away.cards)

    def _carry(self, place: int, cards: Sequence[Card], there: Thing, *, of: int) -> None:
        """`place` lays the packet of the player `of` down."""
        stage, die = self._stage, self._die
        middle, top = there.pose.place, _top(there)
        if place == of:
            self._hands.put_away(place, stage.now)
            stage.now += 0.2
        keys, (arrived,) = stage.visit(place, [stage.grip(place, middle)], rest=0.25, z=5.0)
        down = arrived + 0.12
        stage.act(place, "hold", keys, held=[Held(cards[-1], top, 0.0, down, back=True)])
        lay_packet(stage, die, cards, (middle, top), down)
        stage.move(down, cards, "table", of)
        stage.free(stage.face_down[-1].corners, 1.0, down)

    def _lift(self, place: int, cards: Sequence[Card], there: Thing, *, of: int) -> float:
        """`place` takes the packet of the player `of` up; when his arm is gone."""
        stage = self._stage
        gone = lift_packet(stage, place, cards, (there.pose.place, _top(there)), of)
        self._spots.give_up(f"packet of {of}")
        return gone


def _top(there: Thing) -> np.ndarray:
    """Where the top of a card points that lies as the thing does."""
    return np.array([np.sin(there.pose.turn), -np.cos(there.pose.turn)])
