"""Mutated files through every command that reads one: no traceback, no hang, no memory without bound.

Each seed makes one file of one kind, mutates it and hands it to a command, in a process that runs many
of them, one after the other. Its processor time is limited by the system (it dies of more), its
memory and what it says are looked at after each. Everything is written to a folder for the time being.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from bench.mutated import material, running
from bench.mutated.running import MOST_MB, MOST_SECONDS, Came, kind_of
from engine.errors import BadInput

_WAIT = 600.0
"""Seconds without a word after which a process is stuck, though it takes no processor time."""
_PROGRESS = 500


def run(count: int = 20_000, seed: int = 1, processes: int = 1) -> dict[str, Any]:
    """Mutate and run.

    Args:
        count: how many files.
        seed: the first one's; each further file has the next number.
        processes: how many at a time.

    Returns:
        ``seeds`` (first and last), ``cases``, ``kinds {kind: {cases, read, refused, most_seconds}}``,
        ``most_mb``, ``tracebacks``, ``hangs``, ``memory``, ``other``, ``failures`` [{seed, kind, fault,
        detail, args, …}].

    Raises:
        BadInput: no file or no process is asked for.
    """
    if count < 1 or processes < 1:
        raise BadInput("bench mutated: --count and --processes: expected at least 1")
    seeds = range(seed, seed + count)
    done: list[Came] = []

    def come(came: Came) -> None:
        done.append(came)
        if came.fault is not None:
            print(running.told(came), file=sys.stderr, flush=True)
        elif len(done) % _PROGRESS == 0:
            print(f"{len(done)}/{count}", file=sys.stderr, flush=True)

    with ThreadPoolExecutor(processes) as pool:
        list(pool.map(lambda part: _all_of(seeds[part::processes], come), range(processes)))
    return {"seeds": [seeds[0], seeds[-1]], **summary(done)}


def summary(done: Sequence[Came]) -> dict[str, Any]:
    """Figures of what came; see `run`."""
    faults = Counter(came.fault for came in done if came.fault is not None)
    named = ("traceback", "hang", "memory")
    return {
        "cases": len(done),
        "kinds": {
            kind: {
                "cases": len(of_kind),
                "read": sum(came.status in (0, 3) for came in of_kind),
                "refused": sum(came.status == 2 for came in of_kind),
                "most_seconds": max(came.seconds for came in of_kind),
            }
            for kind in material.KINDS
            if (of_kind := [came for came in done if came.kind == kind])
        },
        "most_mb": max((came.mb for came in done), default=0.0),
        "tracebacks": faults["traceback"],
        "hangs": faults["hang"],
        "memory": faults["memory"],
        "other": sum(many for fault, many in faults.items() if fault not in named),
        "failures": [came.to_json() for came in sorted(done, key=lambda came: came.seed) if came.fault],
    }


def _all_of(seeds: Sequence[int], come: Callable[[Came], None]) -> None:
    """Run these, in a process after the other: one that dies is followed by the next."""
    left = list(seeds)
    while left:
        with tempfile.TemporaryDirectory(prefix="nainjaune-mutated-", ignore_cleanup_errors=True) as folder:
            left = _some_of(left, come, folder)


def _some_of(left: list[int], come: Callable[[Came], None], folder: str) -> list[int]:
    """Run these in one process in a folder of its own; what is left when it dies, hangs or has grown."""
    ours, theirs = get_context("spawn").Pipe()
    process = get_context("spawn").Process(target=_work, args=(theirs, left, folder))
    process.start()
    theirs.close()
    begun = False
    try:
        begun = ours.poll(_WAIT) and ours.recv()
        while left and ours.poll(_WAIT):
            came = ours.recv()
            come(came)
            left = left[1:]
            if came.mb > MOST_MB:  # the next one begins with a process of its own
                return left
        if left:
            come(Came(left[0], kind_of(left[0]), -1, 0.0, 0.0, "hang", "waits for ever"))
        return left[1:]
    except EOFError:
        process.join()
        if not begun:
            raise RuntimeError("bench mutated: the good files could not be made") from None
        hung = process.exitcode == -signal.SIGXCPU
        why = f"more than {MOST_SECONDS} s" if hung else f"exit code {process.exitcode}"
        come(Came(left[0], kind_of(left[0]), -1, 0.0, 0.0, "hang" if hung else "died", why))
        return left[1:]
    finally:
        process.kill()
        process.join()


def _work(pipe: Connection, seeds: Sequence[int], name: str) -> None:
    """Run one file after the other in this process, and tell what came."""
    folder = Path(name)
    os.chdir(folder)
    os.environ.update(TMPDIR=name, XDG_DATA_HOME=str(folder / "nowhere"))
    (folder / "good").mkdir()
    files = material.make(folder / "good")
    pipe.send(True)
    for seed in seeds:
        used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(used) + MOST_SECONDS + 2, hard))
        pipe.send(running.run_one(seed, files, folder / "case"))
