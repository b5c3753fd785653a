"""Who may see the table: whoever shows the evening's token, as the QR code carries it.

The token travels in the address's fragment (which browsers never send), is kept by the page
and shown as ``Authorization: Bearer …`` or in the first message of the live channel.
"""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import FastAPI, Header, HTTPException, Request, Response

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(self), geolocation=()",
}
"""Sent with every answer: the page loads nothing from elsewhere and sits in no frame."""


def same(token: str, shown: object) -> bool:
    """Whether ``shown`` is the token, taking equally long whatever differs."""
    return isinstance(shown, str) and hmac.compare_digest(token.encode(), shown.encode("utf-8", "replace"))


def bearer(header: str | None) -> str:
    """The token in an ``Authorization`` header, ``""`` when it has none."""
    scheme, _, token = (header or "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def guard(app: FastAPI) -> None:
    """Send `HEADERS` with every answer, and have browsers ask anew for what they keep."""

    @app.middleware("http")
    async def guarded(request: Request, go_on: Callable[[Request], Awaitable[Response]]) -> Response:
        answer = await go_on(request)
        for name, value in HEADERS.items():
            answer.headers[name] = value
        answer.headers.setdefault("Cache-Control", "no-cache")
        return answer


def invitation(token: str) -> Callable[[str | None], None]:
    """What a route depends on so that only whoever shows ``token`` is answered; others get 401."""

    def invited(authorization: Annotated[str | None, Header()] = None) -> None:
        if not same(token, bearer(authorization)):
            raise HTTPException(401, "token", {"WWW-Authenticate": "Bearer"})

    return invited
