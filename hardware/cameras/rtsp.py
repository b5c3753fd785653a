"""A network camera by RTSP is asked here first (RFC 2326): FFmpeg keeps to itself what it answered."""

from __future__ import annotations

import base64
import hashlib
import http.client
import socket
import ssl
import urllib.request
from collections.abc import Mapping
from typing import Any
from urllib.parse import SplitResult, unquote

from hardware.cameras.no_stream import NoStream, why_of
from hardware.cameras.rtsp_relay import reached

HEAD = 1024
"""Bytes of the first line of an answer that are looked at."""


def ask(parts: SplitResult, name: str, seconds: float) -> None:
    """Check that a camera describes the stream at its address.

    Args:
        parts: the address.
        name: to say it of.
        seconds: that it may take to answer.

    Raises:
        NoStream: it does not, or nobody answers.
    """
    try:
        status = _status(parts, seconds)
    except (socket.gaierror, UnicodeError):
        raise NoStream(name, "name") from None
    except ssl.SSLError:
        raise NoStream(name, "format") from None
    except OSError:
        raise NoStream(name, "nobody") from None
    except (http.client.HTTPException, ValueError):
        raise NoStream(name, "format") from None
    if not 200 <= status < 300:
        known = bool(parts.username or parts.password)
        raise NoStream(name, why_of(status, False, known), parts.scheme, status)


def _status(parts: SplitResult, seconds: float) -> int:
    """Of a DESCRIBE."""
    host = parts.netloc.rpartition("@")[2]
    bare = parts._replace(netloc=host).geturl().replace(" ", "%20")
    status, headers = _request(parts, "DESCRIBE", bare, "", seconds)
    challenge = headers.get("www-authenticate", "")
    if status == 401 and challenge and (parts.username or parts.password):
        key = unquote(parts.username or ""), unquote(parts.password or "")
        status, headers = _request(parts, "DESCRIBE", bare, _answer(challenge, key, bare), seconds)
    return status


def _request(
    parts: SplitResult, what: str, url: str, key: str, seconds: float
) -> tuple[int, Mapping[str, str]]:
    """The status of one request, and the heads of its answer."""
    shown = f"Authorization: {key}\r\n" if key else ""
    with reached(parts, seconds) as line, line.makefile("rb") as answer:
        head = f"{what} {url} RTSP/1.0\r\nCSeq: 1\r\nAccept: application/sdp\r\n{shown}\r\n"
        line.sendall(head.encode())
        first = answer.readline(HEAD).split(None, 2)
        if len(first) < 2 or not first[0].startswith((b"RTSP/", b"HTTP/")) or not first[1].isdigit():
            raise ValueError("no RTSP")
        headers = http.client.parse_headers(answer)
        found: dict[str, Any] = {name.lower(): value for name, value in headers.items()}
        return int(first[1]), found


def _answer(challenge: str, key: tuple[str, str], url: str) -> str:
    """An ``Authorization`` for a challenge, Basic (RFC 7617) or Digest without ``qop`` (RFC 2069)."""
    scheme, _, parameters = challenge.partition(" ")
    if scheme.lower() != "digest":
        return "Basic " + base64.b64encode(":".join(key).encode()).decode()
    asked = urllib.request.parse_keqv_list(urllib.request.parse_http_list(parameters))
    realm, nonce = asked.get("realm", ""), asked.get("nonce", "")
    secret = _md5(f"{key[0]}:{realm}:{key[1]}")
    response = _md5(f"{secret}:{nonce}:{_md5(f'DESCRIBE:{url}')}")
    given = {"username": key[0], "realm": realm, "nonce": nonce, "uri": url, "response": response}
    return "Digest " + ", ".join(f'{name}="{value}"' for name, value in given.items())


def _md5(text: str) -> str:
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()
