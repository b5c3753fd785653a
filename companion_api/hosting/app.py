"""The server: the phone page, the live channel, pictures, and what phones may ask.

Everything but the page itself (which shows only a welcome) needs a pass (`companion_api.server.passes`),
which whoever shows an invitation gets for the role he takes. Nothing is accepted from other
origins, no message may be large.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from fastapi import Depends, FastAPI, Header, HTTPException, Request, Response, WebSocket
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel, ConfigDict, ValidationError
from starlette.requests import ClientDisconnect
from starlette.websockets import WebSocketDisconnect

from companion_api.evening import phone_camera
from companion_api.evening.live import Live
from companion_api.evening.messages import Messages
from companion_api.evening.setting_up import Arrange, Command, Places, Preset, SetUp
from companion_api.evening.taps import Desk, Name, Refused, Tap
from companion_api.guests import api as guests_api
from companion_api.hand_photo import api as hand_photo_api
from companion_api.hand_photo.photos import HandPhotos
from companion_api.hearing import api as hearing_api
from companion_api.hearing.ears import Ears
from companion_api.hosting.api_document import describe
from companion_api.hosting.failures import answer_failures
from companion_api.learning import api as learning_api
from companion_api.learning.learning import Learning
from companion_api.passing import api as passing_api
from companion_api.passing.holders import Holders
from companion_api.past import api as past_api
from companion_api.replay import api as replay_api
from companion_api.saying import page_words
from companion_api.series import api as series_api
from companion_api.server import passes
from companion_api.server.answers import LARGEST_MESSAGE, UNKEPT, in_words, pack, refusal
from companion_api.server.auth import bearer
from companion_api.server.gate import WRONG_TOKEN, guard
from companion_api.server.passes import Pass
from companion_api.sounds import sounds_api
from companion_api.sounds.own_sounds import OwnSounds
from companion_api.store import StaleCommand, StoreFailed
from companion_api.system.addresses import Lends, Reaches
from engine.errors import BadInput, IllegalEvent
from hardware.cameras.phone import PhoneFeed

M = TypeVar("M", bound=BaseModel)
PAGE = Path(__file__).parents[1] / "page"
HELLO_SECONDS = 5.0
"""How long a live channel may stay silent before it says who it is."""


class Join(BaseModel):
    """What somebody joins as: a role, and whose phone it is when he plays."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    role: Literal["host", "player", "television", "guest", "camera"]
    player: Name | None = None


