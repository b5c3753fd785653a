"""Who holds a phone: what the QR code lets him become, and the pass that says what he has become.

The terminal's QR code carries the evening's token, with which a phone may take any role. Those that the
host's phone shows carry an `invite` for one role each, made from it: with a player's nobody becomes a
television, with a guest's neither, and with none of them a host; whoever may be more may be a guest. They can
be renewed: then earlier ones let nobody in. Having chosen, a device holds a pass: its mark, signed with the
token, so that a phone that slept finds its place again, and a new token ends every pass. What a device is
stands in the register (`companion_api.web.register`); the pass also says as what it was given.

Where nothing can be scanned (a page opened from the home screen remembers nothing of the browser), a
short code made from the same token is typed (`code`), one for each role. Eight signs are 40 bits: who could
try 2,000 codes a second for all of six hours, which the ten wrong ones a minute (`gate.TRIES`) keep every
address from, would find one of the three in 8,000 evenings. A host's has twelve.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import io
import json
from typing import Any

import segno
from fastapi import Request

from companion_api.evening.who import CAMERA, HOST, ROLES, Pass
from companion_api.system.addresses import Lends
from companion_api.web.auth import same

SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""What a typed code is made of: none that is taken for another (Crockford's base 32)."""
CODE, HOST_CODE = 8, 12
"""Signs of the code for everybody but hosts, and of theirs."""
LONGEST = 600
"""Characters of a pass: a name takes at most 80."""


def invite(token: str, role: str = "player", renewed: int = 0) -> str:
    """What the QR code for a role carries; ``renewed``: how often it has been made anew."""
    return _signed(token, f"invitation {role} {renewed}")


def code(token: str, role: str = "player", renewed: int = 0) -> str:
    """The invitation for a role as it is typed, in groups of four; a host's is never made anew."""
    seal = int.from_bytes(_seal(token, "host code" if role == "host" else f"code {role} {renewed}"))
    signs = [SIGNS[seal >> 5 * place & 31] for place in range(HOST_CODE if role == "host" else CODE)]
    return "-".join("".join(signs[place : place + 4]) for place in range(0, len(signs), 4))


def roles(token: str, shown: object, renewed: int = 0) -> tuple[str, ...]:
    """What whoever shows this may become; nothing unless it is an invitation that is still good."""
    typed = _as_typed(shown)
    if same(token, shown) or same(_as_typed(code(token, "host")), typed):
        return ROLES
    if same(invite(token, CAMERA, renewed), shown):
        return (CAMERA,)
    for role in ROLES[1:]:
        if same(invite(token, role, renewed), shown) or same(_as_typed(code(token, role, renewed)), typed):
            return (role,) if role == "guest" else (role, "guest")
    return ()


def _as_typed(shown: object) -> str:
    """A code without what people add or mistake: small letters, blanks, dashes, O for 0, I and L for 1."""
    plain = shown.upper() if isinstance(shown, str) and len(shown) <= LONGEST else ""
    return "".join(filter(str.isalnum, plain.translate(str.maketrans("OIL", "011"))))


def issue(token: str, held: Pass) -> str:
    """The pass as a phone keeps it."""
    fields = [held.role, held.player, *([held.device] if held.device else [])]
    text = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
    body = base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")
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
        role, player, *device = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
    except (ValueError, TypeError, binascii.Error):
        return None  # sealed by an older version
    return Pass(role, player, *device[:1]) if role in (*ROLES, CAMERA) else None


def holder(request: Request) -> Pass:
    """Who asks, once he has been let in (`companion_api.web.rights`)."""
    held: Pass = request.state.held
    return held


def joining(
    base: str | None, token: str, renewed: int = 0, only: tuple[str, ...] = ROLES[1:]
) -> dict[str, Any]:
    """What lets others in at ``base`` (which ends in ``/``).

    Args:
        base: the page's address; None: no phone can come in.
        token: the evening's.
        renewed: how often invitations were made anew.
        only: roles to let in.

    Returns:
        ``roles {role: {address, qr (an SVG of it), code (to type)}}``, empty without a ``base``; the first
        one's ``address, qr, code`` besides, None without a ``base``.
    """
    if base is None:
        return {"address": None, "qr": None, "code": None, "roles": {}}
    invited = {
        role: {
            **_drawn(f"{base}#t={invite(token, role, renewed)}&as={role}"),
            "code": code(token, role, renewed),
        }
        for role in only
    }
    return {**invited[only[0]], "roles": invited}


def filming(lends: Lends, token: str, renewed: int = 0) -> dict[str, Any]:
    """What lets the phone in that films; ``renewed``: how often invitations were made anew.

    Returns:
        ``address``, ``qr`` (None: no browser lends its camera here), ``trust {address, qr}`` where phones
        first come to trust this computer, or None, ``fingerprint``.
    """
    nothing = {"address": None, "qr": None}
    link = None if lends.address is None else f"{lends.address}camera/#t={invite(token, CAMERA, renewed)}"
    return {
        **(nothing if link is None else _drawn(link)),
        "trust": None if lends.trust is None else _drawn(lends.trust),
        "fingerprint": lends.fingerprint,
    }


def _drawn(link: str) -> dict[str, str]:
    drawn = io.BytesIO()
    segno.make(link, error="l").save(drawn, kind="svg", scale=4, border=2, dark="#2d231b", light="#ffffff")
    return {"address": link, "qr": drawn.getvalue().decode()}


def _seal(token: str, what: str) -> bytes:
    """A seal over ``what`` that only the token makes: 128 bits."""
    return hmac.new(token.encode(), what.encode("utf-8", "replace"), hashlib.sha256).digest()[:16]


def _signed(token: str, what: str) -> str:
    """The same as text."""
    return base64.urlsafe_b64encode(_seal(token, what)).decode().rstrip("=")
