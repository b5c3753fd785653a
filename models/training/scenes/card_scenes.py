"""Synthetic photographs of cards on tables, with the exact place of every card.

A scene is a plane seen by a pinhole camera. Cards lie on it scattered, in rows, in pairs,
fans and piles, on a board whose boxes show printed honours; chips, arms, papers and other
clutter lie over and between them; then lamp, shadows, glare, lens and sensor do their
worst. All measures on the plane are in card widths.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

import cv2
import numpy as np

from engine.cards import DECK, Card
from models.training.cards.telling import GRID, Indexed, share_seen, told
from models.training.scenes.backgrounds import SIDE, background, colour


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


def _spot(painter: Painter, margin: float = 0.12) -> np.ndarray:
    side = painter.side
    return painter.view.plane(painter.rng.uniform(side * margin, side * (1 - margin), (1, 2)))[0]


Layout = list[tuple[float, float, float]]
"""x, y, angle of each card, lowest first."""


def scattered(rng: np.random.Generator, painter: Painter) -> Layout:
    """Single cards anywhere, sometimes touching."""
    count = int(rng.integers(1, 16))
    straight = rng.uniform(0, np.pi) if rng.random() < 0.4 else None
    spots: Layout = []
    gap = rng.choice([0.9, 1.3, 1.6])
    for _ in range(count * 3):
        x, y = _spot(painter)
        if all(np.hypot(x - a, y - b) > gap for a, b, _ in spots):
            spots.append(
                (x, y, rng.uniform(0, 2 * np.pi) if straight is None else straight + rng.normal(0, 0.1))
            )
    return spots[:count]


def rows(rng: np.random.Generator, painter: Painter) -> Layout:
    """Rows and columns, apart, touching or overlapping so that an index strip shows."""
    x, y = _spot(painter, 0.3)
    angle = rng.uniform(0, 2 * np.pi)
    step = rng.choice([rng.uniform(0.22, 0.6), rng.uniform(0.9, 1.5)])
    line = rng.uniform(1.45, 1.9) if rng.random() < 0.8 else rng.uniform(0.4, 0.9)
    columns, lines = int(rng.integers(2, 11)), int(rng.integers(1, 5))
    c, s = np.cos(angle), np.sin(angle)
    spots: Layout = []
    for row in range(lines):
        for column in range(columns):
            u, v = (column - columns / 2) * step, (row - lines / 2) * line
            u, v = u + rng.normal(0, 0.03), v + rng.normal(0, 0.03)
            spots.append((x + c * u - s * v, y + s * u + c * v, angle + rng.normal(0, 0.04)))
    return spots


def fans(rng: np.random.Generator, painter: Painter) -> Layout:
    """Hands fanned on the table."""
    spots: Layout = []
    for _ in range(int(rng.integers(1, 4))):
        x, y = _spot(painter, 0.2)
        count = int(rng.integers(2, 14))
        radius, spread, middle = rng.uniform(1.3, 5), rng.uniform(0.05, 0.28), rng.uniform(0, 2 * np.pi)
        for k in range(count):
            angle = middle + (k - count / 2) * spread + rng.normal(0, 0.015)
            spots.append((x + radius * np.sin(angle), y - radius * np.cos(angle), angle))
    return spots


def spread(
    rng: np.random.Generator, count: int, step: float, *, down: bool, turn: float, spin: float
) -> Layout:
    """A hand laid open about (0, 0) as losers show theirs, lowest card first, each index in sight.

    Args:
        step: of each card to the next one, card widths.
        down: a column, each next card lower than the last; else a row, each next one to the right.
        turn: of the hand, radians.
        spin: of each card against the one before, radians; a fan where it is not 0.
    """
    # The pivot lies below a row that is fanned: cards move along an arc round it.
    spots: Layout = []
    x = y = 0.0
    for k in range(count):
        angle = (k - (count - 1) / 2) * spin + rng.normal(0, 0.012)
        spots.append((x, y, angle))
        way = angle + (np.pi / 2 if down else 0.0)
        x, y = x + step * np.cos(way), y + step * np.sin(way)
    middle = np.mean([spot[:2] for spot in spots], axis=0)
    c, s = np.cos(turn), np.sin(turn)
    return [
        (c * (x - middle[0]) - s * (y - middle[1]), s * (x - middle[0]) + c * (y - middle[1]), angle + turn)
        for x, y, angle in spots
    ]


def hands(rng: np.random.Generator, painter: Painter) -> Layout:
    """Hands shown as people do: tight fans and columns of which little more than each index is in sight."""
    spots: Layout = []
    for _ in range(int(rng.choice([1, 2, 3], p=[0.5, 0.35, 0.15]))):
        x, y = _spot(painter, 0.2)
        down = rng.random() < 0.3
        spin = 0.0 if down or rng.random() < 0.3 else rng.uniform(0.0, 0.14)
        step = rng.uniform(0.18, 0.42) if down else rng.uniform(0.12, 0.3)
        hand = spread(
            rng, int(rng.integers(3, 16)), step, down=down, turn=rng.uniform(0, 2 * np.pi), spin=spin
        )
        # Left-handed people fan the other way; a pack with two indices then shows the lower ones.
        hand = hand[::-1] if rng.random() < 0.15 else hand
        slack = rng.uniform(0, 0.03)
        spots += [(x + a + rng.normal(0, slack), y + b + rng.normal(0, slack), turn) for a, b, turn in hand]
    return spots


def piles(rng: np.random.Generator, painter: Painter) -> Layout:
    """One or two untidy piles, a few cards beside them."""
    spots: Layout = []
    for _ in range(int(rng.integers(1, 3))):
        x, y = _spot(painter, 0.25)
        loose, middle, turn = rng.uniform(0.03, 0.5), rng.uniform(0, 2 * np.pi), rng.choice([0.08, 0.4, 3.0])
        for _ in range(int(rng.integers(2, 24))):
            spots.append((x + rng.normal(0, loose), y + rng.normal(0, loose), middle + rng.normal(0, turn)))
    return spots + scattered(rng, painter)[:4] if rng.random() < 0.5 else spots


def pairs(rng: np.random.Generator, painter: Painter) -> Layout:
    """Two or three cards overlapping."""
    spots: Layout = []
    for _ in range(int(rng.integers(1, 6))):
        x, y = _spot(painter, 0.15)
        angle = rng.uniform(0, 2 * np.pi)
        step = rng.uniform(0.2, 0.85)
        slide = rng.uniform(-0.5, 0.5)
        for k in range(int(rng.integers(2, 4))):
            turned = angle + rng.normal(0, 0.12)
            spots.append(
                (
                    x + k * (np.cos(angle) * step - np.sin(angle) * slide),
                    y + k * (np.sin(angle) * step + np.cos(angle) * slide),
                    turned,
                )
            )
    return spots


def couples(rng: np.random.Generator, painter: Painter) -> Layout:
    """Two cards, at times three, on one another in any way that leaves something of each, groups apart."""
    middles: list[np.ndarray] = []
    spots: Layout = []
    for _ in range(int(rng.integers(1, 9)) * 3):
        middle = _spot(painter, 0.1)
        if any(np.hypot(*(middle - other)) < 2.4 for other in middles):
            continue
        middles.append(middle)
        angle, loose = rng.uniform(0, 2 * np.pi), rng.choice([0.06, 0.2, 1.5], p=[0.45, 0.4, 0.15])
        way, step = rng.uniform(0, 2 * np.pi), rng.uniform(0.15, 0.9)
        if rng.random() < 0.6:
            # Along one of the lower card's sides, as dealt and squared up.
            way = angle + rng.choice([0, np.pi / 2, np.pi]) + rng.normal(0, 0.2)
        for k in range(2 if rng.random() < 0.8 else 3):
            x, y = middle + k * step * np.array([np.cos(way), np.sin(way)])
            spots.append((x, y, angle + rng.normal(0, loose)))
    return spots


BRIGHTEST = 2.4
"""Times brighter than well exposed: a camera that adjusts to a dark table shows paper burnt white."""
SCENE_SIDE = 448
"""Pixels of a scene's sides, if nothing else is asked for."""
LAYOUTS = ((scattered, 0.3), (rows, 0.2), (fans, 0.13), (piles, 0.19), (pairs, 0.18))
HAND_LAYOUTS = ((hands, 0.6), (fans, 0.1), (rows, 0.1), (pairs, 0.1), (scattered, 0.1))
"""Layouts with their shares: as cards lie anywhere, seen from near, and as hands are shown."""
CLOSE_LAYOUTS = ((couples, 0.7), (scattered, 0.1), (rows, 0.08), (fans, 0.06), (piles, 0.06))


