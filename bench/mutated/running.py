"""One mutated file through a command, within this process: what came of it, and what it cost."""

from __future__ import annotations

import contextlib
import io
import json
import os
import resource
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from bench.mutated.material import DECK_NAME, KINDS, Files
from bench.mutated.mutations import mutate_database, mutated
from companion_api.command import main
from engine import strict_json

MOST_SECONDS = 20
"""Processor time that a command may take for one file."""
MOST_MB = 2000
"""Memory that it may take."""
LONGEST_LINE = 2500
MOST_LINES = 12
"""Lines on standard error that tell what is wrong: a store may have several things to say."""
_SHARES = dict(zip(KINDS, (12, 8, 10, 6, 6, 4, 5, 8, 8, 18, 5, 10), strict=True))
"""How often each kind comes; looking at pictures takes longest."""
_TEXTS = ("log", "notation", "table", "calls", "script", "csv", "json")


@dataclass(frozen=True, slots=True)
class Came:
    """What came of one mutated file.

    Attributes:
        seed: that makes it again.
        kind: one of `material.KINDS`.
        status: exit status of the commands, the last one that is not 0.
        seconds: of processor time.
        mb: the most memory that the process has held so far.
        fault: what must not be, None: nothing. ``traceback``, ``hang``, ``memory``, ``died``, ``line``
            (no line where one is due, or one that is none of ours) or ``json`` (not JSON Lines).
        detail: of the fault.
        args: the command.
    """

    seed: int
    kind: str
    status: int
    seconds: float
    mb: float
    fault: str | None = None
    detail: str = ""
    args: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def kind_of(seed: int) -> str:
    """Which kind of file a seed mutates."""
    return Random(f"{seed}/kind").choices(list(_SHARES), list(_SHARES.values()))[0]


