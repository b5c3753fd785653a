"""A film shown as a network camera shows a table: HTTP MJPEG or RTSP in real time, cut off and back again.

For tests and measurements: `hardware.cameras.network` reads it as it reads any such camera.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from socketserver import BaseRequestHandler, StreamRequestHandler, ThreadingTCPServer
from types import TracebackType
from typing import Self

from bench.network_camera import rtp, rtsp
from engine.errors import BadInput
from hardware.cameras.film import Film

BOUNDARY = "picture"


class FilmServer:
    """Shows one film on the loopback, from when somebody first looks, whether or not anybody goes on looking.

    Args:
        path: of the film.
        protocol: ``"http"`` (MJPEG), ``"rtsp"`` (JPEG as well) or ``"h264"`` (RTSP).

    Attributes:
        ready: whether whoever reads it is ready for the next picture; the film waits else, so that a slow
            computer measures what a fast one does.
        url: for `hardware.cameras.open_camera`.

    Raises:
        BadInput: it is no film, or RTP cannot carry its pictures as JPEG.
    """

    def __init__(self, path: Path, protocol: str = "http") -> None:
        self.protocol = protocol
        with Film(path) as film:
            self.fps, self.size = film.fps, film.size
        self.codec = rtp.H264 if protocol == "h264" else rtp.JPEG
        if protocol == "rtsp":
            try:
                rtp.Rtp(self.codec, self.size)
            except BadInput as error:
                raise BadInput(f"{path}: {error}") from None
        self._pictures = rtp.h264s(path) if protocol == "h264" else rtp.jpegs(path)
        self.ready: Callable[[], bool] = lambda: True
        self._shown = -1
        self._looked = threading.Event()
        self._closing = threading.Event()
        self._away_until = 0.0
        self._ended = False
        self._waits = False
        self._looking = 0
        self._news = threading.Condition()
        handler = _http(self) if protocol == "http" else _rtsp(self)
        self._server = ThreadingTCPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self.url = (
            f"{'http' if protocol == 'http' else 'rtsp'}://127.0.0.1:{self._server.server_address[1]}/table"
        )
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
    def ended(self) -> bool:
        """Whether somebody has been shown the film's last picture; nobody is answered any more."""
        return self._ended

    @property
    def away(self) -> bool:
        """Whether nobody is answered just now."""
        return self.ended or time.monotonic() < self._away_until

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
            due = max(due + 1 / self.fps, time.monotonic())
            time.sleep(max(0.0, due - time.monotonic()))
            if not self.ready() or (self._waits and (self.away or not self._looking)):
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

    def stream(self) -> Iterator[tuple[float, rtp.Picture]]:
        """For one who looks, until cut off: the newest picture each time, with its second of the film.

        H.264 tells what has changed since the picture before: every one comes, from the last whole one on.
        """
        self._looked.set()
        chained = self.protocol == "h264"
        sent = -1
        with self._watched():
            while not (self.away or self._closing.is_set()):
                with self._news:
                    if self._shown <= sent:
                        self._news.wait(0.2)
                if self._shown <= sent:
                    continue
                if not chained:
                    sent = self._shown
                elif sent >= 0:
                    sent += 1
                else:
                    sent = self._shown
                    while not self._pictures[sent].whole:
                        sent -= 1
                yield sent / self.fps, self._pictures[sent]
                self._ended = sent == len(self._pictures) - 1


def _http(server: FilmServer) -> type[BaseRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        """One picture after the other in one answer that never ends."""

        def do_GET(self) -> None:
            if server.away:
                self.close_connection = True
                return
            self.send_response(200)
            self.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={BOUNDARY}")
            self.end_headers()
            with contextlib.suppress(OSError):
                for _, jpeg in server.stream():
                    length = f"Content-Length: {len(jpeg.data)}"
                    head = f"--{BOUNDARY}\r\nContent-Type: image/jpeg\r\n{length}\r\n\r\n"
                    self.wfile.write(head.encode() + jpeg.data + b"\r\n")

        def log_message(self, *_: object) -> None:
            """Nothing: whoever measures has his own lines."""

    return Handler


def _rtsp(server: FilmServer) -> type[BaseRequestHandler]:
    class Handler(StreamRequestHandler):
        """A conversation; after ``PLAY`` pictures follow in it."""

        def handle(self) -> None:
            with contextlib.suppress(OSError):
                while not server.away and (request := self._request()):
                    self.wfile.write(rtsp.answer(request, server.url, server.codec.about).encode())
                    if request.startswith("PLAY"):
                        self._play()
                        return

        def _request(self) -> str:
            lines = []
            while (line := self.rfile.readline().decode()).strip():
                lines.append(line)
            return "".join(lines)

        def _play(self) -> None:
            made = rtp.Rtp(server.codec, server.size)
            for t, picture in server.stream():
                self.wfile.write(b"".join(map(rtsp.interleaved, made.packets(picture, t))))

    return Handler
