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
import re
import socket
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterable
from typing import Any

from fastapi import FastAPI
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion_api.web.answers import refusal
from companion_api.web.pages.files import starting_hash

POLICY = (
    "default-src 'none'; script-src 'self' {starting}; style-src 'self'; img-src 'self' blob:; "
    "media-src 'self' blob:; "
    "connect-src 'self'{live}; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
"""Nothing from elsewhere. ``live``: the live channel, which older Safaris do not count as 'self';
``starting``: the one script that stands in the pages themselves (`files.starting`)."""
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
MOST_CHANNELS, MOST_CHANNELS_OF_ONE = 300, 150
"""Live channels with a pass open at a time; of one address: 59 pages, twice while a router starts anew."""
MOST_MESSAGES, PER_SECONDS = 60, 10.0
"""Messages that one page may send on its live channel in so many seconds."""
LOCAL_NAMES = frozenset({"localhost"})
HOME_DOMAINS = ("", ".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain", ".fritz.box")
"""What home networks put behind a computer's own name."""
WRONG_TOKEN, TOO_OFTEN, FULL = 4401, 4429, 1013
"""Close codes of the live channel."""
_HOST = re.compile(
    r"(?:(?P<name>[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9.])?)|\[(?P<six>[0-9a-f:.]{2,45})(?:%[a-z0-9._~-]{1,32})?\])"
    r"(?::(?P<port>[0-9]{1,5}))?"
)


def host_of(text: str) -> tuple[str, int | None] | None:
    """Name or address, and port, of a ``Host`` header or of what follows ``http://`` in an ``Origin``.

    Nothing but letters, digits and what addresses are written with comes through: it may stand in a
    header of ours. An IPv6 address has no brackets and no zone here.

    Returns:
        None where it is nothing of the kind.
    """
    found = _HOST.fullmatch(text.lower())
    port = None if found is None or found["port"] is None else int(found["port"])
    if found is None or not text.isascii() or (port is not None and port > 65535):
        return None
    return found["name"] or found["six"], port


def own_name(host: str, names: Iterable[str] = ()) -> bool:
    """Whether a ``Host`` header names this computer in a way that no stranger can make up.

    Args:
        host: the header, with or without a port.
        names: further names that people have given it.
    """
    found = host_of(host)
    if found is None:
        return False
    name = found[0].rstrip(".")
    try:
        return ipaddress.ip_address(name) is not None
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
        tries = TRIES_JOINED if address in self._joined else TRIES
        if len(wrong) < tries:
            return 0.0
        return max(0.0, wrong[-tries] + WITHIN - self._clock())

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
        elif origin is not None and not _same_server(origin, host):
            why = (403, "origin", "not from another page")
        else:
            why = None
        if why is not None:
            await _refuse(scope, receive, send, *why)
        elif scope["type"] == "websocket":
            await self._channel(scope, receive, send)
        elif scope["path"].startswith("/api/"):
            await self._authenticate(scope, receive, send, "authorization" in headers)
        else:
            await self._app(scope, receive, send)

    async def _authenticate(self, scope: Scope, receive: Receive, send: Send, shown: bool) -> None:
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
        no_entry = FULL if self._full(address) else TOO_OFTEN if self._joining.waits(address) else None
        if no_entry is not None:
            await receive()
            await send({"type": "websocket.accept"})  # a browser tells a page no code of what never opened
            await send({"type": "websocket.close", "code": no_entry})
            return
        times: deque[float] = deque(maxlen=MOST_MESSAGES)

        async def heard() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive":
                now = time.monotonic()
                if len(times) == MOST_MESSAGES and now - times[0] < PER_SECONDS:
                    await send({"type": "websocket.close", "code": 1008})
                    return {"type": "websocket.disconnect", "code": 1008}
                times.append(now)
            return message

        counted = False

        async def watched(message: Message) -> None:
            nonlocal counted
            if message["type"] == "websocket.close" and message.get("code") == WRONG_TOKEN:
                self._joining.wrong(address)
            elif message["type"] == "websocket.send" and not counted:
                # Only who has shown a pass takes a place.
                self._joining.right(address)
                if self._full(address):
                    await send({"type": "websocket.close", "code": FULL})
                    raise OSError("the house is full")
                self._channels[address] += 1
                counted = True
            await send(message)

        try:
            await self._app(scope, heard, watched)
        finally:
            self._channels[address] -= counted
            if not self._channels[address]:
                del self._channels[address]

    def _full(self, address: str) -> bool:
        """Whether there are as many live channels as may be."""
        return self._channels.total() >= MOST_CHANNELS or self._channels[address] >= MOST_CHANNELS_OF_ONE


def _same_server(origin: str, host: str) -> bool:
    """Whether an ``Origin`` header names the server that a ``Host`` header names."""
    scheme, _, rest = origin.lower().partition("://")
    return scheme in ("http", "https") and host_of(rest) is not None and host_of(rest) == host_of(host)


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


def _with_headers(send: Send, host: str) -> Send:
    """Sends `HEADERS` with the answer, and has browsers ask anew for what they keep."""
    named = _written(host_of(host))

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            live = "" if named is None else f" ws://{named} wss://{named}"
            headers["Content-Security-Policy"] = POLICY.format(live=live, starting=starting_hash())
            for name, value in HEADERS.items():
                headers[name] = value
            headers.setdefault("Cache-Control", "no-cache")
        await send(message)

    return sent


def _written(host: tuple[str, int | None] | None) -> str | None:
    """As an address has it."""
    if host is None:
        return None
    name = f"[{host[0]}]" if ":" in host[0] else host[0]
    return name if host[1] is None else f"{name}:{host[1]}"


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
