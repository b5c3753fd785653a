"""What phones ask of the evening so far: rounds, proofs, the log."""

from __future__ import annotations

import json
from typing import Annotated, TypeVar

from fastapi import APIRouter, HTTPException, Path, Request, Response
from fastapi.responses import JSONResponse

from companion_api.evening.live import Live
from companion_api.web.answers import UNKEPT
from companion_api.web.passes import holder

T = TypeVar("T")


def there(found: T | None, what: str) -> T:
    """What there is; 404 where there is none."""
    if found is None:
        raise HTTPException(404, what)
    return found


def router(live: Live) -> APIRouter:
    """``/api/rounds`` and each of them, ``/api/review``, ``/api/why``, ``/api/pictures``, ``/api/log``.

    Args:
        live: the evening.
    """
    routes = APIRouter()

    @routes.get("/api/rounds")
    def rounds(request: Request) -> Response:
        """Every round so far, the last one first, card by card: `views.rounds`."""
        return JSONResponse(live.rounds(holder(request).player), headers=UNKEPT)

    @routes.get("/api/rounds/{number}")
    def steps(number: Annotated[int, Path(ge=1, le=2**31)]) -> Response:
        """A round that is over, step by step: `companion_api.replay.steps`; 404 while it is played."""
        return JSONResponse(there(live.steps(number), "round"), headers=UNKEPT)

    @routes.get("/api/review")
    def review() -> Response:
        """What there are pictures of, the last first: `Live.review`."""
        return JSONResponse(live.review(), headers=UNKEPT)

    @routes.get("/api/why/{seq}")
    def why(seq: int) -> Response:
        """What spoke for an event, in a sentence of every language."""
        return JSONResponse(there(live.why(seq), "nothing to say"), headers=UNKEPT)

    @routes.get("/api/pictures/{seq}")
    def picture(seq: int) -> Response:
        """The JPEG that proves an event: its left half the place before, its right half after.

        A card is as it was in it from when it surely lies there and the log tells it; before, none is.
        """
        return Response(there(live.picture(seq), "no picture"), media_type="image/jpeg", headers=UNKEPT)

    @routes.delete("/api/pictures")
    def forget_pictures() -> dict[str, int]:
        """Delete the evening's pictures; the events stay."""
        return {"forgotten": live.forget_pictures()}

    @routes.get("/api/log")
    def log() -> Response:
        """The evening's events as JSON Lines, as `nainjaune settle` reads them."""
        lines = "".join(json.dumps(event, ensure_ascii=False) + "\n" for event in live.events())
        return Response(
            lines,
            media_type="application/x-ndjson",
            headers={"Content-Disposition": 'attachment; filename="nain-jaune.jsonl"', **UNKEPT},
        )

    return routes
