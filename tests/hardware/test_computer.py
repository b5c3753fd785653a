"""The small computer's files: a shell reads the script, the unit names what there is, wheels exist."""

from __future__ import annotations

import configparser
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from companion_api.command import parser

ROOT = Path(__file__).parents[2]
COMPUTER = ROOT / "hardware" / "computer"


def test_the_script_is_one_that_a_shell_can_read() -> None:
    assert subprocess.run(["sh", "-n", COMPUTER / "install.sh"]).returncode == 0


def test_the_service_calls_the_command_as_it_is() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str
    unit.read(COMPUTER / "nainjaune.service")
    values = dict(pair.split("=", 1) for pair in unit["Service"]["Environment"].split())
    start = unit["Service"]["ExecStart"]
    for name, value in values.items():
        start = start.replace(f"${{{name}}}", value).replace(f"${name}", value)
    program, *options = start.split()
    assert program.endswith("/nainjaune")
    args = parser([options[0]]).parse_args(options)
    assert args.lan and args.camera == "0" and args.data == "/var/lib/nainjaune"
    assert unit["Service"]["Type"] == "notify" and int(unit["Service"]["WatchdogSec"]) > 20
    assert f"StateDirectory={Path(args.data).name}" in (COMPUTER / "nainjaune.service").read_text()


def test_the_container_starts_the_command_as_it_is() -> None:
    lines = (COMPUTER / "Containerfile").read_text().splitlines()
    entry, more = (
        json.loads(line.split(" ", 1)[1]) for line in lines if line.startswith(("ENTRYPOINT", "CMD"))
    )
    args = parser(["play"]).parse_args([*entry[1:], *more])
    assert args.camera == "phone" and args.data == "/data"


def test_a_club_s_containers_start_commands_as_they_are() -> None:
    text = (COMPUTER / "club.compose.yaml").read_text()
    for place, value in (("${HOST:?this computer's address}", "192.168.1.5"), ("${TABLES:-20}", "20")):
        assert place in text
        text = text.replace(place, value)
    told = [part.split("&&")[0].split() for part in text.split("/opt/nainjaune/bin/nainjaune ")[1:]]
    assert [words[:2] for words in told] == [["club", "certificate"], ["club", "setup"]]
    certificate, setup = (parser(["club"]).parse_args(words) for words in told)
    assert setup.authority == certificate.out / "authority.crt" and setup.tables == 20
    assert certificate.hosts == ["192.168.1.5"] and "@192.168.1.5/" in setup.address
    for name in ("server.crt", "server.key"):
        assert f"={certificate.out}/{name}" in text
    (entry,) = re.findall(r'entrypoint: (\["/opt/nainjaune.*\])', text)
    (more,) = re.findall(r'command: (\["--host.*\])', text)
    board = parser(["club"]).parse_args([*json.loads(entry)[1:], *json.loads(more)])
    assert Path(board.file).parent == setup.out


@pytest.mark.skipif("NAINJAUNE_LONG" not in os.environ, reason="NAINJAUNE_LONG=1 asks the package index")
@pytest.mark.parametrize("python", ["3.11", "3.13"])
def test_every_package_has_a_wheel_for_arm64(python: str, tmp_path: Path) -> None:
    """Debian 12 has Python 3.11 and glibc 2.36, Debian 13 has 3.13 and 2.41."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["openvino"]]
    platforms = ["manylinux2014_aarch64", *(f"manylinux_2_{minor}_aarch64" for minor in range(17, 37))]
    told = [word for platform in platforms for word in ("--platform", platform)]
    ran = subprocess.run(
        [sys.executable, "-m", "pip", "install", "-q", "--dry-run", "--ignore-installed",
         "--target", tmp_path, "--python-version", python, "--implementation", "cp",
         "--only-binary=:all:", *told, *wanted],
        capture_output=True, text=True,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
