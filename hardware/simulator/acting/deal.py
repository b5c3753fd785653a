"""The deal: packets face down before each player, picked up, and the talon that stays face down all round."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from engine.cards import DECK, Card
from engine.events import Event
from hardware.simulator.disturbances import Disturbances
from hardware.simulator.layout import BAND, moved, turned
from hardware.simulator.stage.hands import Hands, dealt
from hardware.simulator.stage.script import Held, LayCard, MoveCards, TakeAway
from hardware.simulator.stage.spots import Spots
from hardware.simulator.stage.stage import THICKNESS, Stage, corners_of
from hardware.simulator.things.thing import Thing, rectangle, thing

_PALM = 70.0
"""How far behind its place at the fingertips a card comes out from under the dealer's palm, mm."""
_ROUNDS = (1, 2, 2, 3, 3)
"""In how many rounds a family deals."""
_TALON = "talon"


class Deal:
    """Deals, keeps the talon, and pushes it about now and then.

    Args:
        seed: of the film.
        among: what is switched on.
        stage: where it happens. spots: where there is room.
        hands: who holds which cards.
    """

    def __init__(self, seed: object, among: Disturbances, stage: Stage, spots: Spots, hands: Hands) -> None:
        self._on = among.deal
        self._stage = stage
        self._spots = spots
        self._hands = hands
        self._die = random.Random(f"{seed}/deal")
        self._rounds = self._die.choice(_ROUNDS)
        self._push_at: set[int] = set()
        self._unplayed: frozenset[Card] = frozenset()
        self._talon: Thing | None = None
        if self._on:
            width, height = stage.card_size
            self._before = {place: self._packet_place(place) for place in range(len(stage.people))}
            for place, (middle, _) in self._before.items():
                turn = float(np.arctan2(*stage.layout.seats[place].outward))
                room = thing((), rectangle(width + 20, height + 14), 4.0)
                spots.take(f"packet {place}", room.at(middle, -turn))
            self._talon = spots.free(self._die, _TALON, thing((), rectangle(width + 8, height + 8), 4.0))

    def begin(self, events: Sequence[Event], number: int, dealer: int) -> None:
        """The cards of the round that begins at `events[number]` come to their players."""
        stage = self._stage
        held = dealt(events, number)
        hands = {place: held.get(stage.name(place), []) for place in range(len(stage.people))}
        talon = [card for card in DECK if not any(card in cards for cards in hands.values())]
        self._unplayed = frozenset(talon)
        if not self._on:
            stage.move(stage.now, talon, "talon")
            self._hands.begin(hands)
            return
        began = stage.now
        self._die.shuffle(talon)
        for cards in hands.values():
            self._die.shuffle(cards)
        first = (dealer + 1) % len(hands)
        order = [*range(first, len(hands)), *range(first)]
        self._deal_out(dealer, order, hands)
        self._put_talon(dealer, talon)
        stage.now += self._die.uniform(0.2, 0.8)
        self._pick_up(order, hands)
        packets = {
            stage.name(place): np.round(stage.view.project(corners_of(*spot, stage.card_size)), 1).tolist()
            for place, spot in self._before.items()
        }
        lies = [lying.corners for lying in stage.face_down[-1:]]
        where = {"talon": np.round(stage.view.project(lies[0]), 1).tolist()} if lies else {}
        stage.note_upset("deal", began, stage.now, dealer=stage.name(dealer), packets=packets, **where)

    # --- dealing -------------------------------------------------------------------------

    def _packet_place(self, place: int) -> tuple[np.ndarray, np.ndarray]:
        """Where a player's packet lies, and in which direction its top points."""
        seat, die = self._stage.layout.seats[place], self._die
        along = die.uniform(-0.15, 0.15) * seat.width
        middle = seat.edge - seat.outward * (BAND / 2 + die.uniform(-6, 8)) + seat.along * along
        return middle, turned(-seat.outward, die.gauss(0, 12))

    def _deal_out(
        self,
        dealer: int,
        order: Sequence[int],
        hands: Mapping[int, Sequence[Card]],
    ) -> None:
        """The dealer goes round, some cards for each."""
        stage, die = self._stage, self._die
        each = -(-max(map(len, hands.values())) // self._rounds)
        gifts = [
            (place, hands[place][start : start + each])
            for start in range(0, each * self._rounds, each)
            for place in order
            if hands[place][start : start + each]
        ]
        places = [(self._before[place][0] + [die.gauss(0, 5) for _ in "xy"], place) for place, _ in gifts]
        stops = [stage.grip(dealer, middle) for middle, _ in places]
        ways = [float(np.linalg.norm(then - one)) for one, then in pairwise(stops)]
        keys, arrivals = stage.visit(
            dealer, stops, glide=[0.16 + way / 1900 for way in ways], rest=0.07, z=4.0, lift=18.0
        )
        held = []
        for number, ((place, cards), (middle, _)) in enumerate(zip(gifts, places, strict=True)):
            down = arrivals[number] + 0.04
            top = turned(self._before[place][1], die.gauss(0, 5))
            palm = stage.forward(dealer, middle) * -_PALM if number else None
            since = arrivals[number - 1] + 0.12 if number else 0.0
            held.append(Held(cards[0], top, since, down, aside_first=palm, back=True))
            lay_packet(stage, die, cards, (middle, top), down)
            stage.move(down, cards, "table", place)
        stage.act(dealer, "hold", keys, held=held)

    def _put_talon(self, dealer: int, talon: Sequence[Card]) -> None:
        stage = self._stage
        if self._talon is None or not talon:
            stage.move(stage.now, talon, "talon")
            return
        middle = self._talon.pose.place
        top = turned(np.array([0.0, -1.0]), float(np.degrees(self._talon.pose.turn)))
        keys, (arrived,) = stage.visit(dealer, [stage.grip(dealer, middle)], rest=0.25, z=5.0)
        down = arrived + 0.1
        stage.act(dealer, "hold", keys, held=[Held(talon[-1], top, 0.0, down, back=True)])
        lay_packet(stage, self._die, talon, (middle, top), down)
        stage.move(down, talon, "talon")

    def _pick_up(
        self,
        order: Sequence[int],
        hands: Mapping[int, Sequence[Card]],
    ) -> None:
        """All take their packets up, each when he likes."""
        stage, die = self._stage, self._die
        began = latest = stage.now
        for place in order:
            cards = hands[place]
            if not cards:
                continue
            stage.now = began + die.uniform(0.0, 1.2)
            gone = lift_packet(stage, place, cards, self._before[place], place)
            latest = max(latest, self._hands.take_up(place, cards, gone - 0.2))
        stage.now = latest + 0.3

    def gather(self, dealer: int) -> None:
        """The dealer takes the talon to the other cards."""
        stage = self._stage
        if stage.face_down:
            take_together(stage, dealer, stage.face_down, rest=0.2, z=5.0)
            stage.face_down = []
        if self._on or self._hands.seen:
            stage.move(stage.now, DECK, "pack")

    # --- the talon is pushed -------------------------------------------------------------

    def plan(self, cards: Sequence[int]) -> None:
        """Decide before which of a round's cards (numbers of events) somebody pushes the talon."""
        if self._on:
            self._push_at = set(self._die.sample(list(cards), min(len(cards), self._die.randint(0, 2))))

    def before(self, number: int, acting: int) -> None:
        """`acting` is about to lay the card at that number."""
        if number in self._push_at and self._talon is not None and self._stage.face_down:
            self._push(self._talon, self._die.randrange(len(self._stage.people)))

    def end(self, t: float) -> None:
        """The film ends."""

    def _push(self, talon: Thing, place: int) -> None:
        """Somebody pushes the talon aside with his hand."""
        stage, die = self._stage, self._die
        middle = talon.pose.place
        for _ in range(12):
            away = turned(np.array([1.0, 0.0]), die.uniform(0, 360)) * die.uniform(8.0, 60.0)
            turn = die.uniform(-0.35, 0.35)
            there = talon.at(middle + away, talon.pose.turn + turn)
            if self._spots.fits(there, _TALON):
                break
        else:
            return
        self._spots.take(_TALON, there)
        self._talon = there
        stops = [stage.grip(place, middle), stage.grip(place, middle + away)]
        keys, (first, second) = stage.visit(place, stops, glide=0.35, rest=0.12, z=8.0)
        stage.act(place, "open", keys)
        start = [lying for lying in stage.face_down if lying.card in self._unplayed]
        others = [lying for lying in stage.face_down if lying.card not in self._unplayed]
        for share in np.linspace(0.0, 1.0, 7)[1:]:
            t = first + 0.12 + (second - first - 0.12) * share
            s = share**3 * (10 - 15 * share + 6 * share**2)
            pushed = [
                LayCard(
                    t,
                    lying.card,
                    moved(lying.corners, away * s, float(np.degrees(turn * s)), middle),
                    lying.z,
                    back=True,
                )
                for lying in start
            ]
            stage.changes.append(MoveCards(t, tuple(pushed)))
        stage.face_down = [*others, *pushed]
        where = np.round(stage.view.project(pushed[-1].corners), 1).tolist()
        free = stage.free(pushed[-1].corners, 1.0, second)
        stage.note_upset("deal", first, free, pushed=stage.name(place), talon=where)


def lay_packet(
    stage: Stage, die: random.Random, cards: Sequence[Card], spot: tuple[np.ndarray, np.ndarray], t: float
) -> None:
    """From `t` on cards lie face down at `spot` (middle, and where their tops point), a little askew."""
    middle, top = spot
    for card in cards:
        askew = turned(top, die.gauss(0, 1.5))
        corners = corners_of(middle + [die.gauss(0, 1.0) for _ in "xy"], askew, stage.card_size)
        z = THICKNESS * (1 + len(stage.face_down) % 12)
        stage.face_down.append(LayCard(t, card, corners, z, back=True))
        stage.changes.append(stage.face_down[-1])


def take_together(stage: Stage, place: int, lying: Sequence[LayCard], *, rest: float, z: float) -> None:
    """An arm takes cards that lie together, the last one uppermost, half of `rest` seconds after it came."""
    upper = lying[-1]
    middle = upper.corners.mean(0)
    keys, (arrived,) = stage.visit(place, [stage.grip(place, middle)], rest=rest, z=z)
    taken = arrived + rest / 2
    stage.changes.append(TakeAway(taken, frozenset(each.card for each in lying)))
    held = Held(upper.card, stage.forward(place, middle), taken, keys[-1].t, back=upper.back)
    stage.act(place, "hold", keys, held=[held])


def lift_packet(
    stage: Stage, place: int, cards: Sequence[Card], spot: tuple[np.ndarray, np.ndarray], owner: int
) -> float:
    """An arm takes a packet up; when it is gone. The cards are in the hand of `owner` then."""
    middle, top = spot
    keys, (arrived,) = stage.visit(place, [stage.grip(place, middle)], rest=0.25, z=5.0)
    taken = arrived + 0.15
    stage.act(place, "hold", keys, held=[Held(cards[-1], top, taken, keys[-1].t, back=True)])
    stage.changes.append(TakeAway(taken, frozenset(cards)))
    stage.face_down = [lying for lying in stage.face_down if lying.card not in cards]
    stage.move(taken, cards, "hand", owner)
    return keys[-1].t
