"""The code's own rules, so that they stay kept: ruff everywhere. Types: `nox -s types`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parents[1]


def test_the_code_keeps_its_rules():
    ran = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--no-cache"], cwd=HERE, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
