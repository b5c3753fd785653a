"""Where phones send a photograph of a hand, and what they are told of it."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse

from companion_api.evening.taps import Name
from companion_api.hand_photo.photos import LARGEST, HandPhotos, Often
from companion_api.web.answers import UNKEPT, refusal
from companion_api.web.bodies import sent
from companion_api.web.passes import holder
from engine.errors import BadInput


def router(photos: HandPhotos) -> APIRouter:
    """``/api/hand-photo``.

    Args:
        photos: reads them.
    """
    routes = APIRouter()

    @routes.post("/api/hand-photo")
    async def photograph(request: Request, player: Annotated[Name, Query()]) -> Response:
        """A player's hand in a photograph: `ReadHand.to_json`; the log changes only by the tap that follows.

        403: not his hand. 413: too long. 422 ``hands`` before the round is over, ``shown`` once it has been
        told, ``picture`` for what is none. 429: too many.
        """
        held = holder(request)
        try:
            photos.may(player, held)
            body = await sent(request, LARGEST)
            found = await asyncio.to_thread(photos.read, body, player, held)
        except Often:
            return refusal("often", "too many photographs at once", 429, {"Retry-After": "10"})
        except BadInput as error:
            return refusal("picture", str(error))
        return JSONResponse(found.to_json(), headers=UNKEPT)

    return routes
