"""Who holds a phone: what the QR code lets him become, and the pass that says what he has become.

The terminal's QR code carries the evening's token, with which a phone may take any role. The one
that the host's phone shows carries `invite`, made from it, with which nobody becomes host. Having
chosen, a phone holds a pass: role and player, signed with the token, so that nothing needs to be
kept here, a phone that slept finds its place again, and a new token ends every pass.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

import segno
from fastapi import Header, HTTPException

from companion_api.auth import bearer, same

ROLES = ("host", "player", "television", "guest")
LONGEST = 600
"""Characters of a pass: a name takes at most 80."""


@dataclass(frozen=True, slots=True)
class Pass:
    """What somebody has joined as.

    Attributes:
        role: one of `ROLES`.
        player: whose phone it is, where that is said; a host may play as well.
    """

    role: str
    player: str | None = None

    @property
    def name(self) -> str:
        """Who did what this phone asks: the player, else the role."""
        return self.player or self.role


HOST = Pass("host")


def invite(token: str) -> str:
    """What the QR code for everybody but hosts carries."""
    return _signed(token, "invitation")


def roles(token: str, shown: object) -> tuple[str, ...]:
    """What whoever shows this may become; nothing unless it is an invitation."""
    if same(token, shown):
        return ROLES
    return ROLES[1:] if same(invite(token), shown) else ()


def issue(token: str, held: Pass) -> str:
    """The pass as a phone keeps it."""
    told = json.dumps([held.role, held.player], ensure_ascii=False, separators=(",", ":"))
    body = base64.urlsafe_b64encode(told.encode()).decode().rstrip("=")
    return f"{body}.{_signed(token, body)}"


def read(token: str, shown: object) -> Pass | None:
    """The pass that is shown; the evening's token is a host's. None when it is neither."""
    if same(token, shown):
        return HOST
    if not isinstance(shown, str) or len(shown) > LONGEST:
        return None
    body, dot, seal = shown.rpartition(".")
    if not dot or not same(_signed(token, body), seal):
        return None
    try:
        role, player = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
    except (ValueError, TypeError, binascii.Error):
        return None  # sealed by an older version
    return Pass(role, player) if role in ROLES else None


def admitted(token: str, *only: str) -> Callable[[str | None], Pass]:
    """What a route depends on: the pass shown; 401 without one, 403 ``role`` when not one of ``only``."""

    def who(authorization: Annotated[str | None, Header()] = None) -> Pass:
        held = read(token, bearer(authorization))
        if held is None:
            raise HTTPException(401, "token", {"WWW-Authenticate": "Bearer"})
        if only and held.role not in only:
            raise HTTPException(403, "role")
        return held

    return who


def joining(base: str, invitation: str) -> dict[str, str]:
    """The address that lets people in at ``base`` (which ends in ``/``), and its QR code as an SVG."""
    link = f"{base}#t={invitation}"
    drawn = io.BytesIO()
    segno.make(link, error="l").save(drawn, kind="svg", scale=4, border=2, dark="#2d231b", light="#ffffff")
    return {"address": link, "qr": drawn.getvalue().decode()}


def _signed(token: str, what: str) -> str:
    """A seal over ``what`` that only the token makes: 128 bits."""
    seal = hmac.new(token.encode(), what.encode("utf-8", "replace"), hashlib.sha256).digest()[:16]
    return base64.urlsafe_b64encode(seal).decode().rstrip("=")
