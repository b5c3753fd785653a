"""What is asked of devices: to pass the host's part on, to see who is in, to answer one, to remove one."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Header, HTTPException, Request, Response
from fastapi.responses import JSONResponse

from companion_api.evening.live import Live
from companion_api.evening.setting_up import Command
from companion_api.evening.taps import Name
from companion_api.evening.who import Asked
from companion_api.web.answers import UNKEPT, refusal
from companion_api.web.auth import bearer
from companion_api.web.bodies import parsed
from companion_api.web.passes import holder
from companion_api.web.register import CannotPass, Register


class PassOn(Command):
    """The phone of this player is the host's from now on, the asking one no more.

    Attributes:
        player: whose phone, joined now.
    """

    player: Name


class Answer(Asked):
    """Whether a device is whose it wants to be."""

    allow: bool


def router(live: Live, register: Register) -> APIRouter:
    """``/api/host``, ``/api/devices``.

    Args:
        live: the evening.
        register: which devices are in.
    """
    routes = APIRouter()

    @routes.post("/api/host")
    async def pass_on(request: Request, authorization: Annotated[str | None, Header()] = None) -> Response:
        """Pass the host's role on: 200 done, 403 not a host's, 422 there is no such phone."""
        asked = await parsed(request, PassOn)
        if live.table is None or asked.player not in live.table.names:
            return refusal("player", f"{asked.player} does not play")
        try:
            await asyncio.to_thread(register.pass_on, bearer(authorization), asked.player)
        except CannotPass as error:
            detail = f"the role cannot be passed on to {asked.player}"
            return refusal(error.why, detail, 403 if error.why == "role" else 422)
        return JSONResponse({"player": asked.player}, headers=UNKEPT)

    @routes.get("/api/devices")
    def devices(request: Request) -> Response:
        """Which devices are in: ``[{mark, role, player, wants, since, here, you}]`` (`Register.devices`)."""
        return JSONResponse(register.devices(holder(request)), headers=UNKEPT)

    @routes.post("/api/devices/{mark}")
    async def answer(request: Request, mark: str) -> Response:
        """The host, or that player's phone, says whether a device is whose it wants to be; 404: no more."""
        asked = await parsed(request, Answer)
        if not await asyncio.to_thread(register.answer, holder(request), mark, asked.allow):
            raise HTTPException(404, "gone")
        return JSONResponse({"allow": asked.allow}, headers=UNKEPT)

    @routes.delete("/api/devices/{mark}")
    async def remove(mark: str) -> Response:
        """Send a device away: its pass is worth nothing from now on; 404: it is not in."""
        if not await asyncio.to_thread(register.remove, mark):
            raise HTTPException(404, "gone")
        return JSONResponse({"removed": mark}, headers=UNKEPT)

    return routes
