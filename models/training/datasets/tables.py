"""Whole photographs of other tables and packs, to measure with: what no training has seen.

    python -m models.training.datasets.tables --out training-data/tables --seed 1

Writes a folder per condition (`CONDITIONS`), as `models.training.datasets.scene_files` writes scenes:
pictures of 1920 × 1280 pixels with cards of the held-out packs under new indices, 40 to 420 pixels wide. A
picture depends on the seed, its condition and its number alone.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from engine.cards import DECK
from models.training.cards import art
from models.training.cards.decks import Deck, art_deck
from models.training.command import command
from models.training.datasets import scene_files
from models.training.scenes import card_layouts, card_painter, card_scenes, one_hand
from models.training.scenes.backgrounds import background

WIDTH, HEIGHT = 1920, 1280
"""Of a picture, pixels."""
TOP = (WIDTH - HEIGHT) // 2
"""Rows that a square picture has above the part that is kept."""
SAME_PACKS = 4
"""Pictures in a row with packs of one paper and print."""
DARK = 70
"""Mean brightness, 0–255, under which a table is a dark one."""
PALE = 200
"""Mean brightness from which on a table is a white one."""
DIM = 0.6
"""Light of the dim pictures."""


@dataclass(frozen=True)
class Condition:
    """What the pictures of one kind have in common.

    Attributes:
        printed: whose indices (`models.training.cards.decks.PRINTED`).
        laid: how the cards lie (`LAID`).
        dark: the table is dark, and lamps are mirrored on it and on the cards.
        white: the table is white.
        light: brightness, 1 as exposed well.
        widths: of a card in the middle, pixels, from and to.
        slants: of the camera, degrees, from and to.
        least: no card is laid where a card would be seen less than so many pixels wide in any direction.
        arms: reach over the table.
        faceless: share of cards that show no face: half of them lie face down, half are jokers.
        one: the cards are one hand, all of which shows at least by its indices; held up, the table far
            behind it is out of focus.
    """

    printed: str
    laid: str
    dark: bool = False
    white: bool = False
    light: float = 1.0
    widths: tuple[float, float] = (90, 170)
    slants: tuple[float, float] = (0, 35)
    least: float = 0.0
    arms: int = 0
    faceless: float = 0.0
    one: bool = False


CONDITIONS = {
    "four-index": Condition("french", "apart", dark=True),
    "pairs": Condition("english", "pairs"),
    "four-index dim": Condition("french", "apart", dark=True, light=DIM),
    "pairs dim": Condition("english", "pairs", light=DIM),
    "pairs near": Condition("english", "pairs", widths=(200, 420)),
    "backs and jokers": Condition("french", "apart", faceless=0.6),
    "aslant": Condition("english", "apart", slants=(45, 60), least=40),
    "far": Condition("french", "apart", widths=(45, 80), least=40),
    "fans": Condition("english", "fans"),
    "white cloth": Condition("french", "pairs", white=True),
    "arms": Condition("english", "apart", arms=2),
    "tight hands": Condition("english", "tight", widths=(110, 210)),
}
_NEAR = (180, 340)
"""Widths in pixels of a card in a hand that somebody photographs to have it counted."""
HANDS = {
    "laid, french": Condition("french", "laid", widths=_NEAR, one=True),
    "laid, english": Condition("english", "laid", widths=_NEAR, slants=(10, 45), one=True),
    "laid, dim": Condition("french", "laid", widths=_NEAR, light=DIM, one=True),
    "held, french": Condition("french", "held", widths=_NEAR, slants=(0, 25), one=True),
    "held, english": Condition("english", "held", widths=_NEAR, slants=(0, 25), one=True),
}
"""One hand each, as losers photograph theirs with a phone (`models.training.scenes.one_hand`)."""


def _view(rng: np.random.Generator, of: Condition) -> card_painter.View:
    """A camera over the table."""
    slant, turn = np.radians(rng.uniform(*of.slants)), rng.uniform(0, 2 * np.pi)
    focal, card_px = WIDTH * rng.uniform(0.9, 1.6), rng.uniform(*of.widths)
    spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    tilt = np.array([[1, 0, 0], [0, np.cos(slant), -np.sin(slant)], [0, np.sin(slant), np.cos(slant)]])
    camera = np.array([[focal, 0, WIDTH / 2], [0, focal, WIDTH / 2], [0, 0, 1]])
    rotation = tilt @ spin
    matrix = camera @ np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, focal / card_px]])
    return card_painter.View(matrix / matrix[2, 2])


def _table(rng: np.random.Generator, of: Condition) -> np.ndarray:
    for _ in range(30):
        surface = background(rng)
        if (not of.dark or surface.mean() < DARK) and (not of.white or surface.mean() > PALE):
            return surface
    if of.white:
        return np.asarray(255 - surface * ((255 - PALE) / 255), np.uint8)
    return np.asarray(surface * (DARK / surface.mean()), np.uint8)


def _apart(
    rng: np.random.Generator, painter: card_painter.Painter, count: int, gap: float, margin: int, least: float
) -> list[np.ndarray]:
    """Up to *count* places within the picture, *gap* card widths or more from one another.

    Args:
        least: pixels that a card's width measures there at least, in whichever direction it lies.
    """
    turns = np.linspace(0, np.pi, 8, endpoint=False)
    ways = np.stack([np.cos(turns), np.sin(turns)], 1)
    places: list[np.ndarray] = []
    for _ in range(400):
        pixel = [rng.uniform(margin, WIDTH - margin), rng.uniform(TOP + margin, TOP + HEIGHT - margin)]
        place = painter.view.plane(np.array([pixel]))[0]
        seen = np.linalg.norm(painter.view.pixels(place + ways) - pixel, axis=1).min() if least else 0.0
        if seen >= least and all(np.hypot(*(place - other)) > gap for other in places):
            places.append(place)
        if len(places) == count:
            break
    return places


def _free(
    rng: np.random.Generator, painter: card_painter.Painter, least: float, _deck: Deck
) -> card_layouts.Layout:
    places = _apart(rng, painter, int(rng.integers(8, 15)), 1.55, 140, least)
    return [(x, y, rng.uniform(0, 2 * np.pi)) for x, y in places]


def _pairs(
    rng: np.random.Generator, painter: card_painter.Painter, least: float, _deck: Deck
) -> card_layouts.Layout:
    spots: card_layouts.Layout = []
    for x, y in _apart(rng, painter, int(rng.integers(4, 7)), 2.3, 190, least):
        angle, step, slide = rng.uniform(0, 2 * np.pi), rng.uniform(0.3, 0.8), rng.uniform(-0.3, 0.3)
        c, s = np.cos(angle), np.sin(angle)
        for k in (-0.5, 0.5):
            turned = angle + rng.normal(0, 0.12)
            spots.append((x + k * (c * step - s * slide), y + k * (s * step + c * slide), turned))
    return spots


def _fans(
    rng: np.random.Generator, painter: card_painter.Painter, least: float, _deck: Deck
) -> card_layouts.Layout:
    """Hands of three to seven cards, so wide that each one's index shows."""
    spots: card_layouts.Layout = []
    for x, y in _apart(rng, painter, int(rng.integers(2, 5)), 3.4, 260, least):
        count, radius, middle = int(rng.integers(3, 8)), rng.uniform(1.6, 4), rng.uniform(0, 2 * np.pi)
        step = rng.uniform(0.25, 0.45) / radius
        for k in range(count):
            angle = middle + (k - (count - 1) / 2) * step + rng.normal(0, 0.012)
            there = np.array([np.sin(angle) - np.sin(middle), np.cos(middle) - np.cos(angle)]) * radius
            spots.append((x + there[0], y + there[1], angle))
    return spots


