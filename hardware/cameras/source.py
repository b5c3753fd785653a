"""What every camera is: an iterator of frames, and what all sources here share."""

from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType
from typing import Protocol, Self

import numpy as np

from engine.boundaries import Frame
from engine.redaction import redacted


class CameraLost(Exception):
    """A live camera gives no pictures, or always the same one.

    Raised by ``next(camera)``. The camera keeps trying to come back: call ``next`` again to go on
    waiting; it returns a frame as soon as there is one, or raises again after `LiveCamera.patience`.

    Attributes:
        why: ``"no_picture"`` (unplugged, switched off, out of the network) or ``"frozen"``.
    """

    def __init__(self, name: str, why: str) -> None:
        text = {"no_picture": "no picture comes", "frozen": "the picture is frozen"}[why]
        super().__init__(redacted(f"{name}: {text}, trying again"))
        self.why = why


class Camera(Protocol):
    """A source of frames: an iterator, and a context manager that lets go of the device.

    Attributes:
        name: what a person would call it, e.g. ``"webcam 0"``; also `Frame.source`.
        size: width and height in pixels.
        fps: frames a second, as far as the source tells.
        live: True when frames that nobody fetches are lost; then ``next`` may raise `CameraLost`.
    """

    name: str
    size: tuple[int, int]
    fps: float
    live: bool

    def __iter__(self) -> Iterator[Frame]: ...
    def __next__(self) -> Frame: ...
    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
    def close(self) -> None: ...


class Source:
    """What all cameras here share: iteration, and `close` at the end of a ``with`` block."""

    name: str
    size: tuple[int, int]
    fps: float
    live: bool = False

    def __iter__(self) -> Iterator[Frame]:
        return self

    def __next__(self) -> Frame:
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the device or file; may be called twice."""

    def frame(self, number: int, t: float, image: np.ndarray, gap: float = 0.0) -> Frame:
        """A `Frame` whose picture nobody can write to."""
        image.flags.writeable = False
        return Frame(number=number, t=t, source=self.name, image=image, gap=gap)
