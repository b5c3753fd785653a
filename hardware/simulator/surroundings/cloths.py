"""Cloths that are hard to tell from what lies on them: woven and printed patterns, lace, printed cards."""

from __future__ import annotations

import random
from collections.abc import Callable

import cv2
import numpy as np

from engine.cards import DECK
from hardware.simulator.cards.deck import Deck
from hardware.simulator.cards.pips import outlines
from hardware.simulator.drawing.painter import Colour, Painter, ellipse
from hardware.simulator.surroundings.surfaces import DENSITY

_INKS: tuple[Colour, ...] = (
    (50, 50, 180),
    (150, 80, 40),
    (60, 110, 50),
    (50, 150, 210),
    (120, 60, 110),
    (60, 60, 65),
)
_GROUNDS: tuple[Colour, ...] = ((225, 232, 236), (205, 222, 232), (180, 205, 200), (215, 205, 190))
Tile = Callable[[random.Random, Deck], np.ndarray]


def cloth(seed: object, bare: np.ndarray, deck: Deck) -> tuple[str, np.ndarray]:
    """A cloth by chance on a table top.

    Args:
        bare: the table top (`surfaces.surface`), which lace lets through.
        deck: what printed cards look like.

    Returns:
        What it is (a key of `CLOTHS`), and the table top with it: uint8 BGR of the same size.
    """
    die = random.Random(f"{seed}/cloths")
    name = die.choice(list(CLOTHS))
    tile = CLOTHS[name](die, deck)
    height, width = bare.shape[:2]
    turns = die.choice([0, 1, 2, 3])
    tile = np.rot90(tile, turns)
    times = (-(-height // tile.shape[0]), -(-width // tile.shape[1]))
    x, y = die.randrange(tile.shape[1]), die.randrange(tile.shape[0])
    whole = np.tile(np.roll(tile, (y, x), (0, 1)), (*times, 1))[:height, :width]
    grain = np.random.default_rng(die.randrange(1 << 30))
    if whole.shape[2] == 4:
        share = whole[..., 3:].astype(np.float32) / 255
        shaded = cv2.GaussianBlur(whole[..., 3], (0, 0), 2.0)[..., None].astype(np.float32) / 255
        under = bare * (1 - 0.35 * shaded)
        laid = under * (1 - share) + whole[..., :3] * share
    else:
        laid = whole.astype(np.float32)
    small = grain.standard_normal((height // 120 + 2, width // 160 + 2)).astype(np.float32)
    folds = cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)
    rows, columns = np.arange(height)[:, None], np.arange(width)[None]
    weave = 1 + 0.015 * np.sin(columns * 2.2) + 0.015 * np.sin(rows * 2.2)
    return name, (laid * (weave * (1 + 0.035 * folds))[..., None]).clip(0, 255).astype(np.uint8)


# --- tiles: uint8, BGR or BGRA (not multiplied) where it is seen through -----------------------


def _tartan(die: random.Random, deck: Deck) -> np.ndarray:
    side = round(die.uniform(90, 170) * DENSITY)
    ground, inks = np.array(die.choice(_GROUNDS + _INKS), float), die.sample(_INKS, 3)
    bands = np.zeros((side, 3)) + ground
    at = 0
    while at < side:
        wide = round(die.choice([2, 5, 12, 24, 34]) * DENSITY)
        bands[at : at + wide] = die.choice([ground, ground, *inks])
        at += wide
    return np.asarray(((bands[:, None] + bands[None]) / 2).astype(np.uint8))


def _dots(die: random.Random, deck: Deck) -> np.ndarray:
    step, ground, ink = die.uniform(22, 48), die.choice(_GROUNDS + _INKS), die.choice(_INKS + _GROUNDS)
    sheet = Painter(step, step, DENSITY, ground)
    radius = step * die.uniform(0.14, 0.24)
    for x, y in ((0.25, 0.25), (0.75, 0.75)):
        sheet.fill(ellipse(step * x, step * y, radius, radius), ink)
    return sheet.finished()


def _flowers(die: random.Random, deck: Deck) -> np.ndarray:
    side, ground = die.uniform(150, 220), die.choice(_GROUNDS)
    sheet = Painter(side, side, DENSITY, ground)
    for _ in range(die.randint(9, 16)):
        x, y, size = die.uniform(20, side - 20), die.uniform(20, side - 20), die.uniform(6, 15)
        ink, turn = die.choice(_INKS), die.uniform(0, np.pi)
        for leaf in (turn + 0.5, turn + 2.6):
            end = np.array([x, y]) + 2.1 * size * np.array([np.cos(leaf), np.sin(leaf)])
            sheet.line([(x, y), tuple(end)], (70, 120, 70), 1.2)
            sheet.fill(ellipse(end[0], end[1], size * 0.42, size * 0.28), (80, 135, 75))
        for petal in range(5):
            angle = turn + 2 * np.pi * petal / 5
            middle = x + 0.62 * size * np.cos(angle), y + 0.62 * size * np.sin(angle)
            sheet.fill(ellipse(*middle, size * 0.45, size * 0.45), ink)
        sheet.fill(ellipse(x, y, size * 0.32, size * 0.32), (70, 200, 240))
    return sheet.finished()


def _lace(die: random.Random, deck: Deck) -> np.ndarray:
    """White thread round rosettes, and a net between them; the table is seen through the holes."""
    side = die.uniform(70, 120)
    thread = Painter(side, side, DENSITY, (0, 0, 0))
    white, fine = (255, 255, 255), die.uniform(0.7, 1.1)
    net = side / round(side / die.uniform(5, 8))
    for at in np.arange(0, side + 1, net):
        thread.line([(at, 0), (at, side)], (150, 150, 150), fine * 0.7)
        thread.line([(0, at), (side, at)], (150, 150, 150), fine * 0.7)
    petals = die.choice([6, 8, 10])
    for x, y in ((0.5, 0.5), (0, 0), (1, 0), (0, 1), (1, 1)):
        middle, size = (x * side, y * side), side * (0.33 if x == 0.5 else 0.24)
        for ring in (1.0, 0.72, 0.3):
            edge = ellipse(*middle, size * ring, size * ring)
            if ring == 0.72:
                thread.fill(edge, (215, 215, 215))
            thread.line(edge, white, fine * 1.8, closed=True)
        for petal in range(petals):
            angle = 2 * np.pi * petal / petals
            along = np.array([np.cos(angle), np.sin(angle)])
            out = np.array(middle) + along * size * 0.52
            thread.fill(ellipse(out[0], out[1], size * 0.11, size * 0.11), (40, 40, 40))
            thread.line([tuple(middle), tuple(np.array(middle) + along * size)], white, fine)
            tip = np.array(middle) + along * size * 1.04
            thread.fill(ellipse(tip[0], tip[1], size * 0.1, size * 0.1), white)
    share = thread.finished()[..., :1]
    colour = np.empty((*share.shape[:2], 3), np.uint8)
    colour[:] = die.choice([(238, 242, 242), (205, 225, 232), (245, 245, 245)])
    return np.dstack([colour, (share * 0.92).astype(np.uint8)])


def _suits(die: random.Random, deck: Deck) -> np.ndarray:
    """Suit signs, in rows or strewn."""
    step, ground = die.uniform(26, 60), die.choice((*_GROUNDS, (60, 95, 45), (70, 60, 60)))
    sheet = Painter(4 * step, 4 * step, DENSITY, ground)
    dark = sum(ground) < 300
    for row in range(4):
        for column in range(4):
            suit = "SHDC"[(row + column) % 4]
            black = (220, 225, 225) if dark else (50, 45, 45)
            ink = (55, 50, 185) if suit in "DH" else black
            for part in outlines(suit, deck.style.pip):
                sheet.fill(part * step * 0.55 + (step * (column + 0.5), step * (row + 0.5)), ink)
    return sheet.finished()


def _cards(die: random.Random, deck: Deck) -> np.ndarray:
    """Playing cards, strewn, as large as real ones or smaller, in faded ink."""
    side = round(die.uniform(260, 340) * DENSITY)
    ground = np.array(die.choice(_GROUNDS + _INKS[:3]), np.float32)
    tile = np.zeros((side, side, 3), np.float32) + ground
    size = die.uniform(0.5, 0.95)
    faded = die.uniform(0.7, 0.95)
    places = [(x + die.uniform(-0.1, 0.1), y + die.uniform(-0.1, 0.1)) for x in range(3) for y in range(3)]
    for (x, y), card in zip(places, die.sample(DECK, len(places)), strict=True):
        face = deck.face(card)
        scale = size * DENSITY * deck.style.height / face.shape[0]
        small = cv2.resize(face, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        h, w = small.shape[:2]
        turn = cv2.getRotationMatrix2D((w / 2, h / 2), die.uniform(0, 360), 1.0)
        # What reaches over the tile's edge comes in again on the other side.
        turn[:, 2] += ((x + 0.5) * side / 3 - w / 2, (y + 0.5) * side / 3 - h / 2)
        for shift_x in (-side, 0, side):
            for shift_y in (-side, 0, side):
                moved = turn + np.array([[0, 0, shift_x], [0, 0, shift_y]])
                layer = cv2.warpAffine(small, moved, (side, side)).astype(np.float32)
                share = layer[..., 3:] / 255 * faded
                tile = tile * (1 - share) + layer[..., :3] * faded
    return tile.clip(0, 255).astype(np.uint8)


CLOTHS: dict[str, Tile] = {
    "tartan": _tartan,
    "dots": _dots,
    "flowers": _flowers,
    "lace": _lace,
    "suits": _suits,
    "cards": _cards,
}
"""What patterns there are."""
