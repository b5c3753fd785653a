"""Samples for the reader in a ring on disk: several processes make them, another one learns from them.

Each maker has a part of the ring to itself, so none waits for another, and a sample may be drawn more
than once.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.flattening import SIZE
from models.training.cards.decks import random_deck
from models.training.datasets.faces import HARD, Sample, cards_of_scene, sample

CAPACITY = 48_000
"""Samples in the ring (2.6 GB), if nothing else is asked for."""
RECENT = 4_000
"""The newest samples, of which half of each batch is drawn."""
SCENE_SHARE = 1
"""Samples cut out of scenes for each one made up on its own."""


@dataclass(frozen=True)
class Ring:
    """Samples on disk, shared between the processes that make them, each in a part of its own, and the
    one that learns."""

    crops: np.ndarray
    """uint8 (makers, places, height, width, 3)."""
    labels: np.ndarray
    """float32 (makers, places, 3): face, told, turned."""
    counts: np.ndarray
    """int64 (makers,): samples that each ever made."""

    @staticmethod
    def open(folder: Path, makers: int = 1, capacity: int = CAPACITY) -> Ring:
        """The ring in *folder*; an empty one where none for as many makers and samples lies there."""
        folder.mkdir(parents=True, exist_ok=True)
        places = capacity // makers

        def array(name: str, dtype: type, shape: tuple[int, ...]) -> np.ndarray:
            file = folder / f"{name}-{makers}x{places}.dat"
            mode: Any = "r+" if file.exists() else "w+"
            return np.memmap(file, dtype, mode, shape=shape)

        crops = array("crops", np.uint8, (makers, places, SIZE[1], SIZE[0], 3))
        return Ring(
            crops, array("labels", np.float32, (makers, places, 3)), array("counts", np.int64, (makers,))
        )

    @property
    def places(self) -> int:
        """Samples for which each maker has room."""
        return self.labels.shape[1]

    @property
    def room(self) -> int:
        """Samples for which there is room."""
        return len(self.counts) * self.places

    @property
    def filled(self) -> int:
        """Samples that can be drawn now."""
        return int(np.minimum(self.counts, self.places).sum())

    def put(self, made: Sample, maker: int) -> None:
        """Write a sample into the part of *maker* (0 to makers − 1), over its oldest where that is full."""
        place = int(self.counts[maker]) % self.places
        self.crops[maker, place] = made.crop
        self.labels[maker, place] = (made.face, made.told, made.turned)
        self.counts[maker] += 1

    def draw(self, rng: np.random.Generator, size: int) -> tuple[np.ndarray, np.ndarray]:
        """Crops (*size*, height, width, 3) and labels (*size*, 3): half of them new, so that new packs soon
        have their say."""
        able = np.flatnonzero(self.counts)
        maker = able[rng.integers(0, len(able), size)]
        counts = self.counts[maker]
        reach = np.minimum(counts, self.places)
        reach[size // 2 :] = np.minimum(reach[size // 2 :], max(1, RECENT // len(self.counts)))
        chosen = (counts - 1 - (rng.random(size) * reach).astype(np.int64)) % self.places
        return self.crops[maker, chosen], self.labels[maker, chosen]


def make_samples(
    folder: Path,
    shape: tuple[int, int],
    maker: int,
    seed: int,
    packs: int,
    per_pack: int,
    scenes: Sequence[Path],
) -> None:
    """Fills a *maker*'s part of the ring for ever: *packs* packs in use at a time, each replaced after its
    share of samples.

    Where the finder's scenes are, the cards in them make most of the samples: real
    neighbours, hands and lamps, and no cost.
    """
    cv2.setNumThreads(1)
    os.nice(2)
    ring = Ring.open(folder, *shape)
    # Going on must not repeat what was made before, nor any other maker.
    rng = np.random.default_rng([seed, int(ring.counts[maker]), maker])
    pictures = sorted(picture for place in scenes for picture in (place / "images").glob("*.jpg"))
    missing = max(0, ring.places // 5 - int(ring.counts[maker]))
    for picture in rng.permutation(len(pictures))[: missing // 4]:
        for one in cards_of_scene(rng, pictures[picture]):
            ring.put(one, maker)
    pool = [random_deck(rng) for _ in range(packs)]
    made, owed = 0, 0
    while os.getppid() != 1:
        ring.put(sample(rng, pool, HARD), maker)
        made, owed = made + 1, owed + (SCENE_SHARE if pictures else 0)
        while owed > 0:
            for one in cards_of_scene(rng, pictures[rng.integers(len(pictures))]):
                ring.put(one, maker)
                owed -= 1
        if made % per_pack == 0:
            pool[made // per_pack % packs] = random_deck(rng)
