"""Cards held in a hand over the table's edge: a fan in space, the fingers around it, and how both look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from engine.cards import Card
from hardware.simulator.cards.deck import Deck
from hardware.simulator.drawing.compose import darken, in_perspective, put, shadow_of
from hardware.simulator.drawing.view import SIZE, Light, View
from hardware.simulator.people.arms import ArmStyle

_BELOW = 10.0
"""The cards' lower edge lies so far below the point around which they are fanned, mm."""
_APART = 0.45
"""Between two cards of a fan, along their normal, mm: they are loose and a little bent."""
_FINGER_DENSITY = 2.0
"""Pixels per mm of the fingers' picture."""
_FINGER_REACH = (46.0, 52.0)
"""Half width and half height of the fingers' picture, mm."""
_THUMB = (((-20.0, -26.0), (-13.0, 0.0), 11.5), ((-13.0, 0.0), (-5.0, 22.0), 9.5))
"""On the faces' side, from its ball to its tip: ends (right and up from the pivot) and radius, mm."""
_FINGERS = (
    ((-36.0, -20.0), (4.0, -16.0), 8.2),
    ((-38.0, -4.0), (16.0, 0.0), 8.8),
    ((-38.0, 13.0), (19.0, 17.0), 9.0),
    ((-36.0, 30.0), (13.0, 35.0), 8.4),
)
"""On the backs' side."""


@dataclass(frozen=True, slots=True, eq=False)
class Fan:
    """Cards in a hand.

    Attributes:
        cards: from the left, as the player who holds them sees them; each lies over the one before.
        pivot: the point around which they are fanned, mm (3).
        up, right: unit vectors (3) towards the middle card's upper edge and the holder's right.
        step: degrees between two cards.
    """

    cards: tuple[Card, ...]
    pivot: np.ndarray
    up: np.ndarray
    right: np.ndarray
    step: float

    @property
    def normal(self) -> np.ndarray:
        """Unit vector (3) from the faces towards whoever looks at them."""
        return np.asarray(np.cross(self.up, self.right))

    def quads(self, size: tuple[float, float]) -> np.ndarray:
        """Corners (n × 4 × 3, mm) of each card from its top left; `size`: width and height, mm."""
        width, height = size
        count = len(self.cards)
        turns = np.radians((np.arange(count) - (count - 1) / 2) * self.step)
        quads = np.empty((count, 4, 3))
        for number, turn in enumerate(turns):
            up = self.up * np.cos(turn) + self.right * np.sin(turn)
            right = self.right * np.cos(turn) - self.up * np.sin(turn)
            base = self.pivot + self.normal * _APART * (number - (count - 1) / 2)
            for corner, (x, y) in enumerate(((-1, height), (1, height), (1, 0), (-1, 0))):
                quads[number, corner] = base + right * (x * width / 2) + up * (y - _BELOW)
        return quads

    def faces(self, view: View) -> bool:
        """Whether the camera sees the faces, and not the backs."""
        return bool(self.normal @ (view.place - self.pivot) > 0)

    def outline(self, view: View, size: tuple[float, float]) -> np.ndarray:
        """Hull (n × 2, pixels) of all that is seen of its cards."""
        seen = view.see(self.quads(size).reshape(-1, 3))
        return np.asarray(cv2.convexHull(seen.astype(np.float32))[:, 0], float)


@dataclass(frozen=True, slots=True, eq=False)
class Hand:
    """A hand that holds a fan, and how it sways.

    Attributes:
        fan: what it holds.
        player: whose arm it is, by place in playing order.
        shoulder: where the arm comes from (2, mm).
        sway: pixels by which it wanders, at most. phase: of that, radians.
        way: pixels (2) from where it is held to where it comes from and goes to.
    """

    fan: Fan
    player: int
    shoulder: np.ndarray
    sway: float
    phase: float
    way: np.ndarray

    def shift(self, t: float) -> tuple[np.ndarray, float]:
        """Pixels (2) and radians by which it is elsewhere at `t`: nobody holds a hand still."""
        slow, quick = 2 * np.pi * 0.13 * t + self.phase, 2 * np.pi * 0.41 * t + 2.7 * self.phase
        away = np.array(
            [np.sin(slow) + 0.35 * np.sin(quick), np.cos(0.83 * slow) + 0.3 * np.sin(1.3 * quick)]
        )
        return away * self.sway, 0.006 * self.sway * float(np.sin(0.7 * slow + 1.0))


