"""A recording as a camera: every picture in order, with the container's own times."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
from av.container import InputContainer
from av.video.frame import VideoFrame

from engine.boundaries import Frame
from engine.errors import BadInput
from hardware.cameras.pictures import BOUNDED, MAX_PIXELS, decoded, film_of, fitted, picture_of
from hardware.cameras.source import Source
from hardware.files.media import opened

CUT_TOLERANCE = 0.5
"""Seconds that a film may end before its container says so: containers round."""
STREAMS = frozenset(
    {"mpegts", "mpeg", "h264", "hevc", "m4v", "mpegvideo", "mjpeg", "vc1", "obu", "ivf", "dv"}
)
"""FFmpeg's names of mere streams: they promise no length, what FFmpeg makes of their size is a guess."""
_MICROSECOND = Fraction(1, 1_000_000)


class Film(Source):
    """A recording, every picture in order; `Frame.t` is the container's own time, starting at 0.

    A picture that is not wholly decoded is left out. The file is opened here, by whatever name, and FFmpeg
    is given what it holds: it opens nothing else.

    Raises:
        BadInput: at once when the file is no film (or lost its table of contents); while iterating,
            after the last good picture, when it ends earlier than its container says.
    """

    def __init__(self, path: str | Path) -> None:
        self.name = str(path)
        try:
            self._file = open(path, "rb")  # noqa: SIM115 - closed by `close`
        except OSError as error:
            raise BadInput(f"{path}: cannot be read ({error.strerror}; expected a film)") from None
        try:
            self._container = self._opened()
        except BaseException:
            self._file.close()
            raise
        self._pictures = self._decoded()
        self._number = 0
        self._ends: dict[int, float] = {}
        first = next(self._pictures, None)
        if first is None:
            self.close()
            raise BadInput(f"{path}: not a film that can be read (no video in it, or the file is cut)")
        self._first: tuple[float | None, np.ndarray] | None = first
        self.size = (first[1].shape[1], first[1].shape[0])
        self._t = -1.0 / self.fps
        self._start: float | None = None

    def _opened(self) -> InputContainer:
        """The file, once it is known that pictures move in it, and how large they are."""
        refused = BadInput(f"{self.name}: not a film that can be read (no video in it, or the file is cut)")
        try:
            container = opened(self._file, decoders=BOUNDED)
        except (av.error.FFmpegError, OSError, ValueError):
            raise refused from None
        video = film_of(container)
        if video is None or not video.width * video.height:
            raise refused
        self._video = video
        if video.width * video.height > MAX_PIXELS:
            raise BadInput(
                f"{self.name}: a film of {video.width}×{video.height} pixels,"
                f" expected at most {MAX_PIXELS // 10**6} million"
            )
        fps = float(video.guessed_rate or video.average_rate or 0)
        self.fps = fps if 0 < fps < 1000 else 25.0
        self.frames_promised = max(0, video.frames)
        """Pictures that the container announces; 0 when it does not say."""
        return container

    def _decoded(self) -> Iterator[tuple[float | None, np.ndarray]]:
        """Every whole picture, with its time in the container, None: it has none."""
        for frame in decoded(self._packets(), self._video):
            try:
                yield _stamp(frame), picture_of(frame)
            except av.error.FFmpegError as error:
                raise BadInput(f"{self.name}: its pictures cannot be read ({error.strerror})") from None

    def _packets(self) -> Iterator[Any]:
        """What lies in the container, of every stream; a part that cannot be read ends it."""
        try:
            for packet in self._container.demux():
                if packet.pts is not None and packet.time_base:
                    end = float((packet.pts + (packet.duration or 0)) * packet.time_base)
                    index = packet.stream_index
                    self._ends[index] = max(end, self._ends.get(index, end))
                yield packet
        except (av.error.FFmpegError, OSError):
            return

    def __next__(self) -> Frame:
        found, self._first = self._first or next(self._pictures, None), None
        if found is None:
            self._check_end()
            raise StopIteration
        stamp, image = found
        if self._start is None:
            self._start = stamp
        t = self._t if stamp is None or self._start is None else stamp - self._start
        # A broken stamp must not make time stand still or run backwards.
        self._t = t if t > self._t else self._t + 1.0 / self.fps
        frame = self.frame(self._number, self._t, fitted(image, self.size))
        self._number += 1
        return frame

    @property
    def seconds(self) -> float:
        """How long its pictures are shown, as its container says; 0: it does not say."""
        return self._shown_seconds() or _seconds(self._container.duration, _MICROSECOND)

    def _shown_seconds(self) -> float:
        """How long its pictures alone are shown, where the container tells that; else 0."""
        if self._container.format.name == "avi" and self.frames_promised:
            # FFmpeg shortens an AVI's length to what is there; the count in its head stays.
            return self.frames_promised / self.fps
        return _seconds(self._video.duration, self._video.time_base)

    def _check_end(self) -> None:
        """A film is whole when its pictures, or anything in it, last as long as its container says.

        How many pictures there are, many containers do not say; and where sound goes on without
        pictures, the container's length is that of the sound.
        """
        video, container, own = self._video, self._container, self._shown_seconds()
        seen = self._ends.get(video.index, 0.0) - _seconds(video.start_time, video.time_base)
        last = max(self._ends.values(), default=0.0) - _seconds(container.start_time, _MICROSECOND)
        promised = _seconds(container.duration, _MICROSECOND)
        whole = (
            container.format.name in STREAMS
            or 0 < self.frames_promised <= self._number
            or (own > 0 and seen >= own - CUT_TOLERANCE)
            or (container.format.name != "avi" and last >= promised - CUT_TOLERANCE)
        )
        if not whole:
            raise BadInput(
                f"{self.name}: the film is cut or damaged: {self._number} frames (to {seen:.1f} s) could be"
                f" read, expected {round(self.seconds * self.fps)} ({self.seconds:.1f} s)"
            )

    def close(self) -> None:
        """Let go of the file."""
        self._container.close()
        self._file.close()


def _stamp(frame: VideoFrame) -> float | None:
    """A picture's time in the container, as OpenCV told it to the last bit: recordings stay comparable."""
    if frame.pts is None or frame.time_base is None:
        return None
    return frame.pts * float(frame.time_base)


def _seconds(count: int | None, unit: Fraction | None) -> float:
    """So many of a unit; 0: it is not told."""
    return float(count * unit) if count is not None and unit else 0.0
