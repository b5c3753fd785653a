"""The chips that each player has before him: they shrink when he pays, grow when he takes, and are changed.

People pay with what they have. Whoever has not the small chips that he needs takes his change out of the
box that he pays into, from a neighbour, or from the bank, which is kept beside the table.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.cards import Card
from engine.events import Settlement
from engine.money import ledger
from engine.money.ledger import Change
from hardware.simulator.layout import BAND
from hardware.simulator.stage.script import PutThing, Swept
from hardware.simulator.stage.spots import Spots, disc
from hardware.simulator.stage.stage import Stage
from hardware.simulator.things.chips import VALUES, Chip, ChipKind, drop
from hardware.simulator.things.thing import Heap, Thing, rectangle, thing

_REACH = 37.0
"""Radius of a player's stock, mm."""
_COLUMN = 8
"""Chips on each other in a tidy player's stock, at most."""
_ROW = 3
"""Columns of a kind beside each other, before the next row begins."""
_MORE = (8, 60)
"""What a player has beyond what he will need, in jetons."""
_BANK = "bank"
_SPEED = 1100.0
"""Of a hand that carries chips, mm a second."""


@dataclass(slots=True, eq=False)
class _Stock:
    """One player's chips: how many of each kind, where they lie, and whether he keeps them in columns."""

    chips: Counter[str]
    place: np.ndarray
    tidy: bool
    lying: list[Chip]


