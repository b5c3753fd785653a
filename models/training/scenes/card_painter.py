"""Lays cards and flat things on a plane that a pinhole camera sees, and tells what is seen of each card.

All measures on the plane are in card widths.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

import cv2
import numpy as np

from engine.cards import Card
from models.training.cards.telling import GRID, Indexed, share_seen, told
from models.training.scenes.backgrounds import SIDE, background


class Deck(Indexed, Protocol):
    """What a scene needs of a deck (see `models.training.cards.decks`)."""

    def face(self, card: Card) -> np.ndarray: ...
    def back(self) -> np.ndarray: ...
    def joker(self) -> np.ndarray: ...


@dataclass(frozen=True, slots=True)
class IndexLabel:
    """One corner index of a face in a scene.

    Attributes:
        quad: float32 4 × 2, the index's own outline in pixels clockwise from its top left, as it is read.
        card: float32 4 × 2, its card's outline, from the corner that is top left when the index is upright.
        visible: share of its area that is seen, 0–1.
    """

    quad: np.ndarray
    card: np.ndarray
    visible: float


@dataclass(frozen=True, slots=True)
class CardLabel:
    """One card in a scene.

    Attributes:
        quad: float32 4 × 2, its outline in pixels clockwise from its own top left.
        card: the face, None for a back or a joker.
        back: True when its back lies up.
        visible: share of its area that is seen, 0–1.
        told: how far what is seen of it tells its face, 0–1.
        indices: its corner indices, none of a back or a joker.
    """

    quad: np.ndarray
    card: Card | None
    back: bool
    visible: float
    told: float
    indices: tuple[IndexLabel, ...] = ()


@dataclass(slots=True)
class Scene:
    """A picture (uint8 BGR) and its labels."""

    image: np.ndarray
    labels: list[CardLabel] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class View:
    """A pinhole camera over the table: *matrix* takes plane points (card widths) to pixels."""

    matrix: np.ndarray

    def pixels(self, points: np.ndarray) -> np.ndarray:
        """n × 2 plane points to float32 n × 2 pixels."""
        return cv2.perspectiveTransform(np.asarray(points, np.float64)[None], self.matrix)[0].astype(
            np.float32
        )

    def plane(self, points: np.ndarray) -> np.ndarray:
        """n × 2 pixels to plane points."""
        return cv2.perspectiveTransform(np.asarray(points, np.float64)[None], np.linalg.inv(self.matrix))[0]


def random_view(rng: np.random.Generator, side: int, card_px: float) -> View:
    """A camera slanted 0–62° whose picture centre shows a card *card_px* pixels wide."""
    slant = np.radians(rng.choice([rng.uniform(0, 25), rng.uniform(20, 62)]))
    turn, roll = rng.uniform(0, 2 * np.pi), rng.normal(0, 0.12)
    focal = side * rng.uniform(0.8, 2.2)
    spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    tilt = np.array([[1, 0, 0], [0, np.cos(slant), -np.sin(slant)], [0, np.sin(slant), np.cos(slant)]])
    lean = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
    rotation = lean @ tilt @ spin
    camera = np.array([[focal, 0, side / 2], [0, focal, side / 2], [0, 0, 1]])
    pose = np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, focal / card_px]])
    matrix = camera @ pose
    return View(matrix / matrix[2, 2])


def corners_at(x: float, y: float, angle: float, width: float, height: float) -> np.ndarray:
    """The four corners of a rectangle centred on (x, y), clockwise from its own top left."""
    c, s = np.cos(angle), np.sin(angle)
    local = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    return local @ np.array([[c, s], [-s, c]]) + (x, y)


_surfaces: list[np.ndarray] = []


def _surface(rng: np.random.Generator) -> np.ndarray:
    """A new background, or one of the last few hundred turned and flipped (drawing one is dear)."""
    if len(_surfaces) < 12 or rng.random() < 0.25:
        _surfaces.append(background(rng))
        if len(_surfaces) > 300:
            _surfaces.pop(0)
        return _surfaces[-1]
    surface = _surfaces[int(rng.integers(len(_surfaces)))]
    return np.ascontiguousarray(np.rot90(surface, int(rng.integers(4)))[:, :: int(rng.choice([-1, 1]))])


LEAST_SEEN = 0.08
"""Share of a card that is to be seen for it to be one of a scene's cards."""


