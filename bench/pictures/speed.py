"""How long this machine takes to find and read cards: a whole photo, and a changed part of a live frame."""

from __future__ import annotations

import itertools
import math
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from bench.pictures import photos as bench_photos
from hardware.files.photos import read_photo
from vision.cards.photograph import cards_of_photo, find_cards
from vision.geometry.quads import area

SIZE = (1920, 1080)
ROUNDS, WARM = 20, 4
"""Calls that are timed, and calls before them that are not."""
MARGIN = 1.3
"""What the observer sees round something that has changed, in square roots of a card's area."""


def run(photos: Path) -> dict[str, Any]:
    """Milliseconds (medians of 20, warm, without decoding) on the fullest labelled photo at 1920 × 1080.

    ``ms_median``: the whole photo. ``region_ms_median``: a part in which one card was laid, each card
    in turn, cut out as `vision.film.attention` does, with what lies round it.
    """
    rows = bench_photos.rows(photos / "labels.csv", ("image", "cards"))
    fullest = max(rows, key=lambda row: len(row["cards"].split()))
    image = cv2.resize(read_photo(photos / fullest["image"]), SIZE, interpolation=cv2.INTER_AREA)
    regions = itertools.cycle(_changed(image))
    return {
        "image": fullest["image"],
        "cards": len(fullest["cards"].split()),
        "ms_median": _median(lambda: cards_of_photo(image)),
        "region_ms_median": _median(lambda: find_cards(image, region=next(regions))),
    }


def _changed(image: np.ndarray) -> list[tuple[int, int, int, int]]:
    """For each card in *image* the region in which it would be looked for if it had just been laid."""
    outlines = [card.look.corners for card in cards_of_photo(image) if card.why_unread is None]
    margin = MARGIN * math.sqrt(statistics.median(area(outline) for outline in outlines))
    regions = []
    for outline in outlines:
        low = np.maximum(np.min(outline, axis=0) - margin, 0).astype(int)
        high = np.minimum(np.max(outline, axis=0) + margin, SIZE).astype(int)
        regions.append((int(low[0]), int(low[1]), int(high[0]), int(high[1])))
    return regions


def _median(call: Callable[[], Any]) -> float:
    times = []
    for _ in range(WARM + ROUNDS):
        began = time.perf_counter()
        call()
        times.append((time.perf_counter() - began) * 1000)
    return round(statistics.median(times[WARM:]), 1)
