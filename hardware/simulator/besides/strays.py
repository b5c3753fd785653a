"""Cards that nobody plays with: from another pack or left aside, a joker, and a leaflet that shows some.

They lie about from the beginning; one is pushed aside or taken off the table, and the leaflet is fetched
to settle an argument.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.cards import DECK, Card, parse_card
from hardware.simulator.cards.deck import DENSITY, Deck, deck_style
from hardware.simulator.drawing.painter import Colour, Painter, bezier, ellipse
from hardware.simulator.stage.script import Carried, PutThing
from hardware.simulator.stage.spots import Spots
from hardware.simulator.stage.stage import Stage
from hardware.simulator.things.household import SHEET, paste, text
from hardware.simulator.things.thing import Print, Thing, opaque, rectangle, thing

_HONOURS = ("TD", "JC", "QS", "KH", "7D")
_CARRIED_AHEAD = 40.0
"""How far beyond the fingertips the middle of a leaflet is that they hold, mm."""


@dataclass(frozen=True, slots=True, eq=False)
class _Stray:
    """One of them: since when it lies so, how large it is (mm), what the truth says of it."""

    since: float
    there: Thing
    size: tuple[float, float]
    facts: dict[str, Any]


class Strays:
    """Lays them out and acts out what is done with them.

    Args:
        seed: of the film.
        stage: where it happens. spots: where there is room.
        packs: the one in play, and another.
        left: cards of the pack in play that are in nobody's hand and will not be; none: it is not known.
    """

    def __init__(
        self, seed: object, stage: Stage, spots: Spots, packs: tuple[Deck, Deck], left: Sequence[Card]
    ) -> None:
        self._stage = stage
        self._spots = spots
        self._die = die = random.Random(f"{seed}/strays")
        self._own, self._other = packs
        self._lying: dict[str, _Stray] = {}
        self._due: dict[int, list[Callable[[int], None]]] = {}
        for number in range(die.randint(2, 4)):
            own = bool(left) and die.random() < 0.5
            card = die.choice(left if own else DECK)
            back = die.random() < 0.2
            self._lay_out(f"stray {number}", *self._card(card, own, back))
        self._lay_out("joker", *self._joker())
        self._leaflet, self._facts = self._printed_leaflet()
        self._leaflet_size = (
            float(np.ptp(self._leaflet.outline[:, 0])),
            float(np.ptp(self._leaflet.outline[:, 1])),
        )
        if die.random() < 0.4:
            self._lay_out("leaflet", self._leaflet, self._leaflet_size, self._facts)

    # --- what there is -------------------------------------------------------------------

    def _card(self, card: Card, own: bool, back: bool) -> tuple[Thing, tuple[float, float], dict[str, Any]]:
        deck = self._own if own else self._other
        picture = deck.back if back else deck.face(card)
        size = (deck.style.width, deck.style.height)
        facts = {"what": "back" if back else "card", "pack": "own" if own else "other"}
        return _flat(picture, size), size, facts if back else {**facts, "card": card.code}

    def _joker(self) -> tuple[Thing, tuple[float, float], dict[str, Any]]:
        style = self._other.style
        size = (style.width, style.height)
        picture = joker(self._die, self._other)
        return _flat(picture, size), size, {"what": "joker", "pack": "other"}

    def _printed_leaflet(self) -> tuple[Thing, dict[str, Any]]:
        """The rules on a sheet of paper, with cards printed on it."""
        die = self._die
        wide, long = die.choice([(105.0, 148.0), (148.0, 105.0), (99.0, 190.0)])
        paper = die.choice([(235, 244, 248), (250, 250, 250), (190, 225, 240)])
        sheet = Painter(wide, long, SHEET, paper)
        text(sheet, "NAIN", 9.0, 8.0, 7.0, (40, 35, 140))
        text(sheet, "JAUNE", 38.0, 8.0, 7.0, (40, 35, 140))
        across = die.choice([3, 5])
        high = min(die.uniform(30, 46), (wide - 12) / across * 1.35)
        top = die.uniform(0.3, 0.55) * long
        shown = [parse_card(code) for code in die.sample(_HONOURS, across)]
        for y in np.arange(22.0, long - 6, 4.2):
            if not top - high / 2 - 3 < y < top + high / 2 + 3:
                end = wide - 8 - (die.uniform(0, 40) if die.random() < 0.25 else 0)
                sheet.line([(8, y), (end, y)], (90, 88, 85), 1.0)
        printed = opaque(sheet.finished())
        ratio = self._own.style.width / self._own.style.height
        for number, card in enumerate(shown):
            middle = (wide * (number + 0.5) / across, top)
            paste(printed, self._own.face(card), middle, (high * ratio, high))
        facts = {"what": "leaflet", "printed": [card.code for card in shown]}
        return _flat(printed, (wide, long)), facts

    def _lay_out(self, name: str, made: Thing, size: tuple[float, float], facts: dict[str, Any]) -> None:
        there = self._spots.free(self._die, name, made)
        if there is not None:
            self._place(0.0, name, _Stray(0.0, there, size, facts))

    def _place(self, t: float, name: str, stray: _Stray | None) -> None:
        """From `t` on it lies so, or nowhere; how it lay until then is written down."""
        self._stage.changes.append(PutThing(t, name, stray.there if stray else None))
        before = self._lying.pop(name, None)
        if before is not None:
            self._note(before, t)
        if stray is not None:
            self._lying[name] = stray

    def _note(self, stray: _Stray, until: float) -> None:
        corners = self._stage.view.project(stray.there.pose.put(rectangle(*stray.size)))
        places = np.round(corners, 1).tolist()
        self._stage.note_upset("strays", stray.since, until, **stray.facts, corners=places)

    def end(self, t: float) -> None:
        """The film ends at `t`."""
        for stray in self._lying.values():
            self._note(stray, t)

    # --- what is done --------------------------------------------------------------------

    def plan(self, cards: Sequence[int]) -> None:
        """Decide before which of a round's cards (numbers of events) something happens."""
        self._due = {}
        for deed in (self._push, self._consult, self._take_off):
            if cards and self._die.random() < 0.8:
                self._due.setdefault(self._die.choice(list(cards)), []).append(deed)

    def before(self, number: int, acting: int) -> None:
        """What happens before `acting` lays the card at number `number`."""
        for deed in self._due.get(number, ()):
            deed(self._die.randrange(len(self._stage.people)))

    def _push(self, place: int) -> None:
        """Somebody pushes a card aside that is in his way."""
        stage, die = self._stage, self._die
        name = die.choice([each for each in self._lying if each != "leaflet"] or [""])
        if not name:
            return
        stray = self._lying[name]
        start = stray.there.pose
        for _ in range(20):
            away = np.array([die.gauss(0, 45) for _ in "xy"])
            then = stray.there.at(start.place + away, start.turn + die.gauss(0, 0.4))
            if self._spots.fits(then, but=name):
                break
        else:
            return
        self._spots.take(name, then)
        stops = [where - stage.forward(place, where) * 6.0 for where in (start.place, then.pose.place)]
        keys, (arrived, pushed) = stage.visit(place, stops, glide=0.5, rest=0.2, z=2.0)
        stage.act(place, "open", keys)
        for share in (0.25, 0.5, 0.75, 1.0):
            t = arrived + 0.2 + (pushed - arrived - 0.2) * share
            turn = start.turn + (then.pose.turn - start.turn) * share
            moved = stray.there.at(start.place + away * share, turn)
            self._place(t, name, _Stray(t, moved, stray.size, stray.facts))

    def _take_off(self, place: int) -> None:
        """Somebody takes a stray card off the table."""
        cards = [name for name in self._lying if name != "leaflet"]
        if len(cards) > 1:
            self._remove(place, self._die.choice(cards))

    def _remove(self, place: int, name: str) -> None:
        stage, stray = self._stage, self._lying[name]
        where = stray.there.pose.place
        ahead = _CARRIED_AHEAD if name == "leaflet" else 24.0
        keys, (arrived,) = stage.visit(place, [where - stage.forward(place, where) * ahead], rest=0.3, z=2.0)
        taken = arrived + 0.2
        stage.act(place, "hold", keys, carried=Carried(stray.there, ahead, taken, keys[-1].t + 1.0))
        self._place(taken, name, None)
        self._spots.give_up(name)

    def _consult(self, place: int) -> None:
        """The leaflet is fetched, lies there while the game goes on, and is taken away before long."""
        stage, die = self._stage, self._die
        if "leaflet" in self._lying:
            self._remove(place, "leaflet")
            return
        there = self._spots.free(die, "leaflet", self._leaflet)
        if there is None:
            return
        where = there.pose.place
        stop = where - stage.forward(place, where) * _CARRIED_AHEAD
        keys, (arrived,) = stage.visit(place, [stop], rest=0.3, z=2.0)
        laid = arrived + 0.2
        stage.act(place, "hold", keys, carried=Carried(there, _CARRIED_AHEAD, 0.0, laid))
        self._place(laid, "leaflet", _Stray(laid, there, self._leaflet_size, self._facts))
        then, stage.now = stage.now, stage.now + die.uniform(3.0, 9.0)
        self._remove(place, "leaflet")
        stage.now = then


