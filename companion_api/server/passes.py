"""Who holds a phone: what the QR code lets him become, and the pass that says what he has become.

The terminal's QR code carries the evening's token, with which a phone may take any role. The one
that the host's phone shows carries `invite`, made from it, with which nobody becomes host. Having
chosen, a phone holds a pass: role and player, signed with the token, so that nothing needs to be
kept here, a phone that slept finds its place again, and a new token ends every pass.

Where nothing can be scanned (a page opened from the home screen remembers nothing of the browser), a
short code made from the same token is typed (`code`). Eight signs are 40 bits: who could try 2,000 codes
a second for all of six hours, which the ten wrong ones a minute (`gate.TRIES`) keep every address from,
would find one in 25,000 evenings. A host's has twelve.
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
from typing import Annotated, Any

import segno
from fastapi import Header, HTTPException

from companion_api.server.auth import bearer, same, stranger
from companion_api.system.addresses import Lends

ROLES = ("host", "player", "television", "guest")
CAMERA = "camera"
"""The role of the phone that films the table: it has an invitation of its own, and taps nothing."""
SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""What a typed code is made of: none that is taken for another (Crockford's base 32)."""
CODE, HOST_CODE = 8, 12
"""Signs of the code for everybody but hosts, and of theirs."""
LONGEST = 600
"""Characters of a pass: a name takes at most 80."""


@dataclass(frozen=True, slots=True)
class Pass:
    """What somebody has joined as.

    Attributes:
        role: one of `ROLES`, or `CAMERA`.
        player: whose phone it is, where that is said; a host may play as well.
        phone: the mark of a host's phone, told from another's; empty: the computer's own page, or no host.
    """

    role: str
    player: str | None = None
    phone: str = ""

    @property
    def name(self) -> str:
        """Who did what this phone asks: the player, else the role."""
        return self.player or self.role

    def to_json(self) -> dict[str, str | None]:
        """What a phone is told about itself."""
        return {"role": self.role, "player": self.player}


HOST = Pass("host")


def invite(token: str) -> str:
    """What the QR code for everybody but hosts carries."""
    return _signed(token, "invitation")


def invite_camera(token: str) -> str:
    """What the QR code for the phone that films carries."""
    return _signed(token, "camera invitation")


def code(token: str, *, host: bool = False) -> str:
    """The invitation as it is typed, in groups of four: for everybody but hosts, or for hosts."""
    seal = int.from_bytes(_seal(token, "host code" if host else "code"))
    signs = [SIGNS[seal >> 5 * place & 31] for place in range(HOST_CODE if host else CODE)]
    return "-".join("".join(signs[place : place + 4]) for place in range(0, len(signs), 4))


def roles(token: str, shown: object) -> tuple[str, ...]:
    """What whoever shows this may become; nothing unless it is an invitation."""
    typed = _as_typed(shown)
    if same(token, shown) or same(_as_typed(code(token, host=True)), typed):
        return ROLES
    if same(invite_camera(token), shown):
        return (CAMERA,)
    return ROLES[1:] if same(invite(token), shown) or same(_as_typed(code(token)), typed) else ()


def _as_typed(shown: object) -> str:
    """A code without what people add or mistake: small letters, blanks, dashes, O for 0, I and L for 1."""
    plain = shown.upper() if isinstance(shown, str) and len(shown) <= LONGEST else ""
    return "".join(filter(str.isalnum, plain.translate(str.maketrans("OIL", "011"))))


def issue(token: str, held: Pass) -> str:
    """The pass as a phone keeps it."""
    fields = [held.role, held.player, *([held.phone] if held.phone else [])]
    told = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
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
        role, player, *phone = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
    except (ValueError, TypeError, binascii.Error):
        return None  # sealed by an older version
    return Pass(role, player, *phone[:1]) if role in (*ROLES, CAMERA) else None


def admitted(reads: Callable[[object], Pass | None], *only: str) -> Callable[[str | None], Pass]:
    """What a route depends on: the pass shown; 401 without one, 403 ``role`` when not one of ``only``.

    Args:
        reads: tells whose pass something is; None: it is none.
        only: roles; none: whoever holds a pass.
    """

    def who(authorization: Annotated[str | None, Header()] = None) -> Pass:
        held = reads(bearer(authorization))
        if held is None:
            raise stranger()
        if only and held.role not in only:
            raise HTTPException(403, "role")
        return held

    return who


def joining(base: str | None, token: str) -> dict[str, Any]:
    """What lets others in at ``base`` (which ends in ``/``).

    Returns:
        ``address``, ``qr``, an SVG of it, ``code`` to type; ``roles {role: {address, qr}}``: the same for
        one role each. All None, ``roles`` empty, without a ``base``: no phone can come in.
    """
    if base is None:
        return {"address": None, "qr": None, "code": None, "roles": {}}
    link = f"{base}#t={invite(token)}"
    return {
        **_drawn(link),
        "code": code(token),
        "roles": {role: _drawn(f"{link}&as={role}") for role in ROLES[1:]},
    }


def filming(lends: Lends, token: str) -> dict[str, Any]:
    """What lets the phone in that films.

    Returns:
        ``address``, ``qr`` (None: no browser lends its camera here), ``trust {address, qr}`` where phones
        first come to trust this computer, or None, ``fingerprint``.
    """
    nothing = {"address": None, "qr": None}
    link = None if lends.address is None else f"{lends.address}camera/#t={invite_camera(token)}"
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
