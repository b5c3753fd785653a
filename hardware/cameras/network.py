"""Network cameras by their address: RTSP, HTTP MJPEG, phone camera applications."""

from __future__ import annotations

import os
import threading
from typing import Any

import cv2

OPEN_TIMEOUT_MS = 8000
"""How long a stream may take to open, and to send its next picture."""
OPTIONS = "OPENCV_FFMPEG_CAPTURE_OPTIONS"
"""Where OpenCV reads what it tells FFmpeg."""
AT_ONCE = "rtsp_flags;prefer_tcp|fpsprobesize;0"
"""Over TCP, as OpenCV has it, and without 20 pictures swallowed to measure how often they come."""
_opening = threading.Lock()


def open_url(url: str) -> Any:
    """The stream at ``url`` as a `cv2.VideoCapture`, or None when it is not there."""
    with _opening:
        told = os.environ.get(OPTIONS)
        os.environ[OPTIONS] = told or AT_ONCE
        try:
            return _open(url)
        finally:
            if told is None:
                del os.environ[OPTIONS]


def _open(url: str) -> Any:
    waits = (cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, cv2.CAP_PROP_READ_TIMEOUT_MSEC)
    options = [value for wait in waits for value in (wait, OPEN_TIMEOUT_MS)]
    capture = cv2.VideoCapture(url, cv2.CAP_FFMPEG, options)
    if not capture.isOpened():
        return None
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture
