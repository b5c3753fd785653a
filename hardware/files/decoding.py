"""Pictures from outside are decoded in a process of their own, with an end to its memory and its time.

Whoever may send a picture is a stranger: 2.5 kB may ask for a gigabyte. So formats, sides and pixels are
bounded before anything is decoded, and the decoding itself happens in `hardware.files.decoder`, to which
the system gives so much memory and so much processor time and no more. What breaks there is one
refusal here.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import psutil

from engine.errors import BadInput
from hardware.files import decoder

PATIENCE = 120.0
"""Seconds after which a process that answers nothing is given up, however busy the computer is."""

HELD = not (sys.platform == "win32" or sys.platform == "darwin")
"""Whether the system itself holds that process to its memory and time: Linux does. Windows has no such limit
and macOS does not heed the one of memory: there we look at it every `LOOK` seconds and end it."""
LOOK = 0.02

LEAN = {"OPENBLAS_NUM_THREADS": "1", "MALLOC_MMAP_THRESHOLD_": f"{4 << 20}"}
"""In the environment of its process: what a picture has held goes back to the system with it."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """What a door lets in.

    Attributes:
        formats: Pillow's names of those that are decoded.
        expected: the same for people.
        bytes: of the file.
        pixels: of the picture.
        side: pixels of its longer side.
        memory: bytes that decoding may take.
        seconds: of processor time that it may take.
    """

    formats: tuple[str, ...]
    expected: str
    bytes: int
    pixels: int
    side: int
    memory: int
    seconds: float


class Decoding:
    """Decodes pictures, one at a time; from any thread. Its process starts with the first one.

    Args:
        allowed: what is let in.
    """

    def __init__(self, allowed: Allowed) -> None:
        self.allowed = allowed
        self._turn = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0
        atexit.register(self.close)

    def picture(self, content: bytes, name: str, *, wanted: int = 0, expected: str = "") -> np.ndarray:
        """The picture in *content*: uint8, height × width × 3, BGR, turned as its EXIF data says.

        The first picture of several; greys of more than eight bits are scaled, what is transparent lies
        on white.

        Args:
            content: a file's; refused where it is longer than is let in.
            name: of it, for people.
            wanted: pixels of the longer side that are needed, of more than twice as many it is made
                smaller; 0: as it is.
            expected: instead of what is no picture; '': the formats let in.

        Raises:
            BadInput: no picture, cut off in the middle, or more than is let in.
        """
        with self._turn:
            answer = self._answer(content, wanted) if len(content) <= self.allowed.bytes else "large"
        if isinstance(answer, np.ndarray):
            return answer
        raise BadInput(f"{name}: {_refusal_line(answer, self.allowed, expected or self.allowed.expected)}")

    def close(self) -> None:
        """End its process; the next picture starts another."""
        process, self._process = self._process, None
        if process is None or self._owner != os.getpid():
            return
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                if pipe is not None:
                    pipe.close()
        process.kill()
        process.wait()

    def _answer(self, content: bytes, wanted: int) -> np.ndarray | str:
        """The picture, or why there is none."""
        for _ in range(2):
            try:
                return self._decode_bounded(content, wanted)
            except (OSError, ValueError, EOFError):
                process = self._process
                # It ended by itself, idle, just as we asked: that says nothing of the picture.
                idle = process is not None and process.poll() == 0
                self.close()
                if not idle:
                    break
        return "damaged"

    def _decode_bounded(self, content: bytes, wanted: int) -> np.ndarray | str:
        process = self._running()
        given_up = threading.Timer(PATIENCE, process.kill)
        given_up.daemon = True
        given_up.start()
        try:
            with contextlib.nullcontext() if HELD else _watched(process, self.allowed):
                return self._exchange(process, content, wanted)
        finally:
            given_up.cancel()

    def _exchange(self, process: subprocess.Popen[bytes], content: bytes, wanted: int) -> np.ndarray | str:
        """What the process answers.

        Raises:
            OSError, ValueError, EOFError: nothing that can be read; it has ended.
        """
        assert process.stdin is not None and process.stdout is not None
        allowed = self.allowed
        asked = {
            "bytes": len(content), "formats": allowed.formats, "pixels": allowed.pixels,
            "side": allowed.side, "seconds": allowed.seconds, "wanted": wanted,
        }  # fmt: skip
        process.stdin.write(json.dumps(asked).encode() + b"\n")
        process.stdin.write(content)
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        if "refused" in answer:
            return str(answer["refused"])
        width, height = (int(side) for side in answer["size"])
        if not 0 < width * height <= allowed.pixels:
            raise ValueError("more than was asked for")
        image = np.empty((height, width, 3), np.uint8)
        _read_into(process, image.reshape(-1).data)
        return image

    def _running(self) -> subprocess.Popen[bytes]:
        """Its process; one that was forked from ours starts its own."""
        if self._process is None or self._owner != os.getpid() or self._process.poll() is not None:
            if self._owner == os.getpid():
                self.close()
            self._process, self._owner = _started(self.allowed.memory), os.getpid()
        return self._process


def _started(memory: int) -> subprocess.Popen[bytes]:
    there = os.environ | {"PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)}
    return subprocess.Popen(
        [sys.executable, "-m", decoder.__name__, str(memory)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        env=there | LEAN, pipesize=1 << 20,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )  # fmt: skip


@contextlib.contextmanager
def _watched(process: subprocess.Popen[bytes], allowed: Allowed) -> Iterator[None]:
    """A while in which a process is ended once it holds or takes more than is allowed."""
    done = threading.Event()

    def watch() -> None:
        with contextlib.suppress(psutil.Error):
            seen = psutil.Process(process.pid)
            began = sum(seen.cpu_times()[:2])
            while not done.wait(LOOK):
                took = sum(seen.cpu_times()[:2]) - began
                if seen.memory_info().rss > allowed.memory or took > allowed.seconds:
                    process.kill()
                    return

    watching = threading.Thread(target=watch, name="decoding", daemon=True)
    watching.start()
    try:
        yield
    finally:
        done.set()
        watching.join()


def _read_into(process: subprocess.Popen[bytes], rows: memoryview) -> None:
    """Fill *rows* with what comes.

    Raises:
        EOFError: it ended before.
    """
    assert process.stdout is not None
    filled = 0
    while filled < len(rows):
        came = process.stdout.readinto(rows[filled:])  # type: ignore[attr-defined]
        if not came:
            raise EOFError
        filled += came


def _refusal_line(why: str, allowed: Allowed, expected: str) -> str:
    """One line about a picture that is not taken."""
    return {
        "large": "the picture is too large"
        f" (expected at most {allowed.pixels // 10**6} megapixels and {allowed.side} pixels a side)",
        "scans": f"a JPEG file of too many scans (expected at most {decoder.MAX_SCANS})",
        "unknown": f"not a picture that can be read ({expected})",
    }.get(why, f"the picture is damaged or cut off ({allowed.expected})")


FILES = Decoding(
    Allowed(
        ("JPEG", "PNG", "WEBP", "BMP", "TIFF"), "expected JPEG, PNG, WebP, BMP or TIFF",
        bytes=500_000_000, pixels=120_000_000, side=65_535, memory=1_500_000_000, seconds=60.0,
    )
)  # fmt: skip
"""Photographs that somebody names on this computer: telephones take 12, some 50 or 108 million pixels. Of so
many, reading and looking stay below 2 GB. Pillow would start Ghostscript for a PostScript file."""
SENT = Decoding(
    Allowed(
        ("JPEG", "PNG"), "expected JPEG or PNG",
        bytes=16 << 20, pixels=50_000_000, side=20_000, memory=384_000_000, seconds=15.0,
    )
)  # fmt: skip
"""Photographs that come in by the network: what browsers send, and telephones as they take them."""
