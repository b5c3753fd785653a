"""Every dependency has an upper bound, a version that was tested within it, and a reason."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

HERE = Path(__file__).parents[1]
PROJECT = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))
NEEDED = [
    Requirement(line)
    for group in (
        PROJECT["project"]["dependencies"],
        *PROJECT["project"]["optional-dependencies"].values(),
        PROJECT["build-system"]["requires"],
    )
    for line in group
]


def constraints() -> dict[str, str]:
    lines = (HERE / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = [line.split("==") for line in lines if line and not line.startswith("#")]
    assert all(len(pair) == 2 for pair in pinned)
    found = {canonicalize_name(name): version for name, version in pinned}
    assert len(found) == len(pinned)
    return found


@pytest.mark.parametrize("needed", NEEDED, ids=str)
def test_what_is_needed_is_bounded_and_the_version_tested_lies_within(needed: Requirement) -> None:
    assert {one.operator for one in needed.specifier} == {">=", "<"}
    assert needed.specifier.contains(constraints()[canonicalize_name(needed.name)])


def test_each_has_its_reason() -> None:
    table = (HERE / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for needed in NEEDED:
        if needed.name != "setuptools":
            assert f"`{needed.name}`" in table, needed.name


def test_ci_installs_what_was_tested() -> None:
    script = (HERE / ".ci" / "run").read_text(encoding="utf-8")
    assert 'export PIP_CONSTRAINT="$PWD/constraints.txt"' in script
    told = script + (HERE / "constraints.txt").read_text(encoding="utf-8") + str(PROJECT)
    assert not re.search(r"https?://|--index-url|--find-links", told)
