"""Synthetic pictures of chips: on tables and in the boxes of a board, each chip labelled.

Everything is drawn: short discs, bars and plaques as solids under a slanted camera, heaped on
each other, with printed cards, raised walls, shadows and arms. The chips' colours, faces and
sizes, the boards and the tables come from a seed in endless variety; no real photograph of a
chip is used. The cards come from `models.training.cards.decks`.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from engine.cards import DECK, HONOURS
from models.training.cards.decks import random_deck
from models.training.scenes.backgrounds import background, colour
from models.training.scenes.card_scenes import photographed

SHAPES = ("round", "long", "wide")
"""Order of the heatmaps: discs; bars at least 2.6 times as long as wide; plaques up to 2 times."""
SIDE = 160
"""Height and width of one picture, pixels."""
FINE = 2
"""Drawn this many times larger, then shrunk: edges come out as a lens would show them."""
SMALLEST, LARGEST = 12.0, 54.0
"""Chips whose size (see `ChipLabel`) lies between these are to be found, pixels of the picture."""
STRETCH = 0.25
"""A box that is no square is one when it is flattened; what lies in it is longer one way by up to twice this
(natural logarithm)."""
SEEN_EMPTY = 0.75
"""Share of the boxes that were seen empty before."""
USUAL, OF_A_GAME = (0.6, 0.24, 0.16), (0.42, 0.42, 0.16)
"""Shares of the `SHAPES` of chips: on any table; in the boxes of Nain Jaune, where bars count five."""
TRIES = 16
"""Places looked at for a chip that is laid beside the others …"""
BESIDE = 0.9
"""… from whose middles it keeps this share of the sum of their `Kind.radius`, where there is room."""
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


@dataclass(frozen=True, slots=True)
class Kind:
    """How the chips of one kind look; lengths in pixels of the picture.

    Attributes:
        shape: index into `SHAPES`.
        outline: float32 n × 2, around the middle.
        size: as in `ChipLabel`.
        thick: height of its edge.
        face: upper side, uint8 BGR square that spans the outline's longer side.
        edge: colours along the edge, in turn.
        clear: 0 opaque … 1 glass.
    """

    shape: int
    outline: np.ndarray
    size: float
    thick: float
    face: np.ndarray
    edge: tuple[np.ndarray, ...]
    clear: float

    @property
    def radius(self) -> float:
        """Of a disc that covers about as much."""
        reach = np.abs(self.outline).max(0)
        return float(np.sqrt(reach[0] * reach[1]))


def chip_colour(rng: np.random.Generator) -> np.ndarray:
    """A chip's own colour, BGR: mostly saturated; white, black, grey and wood too."""
    pick = rng.random()
    if pick < 0.3:  # what most chips are: red, yellow, green, blue
        hue = float(rng.choice([0, 2, 26, 60, 110]))
        return colour(rng, (hue - 5, hue + 6), (130, 255), (90, 255))
    if pick < 0.72:
        return colour(rng, (0, 180), (110, 255), (70, 255))
    if pick < 0.84:
        return colour(rng, (0, 180), (0, 40), (190, 255))
    if pick < 0.91:
        return colour(rng, (0, 180), (0, 60), (15, 80))
    if pick < 0.96:
        return colour(rng, (8, 25), (60, 160), (90, 220))
    return colour(rng, (0, 180), (0, 60), (80, 190))


def _rounded(half_length: float, half_width: float, radius: float) -> np.ndarray:
    """A rectangle with rounded corners around the origin, float32 n × 2."""
    turn = np.linspace(0, np.pi / 2, 6)
    arc = np.stack([np.cos(turn), np.sin(turn)], 1) * radius
    points = []
    for quarter, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        middle = np.array([sx * (half_length - radius), sy * (half_width - radius)])
        turned = arc @ np.linalg.matrix_power(np.array([[0, 1], [-1, 0]]), quarter)
        points.append(middle + turned)
    return np.concatenate(points).astype(np.float32)


