"""What lies and stands about besides the game, and what people and a cat do with it.

Glasses are drunk from and put down elsewhere, sweets become fewer, a phone lights up, the score is written
down, arms rest on the table's edge, a paw comes in. Each film has dice of its own for it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from engine.cards import parse_card
from hardware.simulator.stage.script import Carried, Key, PutThing
from hardware.simulator.stage.spots import Spots
from hardware.simulator.stage.stage import Stage
from hardware.simulator.things import household
from hardware.simulator.things.thing import Thing

_DEEDS = {"drink": (1, 2), "light": (1, 2), "sweet": (1, 2), "write": (0, 1), "paw": (1, 1), "rest": (1, 2)}
"""How often in a round each happens, at least and at most."""
_HONOURS = ("KH", "QS", "JC", "TD", "7D")
_GRASP = 18.0
"""How high a glass is grasped, mm."""


class Clutter:
    """Puts things on a table and acts out what is done with them.

    Args:
        seed: of the film.
        stage: where it happens. spots: where there is room.
    """

    def __init__(self, seed: object, stage: Stage, spots: Spots) -> None:
        self._seed = seed
        self._stage = stage
        self._spots = spots
        self._deck = stage.room.deck
        self._die = random.Random(f"{seed}/clutter")
        self._there: dict[str, tuple[float, Thing]] = {}
        self._level = {name: self._die.uniform(0.55, 0.9) for name in ("glass", "tumbler", "mug")}
        self._sweets = self._die.randint(9, 17)
        self._rows = self._die.randint(1, 6)
        self._due: dict[int, list[str]] = {}
        self._set_up()

    # --- what there is -------------------------------------------------------------------

    def _set_up(self) -> None:
        """Some of it stands about from the beginning, at least a glass and a phone."""
        more = ["tumbler", "mug", "plate", "sweets", "pad", "napkin", "lid"]
        chosen = ["glass", "phone", *self._die.sample(more, self._die.randint(3, 5))]
        for name in sorted(chosen, key=lambda each: each != "lid"):
            there = self._spots.free(self._die, name, self._made(name))
            if there is not None:
                self._place(0.0, name, there)
        if "pad" in self._there:
            self._lay_pencil(0.0)

    def _made(self, name: str, *, lit: bool = False) -> Thing:
        """The thing of that name as it now looks; the same wherever it stands."""
        die = random.Random(f"{self._seed}/clutter/{name}")
        match name:
            case "glass" | "tumbler":
                return household.glass(die, self._level[name])
            case "mug":
                return household.mug(die, self._level[name])
            case "plate":
                return household.plate(die)
            case "sweets":
                return household.sweets(die, self._sweets)
            case "phone":
                return household.phone(die, lit)
            case "pad":
                return household.pad(die, self._rows)
            case "pencil":
                return household.pencil(die)
            case "napkin":
                return household.napkin(die)
        pictures = [partial(self._deck.face, parse_card(code)) for code in _HONOURS]
        return household.lid(die, self._deck, pictures)

    def _place(self, t: float, name: str, there: Thing | None) -> None:
        """From `t` on it is there, or not; what it was until then is written down."""
        self._stage.changes.append(PutThing(t, name, there))
        before = self._there.pop(name, None)
        if before is not None:
            self._note(name, before, t)
        if there is not None:
            self._there[name] = (t, there)

    def _note(self, name: str, before: tuple[float, Thing], until: float) -> None:
        since, there = before
        outline = np.round(there.silhouette(self._stage.view), 1).tolist()
        self._note_clutter(since, until, what=name, outline=outline)

    def _note_clutter(self, since: float, until: float, **more: Any) -> None:
        self._stage.note_upset("clutter", since, until, **more)

    def end(self, t: float) -> None:
        """The film ends at `t`."""
        for name, before in self._there.items():
            if before[0] < t:  # else it would have come back later
                self._note(name, before, t)

    # --- what is done --------------------------------------------------------------------

    def plan(self, cards: Sequence[int]) -> None:
        """Decide what happens before which of a round's cards (numbers of events)."""
        self._due = {}
        for deed, (fewest, greatest) in _DEEDS.items():
            count = min(len(cards), self._die.randint(fewest, greatest))
            for number in self._die.sample(list(cards), count):
                self._due.setdefault(number, []).append(deed)

    def before(self, number: int, acting: int) -> None:
        """What happens before `acting` lays the card at number `number`; others may go on meanwhile."""
        stage, die = self._stage, self._die
        deeds = {
            "drink": self._drink,
            "light": self._light,
            "sweet": self._sweet,
            "write": self._write,
            "paw": self._paw,
            "rest": self._rest_arm,
        }
        for deed in self._due.get(number, ()):
            others = [place for place in range(len(stage.people)) if place != acting]
            place, began = die.choice(others), stage.now
            deeds[deed](place)
            if die.random() < 0.6:
                stage.now = min(stage.now, began + die.uniform(0.2, 0.7))

    def _drink(self, place: int) -> None:
        """A glass is lifted out of the picture and comes back, with less in it, near where it stood."""
        stage, die = self._stage, self._die
        name = die.choice([each for each in self._level if each in self._there] or [""])
        if not name:
            return
        _, there = self._there[name]
        ahead = float(there.outline[:, 0].max()) - 4.0
        stop = there.pose.place - stage.forward(place, there.pose.place) * ahead
        keys, (arrived,) = stage.visit(place, [stop], rest=0.35, z=_GRASP)
        taken = arrived + 0.2
        stage.act(place, "hold", keys, carried=Carried(there, ahead, taken, keys[-1].t + 1.0))
        self._place(taken, name, None)
        self._level[name] = max(0.02, self._level[name] - die.uniform(0.1, 0.35))
        stage.now += die.uniform(0.8, 2.5)
        then = self._made(name).at(there.pose.place, there.pose.turn)
        for _ in range(8):
            moved = then.at(there.pose.place + [die.uniform(-25, 25) for _ in "xy"])
            if self._spots.fits(moved, but=name):
                then = moved
                break
        self._spots.take(name, then)
        stop = then.pose.place - stage.forward(place, then.pose.place) * ahead
        keys, (arrived,) = stage.visit(place, [stop], rest=0.35, z=_GRASP)
        stands = arrived + 0.15
        stage.act(place, "hold", keys, carried=Carried(then, ahead, keys[0].t, stands))
        self._place(stands, name, then)

    def _light(self, place: int) -> None:
        """A message comes: the phone lights up, and goes dark again."""
        if "phone" not in self._there:
            return
        _, there = self._there["phone"]
        began = self._stage.now + self._die.uniform(0.0, 1.0)
        for t, lit in ((began, True), (began + self._die.uniform(2.5, 7.0), False)):
            self._place(t, "phone", self._made("phone", lit=lit).at(there.pose.place, there.pose.turn))
        self._note_clutter(began, self._there["phone"][0], what="phone lit")

    def _sweet(self, place: int) -> None:
        """Somebody takes a sweet, or a biscuit that leaves no gap."""
        stage, name = self._stage, "sweets" if "sweets" in self._there else "plate"
        if name not in self._there:
            return
        _, there = self._there[name]
        began = stage.now
        keys, (arrived,) = stage.visit(place, [there.pose.place], rest=0.4, z=28.0)
        stage.act(place, "hold", keys)
        if name == "sweets" and self._sweets > 1:
            self._sweets -= 1
            self._place(arrived + 0.2, name, self._made(name).at(there.pose.place, there.pose.turn))
        self._note_clutter(began, keys[-1].t, what="hand", player=stage.name(place))

    def _lay_pencil(self, t: float) -> None:
        _, pad = self._there["pad"]
        die = random.Random(f"{self._seed}/clutter/beside")
        pencil = self._made("pencil")
        turn = pad.pose.turn + die.uniform(-0.5, 0.5)
        across = pad.pose.put(np.array([[die.uniform(-25, 25), die.uniform(-20, 40)]]))[0]
        self._place(t, "pencil", pencil.at(across, turn, 5.2))

    def _write(self, place: int) -> None:
        """Somebody takes the pencil and writes one more row on the pad."""
        if "pad" not in self._there:
            return
        stage = self._stage
        (_, pad), (_, pencil) = self._there["pad"], self._there["pencil"]
        row = pad.pose.put(np.array([[x, self._rows * 6.5 - 40.0] for x in (-30.0, -10.0, 10.0, 30.0)]))
        stops = [pencil.pose.place, *row, pencil.pose.place]
        began = stage.now
        keys, arrivals = stage.visit(place, stops, glide=0.35, rest=0.3, z=12.0)
        self._place(arrivals[0] + 0.15, "pencil", None)
        carried = Carried(pencil, 0.0, arrivals[0] + 0.15, arrivals[-1] + 0.15)
        stage.act(place, "hold", keys, carried=carried)
        self._rows += 1
        self._place(arrivals[-2], "pad", self._made("pad").at(pad.pose.place, pad.pose.turn))
        self._place(arrivals[-1] + 0.15, "pencil", pencil)
        self._note_clutter(began, keys[-1].t, what="hand", player=stage.name(place))

    def _paw(self, place: int) -> None:
        """A cat reaches over the edge, pats once or twice and goes."""
        stage, die = self._stage, self._die
        seat = stage.layout.seats[place]
        aside = seat.along * seat.width * die.choice([-0.4, 0.4])
        reach = seat.edge + aside - seat.outward * die.uniform(35.0, 110.0)
        pats = [reach + [die.gauss(0, 14) for _ in "xy"] for _ in range(die.randint(2, 4))]
        began = stage.now
        keys, _ = stage.visit(place, pats, glide=0.35, rest=0.25, z=6.0, lift=30.0)
        stage.act(place, "paw", keys)
        self._note_clutter(began, keys[-1].t, what="paw")

    def _rest_arm(self, place: int) -> None:
        """Somebody's arm lies on the table's edge for a while."""
        stage, die = self._stage, self._die
        seat = stage.layout.seats[place]
        tip = seat.edge + seat.along * seat.width * die.uniform(-0.3, 0.3) - seat.outward * die.uniform(5, 55)
        began = stage.now
        keys, (arrived,) = stage.visit(place, [tip], rest=die.uniform(3.0, 7.0) * stage.pace[place], z=2.0)
        # It is moved a little now and then.
        away = tip + np.array([die.gauss(0, 6) for _ in "xy"])
        keys.insert(2, Key((arrived + keys[2].t) / 2, away, 2.0))
        stage.act(place, "open", keys)
        self._note_clutter(began, keys[-1].t, what="arm", player=stage.name(place))
