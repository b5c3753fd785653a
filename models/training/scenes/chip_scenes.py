"""Synthetic pictures of chips: on tables and in the boxes of a board, each chip labelled.

Everything is drawn: short discs, bars and plaques as solids under a slanted camera, heaped on
each other, with printed cards, raised walls, shadows and arms. The chips' colours, faces and
sizes, the boards and the tables come from a seed in endless variety; no real photograph of a
chip is used. The cards come from `models.training.cards.decks`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from models.training.scenes.backgrounds import colour
from models.training.scenes.chip_kinds import OF_A_GAME, USUAL, Kind, chip_colour, household
from models.training.scenes.chip_stage import COVER, FINE, NOTHING, SIDE, ChipScene, Stage, grounds

SEEN_EMPTY = 0.75
"""Share of the boxes that were seen empty before."""
TRIES = 16
"""Places looked at for a chip that is laid beside the others …"""
BESIDE = 0.9
"""… from whose middles it keeps this share of the sum of their `Kind.radius`, where there is room."""


class _Heap:
    """Where chips lie so far, to know how high the next one comes to lie."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.laid: list[tuple[float, float, float, Kind]] = []

    def place(self, kind: Kind, at: np.ndarray, turn: float | None = None) -> None:
        rng = self.stage.rng
        x, y = float(at[0]), float(at[1])
        height = 0.0
        crossing = 0.0
        for other_x, other_y, top, other in self.laid:
            gap = float(np.hypot(x - other_x, y - other_y))
            if gap < 0.47 * (kind.size + other.size) and top > height:
                height, crossing = top, gap / (0.5 * (kind.size + other.size))
        lean = np.zeros(2)
        if height > 0 and rng.random() < 0.7:
            lean = rng.normal(0, 0.05 + 0.2 * crossing, 2)
        elif rng.random() < 0.04:
            lean = rng.normal(0, 0.3, 2)
        lift = height + kind.size * 0.25 * float(np.abs(lean).sum())
        self.stage.chip(kind, x, y, lift, float(rng.uniform(0, 2 * np.pi)) if turn is None else turn, lean)
        self.laid.append((x, y, height + kind.thick, kind))

    def free(self, kind: Kind, inside: float) -> np.ndarray:
        """Of some places at most *inside* from the middle the one that leaves the others most room."""
        best, most = np.zeros(2), -np.inf
        for _ in range(TRIES):
            at = self.stage.rng.uniform(-1, 1, 2) * inside
            room = min(
                (
                    float(np.hypot(at[0] - x, at[1] - y)) - BESIDE * (kind.radius + other.radius)
                    for x, y, _, other in self.laid
                ),
                default=0.0,
            )
            if room > most:
                best, most = at, room
            if room >= 0:
                break
        return best


def _block(middle: np.ndarray, along: np.ndarray, across: np.ndarray) -> np.ndarray:
    """The corners of a parallelogram, 4 × 2, from its *middle* to the middles of two of its sides."""
    return np.stack(
        [
            middle - along - across,
            middle + along - across,
            middle + along + across,
            middle - along + across,
        ]
    )


def _ring(stage: Stage, middle: np.ndarray, size: float, tone: np.ndarray, filled: bool) -> None:
    """The foot of a glass, a ring left by a cup, a plate."""
    rng = stage.rng
    circle = np.arange(40) * (2 * np.pi / 40)
    points = stage.pixels(
        np.stack([np.cos(circle), np.sin(circle)], 1) * rng.uniform(1.4, 3.5) * size + middle
    )
    if filled and rng.random() < 0.4:
        stage.fill(points, tone, NOTHING)
    stage.line(points, tone, int(rng.integers(1, 6)))


