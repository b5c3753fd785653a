"""A second phone as the camera: its page sends JPEG pictures, one after the other."""

from __future__ import annotations

import re
import threading
import time

import numpy as np

from engine.errors import BadInput
from hardware.cameras.live import LiveSource
from hardware.files.decoding import Allowed, Decoding

WORD = "phone"
"""``--camera phone``, or ``phone:1920x1080``."""
SIZE = (1280, 720)
"""Width and height of the frames unless somebody asks for others; what the phone sends is fitted in."""
SAYS = ("opened", "not_allowed", "no_camera", "needs_https")
"""What a phone's page tells: it is open, or why it does not film."""
LARGEST = 1_500_000
"""Bytes of one JPEG picture."""
FILMED = Decoding(
    Allowed(
        ("JPEG",), "expected JPEG",
        bytes=LARGEST, pixels=4096 * 2304, side=4096, memory=192_000_000, seconds=5.0,
    )
)  # fmt: skip
"""Decodes the pictures that a phone sends."""


class PhoneCamera(LiveSource):
    """The camera of the phone that sends to ``feed``."""

    def __init__(self, feed: PhoneFeed) -> None:
        super().__init__(WORD, feed.size, 15.0, patience=3.0)
        self.feed = feed


class PhoneFeed:
    """Where a phone's pictures arrive, whichever evening is on.

    Args:
        size: width and height of the frames.

    Attributes:
        newest: the last picture, H × W × 3, BGR; None before the first.
        at: when it came, in seconds of `time.monotonic`.
        says: what the phone's page has said since (`SAYS`); empty: nothing.
    """

    def __init__(self, size: tuple[int, int] = SIZE) -> None:
        self.size = size
        self._alone = threading.Lock()
        self._camera: PhoneCamera | None = None
        self.newest: np.ndarray | None = None
        self.at = 0.0
        self.says = ""

    def camera(self) -> PhoneCamera:
        """A camera that shows what comes from now on, instead of the last one."""
        with self._alone:
            self._camera = PhoneCamera(self)
            return self._camera

    def put(self, jpeg: bytes) -> None:
        """Show a picture; nothing happens while no camera is open. From any thread.

        Raises:
            BadInput: it is no JPEG, or too large.
        """
        image = FILMED.picture(jpeg, "the picture")
        self.newest, self.at, self.says = image, time.monotonic(), ""
        with self._alone:
            camera = self._camera
        if camera is not None:
            camera.show(image)

    def taken(self, seconds: float) -> None:
        """Wait until the last picture is looked at, for so long at most; without a camera not at all."""
        with self._alone:
            camera = self._camera
        if camera is not None:
            camera.taken(seconds)


def phone_feed(spec: str) -> PhoneFeed | None:
    """What ``phone`` or ``phone:WIDTHxHEIGHT`` asks for; None when it is another camera's name.

    Raises:
        BadInput: the size is none.
    """
    if spec != WORD and not spec.startswith(f"{WORD}:"):
        return None
    wanted = spec.partition(":")[2]
    size = re.fullmatch("([0-9]{3,4})x([0-9]{3,4})", wanted)
    if wanted and size is None:
        raise BadInput(f"{spec}: expected {WORD} or {WORD}:WIDTHxHEIGHT such as {WORD}:1920x1080")
    return PhoneFeed() if size is None else PhoneFeed((int(size[1]), int(size[2])))
