"""Synthetic photographs of cards on tables, with the exact place of every card.

A scene is a plane seen by a pinhole camera. Cards lie on it scattered, in rows, in pairs,
fans and piles, on a board whose boxes show printed honours; chips, arms, papers and other
clutter lie over and between them; then lamp, shadows, glare, lens and sensor do their
worst. All measures on the plane are in card widths.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from engine.cards import DECK, Card
from models.training.scenes.backgrounds import colour
from models.training.scenes.card_layouts import couples, fans, hands, pairs, piles, rows, scattered, spot
from models.training.scenes.card_painter import Deck, Painter, Scene, corners_at, random_view
from models.training.scenes.photographing import photographed

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
    x, y = spot(painter, 0.2)
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
    x, y = spot(painter, 0.0)
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
        lay_chip(painter, *spot(painter))
    for _ in range(int(rng.choice([0, 1, 2], p=[0.72, 0.22, 0.06]))):
        lay_arm(painter)
    return Scene(photographed(rng, painter.image), painter.labels())
