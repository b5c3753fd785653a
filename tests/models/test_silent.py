"""Nothing leaves the room: the library that runs the networks tells nobody of it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


def test_onnx_runtime_is_told_to_keep_quiet_before_it_is_imported(tmp_path):
    pytest.importorskip("onnxruntime")
    code = (
        "import models.weights, sys; assert 'onnxruntime' not in sys.modules\n"
        "models.weights._onnxruntime(models.weights.FOLDER / 'reader.onnx', 1)"
    )
    root = Path(__file__).parents[2]
    env = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    env |= {"TMPDIR": str(tmp_path), "HOME": str(tmp_path), "PYTHONPATH": str(root)}
    ran = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    assert list(tmp_path.iterdir()) == []  # where it keeps what it calls a session
