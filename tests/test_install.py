"""What playing needs is in the distribution, and nothing that only training needs."""

from __future__ import annotations

import fnmatch
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

HERE = Path(__file__).parents[1]
PROJECT = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))
NETWORKS = ("finder", "corners", "reader", "chips")
TRAINING = ("torch", "ultralytics", "torchvision", "onnx", "matplotlib", "tensorboard")


def shipped(package, path):
    """Whether the wheel of ``package`` holds a file that is no Python."""
    patterns = PROJECT["tool"]["setuptools"]["package-data"].get(package, [])
    return any(fnmatch.fnmatch(path, pattern.replace("**", "*")) for pattern in patterns)


def test_the_page_and_its_words_are_shipped():
    page = HERE / "companion_api" / "page"
    files = [path for path in page.rglob("*") if path.is_file()]
    assert {path.suffix for path in files} >= {".html", ".js", ".css", ".json", ".png"}
    for path in files:
        assert shipped("companion_api", path.relative_to(page.parent).as_posix()), path


@pytest.mark.parametrize("name", NETWORKS)
def test_every_network_is_shipped_with_its_model_card(name):
    weights, card = HERE / "models" / f"{name}.onnx", HERE / "models" / f"{name}.md"
    assert weights.stat().st_size > 100_000 and shipped("models", weights.name)
    said = card.read_text(encoding="utf-8").lower()
    assert shipped("models", card.name)
    for each in ("data", "licence", "%"):
        assert each in said, f"{card.name} says nothing about {each}"


def test_a_bare_debian_is_enough():
    needs = PROJECT["project"]["dependencies"]
    # opencv-python itself asks for libGL, which a bare Debian has not.
    assert any(need.startswith("opencv-python-headless") for need in needs)
    assert not any(need.startswith(("opencv-python>", "opencv-contrib")) for need in needs)


def test_no_command_imports_what_only_training_needs():
    code = (
        "import sys; from companion_api.command import parser; parser();"
        f"print([name for name in {TRAINING!r} if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=HERE, capture_output=True, text=True, timeout=900)
    assert (ran.returncode, ran.stdout.strip()) == (0, "[]"), ran.stderr
