"""Whether the reader's probabilities are what they say, as a picture, and its worst mistakes as another.

    python -m models.training.networks.reliability --samples 5600 --seed 5

Reads made-up photographs of the packs held out of training (see `held_out_samples` of the reader's recipe)
and writes ``models/pictures/reliability.png`` (of each fifteenth of confidence, how many were right; the
bars below: how many there are) and ``models/pictures/failures.jpg`` (the surest of the wrong readings of
cards whose face can be told, of packs drawn here: nobody's card art is shown).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.cards import DECK
from engine.errors import BadInput
from models import weights
from models.flattening import NO_FACE
from models.training.cards.decks import drawn_deck
from models.training.command import command
from models.training.datasets.faces import Sample
from models.training.networks.reader import expected_error, held_out_samples, of_packs, truth_of

BINS = 15
BATCH = 32
SIDE = 420
"""Pixels of the diagram's square."""
FAILURES = 32
"""Wrong readings shown, the surest first."""
INK, GREY, BLUE, RED = (40, 40, 40), (170, 170, 170), (190, 120, 50), (60, 60, 210)


@dataclass(frozen=True)
class Mistake:
    """A wrong reading: the sample, and what the reader said with which probability."""

    sample: Sample
    said: int
    chance: float


def drawn_samples(count: int, seed: int) -> Iterator[Sample]:
    """Samples of packs drawn here from a seed that training does not use."""
    rng = np.random.default_rng([seed, 80])
    return of_packs(count, rng, lambda: [drawn_deck(rng) for _ in range(8)])


def read(network: weights.Network, samples: Iterable[Sample]) -> tuple[np.ndarray, np.ndarray, list[Mistake]]:
    """Probabilities (n, 53), whether the likeliest is right (n,), and the surest mistakes on readable cards.

    Samples of which nobody could say whether they tell their face are left out.
    """
    said: list[np.ndarray] = []
    right: list[bool] = []
    mistakes: list[Mistake] = []
    waiting: list[Sample] = []

    def look() -> None:
        rows = network(np.stack([one.crop for one in waiting]).astype(np.float32))[0]
        for one, row in zip(waiting, rows, strict=True):
            best = int(row.argmax())
            said.append(row)
            right.append(best == truth_of(one))
            if not right[-1] and truth_of(one) != NO_FACE:
                mistakes.append(Mistake(one, best, float(row[best])))
        waiting.clear()

    for number, one in enumerate(samples, 1):
        if 0.05 < one.told < 0.95:
            continue
        waiting.append(one)
        if len(waiting) == BATCH:
            look()
        if number % 400 == 0:
            print(f"\rreliability: {number}", end="", file=sys.stderr, flush=True)
    if waiting:
        look()
    print(file=sys.stderr)
    mistakes.sort(key=lambda mistake: -mistake.chance)
    return np.stack(said), np.array(right), mistakes[:FAILURES]


def diagram(probabilities: np.ndarray, right: np.ndarray) -> np.ndarray:
    """The reliability diagram, uint8 BGR."""
    confidence = probabilities.max(1)
    place = np.minimum((confidence * BINS).astype(int), BINS - 1)
    picture = np.full((SIDE + 190, SIDE + 110, 3), 255, np.uint8)
    left, top, low = 80, 40, 40 + SIDE
    for k in range(BINS):
        of_bin = place == k
        if not of_bin.any():
            continue
        x0, x1 = (left + round(SIDE * (k + side) / BINS) for side in (0.06, 0.94))
        share, said = float(right[of_bin].mean()), float(confidence[of_bin].mean())
        cv2.rectangle(picture, (x0, low - round(SIDE * share)), (x1, low), BLUE, -1)
        y = low - round(SIDE * said)
        cv2.line(picture, (x0, y), (x1, y), RED, 2, cv2.LINE_AA)
        many = round(70 * float(of_bin.mean()) ** 0.5)
        cv2.rectangle(picture, (x0, low + 120 - many), (x1, low + 120), GREY, -1)
    cv2.rectangle(picture, (left, top), (left + SIDE, low), INK, 1)
    cv2.line(picture, (left, low), (left + SIDE, top), GREY, 1, cv2.LINE_AA)
    for share in (0, 0.5, 1):
        at = round(SIDE * share)
        _write(picture, f"{share:g}", (left - 34, low - at + 5))
        _write(picture, f"{share:g}", (left + at - 6, low + 20))
    error = expected_error(probabilities, right, BINS)
    _write(picture, f"{len(right)} cards of packs not trained on, ECE {error:.3f}", (left, 26))
    _write(picture, "said (red), right (blue), how many (grey)", (left, low + 142), 0.42)
    return picture


def failures(mistakes: Sequence[Mistake], columns: int = 8) -> np.ndarray:
    """Each mistake's crop with the truth, what was said and how surely; uint8 BGR."""
    tiles = []
    for one in mistakes:
        tile = np.full((204, 124, 3), 255, np.uint8)
        tile[4:164, 6:118] = one.sample.crop
        said = "no face" if one.said == NO_FACE else DECK[one.said].code
        _write(tile, f"{DECK[one.sample.face].code}: {said} {one.chance:.0%}", (6, 181), 0.42)
        _write(tile, f"{one.sample.short:.0f} px, {one.sample.hidden:.0%} hidden", (6, 197), 0.33)
        tiles.append(tile)
    tiles += [np.full((204, 124, 3), 255, np.uint8)] * (-len(tiles) % columns)
    return np.vstack([np.hstack(tiles[k : k + columns]) for k in range(0, len(tiles), columns)])


def _write(picture: np.ndarray, text: str, place: tuple[int, int], size: float = 0.48) -> None:
    cv2.putText(picture, text, place, cv2.FONT_HERSHEY_SIMPLEX, size, INK, 1, cv2.LINE_AA)


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--samples", type=int, default=5600)
    parser.add_argument("--drawn", type=int, default=1200, help="samples among which mistakes are looked for")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--reader", type=Path, default=weights.path("reader"), help="the network to look at")
    parser.add_argument("--out", type=Path, default=weights.FOLDER / "pictures")


def _run(args: argparse.Namespace) -> None:
    if not args.reader.exists():
        raise BadInput(f"{args.reader}: no such file, expected an ONNX file of the reader")
    network = weights.load(args.reader, threads=1)
    probabilities, right, _ = read(network, held_out_samples(args.samples, args.seed))
    _, _, mistakes = read(network, drawn_samples(args.drawn, args.seed))
    args.out.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(args.out / "reliability.png"), diagram(probabilities, right))
    if mistakes:
        cv2.imwrite(str(args.out / "failures.jpg"), failures(mistakes), [cv2.IMWRITE_JPEG_QUALITY, 88])
    figures: dict[str, Any] = {
        "cards": len(right),
        "right": round(float(right.mean()), 4),
        "ece": round(expected_error(probabilities, right, BINS), 4),
    }
    print(json.dumps(figures))


def main(argv: list[str] | None = None) -> int:
    """Command line; see the module."""
    return command("networks.reliability", __doc__, _options, _run, argv)


if __name__ == "__main__":
    sys.exit(main())
