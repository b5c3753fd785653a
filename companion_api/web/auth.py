"""Who may see the table: whoever shows the evening's token, as the QR code carries it.

The token travels in the address's fragment (which browsers never send), is kept by the page
and shown as ``Authorization: Bearer …`` or in the first message of the live channel.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from typing import Annotated

from fastapi import Header, HTTPException


def same(token: str, shown: object) -> bool:
    """Whether ``shown`` is the token, taking equally long whatever differs."""
    return isinstance(shown, str) and hmac.compare_digest(token.encode(), shown.encode("utf-8", "replace"))


def bearer(header: str | None) -> str:
    """The token in an ``Authorization`` header, ``""`` when it has none."""
    scheme, _, token = (header or "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def stranger() -> HTTPException:
    """The answer to who shows nothing that is known: 401 ``token``."""
    return HTTPException(401, "token", {"WWW-Authenticate": "Bearer"})


def invitation(token: str) -> Callable[[str | None], None]:
    """What a route depends on so that only whoever shows ``token`` is answered; others get 401."""

    def invited(authorization: Annotated[str | None, Header()] = None) -> None:
        if not same(token, bearer(authorization)):
            raise stranger()

    return invited
