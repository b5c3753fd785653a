"""Where phones become somebody: what an invitation lets them be, and how they invite others."""

from __future__ import annotations

import secrets
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, HTTPException, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict

from companion_api.evening.live import Live
from companion_api.evening.taps import Name
from companion_api.passing.holders import Holders
from companion_api.server import passes
from companion_api.server.answers import UNKEPT
from companion_api.server.auth import bearer, stranger
from companion_api.server.bodies import told
from companion_api.server.passes import Pass
from companion_api.system.addresses import Lends, Reaches


class Join(BaseModel):
    """What somebody joins as: a role, and whose phone it is when he plays."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    role: Literal["host", "player", "television", "guest", "camera"]
    player: Name | None = None


def router(live: Live, holders: Holders) -> APIRouter:
    """``/api/join``.

    Args:
        live: the evening.
        holders: who holds which role.
    """
    routes = APIRouter()
    token = live.evening.token

    @routes.get("/api/join")
    def joinable(authorization: Annotated[str | None, Header()] = None) -> Response:
        """What whoever shows this invitation or pass may become, and what he is: ``roles, players, you``."""
        shown = bearer(authorization)
        may = passes.roles(token, shown)
        held = None if may else holders.read(shown)
        if not may and held is None:
            raise stranger()
        you = None if held is None else held.to_json()
        players = list(live.table.names) if live.table else []
        return JSONResponse({"roles": may, "players": players, "you": you}, headers=UNKEPT)

    @routes.post("/api/join")
    async def join(request: Request, authorization: Annotated[str | None, Header()] = None) -> Response:
        """A pass for a role: 401 without an invitation, 403 when it does not go so far."""
        may = passes.roles(token, bearer(authorization))
        if not may:
            raise stranger()
        asked = await told(request, Join)
        if asked.role not in may:
            raise HTTPException(403, "role")
        mark = secrets.token_hex(4) if asked.role == "host" else ""
        held = Pass(asked.role, asked.player if asked.role in ("host", "player") else None, mark)
        if held.player is not None and (live.table is None or held.player not in live.table.names):
            raise HTTPException(422, "player")
        return JSONResponse({"pass": passes.issue(token, held), **held.to_json()}, headers=UNKEPT)

    return routes


def invitations(token: str, reach: Reaches | None, shows: Any, *, films: bool) -> APIRouter:
    """``/api/invitation``.

    Args:
        token: the evening's.
        reach: by which names and addresses the page is reached; None: as each phone has opened it.
        shows: the dependency that lets in whoever shows invitations.
        films: a phone is wanted as the camera.
    """
    routes = APIRouter()

    @routes.get("/api/invitation", dependencies=[shows])
    def invitation(request: Request) -> Response:
        """What host and television show to the others: `passes.joining`; null where no phone comes in.

        ``camera``: `passes.filming`, null where no phone is wanted as the camera.
        """
        opened = str(request.base_url)
        lends = reach.lends if reach is not None else Lends(opened if opened.startswith("https") else None)
        camera = passes.filming(lends, token) if films else None
        return JSONResponse(
            {**passes.joining(address_of(request, reach), token), "camera": camera}, headers=UNKEPT
        )

    return routes


def address_of(request: Request, reach: Reaches | None) -> str | None:
    """The page's address that an invitation holds, ends in ``/``; None: no phone can come in."""
    opened = str(request.base_url)
    return opened if reach is None else reach.invites(request.base_url.hostname or "", opened)
