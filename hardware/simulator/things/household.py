"""What stands about on a family's table: how glasses, plates, sweets, phones, pads and lids are made."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Sequence

import cv2
import numpy as np

from hardware.simulator.cards.deck import Deck
from hardware.simulator.cards.letters import Lettering, mask
from hardware.simulator.drawing.painter import Colour, Painter, ellipse, rounded
from hardware.simulator.people.arms import DENSITY, HALF_WIDTH, LENGTH, REACH, ArmPicture, cut_out
from hardware.simulator.things.thing import (
    Mesh,
    Part,
    Print,
    Thing,
    coloured,
    lathe,
    opaque,
    prism,
    rectangle,
    thing,
)

SHEET = 2.0
"""Pixels per mm of what is printed or written."""
_WRITING = Lettering("plain", 0.12, 1.0, 0.0, 0.6)
_DRINKS: tuple[Colour, ...] = (
    (70, 40, 120),
    (30, 120, 225),
    (60, 190, 225),
    (225, 215, 200),
    (30, 45, 90),
    (90, 60, 200),
)
_CHINA: tuple[Colour, ...] = (
    (235, 240, 242),
    (190, 205, 215),
    (150, 110, 60),
    (70, 90, 170),
    (120, 150, 110),
)
_SWEETS: tuple[Colour, ...] = (
    (40, 40, 210),
    (40, 170, 240),
    (60, 170, 60),
    (50, 220, 245),
    (190, 80, 40),
    (160, 60, 150),
    (35, 50, 80),
)


def glass(rng: random.Random, level: float = 0.7) -> Thing:
    """A tumbler with something in it; `level`: how full, 0–1."""
    tall, wide = rng.uniform(88, 135), rng.uniform(31, 38)
    foot, drink = wide * rng.uniform(0.78, 0.95), rng.choice(_DRINKS)
    within = foot + (wide - foot) * level
    wall = lathe([(foot, 0.0), (foot + (wide - foot) / 2, tall / 2), (wide, tall)])
    body = lathe([(foot - 2, 6.0), (within - 2, 6.0 + (tall - 16) * level)])
    surface = lathe([(within - 2, 6.0 + (tall - 16) * level), (0.01, 6.0 + (tall - 16) * level)])
    rim = lathe([(wide, tall - 1), (wide, tall), (wide - 1.6, tall), (wide - 1.6, tall - 1)])
    white = (240, 242, 240)
    parts: list[Part] = [Mesh(lathe([(foot, 0.5), (0.01, 0.5)]), coloured(body[:48], white), 0.3)]
    if level > 0.03:
        parts += [
            Mesh(body, coloured(body, drink), 0.55),
            Mesh(surface, coloured(surface, np.minimum(255, np.array(drink) * 1.2)), 0.8, 0.5),
        ]
    parts += [Mesh(wall, coloured(wall, white), 0.2, 0.9), Mesh(rim, coloured(rim, white), 0.75, 0.8)]
    return _turned(parts, foot, tall, wide, keeps=0.45)


def mug(rng: random.Random, level: float = 0.75) -> Thing:
    """A cup with a handle and coffee, tea or milk in it."""
    tall, wide = rng.uniform(78, 100), rng.uniform(36, 43)
    china, drink = rng.choice(_CHINA), rng.choice([(30, 45, 70), (40, 75, 130), (215, 232, 240)])
    wall = lathe([(wide * 0.9, 0.0), (wide, 8.0), (wide, tall - 3), (wide - 0.5, tall), (wide - 3.5, tall)])
    inside = lathe([(wide - 3.5, tall), (wide - 3.5, tall * level)])
    surface = lathe([(wide - 3.5, tall * level), (0.01, tall * level)])
    colours = coloured(wall, china)
    if rng.random() < 0.5:
        colours[48:96] = coloured(colours[48:96], rng.choice(_CHINA))
    parts = [
        Mesh(_handle(wide, tall), coloured(_handle(wide, tall), china), 1.0, 0.4),
        Mesh(wall, colours, 1.0, 0.5),
        Mesh(inside, coloured(inside, np.array(china) * 0.75)),
        Mesh(surface, coloured(surface, drink), 1.0, 0.3),
    ]
    return _turned(parts, wide, tall, wide)


def _handle(wide: float, tall: float) -> np.ndarray:
    """A bow at the side of a mug, round, in short pieces."""
    bow = np.linspace(-np.pi / 2, np.pi / 2, 11)
    spine = np.column_stack([wide - 2 + 24 * np.cos(bow), np.zeros(11), tall / 2 + 26 * np.sin(bow)])
    outwards = np.column_stack([np.cos(bow), np.zeros(11), np.sin(bow)])
    round_ = np.linspace(0, 2 * np.pi, 9)
    rings = [
        middle + 4.5 * (np.cos(round_)[:, None] * out + np.sin(round_)[:, None] * np.array([0.0, 1.0, 0.0]))
        for middle, out in zip(spine, outwards, strict=True)
    ]
    faces = [np.stack([a[:-1], b[:-1], b[1:], a[1:]], 1) for a, b in itertools.pairwise(rings)]
    return np.concatenate(faces)


def plate(rng: random.Random) -> Thing:
    """A plate with biscuits or a slice of cake on it."""
    wide = rng.uniform(68, 92)
    china = rng.choice(_CHINA[:3])
    dish = lathe([(wide * 0.55, 0.0), (wide, 13.0), (wide, 14.5), (wide * 0.62, 4.0), (0.01, 4.0)])
    colours = coloured(dish, china)
    colours[96:144:2] = np.array(china) * 0.93
    parts: list[Part] = [Mesh(dish, colours, 1.0, 0.35)]
    for _ in range(rng.randint(2, 6)):
        angle, away = rng.uniform(0, 2 * np.pi), rng.uniform(0, wide * 0.4)
        middle = np.array([away * np.cos(angle), away * np.sin(angle), 4.0 + rng.uniform(0, 3)])
        size, brown = rng.uniform(16, 23), (rng.uniform(60, 90), rng.uniform(120, 150), rng.uniform(180, 210))
        biscuit = lathe([(size, 0.0), (size, 4.0), (size * 0.85, 7.0), (0.01, 7.5)], 24) + middle
        parts.append(Mesh(biscuit, coloured(biscuit, brown)))
    return _turned(parts, wide * 0.6, 15.0, wide)


def sweets(rng: random.Random, count: int) -> Thing:
    """A bowl with `count` sweets in it; the same die gives the same bowl, however many are left."""
    wide, tall = rng.uniform(46, 58), rng.uniform(26, 29)
    china = rng.choice(_CHINA)
    bowl = lathe([(wide * 0.6, 0.0), (wide, tall), (wide - 2.5, tall), (wide * 0.58, 4.0), (0.01, 4.0)])
    parts: list[Part] = [Mesh(bowl, coloured(bowl, china), 1.0, 0.4)]
    balls = []
    for number in range(count):
        tone = rng.choice(_SWEETS)
        away, angle = wide * 0.62 * np.sqrt(rng.random()), rng.uniform(0, 2 * np.pi)
        radius = rng.uniform(7.0, 9.0)
        height = 4.0 + radius * (0.7 + 1.2 * (number > 9))
        balls.append((np.array([away * np.cos(angle), away * np.sin(angle), height]), radius, tone))
    for middle, radius, tone in sorted(balls, key=lambda ball: ball[0][2]):
        steps = np.linspace(-np.pi / 2, np.pi / 2, 9)
        ball = lathe([(radius * max(np.cos(a), 0.001), radius * np.sin(a)) for a in steps], 16) + middle
        parts.append(Mesh(ball, coloured(ball, tone), 1.0, 0.8))
    return _turned(parts, wide * 0.65, tall, wide)


def phone(rng: random.Random, lit: bool) -> Thing:
    """A phone, its screen dark or lit up with the time and a message."""
    wide, long, thick = rng.uniform(68, 77), rng.uniform(142, 162), 8.5
    body = rounded(wide, long, 9.0) - (wide / 2, long / 2)
    shell = rng.choice([(35, 32, 30), (60, 55, 50), (200, 200, 205), (110, 70, 50)])
    sheet = Painter(wide, long, SHEET, shell)
    sheet.fill(rounded(wide - 3, long - 3, 7.5) + 1.5, (22, 20, 18))
    if lit:
        _screen(rng, sheet, wide, long)
    walls = prism(body, 0.0, thick)
    parts: list[Part] = [
        Mesh(walls, coloured(walls, np.array(shell) * 0.8), 1.0, 0.4),
        Print(_cut(sheet, rounded(wide, long, 9.0)), rectangle(wide, long), thick, shines=lit),
    ]
    return thing(parts, body, thick)


def _screen(rng: random.Random, sheet: Painter, wide: float, long: float) -> None:
    """A lit screen: a picture behind, the time, a message or two."""
    low, high = (np.array([rng.uniform(60, 235) for _ in "bgr"]) for _ in "ab")
    for step in range(24):
        part = (long - 10) / 24
        tone = low + (high - low) * step / 23
        blue, green, red = (int(v) for v in tone)
        y = 5 + step * part
        strip = [(3.5, y), (wide - 3.5, y), (wide - 3.5, y + part + 0.5), (3.5, y + part + 0.5)]
        sheet.fill(strip, (blue, green, red))
    text(sheet, f"{rng.randint(18, 22)}:{rng.randint(10, 59)}", wide / 2 - 17, 22.0, 12.0, (255, 255, 255))
    for place in range(rng.randint(1, 3)):
        top = 52.0 + 22 * place
        sheet.fill(rounded(wide - 14, 18, 4) + np.array((7, top)), (245, 245, 245))
        sheet.fill(rounded(9, 9, 2) + np.array((10, top + 4.5)), (80, rng.randrange(90, 200), 60))
        for line in range(2):
            sheet.line(
                [(23, top + 6 + 6 * line), (wide - 12 - 9 * line, top + 6 + 6 * line)], (90, 90, 90), 1.2
            )


def pad(rng: random.Random, rows: int) -> Thing:
    """A pad on which the score of `rows` rounds is kept; the same die gives the same hand."""
    wide, long = rng.choice([(105.0, 148.0), (90.0, 140.0), (75.0, 125.0)])
    paper = rng.choice([(240, 246, 248), (215, 240, 246), (250, 250, 250)])
    sheet = Painter(wide, long, SHEET, paper)
    for y in np.arange(14.0, long - 4, 6.5):
        sheet.line([(2, y), (wide - 2, y)], (225, 205, 190), 0.35)
    columns = rng.randint(3, 5)
    ink = rng.choice([(120, 50, 30), (60, 55, 55)])
    step = (wide - 12) / columns
    for column in range(columns):
        text(sheet, rng.choice("ABCDEFGHM"), 8 + column * step, 7.0, 5.0, ink)
        sheet.line([(5 + column * step, 5), (5 + column * step, long - 8)], ink, 0.5)
    for row in range(rows):
        for column in range(columns):
            number = str(rng.randint(1, 48))
            text(sheet, number, 8 + column * step + rng.uniform(-1, 1), 16.5 + row * 6.5, 4.2, ink)
    sheet.fill(np.array([(0, 0), (wide, 0), (wide, 4), (0, 4)]), (70, 60, 60))
    edge = rectangle(wide, long)
    walls = prism(edge, 0.0, 5.0)
    return thing(
        [Mesh(walls, coloured(walls, (205, 215, 220))), Print(opaque(sheet.finished()), edge, 5.0)],
        edge,
        5.0,
    )


def pencil(rng: random.Random) -> Thing:
    """A pencil that lies on the table."""
    long, radius = rng.uniform(120, 172), 3.6
    coat = np.array(rng.choice([(40, 190, 240), (45, 40, 190), (120, 80, 30), (60, 120, 50), (40, 40, 40)]))
    rings = [(-long / 2, radius), (long / 2 - 16, radius), (long / 2 - 3, 1.0), (long / 2, 0.2)]
    angles = np.linspace(0, 2 * np.pi, 7)
    across = np.stack([np.cos(angles), np.sin(angles)], 1)
    hoops = [np.column_stack([np.full(7, x), across * r + (0, radius)]) for x, r in rings]
    pieces = [np.stack([a[:-1], b[:-1], b[1:], a[1:]], 1) for a, b in itertools.pairwise(hoops)]
    tones = [coat, np.array((150, 190, 220)), np.array((50, 45, 45))]
    colours = np.concatenate([coloured(each, tone) for each, tone in zip(pieces, tones, strict=True)])
    return thing([Mesh(np.concatenate(pieces), colours, 1.0, 0.3)], rectangle(long, 2 * radius), 2 * radius)


def napkin(rng: random.Random) -> Thing:
    """A paper napkin, folded, with a coloured edge."""
    side = rng.uniform(95, 130)
    tone, edge = rng.choice([(245, 246, 246), (200, 220, 245), (190, 225, 200)]), rng.choice(_SWEETS)
    sheet = Painter(side, side, SHEET, tone)
    for inset in (5.0, 8.0):
        sheet.line(rounded(side - 2 * inset, side - 2 * inset, 2) + inset, edge, 1.0, closed=True)
    blue, green, red = (int(v * 0.93) for v in tone)
    sheet.line([(side * 0.5, 0), (side * 0.5, side)], (blue, green, red), 0.8)
    sheet.line([(0, side * 0.5), (side, side * 0.5)], (blue, green, red), 0.8)
    return thing([Print(opaque(sheet.finished()), rectangle(side, side), 0.8)], rectangle(side, side), 0.8)


def lid(rng: random.Random, deck: Deck, honours: Sequence[Callable[[], np.ndarray]]) -> Thing:
    """The lid of the game's box, on which its board is printed.

    Args:
        deck: what the printed pictures look like.
        honours: give the five pictures, that of the middle last.
    """
    wide = rng.uniform(175, 215)
    long, tall = wide * rng.choice([1.0, 1.2]), rng.uniform(22, 29)
    tone = rng.choice([(60, 90, 40), (45, 40, 140), (120, 70, 35), (60, 140, 190)])
    sheet = Painter(wide, long, SHEET, tone)
    side = wide - 44
    left, top = 22.0, long - side - 14
    sheet.fill(rounded(side, side, 2) + np.array((left, top)), (190, 215, 225))
    third = side / 3
    for column, row in ((0, 0), (2, 0), (2, 2), (0, 2), (1, 1)):
        box = rounded(third - 3, third - 3, 1) + np.array(
            (left + 1.5 + column * third, top + 1.5 + row * third)
        )
        sheet.fill(box, (225, 238, 242))
        sheet.line(box, (60, 80, 100), 1.0, closed=True)
    text(sheet, "NAIN", wide / 2 - 46, 7.0, min(13.0, top - 10), (90, 215, 245))
    text(sheet, "JAUNE", wide / 2 + 2, 7.0, min(13.0, top - 10), (90, 215, 245))
    printed = opaque(sheet.finished())
    shape = deck.style.width / deck.style.height
    for picture, (column, row) in zip(honours, ((0, 0), (2, 0), (2, 2), (0, 2), (1, 1)), strict=True):
        height = third * 0.72
        middle = (left + (column + 0.5) * third, top + (row + 0.5) * third)
        paste(printed, picture(), middle, (height * shape, height))
    edge = rectangle(wide, long)
    walls = prism(edge, 0.0, tall)
    parts: list[Part] = [Mesh(walls, coloured(walls, np.array(tone) * 0.8)), Print(printed, edge, tall)]
    return thing(parts, edge, tall)


def _turned(parts: Sequence[Part], foot: float, height: float, top: float, *, keeps: float = 0.0) -> Thing:
    outline = ellipse(0, 0, foot, foot, 24)
    return thing(parts, outline, height, top=ellipse(0, 0, top, top, 24), keeps=keeps)


def text(sheet: Painter, words: str, x: float, y: float, height: float, ink: Colour) -> None:
    """Write on a sheet, from `x`, `y` (mm) on, `height` mm high."""
    letters = mask(words, _WRITING)
    sheet.stamp(letters, x, y, height * letters.shape[1] / letters.shape[0], height, ink)


def paste(
    printed: np.ndarray, picture: np.ndarray, middle: tuple[float, float], size: tuple[float, float]
) -> None:
    """Print a picture (BGRA, multiplied by alpha) into another (changed); mm of the sheet."""
    wide, high = (max(1, round(each * SHEET)) for each in size)
    small = cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA)
    x, y = (round(each * SHEET) - extent // 2 for each, extent in zip(middle, (wide, high), strict=True))
    area = printed[y : y + high, x : x + wide]
    small = small[: area.shape[0], : area.shape[1]]
    through = 255 - small[..., 3:4].astype(np.uint16)
    area[:] = (area * through // 255 + small).clip(0, 255).astype(np.uint8)


def _cut(sheet: Painter, edge: np.ndarray) -> np.ndarray:
    """A sheet cut along `edge` (n × 2, mm), BGRA multiplied by alpha."""
    outline = Painter(sheet.width, sheet.height, SHEET, (0, 0, 0))
    outline.fill(edge, (255, 255, 255))
    alpha = outline.finished()
    return np.dstack([(sheet.finished().astype(np.uint16) * alpha // 255).astype(np.uint8), alpha[..., 0]])


def paw(rng: random.Random, light_from: np.ndarray) -> ArmPicture:
    """A cat's leg as it comes over the table's edge, its toes at x = 0; as `arms.draw_arm`."""
    w, h = round((LENGTH + REACH) * DENSITY), round(2 * HALF_WIDTH * DENSITY)
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
    x, y = xs / DENSITY - LENGTH, ys / DENSITY - HALF_WIDTH
    radius = 17.0 + 9.0 * np.clip((-x - 60) / 160, 0, 1) - 2.5 * np.exp(-(((x + 52) / 20) ** 2))
    leg = np.sqrt(np.maximum(radius**2 - y**2 - np.maximum(x + 20, 0) ** 2, 0)) * (x < 0)
    for across, ahead in ((-12.0, -14.0), (-4.5, -9.0), (4.5, -9.0), (12.0, -14.0)):
        toe = 49.0 - ((x - ahead) * 0.8) ** 2 - (y - across) ** 2
        leg = np.maximum(leg, np.sqrt(np.maximum(toe, 0)) * 1.1 + 9.0 * (toe > 0))
    fur = np.random.default_rng(rng.randrange(1 << 30)).standard_normal((h // 2, w // 9)).astype(np.float32)
    strands = cv2.resize(fur, (w, h), interpolation=cv2.INTER_CUBIC)
    smooth = cv2.GaussianBlur(leg.astype(np.float32), (0, 0), 2.0)
    slope_x, slope_y = (cv2.Sobel(smooth, cv2.CV_32F, *axis, scale=DENSITY / 8) for axis in ((1, 0), (0, 1)))
    steep = np.sqrt(slope_x**2 + slope_y**2 + 1)
    lit = (-slope_x * light_from[0] - slope_y * light_from[1] + light_from[2]) / steep
    shade = ((0.5 + 0.55 * np.clip(lit, 0, 1)) * (1 + 0.07 * strands)).astype(np.float32)
    tone, dark = rng.choice(
        [((90, 140, 190), (50, 85, 130)), ((120, 125, 125), (70, 72, 72)), ((45, 45, 48), (45, 45, 48))]
    )
    colour = np.empty((h, w, 3), np.float32)
    colour[:] = tone
    colour[np.sin(x / 7.5 + 0.6 * np.sin(y / 6)) > 0.35] = dark
    colour[x > -rng.choice([1.0, 34.0])] = (225, 232, 236)
    return cut_out(colour, shade, leg > 0)