def _stain(stage: Stage, middle: np.ndarray, size: float, turn: float) -> None:
    """A knot in the wood, a stain."""
    rng = stage.rng
    circle = np.arange(20) * (2 * np.pi / 20)
    radius = rng.uniform(0.2, 1.0) * size * (1 + 0.25 * np.cos(circle * 2 + turn) + rng.normal(0, 0.06, 20))
    points = stage.pixels(np.stack([np.cos(circle), np.sin(circle)], 1) * radius[:, None] + middle)
    stage.shadow(points, rng.uniform(0.2, 0.6), rng.uniform(1, 4))


def _clutter(stage: Stage, size: float) -> None:
    """Things that are no chips: pens, papers, glasses, rings, blots, writing; sizes unlike a chip's."""
    rng = stage.rng
    middle = rng.uniform(-80, 80, 2)
    tone = chip_colour(rng)
    kind = rng.integers(6)
    turn = rng.uniform(0, np.pi)
    along, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    if kind == 0:  # a pen or a knife
        length, width = rng.uniform(80, 260), rng.uniform(1, 5)
        stage.prism(_block(middle, along * length / 2, across * width), width, tone)
    elif kind == 1:  # a paper, a phone, a packet
        length, width = rng.uniform(2.5, 6, 2) * size
        base = _block(middle, along * length / 2, across * width / 2)
        stage.shadow(stage.pixels(base) + stage.shade * 3, 0.3, 3)
        stage.prism(base, rng.uniform(0, 12), tone)
    elif kind in (2, 3):
        _ring(stage, middle, size, tone, filled=kind == 2)
    elif kind == 4:
        text = "".join(rng.choice(list("ABCDEFGHKNOQRS0123689%&"), int(rng.integers(1, 6))))
        stage.write(text, middle, tone, (0.5, 4), (1, 8))
    else:
        _stain(stage, middle, size, turn)


def _arm(stage: Stage, aim: np.ndarray, size: float) -> None:
    """A sleeve and a hand from outside the picture to *aim* (ground); hides what is below."""
    rng = stage.rng
    turn = rng.uniform(0, 2 * np.pi)
    back = np.array([np.cos(turn), np.sin(turn)])
    across = np.array([-back[1], back[0]])
    width = rng.uniform(1.0, 2.6) * size
    skin = colour(rng, (3, 16), (50, 150), (70, 250))
    sleeve = chip_colour(rng) if rng.random() < 0.75 else skin
    wrist = aim + back * rng.uniform(1.0, 3.2) * size
    outline = stage.pixels(
        np.stack(
            [
                wrist + across * width * 0.7,
                wrist + back * 400 + across * width * 1.2,
                wrist + back * 400 - across * width * 1.2,
                wrist - across * width * 0.7,
            ]
        )
    )
    stage.shadow(outline + stage.shade * 6, 0.4, 6)
    palm = np.arange(16) * (2 * np.pi / 16)
    hand = (
        wrist
        - back * 0.5 * width
        + np.outer(np.cos(palm), back) * width * 0.9
        + np.outer(np.sin(palm), across) * width * 0.75
    )
    stage.fill(stage.pixels(hand), skin, COVER)
    for k in range(int(rng.integers(2, 6))):
        root = wrist - back * width + across * width * (0.55 - 0.3 * k)
        tip = root - (back + across * rng.normal(0, 0.2)) * width * rng.uniform(0.4, 1.3)
        wide = across * width * 0.14
        finger = np.stack(
            [root + wide, tip + wide * 0.8, tip - back * width * 0.1, tip - wide * 0.8, root - wide]
        )
        stage.fill(stage.pixels(finger), skin * rng.uniform(0.8, 1.1), COVER)
    stage.fill(outline, sleeve, COVER)
    for _ in range(int(rng.integers(0, 4))):
        fold = wrist + back * rng.uniform(0, 150)
        strip = np.stack(
            [
                fold + across * width,
                fold + back * rng.uniform(2, 12) + across * width * 0.3,
                fold - across * width * rng.uniform(0, 1),
            ]
        )
        stage.shadow(stage.pixels(strip), rng.uniform(0.1, 0.4), 3)


