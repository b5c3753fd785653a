"""Who may see the table: whoever shows the evening's token, as the QR code carries it.

The token travels in the address's fragment (which browsers never send), is kept by the page
and shown as ``Authorization: Bearer …`` or in the first message of the live channel.
"""

from __future__ import annotations

import hmac

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
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
"""Sent with every answer: the page loads nothing from elsewhere and sits in no frame."""


def same(token: str, shown: object) -> bool:
    """Whether ``shown`` is the token, taking equally long whatever differs."""
    return isinstance(shown, str) and hmac.compare_digest(token.encode(), shown.encode("utf-8", "replace"))


def bearer(header: str | None) -> str:
    """The token in an ``Authorization`` header, ``""`` when it has none."""
    scheme, _, token = (header or "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""
