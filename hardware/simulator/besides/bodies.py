"""Hair and shoulders over the table's edge, as far as they hide nothing that the game needs."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from hardware.simulator.drawing.painter import Colour
from hardware.simulator.drawing.view import SIZE, Light, View
from hardware.simulator.people.arms import HAIR, ArmStyle
from hardware.simulator.stage.hands import Hands, kept_clear
from hardware.simulator.stage.script import PutThing
from hardware.simulator.stage.stage import Stage, meet
from hardware.simulator.things.thing import Layer, Mesh, Part, Pose, Thing, coloured, lathe, thing

_TORSO = (
    (150.0, -260.0),
    (166.0, 0.0),
    (184.0, 150.0),
    (204.0, 262.0),
    (188.0, 306.0),
    (120.0, 336.0),
    (56.0, 352.0),
    (50.0, 392.0),
)
"""Radius across and height over the table of seated shoulders, mm."""
_DEPTH = 0.56
"""How deep they are, as a share of how wide."""
_SKULL = (76.0, 96.0, 116.0)
"""Half width, half depth and half height of a head, mm."""
_HEAD = 478.0
"""Height of its middle over the table, mm."""
_NEAREST, _FARTHEST = 60.0, 460.0
"""How far behind the table's edge somebody's middle may be, mm."""
_FROM_CARDS = 150.0
"""How far before his middle somebody holds his cards, mm."""
_LEAN = (15.0, 70.0)
"""How far somebody leans in, mm."""
_IN_FRONT = 150.0
"""Nobody's head is nearer to the lens than this, mm."""


class Bodies:
    """Seats people at the table, and lets them lean in and back.

    Args:
        seed: of the film.
        stage: where it happens. hands: what they hold before them.
    """

    def __init__(self, seed: object, stage: Stage, hands: Hands) -> None:
        self._stage = stage
        self._die = random.Random(f"{seed}/heads")
        self._seated: dict[int, tuple[Thing, float]] = {}
        self._busy: dict[int, float] = {}
        self._lean_at: set[int] = set()
        self._kept = kept_clear(stage.layout, stage.view, None)
        table = stage.layout.outline
        for place, style in enumerate(stage.room.styles):
            nearest = max(_NEAREST, hands.beyond(place) + _FROM_CARDS)
            made = person(self._die, style, table)
            sits = next((d for d in np.arange(nearest, _FARTHEST, 20.0) if self._fits(made, place, d)), None)
            if sits is None:
                continue
            back = float(sits) + self._die.uniform(0.0, 60.0)
            self._seated[place] = made, back
            there = self._at(made, place, back)
            stage.changes.append(PutThing(0.0, f"person {place}", there))

    def _at(self, made: Thing, place: int, back: float) -> Thing:
        seat = self._stage.layout.seats[place]
        turn = float(np.arctan2(-seat.outward[0], seat.outward[1]))
        return made.at(seat.edge + seat.outward * back, turn)

    def _fits(self, made: Thing, place: int, back: float) -> bool:
        """Whether somebody who sits `back` mm behind the edge is seen and hides nothing that is needed."""
        seen = _silhouette(self._at(made, place, back), self._stage.view)
        return seen is not None and not any(meet(seen, outline) for outline in self._kept)

    def plan(self, cards: Sequence[int]) -> None:
        """Decide before which of a round's cards (numbers of events) somebody leans in."""
        self._lean_at = set(self._die.sample(list(cards), min(len(cards), self._die.randint(2, 5))))

    def before(self, number: int, acting: int) -> None:
        """`acting` is about to lay the card at that number."""
        if number in self._lean_at and self._seated:
            self._lean(self._die.choice(list(self._seated)))

    def _lean(self, place: int) -> None:
        stage, die = self._stage, self._die
        made, back = self._seated[place]
        nearer = back - die.uniform(*_LEAN)
        began = stage.now
        if began < self._busy.get(place, 0.0) or not self._fits(made, place, nearer):
            return
        t, stays = began, die.uniform(0.6, 2.5)
        for share in (0.15, 0.5, 0.85, 1.0):
            t = self._move(place, made, back + (nearer - back) * share, t)
        t += stays
        for share in (0.85, 0.5, 0.15, 0.0):
            t = self._move(place, made, back + (nearer - back) * share, t)
        self._busy[place] = t
        stage.note_upset("heads", began, t, player=stage.name(place))

    def _move(self, place: int, made: Thing, back: float, t: float) -> float:
        self._stage.changes.append(PutThing(t, f"person {place}", self._at(made, place, back)))
        return t + 0.12

    def end(self, t: float) -> None:
        """The film ends: who sat in it."""
        stage = self._stage
        for place, (made, back) in self._seated.items():
            seen = _silhouette(self._at(made, place, back), stage.view)
            if seen is not None:
                stage.note_upset(
                    "heads", 0.0, t, player=stage.name(place), outline=np.round(seen, 1).tolist()
                )


