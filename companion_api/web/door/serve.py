"""Opening the door: address, QR code, and the server until somebody stops it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import cast

import segno
import uvicorn
from starlette.types import ASGIApp

from companion_api.saying.words import own_language
from companion_api.saying.words import words as in_language
from companion_api.web.answers import LARGEST_MESSAGE
from companion_api.web.door.authority import Papers
from companion_api.web.door.doorkeeper import Attended, Door, Doorkeeper, quiet

PORT = 8765


def address(
    door: socket.socket, token: str | None = None, *, secure: bool = False, name: str | None = None
) -> str:
    """What to open in a browser: the token rides in the fragment, which is never sent.

    Args:
        door: where the server listens.
        token: None: without one.
        secure: by HTTPS.
        name: another address or name to show.
    """
    host, port = door.getsockname()[:2]
    host = (name or host).partition("%")[0]  # an IPv6 address's zone means nothing elsewhere
    shown = f"[{host}]" if ":" in host else host
    return f"http{'s' * secure}://{shown}:{port}/" + (f"#t={token}" if token else "")


def qr_code(text: str) -> str:
    """A QR code drawn with half blocks, dark on light whatever the terminal's colours."""
    rows = [list(row) for row in segno.make(text, error="l").matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    blocks = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    lines = (
        "".join(blocks[upper, lower] for upper, lower in zip(top, bottom, strict=True))
        for top, bottom in zip(rows[::2], rows[1::2], strict=True)
    )
    return "\n".join(f"\x1b[97;40m{line}\x1b[0m" if sys.stdout.isatty() else line for line in lines)


def words(environment: Mapping[str, str] | None = None) -> Callable[..., str]:
    """What the terminal says: ``words()("stop", folder=…)``, in the user's language."""
    say = in_language(own_language(environment)).say
    return lambda key, **places: say(f"terminal.{key}", **places)


OTHERS_FAULTS = frozenset(
    {"Invalid UTF-8 sequence received from client.", "opening handshake failed", "parser failed"}
)
"""What libraries log as an error, with a traceback, when somebody sends what is no message."""


def configured(app: ASGIApp, papers: Papers | None = None) -> uvicorn.Config:
    """How the server runs: quiet, bounded, without a name; with ``papers`` by HTTPS."""
    config = uvicorn.Config(
        app,
        http="h11",  # bounds a request's head; httptools does not
        log_level="error",
        access_log=False,
        ws_max_size=LARGEST_MESSAGE,
        ws_max_queue=4,
        loop="asyncio",  # uvloop would not ask our doors for connections
        backlog=1024,
        timeout_graceful_shutdown=2,
        server_header=False,
        proxy_headers=False,
        ws_per_message_deflate=False,  # costs more than a home network saves, and memory for each page
    )
    logging.getLogger("uvicorn.error").addFilter(_ours)
    if papers is not None:
        config.ssl_certfile, config.ssl_keyfile = str(papers.certificate), str(papers.key)
    return config


def _ours(record: logging.LogRecord) -> bool:
    """Whether what is logged tells of a fault of ours."""
    return record.getMessage() not in OTHERS_FAULTS


class Server(uvicorn.Server):
    """Uvicorn, until `stop`: a signal ends it in order, whenever it comes.

    Args:
        config: how it runs; whoever comes in is known to a `Doorkeeper`.
    """

    def __init__(self, config: uvicorn.Config) -> None:
        self._keeper = Doorkeeper()
        config.app = Attended(cast(ASGIApp, config.app), self._keeper)
        super().__init__(config)

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve what listens at these sockets, and close them."""
        asyncio.get_running_loop().set_exception_handler(quiet)
        try:
            await super().serve([Door(self._keeper, each) for each in sockets or ()])
        finally:
            for each in sockets or ():
                each.close()

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second: every second whoever let us wait too long has to go."""
        if counter % 10 == 0:
            self._keeper.sweep()
        return await super().on_tick(counter)

    def stop(self, *_: object) -> None:
        """End after the requests in hand (a second time: at once); from any thread or signal."""
        self.force_exit = self.should_exit
        self.should_exit = True

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to `stop_on_signals`: they may come before the server runs."""
        yield

    def stop_on_signals(self) -> None:
        """From now on Ctrl-C and SIGTERM stop the server and raise nothing."""
        signal.signal(signal.SIGINT, self.stop)
        signal.signal(signal.SIGTERM, self.stop)


class Beside:
    """A second server in a thread of its own, until it is closed.

    Args:
        config: what it serves, and how (`configured`).
        doors: where it listens.
        name: of the thread.
    """

    def __init__(self, config: uvicorn.Config, doors: list[socket.socket], name: str) -> None:
        self._server = Server(config)
        run = {"sockets": doors}
        self._thread = threading.Thread(target=self._server.run, kwargs=run, name=name, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Close the door."""
        self._server.stop()
        self._thread.join(5)
