"""What phones ask before an evening and after it: to set it up, to look at the table, to begin another."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from companion_api.evening.live import Live
from companion_api.evening.setting_up import Arrange, Command, Places, Preset, SetUp
from companion_api.web.answers import UNKEPT
from companion_api.web.bodies import parsed
from companion_api.web.routes.answered import answered


def router(live: Live, setup: SetUp) -> APIRouter:
    """``/api/setup``, ``/api/check``, ``/api/places``, ``/api/presets``, ``/api/evenings``.

    Args:
        live: the evening.
        setup: sets evenings up.
    """
    routes = APIRouter()

    @routes.get("/api/setup")
    def offer() -> JSONResponse:
        """Players remembered, presets, every option: `SetUp.offer`."""
        return JSONResponse(setup.offer(), headers=UNKEPT)

    @routes.post("/api/setup")
    async def arrange(request: Request) -> Response:
        """Begin the evening: 200 done, 409 it has begun, 422 it is no table."""
        asked = await parsed(request, Arrange)
        return await answered(live, lambda: setup.arrange(asked), asked.seq)

    @routes.get("/api/check")
    def check() -> Response:
        """How the camera sees the table now: `SetUp.check`; 422 when no picture comes."""
        return JSONResponse(setup.check(), headers=UNKEPT)

    @routes.post("/api/places")
    async def places(request: Request) -> Response:
        """Keep where board and seats lie in the picture; during an evening: where the board lies now."""
        asked = await parsed(request, Places)
        return await answered(live, lambda: setup.place(asked), asked.seq)

    @routes.post("/api/presets")
    async def preset(request: Request) -> Response:
        """Save or forget a house preset."""
        asked = await parsed(request, Preset)
        return await answered(live, lambda: setup.keep(asked), asked.seq)

    @routes.post("/api/evenings")
    async def renew(request: Request) -> Response:
        """Another evening, to be set up, once this one has ended."""
        asked = await parsed(request, Command)
        return await answered(live, lambda: setup.renew(asked), asked.seq)

    return routes
