"""From a script to pictures: what lies still is drawn once, what moves is drawn on every frame."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from engine.cards import Card
from hardware.simulator.drawing.compose import Patch, baked, darken, in_perspective, put, shadow_of
from hardware.simulator.drawing.view import SIZE, View
from hardware.simulator.people import arms
from hardware.simulator.people.arms import ArmPicture
from hardware.simulator.people.held import Hand, draw_fan, fan_shadow, shifted
from hardware.simulator.stage.hands import COMES, GOES
from hardware.simulator.stage.room import Room
from hardware.simulator.stage.script import (
    Carried,
    Change,
    FillBox,
    Gesture,
    Held,
    HoldCards,
    LayCard,
    MoveBoard,
    MoveCards,
    MoveView,
    PutThing,
    Script,
    TakeAway,
)
from hardware.simulator.surroundings import surfaces
from hardware.simulator.surroundings.floor import beyond
from hardware.simulator.things.board import draw_board
from hardware.simulator.things.chips import Chip, draw_chips, outline_of
from hardware.simulator.things.thing import Drawn, Thing

_SHADOW_SCALE = 4
"""Shadows of arms are drawn this many times smaller: they are soft anyway."""

_SWAYS = 5.0
"""How often in a second a hand that holds cards is drawn elsewhere."""
_SQUARED = 6.0
"""Cards whose corners are nearer to each other than this, mm, are squared up."""


@dataclass(slots=True)
class _Held:
    """Cards in a hand, seen from `since` until `goes`; `layer`: drawn for this view; `moved`: at a time."""

    hand: Hand
    since: float
    goes: float = np.inf
    layer: tuple[np.ndarray, int, int] | None = None
    moved: tuple[float, tuple[np.ndarray, int, int]] | None = None


_Over = Gesture | Drawn | _Held
"""What is over the table: arms, tall things, hands with cards."""


class Renderer:
    """Draws the frames of one script in order of time."""

    def __init__(self, room: Room, script: Script, fps: float) -> None:
        self._room = room
        self._changes = list(script.changes)
        self._gestures = script.gestures
        self._black = script.black
        self._fps = fps
        self._chips: dict[Card, tuple[Chip, ...]] = {}
        self._boxes: dict[Card, tuple[np.ndarray, int, int]] = {}
        self._cards: list[LayCard] = []
        self._things: dict[str, Thing] = {}
        self._drawn: dict[str, Drawn] = {}
        self._standing: list[tuple[float, Drawn]] = []
        self._near: dict[str, float] = {}
        self._hands: dict[int, _Held] = {}
        self._ground = self._table_top()
        self._set_up()
        grain = np.random.default_rng(room.seed)
        self._shifts = random.Random(room.seed)
        noise = grain.normal(0, room.sensor.noise, (SIZE[1] + 64, SIZE[0] + 64, 3))
        self._brighter = noise.clip(0, 60).round().astype(np.uint8)
        self._darker = (-noise).clip(0, 60).round().astype(np.uint8)

    def picture(self, t: float) -> np.ndarray:
        """The frame at `t` seconds, uint8 BGR; `t` must not run backwards."""
        while self._changes and self._changes[0].t <= t + 1e-9:
            self._apply(self._changes.pop(0))
        if round(t * self._fps) in self._black:
            return np.zeros_like(self._canvas)
        after = self._room.sensor.exposure
        moving = [each for each in self._gestures if each.keys[0].t <= t <= each.keys[-1].t + after]
        self._hands = {place: held for place, held in self._hands.items() if t < held.goes + GOES}
        frame = (self._under_arms if moving or self._hands else self._canvas).copy()
        if moving or self._hands:
            for each in self._by_depth(moving, t):
                self._draw(frame, each, t)
        frame = self._room.weather.over(frame, t)
        if self._room.sensor.softness:
            frame = cv2.GaussianBlur(frame, (3, 3), self._room.sensor.softness)
        x, y = self._shifts.randrange(64), self._shifts.randrange(64)
        cv2.add(frame, self._brighter[y : y + SIZE[1], x : x + SIZE[0]], dst=frame)
        x, y = self._shifts.randrange(64), self._shifts.randrange(64)
        cv2.subtract(frame, self._darker[y : y + SIZE[1], x : x + SIZE[0]], dst=frame)
        return frame

    # --- what lies still -----------------------------------------------------------------

    def _table_top(self) -> np.ndarray:
        room = self._room
        width, height = surfaces.BACKDROP
        texture = room.cloth
        if texture is None:
            texture = surfaces.surface(random.Random(room.seed), width, height)
        to_mm = np.array(
            [[1 / surfaces.DENSITY, 0, -width / 2], [0, 1 / surfaces.DENSITY, -height / 2], [0, 0, 1]]
        )
        seen = cv2.warpPerspective(
            texture, room.view.plane() @ to_mm, SIZE, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        )
        seen = cv2.multiply(seen, room.light.gain, scale=1 / 128)
        if room.edge is not None:
            seen = beyond(seen, room.edge, room.seed, room.view, room.light)
        if room.light.mirrored is not None:
            whole = np.array([(0, 0), (SIZE[0], 0), SIZE, (0, SIZE[1])], float)
            _glare(seen, room.view, whole, room.light.mirrored, 120.0, 0.3 * room.light.gloss)
        return seen

    def _set_up(self) -> None:
        """Draw the board and all that lies, as it lies now."""
        room = self._room
        self._bare = self._ground.copy()
        self._lids = draw_board(self._bare, room.board, room.layout, room.view, room.light, room.board_deck)
        self._boxes = {box: self._box_layer(chips) for box, chips in self._chips.items()}
        self._drawn = {name: thing.drawn(room.view, room.light) for name, thing in self._things.items()}
        self._redraw()

    def _apply(self, change: Change) -> None:
        match change:
            case LayCard():
                self._cards.append(change)
                self._draw_card(self._lying, change)
                self._stand()
            case PutThing():
                self._put_thing(change)
                self._redraw()
            case HoldCards():
                self._hold(change)
            case FillBox():
                self._chips[change.honour] = change.chips
                self._boxes[change.honour] = self._box_layer(change.chips)
                self._redraw()
            case TakeAway():
                self._cards = [lying for lying in self._cards if lying.card not in change.cards]
                self._redraw()
            case MoveCards():
                moved = {lying.card: lying for lying in change.cards}
                self._cards = [moved.get(lying.card, lying) for lying in self._cards]
                self._redraw()
            case MoveBoard():
                self._room = replace(self._room, layout=change.layout)
                self._chips.update(change.chips)
                self._set_up()
            case MoveView():
                self._room = replace(self._room, view=change.view)
                self._ground = self._table_top()
                self._set_up()
                for held in self._hands.values():
                    held.layer = None

    def _put_thing(self, change: PutThing) -> None:
        for known in (self._things, self._drawn):
            known.pop(change.name, None)
        if change.thing is not None:
            self._things[change.name] = change.thing
            self._drawn[change.name] = change.thing.drawn(self._room.view, self._room.light)

    def _redraw(self) -> None:
        self._lying = self._bare.copy()
        for layer in self._boxes.values():
            put(self._lying, *layer, self._room.light.gain)
        for lid in self._lids:
            put(self._lying, *lid, self._room.light.gain)
        for name, thing in self._things.items():
            if not thing.tall:
                self._drawn[name].low(self._lying, self._room.light)
        for lying, above in itertools.zip_longest(self._cards, self._cards[1:]):
            # Of cards squared up only the edge of the heap casts a shadow, not each card on its like.
            squared = above is not None and np.abs(above.corners - lying.corners).max() < _SQUARED
            self._draw_card(self._lying, lying, shaded=not squared)
        self._stand()

    def _stand(self) -> None:
        """Tall things over all that lies, the farthest first."""
        self._canvas = self._under_arms = self._lying
        light, camera = self._room.light, self._room.view.place[:2]
        tall = [(name, thing) for name, thing in self._things.items() if thing.tall]
        tall.sort(key=lambda each: -float(np.linalg.norm(each[1].pose.place - camera)))
        self._near = {
            name: self._nearness(np.append(thing.pose.place, thing.height / 2)) for name, thing in tall
        }
        self._standing = [(self._near[name], self._drawn[name]) for name, _ in tall]
        if not tall:
            return
        self._under_arms = self._lying.copy()
        for _, drawn in self._standing:
            drawn.low(self._under_arms, light)
        self._canvas = self._under_arms.copy()
        for _, drawn in self._standing:
            drawn.high(self._canvas, light)

    def _box_layer(self, chips: Sequence[Chip]) -> tuple[np.ndarray, int, int]:
        room = self._room
        if not chips:
            return np.zeros((0, 0, 4), np.uint8), 0, 0
        points = [
            room.view.project(outline_of(room.chips[chip.kind], chip), room.board.base + height)
            for chip in chips
            for height in (0.0, chip.z + 4.0)
        ]
        patch = Patch(np.vstack(points))
        draw_chips(patch, room.view, room.chips, chips, room.board.base)
        return patch.finished(), patch.x, patch.y

    def _draw_card(self, canvas: np.ndarray, lying: LayCard, *, shaded: bool = True) -> None:
        room = self._room
        if shaded:
            shade = room.view.project(room.light.cast(lying.corners, lying.z + 0.8))
            blur = 0.7 + 0.1 * lying.z
            darken(canvas, *shadow_of(shade, 0.35 + 0.5 * room.light.shadow, blur))
        face = room.deck.back if lying.back else room.deck.face(lying.card)
        seen = room.view.project(lying.corners, lying.z)
        put(canvas, *in_perspective(face, seen), room.light.gain)
        if room.light.mirrored is not None:
            # No card lies quite flat: each mirrors the lamp a little elsewhere.
            tilt = random.Random(f"{room.seed}/{lying.card.code}/{lying.t}")
            where = room.light.mirrored + [tilt.gauss(0, 38) for _ in "xy"]
            _glare(canvas, room.view, seen, where, tilt.uniform(28, 52), room.light.gloss)

    # --- hands with cards ----------------------------------------------------------------

    def _hold(self, change: HoldCards) -> None:
        before = self._hands.get(change.player)
        if change.hand is None:
            if before is not None:
                before.goes = change.t
        elif before is not None and before.goes == np.inf:
            self._hands[change.player] = _Held(change.hand, before.since)
        else:
            self._hands[change.player] = _Held(change.hand, change.t)

    def _by_depth(self, moving: Sequence[Gesture], t: float) -> list[_Over]:
        """Arms, hands with cards and tall things, the farthest first; an arm is before its player's cards."""
        if not self._hands:
            return [*moving, *(drawn for _, drawn in self._standing)]
        near = {}
        for place, held in self._hands.items():
            # Nobody holds his cards behind himself.
            behind = self._near.get(f"person {place}", -np.inf) + 1.0
            near[place] = max(self._nearness(held.hand.fan.pivot), behind)
        order: list[tuple[float, _Over]] = [(near[place], held) for place, held in self._hands.items()]
        for gesture in moving:
            tip, z = gesture.tip(t)
            reached = self._nearness(np.append(tip, z))
            order.append((max(reached, near.get(gesture.player, reached) + 1.0), gesture))
        return [each for _, each in sorted([*order, *self._standing], key=lambda pair: pair[0])]

    def _nearness(self, place: np.ndarray) -> float:
        """More for what is nearer to the camera; `place`: mm (3)."""
        return -float(np.linalg.norm(place - self._room.view.place))

    def _draw(self, frame: np.ndarray, each: _Over, t: float) -> None:
        match each:
            case Gesture():
                self._draw_gesture(frame, each, t)
            case Drawn():
                each.high(frame, self._room.light)
            case _:
                self._draw_hand(frame, each, t)

    def _draw_hand(self, frame: np.ndarray, held: _Held, t: float) -> None:
        hand = held.hand
        if held.layer is None:
            held.layer, held.moved = baked(lambda canvas: self._bake_hand(canvas, hand)), None
        # A hand that is held still wanders so slowly that not each frame shows it.
        resting = held.since + COMES < t < held.goes
        t = np.floor(t * _SWAYS) / _SWAYS if resting else t
        if held.moved is not None and resting and held.moved[0] == t:
            put(frame, *held.moved[1])
            return
        way = max(1 - (t - held.since) / COMES, (t - held.goes) / GOES, 0.0)
        away, turn = hand.shift(t)
        away = away + hand.way * way * way
        x, y = self._room.view.see(hand.fan.pivot[None])[0]
        c, s = np.cos(turn), np.sin(turn)
        matrix = np.array([[c, -s, x - c * x + s * y + away[0]], [s, c, y - s * x - c * y + away[1]]])
        held.moved = t, shifted(*held.layer, matrix)
        put(frame, *held.moved[1])

    def _bake_hand(self, canvas: np.ndarray, hand: Hand) -> None:
        room, fan = self._room, hand.fan
        forward = fan.pivot[:2] - hand.shoulder
        forward = forward / np.linalg.norm(forward)
        tip = fan.pivot[:2] + forward * arms.FIST
        matrix = np.array([[forward[0], -forward[1], tip[0]], [forward[1], forward[0], tip[1]]])
        picture, z = room.arms[hand.player]["fist"], float(fan.pivot[2]) - 30.0
        fan_shadow(canvas, fan, (room.deck.style.width, room.deck.style.height), room.view, room.light)
        self._arm_shadow(canvas, picture, matrix, z)
        layer = self._arm_layer(picture, matrix, z, np.zeros(2))
        if layer is not None:
            put(canvas, *layer, room.light.gain)
        draw_fan(canvas, hand, room.styles[hand.player], room.deck, room.view, room.light)

    # --- what moves ----------------------------------------------------------------------

    def _draw_gesture(self, frame: np.ndarray, gesture: Gesture, t: float) -> None:
        room = self._room
        matrix, z = gesture.frame(t)
        before, z_before = gesture.frame(t - room.sensor.exposure)
        now_at = room.view.project(matrix[:, 2][None], z + self._room.hangs)[0]
        was_at = room.view.project(before[:, 2][None], z_before + self._room.hangs)[0]
        smear = now_at - was_at
        picture = room.arms[gesture.player][gesture.pose]
        self._arm_shadow(frame, picture, matrix, z)
        for held in gesture.held:
            if held.since <= t < held.until:
                self._held_card(frame, held, t, matrix, z, smear)
        if gesture.chips.during(t):
            self._held_chips(frame, gesture, matrix, z)
        carried = gesture.carried if gesture.carried and gesture.carried.during(t) else None
        if carried and not carried.thing.tall:
            self._carried(frame, carried, matrix, z, smear)
        layer = self._arm_layer(picture, matrix, z, smear)
        if layer is not None:
            put(frame, *_smeared(*layer, smear), room.light.gain)
        if carried and carried.thing.tall:
            self._carried(frame, carried, matrix, z, smear)

    def _arm_layer(
        self, picture: ArmPicture, matrix: np.ndarray, z: float, smear: np.ndarray
    ) -> tuple[np.ndarray, int, int] | None:
        view = self._room.view
        placed = picture.outline @ matrix[:, :2].T + matrix[:, 2]
        seen = view.project_near(placed, z + self._room.hangs)
        low = np.clip(np.floor(np.minimum(seen, seen - smear).min(0)) - 2, 0, SIZE).astype(int)
        high = np.clip(np.ceil(np.maximum(seen, seen - smear).max(0)) + 2, 0, SIZE).astype(int)
        width, height = (int(v) for v in high - low)
        if width <= 0 or height <= 0:
            return None
        to_picture = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]]) @ view.plane(
            z + self._room.hangs
        )
        full = to_picture @ np.vstack([matrix, (0, 0, 1)]) @ _ARM_PIXELS
        # A sleeve goes on beyond the end of its picture.
        warped = cv2.warpPerspective(
            picture.picture, full, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return warped, int(low[0]), int(low[1])

    def _arm_shadow(self, frame: np.ndarray, picture: ArmPicture, matrix: np.ndarray, z: float) -> None:
        view, light = self._room.view, self._room.light
        lift = z + self._room.hangs + 14
        placed = picture.outline @ matrix[:, :2].T + matrix[:, 2]
        seen = view.project_near(light.cast(placed, lift))
        if not len(seen):
            return  # all of it falls behind the camera
        low = np.clip(np.floor(seen.min(0)) - 24, 0, SIZE).astype(int)
        high = np.clip(np.ceil(seen.max(0)) + 24, 0, SIZE).astype(int)
        width, height = (int(v) for v in high - low)
        if width < _SHADOW_SCALE or height < _SHADOW_SCALE:
            return
        stretch = light.lamp[2] / (light.lamp[2] - lift)
        x, y = light.lamp[:2] * (1 - stretch)
        cast = np.array([[stretch, 0, x], [0, stretch, y], [0, 0, 1]])
        small = np.diag([1 / _SHADOW_SCALE, 1 / _SHADOW_SCALE, 1.0])
        to_picture = small @ np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]]) @ view.plane()
        full = to_picture @ cast @ np.vstack([matrix, (0, 0, 1)]) @ _ARM_PIXELS
        size = (-(-width // _SHADOW_SCALE), -(-height // _SHADOW_SCALE))
        mask = cv2.warpPerspective(
            picture.alpha, full, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        blur = max(1.0, lift * light.softness / _SHADOW_SCALE)
        mask = cv2.GaussianBlur(mask, (0, 0), blur)
        keep = cv2.bitwise_not((mask * (1 - light.shadow)).astype(np.uint8))
        darken(frame, cv2.resize(keep, (width, height)), int(low[0]), int(low[1]))

    def _held_card(
        self, frame: np.ndarray, held: Held, t: float, matrix: np.ndarray, z: float, smear: np.ndarray
    ) -> None:
        room = self._room
        top = held.direction(t)
        back, seen_width = held.shown(t)
        width, height = room.deck.style.width / 2 * max(seen_width, 0.02), room.deck.style.height / 2
        right = np.array([-top[1], top[0]])
        middle = matrix[:, 2] + matrix[:, 0] * arms.GRIP + held.offset(t)
        corners = np.array(
            [middle + right * x * width - top * y * height for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        )
        shade = room.view.project(room.light.cast(corners, z + 2))
        darken(frame, *shadow_of(shade, 0.3 + 0.6 * room.light.shadow, 1 + z * room.light.softness))
        face = room.deck.back if back else room.deck.face(held.card)
        layer = in_perspective(face, room.view.project(corners, z))
        put(frame, *_smeared(*_widened(*layer, smear), smear), room.light.gain)

    def _carried(
        self, frame: np.ndarray, carried: Carried, matrix: np.ndarray, z: float, smear: np.ndarray
    ) -> None:
        """A thing in the hand; it keeps its direction."""
        view, light = self._room.view, self._room.light
        middle = matrix[:, 2] + matrix[:, 0] * carried.ahead
        drawn = carried.thing.at(middle, z=max(z, 0.1)).drawn(view, light)
        for shadow in drawn.shadows:
            darken(frame, *shadow)
        for layer in drawn.below:
            wide = _widened(layer.picture, layer.x, layer.y, smear)
            put(frame, *_smeared(*wide, smear), None if layer.shines else light.gain)

    def _held_chips(self, frame: np.ndarray, gesture: Gesture, matrix: np.ndarray, z: float) -> None:
        room = self._room
        turn = float(np.arctan2(matrix[1, 0], matrix[0, 0]))
        placed = []
        for chip in gesture.chips.chips:
            x, y = matrix[:, :2] @ (chip.x, chip.y) + matrix[:, 2]
            placed.append(Chip(chip.kind, float(x), float(y), 0.0, chip.angle + turn))
        points = np.array([(chip.x, chip.y) for chip in placed])
        patch = Patch(room.view.project(points, z), 40.0)
        draw_chips(patch, room.view, room.chips, placed, z)
        put(frame, patch.finished(), patch.x, patch.y, room.light.gain)


def _glare(
    canvas: np.ndarray, view: View, outline: np.ndarray, where: np.ndarray, spread: float, strength: float
) -> None:
    """Wash out what `canvas` (changed) shows within `outline` (n × 2, pixels), most around `where`.

    Args:
        where: on the table (2, mm). spread: mm at which two fifths of it are lost.
        strength: 0–1, of what is washed out at `where`.
    """
    low = np.clip(np.floor(outline.min(0)), 0, SIZE).astype(int)
    high = np.clip(np.ceil(outline.max(0)) + 1, 0, SIZE).astype(int)
    width, height = (int(v) for v in high - low)
    centre = view.project(where[None])[0]
    reach = float(np.linalg.norm(view.project(where[None] + (3 * spread, 0.0))[0] - centre))
    if width <= 0 or height <= 0 or (centre + reach < low).any() or (centre - reach > high).any():
        return
    within = np.zeros((height, width), np.float32)
    cv2.fillPoly(within, [np.round((outline - low) * 16).astype(np.int32)], strength, cv2.LINE_AA, 4)
    columns, rows = np.meshgrid(np.arange(low[0], high[0]), np.arange(low[1], high[1]))
    away = ((columns - centre[0]) ** 2 + (rows - centre[1]) ** 2) / (2 * (reach / 3) ** 2)
    share = (within * np.exp(-away))[..., None]
    area = canvas[low[1] : high[1], low[0] : high[0]]
    area[:] = (area + (255.0 - area) * share).astype(np.uint8)


_ARM_PIXELS = np.array(
    [[1 / arms.DENSITY, 0, -arms.LENGTH], [0, 1 / arms.DENSITY, -arms.HALF_WIDTH], [0, 0, 1]]
)
"""From pixels of an arm's picture to mm of its own frame."""


def _widened(layer: np.ndarray, x: int, y: int, smear: np.ndarray) -> tuple[np.ndarray, int, int]:
    """The layer with clear margins, inside the picture, into which it can be smeared."""
    if not layer.size:
        return layer, x, y
    left, top = (int(max(0, np.ceil(v))) for v in smear)
    right, bottom = (int(max(0, np.ceil(-v))) for v in smear)
    left, top = min(left, x), min(top, y)
    right = max(0, min(right, SIZE[0] - x - layer.shape[1]))
    bottom = max(0, min(bottom, SIZE[1] - y - layer.shape[0]))
    return cv2.copyMakeBorder(layer, top, bottom, left, right, cv2.BORDER_CONSTANT), x - left, y - top


def _smeared(layer: np.ndarray, x: int, y: int, smear: np.ndarray) -> tuple[np.ndarray, int, int]:
    """The layer averaged over its way back along `smear` (pixels), by halving steps."""
    step = smear / 2
    while layer.size and np.abs(step).max() >= 1.0:
        shift = np.round(-step)
        back = np.array([[1, 0, shift[0]], [0, 1, shift[1]]])
        moved = cv2.warpAffine(layer, back, (layer.shape[1], layer.shape[0]), flags=cv2.INTER_NEAREST)
        layer = cv2.addWeighted(layer, 0.5, moved, 0.5, 0)
        step = step / 2
    return layer, x, y