def create_app(
    live: Live,
    desk: Desk,
    setup: SetUp | None = None,
    feed: PhoneFeed | None = None,
    reach: Reaches | None = None,
    learning: Learning | None = None,
    ears: Ears | None = None,
    sounds: OwnSounds | None = None,
) -> FastAPI:
    """The application that shows one evening.

    Args:
        live: the evening.
        desk: what taps are handed to.
        setup: sets evenings up; None: the evening is given.
        feed: where a phone that is the camera sends its pictures; None: another camera films.
        reach: by which names and addresses the page is reached; None: as each phone has opened it.
        learning: learns packs and chips; None: there is no camera to learn from.
        ears: what hears; None: no microphone can be asked about.
        sounds: a family's own; None: it has none.
    """
    token = live.evening.token
    app = FastAPI(title="nainjaune", openapi_url=None)
    pack(app)

    guard(app, () if reach is None else reach.names)
    answer_failures(app)
    holders = Holders(live.store, token, live.changed)
    live.holders = holders
    admitted, hosts = holders.admitted(), Depends(holders.admitted("host"))
    anybody = Depends(admitted)

    @app.get("/api/join")
    def joinable(authorization: Annotated[str | None, Header()] = None) -> Response:
        """What whoever shows this invitation or pass may become, and what he is: ``roles, players, you``."""
        shown = bearer(authorization)
        may = passes.roles(token, shown)
        held = None if may else holders.read(shown)
        if not may and held is None:
            raise HTTPException(401, "token", {"WWW-Authenticate": "Bearer"})
        you = None if held is None else _you(held)
        players = list(live.table.names) if live.table else []
        return JSONResponse({"roles": may, "players": players, "you": you}, headers=UNKEPT)

    @app.post("/api/join")
    async def join(request: Request, authorization: Annotated[str | None, Header()] = None) -> Response:
        """A pass for a role: 401 without an invitation, 403 when it does not go so far."""
        may = passes.roles(token, bearer(authorization))
        if not may:
            raise HTTPException(401, "token", {"WWW-Authenticate": "Bearer"})
        told = await told_body(request, Join)
        if told.role not in may:
            raise HTTPException(403, "role")
        mark = secrets.token_hex(4) if told.role == "host" else ""
        held = Pass(told.role, told.player if told.role in ("host", "player") else None, mark)
        if held.player is not None and (live.table is None or held.player not in live.table.names):
            raise HTTPException(422, "player")
        return JSONResponse({"pass": passes.issue(token, held), **_you(held)}, headers=UNKEPT)

    @app.get("/api/invitation", dependencies=[Depends(holders.admitted("host", "television"))])
    def invitation(request: Request) -> Response:
        """What host and television show to the others: `passes.joining`; null where no phone comes in.

        ``camera``: `passes.filming`, null where no phone is wanted as the camera.
        """
        opened = str(request.base_url)
        base = opened if reach is None else reach.invites(request.base_url.hostname or "", opened)
        lends = reach.lends if reach is not None else Lends(opened if opened.startswith("https") else None)
        camera = None if feed is None else passes.filming(lends, token)
        return JSONResponse({**passes.joining(base, token), "camera": camera}, headers=UNKEPT)

    @app.post("/api/taps")
    async def tapped(request: Request, held: Pass = anybody) -> Response:
        """Do what a phone asks: 200 done, 403 not his, 409 the table has moved on, 422 it cannot be."""
        tap = await told_body(request, Tap)
        return await answered(lambda: desk.take(tap, held), tap.seq)

    async def answered(do: Callable[[], dict[str, Any] | None], seq: int) -> Response:
        """Do what a phone asks, away from the loop, and say what came of it."""
        try:
            done = await asyncio.to_thread(do)
        except StaleCommand:
            return JSONResponse({"error": "stale", **live.now(seq)}, 409)
        except IllegalEvent as error:
            since = getattr(error.since, "seq", None)
            told = {"error": "illegal", "rule": error.rule, "detail": str(error), "since": since}
            return JSONResponse({**told, **in_words(str(error))}, 422)
        except Refused as error:
            status = 403 if error.why == "role" else 422
            return refusal(error.why, str(error), status)
        except StoreFailed:
            raise
        except BadInput as error:
            return JSONResponse({"error": "input", "detail": str(error), **in_words(str(error))}, 422)
        return JSONResponse({"seq": live.seq, **(done or {})})

    if setup is not None:
        _set_up(app, setup, answered, anybody, hosts)

    _look_back(app, live, anybody, hosts)
    messages = Messages(live)

    @app.websocket("/api/live")
    async def channel(socket: WebSocket) -> None:
        """First message in: ``{"token": a pass, "evening", "seq"}``, the last event seen; out: `Messages`."""
        await socket.accept()
        try:
            hello = await asyncio.wait_for(_message(socket), HELLO_SECONDS)
        except (TimeoutError, ValueError):
            hello = {}
        held = passes.read(token, hello.get("token"))
        if held is None:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(WRONG_TOKEN)
            return
        told = hello.get("seq") if hello.get("evening") == live.evening.id else 0
        seen = told if isinstance(told, int) else 0
        with _listening(live) as ear, holders.joined(held):
            leaving = asyncio.ensure_future(_answer_until_gone(socket))
            try:
                while True:
                    change = asyncio.ensure_future(ear.change())
                    await asyncio.wait({change, leaving}, return_when=asyncio.FIRST_COMPLETED)
                    if leaving.done():
                        change.cancel()
                        return
                    seen, text = await asyncio.to_thread(messages.since, seen, _you(holders.now(held)))
                    await socket.send_text(text)
            except WebSocketDisconnect:
                return
            finally:
                leaving.cancel()

    if learning is not None:
        learning_api.add_to(app, live, learning, hosts, told_body, answered)
    if feed is not None:
        phone_camera.add_to(app, feed, Depends(holders.admitted("host", passes.CAMERA)), setup)
    hearing_api.add_to(app, ears, hosts, told_body)
    sounds_api.add_to(app, sounds, anybody)
    readers = Depends(holders.admitted("host", "player", "television"))
    past_api.add_to(app, live, readers, hosts, told_body)
    players = Depends(holders.admitted("host", "player"))
    passing_api.add_to(app, live, holders, told_body)
    replay_api.add_to(app, live, anybody, players, hosts, told_body)
    hand_photo_api.add_to(app, HandPhotos(live), anybody)
    bodies: dict[str, type[BaseModel]] = {
        "taps": Tap,
        "history/forget": past_api.Forget,
        "join": Join,
        "setup": Arrange,
        "places": Places,
        "lesson": learning_api.Learn,
        "chips": learning_api.Chips,
        "presets": Preset,
        "evenings": Command,
        "microphone": hearing_api.Microphone,
        "host": passing_api.PassOn,
        "history/note": series_api.WriteNote,
        "replay": replay_api.Show,
        "failed": Command,
    }
    describe(
        app,
        {
            "/api/camera": "image/jpeg",
            "/api/hand-photo": "image/jpeg",
            "/api/history": "text/csv",
            "/api/history/picture/{evening}": "image/jpeg",
            "/api/sounds/{kind}": "audio/mpeg",
            **{f"/api/{path}": body for path, body in bodies.items()},
        },
    )
    guests_api.add_to(app)
    page_words.add_to(app)
    app.mount("/", StaticFiles(directory=PAGE, html=True))
    return app


