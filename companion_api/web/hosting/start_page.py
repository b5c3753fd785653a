"""What the start page asks. Nobody but this computer's own browser may: by its address, the name that it
uses and a key (or a host's pass of the evening that is on)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Header, HTTPException, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from companion_api.evening.who import HOST
from companion_api.family.slate import Slate
from companion_api.saying.phrases import translated
from companion_api.system.addresses import is_loopback
from companion_api.web import bodies, passes
from companion_api.web.answers import UNKEPT, refusal
from companion_api.web.auth import bearer, same, stranger
from companion_api.web.door.entrance import Entrance
from companion_api.web.door.gate import host_of
from companion_api.web.hosting.choices import Choice, Look, Pause, Speed, Switch
from companion_api.web.hosting.companion import Companion, Refusal
from companion_api.web.hosting.demo_picture import pictured
from companion_api.web.hosting.hosted import Hosted, Plan
from companion_api.web.pages import applications
from engine.errors import BadInput

LICENCE = "AGPL-3.0-only"


def own_version() -> str:
    """Of this program as it is installed."""
    try:
        return version("nainjaune")
    except PackageNotFoundError:  # run from the repository
        return ""


def here_only(companion: Companion) -> Callable[..., None]:
    """What a route depends on: this computer's own browser; 403 ``local`` else, 401 without the key."""

    def check(request: Request, authorization: Annotated[str | None, Header()] = None) -> None:
        host = host_of(request.headers.get("host", ""))
        client = "" if request.client is None else request.client.host
        if not is_loopback(client) or host is None or not is_loopback(host[0]):
            raise HTTPException(403, "local")
        shown, token = bearer(authorization), companion.token
        held = None if token is None else passes.read(token, shown)
        if not same(companion.key, shown) and (held is None or held.role != "host"):
            raise stranger()

    return check


def opened(
    door: Entrance, data: str, planned: Callable[..., Plan], stop: Callable[[], None] = lambda: None
) -> Companion:
    """The companion with its start page; see `Companion`."""
    companion = Companion(door, data, planned, stop)
    companion.stage.start = create_app(companion, door.reach.names)
    return companion


def create_app(companion: Companion, names: tuple[str, ...] = ()) -> FastAPI:
    """The start page, and what it asks.

    Args:
        companion: what it begins evenings with.
        names: of this computer (`companion_api.web.door.gate`).
    """
    app = applications.application("nainjaune start", names)
    here = [Depends(here_only(companion))]

    @app.get("/api/start", dependencies=here)
    async def state() -> Response:
        """How things stand: `state_of`."""
        return JSONResponse(await asyncio.to_thread(state_of, companion), headers=UNKEPT)

    @app.get("/api/start/cameras", dependencies=here)
    async def cameras() -> Response:
        """The webcams: `Thumbnails.cameras`."""
        return JSONResponse(await asyncio.to_thread(companion.thumbnails.cameras), headers=UNKEPT)

    @app.post("/api/start/look", dependencies=here)
    async def look(request: Request) -> Response:
        """What a camera sees now: `Thumbnails.picture`; 422 with `NoStream.why` or ``camera``: nothing."""
        wanted = await bodies.parsed(request, Look)
        try:
            return JSONResponse(await asyncio.to_thread(companion.thumbnails.picture, wanted.source))
        except BadInput as error:
            return refusal(getattr(error, "why", "camera"), str(error))

    _doing(app, companion, here)
    _demo(app, companion, here)

    @app.get("/")
    def root() -> Response:
        """No evening is on."""
        return RedirectResponse("/start/")

    applications.add_to(app)
    return app


