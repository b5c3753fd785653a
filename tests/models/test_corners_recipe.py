"""The corner network's recipe: which scenes it learns from, and weights between two networks'."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from models.training.datasets import scene_files
from models.training.datasets.card_boxes import batches, labels_in
from models.training.scenes import card_painter

torch = pytest.importorskip("torch", reason="needs torch (extra [train])")


def test_the_first_scenes_of_several_folders_are_learnt_from(tmp_path: Path) -> None:
    quad = np.array([[10, 10], [60, 10], [60, 80], [10, 80]], np.float32)
    for name, brightness in (("train", 0), ("close", 200)):
        scene_files.prepare(tmp_path / name)
        for number in range(3):
            image = np.full((96, 96, 3), brightness, np.uint8)
            label = card_painter.CardLabel(quad, None, back=True, visible=1.0, told=0.0)
            scene_files.keep(tmp_path / name, number, card_painter.Scene(image, [label] * 8))
    files = labels_in(tmp_path / "train", 1) + labels_in(tmp_path / "close", 2)
    assert [f.stem for f in files] == ["000000", "000000", "000001"]
    (crops, wanted), *_ = batches(files, 2, np.random.default_rng(0))
    assert crops.shape[0] == wanted.shape[0] == 2
    assert len(list(batches(files, 2, np.random.default_rng(0)))) == 5
    assert not labels_in(tmp_path / "close", 0)


def test_weights_lie_between_two_networks() -> None:
    corners = pytest.importorskip("models.training.networks.corners", reason="needs onnx (extra [train])")
    one = {"a": torch.tensor([0.0, 4.0]), "seen": torch.tensor(3)}
    other = {"a": torch.tensor([10.0, 8.0]), "seen": torch.tensor(7)}
    between = corners.mean(one, other, 0.25)
    assert between["a"].tolist() == [7.5, 7.0]
    assert between["seen"] == 7


@pytest.mark.parametrize("workers", [0, 2])
def test_it_learns_pass_after_pass_with_workers_too(tmp_path: Path, workers: int) -> None:
    """Workers forked beside OpenCV's threads waited for ever in the second pass."""
    corners = pytest.importorskip("models.training.networks.corners", reason="needs onnx (extra [train])")
    quad = np.array([[10, 10], [60, 10], [60, 80], [10, 80]], np.float32)
    label = card_painter.CardLabel(quad, None, back=True, visible=1.0, told=0.0)
    for name in ("train", "val"):
        scene_files.prepare(tmp_path / name)
        for number in range(8):
            image = np.full((96, 96, 3), 90, np.uint8)
            scene_files.keep(tmp_path / name, number, card_painter.Scene(image, [label] * 130))
    out = tmp_path / "corners.onnx"
    options = f"--data {tmp_path} --passes 2 --batch 8 --workers {workers} --device cpu --out {out}"
    corners.main(options.split())
    assert out.exists()
    assert torch.load(tmp_path / "runs" / "corners.pt")["passes"] == 2