def _round(x: float, y: float, radius: float) -> np.ndarray:
    angles = np.linspace(0, 2 * np.pi, 28, endpoint=False)
    return np.stack([x + radius * np.cos(angles), y + radius * np.sin(angles)], 1)


def lay_chip(painter: Painter, x: float, y: float) -> None:
    """A chip of any kind and colour."""
    rng = painter.rng
    tint = colour(rng, (0, 180), (60, 255), (70, 240))
    if rng.random() < 0.75:
        radius = rng.uniform(0.13, 0.33)
        painter.patch(_round(x, y, radius), tint, 0.02)
        if rng.random() < 0.5:
            painter.patch(_round(x, y, radius * rng.uniform(0.5, 0.85)), tint * rng.uniform(0.7, 1.4), 0)
    else:
        long = rng.uniform(0.4, 0.9)
        painter.patch(corners_at(x, y, rng.uniform(0, 7), long, long * rng.uniform(0.2, 0.6)), tint, 0.02)


def lay_board(painter: Painter, deck: Deck) -> None:
    """A tray of 3 × 3 or a row of boxes, an honour printed in some, chips in them."""
    rng = painter.rng
    x, y = _spot(painter, 0.2)
    angle = rng.uniform(0, 2 * np.pi)
    cell = rng.uniform(1.2, 2.2)
    columns, lines = (3, 3) if rng.random() < 0.75 else (5, 1)
    tint = (
        colour(rng, (5, 25), (40, 200), (60, 220))
        if rng.random() < 0.7
        else colour(rng, (0, 180), (0, 200), (30, 240))
    )
    painter.patch(corners_at(x, y, angle, cell * columns, cell * lines), tint, 0.06)
    c, s = np.cos(angle), np.sin(angle)
    shrink = min(1.0, cell * 0.62) * rng.uniform(0.7, 1.0)
    for row in range(lines):
        for column in range(columns):
            if columns == 3 and (row + column) % 2:
                continue
            u, v = (column - (columns - 1) / 2) * cell, (row - (lines - 1) / 2) * cell
            px, py = x + c * u - s * v, y + s * u + c * v
            painter.patch(corners_at(px, py, angle, cell * 0.94, cell * 0.94), tint * 0.55, 0)
            painter.patch(
                corners_at(px, py, angle, cell * 0.86, cell * 0.86), tint * rng.uniform(0.8, 1.1), 0
            )
            if rng.random() < 0.85:
                card = DECK[int(rng.integers(52))]
                high, wide = deck.face(card).shape[:2]
                turn = angle + (0 if rng.random() < 0.8 else np.pi / 2)
                size = shrink * 0.8
                painter.card(deck, corners_at(px, py, turn, size, size * high / wide), card, lift=0)
            for _ in range(int(rng.integers(0, 9))):
                lay_chip(painter, px + rng.normal(0, cell * 0.18), py + rng.normal(0, cell * 0.18))