def _doing(app: FastAPI, companion: Companion, here: list[Any]) -> None:
    """What the start page may have done."""

    @app.post("/api/start/begin", dependencies=here)
    async def begin(request: Request) -> Response:
        """Begin what was chosen: `Companion.begin`; 422 with `Refusal.why`."""
        choice = await bodies.parsed(request, Choice)
        try:
            return JSONResponse(await asyncio.to_thread(companion.begin, choice), headers=UNKEPT)
        except Refusal as error:
            return refusal(error.why, translated(str(error), choice.lang))

    @app.post("/api/start/leave", dependencies=here)
    async def leave() -> Response:
        """End what is on; it can go on later."""
        await asyncio.to_thread(companion.leave)
        return JSONResponse({}, headers=UNKEPT)

    @app.post("/api/start/quit", dependencies=here)
    async def end() -> Response:
        """End the companion: it has no window to close."""
        companion.stop()
        return JSONResponse({}, headers=UNKEPT)

    @app.post("/api/start/slate", dependencies=here)
    async def settle(request: Request) -> Response:
        """Debts that last: settle one, keep them or not (`companion_api.family.slate.do`)."""
        asked = await bodies.parsed(request, Slate)
        return JSONResponse(await asyncio.to_thread(companion.slate, asked), headers=UNKEPT)

    @app.post("/api/start/phones", dependencies=here)
    async def phones(request: Request) -> Response:
        """Let phones in or keep them out: `Phones.state`."""
        wanted = await bodies.parsed(request, Switch)
        try:
            if wanted.on:
                await asyncio.to_thread(lambda: companion.let_in(films=wanted.films))
            else:
                await asyncio.to_thread(companion.keep_out)
        except Refusal as error:
            return refusal(error.why, str(error))
        return JSONResponse(companion.phones.state(), headers=UNKEPT)


def _demo(app: FastAPI, companion: Companion, here: list[Any]) -> None:
    """What the demo's page shows, and may have done."""

    @app.get("/api/start/table", dependencies=here)
    def table() -> Response:
        """The simulated table as its camera sees it: `demo_picture.pictured`; null: there is none yet."""
        seen = pictured(companion.now) if isinstance(companion.now, Hosted) else None
        return JSONResponse(seen, headers=UNKEPT)

    @app.post("/api/start/pause", dependencies=here)
    async def pause(request: Request) -> Response:
        """Let the demo stand still, or go on."""
        companion.pause((await bodies.parsed(request, Pause)).on)
        return JSONResponse({}, headers=UNKEPT)

    @app.post("/api/start/speed", dependencies=here)
    async def hurry(request: Request) -> Response:
        """How fast the demo passes."""
        companion.hurry((await bodies.parsed(request, Speed)).speed)
        return JSONResponse({}, headers=UNKEPT)


def state_of(companion: Companion) -> dict[str, Any]:
    """How things stand.

    Returns:
        ``version, licence``; ``phones`` (`Phones.state`); ``camera``: used the last time, or None;
        ``on``: what is on, ``{demo {seed, players, speed} or None, started, players, pass}``, or None;
        ``interrupted``: the evening that can go on, ``{started, players}``, or None; ``slate``: debts that
        last (`slate.overview`).
    """
    now, before = companion.now, companion.interrupted()
    on = None
    if isinstance(now, Hosted):
        players = [] if now.live.table is None else list(now.live.table.names)
        host = passes.issue(now.live.evening.token, HOST)
        demo = None
        if now.plan.demo is not None:
            demo = {"seed": now.plan.demo[0], "players": now.plan.demo[1], "speed": now.speed}
        on = {"demo": demo, "started": now.live.evening.started, "players": players, "pass": host}
    names = [] if before is None else [_name(each) for each in before.setup.get("players", ())]
    return {
        "version": own_version(),
        "licence": LICENCE,
        "phones": companion.phones.state(),
        "camera": companion.remembered.choices().get("camera"),
        "on": on,
        "slate": companion.slate(),
        "interrupted": None if before is None else {"started": before.started, "players": names},
    }


def _name(player: Any) -> str:
    return str(player["name"] if isinstance(player, dict) else player)