def _cards_about(stage: Stage, size: float) -> None:
    """Cards on a table, small or large beside a chip's *size*."""
    rng = stage.rng
    way = rng.random()
    if way < 0.5:
        width = size * rng.uniform(1.3, 3.2)
    else:
        width = rng.uniform(14, 60) if way < 0.8 else rng.uniform(60, 200)
    for _ in range(int(rng.integers(1, 9 if width > 60 else 14))):
        stage.card(rng.uniform(-90, 90, 2), width, rng.uniform(0, 2 * np.pi))


def _columns(heap: _Heap, kinds: list[Kind], size: float) -> None:
    """Chips of one kind upon one another."""
    rng = heap.stage.rng
    for _ in range(int(rng.integers(1, 5))):
        middle = rng.uniform(-65, 65, 2)
        kind = kinds[int(rng.integers(len(kinds)))]
        turn = rng.uniform(0, np.pi)
        for _ in range(int(rng.integers(1, 7))):
            heap.place(kind, middle + rng.normal(0, 0.05 * size, 2), turn + rng.normal(0, 0.06))


def _lay_chips(heap: _Heap, kinds: list[Kind], size: float) -> None:
    """Chips on a table: none, anywhere, in a heap, in columns, in a row."""
    rng = heap.stage.rng
    layout = rng.random()
    if layout < 0.22:
        return
    if layout < 0.5:
        for _ in range(int(rng.integers(1, 12))):
            heap.place(kinds[int(rng.integers(len(kinds)))], rng.uniform(-85, 85, 2))
    elif layout < 0.75:
        middle, spread = rng.uniform(-40, 40, 2), size * rng.uniform(0.4, 2.2)
        for _ in range(int(rng.integers(2, 16))):
            heap.place(kinds[int(rng.integers(len(kinds)))], middle + rng.normal(0, spread, 2))
    elif layout < 0.88:
        _columns(heap, kinds, size)
    else:  # rows, touching or overlapping
        start, turn, step = rng.uniform(-70, 30, 2), rng.uniform(0, np.pi / 2), size * rng.uniform(0.3, 1.3)
        way = np.array([np.cos(turn), np.sin(turn)])
        for k in range(int(rng.integers(2, 8))):
            heap.place(kinds[k % len(kinds)], start + way * step * k + rng.normal(0, 1, 2))


def table_scene(rng: np.random.Generator) -> ChipScene:
    """A piece of a table: chips alone, in rows, heaps or columns, among cards and other things."""
    stage = Stage(rng, flattened=rng.random() < 0.2)
    kinds = household(rng)
    size = kinds[0].size
    if rng.random() < 0.12:  # nearer or farther than is to be found here: another scale finds them
        factor = rng.uniform(1.6, 3.0)
        kinds = [
            replace(each, outline=each.outline * factor, size=each.size * factor, thick=each.thick * factor)
            for each in kinds
        ]
    for _ in range(int(rng.choice([0, 1, 3], p=[0.5, 0.35, 0.15]))):
        _clutter(stage, size)
    if rng.random() < 0.65:
        _cards_about(stage, size)
    _lay_chips(_Heap(stage), kinds, size)
    if rng.random() < 0.12:  # a card over chips
        stage.card(rng.uniform(-70, 70, 2), size * rng.uniform(1.3, 3), rng.uniform(0, 2 * np.pi))
    if rng.random() < 0.12:
        _arm(stage, rng.uniform(-80, 80, 2), size)
    return stage.finish(in_box=False)


