"""The reader is taught to tell jokers; what it says of faces stays as it was."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from engine.errors import BadInput
from models import weights

pytest.importorskip("torch")
pytest.importorskip("onnx")


@pytest.fixture(scope="module")
def crops() -> np.ndarray:
    return np.random.default_rng(1).uniform(0, 255, (5, 160, 112, 3)).astype(np.float32)


def _head_that_tells(seen: np.ndarray, jokers: np.ndarray):  # type: ignore[no-untyped-def]
    from models.training.networks.joker_head import learned

    rng = np.random.default_rng(2)
    many = np.tile(seen, (120, 1))
    many += rng.normal(0, 0.01, many.shape).astype(np.float32)
    return learned(many, np.resize(jokers, len(many)).astype(np.float32), seed=1)


def test_a_head_learns_and_is_written_and_faces_stay_bit_for_bit(crops: np.ndarray, tmp_path: Path) -> None:
    from models.training.networks.joker_head import eyes, written

    file = tmp_path / "reader.onnx"
    shutil.copy(weights.FOLDER / "reader.onnx", file)
    before = weights._onnxruntime(file, 1)(crops)
    seen, faces = eyes(file)(crops)
    assert np.array_equal(faces, before[0])
    told = np.array([1, 0, 0, 1, 0])
    for wanted in (told, 1 - told):  # the second head replaces the first
        written(_head_that_tells(seen, wanted), file)
        after = weights._onnxruntime(file, 1)(crops)
        assert len(after) == 3 and all(np.array_equal(*pair) for pair in zip(before, after[:2], strict=False))
        assert np.array_equal(after[2] > 0.5, wanted == 1)
    weights.check("reader", file)


def test_another_network_is_refused_in_one_line() -> None:
    from models.training.networks.joker_head import eyes

    with pytest.raises(BadInput, match="not a reader of this architecture"):
        eyes(weights.FOLDER / "corners.onnx")


def test_too_few_samples_are_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    from models.training.networks import joker_head

    assert joker_head.main(["--samples", "3", "--makers", "2"]) == 2
    assert joker_head.main(["--makers", "0"]) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2 and all("expected a maker, and 256 samples for each" in line for line in said)


def test_samples_show_jokers_other_things_and_faces() -> None:
    from models.training.cards import art
    from models.training.networks import joker_head

    if not art.available():
        pytest.skip("no card art (gnome-cards-data, kdegames-card-data-kf5)")
    made = list(joker_head.samples(3, 60))
    jokers = [one for one in made if one.joker == 1]
    assert 8 < len(jokers) < 30 and all(one.face == 52 and one.hidden < 0.5 for one in jokers)
    assert {one.joker for one in made} <= {-1, 0, 1} and sum(one.face < 52 for one in made) > 20
