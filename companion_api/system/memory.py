"""How much memory a process holds, and how it stays at that for an evening."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import re
from pathlib import Path

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3
"""As in glibc's malloc.h."""
LARGE = 1 << 20
"""Bytes from which a buffer is asked of the system, and given back to it when it is no longer used."""
KEPT = 8 << 20
"""Bytes that may lie unused at the end of the heap."""


def give_large_back() -> None:
    """Have pictures' buffers given back to the system as soon as they are no longer used (glibc).

    Otherwise glibc soon keeps all buffers of up to 32 MB in one heap, which small ones that stay
    cut up: the process grows for hours, though what it uses does not.
    """
    with contextlib.suppress(OSError, AttributeError):
        libc = ctypes.CDLL("libc.so.6")
        libc.mallopt(M_MMAP_THRESHOLD, LARGE)
        libc.mallopt(M_TRIM_THRESHOLD, KEPT)


QUIET = 30.0
"""Seconds after which unused objects are looked for again while nothing happens."""
SELDOM = 100
"""Looks at middle-aged objects after which the collector looks through everything by itself (usually 10)."""


def leave_what_is_loaded() -> None:
    """Have what has been loaded so far left alone by Python's collector of unused objects.

    It stays to the end, and looking through all of it takes a twentieth of a second each time: a card
    would wait for that (`gc.freeze`). What comes later is looked through rarely but for `WhileQuiet`.
    """
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, SELDOM)


class WhileQuiet:
    """Collects unused objects while nothing happens at a table, so that no card waits for that."""

    def __init__(self) -> None:
        self._next = 0.0

    def at(self, t: float) -> None:
        """Nothing happens at second ``t`` of the table's time."""
        if t >= self._next:
            gc.collect()
            self._next = t + QUIET


def resident_mb(pid: int | str = "self") -> float | None:
    """Megabytes that process ``pid`` holds in memory; None where the system does not tell."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return None
    return round(int(re.findall(r"VmRSS:\s+(\d+) kB", status)[0]) / 1024, 1)
