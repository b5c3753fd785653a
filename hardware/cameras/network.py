"""Network cameras by their address: RTSP, HTTP MJPEG, phone camera applications."""

from __future__ import annotations

from typing import Any

import cv2

OPEN_TIMEOUT_MS = 8000
"""How long a stream may take to open, and to send its next picture."""


def open_url(url: str) -> Any:
    """The stream at ``url`` as a `cv2.VideoCapture`, or None when it is not there."""
    waits = (cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, cv2.CAP_PROP_READ_TIMEOUT_MSEC)
    options = [value for wait in waits for value in (wait, OPEN_TIMEOUT_MS)]
    capture = cv2.VideoCapture(url, cv2.CAP_FFMPEG, options)
    if not capture.isOpened():
        return None
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture
