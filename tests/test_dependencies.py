"""Every dependency has an upper bound, a version that was tested within it, and a reason."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

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


NEEDED = needs(
    [
        *PROJECT["project"]["dependencies"],
        *(line for lines in EXTRAS.values() for line in lines),
        *PROJECT["build-system"]["requires"],
    ]
)


def constraints() -> dict[str, str]:
    lines = (HERE / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = [line.split("==") for line in lines if line and not line.startswith("#")]
    assert all(len(pair) == 2 for pair in pinned)
    found = {canonicalize_name(name): version for name, version in pinned}
    assert len(found) == len(pinned)
    return found


def test_what_is_needed_is_bounded_and_the_version_tested_lies_within() -> None:
    for needed in NEEDED:
        assert {one.operator for one in needed.specifier} == {">=", "<"}, needed
        assert needed.specifier.contains(constraints()[canonicalize_name(needed.name)]), needed


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


def test_ci_installs_what_was_tested() -> None:
    script = (HERE / ".ci" / "run").read_text(encoding="utf-8")
    assert 'export PIP_CONSTRAINT="$PWD/constraints.txt"' in script
    told = script + (HERE / "constraints.txt").read_text(encoding="utf-8") + str(PROJECT)
    assert not re.search(r"https?://|--index-url|--find-links", told)
