"""What tests of several rooms share: the command line, run inside the test's own process."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion_api import command, gate

PROGRESS = re.compile(r"nainjaune: \d+ s \(\d")
"""How far a film is: told every few seconds on a slow machine."""


@dataclass(frozen=True)
class Ran:
    """What a run of the command came to."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[dict]:
        """Standard output as JSON Lines."""
        return [json.loads(line) for line in self.out.splitlines()]

    def refused(self, *said: str, lines: int = 1) -> Ran:
        """Checks that it ended as bad input must: status 2, one line that says all this."""
        assert self.status == 2, (self.status, self.err)
        told = [line for line in self.err.splitlines() if not PROGRESS.match(line)]
        assert len(told) == lines and all(line.startswith("nainjaune") for line in told), self.err
        for each in said:
            assert each in self.err, self.err
        return self


@pytest.fixture
def nainjaune(capfd) -> Callable[..., Ran]:
    """Runs ``nainjaune ARGS...``; sees also what libraries write past Python."""

    def run(*args: object) -> Ran:
        capfd.readouterr()
        try:
            status = command.main([str(arg) for arg in args])
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
        said = capfd.readouterr()
        return Ran(status, said.out, said.err)

    return run


SIZE = (320, 240)
"""Width and height of the small pictures and films that tests make."""


@pytest.fixture(scope="session")
def table_file() -> Callable[..., Path]:
    """Writes a table file for pictures of `SIZE`; fields may be changed, or ``"left out"``."""

    def write(path: Path, **changes: object) -> Path:
        told = {
            "game": "nain-jaune",
            "rules": "lindor",
            "options": {},
            "dealer": "Bruno",
            "players": [{"name": "Ana", "seat": [10, 120]}, {"name": "Bruno", "seat": [310.5, 120]}],
            "board": [[60, 40], [200, 40], [200, 180], [60, 180]],
            "size": list(SIZE),
            "boxes": {"TD": 0, "JC": 0, "QS": 0, "KH": 0, "7D": 0},
        } | changes
        path.write_text(json.dumps({name: value for name, value in told.items() if value != "left out"}))
        return path

    return write


@pytest.fixture(autouse=True, scope="session")
def _test_server() -> Iterator[None]:
    """What Starlette's test client calls the server counts as this computer's name."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gate, "LOCAL_NAMES", gate.LOCAL_NAMES | {"testserver"})
        yield
