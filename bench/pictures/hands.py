"""Hands told by one photograph each, as a loser's phone takes it: how many are read wholly or marked.

Made-up photographs of packs that nobody trained on (`models.training.datasets.tables`, ``--hands``): hands of
3 to 14 cards laid in rows, columns and fans, and fans held up. Each is read as `companion_api.hand_photo`
reads it, once with the number of its cards known, as the game knows it, once without; of no card is it
known that it lies elsewhere.
"""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Iterator
from itertools import tee
from pathlib import Path
from typing import Any

import numpy as np

from bench.counting import progress
from bench.pictures.photos import rows
from companion_api.hand_photo.looks import looks
from companion_api.hand_photo.reading import ReadHand, read_hand
from engine import reading
from engine.cards import DECK, Card
from engine.errors import BadInput
from hardware.files.photos import read_photo

EACH = 16
"""Photographs of each condition."""
SPREAD = "tight-spread.jpg"
"""A real hand, where the folder of photographs has it: it is told by itself."""


def run(folder: Path, photos: Path | None = None) -> dict[str, Any]:
    """Figures per condition and together, and of the real hand among the *photos*.

    Returns:
        ``{condition: figures}``, ``all`` among them: ``hands``, ``whole`` (told as they are), ``marked``
        (something is said to be unsure), ``wrong_unmarked`` (other cards than are there, nothing said),
        ``cards``, ``right``, ``not_there``, ``seconds`` (median for a hand) and, with the number of cards not
        known, ``whole_uncounted`` and ``wrong_unmarked_uncounted``.

    Raises:
        BadInput: *folder* holds no such photographs, or a file cannot be read.
    """
    places = sorted(place for place in folder.iterdir() if place.is_dir()) if folder.is_dir() else []
    hands = [(place.name, *hand) for place in places for hand in _made_up(place)]
    if not hands:
        writes = "python -m models.training.datasets.tables --hands"
        raise BadInput(f"{folder}: expected hands as `{writes}` writes them")
    if photos is not None and (photos / SPREAD).is_file():
        hands += [(SPREAD, photos / SPREAD, _labelled(photos))]
    counts: dict[str, Counter[str]] = {}
    times: dict[str, list[float]] = {}
    for name, file, there in progress(hands, "hands"):
        counted, seconds = _of_hand(file, there)
        for each in (name, "all") if name != SPREAD else (name,):
            counts.setdefault(each, Counter()).update(counted)
            times.setdefault(each, []).append(seconds)
    return {
        name: dict(counted)
        | {
            "share_whole": round(counted["whole"] / counted["hands"], 4),
            "seconds": round(statistics.median(times[name]), 2),
        }
        for name, counted in counts.items()
    }


def _made_up(place: Path) -> Iterator[tuple[Path, frozenset[Card]]]:
    for file in sorted((place / "corners").glob("*.npz")):
        numbers = np.load(file)["cards"]
        yield place / "images" / f"{file.stem}.jpg", frozenset(DECK[int(n)] for n in numbers if n >= 0)


def _labelled(photos: Path) -> frozenset[Card]:
    labels = photos / "labels.csv"
    told = next((row for row in rows(labels, ("image", "cards")) if row["image"] == SPREAD), None)
    if told is None:
        raise BadInput(f"{labels}: expected a line for {SPREAD}")
    return frozenset(reading.card(code, f"{labels}: {SPREAD}", "'cards'") for code in told["cards"].split())


def _of_hand(file: Path, there: frozenset[Card]) -> tuple[dict[str, int], float]:
    """Counts of one photograph, and the seconds that it took as the game reads it."""
    image = read_photo(file)
    game, alone = tee(looks(image))
    began = time.perf_counter()
    hand = read_hand(game, known=len(there))
    seconds = time.perf_counter() - began
    uncounted = read_hand(alone)
    told = _told(hand)
    counted = {
        "hands": 1,
        "whole": told == there,
        "marked": not hand.sure,
        "wrong_unmarked": hand.sure and told != there,
        "cards": len(there),
        "right": len(told & there),
        "not_there": len(told - there),
        "whole_uncounted": _told(uncounted) == there,
        "wrong_unmarked_uncounted": uncounted.sure and _told(uncounted) != there,
    }
    return {name: int(count) for name, count in counted.items()}, seconds


def _told(hand: ReadHand) -> frozenset[Card]:
    return frozenset(each.card for each in hand.cards)
