"""What people do besides laying cards, and what befalls board and camera, as far as it is switched on.

Each matter has its own dice, so that switching one on leaves the others as they were. All that
happens is written down under `disturbances` in the truth, with the seconds from which and until
which it is to be seen.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from engine.cards import Card
from engine.events import CardPlayed, Event, HandShown, RoundStarted
from engine.games import game
from hardware.simulator.disturbances import NAMES, Disturbances
from hardware.simulator.drawing.view import knocked
from hardware.simulator.layout import Layout, turned
from hardware.simulator.stage.hands import Hands
from hardware.simulator.stage.script import Held, Key, LayCard, MoveBoard, MoveCards, MoveView, TakeAway
from hardware.simulator.stage.stage import THICKNESS, Stage, meet

Spot = Callable[[int], tuple[np.ndarray, np.ndarray]]
"""Where a player's next card goes (2, mm), and in which direction its top points (2)."""
_AT_LEAST_LYING = 5
"""Cards that lie before somebody squares them up."""
TIGHT = (0.17, 0.24)
"""Share of a card's width that is in sight in a hand that is shown tightly, from and to."""
_LONGEST = 3600.0
"""Seconds for which lost frames are thrown."""
_QUIET = 1.5
"""Seconds at the beginning in which no frame is lost."""


