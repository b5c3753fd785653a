"""The live channel: every page is told what happens, as it happens (``LIVE.md``)."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from companion_api.evening.live import Ear, Live
from companion_api.evening.messages import Messages
from companion_api.passing.holders import Holders
from companion_api.server import passes
from companion_api.server.gate import WRONG_TOKEN
from companion_api.server.passes import Pass
from companion_api.server.sockets import answer_until_gone, hello


def router(live: Live, holders: Holders) -> APIRouter:
    """``/api/live``.

    Args:
        live: the evening.
        holders: who holds which role.
    """
    routes = APIRouter()
    messages = Messages(live)

    @routes.websocket("/api/live")
    async def channel(socket: WebSocket) -> None:
        """First message in: ``{"token": a pass, "evening", "seq"}``, the last event seen; out: `Messages`."""
        await socket.accept()
        first = await hello(socket)
        held = passes.read(live.evening.token, first.get("token"))
        if held is None:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(WRONG_TOKEN)
            return
        told = first.get("seq") if first.get("evening") == live.evening.id else 0
        seen = told if isinstance(told, int) else 0
        with _listening(live) as ear, holders.joined(held):
            await _tell(socket, messages, ear, seen, lambda: holders.now(held))

    return routes


async def _tell(socket: WebSocket, messages: Messages, ear: Ear, seen: int, who: Callable[[], Pass]) -> None:
    """Tell a page of every change until it is gone.

    Args:
        seen: the last event that it has seen.
        who: who holds it now.
    """
    leaving = asyncio.ensure_future(answer_until_gone(socket))
    try:
        while True:
            change = asyncio.ensure_future(ear.change())
            await asyncio.wait({change, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if leaving.done():
                change.cancel()
                return
            seen, text = await asyncio.to_thread(messages.since, seen, who().to_json())
            await socket.send_text(text)
    except WebSocketDisconnect:
        return
    finally:
        leaving.cancel()


@contextlib.contextmanager
def _listening(live: Live) -> Iterator[Ear]:
    ear = live.listen()
    try:
        yield ear
    finally:
        live.stop_listening(ear)
