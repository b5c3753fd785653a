"""What the host's phone asks of the ears: which microphone hears, how well, and what had no effect."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from pydantic import Field

from companion_api.evening.who import Asked
from companion_api.hearing.ears import Ears
from companion_api.web.answers import UNKEPT, refusal
from companion_api.web.bodies import parsed
from engine.errors import BadInput


class Microphone(Asked):
    """Hear with this microphone.

    Attributes:
        name: one of those listed, empty: the system's standard; None: hear nothing.
    """

    name: Annotated[str, Field(max_length=200)] | None


def router(ears: Ears | None) -> APIRouter:
    """``/api/microphone`` and ``/api/heard``.

    Args:
        ears: of the evenings; None: nothing hears, and nothing can.
    """
    routes = APIRouter()

    @routes.get("/api/microphone")
    def microphone() -> Response:
        """How the host's microphone hears now, and which there are: `Ears.check`."""
        return JSONResponse({"state": "off"} if ears is None else ears.check(), headers=UNKEPT)

    @routes.post("/api/microphone")
    async def choose(request: Request) -> Response:
        """Hear with another one: 200 how it hears, 422 it is not there, or nothing can recognise."""
        chosen = await parsed(request, Microphone)
        if ears is None:
            return refusal("nothing", "no microphone")
        try:
            await asyncio.to_thread(ears.choose, chosen.name)
        except BadInput as error:
            return refusal("input", str(error))
        return JSONResponse(ears.check(), headers=UNKEPT)

    @routes.get("/api/heard")
    def heard() -> Response:
        """What was heard lately and had no effect, and why: `Ears.without_effect`."""
        return JSONResponse([] if ears is None else ears.without_effect(), headers=UNKEPT)

    return routes
