"""The code's own rules, so that they stay kept: ruff everywhere, mypy strictly in every room but training."""

from __future__ import annotations

import ast
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


def test_functions_are_short() -> None:
    """Sixty lines at most, so that each can be read at once."""
    long = []
    for file in (
        file
        for room in ("engine", "languages", "models", "vision", "hardware", "companion_api", "tests")
        for file in (HERE / room).rglob("*.py")
    ):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > 60:
                    long.append(f"{file.relative_to(HERE)}:{node.lineno} {node.name} has {lines} lines")
    assert not long, "\n".join(long)
