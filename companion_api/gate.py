"""What every request passes before anything else: whose name it uses, whence it comes, how often.

* ``Host``: an address in digits, ``localhost`` or this computer's own name. A page elsewhere that
  has its own name point here (DNS rebinding) is turned away with 421.
* ``Origin``: where a browser tells one, it is this very server, else 403.
* Joining: an address that shows wrong tokens too often waits (429, or close code 4429), also with
  the right one, so that nobody can go on guessing.
* Live channels: as many as a large family needs, and what a page says after its hello is bounded.

Every answer carries `HEADERS`. Nothing here grows with what strangers send: addresses are
forgotten, the longest unseen first.
"""

from __future__ import annotations

import ipaddress
import socket
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlsplit

from fastapi import FastAPI
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion_api.answers import refusal

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; media-src 'self' blob:; "
    "connect-src 'self'{live}; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
"""Nothing from elsewhere. ``live``: the live channel, which older Safaris do not count as 'self'."""
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(self), geolocation=()",
}
"""Sent with every answer, with `POLICY`."""
TRIES, TRIES_JOINED, WITHIN = 10, 60, 60.0
"""Wrong tokens that an address may show in so many seconds; more where a right one was shown."""
MOST_ADDRESSES = 1024
MOST_CHANNELS, MOST_CHANNELS_OF_ONE = 200, 100
"""Live channels open at a time; of one address (a computer that shows many)."""
MOST_MESSAGES, PER_SECONDS = 60, 10.0
"""Messages that one page may send on its live channel in so many seconds."""
LOCAL_NAMES = frozenset({"localhost"})
HOME_DOMAINS = ("", ".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain", ".fritz.box")
"""What home networks put behind a computer's own name."""
WRONG_TOKEN, TOO_OFTEN = 4401, 4429
"""Close codes of the live channel."""


def own_name(host: str, names: Iterable[str] = ()) -> bool:
    """Whether a ``Host`` header names this computer in a way that no stranger can make up.

    Args:
        host: the header, with or without a port.
        names: further names that people have given it.
    """
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".").lower()
    except ValueError:
        return False
    try:
        return ipaddress.ip_address(name.partition("%")[0]) is not None
    except ValueError:
        pass
    here = socket.gethostname().partition(".")[0].lower()
    return name in LOCAL_NAMES | {name.lower() for name in names} | {here + end for end in HOME_DOMAINS}


class Joining:
    """Who has shown how many wrong tokens of late.

    Args:
        clock: seconds; only differences count.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._wrong: OrderedDict[str, deque[float]] = OrderedDict()
        self._joined: OrderedDict[str, None] = OrderedDict()

    def waits(self, address: str) -> float:
        """Seconds for which this address is not listened to; 0: it is."""
        wrong = self._wrong.get(address, ())
        most = TRIES_JOINED if address in self._joined else TRIES
        if len(wrong) < most:
            return 0.0
        return max(0.0, wrong[-most] + WITHIN - self._clock())

    def wrong(self, address: str) -> None:
        """It has shown a wrong token."""
        self._wrong.setdefault(address, deque(maxlen=TRIES_JOINED)).append(self._clock())
        _keep(self._wrong, address)

    def right(self, address: str) -> None:
        """It has shown a right one."""
        self._joined[address] = None
        _keep(self._joined, address)


def _keep(seen: OrderedDict[str, Any], address: str) -> None:
    """The addresses seen last, not more than `MOST_ADDRESSES`."""
    seen.move_to_end(address)
    if len(seen) > MOST_ADDRESSES:
        seen.popitem(last=False)


class Gate:
    """The application behind it is only reached by what may come in.

    Args:
        app: the application.
        names: of this computer, besides those that it knows (`own_name`).
        joining: counts wrong tokens.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str] = (), joining: Joining | None = None) -> None:
        self._app = app
        self._names = tuple(names)
        self._joining = joining or Joining()
        self._channels: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or live channel."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        # What is no host name of ours stands in no header of ours.
        known = own_name(host, self._names)
        send = _with_headers(send, host if known else "")
        origin = headers.get("origin")
        if not known:
            why = (421, "host", "open the address that the computer shows")
        elif origin is not None and urlsplit(origin).netloc.lower() != host.lower():
            why = (403, "origin", "not from another page")
        else:
            why = None
        if why is not None:
            await _refuse(scope, receive, send, *why)
        elif scope["type"] == "websocket":
            await self._channel(scope, receive, send)
        elif scope["path"].startswith("/api/"):
            await self._asked(scope, receive, send, "authorization" in headers)
        else:
            await self._app(scope, receive, send)

    async def _asked(self, scope: Scope, receive: Receive, send: Send, shown: bool) -> None:
        address = _address(scope)
        waits = self._joining.waits(address)
        if waits:
            detail = "too many wrong tokens, wait a minute"
            await _refuse(scope, receive, send, 429, "often", detail, {"Retry-After": str(int(waits) + 1)})
            return

        async def watched(message: Message) -> None:
            if message["type"] == "http.response.start" and shown:
                if message["status"] == 401:
                    self._joining.wrong(address)
                elif message["status"] < 400:
                    self._joining.right(address)
            await send(message)

        await self._app(scope, receive, watched)

    async def _channel(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = _address(scope)
        if self._channels.total() >= MOST_CHANNELS or self._channels[address] >= MOST_CHANNELS_OF_ONE:
            await send({"type": "websocket.close", "code": 1013})
            return
        if self._joining.waits(address):
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": TOO_OFTEN})
            return
        said: deque[float] = deque(maxlen=MOST_MESSAGES)

        async def heard() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive":
                now = time.monotonic()
                if len(said) == MOST_MESSAGES and now - said[0] < PER_SECONDS:
                    await send({"type": "websocket.close", "code": 1008})
                    return {"type": "websocket.disconnect", "code": 1008}
                said.append(now)
            return message

        async def watched(message: Message) -> None:
            if message["type"] == "websocket.close" and message.get("code") == WRONG_TOKEN:
                self._joining.wrong(address)
            elif message["type"] == "websocket.send":
                self._joining.right(address)
            await send(message)

        self._channels[address] += 1
        try:
            await self._app(scope, heard, watched)
        finally:
            self._channels[address] -= 1
            if not self._channels[address]:
                del self._channels[address]


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


def _with_headers(send: Send, host: str) -> Send:
    """Sends `HEADERS` with the answer, and has browsers ask anew for what they keep."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            live = f" ws://{host} wss://{host}" if host else ""
            headers["Content-Security-Policy"] = POLICY.format(live=live)
            for name, value in HEADERS.items():
                headers[name] = value
            headers.setdefault("Cache-Control", "no-cache")
        await send(message)

    return sent


async def _refuse(
    scope: Scope,
    receive: Receive,
    send: Send,
    status: int,
    error: str,
    detail: str,
    headers: dict[str, str] | None = None,
) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    await refusal(error, detail, status, headers)(scope, receive, send)


def guard(app: FastAPI, names: Iterable[str] = ()) -> None:
    """Put a `Gate` before an application; before any other middleware is added outside it."""
    app.add_middleware(Gate, names=tuple(names))