class Painter:
    """Lays flat things into a picture, nearest last, and remembers what hides what."""

    def __init__(
        self, rng: np.random.Generator, view: View, side: int, surface: np.ndarray | None = None
    ) -> None:
        self.rng, self.view, self.side = rng, view, side
        self.image = self._table(_surface(rng) if surface is None else surface)
        self.owner = np.full((side, side), -1, np.int16)
        self.cards: list[tuple[np.ndarray, Card | None, bool, Deck]] = []
        angle = rng.uniform(0, 2 * np.pi)
        self.light = np.array([np.cos(angle), np.sin(angle)]) * rng.uniform(0, 0.05)
        self.shade = rng.uniform(0.15, 0.65)
        self.seam = 0.0
        """How much darker a card's cut edge is than its paper, 0–1."""

    def _table(self, surface: np.ndarray) -> np.ndarray:
        """The background as the camera sees it: lying on the plane, or standing behind it."""
        middle = self.view.plane(np.array([[self.side / 2, self.side / 2]]))[0]
        scale = 1.0 / max(np.linalg.norm(self.view.pixels(middle[None] + [[1, 0]]) - self.side / 2), 1.0)
        texel = self.side * scale / SIDE * self.rng.uniform(0.8, 2.5)
        to_plane = np.array(
            [[texel, 0, middle[0] - SIDE / 2 * texel], [0, texel, middle[1] - SIDE / 2 * texel], [0, 0, 1]]
        )
        return cv2.warpPerspective(
            surface,
            self.view.matrix @ to_plane,
            (self.side, self.side),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REFLECT_101,
        )

    def _window(self, quad: np.ndarray, margin: int = 0) -> tuple[int, int, int, int] | None:
        x0, y0 = np.floor(quad.min(0)).astype(int) - margin
        x1, y1 = np.ceil(quad.max(0)).astype(int) + 1 + margin
        x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, self.side), min(y1, self.side)
        return None if x1 - x0 < 2 or y1 - y0 < 2 else (x0, y0, x1, y1)

    def shadow(self, quad: np.ndarray, lift: float) -> None:
        """A soft shadow of *quad* (pixels), *lift* card widths above the table."""
        size = float(np.linalg.norm(quad[1] - quad[0]))
        moved = quad + self.light * size * lift * 10
        blur = max(1, int(size * lift * 0.6)) * 2 + 1
        window = self._window(moved, blur)
        if window is None:
            return
        x0, y0, x1, y1 = window
        mask = np.zeros((y1 - y0, x1 - x0), np.float32)
        cv2.fillPoly(mask, [np.round((moved - (x0, y0)) * 8).astype(np.int32)], self.shade, cv2.LINE_AA, 3)
        mask = cv2.GaussianBlur(mask, (blur, blur), 0)[..., None]
        part = self.image[y0:y1, x0:x1]
        part[:] = (part * (1 - mask)).astype(np.uint8)

    def picture(self, rgba: np.ndarray, quad: np.ndarray, owner: int) -> None:
        """Warp an RGBA picture onto *quad* (pixels)."""
        window = self._window(quad)
        if window is None:
            return
        x0, y0, x1, y1 = window
        width = max(np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[3]), 2)
        height = max(np.linalg.norm(quad[3] - quad[0]), np.linalg.norm(quad[2] - quad[1]), 2)
        # Premultiplied, else the paper's transparent corners would shine through as a dark seam.
        rgba = rgba.copy()
        if self.seam:
            rim = rgba[..., 3] > cv2.erode(rgba[..., 3], np.ones((5, 5), np.uint8), borderValue=0)
            rgba[rim, :3] = (rgba[rim, :3] * (1 - self.seam)).astype(np.uint8)
        rgba[..., :3] = cv2.multiply(rgba[..., :3], cv2.merge([rgba[..., 3]] * 3), scale=1 / 255)
        shrink = min(1.0, 1.15 * max(width / rgba.shape[1], height / rgba.shape[0]))
        if shrink < 0.85:
            rgba = cv2.resize(rgba, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        h, w = rgba.shape[:2]
        source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
        warp = cv2.getPerspectiveTransform(source, (quad - (x0, y0) - 0.5).astype(np.float32))
        flat = cv2.warpPerspective(rgba, warp, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
        alpha = flat[..., 3:].astype(np.float32) / 255
        part = self.image[y0:y1, x0:x1]
        part[:] = np.minimum(part * (1 - alpha) + flat[..., 2::-1], 255).astype(np.uint8)
        self.owner[y0:y1, x0:x1][flat[..., 3] > 127] = owner

    def card(
        self, deck: Deck, corners: np.ndarray, card: Card | None, back: bool = False, lift: float = 0.012
    ) -> None:
        """Lay one of *deck* at the given plane *corners*: a face, else its back or its joker."""
        quad = self.view.pixels(corners)
        if np.abs(quad).max() > 6 * self.side:
            return
        if lift:
            self.shadow(quad, lift)
        art = deck.back() if back else deck.joker() if card is None else deck.face(card)
        self.picture(art, quad, len(self.cards))
        self.cards.append((quad, card, back, deck))

    def patch(self, polygon: np.ndarray, bgr: np.ndarray, lift: float = 0.01) -> None:
        """A flat-coloured polygon (plane points), shaded a little, over everything so far."""
        pixels = self.view.pixels(polygon)
        if np.abs(pixels).max() > 6 * self.side:
            return
        if lift:
            self.shadow(pixels, lift)
        mask = np.zeros((self.side, self.side), np.uint8)
        cv2.fillPoly(mask, [np.round(pixels * 8).astype(np.int32)], 255, cv2.LINE_AA, 3)
        self.image[mask > 127] = np.clip(bgr, 0, 255).astype(np.uint8)
        self.owner[mask > 127] = -1

    def labels(self, least: float = LEAST_SEEN) -> list[CardLabel]:
        """Every card of which more than a share *least* is seen."""
        found = []
        for number, (quad, card, back, deck) in enumerate(self.cards):
            area = cv2.contourArea(quad)
            window = self._window(quad)
            if window is None or area < 60:
                continue
            x0, y0, x1, y1 = window
            mine = self.owner[y0:y1, x0:x1] == number
            visible = float(mine.sum()) / area
            seen = _on_grid(mine, quad - (x0, y0)) if card else None
            tells = told(deck, card, seen) if card and seen is not None else 0.0
            if visible > least:
                indices = () if seen is None else _indices(deck, quad, seen)
                found.append(CardLabel(quad, card, back, min(visible, 1.0), tells, indices))
        return found


def _on_grid(seen: np.ndarray, quad: np.ndarray) -> np.ndarray:
    """What of a card is seen (bool picture, outline in its pixels) on the card's own `GRID`, 0–255."""
    columns, rows = GRID
    grid = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) - 0.5
    to_grid = cv2.getPerspectiveTransform((quad - 0.5).astype(np.float32), grid)
    return cv2.warpPerspective(seen.astype(np.uint8) * 255, to_grid, GRID, flags=cv2.INTER_LINEAR)


def _indices(deck: Deck, quad: np.ndarray, seen: np.ndarray) -> tuple[IndexLabel, ...]:
    """A face's corner indices, each as it is read: those in the card's lower half stand on their heads."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    to_picture = cv2.getPerspectiveTransform(unit, quad.astype(np.float32))
    labels = []
    for x0, y0, x1, y1 in deck.index_boxes:
        corners = np.array([[[x0, y0], [x1, y0], [x1, y1], [x0, y1]]], np.float32)
        outline = cv2.perspectiveTransform(corners, to_picture)[0]
        turn = 2 if y0 + y1 > 1 else 0
        visible = share_seen((x0, y0, x1, y1), seen)
        labels.append(IndexLabel(np.roll(outline, turn, axis=0), np.roll(quad, turn, axis=0), visible))
    return tuple(labels)