class Mishaps:
    """Throws and acts out what is switched on.

    Args:
        seed: of the film.
        among: what is switched on.
        stage: where it happens.
        hands: who holds which cards.
    """

    def __init__(self, seed: object, among: Disturbances, stage: Stage, hands: Hands) -> None:
        self._among = among
        self._hands = hands
        self._stage = stage
        self._die = {name: random.Random(f"{seed}/{name}") for name in NAMES}
        self._due: dict[int, set[str]] = {}
        self._events: Sequence[Event] = ()
        self._quiet_until = 0.0
        self._rounds = 0
        if among.dropouts:
            self._lose_frames()

    def plan(self, events: Sequence[Event], number: int) -> Sequence[int]:
        """Decide what happens at which card of the round that begins at `events[number]`.

        Returns:
            where among the events its cards are.
        """
        self._events = events
        later = range(number + 1, len(events))
        end = next((n for n in later if isinstance(events[n], RoundStarted)), len(events))
        cards = [n for n in range(number, end) if isinstance(events[n], CardPlayed)]
        chosen = {
            "two_cards": self._choose("two_cards", [n for n in cards if self._goes_on_at_once(n)], 1, 3)
        }
        second = {n + 1 for n in chosen["two_cards"]}
        free = [n for n in cards if n not in second]
        single = [n for n in free if n not in chosen["two_cards"]]
        kinds: list[tuple[str, list[int], int, int]] = [
            ("face_down", single, 1, 1),
            ("take_back", [n for n in free if self._others_in_hand(n)], 1, 2),
            ("straighten", free[2:], 1, 2),
            ("square_up", free[_AT_LEAST_LYING:], 1, 2),
            ("lean_in", free, 2, 4),
            ("dropouts", free[1:], 2, 3),
            ("bump", free[3:], 1, 1),
            ("board_bump", free[2:], 1, 1),
        ]
        for name, places, lower, upper in kinds:
            chosen[name] = self._choose(name, places, lower, upper)
        self._due = {n: {name for name in chosen if n in chosen[name]} for n in cards}
        self._rounds += 1
        return cards

    def before(self, number: int, place: int, evening: Any, spot: Spot) -> set[str]:
        """What happens before the card at `events[number]` is laid by `place`.

        Returns:
            All that is due at this card; ``face_down`` and ``two_cards`` are left to the caller.
        """
        stage, due = self._stage, self._due.get(number, set())
        person = stage.people[place]
        if person.thinks and self._die["tempo"].random() < person.thinks:
            stage.now += self._die["tempo"].uniform(0.4, 2.5)
        for name, happens in (
            ("bump", self._bump),
            ("board_bump", self._push_board),
            ("straighten", self._straighten),
            ("square_up", self._square_up),
            ("lean_in", lambda: self._lean_in(place)),
        ):
            if name in due:
                happens()
        if "take_back" in due:
            self._take_back(number, place, evening, spot)
        if "dropouts" in due:
            self._go_dark()
        return due

    def at(self, number: int) -> bool:
        """Whether something happens at the card at `events[number]`, or at the one laid together with it."""
        return bool(self._due.get(number)) or "two_cards" in self._due.get(number - 1, set())

    def after(self) -> None:
        """People wait for a camera that is gone."""
        self._stage.now = max(self._stage.now, self._quiet_until)

    def lingering(self, place: int) -> float:
        """Seconds that a player's hand stays on his card."""
        return self._die["tempo"].uniform(0.0, upper) if (upper := self._stage.people[place].lingers) else 0.0

    def askew(self, place: int) -> float:
        """Degrees by which a player's next card is askew in its row."""
        return self._die["sloppy"].gauss(0.0, skew) if (skew := self._stage.people[place].skew) else 0.0

    def aside(self, top: np.ndarray) -> np.ndarray:
        """How far the upper of two cards laid at once lies from the lower one, whose index it leaves free."""
        die = self._die["two_cards"]
        right = np.array([-top[1], top[0]])
        return np.asarray(right * die.uniform(17.0, 28.0) - top * die.uniform(-6.0, 6.0))

    def squeezed(self, step: float) -> float:
        """How far two cards of a hand that is shown lie apart, mm, where there is room for `step`."""
        if not self._among.tight_hands:
            return step
        return min(step, self._stage.card_size[0] * self._die["tight_hands"].uniform(*TIGHT))

    def lay_face_down(self, place: int, card: Card, middle: np.ndarray, top: np.ndarray) -> LayCard:
        """A card is laid with its back up, then turned; how it lies in the end."""
        stage, die = self._stage, self._die["face_down"]
        corners, z = stage.corners(middle, top)
        keys, (arrived,), since = self._hands.visit(place, [stage.grip(place, middle)], rest=0.14, z=z)
        self._hands.take(place, [card], since)
        down = arrived + 0.07
        stage.act(place, "hold", keys, held=[Held(card, top, since, down, back=True)])
        stage.put_down(LayCard(down, card, corners, z, back=True))
        stage.move(down, [card], "table", place)
        stage.free(corners, z, down)
        stage.now += die.uniform(0.4, 1.4)
        then = stage.layout.on_pile(
            middle + [die.gauss(0, 6) for _ in "xy"] - stage.layout.pile, stage.card_size
        )
        if stage.layout.kind != "pile":
            then = middle
        stage.pick_up(card)
        stops = [stage.grip(place, middle), stage.grip(place, then)]
        keys, (first, second) = stage.visit(place, stops, glide=0.6, rest=0.14, z=z, lift=38.0)
        taken, lies = first + 0.08, second + 0.07
        stage.changes.append(TakeAway(taken, frozenset([card])))
        stage.act(
            place,
            "hold",
            keys,
            held=[Held(card, top, taken, lies, back=True, turned=(first + second) / 2 + 0.1)],
        )
        lying = LayCard(lies, card, *stage.corners(then, top))
        stage.put_down(lying)
        stage.note_upset("face_down", down, lies, player=stage.name(place), card=card.code)
        return lying

    # --- what is chosen ------------------------------------------------------------------

    def _choose(self, name: str, places: Sequence[int], lower: int, upper: int) -> set[int]:
        if not getattr(self._among, name) or not places:
            return set()
        die = self._die[name]
        return set(die.sample(places, min(len(places), die.randint(lower, upper))))

    def _goes_on_at_once(self, number: int) -> bool:
        """Whether the same player lays the next card too, with nothing to be called or taken in between."""
        one, then = self._events[number], self._events[number + 1 : number + 2]
        return (
            isinstance(one, CardPlayed)
            and one.card not in self._stage.boxes
            and any(isinstance(each, CardPlayed) and each.player == one.player for each in then)
        )

    def _others_in_hand(self, number: int) -> list[Card]:
        """What the player who lays `events[number]` still holds besides that card, honours left out."""
        one = self._events[number]
        assert isinstance(one, CardPlayed)
        held: list[Card] = []
        for event in self._events[number + 1 :]:
            if isinstance(event, RoundStarted):
                break
            if isinstance(event, CardPlayed) and event.player == one.player:
                held.append(event.card)
            elif isinstance(event, HandShown) and event.player == one.player:
                held += event.cards
        return [card for card in held if card not in self._stage.boxes]

    # --- cards ---------------------------------------------------------------------------

    def _take_back(self, number: int, place: int, evening: Any, spot: Spot) -> None:
        """Another card than the one meant is laid, and taken back when that is noticed."""
        stage, die = self._stage, self._die["take_back"]
        held = self._others_in_hand(number)
        rules = game.rules_of(evening)
        allowed = [card for card in held if rules.rule_broken(evening, place, card) is None]
        card = die.choice(allowed if allowed and die.random() < 0.6 else held)
        middle, top = spot(place)
        corners, z = stage.corners(middle, top)
        keys, (arrived,), since = self._hands.visit(place, [stage.grip(place, middle)], rest=0.14, z=z)
        self._hands.take(place, [card], since)
        down = arrived + 0.07
        stage.act(place, "hold", keys, held=[Held(card, top, since, down)])
        stage.put_down(LayCard(down, card, corners, z))
        stage.move(down, [card], "table", place)
        free = stage.free(corners, z, down)
        stage.now += die.uniform(0.3, 1.6)
        keys, (arrived,) = stage.visit(place, [stage.grip(place, middle)], rest=0.2, z=z)
        taken = arrived + 0.12
        stage.changes.append(TakeAway(taken, frozenset([card])))
        stage.pick_up(card)
        stage.act(place, "hold", keys, held=[Held(card, top, taken, keys[-1].t)])
        self._hands.put_back(place, card, keys[-1].t)
        stage.move(taken, [card], "hand", place)
        gone = stage.free(corners, z, taken)
        stage.note_upset(
            "take_back", free, gone, player=stage.name(place), card=card.code, legal=card in allowed
        )

    def _straighten(self) -> None:
        """A card that nothing covers is turned and pushed a little."""
        stage, die = self._stage, self._die["straighten"]
        open_cards = [
            lying
            for number, lying in enumerate(stage.lying)
            if not any(meet(lying.corners, above.corners) for above in stage.lying[number + 1 :])
        ]
        if not open_cards:
            return
        lying = open_cards[-1] if stage.layout.kind == "pile" else die.choice(open_cards)
        middle, top = _pose(lying.corners)
        pile = stage.layout.kind == "pile"
        place = die.randrange(len(stage.people)) if pile else stage.layout.nearest_seat(middle)
        reach, turn = (9.0, die.uniform(8.0, 24.0)) if pile else (2.0, die.uniform(3.0, 6.0))
        top_then = turned(top, turn * die.choice([-1, 1]))
        then = middle + [die.gauss(0, reach) for _ in "xy"]
        if pile:
            then = stage.layout.on_pile(then - stage.layout.pile, stage.card_size)
        stops = [stage.grip(place, middle), stage.grip(place, then)]
        keys, (first, second) = stage.visit(place, stops, glide=0.4, rest=0.16, z=lying.z)
        taken, lies = first + 0.08, second + 0.06
        stage.changes.append(TakeAway(taken, frozenset([lying.card])))
        stage.pick_up(lying.card)
        stage.act(place, "hold", keys, held=[Held(lying.card, top, taken, lies, top_then=top_then)])
        moved = LayCard(lies, lying.card, *stage.corners(then, top_then))
        stage.put_down(moved)
        free = stage.free(moved.corners, moved.z, lies)
        places = np.round(stage.view.project(moved.corners, moved.z), 1).tolist()
        stage.note_upset("straighten", taken, free, card=lying.card.code, corners=places)

    def _square_up(self) -> None:
        """Somebody knocks the pile together."""
        stage, die = self._stage, self._die["square_up"]
        if stage.layout.kind != "pile" or len(stage.lying) < _AT_LEAST_LYING:
            return
        place = die.randrange(len(stage.people))
        centre = np.mean([lying.corners.mean(0) for lying in stage.lying], axis=0)
        along = stage.forward(place, centre)
        stop = centre - along * 55
        keys, (arrived,) = stage.visit(place, [stop], rest=1.0, z=8.0)
        stage.act(place, "open", keys)
        goals = []
        for number, lying in enumerate(stage.lying):
            _, top = _pose(lying.corners)
            goal = turned(along if top @ along >= 0 else -along, die.gauss(0, 1.5))
            corners, _ = stage.corners(centre + [die.gauss(0, 1.5) for _ in "xy"], goal)
            goals.append((corners, number * THICKNESS + THICKNESS))
        t = arrived
        start = list(stage.lying)
        for share in (0.35, 0.7, 1.0):
            t += 0.16 / stage.pace[place]
            stage.lying = [
                replace(lying, t=t, z=z, corners=_between(lying.corners, corners, share))
                for lying, (corners, z) in zip(start, goals, strict=True)
            ]
            stage.changes.append(MoveCards(t, tuple(stage.lying)))
        whole = cv2.convexHull(np.vstack([lying.corners for lying in stage.lying]).astype(np.float32))
        free = stage.free(whole[:, 0].astype(float), stage.lying[-1].z, t)
        stage.note_upset("square_up", arrived, free, cards=len(stage.lying))

    # --- arms ----------------------------------------------------------------------------

    def _lean_in(self, acting: int) -> None:
        """An arm, or a head, comes over the table and goes again; the others may go on meanwhile."""
        stage, die = self._stage, self._die["lean_in"]
        place = die.randrange(len(stage.people))
        seat = stage.layout.seats[place]
        head = die.random() < (0.7 if stage.people[place].child else 0.3)
        if head:
            target = seat.edge - seat.outward * die.uniform(25.0, 90.0)
        else:
            board = [] if stage.layout.boardless else [stage.layout.board.mean(0)]
            over = [stage.layout.pile, *board, np.zeros(2)]
            target = die.choice(over) + np.array([die.gauss(0, 40) for _ in "xy"])
        began = stage.now
        height = die.uniform(130.0, 170.0) if head else die.uniform(15.0, 90.0)
        sway = [target, target + [die.gauss(0, 18) for _ in "xy"]]
        keys, _ = stage.visit(place, sway, glide=0.5, rest=die.uniform(0.2, 0.8), z=height)
        if head:
            # What is high up is seen from farther out.
            back = -stage.forward(place, target) * 230.0
            keys[0] = Key(keys[0].t, keys[0].place + back, keys[0].z)
            keys[-1] = Key(keys[-1].t + 0.3, keys[-1].place + back, keys[-1].z)
        stage.act(place, "head" if head else "open", keys)
        stage.note_upset(
            "lean_in", began, keys[-1].t, player=stage.name(place), what="head" if head else "arm"
        )
        if place != acting and die.random() < 0.5:
            stage.now = began + die.uniform(0.2, 0.7)

    # --- board and camera ----------------------------------------------------------------

    def _push_board(self) -> None:
        """Somebody pushes the board with his hand, with all that lies in it."""
        stage, die = self._stage, self._die["board_bump"]
        place = die.randrange(len(stage.people))
        layout = stage.layout
        for _ in range(12):
            away = turned(np.array([1.0, 0.0]), die.uniform(0, 360)) * die.uniform(3.0, 13.0)
            moved = layout.pushed(away, die.uniform(-3.5, 3.5), die.randrange(len(stage.boxes)))
            if not any(meet(moved.board, lying.corners) for lying in [*stage.lying, *stage.face_down]):
                break
        else:
            return
        edge = layout.board.mean(0) - stage.forward(place, layout.board.mean(0)) * 90
        keys, (arrived, _) = stage.visit(place, [edge, edge + away], glide=0.3, rest=0.15, z=stage.floor + 12)
        stage.act(place, "open", keys)
        t = arrived
        for share in (0.4, 0.75, 1.0):
            t += 0.12 / stage.pace[place]
            now = layout.towards(moved, share)
            chips = {
                box: tuple(replace(chip, x=x, y=y, angle=chip.angle + turn) for chip, x, y, turn in carried)
                for box, carried in _carried(stage, layout, now).items()
            }
            stage.changes.append(MoveBoard(t, now, chips))
        stage.layout = moved
        stage.boxes = {box: list(each) for box, each in chips.items()}
        free = stage.free(moved.board, stage.floor, t)
        board = np.round(stage.view.project(moved.board, stage.floor), 1).tolist()
        stage.note_upset("board_bump", arrived, free, player=stage.name(place), board=board)

    def _bump(self) -> None:
        """The camera is knocked: it trembles and then looks elsewhere."""
        stage, die = self._stage, self._die["bump"]
        began = stage.now + 0.1
        before, after = stage.view, knocked(die, stage.view)
        for number, share in enumerate((0.9, 1.7, 0.5, 1.25, 0.85, 1.0)):
            stage.changes.append(MoveView(began + number / stage.fps, before.towards(after, share)))
        stage.view = after
        done = began + 5 / stage.fps
        known = stage.layout.outline if stage.layout.boardless else stage.layout.board
        pixels = np.linalg.norm(after.project(known) - before.project(known), axis=1).mean()
        where = {}
        if not stage.layout.boardless:
            where["board"] = np.round(after.project(stage.layout.board, stage.floor), 1).tolist()
        stage.note_upset("bump", began, done, pixels=round(float(pixels), 1), **where)
        stage.now = done + die.uniform(0.4, 1.2)

    def _go_dark(self) -> None:
        """The camera is gone, or its pictures are black, from a moment while the next card is laid."""
        stage, die = self._stage, self._die["dropouts"]
        gone = die.random() < 0.6
        began = stage.now + die.uniform(0.0, 1.0)
        until = began + (die.uniform(1.0, 5.0) if gone else die.uniform(0.2, 1.5))
        frames = range(int(np.ceil(began * stage.fps)), int(np.ceil(until * stage.fps)))
        (stage.lost if gone else stage.black).update(frames)
        stage.note_upset("dropouts", began, until, what="gone" if gone else "black")
        self._quiet_until = until + 0.3

    def _lose_frames(self) -> None:
        """Single frames and short runs of them are lost."""
        stage, die = self._stage, self._die["dropouts"]
        number = int(_QUIET * stage.fps)
        while number < _LONGEST * stage.fps:
            number += 1 + int(die.expovariate(1 / 70.0))
            run = 1 if die.random() < 0.8 else die.randint(2, 7)
            stage.lost.update(range(number, number + run))
            number += run


