"""Things on the table that are neither cards nor the board: how they are built of parts, and drawn.

A thing has a frame of its own: mm around its middle, z up from where it stands.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np

from hardware.simulator.drawing.compose import Patch, darken, in_perspective, put, shadow_of
from hardware.simulator.drawing.painter import Colour
from hardware.simulator.drawing.view import SIZE, Light, View
from hardware.simulator.things.chips import Chip, ChipKind, draw_chips, outline_of

FLAT = 30.0
"""What is no higher than this, mm, hides nothing that lies beside it, and cards may come to lie on it."""
_HAND = 45.0
"""An arm passes before what is lower than this, mm, and behind what is higher."""


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """Where a thing is: its middle (2, mm), how far it is turned (radians), and its height, mm."""

    place: np.ndarray
    turn: float = 0.0
    z: float = 0.0

    def put(self, points: np.ndarray) -> np.ndarray:
        """Points of a thing's own frame (n × 2 or n × 3, mm) on the table."""
        c, s = np.cos(self.turn), np.sin(self.turn)
        flat = points[:, :2] @ np.array([[c, s], [-s, c]]) + self.place
        return flat if points.shape[1] == 2 else np.column_stack([flat, points[:, 2] + self.z])


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """A piece of the picture.

    Attributes:
        picture: uint8 BGRA, multiplied by alpha. x, y: pixels of its top left corner.
        shines: it gives light itself: the lamp changes nothing.
    """

    picture: np.ndarray
    x: int
    y: int
    shines: bool = False

    def masked(self, mask: np.ndarray) -> Layer:
        """What of it lies within `mask` (uint8 of its size, 255 inside)."""
        return replace(self, picture=cv2.bitwise_and(self.picture, cv2.merge([mask] * 4)))

    def onto(self, canvas: np.ndarray, light: Light) -> None:
        """Draw it (`canvas` is changed)."""
        put(canvas, self.picture, self.x, self.y, None if self.shines else light.gain)


class Part(Protocol):
    """A piece of a thing."""

    def layers(self, pose: Pose, view: View, light: Light) -> list[Layer]:
        """How it looks at `pose`, what is to be drawn first first."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Print:
    """A flat picture.

    Attributes:
        picture: uint8 BGRA, multiplied by alpha.
        corners: 4 × 2, from its top left. z: mm.
        shines: as in `Layer`.
    """

    picture: np.ndarray
    corners: np.ndarray
    z: float = 0.3
    shines: bool = False

    def layers(self, pose: Pose, view: View, light: Light) -> list[Layer]:
        seen = view.project(pose.put(self.corners), self.z + pose.z)
        return [Layer(*in_perspective(self.picture, seen), self.shines)]


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """A surface of flat pieces, lit by the lamp.

    Attributes:
        faces: n × 4 × 3, mm, each seen from the side from which its corners run clockwise.
        colours: n × 3, BGR.
        alpha: 0–1; what is seen through is seen from both sides.
        gloss: 0–1, how much of the lamp it mirrors.
    """

    faces: np.ndarray
    colours: np.ndarray
    alpha: float = 1.0
    gloss: float = 0.0

    def layers(self, pose: Pose, view: View, light: Light) -> list[Layer]:
        corners = pose.put(self.faces.reshape(-1, 3))
        faces = corners.reshape(self.faces.shape)
        normals = np.cross(faces[:, 2] - faces[:, 0], faces[:, 3] - faces[:, 1])
        normals /= np.linalg.norm(normals, axis=1, keepdims=True) + 1e-9
        middles = faces.mean(1)
        away = middles - view.place
        towards = (normals * away).sum(1) < 0
        if self.alpha < 1.0:
            normals[~towards] *= -1
            towards[:] = True
        colours = _lit(self, normals, middles, view, light)
        order = np.argsort(-np.linalg.norm(away, axis=1))
        pixels = view.see(corners).reshape(len(faces), 4, 2)
        patch = Patch(pixels.reshape(-1, 2))
        for number in order[towards[order]]:
            blue, green, red = (int(v) for v in colours[number])
            patch.fill(pixels[number], (blue, green, red))
        picture = patch.finished()
        if self.alpha < 1.0 and picture.size:
            picture = cv2.convertScaleAbs(picture, alpha=self.alpha)
        return [Layer(picture, patch.x, patch.y)]


def _lit(mesh: Mesh, normals: np.ndarray, middles: np.ndarray, view: View, light: Light) -> np.ndarray:
    """Colours (n × 3) of a mesh's faces; 1 is the light that a level face gets, as the gain has it."""
    to_lamp = light.lamp - middles
    to_lamp /= np.linalg.norm(to_lamp, axis=1, keepdims=True)
    level = np.maximum(to_lamp[:, 2], 0.3)
    direct = np.maximum((normals * to_lamp).sum(1), 0.0) / level
    ambient = light.shadow * (0.7 + 0.3 * normals[:, 2])
    shade = np.minimum(ambient + (1 - light.shadow) * direct, 1.25)
    shown = mesh.colours * shade[:, None]
    if mesh.gloss:
        half = to_lamp + (view.place - middles) / np.linalg.norm(view.place - middles, axis=1, keepdims=True)
        half /= np.linalg.norm(half, axis=1, keepdims=True)
        shine = np.maximum((normals * half).sum(1), 0.0) ** 40 * mesh.gloss
        shown = shown + (255.0 - shown) * shine[:, None]
    return np.asarray(shown.clip(0, 255))


