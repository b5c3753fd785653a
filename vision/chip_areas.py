"""How much of a flattened box a chip of each shape covers, learnt at the table, and what follows from it.

The network marks a chip twice now and then, and too few where bars touch. Chips of one shape are equally
large, and so are the boxes of a board: chips that touch cover together about as much as is seen there.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence

import cv2
import numpy as np

from vision.chips import Peak

SURE = 0.6
"""Height from which a disc's size is learnt, wherever it lies …"""
DISC = 0.82
"""… and what it covers, as a share of that size squared (1,078 discs of 119 simulated tables: 0.76–0.86)."""
ALONE = 0.5
"""Height from which a bar or a plaque that touches no other chip is learnt: how broad they are differs."""
REMEMBERED = 60
"""Chips of one shape that are remembered …"""
FEWEST = 2
"""… and how many tell."""
ALIKE = 1.12
"""Factor by which the areas of bars may differ: heaps that pass for one bar are larger."""
FAINT = 0.4
"""Height below which a chip is taken for a second mark, where the surer ones cover all that is seen …"""
SPARE = 0.05
"""… but for such a share of it; where only one is left that covers all, of whatever height."""
MISSING = 0.75
"""Share of a chip that must be seen more than the marked ones cover for one more to lie there
(these three were chosen on 597 boxes of the same tables)."""


class ChipAreas:
    """Remembers what chips cover, shape by shape; one per table."""

    def __init__(self) -> None:
        self._seen: defaultdict[str, deque[float]] = defaultdict(lambda: deque(maxlen=REMEMBERED))

    def of(self, shape: str) -> float | None:
        """Pixels of a flattened box that a chip of this shape covers: as most do; None: not known yet."""
        areas = self._seen[shape]
        alike = areas if shape == "round" else _commonest(areas)
        return float(np.median(alike)) if len(alike) >= FEWEST else None

    def fitting(self, chips: Sequence[Peak], seen: np.ndarray) -> list[Peak]:
        """Learn from the chips of a box; without those, and with those more, that what is seen tells.

        Args:
            chips: as they are marked, of a box that was seen empty, too.
            seen: boolean, the box's height × width: where chips are seen.
        """
        _, parts, about, _ = cv2.connectedComponentsWithStats(seen.astype(np.uint8))
        there: defaultdict[int, list[Peak]] = defaultdict(list)
        for chip in chips:
            there[int(parts[round(chip.y), round(chip.x)])].append(chip)
        told = there.pop(0, [])  # of these nothing is seen
        for part, touching in there.items():
            area = int(about[part, cv2.CC_STAT_AREA])
            self._learn(touching, area)
            told += self._covering(touching, area)
        return told

    def _learn(self, touching: Sequence[Peak], area: int) -> None:
        for chip in touching:
            if chip.shape == "round" and chip.height >= SURE:
                self._seen["round"].append(DISC * chip.size**2)
            elif chip.shape != "round" and len(touching) == 1 and chip.height >= ALONE:
                self._seen[chip.shape].append(area)

    def _covering(self, touching: Sequence[Peak], area: int) -> list[Peak]:
        """Those of chips that touch each other, and those more, that together cover an area."""
        known = {chip.shape: self.of(chip.shape) for chip in touching}
        each = {shape: covers for shape, covers in known.items() if covers is not None}
        chips = sorted(touching, key=lambda chip: -chip.height)
        if len(each) < len(known):
            return chips
        left = area - sum(each[chip.shape] for chip in chips)
        while len(chips) > 1 and left < (SPARE - 1) * each[chips[-1].shape]:
            if len(chips) > 2 and chips[-1].height >= FAINT:
                break
            left += each[chips.pop().shape]
        smallest = min(chips, key=lambda chip: each[chip.shape])
        more = int(left / each[smallest.shape] + 1 - MISSING) if left > 0 else 0
        return chips + [smallest] * more


def _commonest(areas: Iterable[float]) -> list[float]:
    """Most of some areas that are all `ALIKE`; of as many, the smallest."""
    ordered = sorted(areas)
    near = ([other for other in ordered if area <= other <= ALIKE * area] for area in ordered)
    return max(near, key=len, default=[])
