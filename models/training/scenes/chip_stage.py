"""The stage on which chips are drawn: ground, camera, solids and cards upon it, and the picture of it all."""

from __future__ import annotations

import copy
import functools
from dataclasses import dataclass

import cv2
import numpy as np

from engine.cards import DECK, HONOURS
from models.training.cards.decks import random_deck
from models.training.scenes.backgrounds import background
from models.training.scenes.chip_kinds import PRINT, Kind
from models.training.scenes.photographing import photographed

SIDE = 160
"""Height and width of one picture, pixels."""
FINE = 2
"""Drawn this many times larger, then shrunk: edges come out as a lens would show them."""
STRETCH = 0.25
"""A box that is no square is one when it is flattened; what lies in it is longer one way by up to twice this
(natural logarithm)."""
COVER, NOTHING = -2, -1
"""Owners of a pixel that no chip owns: an arm or a thing that hides the box; all the rest."""


@dataclass(frozen=True, slots=True)
class ChipLabel:
    """One chip in a picture.

    Attributes:
        shape: index into `SHAPES`.
        x, y: centre of its upper face in pixels, also where something hides it.
        size: a disc's diameter; of bars and plaques 0.6 of the length, pixels.
        visible: share of its outline that is seen, 0–1.
    """

    shape: int
    x: float
    y: float
    size: float
    visible: float


@dataclass(frozen=True, slots=True)
class ChipScene:
    """A picture (uint8 BGR, `SIDE` × `SIDE`) and what is in it.

    Attributes:
        image: the picture.
        chips: its chips, hidden ones too.
        owner: int16 `SIDE` × `SIDE`: index into *chips*, `COVER` or `NOTHING`.
        in_box: it shows one box of a board, so that what hides the box is labelled.
        bare: how that box looked when it was empty, as *image*; None where nobody saw it so.
    """

    image: np.ndarray
    chips: tuple[ChipLabel, ...]
    owner: np.ndarray
    in_box: bool
    bare: np.ndarray | None = None


@functools.lru_cache(maxsize=1)
def card_art(packs: int = 24, each: int = 14) -> tuple[np.ndarray, ...]:
    """Card faces, uint8 BGRA 150 px wide: some cards of many packs, the honours of each among them."""
    rng = np.random.default_rng(11)
    faces: list[np.ndarray] = []
    for _ in range(packs):
        deck = random_deck(rng)
        cards = {*HONOURS, *(DECK[int(k)] for k in rng.choice(len(DECK), each, replace=False))}
        for card in sorted(cards):
            face = cv2.cvtColor(deck.face(card), cv2.COLOR_RGBA2BGRA)
            faces.append(
                cv2.resize(
                    face, (150, round(150 * face.shape[0] / face.shape[1])), interpolation=cv2.INTER_AREA
                )
            )
    return tuple(faces)


@functools.lru_cache(maxsize=1)
def grounds(count: int = 160) -> tuple[np.ndarray, ...]:
    """Backgrounds, drawn once: uint8 BGR."""
    rng = np.random.default_rng(7)
    return tuple(background(rng) for _ in range(count))


