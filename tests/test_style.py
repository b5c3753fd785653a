"""The code's own rules, so that they stay kept: ruff everywhere, mypy strictly in every room but training."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parents[1]


@pytest.mark.parametrize("tool", [("ruff", "check", "--no-cache"), ("mypy",)])
def test_the_code_keeps_its_rules(tool):
    name, *args = tool
    if importlib.util.find_spec(name) is None:
        pytest.skip(f"{name} is not installed (extra [test])")
    ran = subprocess.run([sys.executable, "-m", name, *args], cwd=HERE, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
