"""A film shown as a network camera shows a table: HTTP MJPEG in real time, cut off and back again.

For tests and measurements: `hardware.cameras.network` reads it as it reads any such camera.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Self

import cv2

from hardware.cameras.film import Film

BOUNDARY = "picture"
QUALITY = 92
"""Of the JPEG pictures, 0–100."""


class FilmServer:
    """Shows one film on the loopback, from when somebody first looks, whether or not anybody goes on looking.

    Attributes:
        url: for `hardware.cameras.open_camera`.

    Raises:
        BadInput: it is no film.
    """

    def __init__(self, path: Path) -> None:
        quality = [cv2.IMWRITE_JPEG_QUALITY, QUALITY]
        with Film(path) as film:
            self.fps = film.fps
            self._pictures = [cv2.imencode(".jpg", frame.image, quality)[1].tobytes() for frame in film]
        self._shown = -1
        self._looked = threading.Event()
        self._closing = threading.Event()
        self._away_until = 0.0
        self._waits = False
        self._looking = 0
        self._news = threading.Condition()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/table.mjpg"
        self._threads = [
            threading.Thread(target=run, name="film-server", daemon=True)
            for run in (self._server.serve_forever, self._show)
        ]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.set()
        self._looked.set()
        self._server.shutdown()
        self._server.server_close()

    @property
    def t(self) -> float:
        """Seconds of the film that have passed."""
        return max(0, self._shown) / self.fps

    @property
    def duration(self) -> float:
        """Seconds of the whole film."""
        return len(self._pictures) / self.fps

    @property
    def over(self) -> bool:
        """Whether the film has been shown to its end."""
        return self._shown >= len(self._pictures) - 1

    @property
    def away(self) -> bool:
        """Whether nobody is answered just now."""
        return time.monotonic() < self._away_until

    def cut(self, seconds: float, *, waits: bool = False) -> None:
        """Drop whoever looks and answer nobody for so long.

        Args:
            waits: the people at the table wait until somebody looks again, the film stands still.
        """
        self._waits = waits
        self._away_until = time.monotonic() + seconds

    def _show(self) -> None:
        """The film's own time."""
        self._looked.wait()
        due = time.monotonic()
        while not self.over and not self._closing.is_set():
            due += 1 / self.fps
            time.sleep(max(0.0, due - time.monotonic()))
            if self._waits and (self.away or not self._looking):
                continue
            with self._news:
                self._shown += 1
                self._news.notify_all()

    @contextlib.contextmanager
    def _watched(self) -> Iterator[None]:
        """Somebody looks."""
        with self._news:
            self._looking += 1
        try:
            yield
        finally:
            with self._news:
                self._looking -= 1

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            """Streams to one who looks, the newest picture each time, until cut off."""

            def do_GET(self) -> None:
                if server.away:
                    self.close_connection = True
                    return
                self.send_response(200)
                self.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={BOUNDARY}")
                self.end_headers()
                server._looked.set()
                sent = -1
                with server._watched(), contextlib.suppress(OSError):
                    while not (server.away or server._closing.is_set()):
                        with server._news:
                            if server._shown <= sent:
                                server._news.wait(0.2)
                        if server._shown > sent:
                            sent = server._shown
                            self._send(server._pictures[sent])

            def _send(self, jpeg: bytes) -> None:
                head = f"--{BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
                self.wfile.write(head.encode() + jpeg + b"\r\n")

            def log_message(self, *_: object) -> None:
                """Nothing: whoever measures has his own lines."""

        return Handler
