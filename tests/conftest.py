"""What tests of several rooms share: the command line, run inside the test's own process."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.util import get_temp_dir
from pathlib import Path

import cv2
import psutil
import pytest
from cluster import Cluster, missing
from hypothesis import HealthCheck, settings
from kept import Folder, Served

import languages
from companion_api import command
from companion_api.store import place
from companion_api.web.door import gate
from models import weights

# How long an example takes says only how busy the machine is.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

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


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """An evening without a camera that is still to be set up (`tapped.House`)."""
    from tapped import House  # its camera gives more pictures a second: only where somebody asks for one

    house = House(tmp_path_factory.mktemp("data"))
    yield house
    house.close()


HERE = Path(__file__).parents[1]
SLOW = frozenset({
    "clips", "install", "recipes", "recorded_rounds", "style", "whole_round",
    # companion_api
    "aiming", "bad_input", "board", "both_stores", "contract", "delivery", "demo", "doctor", "encrypted",
    "exchange", "failed_evening", "faults", "forgetting", "gate", "guest_evening", "hand_photo",
    "held_faces", "live_document", "nap_taps", "passes", "past", "past_rounds", "phrases", "play", "resume",
    "roles", "season", "setting_up", "start", "stopping", "store", "table", "taps", "trusted_store", "watch",
    # engine
    "certainty", "counts", "doubt", "draw", "machines", "nap_referee", "next_round", "options", "overlooked",
    "referee", "second_settlements",
    # hardware, hearing, models
    "disturbances", "mount", "nap_table", "network_camera", "outside_films", "print", "same_films", "silent",
    "simulator", "tables", "whisper",
    # vision
    "bump", "chips", "covered", "geometry", "markers", "observer", "quality",
    "redacted_pictures", "tracks",
})  # fmt: skip
"""Files (without ``test_``) that take more than two seconds or so; those with a browser are besides. Every
room has files that are not: what can be passed while one types looks into each. Style and types, `nox` asks
for by themselves."""

DEAREST = (
    "recorded_rounds", "clips", "doubt", "next_round", "install",
    "pages_fit", "whole_round", "start_page", "board_page", "demo", "held_faces", "nap_referee", "nap_page",
    "three_phones", "simulator", "bench_voice",
)  # fmt: skip
"""Files that take longest, roughly by how long: begun first, so that none of them runs at the end alone."""


def is_slow(file: Path) -> bool:
    """Whether a file of tests is one of `SLOW`, starts a browser or measures."""
    name = file.stem.removeprefix("test_")
    return (
        name in SLOW or name.startswith("bench_") or "from browser import" in file.read_text(encoding="utf-8")
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """``-m "not slow"``: what can be passed while one types. The dearest files go first."""
    rank = {f"test_{name}": place for place, name in enumerate(DEAREST)}
    items.sort(key=lambda item: rank.get(item.path.stem, len(rank)))
    slow = {file: is_slow(file) for file in {item.path for item in items}}
    for item in items:
        if slow[item.path]:
            item.add_marker("slow")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A line for each thing that is missing here, with how to get it."""
    skipped = terminalreporter.stats.get("skipped", ())
    why = Counter(str(one.longrepr[2]).removeprefix("Skipped: ") for one in skipped)
    for reason, count in why.most_common():
        terminalreporter.write_line(f"{count} skipped: {reason}")


ENDING = 60.0
"""Seconds that a process which was told to end may take on a busy machine."""
OF_LIBRARIES = (".ses", "torchinductor_", "pulse-")
"""What ONNX Runtime, torch and PulseAudio leave in the temporary folder."""
HELPERS = ("multiprocessing.forkserver", "multiprocessing.resource_tracker", "hardware.files.decoder")
"""Python's own processes, and the one that decodes pictures: they end with the one that started them."""
TESTED_BY = "NAINJAUNE_TESTED_BY"
"""Stands in the environment of every process that tests start, and of those that these start."""


@pytest.fixture
def started() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts ``nainjaune ARGS...`` in a process that is gone after the test, however the test ends."""
    running: list[subprocess.Popen[str]] = []

    def start(*args: object, cwd: Path) -> subprocess.Popen[str]:
        environment = {"PYTHONPATH": str(HERE), "LANG": "fr_FR.UTF-8", "PYTHONIOENCODING": "utf-8"}
        environment["TMPDIR"] = str(cwd)  # what a killed one leaves lying about
        code = "import sys; from companion_api.command import main; sys.exit(main())"
        one = subprocess.Popen(
            [sys.executable, "-c", code, *map(str, args)], cwd=cwd, env=os.environ | environment,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", start_new_session=True,
        )  # fmt: skip
        running.append(one)
        return one

    yield start
    for one in running:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(one.pid, signal.SIGKILL)
        one.communicate()


def ours(mark: str) -> list[psutil.Process]:
    """Every process that carries this mark, whoever is its parent by now, but this one."""
    found = []
    for one in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            helper = one.ppid() == os.getpid() and any(name in " ".join(one.cmdline()) for name in HELPERS)
            if one.pid != os.getpid() and not helper and one.environ().get(TESTED_BY) == mark:
                found.append(one)
    return found


@pytest.fixture(autouse=True, scope="session")
def _nothing_is_left_behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What tests, and what they start, put into the temporary folder is gone; no process of theirs stays."""
    get_temp_dir()  # that of Python's helpers goes with this process, after pytest's own
    # A short name: a socket of Chromium's lies in it, whose whole path may have no more than 107 characters.
    folder, mark = tmp_path_factory.mktemp("t"), str(os.getpid())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TMPDIR", str(folder))
        patch.setattr(tempfile, "tempdir", str(folder))
        patch.setenv(TESTED_BY, mark)
        yield
        if "browser" in sys.modules:
            sys.modules["browser"].quit_all()
        _, running = psutil.wait_procs(ours(mark), timeout=ENDING)
        told = [" ".join(one.cmdline()) for one in running if one.is_running()]
        left = [path.name for path in folder.iterdir() if not path.name.startswith(OF_LIBRARIES)]
    for one in running:
        with contextlib.suppress(psutil.Error):
            one.kill()
    shutil.rmtree(folder, ignore_errors=True)
    assert not told, f"processes left behind: {told}"
    assert not left, f"left in the temporary folder: {left}"


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server of this process's tests."""
    if why := missing():
        pytest.skip(why)
    one = Cluster()
    try:
        yield one
    finally:
        one.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Folder | Served:
    """Where evenings are kept: one test body for a folder and for a server."""
    if request.param == "sqlite":
        return Folder(tmp_path / "data")
    server: Cluster = request.getfixturevalue("cluster")
    return Served(server.database())


@pytest.fixture(autouse=True, scope="session")
def _one_core() -> Iterator[None]:
    """Two files are tested at a time on two cores: threads that wait for each other only burn both."""
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(weights, "THREADS", 1)
        yield
    cv2.setNumThreads(before)


@pytest.fixture(autouse=True, scope="session")
def _no_power_is_cut() -> Iterator[None]:
    """Processes are killed here, no more: what a commit has given to the system is not lost."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(place, "SYNCHRONOUS", "OFF")
        yield


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
def _untranslated() -> Iterator[None]:
    """What is wrong is told as the rooms tell it; how other languages say it, ``test_phrases`` looks at."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(command, "language_of", lambda told: languages.SOURCE)
        yield


@pytest.fixture(autouse=True, scope="session")
def _test_server() -> Iterator[None]:
    """What Starlette's test client calls the server counts as this computer's name."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gate, "LOCAL_NAMES", gate.LOCAL_NAMES | {"testserver"})
        yield
