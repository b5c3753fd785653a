"""What phones may ask of an evening's note and picture."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import JSONResponse
from pydantic import Field

from companion_api.evening.who import Asked
from companion_api.family.photograph import evening_picture
from companion_api.store import Store
from companion_api.store.notes import LONGEST_NOTE
from companion_api.web.answers import UNKEPT, refusal
from companion_api.web.bodies import parsed, sent
from engine.errors import BadInput

LARGEST_SENT = 12_000_000
"""Bytes of a photograph as a phone sends it: pages make it smaller first."""
Evening = Annotated[int, Field(ge=1, le=2**31)]


class WriteNote(Asked):
    """What is to be remembered of an evening.

    Attributes:
        evening: its number.
        text: empty: nothing.
    """

    evening: Evening
    text: Annotated[str, Field(max_length=LONGEST_NOTE)]


def router(store: Store, busy: Callable[[int], bool]) -> APIRouter:
    """``/api/history/note`` and ``/api/history/picture/…``.

    Args:
        store: of the evenings.
        busy: whether a round of an evening is being played: then no photograph of the table is taken in.
    """
    routes = APIRouter()

    def there(evening: int) -> None:
        if all(one.id != evening for one in store.evenings()):
            raise HTTPException(404, "evening")

    @routes.post("/api/history/note")
    async def note(request: Request) -> Response:
        """Write what is to be remembered of an evening; 404 when there is none of that number."""
        asked = await parsed(request, WriteNote)
        await asyncio.to_thread(there, asked.evening)
        await asyncio.to_thread(store.write_note, asked.evening, asked.text.strip())
        return JSONResponse({"evening": asked.evening}, headers=UNKEPT)

    @routes.get("/api/history/picture/{evening}")
    def picture(evening: int) -> Response:
        """The JPEG that people have chosen for an evening."""
        there(evening)
        jpeg = store.note_picture(evening)
        if jpeg is None:
            raise HTTPException(404, "no picture")
        return Response(jpeg, media_type="image/jpeg", headers=UNKEPT)

    @routes.post("/api/history/picture/{evening}")
    async def choose(evening: int, request: Request) -> Response:
        """Keep a photograph (JPEG or PNG) with an evening; 422 ``round``: a round of it is being played."""
        body = await sent(request, LARGEST_SENT)
        await asyncio.to_thread(there, evening)
        if busy(evening):
            return refusal("round", "a round is still being played: hands could be seen")
        try:
            jpeg = await asyncio.to_thread(evening_picture, body)
        except BadInput as error:
            return refusal("input", str(error))
        await asyncio.to_thread(store.keep_note_picture, evening, jpeg)
        return JSONResponse({"evening": evening}, headers=UNKEPT)

    @routes.delete("/api/history/picture/{evening}")
    def drop(evening: int) -> dict[str, int]:
        """Delete an evening's picture."""
        there(evening)
        store.keep_note_picture(evening, None)
        return {"evening": evening}

    return routes