def lay_clutter(painter: Painter) -> None:
    """Papers, books, telephones, boxes, coasters: things with four corners that are no card."""
    rng = painter.rng
    x, y = _spot(painter, 0.0)
    if rng.random() < 0.3:
        painter.patch(_round(x, y, rng.uniform(0.3, 1.5)), colour(rng, (0, 180), (0, 255), (10, 250)), 0.05)
        return
    width = rng.uniform(0.3, 4.0)
    angle, height = rng.uniform(0, 7), width * rng.uniform(0.5, 2.2)
    pale = rng.random() < 0.4
    tint = colour(rng, (0, 180), (0, 30 if pale else 255), (180 if pale else 10, 255))
    painter.patch(corners_at(x, y, angle, width, height), tint, rng.uniform(0, 0.15))
    lines = int(rng.integers(0, 9))
    ink = colour(rng, (0, 180), (0, 255), (0, 255))
    c, s = np.cos(angle), np.sin(angle)
    for k in range(lines):
        v = (k + 1) / (lines + 1) * height - height / 2
        long = width * rng.uniform(0.2, 0.85)
        u = (long - width * 0.9) / 2
        painter.patch(
            corners_at(
                x + c * u - s * v,
                y + s * u + c * v,
                angle,
                long,
                height / (lines + 1) * rng.uniform(0.1, 0.5),
            ),
            ink,
            0,
        )


