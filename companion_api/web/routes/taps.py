"""What phones ask of the table while it plays: taps."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from companion_api.evening.live import Live
from companion_api.evening.taps import Desk, Tap
from companion_api.web.bodies import parsed
from companion_api.web.passes import holder
from companion_api.web.routes.answered import answered


def router(live: Live, desk: Desk) -> APIRouter:
    """``/api/taps``.

    Args:
        live: the evening.
        desk: what taps are handed to.
    """
    routes = APIRouter()

    @routes.post("/api/taps")
    async def tapped(request: Request) -> Response:
        """Do what a phone asks: 200 done, 403 not his, 409 the table has moved on, 422 it cannot be."""
        tap, held = await parsed(request, Tap), holder(request)
        return await answered(live, lambda: desk.take(tap, held), tap.seq, held.player)

    return routes
