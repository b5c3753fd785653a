"""Packs that nobody trained on, shown once and then played: what learning a pack is measured with.

    python -m models.training.datasets.deck_scenes --out training-data/decks
    nainjaune bench deck --shows training-data/decks

Writes per held-out pack (`models.training.cards.art.HELD_OUT`) and paper a folder ``NAME-N`` with
``show`` (four pictures of 13 cards each, in two rows or two fans, all 52 once) and ``test``
(scenes as `models.training.datasets.scene_files` makes them, of that pack alone). A pack, its paper and
every picture depend on the seed alone.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from engine.cards import DECK
from models.training.cards import art
from models.training.cards.decks import Deck, art_deck
from models.training.command import command
from models.training.datasets import scene_files
from models.training.scenes import card_layouts, card_painter, card_scenes, photographing

SIDE = 1280
"""Pixels of the pictures in which a pack is shown: a family's webcam or telephone does as well."""
SHOWN_AT_ONCE = 13


def _rows(rng: np.random.Generator) -> card_layouts.Layout:
    """Seven cards above six, side by side."""
    step, line = rng.uniform(1.08, 1.25), rng.uniform(1.65, 1.85)
    spots = [((k - 3) * step, -line / 2) for k in range(7)] + [((k - 2.5) * step, line / 2) for k in range(6)]
    return [(x + rng.normal(0, 0.02), y + rng.normal(0, 0.02), rng.normal(0, 0.04)) for x, y in spots]


def _fans(rng: np.random.Generator) -> card_layouts.Layout:
    """Two fans, each index free."""
    spots: card_layouts.Layout = []
    for middle, count in ((-2.1, 7), (2.1, 6)):
        radius, spread = rng.uniform(2.2, 3.0), rng.uniform(0.19, 0.24)
        for k in range(count):
            angle = (k - (count - 1) / 2) * spread + rng.normal(0, 0.012)
            spots.append((middle + radius * np.sin(angle), radius * (1 - np.cos(angle)), angle))
    return spots


def shown(rng: np.random.Generator, deck: Deck, *, fanned: bool) -> Iterator[card_painter.Scene]:
    """The pack shown once: four pictures, each card in one of them."""
    order = rng.permutation(len(DECK))
    for start in range(0, len(DECK), SHOWN_AT_ONCE):
        # Whoever shows a pack holds the camera steeply over it and near enough.
        view = _steep_view(rng)
        painter = card_painter.Painter(rng, view, SIDE)
        turn = rng.normal(0, 0.1)
        c, s = np.cos(turn), np.sin(turn)
        layout = _fans(rng) if fanned else _rows(rng)
        middle = np.mean([(x, y) for x, y, _ in layout], axis=0)
        high, wide = deck.back().shape[:2]
        for number, (x, y, angle) in zip(order[start : start + SHOWN_AT_ONCE], layout, strict=True):
            u, v = np.array([x, y]) - middle
            corners = card_painter.corners_at(c * u - s * v, s * u + c * v, angle + turn, 1.0, high / wide)
            painter.card(deck, corners, DECK[int(number)])
        yield card_painter.Scene(photographing.photographed(rng, painter.image), painter.labels())


def _steep_view(rng: np.random.Generator) -> card_painter.View:
    """A camera slanted by up to 30°, cards about 110 to 135 pixels wide."""
    slant = np.radians(rng.uniform(0, 30))
    focal = SIDE * rng.uniform(1.0, 2.0)
    tilt = np.array([[1, 0, 0], [0, np.cos(slant), -np.sin(slant)], [0, np.sin(slant), np.cos(slant)]])
    camera = np.array([[focal, 0, SIDE / 2], [0, focal, SIDE / 2], [0, 0, 1]])
    pose = np.column_stack([tilt[:, 0], tilt[:, 1], [0, 0, focal / rng.uniform(110, 135)]])
    matrix = camera @ pose
    return card_painter.View(matrix / matrix[2, 2])


def write(folder: Path, packs: Sequence[art.Pack], papers: int, tests: int, seed: int) -> None:
    """Write every pack in *papers* papers, each with *tests* scenes to measure on."""
    for number, pack in enumerate(packs):
        for paper in range(papers):
            rng = np.random.default_rng([seed, number, paper, 79])
            deck = art_deck(pack, rng, measuring=True)
            place = folder / f"{pack.name}-{paper + 1}"
            for part in ("show", "test"):
                scene_files.prepare(place / part)
            # Every second paper is shown in fans.
            for k, scene in enumerate(shown(rng, deck, fanned=bool(paper % 2))):
                scene_files.keep(place / "show", k, scene)
            for k in range(tests):
                own = np.random.default_rng([seed, number, paper, k])
                scene_files.keep(place / "test", k, card_scenes.render(own, [deck]))
            print(f"deck_scenes: {place}", file=sys.stderr, flush=True)


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, default=Path("training-data/decks"))
    parser.add_argument("--papers", type=int, default=4, help="papers (and ways of showing) per pack")
    parser.add_argument("--tests", type=int, default=40, help="scenes to measure on, per paper")
    parser.add_argument("--seed", type=int, default=1)


def _run(args: argparse.Namespace) -> None:
    write(args.out, art.HELD_OUT, args.papers, args.tests, args.seed)


def main(argv: list[str] | None = None) -> int:
    """Command line; see the module."""
    return command("datasets.deck_scenes", __doc__, _options, _run, argv)


if __name__ == "__main__":
    sys.exit(main())
