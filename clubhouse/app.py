"""What a board's pages ask: the club as it stands, live; and what its host may do."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from datetime import date
from pathlib import Path
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Header, HTTPException, Request, Response, WebSocket
from fastapi.responses import JSONResponse, RedirectResponse
from pydantic import Field
from starlette.websockets import WebSocketDisconnect

from clubhouse.board import Board, follow
from clubhouse.draw import FEWEST, MOST, USUAL
from clubhouse.ledger import MOST_MINUTES, Ledger
from clubhouse.results import of_night, to_csv
from companion_api.evening.who import Asked
from companion_api.system.addresses import Reaches
from companion_api.web import bodies, passes
from companion_api.web.answers import UNKEPT, in_words
from companion_api.web.auth import bearer, stranger
from companion_api.web.door.gate import WRONG_TOKEN
from companion_api.web.pages import applications
from companion_api.web.pages.files import Files
from companion_api.web.routes.joining import address_of
from companion_api.web.sockets import answer_until_gone, hello
from engine.errors import BadInput

PAGE = Path(__file__).parent / "page"
LARGEST_BODY = 4000
"""Characters of names entered at once: some two hundred people's (`answers.LARGEST_MESSAGE`)."""


class Do(Asked):
    """What the host of the club asks; one thing at a time.

    Attributes:
        enter: names, one a line or with commas between them.
        leave, back: a player who has gone, or is here again.
        draw: ``next`` (the next round), ``again`` (the last one once more) or ``night`` (another evening).
        usual: how many should sit at a table.
        minutes: until the round's time is over; 0: no timer.
    """

    enter: Annotated[str, Field(max_length=LARGEST_BODY)] | None = None
    leave: str | None = None
    back: str | None = None
    draw: str | None = None
    usual: Annotated[int, Field(ge=FEWEST, le=MOST)] = USUAL
    minutes: Annotated[int, Field(ge=0, le=MOST_MINUTES)] | None = None


def create_app(board: Board, token: str, reach: Reaches | None = None) -> FastAPI:
    """The application that shows a club.

    Args:
        board: what it shows.
        token: a host's; invitations are made from it (`companion_api.web.passes`).
        reach: by which names and addresses the page is reached.
    """
    app = applications.application("nainjaune club", () if reach is None else reach.names)

    def role(authorization: Annotated[str | None, Header()] = None) -> str:
        may = passes.roles(token, bearer(authorization))
        if not may:
            raise stranger()
        return "host" if "host" in may else "guest"

    anybody = Depends(role)

    def host(held: str = anybody) -> None:
        if held != "host" or not board.may_draw:
            raise HTTPException(403, "role")

    @app.get("/api/join")
    def joined(held: str = anybody) -> Response:
        """Who holds this invitation."""
        return JSONResponse(
            {"you": {"role": held, "draws": held == "host" and board.may_draw}}, headers=UNKEPT
        )

    @app.get("/api/club/invitation", dependencies=[anybody])
    def invitation(request: Request) -> Response:
        """What the television shows to phones: `passes.joining`."""
        base = address_of(request, reach)
        return JSONResponse(passes.joining(None if base is None else f"{base}club/", token), headers=UNKEPT)

    _live(app, board, token)

    @app.post("/api/club", dependencies=[Depends(host)])
    async def do(request: Request) -> Response:
        """Do what the host asks; 422 where it cannot be."""
        asked = await bodies.parsed(request, Do)
        try:
            await asyncio.to_thread(
                board.write, lambda ledger, connection: _perform(ledger, connection, asked)
            )
        except BadInput as error:
            answer = {"error": "input", "detail": str(error), **in_words(str(error))}
            return JSONResponse(answer, 422, headers=UNKEPT)
        return JSONResponse({}, headers=UNKEPT)

    _results(app, board, anybody)

    _pages(app)
    return app


def _pages(app: FastAPI) -> None:
    """What browsers get."""

    @app.get("/")
    def root() -> Response:
        """The board is all there is."""
        return RedirectResponse("/club/")

    app.mount("/club", Files(directory=PAGE, html=True))
    applications.add_to(app)


def _live(app: FastAPI, board: Board, token: str) -> None:
    """The live channel of the pages."""

    @app.websocket("/api/club/live")
    async def live(socket: WebSocket) -> None:
        """First message in: ``{"token"}``; out: the club as it stands (`README.md`), after every change."""
        await socket.accept()
        may = passes.roles(token, (await hello(socket)).get("token"))
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            if not may:
                await socket.close(WRONG_TOKEN)
                return
            you = {"role": "host" if "host" in may else "guest", "draws": "host" in may and board.may_draw}
            await _until_gone(socket, follow(board, socket.send_text, f', "you": {json.dumps(you)}}}'))


def _results(app: FastAPI, board: Board, readers: Any) -> None:
    """A night's results, to take away."""

    @app.get("/api/club/results/{night}.{kind}", dependencies=[readers])
    def results(night: str, kind: str) -> Response:
        """A night's ranking and tables: ``csv`` or ``json``."""
        try:
            day = date.fromisoformat(night)
        except ValueError:
            raise HTTPException(404, "night") from None
        made = board.read(lambda ledger: of_night(ledger, day))
        if made is None or kind not in ("csv", "json"):
            raise HTTPException(404, "night")
        text = json.dumps(made, ensure_ascii=False) if kind == "json" else to_csv(made)
        media = "application/json" if kind == "json" else "text/csv"
        name = f"nainjaune-club-{day.isoformat()}.{kind}"
        headers = {**UNKEPT, "Content-Disposition": f'attachment; filename="{name}"'}
        return Response(text, media_type=f"{media}; charset=utf-8", headers=headers)


async def _until_gone(socket: WebSocket, telling: Any) -> None:
    """Tell a page until it goes."""
    both = {asyncio.ensure_future(telling), asyncio.ensure_future(answer_until_gone(socket))}
    done, left = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    for each in left:
        each.cancel()
    for each in done:
        each.exception()  # that it has gone is no fault


def _perform(ledger: Ledger, connection: Any, asked: Do) -> None:
    seed, today = secrets.randbits(32), date.today()
    if asked.enter is not None:
        ledger.enter(connection, [name for name in asked.enter.replace("\n", ",").split(",") if name.strip()])
    elif asked.leave is not None:
        ledger.leave(connection, asked.leave, here=False)
    elif asked.back is not None:
        ledger.leave(connection, asked.back, here=True)
    elif asked.minutes is not None:
        ledger.time(connection, asked.minutes)
    elif asked.draw == "night":
        ledger.begin(connection, today, usual=asked.usual, seed=seed)
    elif asked.draw in ("next", "again"):
        ledger.draw(connection, today, anew=asked.draw == "again", usual=asked.usual, seed=seed)
    else:
        raise BadInput("expected something to do")
