"""A microphone on this computer, which may be unplugged and plugged in again.

A thread of its own reads the device, so no sound is lost while words are recognised. Nothing is kept
but what has not been fetched yet.
"""

from __future__ import annotations

import itertools
import queue
import re
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from engine.errors import BadInput
from hardware.hearing.sound import BLOCK_SECONDS, Block

RATE = 16000
"""Samples a second asked for: what recognisers were trained on."""
RETRY_SECONDS = 1.0
"""How often a microphone that is gone is tried again."""
MOST_BLOCKS = 300
"""Blocks that wait at most (30 s); older ones are dropped."""
NO_EXTRA = (
    "listening needs two libraries that are not installed: pip install 'nainjaune[voice]' "
    "(in this folder: pip install -e '.[voice]'; on Debian and Ubuntu also: apt install libportaudio2)"
)


class Stream(Protocol):
    """An open device (`sounddevice.RawInputStream` is one); what it raises means that it is gone."""

    def read(self, frames: int) -> tuple[Any, bool]: ...
    def close(self) -> None: ...


Connect = Callable[[], Stream]
"""Opens the device; raises an `Exception` when it is not there."""
_asking = threading.Lock()
"""The library forgets its devices while it looks for them anew."""


@dataclass(frozen=True, slots=True)
class Device:
    """A microphone that can be chosen.

    Attributes:
        number: what ``--listen`` takes.
        name: as the system calls it.
        standard: the one taken when none is named.
    """

    number: int
    name: str
    standard: bool

    @property
    def kept(self) -> str:
        """Its name without the place where it is plugged in, which may be another one next time."""
        return re.sub(r" *\(hw:[0-9,]+\)$", "", self.name)


class Microphone:
    """Blocks of sound as they are said; iterating waits, and ends only when it is closed.

    Args:
        name: for people.
        connect: opens the device; called again, from the reading thread, whenever sound stops.
        changed: told ``"ok"`` or ``"lost"`` from the reading thread whenever that changes.
        retry: seconds between two attempts to get a lost device back.
        waits: it need not be there at the start; then it is lost until it comes.

    Raises:
        BadInput: it is not there at the start.
    """

    live = True
    rate = RATE

    def __init__(
        self,
        name: str,
        connect: Connect,
        changed: Callable[[str], None] = lambda state: None,
        *,
        retry: float = RETRY_SECONDS,
        waits: bool = False,
    ) -> None:
        self.name = name
        self._connect = connect
        self._changed = changed
        self._retry = retry
        stream: Stream | None = None
        try:
            stream = connect()
        except BadInput:
            raise
        except Exception as error:
            if not waits:
                text = f"{name}: no such microphone, or another program is using it ({error})"
                raise BadInput(text) from None
            changed("lost")
        self._blocks: queue.Queue[Block | None] = queue.Queue()
        self.began = time.monotonic()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._read, args=(stream,), name=name, daemon=True)
        self._thread.start()

    def __iter__(self) -> Iterator[Block]:
        while (block := self._blocks.get()) is not None:
            yield block

    def close(self) -> None:
        """Let go of the device; whoever iterates comes to an end."""
        self._closing.set()
        self._thread.join(timeout=5.0)
        self._blocks.put(None)

    def _read(self, stream: Stream | None) -> None:
        frames = int(RATE * BLOCK_SECONDS)
        while not self._closing.is_set():
            try:
                if stream is None:
                    stream = self._connect()
                    self._changed("ok")
                data, _ = stream.read(frames)
            except Exception:  # whatever the system says: it is gone, and may come back
                if stream is not None:
                    _close(stream)
                    stream = None
                    self._changed("lost")
                self._closing.wait(self._retry)
                continue
            samples = np.frombuffer(bytes(data), np.int16)
            self._blocks.put(Block(time.monotonic() - self.began - len(samples) / RATE, samples))
            if self._blocks.qsize() > MOST_BLOCKS:
                self._blocks.get_nowait()
        if stream is not None:
            _close(stream)


def _close(stream: Stream) -> None:
    try:
        stream.close()
    except Exception:  # a device that was pulled out cannot be closed either
        return


def devices(*, anew: bool = False) -> list[Device]:
    """The microphones of this computer.

    Args:
        anew: also those plugged in since the library began; only while none is open.

    Raises:
        BadInput: the library for sound is not installed.
    """
    sound = _library()
    with _asking:  # a lost microphone is looked for anew while the page lists them all
        if anew:
            sound._terminate()
            sound._initialize()
        standard, there = sound.default.device[0], list(sound.query_devices())
    return [
        Device(number, str(device["name"]), number == standard)
        for number, device in enumerate(there)
        if device["max_input_channels"] > 0
    ]


def open_microphone(
    which: str = "", changed: Callable[[str], None] = lambda state: None, *, waits: bool = False
) -> Microphone:
    """The microphone with this number, or the first whose name holds ``which``; empty: the standard one.

    Args:
        which: number, part of a name, or empty.
        changed: see `Microphone`.
        waits: it need not be there yet.

    Raises:
        BadInput: there is none, or the library for sound is not installed.
    """
    there = devices()
    if not there and not waits:
        raise BadInput("no microphone is connected to this computer")
    if which and not waits and not any(_is(device, which) for device in there):
        names = ", ".join(f"{device.number} {device.name}" for device in there)
        raise BadInput(f"microphone {which}: not there, expected one of: {names}")

    def connect(anew: bool = False) -> Stream:
        """Found by name each time: plugged in again, it may have another number."""
        now = devices(anew=anew)
        number = next((each.number for each in now if _is(each, which)), None) if which else None
        if not now or (which and number is None):
            raise OSError("not there")
        opened = _library().RawInputStream(samplerate=RATE, channels=1, dtype="int16", device=number)
        opened.start()
        stream: Stream = opened
        return stream

    tries = itertools.chain([False], itertools.repeat(True))
    return Microphone(f"microphone {which}".strip(), lambda: connect(next(tries)), changed, waits=waits)


def _is(device: Device, which: str) -> bool:
    return which == str(device.number) if which.isdigit() else which.casefold() in device.name.casefold()


def _library() -> Any:
    try:
        import sounddevice
    except (ImportError, OSError):  # OSError: the system's own library (PortAudio) is missing
        raise BadInput(NO_EXTRA) from None
    return sounddevice