def _outline(rng: np.random.Generator, shape: int, size: float) -> np.ndarray:
    if shape == 0:
        corners = 36 if rng.random() < 0.95 else int(rng.choice([8, 10, 12]))
        turn = np.arange(corners) * (2 * np.pi / corners)
        return (np.stack([np.cos(turn), np.sin(turn)], 1) * size / 2).astype(np.float32)
    length = size / 0.6
    aspect = rng.uniform(2.6, 6.0) if shape == 1 else rng.uniform(1.1, 2.0)
    if shape == 1 and rng.random() < 0.1:  # the old fish-like and boat-like fiches
        turn = np.arange(30) * (2 * np.pi / 30)
        return (np.stack([np.cos(turn), np.sin(turn) / min(aspect, 3.6)], 1) * length / 2).astype(np.float32)
    half = np.array([length / 2, length / 2 / aspect])
    return _rounded(
        half[0],
        half[1],
        half[1]
        * float(
            rng.choice([0.02, rng.uniform(0.05, 0.5), 0.999])
            if shape == 1
            else rng.choice([0.02, rng.uniform(0.05, 0.5)])
        ),
    )


PRINT = 96
"""Pixels of a face before it is laid into the picture."""


def _printed(rng: np.random.Generator, ink: np.ndarray, face: np.ndarray, reach: float) -> None:
    """Text, a pip or a rosette in the middle of a face; *reach* is the free radius in `PRINT` pixels."""
    middle = PRINT // 2
    kind = rng.random()
    if kind < 0.5:
        text = str(
            rng.choice(["1", "5", "10", "20", "25", "50", "100", "500", "A", "R", "NJ", "POKER", "*", "$1"])
        )
        scale = reach / (9.0 + 7.0 * len(text))
        (width, height), _ = cv2.getTextSize(text, int(rng.integers(0, 8)), scale, 2)
        cv2.putText(
            face,
            text,
            (middle - width // 2, middle + height // 2),
            int(rng.integers(0, 8)),
            scale,
            ink.tolist(),
            int(rng.integers(1, 4)),
            cv2.LINE_AA,
        )
    elif kind < 0.8:
        turn = np.linspace(0, 2 * np.pi, 25)
        petals = int(rng.integers(2, 7))
        radius = reach * (0.55 + 0.3 * np.cos(petals * turn))
        points = middle + np.stack([np.cos(turn), np.sin(turn)], 1) * radius[:, None]
        cv2.fillPoly(face, [points.astype(np.int32)], ink.tolist(), cv2.LINE_AA)
    else:
        for angle in np.arange(0, 2 * np.pi, 2 * np.pi / int(rng.integers(5, 16))):
            spot = middle + np.array([np.cos(angle), np.sin(angle)]) * reach * 0.7
            cv2.circle(
                face, (int(spot[0]), int(spot[1])), max(1, int(reach * 0.12)), ink.tolist(), -1, cv2.LINE_AA
            )


def _disc_face(
    rng: np.random.Generator, own: np.ndarray, other: np.ndarray
) -> tuple[np.ndarray, tuple[np.ndarray, ...]]:
    """Upper side of a disc and the colours of its edge: plain, rimmed, or striped like a poker chip."""
    face = np.empty((PRINT, PRINT, 3), np.uint8)
    face[:] = own
    middle = PRINT // 2
    style = rng.random()
    edge: tuple[np.ndarray, ...] = (own,)
    if style < 0.5:  # a plain jeton, at most a rim or a groove
        if rng.random() < 0.5:
            tone = np.clip(own * rng.uniform(0.6, 1.4), 0, 255)
            cv2.circle(
                face,
                (middle, middle),
                int(rng.uniform(0.28, 0.47) * PRINT),
                tone.tolist(),
                int(rng.integers(1, 7)),
                cv2.LINE_AA,
            )
        if rng.random() < 0.2:
            _printed(rng, np.clip(own * rng.uniform(0.4, 1.6), 0, 255), face, PRINT * 0.3)
    else:
        stripes = int(rng.integers(3, 13))
        width = rng.uniform(0.25, 0.6) * 360 / stripes
        for k in range(stripes):
            start = k * 360 / stripes
            cv2.ellipse(
                face, (middle, middle), (PRINT, PRINT), start, 0, width, other.tolist(), -1, cv2.LINE_AA
            )
        edge = tuple(own if step % 2 else other for step in range(2 * stripes))
        ring = rng.uniform(0.22, 0.42) * PRINT
        inner = other if rng.random() < 0.4 else own if rng.random() < 0.5 else chip_colour(rng)
        cv2.circle(face, (middle, middle), int(ring), inner.tolist(), -1, cv2.LINE_AA)
        if rng.random() < 0.5:
            line = chip_colour(rng) if rng.random() < 0.5 else own
            cv2.circle(face, (middle, middle), int(ring), line.tolist(), int(rng.integers(1, 5)), cv2.LINE_AA)
        if rng.random() < 0.4:
            second = chip_colour(rng) if rng.random() < 0.5 else own
            cv2.circle(
                face, (middle, middle), int(ring * rng.uniform(0.4, 0.8)), second.tolist(), -1, cv2.LINE_AA
            )
        if rng.random() < 0.75:
            _printed(rng, chip_colour(rng), face, ring * 0.9)
    return face, edge


def _bar_face(rng: np.random.Generator, own: np.ndarray, aspect: float) -> np.ndarray:
    face = np.empty((PRINT, PRINT, 3), np.uint8)
    face[:] = own
    half = PRINT / 2 / aspect
    if rng.random() < 0.4:
        tone = np.clip(own * rng.uniform(0.55, 1.5), 0, 255) if rng.random() < 0.7 else chip_colour(rng)
        inset = rng.uniform(0.06, 0.25) * 2 * half
        corner = (int(inset), int(PRINT / 2 - half + inset))
        cv2.rectangle(
            face,
            corner,
            (PRINT - corner[0], PRINT - corner[1]),
            tone.tolist(),
            int(rng.choice([-1, 1, 2, 3])),
            cv2.LINE_AA,
        )
    if rng.random() < 0.35:
        _printed(rng, chip_colour(rng), face, half * 0.9)
    return face


def random_kind(
    rng: np.random.Generator,
    size: float,
    shape: int | None = None,
    shares: tuple[float, float, float] = USUAL,
) -> Kind:
    """One kind of chip about *size* px, of one shape or of any in these *shares*."""
    if shape is None:
        shape = int(rng.choice(3, p=shares))
    own, other = chip_colour(rng), chip_colour(rng)
    if rng.random() < 0.6:
        other = colour(rng, (0, 180), (0, 30), (200, 255))
    outline = _outline(rng, shape, size)
    thick = size * float(rng.choice([rng.uniform(0.03, 0.1), rng.uniform(0.08, 0.22)]))
    edge: tuple[np.ndarray, ...] = (own,)
    if shape == 0:
        face, edge = _disc_face(rng, own, other)
    else:
        extent = outline.max(0)
        face = _bar_face(rng, own, float(extent[0] / extent[1]))
    if rng.random() < 0.15:  # turned wood and marbled plastic
        grain = cv2.resize(rng.normal(1, 0.12, (PRINT // 2, 6)).astype(np.float32), (PRINT, PRINT))
        face = np.clip(face * grain[..., None], 0, 255).astype(np.uint8)
    clear = float(rng.uniform(0.1, 0.45)) if rng.random() < 0.06 else 0.0
    return Kind(shape, outline, size, thick, face, edge, clear)


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
def _grounds(count: int = 160) -> tuple[np.ndarray, ...]:
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
        ground = _grounds()[int(rng.integers(len(_grounds())))]
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


def _kinds(rng: np.random.Generator, shares: tuple[float, float, float] = USUAL) -> list[Kind]:
    """The chips of one household: one to four kinds of about one size."""
    size = float(np.exp(rng.uniform(np.log(SMALLEST), np.log(LARGEST - 4))))
    count = int(rng.choice([1, 2, 3, 4], p=[0.35, 0.35, 0.2, 0.1]))
    kinds = [random_kind(rng, size * rng.uniform(0.85, 1.15), shares=shares) for _ in range(count)]
    if count > 1 and rng.random() < 0.4:  # one mould in several colours
        first = kinds[0]
        kinds = [first] + [random_kind(rng, first.size, first.shape) for _ in range(count - 1)]
    return kinds


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
    kinds = _kinds(rng)
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
        ground = _grounds()[int(rng.integers(len(_grounds())))]
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
    kinds = _kinds(rng, OF_A_GAME if laid else USUAL)
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