class Stocks:
    """Lays the stocks out and moves chips between them, the boxes and the bank.

    Args:
        seed: of the film.
        stage: where it happens. spots: where there is room.
        settlements: what the rounds will come to: everybody has enough for them.
    """

    def __init__(self, seed: object, stage: Stage, spots: Spots, settlements: Sequence[Settlement]) -> None:
        self._stage = stage
        self._kinds = stage.room.chips
        self._die = die = random.Random(f"{seed}/stocks")
        players = [seat.name for seat in stage.layout.seats]
        short = die.randrange(len(players))
        self._stocks: list[_Stock] = []
        for place, player in enumerate(players):
            value = _needed(player, settlements) + die.randint(*_MORE)
            chips = _in_hand(die, value, die.randint(2, 5) if place == short else die.randint(7, 18))
            there = self._room(spots, place)
            self._stocks.append(_Stock(chips, there.pose.place, die.random() < 0.4, []))
            self._pile(self._stocks[place], chips)
            self._show(place, 0.0)
            stage.note_upset("stocks", 0.0, 0.0, what="start", player=player, chips=self._counted(place))

    # --- how they lie --------------------------------------------------------------------

    def _room(self, spots: Spots, place: int) -> Thing:
        """Where a player keeps his chips: before him, within his reach, beside what he lays."""
        seat = self._stage.layout.seats[place]
        disc_ = thing([], disc(np.zeros(2), _REACH), 3.0)
        name = f"stock {place}"
        for within in (25.0, 60.0, 110.0, 170.0):
            aside = seat.along * seat.width * self._die.uniform(-0.35, 0.35)
            near = seat.edge - seat.outward * (BAND + _REACH + 8.0) + aside
            there = spots.free(self._die, name, disc_, near, within)
            if there is not None:
                return there
        there = disc_.at(near)
        spots.take(name, there)
        return there

    def _pile(self, stock: _Stock, more: Mapping[str, int]) -> None:
        """Chips come to a stock: into columns by kind, or wherever they fall."""
        if stock.tidy:
            stock.lying = _columns(self._kinds, stock.chips)
            return
        for name, count in more.items():
            for _ in range(count):
                # The more there are, the wider they spread; what falls high up slides down.
                side = 2 * _REACH * min(0.75 + 0.012 * len(stock.lying), 1.15)
                area = rectangle(side, side)
                falls = [drop(self._die, self._kinds, name, area, stock.lying) for _ in range(4)]
                stock.lying.append(min(falls, key=lambda chip: chip.z))

    def _unpile(self, stock: _Stock, fewer: Mapping[str, int]) -> None:
        """Chips leave a stock, those on top first."""
        if stock.tidy:
            stock.lying = _columns(self._kinds, stock.chips)
            return
        for name, count in fewer.items():
            for _ in range(count):
                last = max((chip for chip in stock.lying if chip.kind == name), key=lambda chip: chip.z)
                stock.lying.remove(last)

    def _show(self, place: int, t: float) -> None:
        """From `t` on a stock looks as it now is."""
        stock = self._stocks[place]
        heap = Heap(self._kinds, tuple(stock.lying))
        # Its chips cast shadows of their own.
        there = thing([heap], disc(np.zeros(2), _REACH), 3.0, keeps=1.0).at(stock.place)
        self._stage.changes.append(PutThing(t, f"stock {place}", there))

    def _counted(self, place: int) -> dict[str, int]:
        return {name: self._stocks[place].chips[name] for name in VALUES}

    # --- what the director asks for ------------------------------------------------------

    def spot(self, place: int) -> np.ndarray:
        """Where a player's fingertips are at his stock (2, mm)."""
        stock = self._stocks[place]
        return np.asarray(stock.place + self._stage.forward(place, stock.place) * 10.0)

    def way(self, place: int, there: np.ndarray) -> float:
        """Seconds from a player's stock to a place (2, mm)."""
        return 0.15 + float(np.linalg.norm(self.spot(place) - there)) / _SPEED

    def ready(self, place: int, owed: Sequence[tuple[Card, int]]) -> list[Change]:
        """What a player will pay into each box, and take out of it as his change.

        Where neither his chips nor the box's will do, he makes change first. His stock has them no more;
        `paid` says from when on that is seen.

        Args:
            owed: boxes, and how many jetons' worth.
        """
        while True:
            plan = self._planned(place, owed)
            if plan is not None:
                break
            self._make_change(place)
        stock = self._stocks[place]
        for change in plan:
            self._move(stock, change.back, change.paid)
        return plan

    def _planned(self, place: int, owed: Sequence[tuple[Card, int]]) -> list[Change] | None:
        held = Counter(self._stocks[place].chips)
        plan = []
        for honour, value in owed:
            box = Counter(chip.kind for chip in self._stage.boxes[honour])
            change = ledger.change(value, held, {}, VALUES) or ledger.change(value, held, box, VALUES)
            if change is None:
                return None
            held = held - Counter(change.paid) + Counter(change.back)
            plan.append(change)
        return plan

    def paid(self, place: int, t: float, what: str, owed: Iterable[Card], plan: Iterable[Change]) -> None:
        """A player has taken at `t` from his stock what he pays into these boxes."""
        self._show(place, t)
        for honour, change in zip(owed, plan, strict=True):
            self._note_change(t, what, place, honour.code, change)

    def took(self, place: int, t: float, what: str, honour: Card, chips: Mapping[str, int]) -> None:
        """At `t` what lay in a box comes to a player's stock."""
        self._move(self._stocks[place], chips, {})
        self._show(place, t)
        self._note_change(t, what, place, honour.code, Change({}, chips))

    def settle(self, settlement: Settlement) -> None:
        """The round is over: everybody hands over what he owes."""
        places = {seat.name: place for place, seat in enumerate(self._stage.layout.seats)}
        for payment in settlement.transfers:
            giver, taker = places[payment.giver], places[payment.taker]
            while True:
                mine, theirs = self._stocks[giver].chips, self._stocks[taker].chips
                change = ledger.change(payment.chips, mine, theirs, VALUES)
                if change is not None:
                    break
                self._change_at_bank(giver)
            self._hand_over(giver, taker, "payment", change)

    # --- change --------------------------------------------------------------------------

    def _make_change(self, place: int) -> None:
        """A player changes a fiche, or a contrat where he has no fiche, for smaller ones."""
        mine = self._stocks[place].chips
        given = "fiche" if mine["fiche"] else "contrat"
        small = {"jeton": 5} if given == "fiche" else {"fiche": 1, "jeton": 5}
        others = [
            other
            for other, stock in enumerate(self._stocks)
            if other != place and all(stock.chips[name] >= count + 4 for name, count in small.items())
        ]
        if others and self._die.random() < 0.8:
            self._hand_over(place, self._die.choice(others), "change", Change({given: 1}, small))
        else:
            self._change_at_bank(place)

    def _change_at_bank(self, place: int) -> None:
        """A player takes his large chips out of the picture and comes back with small ones."""
        stage, stock = self._stage, self._stocks[place]
        given = "fiche" if stock.chips["fiche"] else "contrat"
        small = {"jeton": 5} if given == "fiche" else {"fiche": 1, "jeton": 5}
        self._move(stock, {}, {given: 1})
        keys, (arrived,) = stage.visit(place, [self.spot(place)], rest=0.35, z=10.0)
        under = self._under_hand({given: 1})
        stage.act(place, "open", keys, chips=Swept(under, since=arrived + 0.2))
        self._show(place, arrived + 0.2)
        self._move(stock, small, {})
        stage.now += 0.5
        keys, (arrived,) = stage.visit(place, [self.spot(place)], rest=0.35, z=10.0)
        under = self._under_hand(small)
        stage.act(place, "open", keys, chips=Swept(under, until=arrived + 0.15))
        self._show(place, arrived + 0.15)
        self._note_change(arrived + 0.15, "change", place, _BANK, Change({given: 1}, small))

    def _hand_over(self, giver: int, taker: int, what: str, change: Change) -> None:
        """One player puts chips onto another's stock, and takes some back where change says so."""
        stage = self._stage
        stops = [self.spot(giver), self._at_stock(giver, taker)]
        glides = [self.way(giver, stops[1])]
        if change.back:
            stops.append(self.spot(giver))
            glides.append(glides[0])
        self._move(self._stocks[giver], {}, change.paid)
        keys, arrivals = stage.visit(giver, stops, glide=glides, rest=0.3, z=12.0, lift=25.0)
        taken, given = arrivals[0] + 0.15, arrivals[1] + 0.15
        under = self._under_hand(change.paid)
        stage.act(giver, "open", keys, chips=Swept(under, taken, given))
        self._show(giver, taken)
        self._move(self._stocks[taker], change.paid, change.back)
        self._show(taker, given)
        if change.back:
            self._move(self._stocks[giver], change.back, {})
            self._show(giver, arrivals[2] + 0.15)
        self._note_change(given, what, giver, stage.name(taker), change)

    def _at_stock(self, giver: int, taker: int) -> np.ndarray:
        """Where the giver's fingertips are at another's stock."""
        there = self._stocks[taker].place
        return np.asarray(there + self._stage.forward(giver, there) * 10.0)

    def _move(self, stock: _Stock, come: Mapping[str, int], go: Mapping[str, int]) -> None:
        """Chips come to a stock and leave it."""
        stock.chips = stock.chips - Counter(go) + Counter(come)
        self._unpile(stock, go)
        self._pile(stock, come)

    def _under_hand(self, chips: Mapping[str, int]) -> tuple[Chip, ...]:
        die = self._die
        return tuple(
            Chip(name, die.uniform(-70, -12), die.uniform(-24, 24), 0.0, die.uniform(0, np.pi))
            for name, count in chips.items()
            for _ in range(count)
        )

    def _note_change(self, t: float, what: str, place: int, other: str, change: Change) -> None:
        """Write down what a player gave to whom, what came back, and what he then has."""
        self._stage.note_upset(
            "stocks",
            t,
            t,
            what=what,
            player=self._stage.name(place),
            other=other,
            paid=dict(change.paid),
            back=dict(change.back),
            chips=self._counted(place),
        )


