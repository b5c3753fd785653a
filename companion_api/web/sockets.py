"""What every live channel begins and ends with: who is there, and whether anybody still is."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

from fastapi import WebSocket
from starlette.websockets import WebSocketDisconnect

from companion_api.web.answers import LARGEST_MESSAGE

HELLO_SECONDS = 5.0
"""How long a live channel may stay silent before it says who it is."""


async def hello(socket: WebSocket) -> dict[str, Any]:
    """What a page says first; empty where it says nothing in time, or nonsense."""
    try:
        return await asyncio.wait_for(_message(socket), HELLO_SECONDS)
    except (TimeoutError, ValueError):
        return {}


async def answer_until_gone(socket: WebSocket) -> None:
    """Tell a page that asks whether anybody is there; nothing else that it says matters."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            with contextlib.suppress(ValueError):
                if "alive" in await _message(socket):
                    await socket.send_text('{"alive": true}')


async def _message(socket: WebSocket) -> dict[str, Any]:
    """The next message as an object; ValueError when it is none."""
    received = await socket.receive()
    text = received.get("text") or ""
    if len(text) > LARGEST_MESSAGE:
        raise ValueError("too long")
    try:
        message = json.loads(text)
    except RecursionError:
        raise ValueError("too deep") from None
    if not isinstance(message, dict):
        raise ValueError("not an object")
    return message
