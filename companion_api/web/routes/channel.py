"""The live channel: every page is told what happens, as it happens (``LIVE.md``)."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from companion_api.evening.live import Ear, Live
from companion_api.evening.messages import Messages
from companion_api.evening.who import Pass
from companion_api.web.door.gate import FULL, WRONG_TOKEN
from companion_api.web.register import Full, Register
from companion_api.web.rights import RIGHTS
from companion_api.web.sockets import answer_until_gone, hello

REMOVED = 4410
"""Close code of a device that the host has sent away."""


def router(live: Live, register: Register) -> APIRouter:
    """``/api/live``.

    Args:
        live: the evening.
        register: which devices are in.
    """
    routes = APIRouter()
    messages = Messages(live)

    @routes.websocket("/api/live")
    async def channel(socket: WebSocket) -> None:
        """First message in: ``{"token": a pass, "evening", "seq"}``, the last event seen; out: `Messages`."""
        await socket.accept()
        first = await hello(socket)
        shown = first.get("token")
        held = register.read(shown)
        if held is None or held.role not in RIGHTS["WS /api/live"]:
            await _close(socket, REMOVED if register.removed(shown) else WRONG_TOKEN)
            return
        number = first.get("seq") if first.get("evening") == live.evening.id else 0
        seen = number if isinstance(number, int) else 0
        address = socket.client.host if socket.client else ""
        try:
            with _listening(live) as ear, register.joined(held, address):
                await _stream(socket, messages, ear, seen, lambda: _own_state(register, register.read(shown)))
        except Full:
            await _close(socket, FULL)

    return routes


def _own_state(register: Register, held: Pass | None) -> dict[str, Any] | None:
    """What a page is told besides all others: who holds it now; None: nobody, it was sent away."""
    if held is None:
        return None
    return {"you": held.to_json(), "wants": register.wants(held), "asked": register.asked(held)}


async def _stream(
    socket: WebSocket, messages: Messages, ear: Ear, seen: int, own: Callable[[], dict[str, Any] | None]
) -> None:
    """Tell a page of every change until it is gone, or sent away.

    Args:
        seen: the last event that it has seen.
        own: what this page alone is told.
    """
    leaving = asyncio.ensure_future(answer_until_gone(socket))
    try:
        while True:
            change = asyncio.ensure_future(ear.change())
            await asyncio.wait({change, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if leaving.done():
                change.cancel()
                return
            mine = own()
            if mine is None:
                await _close(socket, REMOVED)
                return
            seen, text = await asyncio.to_thread(messages.since, seen, mine)
            await socket.send_text(text)
    except WebSocketDisconnect:
        return
    finally:
        leaving.cancel()


async def _close(socket: WebSocket, code: int) -> None:
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(code)


@contextlib.contextmanager
def _listening(live: Live) -> Iterator[Ear]:
    ear = live.listen()
    try:
        yield ear
    finally:
        live.stop_listening(ear)
