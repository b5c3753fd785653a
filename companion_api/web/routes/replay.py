"""What phones and televisions ask of a replay, and the host of an evening that went wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import JSONResponse
from pydantic import Field

from companion_api.evening.live import Live
from companion_api.evening.setting_up import Command
from companion_api.replay.replay import Often
from companion_api.web.answers import UNKEPT, refusal
from companion_api.web.bodies import parsed

T = TypeVar("T")
NOW = 0
"""In an event's place: the table as it is now."""


class Show(Command):
    """Let televisions show what is round an event.

    Attributes:
        event: its number; 0: the table as the camera sees it now, with what is read outlined.
        round: instead, a round that is over, from its step number ``step`` (0: the first); televisions follow
            whoever goes on or back in it.
    """

    event: Annotated[int, Field(ge=0)] = 0
    round: Annotated[int, Field(ge=1, le=2**31)] | None = None
    step: Annotated[int, Field(ge=0, le=10_000)] = 0


def router(live: Live) -> APIRouter:
    """``/api/replay`` and ``/api/failed``.

    Args:
        live: the evening.
    """
    routes = APIRouter()

    def pictures(seq: int) -> list[dict[str, Any]]:
        if seq == NOW:
            return [_answer(live.replay.now)]
        line = next((line for line in live.events() if line["seq"] == seq), None)
        return _answer(lambda: None if line is None else live.replay.round(line))

    @routes.get("/api/replay/{seq}")
    def replay(seq: int) -> Response:
        """The pictures of the seconds round an event, hands illegible; 404 when they are not in memory.

        0: the newest one alone, with what is read in it (`Replay.now`).
        """
        return JSONResponse({"seq": seq, "pictures": pictures(seq)}, headers=UNKEPT)

    @routes.post("/api/replay")
    async def show(request: Request) -> Response:
        """Televisions show what is round an event, or a round once more: 404 when there is no such thing."""
        asked = await parsed(request, Show)
        if asked.evening != live.evening.id:
            raise HTTPException(404, "gone")
        if asked.round is not None:
            again = live.steps(asked.round)
            if again is None or asked.step >= len(again["steps"]):
                raise HTTPException(404, "round")
            live.show_again(round=asked.round, step=asked.step)
            return JSONResponse({"round": asked.round, "step": asked.step}, headers=UNKEPT)
        pictures(asked.event)
        live.show_again(seq=asked.event)
        return JSONResponse({"event": asked.event}, headers=UNKEPT)

    @routes.post("/api/failed")
    async def failed(request: Request) -> Response:
        """The evening as a file that `nainjaune watch` plays again, hands illegible; it is sent nowhere."""
        await parsed(request, Command)
        setup = live.evening.setup
        if not setup:
            return refusal("setup", "the evening is still to be set up")
        try:
            data = await asyncio.to_thread(live.replay.failed, setup, live.events())
        except Often:
            return refusal("often", "too many files at once", 429, {"Retry-After": "5"})
        except OSError as error:
            return refusal("storage", str(error.strerror), 503)
        return Response(
            data,
            media_type="application/zip",
            headers={"Content-Disposition": 'attachment; filename="nain-jaune-failed.zip"', **UNKEPT},
        )

    return routes


def _answer(look: Callable[[], T | None]) -> T:
    """What is in memory; 404 where it is not, 429 where too much is asked for."""
    try:
        found = look()
    except Often:
        raise HTTPException(429, "often", {"Retry-After": "5"}) from None
    if found is None:
        raise HTTPException(404, "gone")
    return found
