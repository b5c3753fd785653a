"""Pictures that FFmpeg decodes (PyAV), as our frames have them: nothing is shown that it did not decode.

PyAV raises where a picture cannot be converted. OpenCV's own reader went on and showed the memory in which it
should have been: of films that are flagged as interlaced that was every picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import av
import cv2
import numpy as np
from av.container import InputContainer
from av.video.frame import VideoFrame
from av.video.stream import VideoStream

MAX_PIXELS = 34_000_000
"""Of a picture in a film or stream: 8K has 33 million; several at a time are held while watching."""
BOUNDED = {"max_pixels": f"{MAX_PIXELS}"}
"""Asked of FFmpeg's decoders: a picture may be larger than its film says."""
_TURNS = {90: cv2.ROTATE_90_COUNTERCLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_CLOCKWISE}


def film_of(container: InputContainer) -> VideoStream | None:
    """The pictures that move in a container; None: there are none. A cover of one picture is no film."""
    videos = [one for one in container.streams.video if one.codec_context is not None]
    moving = [one for one in videos if not one.disposition & av.stream.Disposition.attached_pic]
    if not moving:
        return None
    moving[0].codec_context.options = BOUNDED
    return moving[0]


def decoded(packets: Iterable[Any], video: VideoStream) -> Iterator[VideoFrame]:
    """The whole pictures of a stream: none that is damaged, none before the first that stands for itself.

    PyAV decodes one after the other (by slices at most): an error comes with its own packet, and takes no
    other picture with it.

    Args:
        packets: of the container, in order.
        video: whose pictures are wanted.
    """
    # H.264's decoder knows itself when a picture is whole; others take grey for what came before.
    knows = video.codec_context.name == "h264"
    begun: int | None = None
    for packet in packets:
        if packet.stream_index != video.index:
            continue
        if packet.is_keyframe and begun is None:
            begun = packet.pts or 0
        try:
            frames = packet.decode()
        except av.error.FFmpegError:  # the end among them
            continue
        for frame in frames:
            whole = knows or (begun is not None and (frame.pts is None or frame.pts >= begun))
            if whole and not frame.is_corrupt:
                yield frame


def picture_of(frame: VideoFrame) -> np.ndarray:
    """A decoded picture, uint8 H × W × 3, BGR, turned as the film says.

    Raises:
        av.error.FFmpegError: it cannot be converted.
    """
    image: np.ndarray = frame.to_ndarray(format="bgr24")
    turn = _TURNS.get(frame.rotation % 360)
    return image if turn is None else np.asarray(cv2.rotate(image, turn))


def fitted(image: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """The picture in another size, its shape kept: the table's geometry is in pixels of the first.

    A film may change its pictures' size, a camera may come back in another mode, a phone may be turned.
    """
    height, width = image.shape[:2]
    if (width, height) == size:
        return image
    scale = min(size[0] / width, size[1] / height)
    inner = (min(size[0], round(width * scale)), min(size[1], round(height * scale)))
    small = cv2.resize(image, inner, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    left, top = (size[0] - inner[0]) // 2, (size[1] - inner[1]) // 2
    right, bottom = size[0] - inner[0] - left, size[1] - inner[1] - top
    return cv2.copyMakeBorder(small, top, bottom, left, right, cv2.BORDER_CONSTANT)
