"""The reader's samples in a ring: every maker its part, and half of what is learnt from is new."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from models.flattening import SIZE
from models.training.datasets.faces import Sample
from models.training.datasets.ring import RECENT, Ring


def _sample(number: int) -> Sample:
    """A sample whose picture says its number, as does its label."""
    crop = np.full((SIZE[1], SIZE[0], 3), number % 251, np.uint8)
    return Sample(crop, number, 1.0, -1, 100.0, 0.0, 1.0, 0)


def test_what_several_makers_put_is_drawn_with_its_own_label(tmp_path: Path) -> None:
    mine, other = (Ring.open(tmp_path, makers=3, capacity=60) for _ in range(2))
    for number in range(50):
        # The third has made nothing yet; the first has gone round already.
        (mine if number % 2 else other).put(_sample(number), maker=0 if number < 35 else 1)
    assert mine.filled == 20 + 15
    crops, labels = mine.draw(np.random.default_rng(1), 1500)
    assert (crops[:, 0, 0, 0] == labels[:, 0]).all()
    assert set(labels[:, 0].astype(int)) == set(range(15, 50))


def test_a_ring_that_does_not_divide_evenly_can_be_filled(tmp_path: Path) -> None:
    """Learning waited for ever for a hundredth sample of 99."""
    ring = Ring.open(tmp_path, makers=3, capacity=100)
    for number in range(120):
        ring.put(_sample(number), maker=number % 3)
    assert ring.filled == ring.room == 99


def test_half_of_a_batch_is_new(tmp_path: Path) -> None:
    ring = Ring.open(tmp_path, makers=2, capacity=3 * RECENT)
    ring.counts[:] = RECENT
    ring.labels[:, : RECENT // 2, 0] = 1
    _, labels = ring.draw(np.random.default_rng(2), 2000)
    assert (labels[1000:, 0] == 0).all(), "the newest"
    assert 0.4 < labels[:1000, 0].mean() < 0.6, "any"


def test_a_ring_of_another_size_begins_empty(tmp_path: Path) -> None:
    Ring.open(tmp_path, makers=2, capacity=20).put(_sample(3), maker=1)
    assert Ring.open(tmp_path, makers=2, capacity=20).filled == 1
    assert Ring.open(tmp_path, makers=1, capacity=20).filled == 0
