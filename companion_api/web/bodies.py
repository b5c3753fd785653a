"""What a request brings along: a command as JSON, or the bytes of a picture or a file."""

from __future__ import annotations

from typing import TypeVar

from fastapi import HTTPException, Request
from pydantic import BaseModel, ValidationError
from starlette.requests import ClientDisconnect

from companion_api.web.answers import LARGEST_MESSAGE

M = TypeVar("M", bound=BaseModel)


async def sent(request: Request, limit: int = LARGEST_MESSAGE) -> bytes:
    """The body; 413 as soon as it is longer than ``limit`` bytes."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > limit:
            raise HTTPException(413, "too long")
    return bytes(body)


async def parsed(request: Request, kind: type[M]) -> M:
    """The command that a request's body holds: 413 when it is too long, 422 when it is none.

    Whoever no longer waits has told people that it was not sent, so it must not be done.

    Raises:
        ClientDisconnect: nobody waits.
    """
    body = await sent(request)
    if await request.is_disconnected():
        raise ClientDisconnect
    try:
        return kind.model_validate_json(body)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise HTTPException(422, f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from None