def _look_back(app: FastAPI, live: Live, anybody: Any, hosts: Any) -> None:
    """What phones may ask of the evening so far, and whoever holds the table may forget."""

    @app.get("/api/rounds", dependencies=[anybody])
    def rounds() -> Response:
        """Every round so far, the last one first, card by card: `views.rounds`."""
        return JSONResponse(live.rounds(), headers=UNKEPT)

    @app.get("/api/review", dependencies=[anybody])
    def review() -> Response:
        """What there are pictures of, the last first: `Live.review`."""
        return JSONResponse(live.review(), headers=UNKEPT)

    @app.get("/api/why/{seq}", dependencies=[anybody])
    def why(seq: int) -> Response:
        """What spoke for an event, in a sentence of every language."""
        said = live.why(seq)
        if said is None:
            raise HTTPException(404, "nothing to say")
        return JSONResponse(said, headers=UNKEPT)

    @app.get("/api/pictures/{seq}", dependencies=[anybody])
    def picture(seq: int) -> Response:
        """The JPEG that proves an event: its left half the place before, its right half after."""
        jpeg = live.store.picture(live.evening.id, seq) if 0 < seq <= live.seq else None
        if jpeg is None:
            raise HTTPException(404, "no picture")
        return Response(jpeg, media_type="image/jpeg", headers=UNKEPT)

    @app.delete("/api/pictures", dependencies=[hosts])
    def forget_pictures() -> dict[str, int]:
        """Delete the evening's pictures; the events stay."""
        return {"forgotten": live.forget_pictures()}

    @app.get("/api/log", dependencies=[anybody])
    def log() -> Response:
        """The evening's events as JSON Lines, as `nainjaune settle` reads them."""
        lines = "".join(json.dumps(event, ensure_ascii=False) + "\n" for event in live.events())
        return Response(
            lines,
            media_type="application/x-ndjson",
            headers={"Content-Disposition": 'attachment; filename="nain-jaune.jsonl"', **UNKEPT},
        )


def _you(held: Pass) -> dict[str, str | None]:
    """What a phone is told about itself."""
    return {"role": held.role, "player": held.player}


def _set_up(
    app: FastAPI,
    setup: SetUp,
    answered: Callable[[Callable[[], dict[str, Any] | None], int], Awaitable[Response]],
    anybody: Any,
    hosts: Any,
) -> None:
    """What phones may ask before an evening and after it."""

    @app.get("/api/setup", dependencies=[anybody])
    def offer() -> JSONResponse:
        """Players remembered, presets, every option: `SetUp.offer`."""
        return JSONResponse(setup.offer(), headers=UNKEPT)

    @app.post("/api/setup", dependencies=[hosts])
    async def arrange(request: Request) -> Response:
        """Begin the evening: 200 done, 409 it has begun, 422 it is no table."""
        told = await told_body(request, Arrange)
        return await answered(lambda: setup.arrange(told), told.seq)

    @app.get("/api/check", dependencies=[hosts])
    def check() -> Response:
        """How the camera sees the table now: `SetUp.check`; 422 when no picture comes."""
        try:
            return JSONResponse(setup.check(), headers=UNKEPT)
        except Refused as error:
            return refusal(error.why, str(error))

    @app.post("/api/places", dependencies=[hosts])
    async def places(request: Request) -> Response:
        """Keep where board and seats lie in the picture; during an evening: where the board lies now."""
        told = await told_body(request, Places)
        return await answered(lambda: setup.place(told), told.seq)

    @app.post("/api/presets", dependencies=[hosts])
    async def preset(request: Request) -> Response:
        """Save or forget a house preset."""
        told = await told_body(request, Preset)
        return await answered(lambda: setup.keep(told), told.seq)

    @app.post("/api/evenings", dependencies=[hosts])
    async def renew(request: Request) -> Response:
        """Another evening, to be set up, once this one has ended."""
        told = await told_body(request, Command)
        return await answered(lambda: setup.renew(told), told.seq)


async def told_body(request: Request, kind: type[M]) -> M:
    """The command that a request's body holds: 413 when it is too long, 422 when it is none.

    Whoever no longer waits has told people that it was not sent, so it must not be done.

    Raises:
        ClientDisconnect: nobody waits.
    """
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LARGEST_MESSAGE:
            raise HTTPException(413, "too long")
    if await request.is_disconnected():
        raise ClientDisconnect
    try:
        return kind.model_validate_json(body)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise HTTPException(422, f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from None


async def _message(socket: WebSocket) -> dict[str, Any]:
    """The next message as an object; ValueError when it is none."""
    received = await socket.receive()
    text = received.get("text") or ""
    if len(text) > LARGEST_MESSAGE:
        raise ValueError("too long")
    try:
        message = json.loads(text)
    except RecursionError:
        raise ValueError("too deep") from None
    if not isinstance(message, dict):
        raise ValueError("not an object")
    return message


async def _answer_until_gone(socket: WebSocket) -> None:
    """Tell a page that asks whether anybody is there; nothing else that it says matters."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            with contextlib.suppress(ValueError):
                if "alive" in await _message(socket):
                    await socket.send_text('{"alive": true}')


@contextlib.contextmanager
def _listening(live: Live) -> Any:
    ear = live.listen()
    try:
        yield ear
    finally:
        live.stop_listening(ear)
