"""What came of what a phone asked, as an answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from fastapi import Response
from fastapi.responses import JSONResponse

from companion_api.evening.live import Live
from companion_api.store import StaleCommand, StoreFailed
from companion_api.web.answers import in_words
from engine.errors import BadInput, IllegalEvent


async def answered(
    live: Live, do: Callable[[], dict[str, Any] | None], seq: int, player: str | None = None
) -> Response:
    """Do what a phone asks, away from the loop, and say what came of it.

    Args:
        live: the evening.
        do: does it.
        seq: the last event that the phone had seen.
        player: whose phone it is; None: nobody's who plays.

    Returns:
        200 done, 403 not his, 409 the table has moved on, 422 it cannot be.
    """
    try:
        done = await asyncio.to_thread(do)
    except StaleCommand:
        return JSONResponse({"error": "stale", **live.shown_to(player, seq)}, 409)
    except IllegalEvent as error:
        since = getattr(error.since, "seq", None)
        answer = {"error": "illegal", "rule": error.rule, "detail": str(error), "since": since}
        return JSONResponse({**answer, **in_words(str(error))}, 422)
    except StoreFailed:
        raise
    except BadInput as error:
        return JSONResponse({"error": "input", "detail": str(error), **in_words(str(error))}, 422)
    return JSONResponse({"seq": live.seq, **(done or {})})
