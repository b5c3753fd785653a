"""What phones may ask of past evenings: to see them, to take them away in a file, to forget."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Annotated, Any, Protocol

from fastapi import APIRouter, HTTPException, Path, Query, Request, Response
from fastapi.responses import JSONResponse
from pydantic import Field

from companion_api.evening.taps import Name, Refused
from companion_api.evening.who import Asked
from companion_api.family import exchange, slate, spreadsheet
from companion_api.family.past import Chronicle, again
from companion_api.family.store_report import for_pages
from companion_api.store import Evening, Store
from companion_api.store.backups import REGRET
from companion_api.web.answers import UNKEPT
from companion_api.web.bodies import parsed, sent
from companion_api.web.routes import series as series_api
from engine.errors import BadInput
from engine.evening.reckoning import stopped
from engine.games import game
from engine.strict_json import text_of
from engine.table import Table

LARGEST_FILE = 16_000_000
"""Bytes of a file that is brought in: some thousand evenings."""
FILES = {
    "csv": ("text/csv", "nainjaune.csv"),
    "json": ("application/json", "nainjaune.json"),
    "bgstats": ("application/json", "nainjaune.bgsplay"),
}
"""Media type and name of a file by its kind."""


class Forget(Asked):
    """An evening to delete, a player to take out of all evenings, or the copies that still hold them."""

    evening: Annotated[int, Field(ge=1, le=2**31)] | None = None
    player: Name | None = None
    copies: bool = False


Numbered = Annotated[int, Path(ge=1, le=2**31)]


class Played(Protocol):
    """The evening that is being played (`Live`), if any."""

    @property
    def store(self) -> Store: ...
    @property
    def evening(self) -> Any: ...
    @property
    def table(self) -> Table | None: ...


def router(live: Played) -> APIRouter:
    """``/api/history``.

    Args:
        live: the evening that is being played: it cannot be forgotten.
    """
    routes = APIRouter()
    chronicle = Chronicle(live.store)
    noted = series_api.router(live.store, lambda evening: _in_a_round(live, evening))
    routes.include_router(noted)

    @routes.get("/api/history")
    def past(page: Annotated[int, Query(ge=0, le=10_000)] = 0) -> Response:
        """A page of past evenings, everybody's totals: `Chronicle.overview`; ``now``: the evening on, or
        that has just ended (``playing``: false); ``slate``: debts that last (`slate.overview`).

        ``notices [{LANGUAGE: text}]``: what people should know of what is kept; ``copies``: how many
        copies there are, broken files that were set aside among them.
        """
        return JSONResponse(_past(chronicle, live, page), headers=UNKEPT)

    _again(routes, live)

    @routes.get("/api/history/{kind}")
    def file(kind: str) -> Response:
        """A file: ``csv``, ``json`` (all events; the host's only way back) or ``bgstats``."""
        if kind not in FILES:
            raise HTTPException(404, "kind")
        media, name = FILES[kind]
        text = _written(chronicle, live, kind)
        headers = {**UNKEPT, "Content-Disposition": f'attachment; filename="{name}"'}
        return Response(text, media_type=f"{media}; charset=utf-8", headers=headers)

    @routes.post("/api/history")
    async def bring_in(request: Request) -> dict[str, int | None]:
        """Bring a CSV or JSON file in: ``came`` and ``there`` count evenings; ``evening``: the one of a file
        that holds one alone."""
        body = await sent(request, LARGEST_FILE)
        try:
            text = text_of(body, "file", exchange.EXPECTED, exchange.OTHERWISE)
            evenings = await asyncio.to_thread(exchange.read, text, "file")
        except BadInput as error:
            raise HTTPException(422, str(error)) from None
        came, there = await asyncio.to_thread(exchange.bring_in, live.store, evenings)
        return {"came": came, "there": there, "evening": exchange.lone(live.store, evenings)}

    @routes.post("/api/history/forget")
    async def forget(request: Request) -> dict[str, Any]:
        """Delete an evening, or take a player out of all (``instead``: how he is called now).

        A copy from before stays until the day ``kept_until``; ``copies`` deletes all there are at once.
        """
        asked = await parsed(request, Forget)
        try:
            return await asyncio.to_thread(_forget, chronicle, live, asked)
        except (BadInput, Refused) as error:
            raise HTTPException(422, str(error)) from None

    _slate(routes, live, chronicle)
    return routes


def _again(routes: APIRouter, live: Played) -> None:
    """``/api/history/{evening}/…``: one evening looked at again, and taken away."""

    def known(evening: int) -> Evening:
        one = next((each for each in live.store.evenings() if each.id == evening), None)
        if one is None:
            raise HTTPException(404, "evening")
        return one

    @routes.get("/api/history/{evening}/rounds/{number}")
    def steps(evening: Numbered, number: Numbered) -> Response:
        """A round that is over, step by step: `companion_api.replay.steps`."""
        replayed = again(live.store, known(evening), number)
        if replayed is None:
            raise HTTPException(404, "round")
        return JSONResponse(replayed, headers=UNKEPT)

    @routes.get("/api/history/{evening}/pictures/{seq}")
    def picture(evening: Numbered, seq: Numbered) -> Response:
        """The picture of an event, where it was kept; the evening's being played are at `/api/pictures`."""
        jpeg = None if evening == live.evening.id else live.store.picture(known(evening).id, seq)
        if jpeg is None:
            raise HTTPException(404, "no picture")
        return Response(jpeg, media_type="image/jpeg", headers=UNKEPT)

    @routes.get("/api/history/{evening}/file")
    def file(evening: Numbered) -> Response:
        """One evening, as `POST /api/history` brings it in on another computer."""
        one = known(evening)
        day = datetime.fromtimestamp(one.started)
        headers = {
            **UNKEPT,
            "Content-Disposition": f'attachment; filename="nainjaune-{day:%Y-%m-%d}.json"',
        }
        text = exchange.to_json_text(live.store, one)
        return Response(text, media_type="application/json; charset=utf-8", headers=headers)


def _slate(routes: APIRouter, live: Played, chronicle: Chronicle) -> None:
    """``/api/history/slate``."""

    @routes.post("/api/history/slate")
    async def settle(request: Request) -> dict[str, Any]:
        """Debts that last: keep them or not, or settle one (`slate.do`); 422 where that is owed no more."""
        asked = await parsed(request, slate.Slate)
        try:
            return await asyncio.to_thread(slate.do, live.store, chronicle, asked)
        except Refused as error:
            raise HTTPException(422, str(error)) from None


def _past(chronicle: Chronicle, live: Played, page: int) -> dict[str, Any]:
    backups = live.store.backups
    return {
        **chronicle.overview(page),
        "slate": slate.overview(live.store, chronicle.evenings()),
        "now": live.evening.id,
        "playing": _playing(live),
        "notices": for_pages(live.store, chronicle),
        "copies": 0 if backups is None else len(backups.all()) + len(backups.set_aside()),
    }


def _playing(live: Played) -> bool:
    """Whether the evening goes on; people may have ended it."""
    if live.table is None:
        return False
    events = [event for _, event in game.in_force(live.store.log(live.evening.id))]
    return stopped(events) is None


def _in_a_round(live: Played, evening: int) -> bool:
    """Whether this evening is being played, and a round of it is not settled yet."""
    if evening != live.evening.id or not _playing(live):
        return False
    state = game.fold([event for _, event in game.in_force(live.store.log(evening))])
    return state is not None and state.round is not None and not state.round.settled


def _written(chronicle: Chronicle, live: Played, kind: str) -> str:
    """All past evenings as one of `FILES`."""
    if kind == "json":
        return exchange.to_json_text(live.store)
    return (spreadsheet.to_csv if kind == "csv" else exchange.to_bg_stats)(chronicle.evenings())


def _forget(chronicle: Chronicle, live: Played, asked: Forget) -> dict[str, Any]:
    if (asked.evening is not None) + (asked.player is not None) + asked.copies != 1:
        raise BadInput("expected an evening, a player or the copies")
    backups = live.store.backups
    if asked.copies:
        return {"copies": 0 if backups is None else backups.forget_everything()}
    backups_until = {} if backups is None else {"kept_until": (datetime.now(UTC) + REGRET).date().isoformat()}
    if asked.evening is not None:
        if asked.evening == live.evening.id:
            raise Refused("setup", "that evening is being played")
        chronicle.forget_evening(asked.evening)
        return backups_until
    assert asked.player is not None
    if live.table is not None and asked.player in live.table.names:
        raise Refused("setup", f"{asked.player} is playing")
    return {"instead": chronicle.forget_player(asked.player), **backups_until}
