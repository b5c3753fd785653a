"""Why a network camera gives no pictures: it is asked once more, in its own protocol, and says so.

FFmpeg reads the pictures, but keeps to itself what a camera answered instead.
"""

from __future__ import annotations

import base64
import hashlib
import http.client
import socket
import ssl
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

from engine.errors import BadInput

SECONDS = 5.0
"""How long it may take to answer."""
HEAD = 1024
"""Bytes of an answer that are looked at."""
PORTS = {"http": 80, "https": 443, "rtsp": 554, "rtsps": 322}
EXPECTED = {
    "password": "the camera asks for a name and a password ({status}), expected {scheme}://NAME:PASSWORD@HOST/…",
    "refused": "the camera refuses this name and password ({status}), expected those of its own page",
    "path": "the camera has nothing at this path ({status}), expected the path of its video stream",
    "page": "a web page answers (the camera's login?), no pictures; expected the address of its video stream",
    "status": "the camera answers {status}, no pictures; expected the address of its video stream",
    "format": "something answers, but no pictures that can be read; expected the address of a video stream",
    "name": "no computer or camera has this name; expected its address, or the name that the router gives it",
    "nobody": "nobody answers there; expected a camera that is on and in this network",
}
"""What to say, by `NoStream.why`."""


class NoStream(BadInput):
    """A network camera gives no pictures.

    Attributes:
        why: of `EXPECTED`.
        status: what it answered, 0: nothing.
    """

    def __init__(self, name: str, why: str, scheme: str = "rtsp", status: int = 0) -> None:
        super().__init__(f"{name}: {EXPECTED[why].format(status=status, scheme=scheme)}")
        self.why = why
        self.status = status


def no_stream(url: str, name: str) -> NoStream:
    """Why there are no pictures at ``url``.

    Args:
        url: as a person has written it.
        name: to say it of, without a password.
    """
    try:
        parts = urlsplit(url)
        port = parts.port or PORTS.get(parts.scheme, 0)
    except ValueError:
        return NoStream(name, "name")
    if not port or not parts.hostname:
        return NoStream(name, "nobody" if parts.hostname else "name")
    try:
        ask = _http if parts.scheme in ("http", "https") else _rtsp
        status, page = ask(parts, port)
    except (socket.gaierror, UnicodeError):
        return NoStream(name, "name")
    except ssl.SSLError:
        return NoStream(name, "format")
    except OSError as error:
        unknown = isinstance(getattr(error, "reason", None), (socket.gaierror, UnicodeError))
        return NoStream(name, "name" if unknown else "nobody")
    except (http.client.HTTPException, ValueError):
        return NoStream(name, "format")
    return NoStream(name, _why(status, page, bool(parts.username or parts.password)), parts.scheme, status)


def _why(status: int, page: bool, known: bool) -> str:
    """Of `EXPECTED`, for an answer; ``known``: a name or password was shown."""
    if status in (401, 403, 407):
        return "refused" if known else "password"
    if status in (404, 410, 454):
        return "path"
    if page or 300 <= status < 400:
        return "page"
    return "format" if 200 <= status < 300 else "status"


def _http(parts: SplitResult, port: int) -> tuple[int, bool]:
    """The status of a GET with the name and password of the address, and whether a web page comes."""
    host = parts.netloc.rpartition("@")[2]
    bare = parts._replace(netloc=host, fragment="").geturl().replace(" ", "%20")
    handlers = [urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=_any_certificate())]
    if parts.username or parts.password:
        keys = urllib.request.HTTPPasswordMgrWithDefaultRealm()
        keys.add_password(None, bare, unquote(parts.username or ""), unquote(parts.password or ""))
        handlers += [urllib.request.HTTPBasicAuthHandler(keys), urllib.request.HTTPDigestAuthHandler(keys)]
    opener = urllib.request.build_opener(*handlers)
    try:
        with opener.open(bare, timeout=SECONDS) as answer:
            begins = answer.read1(HEAD).lstrip(b"\xef\xbb\xbf \r\n\t").lower()
            return answer.status, answer.headers.get_content_type() == "text/html" or begins.startswith(b"<")
    except urllib.error.HTTPError as error:
        with error:
            return error.code, False
    except UnicodeError:
        raise
    except ValueError:  # a way of asking for a password that the library does not know
        return 401, False


def _rtsp(parts: SplitResult, port: int) -> tuple[int, bool]:
    """The status of a DESCRIBE, and whether it is a web server that answers."""
    host = parts.netloc.rpartition("@")[2]
    bare = parts._replace(netloc=host).geturl().replace(" ", "%20")
    status, headers = _describe(parts, port, bare, "")
    challenge = headers.get("www-authenticate", "")
    if status == 401 and challenge and (parts.username or parts.password):
        key = unquote(parts.username or ""), unquote(parts.password or "")
        status, headers = _describe(parts, port, bare, _answer(challenge, key, bare))
    return status, False


def _describe(parts: SplitResult, port: int, url: str, key: str) -> tuple[int, Mapping[str, str]]:
    shown = f"Authorization: {key}\r\n" if key else ""
    with socket.create_connection((parts.hostname or "", port), SECONDS) as line:
        if parts.scheme == "rtsps":
            line = _any_certificate().wrap_socket(line, server_hostname=parts.hostname)
        with line, line.makefile("rb") as answer:
            head = f"DESCRIBE {url} RTSP/1.0\r\nCSeq: 1\r\nAccept: application/sdp\r\n{shown}\r\n"
            line.sendall(head.encode())
            first = answer.readline(HEAD).split(None, 2)
            if len(first) < 2 or not first[0].startswith((b"RTSP/", b"HTTP/")) or not first[1].isdigit():
                raise ValueError("no RTSP")
            headers = http.client.parse_headers(answer)
            found: dict[str, Any] = {name.lower(): value for name, value in headers.items()}
            return int(first[1]), found


def _answer(challenge: str, key: tuple[str, str], url: str) -> str:
    """An ``Authorization`` for a challenge, Basic (RFC 7617) or Digest without ``qop`` (RFC 2069)."""
    scheme, _, told = challenge.partition(" ")
    if scheme.lower() != "digest":
        return "Basic " + base64.b64encode(":".join(key).encode()).decode()
    asked = urllib.request.parse_keqv_list(urllib.request.parse_http_list(told))
    realm, nonce = asked.get("realm", ""), asked.get("nonce", "")
    secret = _md5(f"{key[0]}:{realm}:{key[1]}")
    response = _md5(f"{secret}:{nonce}:{_md5(f'DESCRIBE:{url}')}")
    given = {"username": key[0], "realm": realm, "nonce": nonce, "uri": url, "response": response}
    return "Digest " + ", ".join(f'{name}="{value}"' for name, value in given.items())


def _md5(text: str) -> str:
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


def _any_certificate() -> ssl.SSLContext:
    """Cameras sign their own certificates, and FFmpeg does not look at them either."""
    return ssl._create_unverified_context()
