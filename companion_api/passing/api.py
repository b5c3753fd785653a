"""What a host asks to pass his role on."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request, Response
from fastapi.responses import JSONResponse

from companion_api.evening.live import Live
from companion_api.evening.setting_up import Command
from companion_api.evening.taps import Name
from companion_api.passing.holders import CannotPass, Holders
from companion_api.server.answers import UNKEPT, refusal
from companion_api.server.auth import bearer
from companion_api.server.bodies import told


class PassOn(Command):
    """The phone of this player is the host's from now on, the asking one no more.

    Attributes:
        player: whose phone, joined now.
    """

    player: Name


def router(live: Live, holders: Holders) -> APIRouter:
    """``/api/host``.

    Args:
        live: the evening.
        holders: who holds which role.
    """
    routes = APIRouter()
    hosts: Any = holders.admitted("host")

    @routes.post("/api/host")
    async def pass_on(request: Request, authorization: Annotated[str | None, Header()] = None) -> Response:
        """Pass the host's role on: 200 done, 403 not a host's, 422 there is no such phone."""
        hosts(authorization)
        asked = await told(request, PassOn)
        if live.table is None or asked.player not in live.table.names:
            return refusal("player", f"{asked.player} does not play")
        try:
            await asyncio.to_thread(holders.pass_on, bearer(authorization), asked.player)
        except CannotPass as error:
            detail = f"the role cannot be passed on to {asked.player}"
            return refusal(error.why, detail, 403 if error.why == "role" else 422)
        return JSONResponse({"player": asked.player}, headers=UNKEPT)

    return routes