def _floor(stage: Stage, half: float) -> None:
    """The bottom of a box: its own wood, cloth or colour, and most often the honour's picture."""
    rng = stage.rng
    if rng.random() < 0.7:
        ground = grounds()[int(rng.integers(len(grounds())))]
        window = int(rng.uniform(0.2, 0.8) * ground.shape[0])
        y, x = (int(rng.integers(ground.shape[0] - window + 1)) for _ in range(2))
        art = cv2.resize(ground[y : y + window, x : x + window], (128, 128))
        spread = stage.ground * (2 * half / 128)
        plane = np.hstack([spread, (SIDE / 2 - spread @ [64, 64])[:, None]])
        stage.lay(art, plane, stage.pixels(_square(half)), NOTHING)
    if rng.random() < 0.85:
        width = half * rng.uniform(0.7, 1.35)
        turn = float(
            rng.choice([0, np.pi, rng.normal(0, 0.1), rng.uniform(0, 2 * np.pi)], p=[0.4, 0.2, 0.25, 0.15])
        )
        stage.card(rng.normal(0, half * 0.06, 2), width, turn, shadow=rng.random() < 0.4)
    elif rng.random() < 0.6:  # only letters or a pip
        tone = chip_colour(rng)
        text = str(rng.choice(["10", "V", "D", "R", "7", "J", "Q", "K", "NAIN"]))
        stage.write(text, np.array([-half * 0.4, half * 0.2]), tone, (1, 4), (2, 8))


def _square(half: float) -> np.ndarray:
    """The corners of a square about the middle of the ground, 4 × 2."""
    return np.array([[-half, -half], [half, -half], [half, half], [-half, half]])


@dataclass(frozen=True, slots=True)
class _Box:
    """One box of a board, its middle the ground's; lengths in pixels of the picture.

    Attributes:
        half: of its side, walls included.
        wall: thickness of its walls.
        height: of its walls.
        walled: it has walls; else a line or nothing round it.
        tone: the board's colour, BGR.
    """

    half: float
    wall: float
    height: float
    walled: bool
    tone: np.ndarray

    @staticmethod
    def random(rng: np.random.Generator) -> _Box:
        half = rng.uniform(58, 86)
        wall = rng.uniform(1.5, 8)
        height = rng.uniform(3, 0.4 * half)
        walled = bool(rng.random() < 0.75)
        tone = colour(rng, (5, 25), (40, 200), (30, 220)) if rng.random() < 0.7 else chip_colour(rng)
        return _Box(half, wall, height, walled, tone)

    def sides(self, away: np.ndarray) -> list[np.ndarray]:
        """The grounds of its four walls, 4 × 2 each, the farthest along *away* first."""
        sides = []
        for way in (np.array([0.0, -1.0]), np.array([1.0, 0.0]), np.array([0.0, 1.0]), np.array([-1.0, 0.0])):
            across = np.array([-way[1], way[0]])
            out, inn, reach = way * self.half, way * (self.half - self.wall), across * self.half
            sides.append((way, np.stack([out - reach, out + reach, inn + reach, inn - reach])))
        sides.sort(key=lambda side: -float(side[0] @ away))
        return [base for _, base in sides]


def _board(stage: Stage, box: _Box) -> None:
    """The board around a box, with its grain."""
    rng = stage.rng
    around = box.half * rng.uniform(1.1, 4)
    stage.fill(stage.pixels(_square(around)), box.tone * rng.uniform(0.8, 1.3), NOTHING)
    grain = cv2.resize(
        rng.uniform(0.82, 1.18, (40, int(rng.choice([4, 12, 40])))).astype(np.float32), (SIDE * FINE,) * 2
    )
    stage.image = cv2.multiply(stage.image, cv2.merge([grain, grain, grain]), dtype=cv2.CV_8U)