def _tight(
    rng: np.random.Generator, painter: card_painter.Painter, least: float, deck: Deck
) -> card_layouts.Layout:
    """Hands of five to fifteen cards of which 13 to 20 % shows, each one's index wholly."""
    spots: card_layouts.Layout = []
    _, _, reach, depth = deck.index_boxes[0]
    high, wide = deck.back().shape[:2]
    for x, y in _apart(rng, painter, int(rng.integers(1, 4)), 3.6, 300, least):
        down, turn = rng.random() < 0.3, rng.uniform(0, 2 * np.pi)
        share = max(rng.uniform(0.13, 0.20), (depth if down else reach) + 0.01)
        spin = 0.0 if down else rng.choice([0.0, rng.uniform(0.02, 0.08)])
        hand = card_layouts.spread(
            rng,
            int(rng.integers(5, 16)),
            share * (high / wide if down else 1.0),
            down=down,
            turn=turn,
            spin=spin,
        )
        spots += [(x + a, y + b, angle) for a, b, angle in hand]
    return spots


LAID: dict[str, Callable[[np.random.Generator, card_painter.Painter, float, Deck], card_layouts.Layout]] = {
    "apart": _free,
    "pairs": _pairs,
    "fans": _fans,
    "tight": _tight,
    "laid": one_hand.laid,
    "held": one_hand.held,
}
"""How cards may lie: each free, two and two on one another, in hands, in hands spread tightly; one hand."""