def level(direction: Sequence[float] | np.ndarray) -> np.ndarray:
    """A direction on the table (2) as one in space (3)."""
    return np.array([direction[0], direction[1], 0.0])


def draw_fan(canvas: np.ndarray, hand: Hand, arm: ArmStyle, deck: Deck, view: View, light: Light) -> None:
    """Draw cards and fingers over `canvas` (changed); the arm behind them is drawn already."""
    fan, size = hand.fan, (deck.style.width, deck.style.height)
    quads = fan.quads(size)
    faces = fan.faces(view)
    tone = _tone(fan, faces, view, light)
    order = range(len(quads)) if faces else range(len(quads) - 1, -1, -1)
    towards = fan.normal * (_APART if faces else -_APART)
    paper = tuple(float(v) for v in np.clip(np.array([205.0, 212.0, 214.0]) * tone, 0, 255))
    line = tuple(0.5 * v for v in paper)
    for number in order:
        pixels, front = view.see(quads[number]), view.see(quads[number] + towards)
        edge = cv2.convexHull(np.vstack([pixels, front]).astype(np.float32))[:, 0]
        cv2.fillConvexPoly(canvas, np.round(edge * 16).astype(np.int32), paper, cv2.LINE_AA, 4)
        picture = deck.face(fan.cards[number]) if faces else deck.back
        seen = front if faces else front[[1, 0, 3, 2]]
        layer, x, y = in_perspective(picture, seen)
        put(canvas, _toned(layer, tone), x, y)
        outline = np.round(front * 16).astype(np.int32)
        cv2.polylines(canvas, [outline], True, line, 1, cv2.LINE_AA, 4)
    _draw_fingers(canvas, fan, arm, faces, light_at(fan, light, view) * 0.95, view)


def fan_shadow(canvas: np.ndarray, fan: Fan, size: tuple[float, float], view: View, light: Light) -> None:
    """Darken `canvas` (changed) where the fan keeps the lamp's light away."""
    points = fan.quads(size).reshape(-1, 3)
    stretch = light.lamp[2] / (light.lamp[2] - points[:, 2:])
    cast = light.lamp[:2] + (points[:, :2] - light.lamp[:2]) * stretch
    hull = cv2.convexHull(view.project(cast).astype(np.float32))[:, 0].astype(float)
    darken(canvas, *shadow_of(hull, light.shadow, 2.0 + fan.pivot[2] * light.softness))


def _tone(fan: Fan, faces: bool, view: View, light: Light) -> np.ndarray:
    """Factor (3) of what the side that is seen shows: the room's light there, and how the lamp falls."""
    away = light.lamp - fan.pivot
    away = away / np.linalg.norm(away)
    falls = max(0.0, float(fan.normal @ away) * (1 if faces else -1)) / max(float(away[2]), 0.3)
    # Light that the table throws back reaches what the lamp does not.
    shade = min(0.35 + 0.4 * light.shadow + (0.75 - 0.4 * light.shadow) * falls, 1.15)
    return light_at(fan, light, view) * shade


def light_at(fan: Fan, light: Light, view: View) -> np.ndarray:
    """Factor (3) of what lies flat where a fan is held."""
    x, y = np.clip(view.project(fan.pivot[None, :2])[0], 0, np.array(SIZE) - 1).astype(int)
    return np.asarray(light.gain[y, x] / 128.0)


def _toned(layer: np.ndarray, tone: np.ndarray) -> np.ndarray:
    if not layer.size:
        return layer
    scaled = cv2.multiply(layer, np.array([*tone, 1.0]))
    # Colours stay multiplied by alpha: nothing is brighter than what covers.
    return np.asarray(np.minimum(scaled, layer[..., 3:]))


