"""How much memory a process holds, for measurements."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import re
from pathlib import Path


def held_mb() -> float | None:
    """`resident_mb` of this process without what its allocator merely keeps for later (glibc)."""
    gc.collect()
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)
    return resident_mb()


def resident_mb(pid: int | str = "self") -> float | None:
    """Megabytes that process ``pid`` holds in memory; None where the system does not tell."""
    try:
        told = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return None
    return round(int(re.findall(r"VmRSS:\s+(\d+) kB", told)[0]) / 1024, 1)
