"""A process that looks at pictures for hours holds no more than what it uses."""

from __future__ import annotations

import platform
import subprocess
import sys
import weakref

import pytest

from companion_api.system.memory import QUIET, WhileQuiet

PICTURES = """
import numpy as np
from companion_api.system import memory
memory.give_large_back()
kept = []
for _ in range(3):
    pictures = []
    for _ in range(60):
        pictures.append(np.ones(4_000_000, np.uint8))
        kept.append(np.ones(3_000, np.uint8))
    most = memory.resident_mb()
    del pictures
print(most - memory.resident_mb())
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other allocators have habits of their own")
def test_pictures_that_are_gone_take_no_memory_though_small_things_that_stay_lie_between_them() -> None:
    run = subprocess.run(
        [sys.executable, "-c", PICTURES], capture_output=True, text=True, check=True, timeout=600
    )
    assert float(run.stdout) > 200, "megabytes of 240"


def test_unused_objects_are_collected_while_nothing_happens_but_not_at_every_frame() -> None:
    class Circle:
        def __init__(self) -> None:
            self.itself = self

    quiet = WhileQuiet()
    gone = []
    for t in (0.0, 0.1, QUIET, 2 * QUIET - 0.1):
        circle = Circle()
        there = weakref.ref(circle)
        del circle
        quiet.at(t)
        gone.append(there() is None)
    assert gone == [True, False, True, False]