@dataclass(frozen=True, slots=True, eq=False)
class Heap:
    """Chips, each lying where its own x, y and z say."""

    kinds: Mapping[str, ChipKind]
    chips: tuple[Chip, ...]

    def layers(self, pose: Pose, view: View, light: Light) -> list[Layer]:
        if not self.chips:
            return []
        turned = [
            replace(chip, x=float(x), y=float(y), angle=chip.angle + pose.turn)
            for chip, (x, y) in zip(
                self.chips, pose.put(np.array([(chip.x, chip.y) for chip in self.chips])), strict=True
            )
        ]
        outlines = [(chip, outline_of(self.kinds[chip.kind], chip)) for chip in turned]
        seen = [view.project(outline, chip.z + pose.z) for chip, outline in outlines]
        high = [view.project(outline, chip.z + pose.z + 4.0) for chip, outline in outlines]
        patch = Patch(np.vstack(seen + high))
        draw_chips(patch, view, self.kinds, turned, pose.z)
        cast = [
            view.project(light.cast(outline, chip.z + pose.z + self.kinds[chip.kind].thickness))
            for chip, outline in outlines
        ]
        return [_dark(cast, light.shadow), Layer(patch.finished(), patch.x, patch.y)]


def _dark(outlines: Sequence[np.ndarray], keeps: float) -> Layer:
    """One shadow on all `outlines` (n × 2, pixels), which leaves as much light as `keeps` (0–1) says."""
    points = np.vstack(outlines)
    low = np.clip(np.floor(points.min(0)) - 4, 0, SIZE).astype(int)
    high = np.clip(np.ceil(points.max(0)) + 4, 0, SIZE).astype(int)
    width, height = (int(v) for v in np.maximum(high - low, 0))
    picture = np.zeros((height, width, 4), np.uint8)
    if picture.size:
        alpha = np.zeros((height, width), np.uint8)
        for outline in outlines:
            places = np.round((outline - low) * 16).astype(np.int32)
            cv2.fillPoly(alpha, [places], round(255 * (1 - keeps)), cv2.LINE_AA, 4)
        picture[..., 3] = cv2.GaussianBlur(alpha, (0, 0), 1.2)
    return Layer(picture, int(low[0]), int(low[1]))


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """Something that stands or lies on the table.

    Attributes:
        parts: what is drawn, in order.
        outline: where it touches the table (n × 2, own frame).
        top: its outline at its `height`, n × 2.
        height: mm.
        pose: where it is.
        keeps: how much more light its shadow keeps, 0 (it is opaque) to 1 (no shadow).
    """

    parts: tuple[Part, ...]
    outline: np.ndarray
    top: np.ndarray
    height: float
    pose: Pose
    keeps: float = 0.0

    @property
    def tall(self) -> bool:
        """Whether it hides what lies behind it."""
        return self.height > FLAT

    @property
    def footprint(self) -> np.ndarray:
        """Where on the table it stands, n × 2, mm."""
        return self.pose.put(self.outline)

    @property
    def covers(self) -> np.ndarray:
        """What of the table it covers, seen from straight above, n × 2, mm."""
        return _hull(self.footprint, self.pose.put(self.top))

    def at(self, place: np.ndarray, turn: float | None = None, z: float = 0.0) -> Thing:
        """The same thing elsewhere."""
        return replace(self, pose=Pose(place, self.pose.turn if turn is None else turn, z))

    def silhouette(self, view: View) -> np.ndarray:
        """Outline (n × 2, pixels) of all that it may hide."""
        low = view.project(self.footprint, self.pose.z)
        high = view.project(self.pose.put(self.top), self.pose.z + self.height)
        return _hull(low, high)

    def drawn(self, view: View, light: Light) -> Drawn:
        """How it looks."""
        every = (layer for part in self.parts for layer in part.layers(self.pose, view, light))
        layers = tuple(layer for layer in every if layer.picture.size)
        shadows = self._shadows(view, light)
        if not self.tall or self.pose.z > 0:
            return Drawn(shadows, layers, ())
        foot, top = self.footprint, self.pose.put(self.top)
        rim = foot + (top - foot) * _HAND / self.height if len(foot) == len(top) else top
        front = _hull(view.project(foot), view.project(rim, _HAND))
        behind = _hull(view.project(rim, _HAND), view.project(top, self.height))
        masks = [_before(layer, front, behind) for layer in layers]
        below = tuple(layer.masked(mask) for layer, mask in zip(layers, masks, strict=True))
        above = tuple(layer.masked(cv2.bitwise_not(m)) for layer, m in zip(layers, masks, strict=True))
        return Drawn(shadows, below, above)

    def _shadows(self, view: View, light: Light) -> tuple[tuple[np.ndarray, int, int], ...]:
        """What it casts, and the dark where it touches the table."""
        foot, top, z = self.footprint, self.pose.put(self.top), self.pose.z
        cast = _hull(
            view.project(light.cast(foot, z)), view.project(light.cast(top, min(z + self.height, 500.0)))
        )
        if self.keeps == 1.0:
            return ()
        strength = light.shadow + (1 - light.shadow) * self.keeps
        blur = 0.8 + light.softness * min(self.height, 120.0) * 0.2 + 0.1 * z
        shadows = [shadow_of(cast, strength, blur)]
        if self.height > 4.0 and z == 0:
            shadows.append(shadow_of(view.project(foot), 0.75 + 0.25 * self.keeps, 3.0))
        return tuple(shadows)


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """A thing as the camera sees it.

    Attributes:
        shadows: light for `compose.darken`, x, y.
        below: what arms pass before. above: what they pass behind.
    """

    shadows: tuple[tuple[np.ndarray, int, int], ...]
    below: tuple[Layer, ...]
    above: tuple[Layer, ...]

    def low(self, canvas: np.ndarray, light: Light) -> None:
        """Draw shadows and what arms pass before (`canvas` is changed)."""
        for shadow in self.shadows:
            darken(canvas, *shadow)
        for layer in self.below:
            layer.onto(canvas, light)

    def high(self, canvas: np.ndarray, light: Light) -> None:
        """Draw what arms pass behind."""
        for layer in self.above:
            layer.onto(canvas, light)


