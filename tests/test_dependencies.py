"""Every dependency has an upper bound, a version that was tested within it, and a reason."""

from __future__ import annotations

import contextlib
import re
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

HERE = Path(__file__).parents[1]
PROJECT = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
OURS = PROJECT["project"]["name"]


def needs(lines: list[str]) -> list[Requirement]:
    """What these lines ask for, the extras of ours that they name unfolded."""
    told = [Requirement(line) for line in lines]
    named = [extra for one in told if one.name == OURS for extra in sorted(one.extras)]
    return [one for one in told if one.name != OURS] + [
        one for extra in named for one in needs(EXTRAS[extra])
    ]


README_LINES = re.compile(r"```sh\n(.*)\n(.*)\n```")
NEEDED = needs(
    [
        *PROJECT["project"]["dependencies"],
        *(line for lines in EXTRAS.values() for line in lines),
        *PROJECT["build-system"]["requires"],
    ]
)


FILES = {
    "constraints.txt": (),
    "constraints/test.txt": ("test",),
    "constraints/dev.txt": ("test", "dev"),
    "constraints/all.txt": ("test-all", "dev"),
    "constraints/computer.txt": ("openvino", "postgres"),
    "constraints/extras.txt": ("print", "openvino", "voice", "whisper", "postgres"),
    "constraints/train.txt": ("train",),
    "constraints/program.txt": ("program",),
}
"""What is installed for whom; `nox -s lock` writes them."""
PLACES = [
    {"python_full_version": f"{python}.0", "python_version": python, "sys_platform": system, "os_name": kind,
     "platform_system": name, "platform_machine": machine, "implementation_name": "cpython",
     "platform_python_implementation": "CPython", "extra": ""}
    for python in ("3.11", "3.12", "3.13")
    for system, kind, name, machine in (
        ("linux", "posix", "Linux", "x86_64"), ("linux", "posix", "Linux", "aarch64"),
        ("darwin", "posix", "Darwin", "arm64"), ("win32", "nt", "Windows", "AMD64"),
    )
]  # fmt: skip
"""Where people play."""


def constraints(file: str) -> dict[str, tuple[Requirement, list[str]]]:
    """What a file pins: of each its one version, where it is wanted, and the SHA-256 of its archives."""
    text = (HERE / file).read_text(encoding="utf-8").replace("\\\n", " ")
    found: dict[str, tuple[Requirement, list[str]]] = {}
    for line in text.splitlines():
        told, *hashes = line.split(" --hash=")
        one = Requirement(told.strip())
        assert canonicalize_name(one.name) not in found and {each.operator for each in one.specifier} == {
            "=="
        }
        found[canonicalize_name(one.name)] = one, [each.strip() for each in hashes]
    return found


@pytest.mark.parametrize("file", FILES)
def test_what_is_needed_is_bounded_and_the_version_tested_lies_within(file: str) -> None:
    pinned = constraints(file)
    wanted = [*PROJECT["project"]["dependencies"], *PROJECT["build-system"]["requires"]]
    for needed in needs([*wanted, *(line for extra in FILES[file] for line in EXTRAS[extra])]):
        assert {one.operator for one in needed.specifier} == {">=", "<"}, needed
        [version] = pinned[canonicalize_name(needed.name)][0].specifier
        assert needed.specifier.contains(version.version), needed


@pytest.mark.parametrize("file", FILES)
def test_every_archive_is_known_by_its_sha256(file: str) -> None:
    assert "http" not in re.sub(r"httpx?\w*|httpcore\w*", "", (HERE / file).read_text(encoding="utf-8"))
    for name, (_, hashes) in constraints(file).items():
        assert hashes and all(re.fullmatch("sha256:[0-9a-f]{64}", each) for each in hashes), name


def test_all_files_pin_the_same() -> None:
    versions: dict[str, set[str]] = {}
    for file in FILES:
        for name, (one, _) in constraints(file).items():
            versions.setdefault(name, set()).add(str(one.specifier))
    assert not {name: told for name, told in versions.items() if len(told) > 1}
    assert {extra for extras in FILES.values() for extra in extras} == set(EXTRAS)


@pytest.mark.parametrize("file", ["constraints.txt", "constraints/test.txt"])
def test_what_is_pinned_is_whole_on_every_system_and_python(file: str) -> None:
    """As far as what is installed here tells what it needs: nothing would be asked for that is not pinned."""
    pinned = constraints(file)
    for place in PLACES:
        there = {
            name for name, (one, _) in pinned.items() if one.marker is None or one.marker.evaluate(place)
        }
        for name in there:
            with contextlib.suppress(PackageNotFoundError):
                for line in distribution(name).requires or ():
                    need = Requirement(line)
                    if need.marker is None or need.marker.evaluate(place):
                        assert canonicalize_name(need.name) in there, (place["sys_platform"], name, line)


def test_readme_and_ci_install_by_hashes_alone() -> None:
    first, second = README_LINES.findall((HERE / "README.md").read_text(encoding="utf-8"))[0]
    script = (HERE / ".ci" / "run").read_text(encoding="utf-8")
    ours = "pip install -q --no-deps --no-build-isolation -e ."
    for line, file in (
        (first, "constraints.txt"),
        (second, "constraints/test.txt"),
        (script, "constraints/all.txt"),
    ):
        assert f"pip install -q --require-hashes -r {file}" in line and ours in line
        assert line.count("pip install") == 2
    told = script + str(PROJECT)
    assert not re.search(r"https?://|--index-url|--find-links", told)


def test_each_has_its_reason() -> None:
    table = (HERE / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for needed in NEEDED:
        if needed.name != "setuptools":
            assert f"`{needed.name}`" in table, needed.name


def test_no_file_imports_at_its_head_what_only_the_larger_extra_brings() -> None:
    """Who has `[test]` alone passes everything else: what needs more is skipped and says so."""
    smaller = needs([*PROJECT["project"]["dependencies"], *EXTRAS["test"]])
    more = {one.name.replace("-", "_") for one in needs(EXTRAS["test-all"]) if one not in smaller}
    assert more >= {"psycopg", "faster_whisper", "schemathesis"}
    head = re.compile(rf"^(?:import|from) ({'|'.join(more)})\b", re.MULTILINE)
    wrong = [file for file in (HERE / "tests").rglob("*.py") if head.search(file.read_text(encoding="utf-8"))]
    assert not wrong, wrong