def _chips_inside(stage: Stage, box: _Box, laid: bool) -> None:
    """No chip, or a heap of them; *laid*: most often beside each other."""
    rng = stage.rng
    kinds = household(rng, OF_A_GAME if laid else USUAL)
    size = min(kinds[0].size, box.half * 0.75)
    heap = _Heap(stage)
    count = 0
    if rng.random() > 0.22:
        count = int(rng.integers(1, 9)) if rng.random() < 0.7 else int(rng.integers(9, 24))
    inside = box.half - box.wall - 0.42 * size
    spread = rng.uniform(0.35, 1.0)
    beside = laid and rng.random() < 0.8
    for _ in range(count):
        kind = kinds[min(int(rng.integers(len(kinds))), int(rng.integers(len(kinds))))]
        if beside:
            place = heap.free(kind, inside)
        elif spread > 0.7:
            place = rng.uniform(-1, 1, 2) * inside
        else:
            place = np.clip(rng.normal(0, spread, 2), -1, 1) * inside
        heap.place(kind, place)


def _near_walls(stages: Sequence[Stage], box: _Box, sides: Sequence[np.ndarray], shades: np.ndarray) -> None:
    """The two walls before the chips, and at times caps on the box's corners, onto each of the *stages*."""
    rng = stages[0].rng
    capped = rng.random() < 0.3
    cap, dark = box.wall * rng.uniform(0.5, 1.2), colour(rng, (0, 180), (0, 80), (5, 90))
    for each in stages:
        for k in (2, 3):
            each.prism(sides[k], box.height, box.tone * shades[k])
        for sx, sy in ((1, 1), (1, -1), (-1, 1), (-1, -1)) if capped else ():
            middle = np.array([sx, sy]) * (box.half - box.wall / 2)
            each.fill(each.pixels(_square(cap) / 1.5 + middle, box.height), dark, NOTHING)


def _sleeve(stage: Stage) -> None:
    """A sleeve over the whole picture, with folds."""
    rng = stage.rng
    whole = np.array([[-20.0, -20], [SIDE + 20, -20], [SIDE + 20, SIDE + 20], [-20, SIDE + 20]])
    stage.fill(whole, chip_colour(rng), COVER)
    for _ in range(int(rng.integers(0, 4))):
        stage.shadow(rng.uniform(-20, SIDE + 20, (4, 2)), rng.uniform(0.1, 0.5), rng.uniform(4, 20))


def box_scene(rng: np.random.Generator, laid: bool = False) -> ChipScene:
    """One box of a board, flattened: walls, the honour's picture, no chip or a heap of them, an arm.

    *laid*: it was seen empty, and most often its chips were laid beside each other, as at the antes.
    """
    stage = Stage(rng, flattened=True)
    box = _Box.random(rng)
    if rng.random() < 0.6:
        _board(stage, box)
    _floor(stage, box.half)
    sides, shades = box.sides(stage.away), rng.uniform(0.8, 1.15, 4)
    if box.walled:
        for k in (0, 1):  # far walls throw their shadow on the bottom
            shadow = stage.pixels(sides[k] + stage.shade * box.height * 0.7)
            stage.shadow(shadow, stage.shade_depth * 0.8, 2)
            stage.prism(sides[k], box.height, box.tone * shades[k])
    elif rng.random() < 0.8:
        stage.line(stage.pixels(_square(box.half)), box.tone, int(rng.integers(1, 8)))
    empty = stage.copy() if laid or rng.random() < SEEN_EMPTY else None
    _chips_inside(stage, box, laid)
    if box.walled:
        _near_walls((stage, empty) if empty is not None else (stage,), box, sides, shades)
    hidden = rng.random()
    if hidden < 0.14:
        _arm(stage, rng.uniform(-box.half, box.half, 2), box.half * rng.uniform(0.2, 0.8))
    elif hidden < 0.18:
        _sleeve(stage)
    return stage.finish(in_box=True, empty=empty)


def chip_scene(rng: np.random.Generator) -> ChipScene:
    """One random picture, six of ten boxes."""
    return box_scene(rng) if rng.random() < 0.6 else table_scene(rng)


def laid_scene(rng: np.random.Generator) -> ChipScene:
    """One box that was seen empty, chips most often laid beside each other."""
    return box_scene(rng, laid=True)
