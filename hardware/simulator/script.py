"""From the events of a round to what happens on the table and when: arms, cards, chips, and the truth.

Times are seconds from the first frame, places mm on the table (see `view`).
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from engine import game, ledger, nain_jaune
from engine.cards import HONOURS, Card
from engine.events import Called, CardPlayed, Event, HandShown, RoundStarted, Settlement, to_json
from hardware.simulator.arms import GRIP, HEIGHT, REACH, ArmPicture
from hardware.simulator.chips import VALUES, Chip, ChipKind, drop
from hardware.simulator.layout import BAND, CELLS, Layout, Seat
from hardware.simulator.view import SIZE, View

THICKNESS = 0.35
"""Of a card that lies loosely on others, mm."""
_SHOULDER = 520.0
"""How far behind the table's edge a player's shoulder is, mm."""


@dataclass(frozen=True, slots=True, eq=False)
class Key:
    """The fingertips are at `place` (2), `z` mm above the table, at time `t`."""

    t: float
    place: np.ndarray
    z: float


@dataclass(frozen=True, slots=True, eq=False)
class Gesture:
    """One visit of an arm.

    Attributes:
        player: place in playing order.
        pose: ``"hold"`` or ``"open"``.
        keys: where the fingertips go; they rest at each key and glide in between.
        shoulder: where the arm comes from (2).
        card: the card in the fingers, and the direction (2) in which its top points.
        card_from, card_until: while it is held.
        chips: chips under the hand, placed relative to the fingertips in the arm's frame.
        chips_from: when they were picked up; they go with the arm.
    """

    player: int
    pose: str
    keys: tuple[Key, ...]
    shoulder: np.ndarray
    card: tuple[Card, np.ndarray] | None = None
    card_from: float = 0.0
    card_until: float = 0.0
    chips: tuple[Chip, ...] = ()
    chips_from: float = 0.0

    def tip(self, t: float) -> tuple[np.ndarray, float]:
        """Place (2) and height of the fingertips at `t`, within the times of the keys."""
        for before, after in zip(self.keys, self.keys[1:], strict=False):
            if t <= after.t:
                share = min(max((t - before.t) / max(after.t - before.t, 1e-6), 0.0), 1.0)
                # Hands speed up and slow down: the smoothest path between two rests.
                s = share**3 * (10 - 15 * share + 6 * share**2)
                return before.place + (after.place - before.place) * s, before.z + (after.z - before.z) * s
        return self.keys[-1].place, self.keys[-1].z

    def frame(self, t: float) -> tuple[np.ndarray, float]:
        """Matrix (2 × 3) from the arm's frame to the table at `t`, and the height of the fingertips."""
        tip, z = self.tip(t)
        forward = tip - self.shoulder
        forward = forward / np.linalg.norm(forward)
        return np.array([[forward[0], -forward[1], tip[0]], [forward[1], forward[0], tip[1]]]), z


@dataclass(frozen=True, slots=True, eq=False)
class LayCard:
    """From `t` on a card lies at `corners` (4 × 2, from its own top left index), `z` mm high."""

    t: float
    card: Card
    corners: np.ndarray
    z: float


@dataclass(frozen=True, slots=True)
class FillBox:
    """From `t` on exactly `chips` lie in the box of `honour`."""

    t: float
    honour: Card
    chips: tuple[Chip, ...]


@dataclass(frozen=True, slots=True)
class TakeAway:
    """At `t` the cards with these faces are picked up."""

    t: float
    cards: frozenset[Card]


Change = LayCard | FillBox | TakeAway


@dataclass(frozen=True, slots=True)
class Script:
    """A planned film.

    Attributes:
        gestures, changes: by time.
        truth: the events of the truth file, by time.
        calls: lines of the calls file.
        settlements: one per round.
        duration: seconds.
    """

    gestures: tuple[Gesture, ...]
    changes: tuple[Change, ...]
    truth: tuple[dict[str, Any], ...]
    calls: tuple[dict[str, Any], ...]
    settlements: tuple[Settlement, ...]
    duration: float


