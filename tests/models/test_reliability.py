"""The reliability diagram: drawn from what is given, whatever it is."""

from __future__ import annotations

import numpy as np
import pytest

from models.flattening import NO_FACE, SIZE
from models.training.datasets.faces import Sample

reliability = pytest.importorskip(
    "models.training.networks.reliability", reason="needs torch (extra [train])"
)


def test_a_diagram_is_drawn_from_sure_and_unsure_readings() -> None:
    rng = np.random.default_rng(1)
    probabilities = rng.dirichlet(np.full(NO_FACE + 1, 0.05), 300)
    right = rng.random(300) < probabilities.max(1)
    picture = reliability.diagram(probabilities, right)
    assert picture.dtype == np.uint8 and (picture == reliability.BLUE).all(2).any()
    only_sure = reliability.diagram(np.eye(NO_FACE + 1)[:5], np.ones(5, bool))
    assert only_sure.shape == picture.shape


def test_mistakes_are_shown_the_surest_first() -> None:
    def network(batch: np.ndarray) -> list[np.ndarray]:
        rows = np.zeros((len(batch), NO_FACE + 1), np.float32)
        rows[:, 3] = np.linspace(0.6, 0.9, len(batch))
        rows[:, NO_FACE] = 1 - rows[:, 3]
        return [rows]

    crop = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    made = [
        Sample(crop, face, told, -1, 50, 0.1, 1.0, 0) for face, told in ((3, 1), (4, 1), (5, 1), (6, 0.5))
    ]
    _, right, mistakes = reliability.read(network, made)
    assert right.tolist() == [True, False, False], "what nobody could tell is left out"
    assert [one.sample.face for one in mistakes] == [5, 4]
    assert reliability.failures(mistakes).shape[1] == 8 * 124