def _arm_reach(painter: Painter) -> tuple[np.ndarray, np.ndarray]:
    """Where an arm comes from and the tip of its hand, plane points."""
    rng, side = painter.rng, painter.side
    edge = rng.uniform(0, side, 2)
    edge[int(rng.integers(2))] = rng.choice([-0.25 * side, 1.25 * side])
    if painter.cards and rng.random() < 0.6:
        aim = painter.cards[int(rng.integers(len(painter.cards)))][0].mean(0) + rng.normal(0, 12, 2)
    else:
        aim = rng.uniform(side * 0.1, side * 0.9, 2)
    start, tip = painter.view.plane(np.stack([edge, aim]))
    return start, tip


def _lay_fingers(
    painter: Painter, palm: np.ndarray, along: np.ndarray, across: np.ndarray, skin: np.ndarray
) -> None:
    """Four fingers of a hand whose *palm* lies there (plane), spread a little about the way of its arm."""
    rng = painter.rng
    for k, turn in enumerate(np.linspace(-0.5, 0.5, 4) * rng.uniform(0.4, 1.2)):
        root = palm + across * (k - 1.5) * 0.24 + along * 0.3
        way = along * np.cos(turn) + across * np.sin(turn)
        broad = np.array([-way[1], way[0]]) * 0.1
        end = root + way * rng.uniform(0.45, 0.95)
        outline = [root + broad, end + broad * 0.8, end + way * 0.07, end - broad * 0.8, root - broad]
        painter.patch(np.stack(outline), skin * rng.uniform(0.88, 1.1), 0.06)


def lay_arm(painter: Painter) -> None:
    """A sleeve from the border of the picture and a hand with fingers, maybe over a card."""
    rng = painter.rng
    start, tip = _arm_reach(painter)
    along = tip - start
    length = np.linalg.norm(along)
    if not 0.5 < length < 60:
        return
    along /= length
    across = np.array([-along[1], along[0]])
    skin = colour(rng, (5, 16), (50, 150), (70, 250))
    sleeve = colour(rng, (0, 180), (0, 220), (15, 245)) if rng.random() < 0.75 else skin
    wrist = tip - along * rng.uniform(1.1, 1.6)
    broad = rng.uniform(0.5, 0.75)

    def strip(first: float, second: float, third: float, fourth: float) -> np.ndarray:
        """From the border to the wrist and back, each so many breadths beside the arm's middle."""
        beside = ((start, first), (wrist, second), (wrist, third), (start, fourth))
        return np.stack([place + across * broad * breadths for place, breadths in beside])

    painter.patch(strip(0.8, 0.55, -0.55, -0.8), sleeve, 0.25)
    if rng.random() < 0.6:
        painter.patch(strip(0.3, 0.2, -0.1, -0.1), sleeve * rng.uniform(1.05, 1.3), 0)
    palm = wrist + along * 0.4
    turns = np.linspace(0, 2 * np.pi, 20)
    oval = [palm + along * np.cos(a) * 0.55 + across * np.sin(a) * broad * 0.68 for a in turns]
    painter.patch(np.stack(oval), skin, 0.15)
    _lay_fingers(painter, palm, along, across, skin)


