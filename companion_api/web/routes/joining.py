"""Where devices become something: what an invitation lets them be, and how they invite others."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from fastapi import APIRouter, Header, HTTPException, Request, Response
from fastapi.responses import JSONResponse
from pydantic import Field

from companion_api.evening.live import Live
from companion_api.evening.setting_up import Command
from companion_api.evening.taps import Name
from companion_api.evening.who import ROLES, Asked, Pass
from companion_api.system.addresses import Lends, Reaches
from companion_api.web import passes
from companion_api.web.answers import UNKEPT, refusal
from companion_api.web.auth import bearer, stranger
from companion_api.web.bodies import parsed
from companion_api.web.passes import holder
from companion_api.web.register import Full, Register


class Join(Asked):
    """What a device joins as: a role, and whose it is when he plays.

    Attributes:
        held: the pass that it had before, if any: it stays the same device.
    """

    role: Literal["host", "player", "television", "guest", "camera"]
    player: Name | None = None
    held: Annotated[str, Field(max_length=passes.LONGEST)] | None = None


def router(live: Live, register: Register) -> APIRouter:
    """``/api/join``.

    Args:
        live: the evening.
        register: which devices are in.
    """
    routes = APIRouter()
    token = live.evening.token

    @routes.get("/api/join")
    def joinable(authorization: Annotated[str | None, Header()] = None) -> Response:
        """What whoever shows this invitation or pass may become, and what he is: ``roles, players, you``."""
        shown = bearer(authorization)
        may = passes.roles(token, shown, register.renewed)
        held = None if may else register.read(shown)
        if not may and held is None:
            raise stranger()
        you = None if held is None else held.to_json()
        players = list(live.table.names) if live.table else []
        return JSONResponse({"roles": may, "players": players, "you": you}, headers=UNKEPT)

    @routes.post("/api/join")
    async def join(request: Request, authorization: Annotated[str | None, Header()] = None) -> Response:
        """A pass for a role: 401 without an invitation, 403 when it does not go so far, 503 ``full``.

        Who is in may show his pass instead, to say whose he is or to watch only: codes may have been renewed.
        ``wants``: the player whose phone it is to be, where he has one already: it is a guest's until that
        phone, or a host, has said yes (the live channel tells).
        """
        shown = bearer(authorization)
        may = passes.roles(token, shown, register.renewed)
        own = None if may else register.read(shown)
        if not may and (own is None or not own.device):
            raise stranger()
        asked = await parsed(request, Join)
        if own is not None:
            if asked.role not in (own.role, "guest"):
                raise stranger()
            asked, may = asked.model_copy(update={"held": shown}), (own.role, "guest")
        if asked.role not in may:
            raise HTTPException(403, "role")
        player = asked.player if asked.role in ("host", "player") else None
        if player is not None and (live.table is None or player not in live.table.names):
            raise HTTPException(422, "player")
        try:
            device = await asyncio.to_thread(
                register.join, asked.role, player, asked.held, trusted="host" in may
            )
        except Full:
            return refusal("full", "there is no room for one more", 503, {"Retry-After": "60"})
        held = Pass(device.role, device.player, device.mark)
        told_back = {"pass": passes.issue(token, held), **held.to_json(), "wants": device.wants}
        return JSONResponse(told_back, headers=UNKEPT)

    return routes


def invitations(token: str, reach: Reaches | None, register: Register, *, films: bool) -> APIRouter:
    """``/api/invitation``.

    Args:
        token: the evening's.
        reach: by which names and addresses the page is reached; None: as each phone has opened it.
        register: which devices are in.
        films: a phone is wanted as the camera.
    """
    routes = APIRouter()

    def invitation(request: Request, held: Pass) -> Response:
        opened = str(request.base_url)
        lends = reach.lends if reach is not None else Lends(opened if opened.startswith("https") else None)
        host = held.role == "host"
        camera = passes.filming(lends, token, register.renewed) if films and host else None
        only = ROLES[1:] if host else ("player",)
        base = address_of(request, reach)
        return JSONResponse(
            {**passes.joining(base, token, register.renewed, only), "camera": camera}, headers=UNKEPT
        )

    @routes.get("/api/invitation")
    def shown(request: Request) -> Response:
        """What hosts show to the others, and televisions to players: `passes.joining`.

        ``camera``: `passes.filming`, null where no phone is wanted as the camera.
        """
        return invitation(request, holder(request))

    @routes.post("/api/invitation")
    async def renew(request: Request) -> Response:
        """Make all invitations anew: earlier codes let nobody in, who is in stays; answers the new ones."""
        await parsed(request, Command)
        await asyncio.to_thread(register.renew)
        return invitation(request, holder(request))

    return routes


def address_of(request: Request, reach: Reaches | None) -> str | None:
    """The page's address that an invitation holds, ends in ``/``; None: no phone can come in."""
    opened = str(request.base_url)
    return opened if reach is None else reach.invites(request.base_url.hostname or "", opened)
