"""The reader's training goes on from where the shipped network stands."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.errors import BadInput
from models import weights

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")


def _cards(seed: int, count: int) -> np.ndarray:
    return np.random.default_rng(seed).uniform(0, 255, (count, 160, 112, 3)).astype(np.float32)


def test_the_shipped_reader_taken_up_again_says_what_its_file_says() -> None:
    from models.training.networks.face_network import Calibrated
    from models.training.networks.reader import taken_up

    file = weights.FOLDER / "reader.onnx"
    net = taken_up(file, torch.from_numpy(_cards(1, 40)).permute(0, 3, 1, 2))
    temperature = float(weights.metadata(file)["temperature"])
    with torch.no_grad():
        faces, turned = Calibrated(net, temperature).eval()(torch.from_numpy(_cards(2, 6)))
    said = weights.load(file, threads=1)(_cards(2, 6))
    np.testing.assert_allclose(faces.numpy(), said[0], atol=1e-4)
    np.testing.assert_allclose(turned.numpy(), said[1].reshape(-1), atol=1e-4)


def test_taken_up_again_it_may_learn_without_having_to_begin_anew() -> None:
    from models.training.networks.reader import taken_up

    pixels = torch.from_numpy(_cards(3, 60)).permute(0, 3, 1, 2)
    net = taken_up(weights.FOLDER / "reader.onnx", pixels)
    net.BLINDED = 0.0
    with torch.no_grad():
        resting = net(pixels)
        net.train()
        net.body.apply(lambda part: part.eval() if isinstance(part, torch.nn.Dropout) else None)
        learning = net(pixels)
    assert float((learning - resting).abs().mean()) < 0.01 * float(resting.abs().mean())


def test_another_network_is_refused_in_one_line() -> None:
    from models.training.networks.reader import taken_up

    with pytest.raises(BadInput, match="not a reader of this architecture"):
        taken_up(Path(weights.FOLDER / "corners.onnx"), torch.zeros(2, 3, 160, 112))


def test_a_device_that_is_not_there_and_a_ring_without_room_are_refused_in_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    from models.training.networks import reader
    from models.training.networks.device import device_named

    assert device_named("cpu").type == "cpu"
    for name in ("nosuch", "99"):
        with pytest.raises(BadInput, match=f"--device {name}: no such device here"):
            device_named(name)
    assert reader.main(["--makers", "0"]) == 2
    assert reader.main(["--makers", "9", "--ring", "8"]) == 2
    assert capsys.readouterr().err.count("a sample for each") == 2


def test_it_learns_from_a_ring_and_goes_on_from_its_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from models.flattening import SIZE
    from models.training.datasets.faces import Sample
    from models.training.datasets.ring import Ring
    from models.training.networks import reader

    monkeypatch.setattr(reader, "CHECKPOINT", tmp_path / "checkpoint.pt")
    ring, rng = Ring.open(tmp_path, capacity=8), np.random.default_rng(2)
    for face in range(8):
        crop = np.full((SIZE[1], SIZE[0], 3), 30 * face, np.uint8)
        ring.put(Sample(crop, face, 1.0, -1, 100.0, 0.0, 1.0, 0), maker=0)
    torch.manual_seed(1)
    learner = reader._Learner.begun(None, torch.device("cpu"))
    before = {name: weight.clone() for name, weight in learner.net.state_dict().items()}
    for _ in range(3):
        learner.learn(ring, rng, 8, 0.001)
    assert learner.step == 3 and learner.loss is not None and 0 < float(learner.loss) < 10
    after = learner.net.state_dict()
    changed = [name for name in before if not torch.equal(before[name], after[name])]
    assert len(changed) > len(before) / 2
    learner.keep(passed=4.0)
    again = reader._Learner.begun(None, torch.device("cpu"))
    again.resume()
    assert (again.step, again.minutes) == (3, 4.0)
    assert all(torch.equal(weight, after[name]) for name, weight in again.net.state_dict().items())