def _needed(player: str, settlements: Iterable[Settlement]) -> int:
    """What a player must begin with to pay all that he will pay, before he takes anything in a round."""
    needed = won = 0
    for each in settlements:
        taken = sum(take.chips for take in each.takes if take.player == player)
        taken += sum(each.swept.values()) if each.winner == player else 0
        taken += sum(payment.chips for payment in each.transfers if payment.taker == player)
        needed = max(needed, taken - each.net[player] - won)
        won += each.net[player]
    return needed


def _in_hand(die: random.Random, value: int, jetons: int) -> Counter[str]:
    """Chips worth `value`, about `jetons` of them jetons."""
    small = min(value, jetons + (value - jetons) % 5)
    rest = (value - small) // 5
    large = die.randint(0, rest // 4)
    return Counter({"jeton": value - rest * 5, "fiche": rest - 2 * large, "contrat": large})


def _columns(kinds: Mapping[str, ChipKind], chips: Mapping[str, int]) -> list[Chip]:
    """Chips in columns by kind, side by side; however many there are, each lies where it lay."""
    lying = []
    x = -_REACH * 0.75
    for name in ("contrat", "fiche", "jeton"):
        wide, long = np.abs(kinds[name].outline).max(0)[::-1]
        x += wide
        for number in range(chips[name]):
            column, level = divmod(number, _COLUMN)
            row, column = divmod(column, _ROW)
            jitter = random.Random(f"{name}/{number}")
            across = x + (2 * wide + 2) * row + jitter.gauss(0, 0.5)
            along = -_REACH * 0.6 + (2 * long + 2) * column + jitter.gauss(0, 0.5)
            askew = np.pi / 2 + jitter.gauss(0, 0.05)
            lying.append(Chip(name, across, float(along), level * kinds[name].thickness, askew))
        x += wide + 2.0
    return lying
