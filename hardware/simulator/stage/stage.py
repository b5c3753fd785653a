"""The table while a film is planned: what lies where, which arms are over it, what the camera then sees.

Times are seconds from the first frame, places mm on the table (see `view`).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import cv2
import numpy as np

from engine.cards import DECK, Card
from hardware.simulator.drawing.view import SIZE
from hardware.simulator.people.arms import GRIP, REACH
from hardware.simulator.people.manners import Manners, Person
from hardware.simulator.stage.room import Room
from hardware.simulator.stage.script import NO_CHIPS, Carried, Change, Gesture, Held, Key, LayCard, Swept
from hardware.simulator.things.chips import Chip, drop

THICKNESS = 0.35
"""Of a card that lies loosely on others, mm."""


class Stage:
    """What happens on the table, one thing after the other; `now` is when the next may begin.

    Args:
        rng: the dice of what people do.
        room: where they do it.
        style, people: how they move.
        fps: frames a second.
        heaped: the boxes in which chips heap.

    Attributes:
        layout, view: as they are now.
        card_size: width and height of a card, mm.
        box_inset: how far inside the edge of a box chips may lie, mm.
        floor: height of the boxes' bottom, mm.
        gestures, changes, truth, upsets: as in `script.Script`, so far.
        lying: the cards on the table, lowest first.
        boxes: the chips in each box.
        heaped: as given.
        lost, black: frames that show nothing, by number.
        face_down: packets and talon on the table, lowest first.
        hands: what each player's hand holds in the picture, whenever it changes.
        moves: which cards went where, see `move`.
    """

    def __init__(
        self,
        rng: random.Random,
        room: Room,
        style: Manners,
        people: Sequence[Person],
        fps: float,
        heaped: frozenset[Card] = frozenset(),
    ) -> None:
        self.room = room
        self.rng = rng
        self.layout = room.layout
        self.view = room.view
        self.card_size = room.card_size
        self.box_inset = room.box_inset
        self.floor = room.board.base
        self.style = style
        self.people = people
        self.fps = fps
        self.now = 0.6
        self.gestures: list[Gesture] = []
        self.changes: list[Change] = []
        self.truth: list[dict[str, Any]] = []
        self.upsets: list[dict[str, Any]] = []
        self.boxes: dict[Card, list[Chip]] = {honour: [] for honour in room.layout.honours}
        self.lying: list[LayCard] = []
        self.face_down: list[LayCard] = []
        self.hands: list[dict[str, Any]] = []
        self.moves: list[dict[str, Any]] = []
        self._where: dict[Card, str] = dict.fromkeys(DECK, "pack")
        self.lost: set[int] = set()
        self.black: set[int] = set()
        self.heaped = heaped
        self.pace = [rng.uniform(0.9, 1.15) * style.pace * person.pace for person in people]

    # --- what is written down --------------------------------------------------------------

    def note(self, t: float, kind: str, **more: Any) -> None:
        """Add an event to the truth."""
        self.truth.append({"t": milliseconds(t), "type": kind, **more})

    def note_upset(self, kind: str, t: float, until: float, **more: Any) -> None:
        """Add what made the table hard to follow, from `t` until `until`."""
        self.upsets.append({"kind": kind, "t": milliseconds(t), "until": milliseconds(max(t, until)), **more})

    def move(self, t: float, cards: Iterable[Card], to: str, place: int | None = None) -> None:
        """Write down that cards are elsewhere from `t` on.

        Args:
            to: ``"pack"``, ``"talon"``, ``"hand"``, ``"pile"`` (played, wherever that is) or
                ``"table"`` (otherwise lying there).
            place: whose hand, or who laid it or has it before him.
        """
        by: dict[str, list[str]] = {}
        for card in cards:
            by.setdefault(self._where[card], []).append(card.code)
            self._where[card] = to
        whose = {} if place is None else {"player": self.name(place)}
        for origin, codes in by.items():
            self.moves.append({"t": milliseconds(t), "cards": codes, "from": origin, "to": to, **whose})

    def name(self, place: int) -> str:
        """Who sits at a place in playing order."""
        return self.layout.seats[place].name

    # --- what lies -------------------------------------------------------------------------

    def corners(self, middle: np.ndarray, top: np.ndarray) -> tuple[np.ndarray, float]:
        """Corners of a card with its top towards `top`, and the height that the cards below give it."""
        corners = corners_of(middle, top, self.card_size)
        below = [other.z for other in self.lying if meet(corners, other.corners)]
        return corners, max(below, default=0.0) + THICKNESS

    def put_down(self, change: LayCard) -> None:
        """A card lies from its time on."""
        self.changes.append(change)
        self.lying.append(change)

    def pick_up(self, card: Card) -> None:
        """A card lies no more."""
        self.lying = [lying for lying in self.lying if lying.card != card]

    def pay_in(self, honour: Card, chips: Mapping[str, int]) -> None:
        """Chips come to lie in a box."""
        box = self.layout.box(honour, self.box_inset)
        for name, count in chips.items():
            for _ in range(count):
                heap = honour in self.heaped
                self.boxes[honour].append(
                    drop(self.rng, self.room.chips, name, box, self.boxes[honour], heap)
                )

    def take_out(self, honour: Card, chips: Mapping[str, int]) -> None:
        """Chips are taken out of a box, those on top first."""
        lying = self.boxes[honour]
        for name, count in chips.items():
            for _ in range(count):
                lying.remove(max((chip for chip in lying if chip.kind == name), key=lambda chip: chip.z))

    # --- arms ------------------------------------------------------------------------------

    def shoulder(self, place: int) -> np.ndarray:
        """Where a player's arm comes from (2)."""
        seat = self.layout.seats[place]
        return np.asarray(seat.edge + seat.outward * self.room.shoulders + seat.along * 130)

    def forward(self, place: int, target: np.ndarray) -> np.ndarray:
        """Direction in which his arm points when he reaches for `target`."""
        away = target - self.shoulder(place)
        return np.asarray(away / np.linalg.norm(away))

    def grip(self, place: int, middle: np.ndarray) -> np.ndarray:
        """Where his fingertips are when he holds a card whose middle is at `middle`."""
        return np.asarray(middle - self.forward(place, middle) * GRIP)

    def visit(
        self,
        place: int,
        stops: Sequence[np.ndarray],
        *,
        glide: float | Sequence[float] = 0.3,
        rest: float | Sequence[float],
        z: float | Sequence[float],
        lift: float = 0.0,
    ) -> tuple[list[Key], list[float]]:
        """Keys of a visit to `stops` that starts now, and when the arm reaches each of them.

        Args:
            glide: seconds between two stops, the same or each.
            rest: seconds at each stop.
            z: height of the fingertips there, mm.
            lift: how much higher they are between two stops, mm.
        """
        pace = self.pace[place]
        enter = self._outside(place, stops[0])
        leave = self._outside(place, stops[-1])
        rests, heights, glides = (each(value, len(stops)) for value in (rest, z, glide))
        t = self.now
        keys = [Key(t, enter, heights[0] + 45)]
        arrivals = []
        for number, stop in enumerate(stops):
            if number == 0:
                t += (0.2 + float(np.linalg.norm(stop - enter)) / 1900.0) / pace
            else:
                between = glides[number - 1] / pace
                if lift:
                    midway = (stop + stops[number - 1]) / 2
                    keys.append(Key(t + between / 2, midway, heights[number] + lift))
                t += between
            keys.append(Key(t, stop, heights[number]))
            arrivals.append(t)
            t += rests[number] / pace
            keys.append(Key(t, stop, heights[number]))
        t += (0.18 + float(np.linalg.norm(stops[-1] - leave)) / 2100.0) / pace
        keys.append(Key(t, leave, heights[-1] + 40))
        self.now = t + self.rng.uniform(0.22, 0.45) / pace
        return keys, arrivals

    def act(
        self,
        place: int,
        pose: str,
        keys: Sequence[Key],
        *,
        held: Sequence[Held] = (),
        chips: Swept = NO_CHIPS,
        carried: Carried | None = None,
    ) -> Gesture:
        """One more visit of an arm."""
        shoulder = self.shoulder(place)
        gesture = Gesture(place, pose, tuple(keys), shoulder, tuple(held), chips, carried)
        self.gestures.append(gesture)
        return gesture

    def _outside(self, place: int, target: np.ndarray) -> np.ndarray:
        """The nearest point on the way back to the shoulder from which no part of hand or card is seen."""
        back = -self.forward(place, target)
        for distance in np.arange(0.0, 1500.0, 15.0):
            tip = target + back * distance
            ahead = (
                tip[None]
                - back * (GRIP + 50 + REACH)
                + np.array([[0, 0], [-60, 0], [60, 0], [0, -60], [0, 60]])
            )
            pixels = self.view.project(np.vstack([ahead, tip[None]]), 40.0)
            if ((pixels < 0) | (pixels > SIZE)).any(1).all():
                return np.asarray(tip)
        return np.asarray(target + back * 1500.0)

    # --- what the camera sees --------------------------------------------------------------

    def free(self, outline: np.ndarray, z: float, after: float) -> float:
        """Time of the first frame not before `after` from which on its arm hides nothing of `outline`.

        That frame is seen, and no other arm hides anything in it either. The next arm comes only
        when that has been seen for two frames.
        """
        target = self.view.project(outline, z).astype(np.float32)
        first = int(np.ceil(after * self.fps - 1e-9))
        gesture, *others = reversed(self.gestures)
        last = int(np.ceil((gesture.keys[-1].t + self.style.exposure) * self.fps))
        hidden = (n for n in range(last, first - 1, -1) if self._hides(gesture, target, n / self.fps))
        number = next(hidden, first - 1) + 1
        while number in self.lost | self.black or any(
            self._hides(other, target, number / self.fps)
            for other in others
            if other.keys[0].t <= number / self.fps <= other.keys[-1].t + self.style.exposure
        ):
            number += 1
        self.now = max(self.now, (number + 2.0) / self.fps)
        return milliseconds(number / self.fps)

    def frame_at(self, t: float) -> float:
        """Time of the first frame that is not before `t`."""
        return milliseconds(np.ceil(t * self.fps - 1e-9) / self.fps)

    def _hides(self, gesture: Gesture, target: np.ndarray, t: float) -> bool:
        """Whether the arm covers any pixel of `target` (n × 2, pixels) in the frame at `t`."""
        outline = self.room.arms[gesture.player][gesture.pose].outline
        low = np.floor(target.min(0))
        width, height = (int(v) for v in np.ceil(target.max(0) - low) + 1)
        covered, wanted = np.zeros((2, height, width), np.uint8)
        cv2.fillPoly(wanted, [np.round(target - low).astype(np.int32)], 1)
        for moment in (t, t - self.style.exposure):
            matrix, z = gesture.frame(moment)
            seen = self.view.project_near(outline @ matrix[:, :2].T + matrix[:, 2], z + self.room.hangs)
            cv2.fillPoly(covered, [np.round(seen - low).clip(-20000, 20000).astype(np.int32)], 1)
        return bool((covered & wanted).any())


def corners_of(middle: np.ndarray, top: np.ndarray, size: tuple[float, float]) -> np.ndarray:
    """Corners (4 × 2, mm) of a card of that width and height from its top left; its top points to `top`."""
    right = np.array([-top[1], top[0]])
    width, height = size
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return np.array([middle + right * x * width / 2 - top * y * height / 2 for x, y in corners])


def meet(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether two convex outlines (n × 2, mm) overlap by more than a square millimetre."""
    return bool(cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))[0] > 1.0)


def each(value: float | Sequence[float], count: int) -> list[float]:
    """One number for each of so many."""
    return [value] * count if isinstance(value, int | float) else list(value)


def milliseconds(t: float) -> float:
    """Seconds as the truth has them."""
    return round(float(t), 3)
