"""Somebody who comes to the open port in masses, without a token, and then does nothing, in every way."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Mapping
from typing import Any, cast

from companion_api.web.door.doorkeeper import allow_descriptors

KINDS: Mapping[str, tuple[int, str]] = {
    "idle": (1300, ""),
    "half_head": (700, "GET /api/log HTTP/1.1\r\nHost: {host}\r\nX-Half"),
    "half_body": (50, "POST /api/join HTTP/1.1\r\nHost: {host}\r\nContent-Length: 400\r\n\r\n{{"),
    "silent_channel": (
        50,
        "GET /api/live HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
    ),
    "never_reads": (50, "GET /vendor/preact-htm.module.js HTTP/1.1\r\nHost: {host}\r\n\r\n" * 20),
}
"""How many connections of each kind, and what each sends before it does nothing more."""
AGAIN = (5.0, 15.0)
"""Seconds after which a connection that was closed is opened anew, at random between these."""
OWN_FILES = 300
"""Descriptors for whatever else this process has open."""


@contextlib.asynccontextmanager
async def siege(host: str, port: int, seed: int = 1) -> AsyncIterator[dict[str, Any]]:
    """`KINDS`, all of them, from when this begins until the block ends.

    Yields:
        ``connections`` that are open now, ``closed`` by the server so far.
    """
    waiting = sum(number for number, _ in KINDS.values())
    allow_descriptors(waiting + OWN_FILES)
    figures = {"connections": 0, "closed": 0}
    rng = random.Random(seed)
    every_one_tried = asyncio.Event()

    async def besiege(said: bytes, reads: bool) -> None:
        nonlocal waiting
        first = True
        while True:
            writer = None
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection(host, port, limit=4096)
                figures["connections"] += 1
                writer.write(said)
            if first:
                first, waiting = False, waiting - 1
                if not waiting:
                    every_one_tried.set()
            if writer is not None:
                try:
                    with contextlib.suppress(OSError):
                        while await reader.read(4096) if reads else await _hangs_up(writer):
                            pass
                finally:
                    figures["connections"] -= 1
                    writer.transport.abort()
                figures["closed"] += 1
            await asyncio.sleep(rng.uniform(*AGAIN))

    tasks = [
        asyncio.create_task(besiege(text.format(host=f"{host}:{port}").encode(), kind != "never_reads"))
        for kind, (number, text) in KINDS.items()
        for _ in range(number)
    ]
    try:
        await every_one_tried.wait()
        yield figures
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _hangs_up(writer: asyncio.StreamWriter) -> bool:
    """Wait a second without reading; False once the server has closed the connection."""
    cast(asyncio.Transport, writer.transport).pause_reading()  # a socket is read as well
    await asyncio.sleep(1.0)
    writer.write(b"\r\n")
    return not writer.transport.is_closing()
