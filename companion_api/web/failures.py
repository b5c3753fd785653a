"""What a phone is told that cannot be answered: not for its role, not now, disk full, table busy."""

from __future__ import annotations

from fastapi import FastAPI, Request, Response
from starlette.requests import ClientDisconnect

from companion_api.evening.taps import Refused
from companion_api.evening.watching import RETRY_SECONDS, Busy
from companion_api.store import StoreFailed
from companion_api.web.answers import UNKEPT, refusal
from companion_api.web.rights import NotForRole


def answer_failures(app: FastAPI) -> None:
    """Answer ``{"error", "detail"}``: 403 ``role``, 422 `Refused.why`, 503 ``storage`` or ``busy``.

    Who has gone gets 408.
    """

    def later(error: str, detail: str) -> Response:
        return refusal(error, detail, 503, {"Retry-After": str(round(RETRY_SECONDS)), **UNKEPT})

    @app.exception_handler(NotForRole)
    async def role(request: Request, error: NotForRole) -> Response:
        return refusal("role", "role", 403)

    @app.exception_handler(Refused)
    async def refused(request: Request, error: Refused) -> Response:
        return refusal(error.why, str(error), 403 if error.why == "role" else 422)

    @app.exception_handler(StoreFailed)
    async def storage(request: Request, error: StoreFailed) -> Response:
        return later("storage", str(error))

    @app.exception_handler(Busy)
    async def busy(request: Request, error: Busy) -> Response:
        return later("busy", str(error))

    @app.exception_handler(ClientDisconnect)
    async def gone(request: Request, error: ClientDisconnect) -> Response:
        return refusal("gone", "nobody waits for an answer", 408)
