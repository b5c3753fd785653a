"""Networks that people bring themselves: taken when they fit, else refused in one line that says why."""

from __future__ import annotations

import importlib.util
import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from engine.errors import BadInput
from models import weights


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(weights.OWN, str(tmp_path))
    return tmp_path


def _told(source: str, target: Path, **told: str) -> Path:
    """A copy of a shipped network that tells other things of itself."""
    onnx = pytest.importorskip("onnx")
    model = onnx.load(weights.FOLDER / f"{source}.onnx")
    onnx.helper.set_model_props(model, told)
    onnx.save(model, target)
    return target


@pytest.mark.parametrize("name", ["finder", "reader"])
def test_the_shipped_networks_pass_their_own_checks(name: str) -> None:
    weights.check(name, weights.FOLDER / f"{name}.onnx")


def test_ultralytics_own_way_of_naming_classes_is_read(tmp_path: Path) -> None:
    told = {"names": "{0: 'face', 1: 'back'}", "task": "obb", "stride": "32"}
    weights.check("finder", _told("finder", tmp_path / "own.onnx", **told))


def test_a_finder_of_something_else_is_refused(tmp_path: Path) -> None:
    right = {"classes": json.dumps(["face", "back"])}
    for told, said in (
        ({"names": "{0: 'card'}"}, r"classes are \('card',\), expected \('face', 'back'\)"),
        ({"classes": json.dumps(["back", "face"])}, "in this order"),
        (right | {"task": "detect"}, "expected oriented boxes"),
        (right | {"stride": "64"}, "stride is 64, expected 32"),
    ):
        with pytest.raises(BadInput, match=said):
            weights.check("finder", _told("finder", tmp_path / "own.onnx", **told))


def test_a_network_of_another_shape_is_refused(tmp_path: Path) -> None:
    told = {"classes": json.dumps(["face", "back"])}
    with pytest.raises(BadInput, match="does not take"):
        weights.check("finder", _told("reader", tmp_path / "own.onnx", **told))
    with pytest.raises(BadInput, match="does not take"):
        weights.check("reader", weights.FOLDER / "corners.onnx")


def test_what_is_no_network_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "own.onnx"
    file.write_bytes(b"no network")
    with pytest.raises(BadInput, match="expected ONNX"):
        weights.check("reader", file)


def test_an_own_network_goes_before_the_shipped_one(folder: Path) -> None:
    assert weights.path("reader") == weights.FOLDER / "reader.onnx"
    own = folder / "reader.onnx"
    shutil.copyfile(weights.FOLDER / "reader.onnx", own)
    assert weights.path("reader") == own
    assert weights.path("corners") == weights.FOLDER / "corners.onnx"
    own.write_bytes(b"broken since")
    with pytest.raises(BadInput, match="expected ONNX"):
        weights.path("reader")


def test_a_shipped_network_that_was_changed_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One bit, half of it, a pointer in its place, or nothing: a line, and no native code sees it."""
    whole = (weights.FOLDER / "chips.onnx").read_bytes()
    shutil.copyfile(weights.FOLDER / weights.SUMS, tmp_path / weights.SUMS)
    monkeypatch.setattr(weights, "FOLDER", tmp_path)
    for broken in (whole[:-1] + bytes([whole[-1] ^ 1]), whole[: len(whole) // 2], b"version 1", b""):
        (tmp_path / "chips.onnx").write_bytes(broken)
        weights.shipped.cache_clear()
        with pytest.raises(
            BadInput, match=r"chips\.onnx: not the network that was shipped .*install nainjaune"
        ):
            weights.path("chips")
    (tmp_path / "chips.onnx").unlink()
    with pytest.raises(BadInput, match="cannot be read"):
        weights.path("chips")
    (tmp_path / "chips.onnx").write_bytes(whole)
    assert weights.path("chips") == tmp_path / "chips.onnx"
    weights.shipped.cache_clear()


def test_every_shipped_network_has_its_sum() -> None:
    shipped = {file.name for file in weights.FOLDER.glob("*.onnx")}
    assert set(weights.sums()) == shipped == {f"{name.partition('.')[0]}.onnx" for name in shipped}
    for name in shipped:
        assert weights.shipped(name.removesuffix(".onnx")).name == name


def test_a_network_is_taken_and_given_back(nainjaune, folder: Path, tmp_path: Path) -> None:
    given = tmp_path / "given.onnx"
    shutil.copyfile(weights.FOLDER / "reader.onnx", given)
    assert nainjaune("train", "reader", "--use", given).status == 0
    assert np.array_equal((folder / "reader.onnx").read_bytes(), given.read_bytes())
    assert nainjaune("train", "reader", "--forget").status == 0
    nainjaune("train", "reader", "--forget").refused("no network of your own")
    nainjaune("train", "chips", "--use", given).refused("only finder and reader")
    nainjaune("train", "--use", tmp_path / "none.pt").refused("no such file")
    nainjaune("train", "--use", given).refused("classes are ()")


def test_what_training_needs_is_said_in_one_line(nainjaune, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    nainjaune("train").refused("not installed", "pip install 'nainjaune[train]'")


def test_a_training_that_cannot_be_is_refused(nainjaune, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())
    nainjaune("train", "--side", 500).refused("multiple of 32")
    nainjaune("train", "reader", "--side", 640).refused("--side is for the finder")
    nainjaune("train", "--epochs", 0).refused("more than 0")


def test_batches_of_all_sizes_come_to_openvino_in_few_and_read_the_same() -> None:
    pytest.importorskip("openvino")
    network = weights.load(weights.path("reader"), apart=True)
    crops = np.random.default_rng(2).uniform(0, 255, (37, 160, 112, 3)).astype(np.float32)
    alone = np.concatenate([network(crops[n : n + 1])[0] for n in range(len(crops))])
    for count in (1, 5, 7, 20, 37):
        faces, turned, jokers = network(crops[:count])
        assert faces.shape == (count, 53) and len(turned) == len(jokers) == count
        assert np.allclose(faces, alone[:count], atol=1e-4)
    assert {len(weights._filled(np.zeros((count, 2)))) for count in range(1, 33)} == set(weights.BATCHES)


def test_a_network_that_openvino_does_not_take_in_runs_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*args: object) -> weights.Network:
        raise RuntimeError("Exception from src/inference/src/cpp/core.cpp:132")

    crops = np.random.default_rng(2).uniform(0, 255, (3, 160, 112, 3)).astype(np.float32)
    plain = weights._onnxruntime(weights.path("reader"), 1)(crops)
    monkeypatch.setattr(weights, "engine", lambda: "OpenVINO")
    monkeypatch.setattr(weights, "_openvino", refuses)
    for one, other in zip(weights.load(weights.path("reader"))(crops), plain, strict=True):
        assert np.allclose(one, other)