def second_pack(seed: object, own: Deck) -> Deck:
    """Another pack in the house: of another make, or bought together with the one in play."""
    die = random.Random(f"{seed}/second pack")
    return own if die.random() < 0.3 else Deck(deck_style(die))


def _flat(picture: np.ndarray, size: tuple[float, float]) -> Thing:
    edge = rectangle(*size)
    return thing([Print(picture, edge, 0.35)], edge, 0.35)


def joker(die: random.Random, deck: Deck) -> np.ndarray:
    """A pack's joker, as `Deck.face`: a fool with a cap of three horns, twice, and stars in the corners."""
    style = deck.style
    wide, high = style.width, style.height
    sheet = Painter(wide, high, DENSITY, style.paper)
    tones: Sequence[Colour] = style.court.colours
    ink = die.choice([style.red, style.black])
    for _ in range(2):
        x, y = wide / 2, high * 0.36
        for lean, tone in ((-1, tones[0]), (1, tones[1]), (0, tones[2])):
            tip = (x + lean * wide * 0.24, y - high * (0.13 if lean else 0.25))
            horn = bezier(
                (x - 7, y - 4), (x - 7 + lean * 6, y - 18), (tip[0] - 5, tip[1] - 4), tip,
                (tip[0] + 3, tip[1] + 6), (x + 8 + lean * 3, y - 10), (x + 7, y - 4),
            )  # fmt: skip
            sheet.fill(horn, tone)
            sheet.line(horn, style.black, 0.4, closed=True)
            sheet.fill(ellipse(*tip, 2.0, 2.0), (60, 200, 240))
        sheet.fill(ellipse(x, y, 7.0, 8.5), (175, 205, 235))
        sheet.line(ellipse(x, y, 7.0, 8.5), style.black, 0.4, closed=True)
        for side in (-1, 1):
            sheet.fill(ellipse(x + side * 2.6, y - 1.5, 0.8, 0.8), style.black)
        sheet.line(
            bezier((x - 3.5, y + 3), (x - 1.5, y + 6), (x + 1.5, y + 6), (x + 3.5, y + 3)), style.red, 0.6
        )
        for number in range(-3, 4):
            tone = tones[number % 2]
            point = [(x + 4 * number - 2.2, y + 7), (x + 4 * number + 2.2, y + 7), (x + 5.2 * number, y + 14)]
            sheet.fill(point, tone)
        text(sheet, "J", 3.5, 3.5, 6.0, ink)
        for number, letter in enumerate("OKER"):
            text(sheet, letter, 3.5, 11.0 + 7.0 * number, 5.5, ink)
        sheet.turn()
    return deck.cut(sheet)