def _draw_fingers(
    canvas: np.ndarray, fan: Fan, arm: ArmStyle, faces: bool, tone: np.ndarray, view: View
) -> None:
    """The thumb on the faces, or the fingers on the backs."""
    wide, tall = _FINGER_REACH
    middle = fan.pivot + fan.normal * (7.0 if faces else -7.0)
    corners = np.array(
        [middle + fan.right * x * wide + fan.up * y * tall for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))]
    )
    layer, x, y = in_perspective(_fingers(arm, faces), view.see(corners))
    put(canvas, _toned(layer, tone), x, y)


def _fingers(arm: ArmStyle, faces: bool) -> np.ndarray:
    """uint8 BGRA, multiplied by alpha: round fingers seen from in front, right and up as the fan has them."""
    wide, tall = _FINGER_REACH
    w, h = round(2 * wide * _FINGER_DENSITY), round(2 * tall * _FINGER_DENSITY)
    rows, columns = np.mgrid[0:h, 0:w].astype(np.float32)
    x, y = columns / _FINGER_DENSITY - wide, tall - rows / _FINGER_DENSITY
    height = np.zeros((h, w), np.float32)
    girth = arm.girth
    for (x0, y0), (x1, y1), radius in _THUMB if faces else _FINGERS:
        dx, dy = (x1 - x0) * girth, (y1 - y0) * girth
        along = np.clip(((x - x0 * girth) * dx + (y - y0 * girth) * dy) / (dx * dx + dy * dy), 0, 1)
        away = (x - x0 * girth - along * dx) ** 2 + (y - y0 * girth - along * dy) ** 2
        thin = radius * girth * (1 - 0.12 * along)
        np.maximum(height, np.sqrt(np.maximum(thin**2 - away, 0)), out=height)
    shape = height > 0
    smooth = cv2.GaussianBlur(height, (0, 0), 1.5)
    slope_x = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=_FINGER_DENSITY / 8)
    slope_y = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=_FINGER_DENSITY / 8)
    lit = (-0.3 * slope_x - 0.5 * slope_y + 0.8) / np.sqrt(slope_x**2 + slope_y**2 + 1)
    shade = 0.5 + 0.55 * np.clip(lit, 0, 1)
    shade *= np.clip(1 - 0.05 * (cv2.GaussianBlur(height, (0, 0), 4) - height), 0.6, 1.05)
    colour = np.array(arm.skin, np.float32) * shade[..., None]
    if faces:
        nail = ((x + 5.5 * girth) / (4.6 * girth)) ** 2 + ((y - 22.0 * girth) / (6.2 * girth)) ** 2 < 1
        colour[nail] = np.array(arm.skin, np.float32) * 0.86 + (34, 30, 38)
    alpha = cv2.GaussianBlur(shape.astype(np.float32) * 255, (0, 0), 0.9)
    return np.dstack([(colour.clip(0, 255) * alpha[..., None] / 255), alpha]).astype(np.uint8)


def shifted(layer: np.ndarray, x: int, y: int, matrix: np.ndarray) -> tuple[np.ndarray, int, int]:
    """A layer at x, y moved by `matrix` (2 × 3, pixels of the picture); what leaves the picture is cut off.

    What touches the layer's border goes on beyond it, as an arm does.
    """
    height, width = layer.shape[:2]
    corners = np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], float)
    moved = corners @ matrix[:, :2].T + matrix[:, 2]
    low = np.clip(np.floor(moved.min(0)), 0, SIZE).astype(int)
    high = np.clip(np.ceil(moved.max(0)), 0, SIZE).astype(int)
    # A layer that touches the picture's border goes on to it.
    low = np.where(np.array([x, y]) == 0, 0, low)
    high = np.where(np.array([x + width, y + height]) == SIZE, SIZE, high)
    if (high - low <= 0).any():
        return np.zeros((0, 0, 4), np.uint8), 0, 0
    there = matrix.copy()
    there[:, 2] += matrix[:, :2] @ (x, y) - low
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    warped = cv2.warpAffine(layer, there, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return warped, int(low[0]), int(low[1])


def at(hand: Hand, cards: Sequence[Card], **more: Any) -> Hand:
    """The same hand with these cards in it, and what else is different about the fan."""
    return replace(hand, fan=replace(hand.fan, cards=tuple(cards), **more))