@dataclass(frozen=True, slots=True)
class Manners:
    """How these people move and lay cards.

    Attributes:
        pace: 1 is an unhurried family, 2 twice as fast.
        scatter: mm by which cards miss the middle of the pile.
        twist: degrees by which cards are turned.
        fiche_for_five: the chance that five is paid with a fiche.
        exposure: seconds that a frame is exposed.
    """

    pace: float
    scatter: float
    twist: float
    fiche_for_five: float
    exposure: float


def manners(rng: random.Random, pace: float) -> Manners:
    """Some family's manners."""
    return Manners(
        pace=pace,
        scatter=rng.uniform(8, 24),
        twist=rng.uniform(5, 22),
        fiche_for_five=rng.choice([0.0, 0.4, 0.8]),
        exposure=rng.uniform(0.012, 0.035),
    )


class Director:
    """Turns events into gestures, one after the other, and writes down what is then true."""

    def __init__(
        self,
        rng: random.Random,
        layout: Layout,
        view: View,
        arms: Sequence[Mapping[str, ArmPicture]],
        kinds: dict[str, ChipKind],
        card_size: tuple[float, float],
        box_inset: float,
        floor: float,
        style: Manners,
        fps: float,
    ) -> None:
        self._rng = rng
        self._layout = layout
        self._view = view
        self._arms = arms
        self._kinds = kinds
        self._card_size = card_size
        self._box_inset = box_inset
        self._floor = floor
        self._style = style
        self._fps = fps
        self._now = 0.6
        self._gestures: list[Gesture] = []
        self._changes: list[Change] = []
        self._truth: list[dict[str, Any]] = []
        self._calls: list[dict[str, Any]] = []
        self._boxes: dict[Card, list[Chip]] = {honour: [] for honour in HONOURS}
        self._lying: list[LayCard] = []
        self._laid_by: dict[int, int] = {}
        self._honour_at: dict[Card, float] = {}
        self._last_card = 0.0
        self._pace = {place: rng.uniform(0.9, 1.15) * style.pace for place in range(len(layout.seats))}

    # --- the events ----------------------------------------------------------------------

    def perform(self, events: Sequence[Event]) -> Script:
        """Plan the whole film of `events` (`engine.events`, an evening from ``game_started`` on).

        Raises:
            IllegalEvent: the events break a rule.
        """
        evening: Any = None
        for event in events:
            before, evening = evening, game.apply(evening, event)
            if isinstance(event, RoundStarted):
                self._start_round(before, event, evening)
            elif isinstance(event, CardPlayed):
                self._lay(evening, event)
                self._note_missed(before, evening)
                if len(evening.round.takes) > len(before.round.takes):
                    self._take(evening, *evening.round.takes[-1][:2])
            elif isinstance(event, Called):
                self._call(event, late=event.card not in [laid.card for laid in before.round.open])
                if len(evening.round.takes) > len(before.round.takes):
                    self._take(evening, *evening.round.takes[-1][:2])
            elif isinstance(event, HandShown):
                self._note_missed(before, evening)
                self._show(evening, event)
        return Script(
            gestures=tuple(self._gestures),
            changes=tuple(sorted(self._changes, key=lambda change: change.t)),
            truth=tuple(sorted(self._truth, key=lambda event: event["t"])),
            calls=tuple(sorted(self._calls, key=lambda call: call["t"])),
            settlements=evening.settlements,
            duration=self._now + 1.2,
        )

    def _start_round(self, before: Any, event: RoundStarted, evening: nain_jaune.Evening) -> None:
        if before.round is None:
            for honour, value in (event.boxes or {}).items():
                self._pay_in(honour, ledger.in_chips(value, VALUES))
                if self._boxes[honour]:
                    self._changes.append(FillBox(0.0, honour, tuple(self._boxes[honour])))
        else:
            self._after_round(before.settlements[-1])
            self._clear_table(evening.players.index(event.dealer))
            self._truth.append({"t": _time(self._now), "type": "round_started", "dealer": event.dealer})
        dealer = evening.players.index(event.dealer)
        for place in range(len(self._layout.seats)):
            if evening.options.pays_antes(place, dealer):
                self._ante(place, nain_jaune.antes(evening))
        self._now += 0.5

    def _note_missed(self, before: Any, after: Any) -> None:
        for place, card, _ in after.round.missed[len(before.round.missed) :]:
            self._truth.append(
                {
                    "t": _time(min(self._honour_at[card] + 0.8, self._now)),
                    "type": "missed_call",
                    "player": self._layout.seats[place].name,
                    "card": card.code,
                }
            )

    # --- what people do ------------------------------------------------------------------

    def _ante(self, place: int, antes: Mapping[Card, int]) -> None:
        order = [card for code in ("TD", "JC", "7D", "QS", "KH") for card in HONOURS if card.code == code]
        if self._rng.random() < 0.5:
            order.reverse()
        stops = [
            self._layout.cell(*_cell(card), self._box_inset).mean(0) + [self._rng.gauss(0, 4) for _ in "xy"]
            for card in order
        ]
        keys, arrivals = self._visit(place, stops, glide=0.2, rest=0.12, z=self._floor + 14)
        for card, t in zip(order, arrivals, strict=True):
            self._pay_in(card, self._ante_chips(antes[card]))
            self._changes.append(FillBox(t + 0.06, card, tuple(self._boxes[card])))
        gesture = self._add(place, "open", keys, stops[0])
        free = self._free(gesture, self._layout.board, self._floor, arrivals[-1] + 0.06)
        chips = {
            honour.code: {name: sum(c.kind == name for c in self._boxes[honour]) for name in VALUES}
            for honour in HONOURS
        }
        self._truth.append(
            {
                "t": free,
                "type": "ante",
                "player": self._layout.seats[place].name,
                "chips": chips,
                "heaped": [box.code for box in HONOURS if any(chip.z > 0 for chip in self._boxes[box])],
            }
        )

    def _ante_chips(self, value: int) -> dict[str, int]:
        if value == 5 and self._rng.random() < self._style.fiche_for_five:
            return {"fiche": 1}
        return {"jeton": value} if value <= 5 else ledger.in_chips(value, VALUES)

    def _lay(self, evening: Any, event: CardPlayed) -> None:
        place = evening.players.index(event.player)
        seat = self._layout.seats[place]
        if self._layout.kind == "pile":
            middle = self._layout.pile + [self._rng.gauss(0, self._style.scatter) for _ in range(2)]
            forward = middle - self._shoulder(place)
            top = _turned(forward / np.linalg.norm(forward), self._rng.gauss(0, self._style.twist))
        else:
            middle, top = self._row_place(evening, seat, place, self._laid_by.get(place, 0))
        if self._rng.random() < 0.5:
            top = -top
        self._laid_by[place] = self._laid_by.get(place, 0) + 1
        corners, z = self._corners(middle, top)
        held_back = middle - self._forward(place, middle) * GRIP
        keys, (arrived,) = self._visit(place, [held_back], rest=0.14, z=z)
        gesture = self._add(place, "hold", keys, held_back, card=(event.card, top), until=arrived + 0.07)
        self._put_down(LayCard(arrived + 0.07, event.card, corners, z))
        free = self._free(gesture, corners, z, arrived + 0.07)
        self._last_card = free
        if event.card in HONOURS:
            self._honour_at[event.card] = free
        self._truth.append(
            {
                "t": free,
                "type": "card_played",
                "player": event.player,
                "card": event.card.code,
                "corners": np.round(self._view.project(corners, z), 1).tolist(),
            }
        )

    def _call(self, event: Called, *, late: bool) -> None:
        """People call between the arrival of the arm and the moment they reach for the chips.

        Who calls too late does so when the next card already lies.
        """
        t = self._now + self._rng.uniform(-0.5, 0.1) / self._style.pace
        if late:
            t = max(t, self._last_card + 0.1)
        self._calls.append({"t": round(t, 2), "player": event.player, "card": event.card.code})
        self._now = max(self._now, t + 0.1)

    def _take(self, evening: Any, place: int, honour: Card) -> None:
        free = self._grab(place, honour)
        self._truth.append(
            {"t": free, "type": "box_taken", "player": evening.players[place], "card": honour.code}
        )

    def _grab(self, place: int, honour: Card) -> float:
        """Take everything out of a box; the time from which nothing covers the box."""
        box = self._layout.cell(*_cell(honour), self._box_inset)
        stop = box.mean(0) + self._forward(place, box.mean(0)) * 25
        keys, (arrived,) = self._visit(place, [stop], rest=0.4, z=self._floor + 10)
        taken = arrived + 0.25
        under = tuple(
            Chip(chip.kind, self._rng.uniform(-75, -12), self._rng.uniform(-24, 24), 0.0, chip.angle)
            for chip in self._boxes[honour]
        )
        self._boxes[honour] = []
        gesture = self._add(place, "open", keys, stop, chips=under, chips_from=taken)
        self._changes.append(FillBox(taken, honour, ()))
        return self._free(gesture, box, self._floor, taken)

    def _show(self, evening: Any, event: HandShown) -> None:
        place = evening.players.index(event.player)
        seat = self._layout.seats[place]
        count = len(event.cards)
        fan = self._rng.choice([0.0, 0.0, 14.0])
        spots = []
        for number in range(count):
            if self._layout.kind == "pile":
                width = self._card_size[0]
                step = min(width + 4, (seat.width - 16 - width) / max(1, count - 1))
                along = (number - (count - 1) / 2) * step
                middle, top = self._in_band(seat, along, fan * (number / max(1, count - 1) - 0.5))
            else:
                middle, top = self._row_place(
                    evening, seat, place, self._laid_by.get(place, 0) + number, after_gap=True
                )
            spots.append((middle, top))
        stops = [middle - self._forward(place, middle) * GRIP for middle, _ in spots]
        keys, arrivals = self._visit(place, stops, glide=0.16, rest=0.02, z=4.0)
        for card, (middle, top), t in zip(event.cards, spots, arrivals, strict=True):
            corners, z = self._corners(middle, top)
            self._put_down(LayCard(t, card, corners, z))
        gesture = self._add(
            place, "hold", keys, stops[0], card=(event.cards[-1], spots[-1][1]), until=arrivals[-1]
        )
        whole = cv2.convexHull(
            np.vstack([shown.corners for shown in self._lying[-count:]]).astype(np.float32)
        )
        free = self._free(gesture, whole[:, 0].astype(float), 0.0, arrivals[-1])
        self._truth.append(
            {
                "t": free,
                "type": "hand_shown",
                "player": event.player,
                "cards": [card.code for card in event.cards],
            }
        )

    def _after_round(self, settlement: Settlement) -> None:
        """Bêtes go into their boxes, and an opéra's winner empties all."""
        places = {seat.name: place for place, seat in enumerate(self._layout.seats)}
        for bete in settlement.betes:
            if not bete.chips:
                continue
            stop = self._layout.cell(*_cell(bete.card), self._box_inset).mean(0)
            keys, (arrived,) = self._visit(places[bete.player], [stop], rest=0.4, z=self._floor + 14)
            self._pay_in(bete.card, ledger.in_chips(bete.chips, VALUES))
            self._changes.append(FillBox(arrived + 0.2, bete.card, tuple(self._boxes[bete.card])))
            self._add(places[bete.player], "open", keys, stop)
        for honour in settlement.swept:
            self._grab(places[settlement.winner], honour)

    def _clear_table(self, dealer: int) -> None:
        """The dealer gathers the cards, heap by heap."""
        while self._lying:
            first = self._lying[-1].corners.mean(0)
            near = [c for c in self._lying if np.linalg.norm(c.corners.mean(0) - first) < 170]
            stop = first - self._forward(dealer, first) * GRIP
            keys, (arrived,) = self._visit(dealer, [stop], rest=0.3, z=6.0)
            self._changes.append(TakeAway(arrived + 0.15, frozenset(c.card for c in near)))
            self._add(
                dealer,
                "hold",
                keys,
                stop,
                card=(near[-1].card, self._forward(dealer, first)),
                card_from=arrived + 0.15,
                until=keys[-1].t,
            )
            gone = {id(c) for c in near}
            self._lying = [c for c in self._lying if id(c) not in gone]
        self._laid_by.clear()
        self._now += 1.5

    # --- places --------------------------------------------------------------------------

    def _row_place(
        self, evening: Any, seat: Seat, place: int, number: int, *, after_gap: bool = False
    ) -> tuple[np.ndarray, np.ndarray]:
        """Where card `number` of a player's row lies; the hand he shows goes on behind a gap."""
        dealt = game.module_of(evening).DEAL[len(evening.players)][0]
        width, gap = self._card_size[0], 14.0
        step = min(30.0, (seat.width - 2 * width - gap - 16) / max(1, dealt - 2))
        extent = 2 * width + gap + (dealt - 2) * step
        along = -extent / 2 + width / 2 + number * step
        if after_gap:
            along += width + gap - step
        return self._in_band(seat, along, self._rng.gauss(0, 1.5))

    def _in_band(self, seat: Seat, along: float, turn: float) -> tuple[np.ndarray, np.ndarray]:
        depth = BAND / 2 - 2 + self._rng.uniform(-2, 2)
        return seat.edge + seat.along * along - seat.outward * depth, _turned(-seat.outward, turn)

    def _corners(self, middle: np.ndarray, top: np.ndarray) -> tuple[np.ndarray, float]:
        """Corners of a card with its top towards `top`, and the height that the cards below give it."""
        right = np.array([-top[1], top[0]])
        width, height = self._card_size
        corners = np.array(
            [
                middle + right * x * width / 2 - top * y * height / 2
                for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
            ]
        )
        outline = corners.astype(np.float32)
        below = [
            other.z
            for other in self._lying
            if cv2.intersectConvexConvex(outline, other.corners.astype(np.float32))[0] > 1.0
        ]
        return corners, max(below, default=0.0) + THICKNESS

    def _put_down(self, change: LayCard) -> None:
        self._changes.append(change)
        self._lying.append(change)

    def _pay_in(self, honour: Card, chips: Mapping[str, int]) -> None:
        box = self._layout.cell(*_cell(honour), self._box_inset)
        for name, count in chips.items():
            for _ in range(count):
                self._boxes[honour].append(drop(self._rng, self._kinds, name, box, self._boxes[honour]))

    # --- arms ----------------------------------------------------------------------------

    def _shoulder(self, place: int) -> np.ndarray:
        seat = self._layout.seats[place]
        return np.asarray(seat.edge + seat.outward * _SHOULDER + seat.along * 130)

    def _forward(self, place: int, target: np.ndarray) -> np.ndarray:
        away = target - self._shoulder(place)
        return np.asarray(away / np.linalg.norm(away))

    def _outside(self, place: int, target: np.ndarray) -> np.ndarray:
        """The nearest point on the way back to the shoulder from which no part of hand or card is seen."""
        back = -self._forward(place, target)
        for distance in np.arange(0.0, 1500.0, 15.0):
            tip = target + back * distance
            ahead = (
                tip[None]
                - back * (GRIP + 50 + REACH)
                + np.array([[0, 0], [-60, 0], [60, 0], [0, -60], [0, 60]])
            )
            pixels = self._view.project(np.vstack([ahead, tip[None]]), 40.0)
            if ((pixels < 0) | (pixels > SIZE)).any(1).all():
                return tip
        return target + back * 1500.0

    def _visit(
        self, place: int, stops: Sequence[np.ndarray], *, glide: float = 0.3, rest: float, z: float
    ) -> tuple[list[Key], list[float]]:
        """Keys of a visit to `stops` that starts now, and when the arm reaches each of them."""
        pace = self._pace[place]
        enter = self._outside(place, stops[0])
        leave = self._outside(place, stops[-1])
        t = self._now
        keys = [Key(t, enter, z + 45)]
        arrivals = []
        for number, stop in enumerate(stops):
            if number == 0:
                t += (0.2 + float(np.linalg.norm(stop - enter)) / 1900.0) / pace
            else:
                t += glide / pace
            keys.append(Key(t, stop, z))
            arrivals.append(t)
            t += rest / pace
            keys.append(Key(t, stop, z))
        t += (0.18 + float(np.linalg.norm(stops[-1] - leave)) / 2100.0) / pace
        keys.append(Key(t, leave, z + 40))
        self._now = t + self._rng.uniform(0.22, 0.45) / pace
        return keys, arrivals

    def _add(
        self,
        place: int,
        pose: str,
        keys: Sequence[Key],
        target: np.ndarray,
        *,
        card: tuple[Card, np.ndarray] | None = None,
        card_from: float = 0.0,
        until: float = 0.0,
        chips: tuple[Chip, ...] = (),
        chips_from: float = 0.0,
    ) -> Gesture:
        gesture = Gesture(
            player=place,
            pose=pose,
            keys=tuple(keys),
            shoulder=self._shoulder(place),
            card=card,
            card_from=card_from,
            card_until=until,
            chips=chips,
            chips_from=chips_from,
        )
        self._gestures.append(gesture)
        return gesture

    def _free(self, gesture: Gesture, outline: np.ndarray, z: float, after: float) -> float:
        """Time of the first frame not before `after` from which on the arm hides nothing of `outline`.

        The next arm comes only when that has been seen for two frames.
        """
        target = self._view.project(outline, z).astype(np.float32)
        first = int(np.ceil(after * self._fps - 1e-9))
        last = int(np.ceil((gesture.keys[-1].t + self._style.exposure) * self._fps))
        hidden = (n for n in range(last, first - 1, -1) if self._hides(gesture, target, n / self._fps))
        free = (next(hidden, first - 1) + 1) / self._fps
        self._now = max(self._now, free + 2.0 / self._fps)
        return _time(free)

    def _hides(self, gesture: Gesture, target: np.ndarray, t: float) -> bool:
        """Whether the arm covers any pixel of `target` (n × 2, pixels) in the frame at `t`."""
        outline = self._arms[gesture.player][gesture.pose].outline
        low = np.floor(target.min(0))
        width, height = (int(v) for v in np.ceil(target.max(0) - low) + 1)
        covered, wanted = np.zeros((2, height, width), np.uint8)
        cv2.fillPoly(wanted, [np.round(target - low).astype(np.int32)], 1)
        for moment in (t, t - self._style.exposure):
            matrix, z = gesture.frame(moment)
            seen = self._view.project_near(outline @ matrix[:, :2].T + matrix[:, 2], z + HEIGHT)
            cv2.fillPoly(covered, [np.round(seen - low).clip(-20000, 20000).astype(np.int32)], 1)
        return bool((covered & wanted).any())


def _cell(honour: Card) -> tuple[int, int]:
    return CELLS[honour.code]


def _turned(vector: np.ndarray, degrees: float) -> np.ndarray:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([c * vector[0] - s * vector[1], s * vector[0] + c * vector[1]])


def _time(t: float) -> float:
    return round(float(t), 3)


def settlement_json(settlement: Settlement) -> dict[str, Any]:
    """The settlement as truth files hold it: without transfers and without a number."""
    line = to_json(settlement)
    return {name: value for name, value in line.items() if name not in ("transfers", "seq", "t")}