def photographed(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    """Lamp, shadow, glare, white balance, exposure, lens, sensor and JPEG over *image* (uint8 BGR)."""
    side = image.shape[0]
    out = image.astype(np.float32)
    ramp = cv2.resize(
        rng.uniform(0.55, 1.15, (3, 3)).astype(np.float32), (side, side), interpolation=cv2.INTER_CUBIC
    )
    out *= 1 + (ramp[..., None] - 1) * rng.choice([0.3, 1.0])
    if rng.random() < 0.3:
        mask = np.zeros((side, side), np.float32)
        cv2.fillPoly(
            mask, [rng.uniform(-0.3 * side, 1.3 * side, (int(rng.integers(3, 6)), 2)).astype(np.int32)], 1.0
        )
        blur = int(rng.integers(1, 40)) * 2 + 1
        out *= 1 - cv2.GaussianBlur(mask, (blur, blur), 0)[..., None] * rng.uniform(0.2, 0.6)
    for _ in range(int(rng.choice([0, 1, 2], p=[0.6, 0.3, 0.1]))):
        glare = np.zeros((side, side), np.float32)
        axes = (rng.uniform(0.03, 0.25, 2) * side).astype(int) + 1
        cv2.ellipse(
            glare,
            tuple(int(v) for v in rng.uniform(0, side, 2)),
            tuple(int(v) for v in axes),
            rng.uniform(0, 180),
            0,
            360,
            1.0,
            -1,
        )
        blur = int(rng.uniform(0.03, 0.15) * side) * 2 + 1
        out += cv2.GaussianBlur(glare, (blur, blur), 0)[..., None] * rng.uniform(40, 260)
    out *= np.exp(rng.normal(0, [0.13, 0.05, 0.13])).astype(np.float32)
    dim = rng.random()
    if dim < 0.25:
        out *= rng.uniform(0.25, 0.75)
    elif dim < 0.4:
        out *= rng.uniform(1.0, BRIGHTEST)
    out = np.clip(out, 0, 255)
    if rng.random() < 0.5:
        out = 255 * (out / 255) ** rng.uniform(0.7, 1.4)
    if rng.random() < 0.3:
        grey = out.mean(2, keepdims=True)
        out = grey + (out - grey) * rng.uniform(0.2, 1.3)
    kind = rng.random()
    if kind < 0.3:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.4, 1.6))
    elif kind < 0.4:
        length = int(rng.integers(2, 7))
        kernel = np.zeros((length, length), np.float32)
        cv2.line(kernel, (0, int(rng.integers(length))), (length - 1, int(rng.integers(length))), 1.0)
        out = cv2.filter2D(out, -1, kernel / kernel.sum())
    out += rng.normal(0, rng.choice([1.0, 4.0, 10.0], p=[0.5, 0.35, 0.15]), out.shape).astype(np.float32)
    out8 = np.clip(out, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        _, coded = cv2.imencode(".jpg", out8, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 95))])
        out8 = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    return out8


Kind = Literal["anywhere", "close", "hands"]
"""Of a scene: cards as they lie anywhere; seen from near, most two and two; hands as they are shown."""
_KINDS: dict[Kind, tuple[Any, tuple[float, float]]] = {
    "anywhere": (LAYOUTS, (20, 170)),
    "close": (CLOSE_LAYOUTS, (38, 150)),
    "hands": (HAND_LAYOUTS, (45, 180)),
}
"""Layouts, and least and greatest width of a card in pixels."""


def render(
    rng: np.random.Generator, decks: Sequence[Deck], side: int = SCENE_SIDE, kind: Kind = "anywhere"
) -> Scene:
    """One random scene of a *kind*, *side* × *side* pixels, with cards of 12 to about 300 px width."""
    layouts, (least, most) = _KINDS[kind]
    close = kind == "close"
    card_px = float(np.exp(rng.uniform(np.log(least), np.log(most))))
    if kind == "anywhere" and rng.random() < 0.06:
        card_px = rng.uniform(170, 300)
    painter = Painter(rng, random_view(rng, side, card_px), side)
    if close:
        painter.seam = rng.choice([0.0, rng.uniform(0, 0.35)])
    deck = decks[int(rng.integers(len(decks)))]
    second = decks[int(rng.integers(len(decks)))] if rng.random() < 0.15 else deck
    for _ in range(int(rng.choice([0, 1, 2, 4], p=[0.45, 0.25, 0.2, 0.1]))):
        lay_clutter(painter)
    if rng.random() < 0.22 and card_px < 70 and kind == "anywhere":
        lay_board(painter, deck)
    if rng.random() > 0.06:
        names, weights = zip(*layouts, strict=True)
        layout = names[rng.choice(len(names), p=weights)](rng, painter)
        order = rng.permutation(52)
        downward = rng.choice([0.0, 0.08, 0.9], p=[0.55, 0.35, 0.1])
        stretch = rng.normal(1, 0.02)
        for k, (x, y, angle) in enumerate(layout[:45]):
            from_deck = deck if rng.random() < 0.7 else second
            card: Card | None = DECK[int(order[k % 52])]
            back = bool(rng.random() < downward)
            joker = not back and rng.random() < 0.015
            if back or joker:
                card = None
            high, wide = from_deck.back().shape[:2]
            painter.card(from_deck, corners_at(x, y, angle, 1.0, high / wide * stretch), card, back)
    for _ in range(int(rng.choice([0, 2, 8], p=[0.7, 0.2, 0.1]))):
        lay_chip(painter, *_spot(painter))
    for _ in range(int(rng.choice([0, 1, 2], p=[0.72, 0.22, 0.06]))):
        lay_arm(painter)
    return Scene(photographed(rng, painter.image), painter.labels())
