"""What phones ask before an evening: packs and chips that are learnt, the still in which they lie."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from companion_api.evening.live import Live
from companion_api.evening.setting_up import Command, Corner, check_fresh, check_not_begun
from companion_api.evening.taps import Code, Refused
from companion_api.learning.learning import Learning
from companion_api.web.answers import UNKEPT
from companion_api.web.bodies import parsed
from companion_api.web.routes.answered import answered
from engine.cards import parse_card


class Learn(Command):
    """A pack is learnt.

    Attributes:
        learn: ``begin`` (name; what is known of it stays known), ``say`` (picture; card, or none
            at all), ``keep``, ``leave``, or ``forget`` (name).
    """

    learn: Literal["begin", "say", "keep", "leave", "forget"]
    name: Annotated[str, Field(min_length=1, max_length=40)] | None = None
    picture: Annotated[str, Field(max_length=9)] | None = None
    card: Code | None = None


class Chips(Command):
    """One chip of each kind, as people tapped them on the photo, by the kind's name."""

    taps: Annotated[dict[Literal["jeton", "fiche", "contrat"], Corner], Field(min_length=1)]


def router(live: Live, learning: Learning) -> APIRouter:
    """What hosts ask: ``/api/decks``, ``/api/lesson``, ``/api/chips``.

    Args:
        live: the evening.
        learning: learns.
    """
    routes = APIRouter()

    def fresh(command: Command) -> None:
        check_fresh(live, command)
        check_not_begun(live)

    def looked(look: Callable[[], dict[str, Any]]) -> Response:
        check_not_begun(live)
        return JSONResponse(look(), headers=UNKEPT)

    @routes.get("/api/decks")
    def decks() -> JSONResponse:
        """The packs that were learnt: ``[{name, cards}]``."""
        return JSONResponse(learning.decks(), headers=UNKEPT)

    @routes.get("/api/lesson")
    def lesson() -> Response:
        """How far the pack is that is being learnt: `Learning.look`; 422 when none is."""
        return looked(learning.look)

    @routes.post("/api/lesson")
    async def learn(request: Request) -> Response:
        """Begin to learn a pack, say what a picture shows, keep it or not, forget one."""
        asked = await parsed(request, Learn)

        def do() -> None:
            fresh(asked)
            _perform(learning, asked)

        return await answered(live, do, asked.seq)

    @routes.get("/api/chips")
    def chips() -> Response:
        """The chips in a photo taken now: `Learning.chips`; 422 when no picture comes."""
        return looked(learning.chips)

    @routes.post("/api/chips")
    async def kinds(request: Request) -> Response:
        """What the tapped chips of that photo are: ``chips``, as a table has them."""
        asked = await parsed(request, Chips)

        def do() -> dict[str, Any]:
            fresh(asked)
            return {"chips": learning.kinds({kind: place for kind, place in asked.taps.items()})}

        return await answered(live, do, asked.seq)

    return routes


def _perform(learning: Learning, asked: Learn) -> None:
    match asked.learn:
        case "begin":
            learning.begin(_needed(asked.name, "name"))
        case "forget":
            learning.forget(_needed(asked.name, "name"))
        case "say":
            learning.say(_needed(asked.picture, "picture"), parse_card(asked.card) if asked.card else None)
        case "keep":
            learning.keep()
        case "leave":
            learning.leave()


def _needed(value: str | None, name: str) -> str:
    if value is None:
        raise Refused("incomplete", f"{name} is missing")
    return value
