"""No password in a line that people read: lines are shown to guests, photographed, and sent for help."""

from __future__ import annotations

import re

HIDDEN = "***"

# Everything is bounded: a line may quote a whole file, and looking through it must not take long.
_SCHEME = r"(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,30}:/{1,3}"
_USER = r"[^\s:@/?#'\"]{0,128}(?::|%3a)"
_ADDRESS = re.compile(rf"(?P<before>{_SCHEME}{_USER})\S{{0,512}}@", re.IGNORECASE)
"""To the last ``@``: people write passwords with ``@``, ``/`` and ``#`` in them as they are."""
_SPACED = re.compile(
    rf"(?P<before>{_SCHEME}{_USER})(?!\d{{1,5}}(?:[/\s?#]|$))(?:(?!://).){{0,256}}?\S@(?=[\w\[])",
    re.IGNORECASE,
)
"""A password with blanks; digits alone behind the colon are a port, and what follows is other text."""
_BARE = re.compile(r"(?P<before>(?<![\w/])[^\s:@/?#'\"=,;]{1,128}:)(?!/)[^\s@]{1,256}@(?=[\w\[])")
"""The scheme forgotten: ``admin:secret@192.168.1.20``."""
_LINK = re.compile(rf"{_SCHEME}\S+", re.IGNORECASE)
_NAMED = re.compile(
    r"(?P<before>(?:[?&;/_]|%26|%3f)[\w.-]{0,40}?"
    r"(?:pass|pwd|pas|psw|pw|pin|secret|token|auth|key|sig|credential|session|sid)[\w-]{0,40}?(?:=|%3d))"
    r"[^\s&;#'\"]*",
    re.IGNORECASE,
)
"""A parameter whose name says so, in the query or, as some cameras have it, in the path."""


def redacted(text: str) -> str:
    """The text without the passwords and tokens that addresses in it carry.

    ``rtsp://admin:secret@cam/1?token=x`` becomes ``rtsp://admin:***@cam/1?token=***``. When in doubt
    too much is hidden rather than too little.

    Args:
        text: one address (of a camera, a database, a webhook), or a line with any number of them.
    """
    for pattern in (_ADDRESS, _SPACED, _BARE):
        text = pattern.sub(rf"\g<before>{HIDDEN}@", text)
    return _LINK.sub(lambda link: _NAMED.sub(rf"\g<before>{HIDDEN}", link[0]), text)
