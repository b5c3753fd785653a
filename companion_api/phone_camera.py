"""A second phone as the camera: where its page sends what it sees.

One JPEG a request: the answer tells the phone that its picture has arrived, so that it never sends
faster than the network carries, and a plain request passes every proxy and phone browser.
"""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import FastAPI, HTTPException, Request

from engine.errors import BadInput
from hardware.cameras.phone import LARGEST, PhoneFeed


def add_to(app: FastAPI, feed: PhoneFeed, key: Any) -> None:
    """Take pictures at ``POST /api/camera``.

    Args:
        feed: where they go.
        key: the dependency that only lets in whoever may be the camera.
    """

    @app.post("/api/camera", dependencies=[key])
    async def picture(request: Request) -> dict[str, int]:
        """Take a JPEG: answers the ``width`` and ``height`` wanted; 413 too long, 422 no picture."""
        body = bytearray()
        async for part in request.stream():
            body += part
            if len(body) > LARGEST:
                raise HTTPException(413, "too long")
        try:
            await asyncio.to_thread(feed.put, bytes(body))
        except BadInput as error:
            raise HTTPException(422, str(error)) from None
        return {"width": feed.size[0], "height": feed.size[1]}