def person(rng: random.Random, style: ArmStyle, table: np.ndarray) -> Thing:
    """Somebody who looks towards smaller y and sits at the table with that outline (n × 2, mm)."""
    size = min(1.05, 0.3 + 0.7 * style.girth) * rng.uniform(0.95, 1.05)
    heights = np.array(sorted({*np.linspace(-260.0, 392.0, 20), *(z for _, z in _TORSO)}))
    radii = np.interp(heights, [z for _, z in _TORSO], [radius for radius, _ in _TORSO])
    torso = lathe(list(zip(radii.tolist(), heights.tolist(), strict=True)), 72)
    torso[..., 1] *= _DEPTH
    hair: Colour = rng.choice(HAIR)
    head = _head()
    colours = coloured(head, style.skin)
    middle = head.mean(1)
    bald = rng.random() < 0.12
    covered = (middle[:, 2] > _HEAD + (60.0 if bald else 34.0)) | (middle[:, 1] > (60.0 if bald else -38.0))
    colours[covered & (middle[:, 2] > _HEAD - 62.0)] = np.array(style.skin) * 0.97 if bald else hair
    long_hair = not bald and rng.random() < 0.4
    parts: list[Part] = [
        _Behind(Mesh(torso * size, _shirt(torso, style)), table),
        Mesh(head * size, colours, 1.0, 0.12),
    ]
    if long_hair:
        locks = lathe([(70.0, _HEAD - 150.0), (86.0, _HEAD - 80.0), (84.0, _HEAD), (60.0, _HEAD + 70.0)])
        locks = locks[locks.mean(1)[:, 1] > -15.0]
        parts.insert(1, Mesh(locks * size + (0.0, -4.0, 0.0), coloured(locks, hair), 1.0, 0.15))
    angles = np.linspace(0, 2 * np.pi, 28, endpoint=False)
    around = np.stack([np.cos(angles), np.sin(angles) * _DEPTH], 1) * size
    return thing(parts, around * 180.0, (_HEAD + _SKULL[2]) * size, top=around * 90.0)


def _head() -> np.ndarray:
    """Faces (n × 4 × 3) of a head a little before the shoulders' middle."""
    heights = np.linspace(-1.0, 1.0, 15)
    rings = [(max(0.01, float(np.sqrt(1 - h * h))), float(h)) for h in heights]
    head = lathe(rings)
    return np.asarray(head * _SKULL + (0.0, -24.0, _HEAD))


def _shirt(torso: np.ndarray, style: ArmStyle) -> np.ndarray:
    """The colour of each piece of a torso: the sleeves' cloth, and skin at the neck."""
    colours = coloured(torso, style.sleeve)
    colours[torso.mean(1)[:, 2] > 344.0] = style.skin
    return colours


@dataclass(frozen=True, slots=True, eq=False)
class _Behind:
    """What is partly under the table: the table hides it there.

    Attributes:
        mesh: all of it.
        table: outline of the table (n × 2, mm).
    """

    mesh: Mesh
    table: np.ndarray

    def layers(self, pose: Pose, view: View, light: Light) -> list[Layer]:
        low = self.mesh.faces[..., 2].mean(1) < 0
        below, above = (
            Mesh(self.mesh.faces[which], self.mesh.colours[which]).layers(pose, view, light)
            for which in (low, ~low)
        )
        outline = view.project(self.table)
        return [*(_outside(layer, outline) for layer in below), *above]


def _outside(layer: Layer, outline: np.ndarray) -> Layer:
    """What of a layer is not within `outline` (n × 2, pixels of the picture)."""
    if not layer.picture.size:
        return layer
    mask = np.full(layer.picture.shape[:2], 255, np.uint8)
    cv2.fillPoly(mask, [np.round(outline - (layer.x, layer.y)).astype(np.int32)], 0)
    return layer.masked(mask)


def _silhouette(there: Thing, view: View) -> np.ndarray | None:
    """Outline (n × 2, pixels) of somebody; None: he is not in the picture, or right before the lens."""
    points = np.vstack([there.pose.put(faces.reshape(-1, 3)) for faces in _faces(there)])
    points = points[points[:, 2] > -1.0]
    if ((points - view.place) @ view.axes[2]).min() < _IN_FRONT:
        return None
    hull = cv2.convexHull(view.see(points).astype(np.float32))[:, 0].astype(float)
    picture = np.array([(0, 0), (SIZE[0], 0), SIZE, (0, SIZE[1])], float)
    return hull if meet(hull, picture) else None


def _faces(there: Thing) -> Iterator[np.ndarray]:
    for part in there.parts:
        if isinstance(part, _Behind | Mesh):
            yield (part.mesh if isinstance(part, _Behind) else part).faces
