"""Nothing leaves the room: the library that runs the networks tells nobody of it."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

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


def test_no_library_speaks_before_it_is_used_nor_then(tmp_path):
    """OpenVINO would speak as soon as it is imported: where it is not installed it is left out."""
    commands = ("play", "listen", "doctor")
    code = ["import sys", *(f"import companion_api.commands.{command}" for command in commands)]
    code += ["import models.weights as all; reader = all.FOLDER / 'reader.onnx'"]
    code += ["assert 'onnxruntime' not in sys.modules"]
    if importlib.util.find_spec("onnxruntime"):
        code += ["all._onnxruntime(reader, 1)"]
    if importlib.util.find_spec("openvino"):
        code += ["all._openvino(reader, 1, False, 1)"]
    if importlib.util.find_spec("faster_whisper"):
        code += ["from hardware.hearing.whisper import engine; engine.Silero(engine.activity_model())"]
    assert kept("\n".join(code), tmp_path) == []


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
