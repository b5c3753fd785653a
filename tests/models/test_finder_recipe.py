"""The finder's training goes on from where the shipped network stands."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from engine.errors import BadInput
from models import weights

torch = pytest.importorskip("torch", reason="needs torch (extra [train])")
pytest.importorskip("ultralytics", reason="needs ultralytics (extra [train])")
pytest.importorskip("onnx", reason="needs onnx (extra [train])")

from models.training.networks import finder  # noqa: E402


def _pictures(seed: int) -> torch.Tensor:
    torch.manual_seed(seed)
    return torch.rand(6, 3, 192, 256)


def _model() -> torch.nn.Module:
    return finder.HalfModel(finder.ARCHITECTURE, nc=2, verbose=False)


def test_a_finder_taken_up_again_says_what_its_file_says() -> None:
    file, model = weights.FOLDER / "finder.onnx", _model()
    finder.take_up(model, file, _pictures(1))
    told = weights.load(file, threads=1)(_pictures(2).numpy())[0]
    with torch.no_grad():
        said = model.eval()(_pictures(2))
    said = said[0] if isinstance(said, tuple) else said
    assert (said - torch.from_numpy(told)).abs().max() < 2e-2 * abs(told).max()


def test_another_architecture_is_refused_in_one_line() -> None:
    with pytest.raises(BadInput, match="not a finder of this architecture"):
        finder.take_up(_model(), weights.FOLDER / "corners.onnx", _pictures(1))


def test_a_device_that_is_not_there_is_told_in_one_line_before_any_scene_is_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = f"--data {tmp_path} --scenes 1 --processes 1 --device"
    for name in ("nosuch", "cpu,99"):
        assert finder.main([*options.split(), name]) == 2
        assert "no such device here" in capsys.readouterr().err
    assert not any(tmp_path.iterdir())
    assert finder.main(["--start", str(tmp_path / "none.onnx")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_no_network_learns_after_one_that_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    from models.training import __main__ as recipe
    from models.training.networks import corners

    ran: list[list[str]] = []

    def fails(argv: list[str]) -> int:
        ran.append(argv)
        return 2

    monkeypatch.setattr(finder, "main", fails)
    monkeypatch.setattr(corners, "main", fails)
    monkeypatch.setattr(sys, "argv", ["models.training", "--seed", "3"])
    assert recipe.main() == 2
    assert ran == [["--seed", "3"]]
