"""What playing needs is in the distribution, and nothing that only training needs."""

from __future__ import annotations

import fnmatch
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import urllib.request
import zipfile
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
    rooms = {room: HERE / room / "page" for room in ("companion_api", "clubhouse")}
    files = [(room, path) for room, page in rooms.items() for path in page.rglob("*") if path.is_file()]
    assert {path.suffix for _, path in files} >= {".html", ".js", ".css", ".json", ".png"}
    for room, path in files:
        assert shipped(room, path.relative_to(HERE / room).as_posix()), path
    assert shipped("clubhouse", "club.sql")


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


def run_backend(call: str, folder: Path) -> None:
    """What pip asks of setuptools: pip's own start and packing would be most of what it costs."""
    code = f"from setuptools.build_meta import build_sdist, build_wheel; {call}"
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory) -> Path:
    """What a wheel built from the source archive puts into an environment, and nothing else of ours."""
    folder = tmp_path_factory.mktemp("wheel")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=HERE, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("no repository to build from")
    ours = {name for name in listed.stdout.split("\0") if name and (HERE / name).is_file()}
    for name in ours:
        copy = folder / "source" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(HERE / name, copy)
    source, built = folder / "source", folder / "built"
    run_backend("build_sdist('..')", source)
    shutil.rmtree(source)
    [archive] = folder.glob("*.tar.gz")
    with tarfile.open(archive) as held:
        names = {name.partition("/")[2] for name in held.getnames()}
        held.extractall(built, filter="data")
    assert sorted(ours - names) == [], "of the repository, not in the source archive (MANIFEST.in)"
    run_backend("build_wheel('../..')", *built.iterdir())
    [wheel] = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as held:
        held.extractall(folder / "site")
    shutil.rmtree(built)
    archive.unlink()
    return folder


def test_the_wheel_carries_its_licence_its_model_cards_and_every_language(unpacked: Path):
    site = unpacked / "site"
    [info] = site.glob("nainjaune-*.dist-info")
    said = (info / "METADATA").read_text(encoding="utf-8")
    assert (
        f"Version: {PROJECT['project']['version']}\n" in said and "License-Expression: AGPL-3.0-only" in said
    )
    assert (info / "licenses" / "LICENSE").read_bytes() == (HERE / "LICENSE").read_bytes()
    for name in NETWORKS:
        assert (site / "models" / f"{name}.md").is_file() and (site / "models" / f"{name}.onnx").is_file()
    assert (site / "models" / "SHA256SUMS").is_file()
    assert [room for room in ("tests", "bench", "models/training") if (site / room).exists()] == []
    words = {path.relative_to(HERE) for path in (HERE / "languages").rglob("*.json")}
    assert len(words) > 60 and {path for path in words if not (site / path).is_file()} == set()
    assert f"## {PROJECT['project']['version']}" in (HERE / "CHANGELOG.md").read_text(encoding="utf-8")


def begun(unpacked: Path, folder: Path, *options: str) -> subprocess.Popen[str]:
    """`nainjaune` from the wheel's own files, and beside them only the libraries that it names."""
    code = (
        "import sys, companion_api; print(companion_api.__file__, file=sys.stderr, flush=True);"
        "from companion_api.command import main; sys.exit(main())"
    )
    environment = {**os.environ, "PYTHONPATH": str(unpacked / "site"), "TMPDIR": str(folder)}
    return subprocess.Popen(
        [sys.executable, "-c", code, *options], cwd=folder, env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("told", "line"),
    [
        ("bench numbers --lang en", "bench: only in a clone of the repository"),
        ("bench --lang fr", "bench : seulement dans un clone du dépôt"),
        ("train reader", "git clone"),
    ],
)
def test_the_wheel_says_where_it_is_measured_and_trained(
    unpacked: Path, tmp_path: Path, told: str, line: str
):
    ran = begun(unpacked, tmp_path, *told.split())
    out, err = ran.communicate()
    where, *said = err.splitlines()
    assert where.startswith(str(unpacked / "site"))
    assert (ran.returncode, out, len(said)) == (2, "", 1) and line in said[0], err


def test_the_wheel_alone_plays_the_demo(unpacked: Path, tmp_path: Path):
    demo = begun(unpacked, tmp_path, "demo", "--port", "0", "--json", "--speed", "100")
    try:
        assert demo.stderr is not None and demo.stdout is not None
        assert demo.stderr.readline().startswith(str(unpacked / "site"))
        page = json.loads(demo.stdout.readline())["address"].partition("#")[0]
        for shown in ("", "start/", "start/start.js", "words/fr/start.json", "icon.svg", "camera/"):
            with urllib.request.urlopen(page + shown, timeout=60) as answer:
                assert answer.status == 200
        assert "round_started" in (json.loads(line)["type"] for line in demo.stdout), demo.stderr.read()
    finally:
        demo.kill()
        demo.communicate()


def test_the_wheel_alone_has_a_club(unpacked: Path, tmp_path: Path):
    """By its entry point alone: nothing imports it."""
    ran = begun(unpacked, tmp_path, "club", "--help")
    out, err = ran.communicate()
    assert ran.returncode == 0 and "certificate" in out, err