def run_one(seed: int, files: Files, folder: Path) -> Came:
    """Mutate a file and hand it to a command that reads it.

    Args:
        seed: decides everything.
        files: good ones (`material.make`), which stay as they are.
        folder: where the mutated one goes, emptied before.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    kind, rng = kind_of(seed), Random(f"{seed}/file")
    file = _mutated_file(kind, rng, files, folder)
    began, status, fault = time.process_time(), 0, None
    args: list[str] = []
    for args in _commands(kind, file, rng, files, folder):
        ended, fault = _checked(args)
        status = status if ended == 0 else ended
        if fault is not None:
            break
    seconds = time.process_time() - began
    mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    if fault is None and seconds > MOST_SECONDS:
        fault = ("hang", f"{seconds:.1f} s")
    if fault is None and mb > MOST_MB:
        fault = ("memory", f"{mb:.0f} MB")
    came = Came(seed, kind, status, round(seconds, 2), round(mb))
    return came if fault is None else replace(came, fault=fault[0], detail=fault[1], args=tuple(args))


def _mutated_file(kind: str, rng: Random, files: Files, folder: Path) -> Path:
    good = rng.choice(files[kind])
    if kind in ("deck", "database"):
        root = good.parents[2] if kind == "deck" else good.parent
        shutil.copytree(root, folder / "data")
        file = folder / "data" / good.relative_to(root)
    else:
        file = folder / f"mutated{good.suffix}"
        shutil.copyfile(good, file)
    if kind == "database" and rng.random() < 0.6:
        mutate_database(file, rng)
    else:
        others = [path.read_bytes() for path in files[kind]]
        text = kind in _TEXTS or file.suffix == ".json"
        content = mutated(good.read_bytes(), rng, text, others)
        # A film made longer takes longer, and rightly so.
        file.write_bytes(content[: 2 * good.stat().st_size] if kind in ("film", "sound") else content)
    return file


def _commands(kind: str, file: Path, rng: Random, files: Files, folder: Path) -> Iterator[list[str]]:
    """The commands that read such a file, one of them or several in a row."""
    photo, film, table = (str(files[name][0]) for name in ("image", "film", "table"))
    at, data = str(file), ["--data", str(folder / "data")]
    as_json = rng.choice(([], ["--json"]))
    if kind in ("log", "notation"):
        yield rng.choice((["settle", at], ["notate", at], ["notate", at, "--brief"])) + as_json
    elif kind == "table":
        yield rng.choice((["boxes", photo, "--table", at], ["watch", film, "--table", at])) + as_json
    elif kind == "calls":
        yield ["watch", film, "--table", table, "--calls", at, *as_json]
    elif kind == "script":
        yield ["listen", at, *as_json]
    elif kind == "sound":
        yield ["listen", at, "--script", str(files["script"][0]), *as_json]
    elif kind == "deck":
        reads = (["deck", "show", DECK_NAME], ["deck", "list"], ["cards", photo, "--deck", DECK_NAME])
        yield rng.choice(reads) + data + as_json
    elif kind in ("csv", "json"):
        yield ["history", *data, "--in", at, *as_json]
        yield from _history(data, rng, folder)
    elif kind == "image":
        yield from _of_image(at, rng, files, as_json)
    elif kind == "film":
        yield ["watch", at, "--table", table, *as_json]
    else:
        yield from _history(data, rng, folder)
        if rng.random() < 0.1:
            yield ["play", "--camera", film, "--speed", "100", "--once", "--port", "0", *data, "--json"]


def _history(data: list[str], rng: Random, folder: Path) -> Iterator[list[str]]:
    yield ["history", *data, "--json"]
    yield ["history", *data, "--out", str(folder / f"out{rng.choice(('.csv', '.json', '.bgsplay'))}")]


def _of_image(at: str, rng: Random, files: Files, as_json: list[str]) -> Iterator[list[str]]:
    boxes = ["boxes", at, "--table", str(files["table"][1])]
    watch = ["watch", at, "--table", str(files["table"][1])]
    yield (
        rng.choice((["cards", at], ["cards", at], ["chips", at], boxes, ["print", "--check", at], watch))
        + as_json
    )


def _checked(args: list[str]) -> tuple[int, tuple[str, str] | None]:
    """Run a command; its exit status and what must not be (kind, detail)."""
    status, out, err, raised = _ran(args)
    if raised is not None:
        return status, ("traceback", raised)
    lines = [line for line in err.splitlines() if line]
    foreign = [line for line in lines if not line.startswith("nainjaune")]
    if any("Traceback" in line or "Exception ignored" in line for line in lines):
        return status, ("traceback", err[-2000:])
    if status not in (0, 2, 3) or foreign or len(lines) > MOST_LINES or (status == 2 and not lines):
        return status, ("line", f"status {status}: {(foreign or lines)[:3]}"[:2000])
    if any(len(line) > LONGEST_LINE for line in lines):
        return status, ("line", f"a line of {max(map(len, lines))} characters")
    if "--json" in args:
        try:
            for line in out.splitlines():
                strict_json.parse(line)
        except ValueError as error:
            return status, ("json", f"{error}: {line[:200]}")
    return status, None


def _ran(args: list[str]) -> tuple[int, str, str, str | None]:
    """The exit status of a command, what it wrote, and the traceback that came out of it."""
    status, raised = 1, None
    with _caught() as caught:
        try:
            status = main(args)
        except BaseException:
            raised = "".join(traceback.format_exc().splitlines(keepends=True)[-14:])
    out, err = caught
    return status, out, err, raised


def _stream(number: int) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BufferedWriter(io.FileIO(number, "w", closefd=False)), line_buffering=True)


@contextlib.contextmanager
def _caught() -> Iterator[list[str]]:
    """What is written to standard output and error, past Python as well, once it is over."""
    caught: list[str] = []
    kept = [os.dup(1), os.dup(2)]
    streams = sys.stdout, sys.stderr
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        os.dup2(out.fileno(), 1)
        os.dup2(err.fileno(), 2)
        sys.stdout, sys.stderr = _stream(1), _stream(2)
        try:
            yield caught
        finally:
            for stream in (sys.stdout, sys.stderr):
                with contextlib.suppress(OSError, ValueError):
                    stream.flush()
            sys.stdout, sys.stderr = streams
            for number, was in enumerate(kept, start=1):
                os.dup2(was, number)
                os.close(was)
            for file in (out, err):
                file.seek(0)
                caught.append(file.read().decode("utf-8", "replace"))


def told(came: Came) -> str:
    """A fault as a line for people, with what makes it again."""
    again = f"nainjaune bench mutated --seed {came.seed} --count 1"
    return f"{came.kind}: {came.fault} ({again}): {json.dumps(came.detail, ensure_ascii=False)}"