def thing(
    parts: Sequence[Part],
    outline: np.ndarray,
    height: float,
    *,
    top: np.ndarray | None = None,
    keeps: float = 0.0,
) -> Thing:
    """A thing that stands at the origin, as wide at its top as at its foot unless `top` says otherwise."""
    over = outline if top is None else top
    return Thing(tuple(parts), outline, over, height, Pose(np.zeros(2)), keeps)


# --- shapes --------------------------------------------------------------------------------


def lathe(profile: Sequence[tuple[float, float]], segments: int = 48) -> np.ndarray:
    """Faces (n × 4 × 3) of what a turner makes: rings of (radius, z), upwards on the outside."""
    angles = np.linspace(0, 2 * np.pi, segments + 1)
    around = np.stack([np.cos(angles), np.sin(angles)], 1)
    rings = [np.column_stack([around * radius, np.full(segments + 1, z)]) for radius, z in profile]
    faces = [np.stack([low[:-1], low[1:], high[1:], high[:-1]], 1) for low, high in itertools.pairwise(rings)]
    return np.concatenate(faces)


def prism(outline: np.ndarray, low: float, high: float) -> np.ndarray:
    """Faces of the walls (n × 4 × 3) that stand on `outline` (n × 2, clockwise seen from above, y down)."""
    then = np.roll(outline, -1, axis=0)
    wall = [
        np.column_stack([points, np.full(len(outline), z)])
        for points, z in ((outline, low), (then, low), (then, high), (outline, high))
    ]
    return np.stack(wall, 1)


def coloured(faces: np.ndarray, colour: Colour | Sequence[float] | np.ndarray) -> np.ndarray:
    """The same colour for each face, n × 3."""
    return np.tile(np.asarray(colour, float), (len(faces), 1))


def rectangle(width: float, height: float) -> np.ndarray:
    """Corners (4 × 2) around 0, from the top left."""
    return np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (width / 2, height / 2)


def opaque(picture: np.ndarray) -> np.ndarray:
    """BGR as BGRA."""
    return cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA)


def _hull(*points: np.ndarray) -> np.ndarray:
    return cv2.convexHull(np.vstack(points).astype(np.float32))[:, 0].astype(np.float64)


def _before(layer: Layer, front: np.ndarray, behind: np.ndarray) -> np.ndarray:
    """uint8 mask of a layer: what lies in `front` (n × 2, pixels of the picture) but not in `behind`."""
    mask = np.zeros(layer.picture.shape[:2], np.uint8)
    if mask.size:
        cv2.fillPoly(mask, [np.round(front - (layer.x, layer.y)).astype(np.int32)], 255)
        cv2.fillPoly(mask, [np.round(behind - (layer.x, layer.y)).astype(np.int32)], 0)
    return mask
