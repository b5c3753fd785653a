"""One server, one address: the start page, and whichever evening is on."""

from __future__ import annotations

import asyncio
import contextlib
import threading

from starlette.types import ASGIApp, Receive, Scope, Send

START = "/api/start"
"""What the start page asks stands below this path."""


class Stage:
    """An application that shows the evening that is on, and the start page's own requests.

    Args:
        start: what answers below `START`, and everything while no evening is on.
    """

    def __init__(self, start: ASGIApp | None = None) -> None:
        self.start = start
        self._evening: ASGIApp | None = None
        self._channels: dict[asyncio.Task[None], asyncio.AbstractEventLoop] = {}
        self._alone = threading.Lock()

    def show(self, evening: ASGIApp | None) -> None:
        """Show this evening from now on (None: none); live channels of the last one end. From any thread."""
        self._evening = evening
        with self._alone:
            channels, self._channels = self._channels, {}
        for channel, loop in channels.items():
            with contextlib.suppress(RuntimeError):  # that server has closed
                loop.call_soon_threadsafe(channel.cancel)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or live channel."""
        path = scope.get("path", "")
        asks_start = path == START or path.startswith(f"{START}/")
        app = self.start if asks_start or self._evening is None else self._evening
        assert app is not None, "a stage is opened with its start page"
        if scope["type"] != "websocket":
            await app(scope, receive, send)
            return
        channel = asyncio.ensure_future(app(scope, receive, send))
        with self._alone:
            self._channels[channel] = asyncio.get_running_loop()
        try:
            await channel
        except asyncio.CancelledError:
            if not channel.cancelled():
                channel.cancel()
                raise
            with contextlib.suppress(RuntimeError, OSError):
                await send({"type": "websocket.close", "code": 1012})
        finally:
            with self._alone:
                self._channels.pop(channel, None)
