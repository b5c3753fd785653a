"""Nothing leaves the room: the library that runs the networks tells nobody of it."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SWITCHES = {"ORT_DISABLE_TELEMETRY", "CI", "TF_BUILD", "JENKINS_URL"}
"""By which the libraries would keep quiet here anyway."""


def kept(code: str, home: Path) -> list[Path]:
    """What a program leaves where libraries keep by what name they tell their makers of it."""
    env = {name: value for name, value in os.environ.items() if name not in SWITCHES}
    env |= {"TMPDIR": str(home), "HOME": str(home), "PYTHONPATH": str(ROOT)}
    env |= {"XDG_CACHE_HOME": str(home), "XDG_DATA_HOME": str(home)}
    ran = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    return list(home.iterdir())


def test_onnx_runtime_is_told_to_keep_quiet_before_it_is_imported(tmp_path):
    pytest.importorskip("onnxruntime")
    code = (
        "import models.weights, sys; assert 'onnxruntime' not in sys.modules\n"
        "models.weights._onnxruntime(models.weights.FOLDER / 'reader.onnx', 1)"
    )
    assert kept(code, tmp_path) == []


def test_openvino_keeps_quiet(tmp_path):
    if importlib.util.find_spec("openvino") is None:  # importing it here would be enough for it to speak
        pytest.skip("openvino is not installed")
    code = "import models.weights as all; all._openvino(all.FOLDER / 'reader.onnx', 1, False, 1)"
    assert kept(code, tmp_path) == []


def test_what_openvino_speaks_by_cannot_be_imported(tmp_path):
    """As the real one asks for it, where that is not installed."""
    there, home = tmp_path / "there", tmp_path / "home"
    there.mkdir()
    home.mkdir()
    (there / "openvino_telemetry.py").write_text("from pathlib import Path\n(Path.home() / 'told').touch()")
    asks = "try:\n import openvino_telemetry\nexcept ImportError:\n def Core(): raise SystemExit(0)"
    (there / "openvino.py").write_text(asks)
    code = f"import sys; sys.path.insert(0, {str(there)!r}); import models.weights as all"
    assert kept(f"{code}\nall._openvino(all.FOLDER / 'reader.onnx', 1, False, 1)\nsys.exit(1)", home) == []


@pytest.mark.parametrize("command", ["play", "listen", "doctor"])
def test_no_library_speaks_before_it_is_used(tmp_path, command):
    code = f"import companion_api.commands.{command}, sys; assert 'onnxruntime' not in sys.modules"
    assert kept(code, tmp_path) == []


def test_voices_are_told_apart_in_silence(tmp_path):
    pytest.importorskip("faster_whisper")
    code = "from hardware.hearing.whisper import engine; engine.Silero(engine.activity_model())"
    assert kept(code, tmp_path) == []