def _pose(corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Middle of a card, and the direction in which its top points."""
    up = corners[0] - corners[3]
    return corners.mean(0), up / np.linalg.norm(up)


def _between(corners: np.ndarray, goal: np.ndarray, share: float) -> np.ndarray:
    """A card on its way: its corners `share` of the way to `goal`, rigid."""
    (middle, top), (then, top_then) = _pose(corners), _pose(goal)
    mixed = top * (1 - share) + top_then * share
    mixed = mixed / np.linalg.norm(mixed)
    angle = np.degrees(np.arctan2(top[0] * mixed[1] - top[1] * mixed[0], top @ mixed))
    straight = np.array([turned(corner, angle) for corner in corners - middle])
    return np.asarray(straight + middle * (1 - share) + then * share)


def _carried(
    stage: Stage, before: Layout, after: Layout
) -> Mapping[Card, list[tuple[Any, float, float, float]]]:
    """Each box's chips with the place and turn that they have when the box is carried along."""
    carried: dict[Card, list[tuple[Any, float, float, float]]] = {}
    for honour in stage.boxes:
        (middle, top), (then, top_then) = (_pose(each.box(honour, 0.0)) for each in (before, after))
        turn = float(np.arctan2(top[0] * top_then[1] - top[1] * top_then[0], top @ top_then))
        carried[honour] = []
        for chip in stage.boxes[honour]:
            x, y = turned(np.array([chip.x, chip.y]) - middle, np.degrees(turn)) + then
            carried[honour].append((chip, float(x), float(y), turn))
    return carried
