"""The board: a tray with five boxes, each with the picture of its honour on the bottom."""

from __future__ import annotations

import random
from dataclasses import dataclass

import cv2
import numpy as np

from engine.cards import parse_card
from hardware.simulator.cards.deck import Deck
from hardware.simulator.drawing.compose import Patch, darken, in_perspective, put, shadow_of
from hardware.simulator.drawing.painter import Colour
from hardware.simulator.drawing.view import Light, View
from hardware.simulator.layout import Layout

_WOODS: tuple[Colour, ...] = ((105, 150, 190), (60, 95, 140), (45, 60, 85), (90, 120, 150), (130, 175, 205))
_PAINTS: tuple[Colour, ...] = ((60, 100, 45), (45, 40, 130), (120, 75, 35), (70, 70, 70), (175, 200, 210))


@dataclass(frozen=True, slots=True)
class BoardStyle:
    """How the board is made.

    Attributes:
        wall: height of the rims round the boxes in mm; 0 for a flat printed board.
        rim: their thickness, mm.
        base: thickness of the bottom, mm.
        all_nine: rims round the four empty squares too.
        bottom, rims: colours of the bottom and of the rims.
        picture: height of the honour's picture as a share of the box.
    """

    wall: float
    rim: float
    base: float
    all_nine: bool
    bottom: Colour
    rims: Colour
    picture: float


def board_style(rng: random.Random) -> BoardStyle:
    """A board of some maker."""
    flat = rng.random() < 0.3
    return BoardStyle(
        wall=0.0 if flat else rng.uniform(7, 13),
        rim=rng.uniform(1.2, 2.0) if flat else rng.uniform(3.5, 5.5),
        base=1.5 if flat else rng.uniform(2.5, 4.0),
        all_nine=rng.random() < 0.35,
        bottom=rng.choice(_PAINTS + _WOODS if flat else _WOODS * 2 + _PAINTS),
        rims=rng.choice(_WOODS),
        picture=rng.uniform(0.68, 0.86),
    )


def draw_board(
    canvas: np.ndarray, style: BoardStyle, layout: Layout, view: View, light: Light, deck: Deck
) -> list[tuple[np.ndarray, int, int]]:
    """Draw the empty board onto `canvas` (changed).

    Where five cards stand in for a board, they are those of `deck`.

    Returns:
        The rims that hide things lying in the boxes, as layers for `compose.put`, not yet drawn.
    """
    if layout.boardless:
        return []
    if layout.form == "cards":
        for code, corners in layout.boxes.items():
            seen = view.project(corners, style.base)
            darken(canvas, *shadow_of(view.project(light.cast(corners, 0.8)), 0.35 + 0.5 * light.shadow, 0.7))
            put(canvas, *in_perspective(deck.face(parse_card(code)), seen), light.gain)
        return []
    outer = layout.board
    ground = light.cast(outer, style.base + 1.0)
    darken(canvas, *shadow_of(view.project(ground), light.shadow, 2.5))
    base = Patch(np.vstack([view.project(outer), view.project(outer, style.base)]))
    base.fill(_hull(view.project(outer), view.project(outer, style.base)), _times(style.bottom, 0.5))
    base.fill(view.project(outer, style.base), style.bottom)
    put(canvas, base.finished(), base.x, base.y, light.gain)
    for code in layout.cells:
        _picture(canvas, style, layout, view, light, deck, code)
    if layout.form == "square":
        nine = [(column, row) for column in range(3) for row in range(3)]
        wanted = [cell for cell in nine if style.all_nine or cell in layout.cells.values()]
        cells = [(layout.cell(*cell, 0.0), layout.cell(*cell, style.rim)) for cell in wanted]
    else:
        cells = [(layout.box(code), layout.box(code, style.rim)) for code in layout.cells]
    rims = [rim for cell in cells for rim in _rims_of_cell(*cell)]
    # Farther walls first, so that nearer ones hide them.
    rims.sort(key=lambda rim: -float(np.linalg.norm(np.append(rim.mean(0), 0.0) - view.place)))
    top = style.base + style.wall
    layers = []
    for rim in rims:
        if style.wall:
            shade = view.project(light.cast(rim, style.wall), style.base)
            darken(
                canvas, *shadow_of(_hull(view.project(rim, style.base), shade), 0.5 + light.shadow / 2, 1.5)
            )
    for rim in rims:
        low, high = view.project(rim, style.base), view.project(rim, top)
        body = Patch(np.vstack([low, high]))
        body.fill(_hull(low, high), _times(style.rims, 0.55))
        put(canvas, body.finished(), body.x, body.y, light.gain)
        lid = Patch(high)
        lid.fill(high, style.rims)
        lid.line(high, _times(style.rims, 0.6))
        if style.wall:
            layers.append((lid.finished(), lid.x, lid.y))
        put(canvas, lid.finished(), lid.x, lid.y, light.gain)
    return layers


def _picture(
    canvas: np.ndarray,
    style: BoardStyle,
    layout: Layout,
    view: View,
    light: Light,
    deck: Deck,
    code: str,
) -> None:
    cell = layout.box(code, style.rim)
    across, down = cell[1] - cell[0], cell[3] - cell[0]
    middle = cell.mean(0)
    tall = style.picture / 2
    wide = tall * deck.style.width / deck.style.height
    if layout.form == "row":
        wide *= float(np.linalg.norm(down) / np.linalg.norm(across))
    corners = [
        middle + across * sx * wide + down * sy * tall for sx, sy in [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    ]
    layer, x, y = in_perspective(deck.face(parse_card(code)), view.project(np.array(corners), style.base))
    put(canvas, layer, x, y, light.gain)


def _rims_of_cell(outer: np.ndarray, inner: np.ndarray) -> list[np.ndarray]:
    """Four bars (each 4 × 2, mm) along the inside of a box."""
    return [np.array([outer[i], outer[(i + 1) % 4], inner[(i + 1) % 4], inner[i]]) for i in range(4)]


def _hull(*points: np.ndarray) -> np.ndarray:
    return cv2.convexHull(np.vstack(points).astype(np.float32))[:, 0].astype(np.float64)


def _times(colour: Colour, factor: float) -> Colour:
    blue, green, red = (min(255, int(channel * factor)) for channel in colour)
    return blue, green, red
