"""One server, one address: the start page, and whichever evening is on."""

from __future__ import annotations

import asyncio
import contextlib
import threading

from starlette.types import ASGIApp, Message, Receive, Scope, Send

START = "/api/start"
"""What the start page asks stands below this path."""


GOING = 1012
"""Close code of a live channel whose evening is no longer on (RFC 6455: the service starts anew)."""


class Stage:
    """An application that shows the evening that is on, and the start page's own requests.

    Args:
        start: what answers below `START`, and everything while no evening is on.
    """

    def __init__(self, start: ASGIApp | None = None) -> None:
        self.start = start
        self._evening: ASGIApp | None = None
        self._channels: dict[asyncio.Event, asyncio.AbstractEventLoop] = {}
        self._alone = threading.Lock()

    def show(self, evening: ASGIApp | None) -> None:
        """Show this evening from now on (None: none); live channels of the last one end. From any thread."""
        self._evening = evening
        with self._alone:
            channels, self._channels = self._channels, {}
        for over, loop in channels.items():
            with contextlib.suppress(RuntimeError):  # that server has closed
                loop.call_soon_threadsafe(over.set)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or live channel."""
        path = scope.get("path", "")
        asks_start = path == START or path.startswith(f"{START}/")
        app = self.start if asks_start or self._evening is None else self._evening
        assert app is not None, "a stage is opened with its start page"
        if scope["type"] != "websocket":
            await app(scope, receive, send)
            return
        over = asyncio.Event()
        with self._alone:
            self._channels[over] = asyncio.get_running_loop()
        try:
            await app(scope, _until(over, receive, send), send)
        finally:
            with self._alone:
                self._channels.pop(over, None)


def _until(over: asyncio.Event, receive: Receive, send: Send) -> Receive:
    """What a live channel hears, as if its page had gone once it is over."""

    async def heard() -> Message:
        asked, ends = asyncio.ensure_future(receive()), asyncio.ensure_future(over.wait())
        await asyncio.wait({asked, ends}, return_when=asyncio.FIRST_COMPLETED)
        ends.cancel()
        if asked.done():
            return asked.result()
        asked.cancel()
        with contextlib.suppress(RuntimeError, OSError):
            await send({"type": "websocket.close", "code": GOING})
        return {"type": "websocket.disconnect", "code": GOING}

    return heard
