"""A second phone as the camera: where its page sends what it sees.

One JPEG a request: the answer tells the phone that its picture is being looked at, so that it never
sends faster than the network carries or the computer looks, and what it sends then is the newest. A
plain request passes every proxy and phone browser.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any, Literal

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import JSONResponse

from companion_api.doctor.aiming import next_step
from companion_api.doctor.camera_check import still
from companion_api.evening.setting_up import SetUp
from companion_api.evening.who import Asked
from companion_api.web.answers import UNKEPT, refusal
from companion_api.web.bodies import parsed, sent
from engine.errors import BadInput
from hardware.cameras.phone import LARGEST, SAYS, PhoneFeed

STILL_FILMS = 6.0
"""Seconds without a picture after which a phone films no more: its page sends one in 6 s at least."""
MOST_WAIT = 0.25
"""Seconds that an answer waits for a picture to be looked at: a phone should not seem cut off."""


class Says(Asked):
    """What the page of a phone that is to film tells."""

    says: Literal[SAYS]  # type: ignore[valid-type]


def router(feed: PhoneFeed, setup: SetUp | None = None) -> APIRouter:
    """``POST /api/camera`` takes pictures, ``GET`` says what came of it, ``/aim`` how the phone is aimed.

    Args:
        feed: where pictures go.
        setup: looks at the picture before an evening; None: nobody aims.
    """
    routes = APIRouter()

    @routes.get("/api/camera/aim")
    def aim() -> Response:
        """``{says}``: `aiming.next_step`; 409 once the evening has begun, 422 while no picture comes."""
        if setup is None or not setup.open:
            return refusal("setup", "the evening has begun", 409)
        return JSONResponse({"says": next_step(setup.check()["findings"])}, headers=UNKEPT)

    @routes.get("/api/camera")
    def filmed() -> JSONResponse:
        """What the computer's page shows: `_filmed`."""
        return JSONResponse(_filmed(feed, setup), headers=UNKEPT)

    @routes.post("/api/camera/says")
    async def says(request: Request) -> Response:
        """The phone's page is open, or says why it does not film."""
        feed.says = (await parsed(request, Says)).says
        return Response(status_code=204)

    @routes.post("/api/camera")
    async def picture(request: Request) -> dict[str, int]:
        """Take a JPEG: answers the ``width`` and ``height`` wanted, and the ms that it ``waited`` here.

        413: too long. 422: no picture.
        """
        body = await sent(request, LARGEST)
        try:
            await asyncio.to_thread(feed.put, body)
        except BadInput as error:
            raise HTTPException(422, str(error)) from None
        began = time.monotonic()
        await asyncio.to_thread(feed.taken, MOST_WAIT)
        waited = round(1000 * (time.monotonic() - began))
        return {"width": feed.size[0], "height": feed.size[1], "waited": waited}

    return routes


def _filmed(feed: PhoneFeed, setup: SetUp | None) -> dict[str, Any]:
    """How the phone that films is doing.

    Returns:
        ``state``: ``films``, ``stopped`` (pictures came, and come no more), one of `SAYS`, or ``nobody`` (no
        phone has opened the page); ``picture``: its newest, coarse (`camera_check.still`), while an evening
        is set up.
    """
    image, films = feed.newest, time.monotonic() - feed.at < STILL_FILMS
    state = feed.says or ("nobody" if image is None else "films" if films else "stopped")
    shown = image is not None and films and setup is not None and setup.open
    return {"state": state, "picture": still(image) if shown and image is not None else None}
