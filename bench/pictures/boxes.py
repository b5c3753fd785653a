"""The boxes of simulated tables, counted at each ante: the counting alone.

Where they lie is known, how they looked when they were empty was seen, and nothing moves camera or board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from bench.counting import progress, share
from bench.films.film_figures import AFTER_ANTE, BOXES, count_box, same_chips
from engine.cards import Card, parse_card
from engine.table import table_from_json
from hardware.simulator import Disturbances, SimulatedTable
from hardware.simulator.disturbances import UNRULY
from vision.chips.boxes import BoxCount, count_boxes, flattened
from vision.table.board import box_quads

TABLES = 30
"""How many tables, with 3 to 8 players in turn."""
STILL = ("bump", "board_bump", "dropouts")
"""Disturbances that would move the boxes, or hide all of them."""
SURE = 0.9
"""A count that is this sure is told to the chip."""


def run(seed: int, tables: int = TABLES) -> dict[str, Any]:
    """Shares of the boxes (see `bench.films.film_figures.count_box`), empty boxes known and not.

    Args:
        seed: the first table's.
        tables: how many, at least one.
    """
    known, unknown = Counter(dict.fromkeys(BOXES, 0)), Counter(dict.fromkeys(BOXES, 0))
    for number in progress(list(range(seed, seed + tables)), "boxes"):
        for ante, seen, alone in _looks(number):
            _count(known, ante, seen)
            _count(unknown, ante, alone)
    return {"tables": tables, "empty_box_seen": _shares(known), "never_seen_empty": _shares(unknown)}


def _count(counted: Counter[str], ante: Mapping[str, Any], counts: Mapping[Card, BoxCount]) -> None:
    """Add the boxes after one ante; those that something hides apart."""
    for name, chips in ante["chips"].items():
        count = counts[parse_card(name)]
        if count.hidden:
            counted["hidden"] += 1
            continue
        count_box(counted, ante, name, count)
        if count.exact >= SURE and not count.empty:
            counted["sure"] += 1
            counted["sure_exact"] += same_chips(count.chips, chips)


def _looks(seed: int) -> Iterator[tuple[Mapping[str, Any], dict[Card, BoxCount], dict[Card, BoxCount]]]:
    """Each ante of a table, and the boxes after it: counted with the empty ones known, and without."""
    film = SimulatedTable(
        seed, 3 + seed % 6, disturbances=Disturbances.of([name for name in UNRULY if name not in STILL])
    )
    table = table_from_json(film.table, film.name, film.size)
    quads = box_quads(table)
    antes = [event for event in film.truth["events"] if event["type"] == "ante"]
    frames = iter(film)
    first = next(frames)
    # What an earlier round left lies in the other boxes.
    bare = {box: flattened(first.image, quad)[0] for box, quad in quads.items() if not table.boxes.get(box)}
    for ante in antes:
        image = _at(frames, ante["t"] + AFTER_ANTE)
        known = count_boxes(image, quads, table.chips, bare)
        yield ante, known, count_boxes(image, quads, table.chips)


def _at(frames: Iterable[Any], t: float) -> np.ndarray:
    """The picture of the first of the frames to come that is not before *t* seconds."""
    return np.asarray(next(frame.image for frame in frames if frame.t >= t))


def _shares(counted: Mapping[str, int]) -> dict[str, Any]:
    return {
        "empty_or_not": share(counted["empty_right"], counted["boxes"]),
        "few_within_one": share(counted["few_within_one"], counted["few"]),
        "flat_exact": share(counted["flat_exact"], counted["flat"]),
        "exact_where_sure": share(counted["sure_exact"], counted["sure"]),
        "hidden": counted["hidden"],
    }