class Stage:
    """A picture being drawn under one slanted camera; draw what lies deeper first.

    Places are in pixels of the finished picture, heights too. The camera is far away:
    the ground shortens along its line of sight and what stands up leans away from it.
    """

    def __init__(self, rng: np.random.Generator, flattened: bool) -> None:
        self.rng = rng
        slant = np.radians(rng.uniform(0, 62) if rng.random() < 0.8 else rng.uniform(0, 15))
        if flattened:
            slant = min(slant, np.radians(58))
        turn = -np.pi / 2 + (rng.normal(0, 0.5) if rng.random() < 0.5 else rng.uniform(-np.pi, np.pi))
        self.away = np.array([np.cos(turn), np.sin(turn)])
        short = 1.0 if flattened else float(np.cos(slant))
        self.ground = np.eye(2) - (1 - short) * np.outer(self.away, self.away)
        self.up = self.away * float(np.tan(slant) if flattened else np.sin(slant))
        longer = float(np.exp(rng.uniform(-STRETCH, STRETCH))) if flattened and rng.random() < 0.7 else 1.0
        self.stretch = np.diag([longer, 1 / longer])
        self.slant = float(slant)
        self.flattened = flattened
        light = rng.uniform(-np.pi, np.pi)
        self.shade = np.array([np.cos(light), np.sin(light)]) * rng.uniform(0, 1.6)
        self.shade_depth = rng.uniform(0.15, 0.65)
        self.shade_blur = rng.uniform(0.5, 5)
        side = SIDE * FINE
        self.owner = np.full((side, side), NOTHING, np.int16)
        ground = grounds()[int(rng.integers(len(grounds())))]
        window = int(rng.uniform(0.25, 1.0) * ground.shape[0])
        y, x = (int(rng.integers(ground.shape[0] - window + 1)) for _ in range(2))
        self.image = cv2.resize(
            ground[y : y + window, x : x + window], (side, side), interpolation=cv2.INTER_LINEAR
        )
        self.chips: list[tuple[Kind, np.ndarray, int]] = []

    def pixels(self, points: np.ndarray, height: float | np.ndarray = 0.0) -> np.ndarray:
        """Pixels of the picture at which points n × 2 at *height* are seen (from its middle)."""
        rise: np.ndarray = np.multiply.outer(np.broadcast_to(height, len(points)), self.up)
        return rise + points @ self.ground.T + SIDE / 2

    def fill(self, polygon: np.ndarray, tone: np.ndarray, owner: int | None) -> None:
        """Fill a polygon of the picture's pixels; *owner* None leaves whose pixels they are."""
        points = np.round(polygon * FINE * 16).astype(np.int32)
        cv2.fillPoly(self.image, [points], np.clip(tone, 0, 255).tolist(), cv2.LINE_8, 4)
        if owner is not None:
            cv2.fillPoly(self.owner, [points], owner, cv2.LINE_8, 4)

    def _window(self, polygon: np.ndarray, margin: float) -> tuple[slice, slice] | None:
        low = np.floor((polygon.min(0) - margin) * FINE).astype(int)
        high = np.ceil((polygon.max(0) + margin) * FINE).astype(int) + 1
        low, high = np.maximum(low, 0), np.minimum(high, SIDE * FINE)
        if (high <= low).any():
            return None
        return slice(low[1], high[1]), slice(low[0], high[0])

    def shadow(self, polygon: np.ndarray, strength: float, blur: float) -> None:
        """Darken softly inside a polygon of the picture's pixels."""
        window = self._window(polygon, 2 * blur)
        if window is None:
            return
        rows, columns = window
        mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), np.uint8)
        points = np.round((polygon * FINE - [columns.start, rows.start]) * 16).astype(np.int32)
        cv2.fillPoly(mask, [points], 255, cv2.LINE_8, 4)
        mask = cv2.blur(cv2.blur(mask, (int(blur * FINE) | 1,) * 2), (int(blur * FINE) | 1,) * 2)
        factor = 1.0 - mask.astype(np.float32) * (strength / 255)
        part = self.image[rows, columns]
        part[:] = (part * factor[..., None]).astype(np.uint8)

    def lay(
        self,
        art: np.ndarray,
        plane: np.ndarray,
        polygon: np.ndarray,
        owner: int | None,
        clear: float = 0.0,
        light: float = 1.0,
    ) -> None:
        """Lay a flat picture (BGR or BGRA); *plane* is 2 × 3: its pixels → the picture's."""
        window = self._window(polygon, 1)
        if window is None:
            return
        rows, columns = window
        fine = plane * FINE
        fine[:, 2] -= [columns.start, rows.start]
        size = (columns.stop - columns.start, rows.stop - rows.start)
        warped = cv2.warpAffine(
            art,
            fine,
            size,
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE if art.shape[2] == 3 else cv2.BORDER_CONSTANT,
        )
        mask = np.zeros(size[::-1], np.uint8)
        points = np.round((polygon * FINE - [columns.start, rows.start]) * 16).astype(np.int32)
        cv2.fillPoly(mask, [points], 255, cv2.LINE_8, 4)
        if art.shape[2] == 4:
            mask = cv2.threshold(cv2.min(mask, warped[..., 3]), 127, 255, cv2.THRESH_BINARY)[1]
            warped = warped[..., :3]
        part = self.image[rows, columns]
        if light != 1.0:
            warped = cv2.convertScaleAbs(warped, alpha=light)
        if clear:
            warped = cv2.addWeighted(warped, 1 - clear, part, clear, 0)
        cv2.copyTo(np.ascontiguousarray(warped), mask, part)
        if owner is not None:
            self.owner[rows, columns][mask > 127] = owner

    def card(
        self,
        at: np.ndarray,
        width: float,
        turn: float,
        shadow: bool = True,
    ) -> None:
        """A card, or one printed on the ground, its middle *at* a place of the ground."""
        rng = self.rng
        art = card_art()[int(rng.integers(len(card_art())))]
        if rng.random() < 0.5:
            tint = np.array([*rng.uniform(0.82, 1.0, 3), 1.0], np.float32)
            art = np.clip(art * tint, 0, 255).astype(np.uint8)
        rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        scale = width / art.shape[1]
        inner = self.ground @ self.stretch @ rotation * scale
        middle = self.pixels(at[None])[0]
        plane = np.hstack([inner, (middle - inner @ [art.shape[1] / 2, art.shape[0] / 2])[:, None]])
        corners = np.array(
            [[0, 0], [art.shape[1], 0], [art.shape[1], art.shape[0]], [0, art.shape[0]]], np.float64
        )
        polygon = corners @ inner.T + plane[:, 2]
        if shadow:
            self.shadow(polygon + self.shade * 1.5, 0.3, 1.5)
        self.lay(art, plane, polygon, NOTHING)

    def chip(self, kind: Kind, x: float, y: float, height: float, turn: float, lean: np.ndarray) -> None:
        """A chip on the ground at (x, y), its underside *height* up; *lean* 2: slope of its face."""
        rng = self.rng
        rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        flat = kind.outline @ rotation.T @ self.stretch + [x, y]
        rise = (kind.outline @ rotation.T) @ lean
        low = self.pixels(flat, height + rise)
        top = self.pixels(flat, height + kind.thick + rise)
        owner = len(self.chips)
        reach = height * 0.5 + kind.thick
        self.shadow(low + self.ground @ self.shade * reach, self.shade_depth, self.shade_blur + 0.3 * reach)
        hull = cv2.convexHull(np.concatenate([low, top]).astype(np.float32))[:, 0]
        light = float(rng.uniform(0.9, 1.08) * (1 + lean @ self.shade * 0.3))
        self.fill(hull, kind.edge[0] * light * 0.72, owner)
        if len(kind.edge) > 1 and kind.thick * np.sin(self.slant) > 0.8:
            points = len(low)
            for k in range(points):
                after = (k + 1) % points
                if (top[k] - SIDE / 2 - (low.mean(0) - SIDE / 2)) @ self.away < 0:
                    tone = kind.edge[k * len(kind.edge) // points] * light * 0.75
                    self.fill(np.stack([low[k], low[after], top[after], top[k]]), tone, None)
        length = kind.outline.max() * 2
        spread = (self.ground @ self.stretch @ rotation + np.outer(self.up, lean @ rotation)) * (
            length / PRINT
        )
        middle = self.pixels(np.array([[x, y]]), height + kind.thick)[0]
        plane = np.hstack([spread, (middle - spread @ [PRINT / 2, PRINT / 2])[:, None]])
        self.lay(kind.face, plane, top, owner, kind.clear, light)
        if rng.random() < 0.25:  # a moulded edge catches the lamp
            tone = np.clip(kind.edge[0] * rng.uniform(0.6, 1.5), 0, 255).tolist()
            cv2.polylines(
                self.image, [np.round(top * FINE * 16).astype(np.int32)], True, tone, 1, cv2.LINE_AA, 4
            )
        own = np.zeros((SIDE // 2 + 40, SIDE // 2 + 40), np.uint8)
        whole = np.round((hull / 2 + 20) * 16).astype(np.int32)
        cv2.fillPoly(own, [whole], 1, cv2.LINE_8, 4)
        self.chips.append((kind, middle, int(own.sum()) * 4))

    def prism(self, base: np.ndarray, height: float, tone: np.ndarray, owner: int = NOTHING) -> None:
        """A standing block on the convex ground polygon *base*, e.g. one wall of a box."""
        low, top = self.pixels(base), self.pixels(base, height)
        middle = base.mean(0)
        for k in range(len(base)):
            after = (k + 1) % len(base)
            outward = (base[k] + base[after]) / 2 - middle
            if outward @ self.away < 0:
                dark = 0.62 + 0.18 * float(outward @ self.shade > 0)
                self.fill(np.stack([low[k], low[after], top[after], top[k]]), tone * dark, owner)
        self.fill(top, tone, owner)

    def line(self, polygon: np.ndarray, tone: np.ndarray, thick: int) -> None:
        """The outline of a polygon of the picture's pixels; it leaves whose pixels they are."""
        points = np.round(polygon * FINE * 16).astype(np.int32)
        cv2.polylines(self.image, [points], True, tone.tolist(), thick, cv2.LINE_AA, 4)

    def write(
        self,
        text: str,
        at: np.ndarray,
        tone: np.ndarray,
        sizes: tuple[float, float],
        thick: tuple[int, int],
    ) -> None:
        """Letters of any font that begin *at* a place of the ground; *sizes* and *thick*: from and to."""
        x, y = self.pixels(at[None])[0] * FINE
        font, size = int(self.rng.integers(0, 8)), self.rng.uniform(*sizes)
        stroke = int(self.rng.integers(*thick))
        cv2.putText(self.image, text, (int(x), int(y)), font, size, tone.tolist(), stroke, cv2.LINE_AA)

    def copy(self) -> Stage:
        """What is drawn so far, to be gone on with apart."""
        other = copy.copy(self)
        other.image, other.owner, other.chips = self.image.copy(), self.owner.copy(), list(self.chips)
        return other

    def finish(self, in_box: bool, empty: Stage | None = None) -> ChipScene:
        """Shrink, photograph, and say what is seen of each chip; *empty*: the same without chips and arms."""
        rng = self.rng
        owner = self.owner[::FINE, ::FINE].copy()
        seen = np.bincount(np.maximum(self.owner, -1).ravel() + 1, minlength=len(self.chips) + 1)[1:]
        labels = tuple(
            ChipLabel(
                kind.shape,
                float(middle[0]),
                float(middle[1]),
                kind.size,
                min(1.0, float(seen[k]) / max(1.0, whole * FINE * FINE)),
            )
            for k, (kind, middle, whole) in enumerate(self.chips)
        )
        # One camera takes both pictures, so its lens, distance and settings come from one seed.
        camera = int(rng.integers(2**32))
        image = self._photo(np.random.default_rng(camera), self.image)
        bare = None
        if empty is not None:
            same = rng.random() < 0.8
            again = np.random.default_rng(camera if same else camera + 1)
            bare = _later(rng, self._photo(again, empty.image))
        return ChipScene(image, labels, owner, in_box, bare)

    def _photo(self, rng: np.random.Generator, drawn: np.ndarray) -> np.ndarray:
        """The finished picture of what is *drawn* on this stage."""
        image = cv2.resize(drawn, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
        if self.flattened and self.slant > 0.3:  # fewer camera pixels stood along the line of sight
            width = max(0.01, (1 / np.cos(self.slant) - 1) * rng.uniform(0.2, 0.6))
            steps = np.arange(-3, 4)
            kernel = np.zeros((7, 7), np.float32)
            for step in steps:
                x, y = np.round(3 + step * self.away).astype(int)
                kernel[y, x] += np.exp(-0.5 * (step / max(width, 0.2)) ** 2)
            image = cv2.filter2D(image, -1, kernel / kernel.sum())
        if rng.random() < 0.45:  # a far camera: enlarged from fewer pixels
            few = int(SIDE * rng.uniform(0.35, 0.9))
            image = cv2.resize(
                cv2.resize(image, (few, few), interpolation=cv2.INTER_AREA),
                (SIDE, SIDE),
                interpolation=cv2.INTER_LINEAR,
            )
        if rng.random() < 0.75:
            return photographed(rng, image)
        # A good camera in daylight.
        shot = image * rng.uniform(0.7, 1.15) + rng.normal(0, 2, image.shape)
        return np.clip(shot, 0, 255).astype(np.uint8)


def _later(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    """The same place at another time of the evening: other light, other noise, a pixel beside."""
    shift = np.hstack([np.eye(2), rng.normal(0, 0.5, (2, 1))])
    moved = cv2.warpAffine(image, shift, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    if rng.random() < 0.5:
        corners = rng.normal(1, rng.choice([0.03, 0.12]), (2, 2)).astype(np.float32)
        moved *= cv2.resize(corners, (SIDE, SIDE))[..., None]
    moved *= np.exp(rng.normal(0, [0.02, 0.02, 0.02]) + rng.normal(0, 0.05)).astype(np.float32)
    noise = rng.normal(0, rng.choice([0.5, 2.0, 5.0]), moved.shape)
    return np.clip(moved + noise, 0, 255).astype(np.uint8)