def _photographed(rng: np.random.Generator, image: np.ndarray, of: Condition) -> np.ndarray:
    """An uneven lamp, its reflections (where the condition has them), a colour cast, lens and sensor."""
    side = image.shape[0]
    ramp = rng.uniform(0.75, 1.1, (3, 3)).astype(np.float32)
    out: np.ndarray = image.astype(np.float32)
    out *= cv2.resize(ramp, (side, side), interpolation=cv2.INTER_CUBIC)[..., None]
    for _ in range(int(rng.integers(1, 3)) if of.dark else 0):
        glare = np.zeros((side, side), np.float32)
        x, y = (int(v) for v in rng.uniform(0.2, 0.8, 2) * side)
        wide, high = (int(v) for v in rng.uniform(0.03, 0.12, 2) * side)
        cv2.ellipse(glare, (x, y), (wide, high), rng.uniform(0, 180), 0, 360, 1.0, -1)
        blur = int(rng.uniform(0.03, 0.08) * side) * 2 + 1
        out += cv2.GaussianBlur(glare, (blur, blur), 0)[..., None] * rng.uniform(60, 200)
    out *= np.exp(rng.normal(0, [0.08, 0.03, 0.08])).astype(np.float32) * of.light
    out = cv2.GaussianBlur(np.clip(out, 0, 255 * of.light), (0, 0), rng.uniform(0.5, 1.1))
    out += rng.normal(0, 3, out.shape).astype(np.float32)
    return np.clip(out, 0, 255).astype(np.uint8)


def picture(rng: np.random.Generator, deck: Deck, of: Condition) -> card_painter.Scene:
    """One photograph with cards of one pack."""
    painter = card_painter.Painter(rng, _view(rng, of), WIDTH, _table(rng, of))
    if of.laid == "held":
        painter.image = cv2.GaussianBlur(painter.image, (0, 0), rng.uniform(4, 14))
    high, wide = deck.back().shape[:2]
    order = rng.permutation(len(DECK))
    spots = LAID[of.laid](rng, painter, of.least, deck)
    for number, (x, y, angle) in zip(order, spots, strict=False):
        kind = rng.random() if of.faceless else 1.0
        card = DECK[int(number)] if kind >= of.faceless else None
        back = kind < of.faceless / 2
        painter.card(deck, card_painter.corners_at(x, y, angle, 1.0, high / wide), card, back)
    if of.laid == "held":
        one_hand.hold(painter, spots, high / wide)
    for _ in range(of.arms):
        card_scenes.lay_arm(painter)
    image = _photographed(rng, painter.image, of)[TOP : TOP + HEIGHT]
    above = np.array([0, TOP], np.float32)
    labels = [
        replace(
            label,
            quad=label.quad - above,
            indices=tuple(
                replace(each, quad=each.quad - above, card=each.card - above) for each in label.indices
            ),
        )
        for label in painter.labels(0.0 if of.one else card_painter.LEAST_SEEN)
    ]
    return card_painter.Scene(np.ascontiguousarray(image), labels)


def write(
    folder: Path,
    count: int,
    seed: int,
    conditions: Mapping[str, Condition] = CONDITIONS,
    *,
    said: Callable[[str], None] = print,
) -> None:
    """Write the pictures of every condition that are still missing, *count* of each."""
    first = 0 if conditions is CONDITIONS else len(CONDITIONS)  # each condition has chances of its own
    for kind, (name, of) in enumerate(conditions.items(), start=first):
        place = folder / name
        scene_files.prepare(place)
        for start in range(0, count, SAME_PACKS):
            numbers = range(start, min(start + SAME_PACKS, count))
            missing = [n for n in numbers if not (place / "corners" / f"{n:06d}.npz").exists()]
            if not missing:
                continue
            rng = np.random.default_rng([seed, kind, start])
            decks = [
                art_deck(pack, rng, reprint=True, printed=of.printed, measuring=True) for pack in art.HELD_OUT
            ]
            for number in missing:
                own = np.random.default_rng([seed, kind, start, number])
                scene_files.keep(place, number, picture(own, decks[number % len(decks)], of))
        said(f"tables: {place}")


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, default=Path("training-data/tables"))
    parser.add_argument("--count", type=int, default=24, help="pictures of each condition")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hands", action="store_true", help="one hand each, as a phone photographs it")


def _run(args: argparse.Namespace) -> None:
    conditions = HANDS if args.hands else CONDITIONS
    write(
        args.out,
        args.count,
        args.seed,
        conditions,
        said=lambda line: print(line, file=sys.stderr, flush=True),
    )


def main(argv: list[str] | None = None) -> int:
    """Command line; see the module."""
    return command("datasets.tables", __doc__, _options, _run, argv)


if __name__ == "__main__":
    sys.exit(main())
