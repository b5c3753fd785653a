"""Telling other devices of the house what happens: a POST per event, to a lamp for example.

What is told, signed and tried again is described in ``WEBHOOKS.md``. Only addresses of the house
are told anything unless people ask for more; nothing waits for them, and what they answer changes
nothing here.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import http.client
import ipaddress
import json
import queue
import socket
import ssl
import threading
from collections.abc import Iterable
from typing import Any
from urllib.parse import SplitResult, urlsplit

from companion_api.saying.phrases import complain
from engine.errors import BadInput
from engine.events import Event, to_json
from engine.redaction import redacted

WAITING = 256
"""Events that may wait for one address; the oldest goes when there are more."""
PATIENCE = 5.0
"""Seconds that an address may take to answer."""
AGAIN = (1.0, 5.0)
"""Seconds before it is tried again; after that the event is left out."""
SIGNATURE = "X-Nainjaune-Signature"


class _NotOfTheHouse(OSError):
    """The address lies outside the house and people did not ask for that."""


class Webhook:
    """One address that is told of every event, in order, from a thread of its own.

    Args:
        url: ``http://`` or ``https://``.
        secret: signs what is told; None: nothing is signed.
        anywhere: it may lie outside the house.

    Raises:
        BadInput: it is no such address, or lies outside the house.
    """

    def __init__(self, url: str, secret: bytes | None = None, anywhere: bool = False) -> None:
        self._url = url
        self._to = _parsed(url)
        self._secret = secret
        self._anywhere = anywhere
        with contextlib.suppress(OSError):  # a device that is off now may be on later
            try:
                self._found()
            except _NotOfTheHouse as error:
                raise BadInput(f"--webhook {url}: {error}; --webhook-anywhere allows it") from None
        self._events: queue.Queue[dict[str, Any] | None] = queue.Queue(WAITING)
        self._stop = threading.Event()
        self._failed = False
        self._thread = threading.Thread(target=self._run, name="webhook", daemon=True)
        self._thread.start()

    def tell(self, evening: int, event: Event) -> None:
        """Something happened; returns at once."""
        line = {"evening": evening, "event": to_json(event)}
        while True:
            try:
                self._events.put_nowait(line)
                return
            except queue.Full:
                with contextlib.suppress(queue.Empty):
                    self._events.get_nowait()

    def close(self, seconds: float = 2.0) -> None:
        """Tell what still waits if that takes no longer than this, then stop."""
        with contextlib.suppress(queue.Full):
            self._events.put_nowait(None)
        self._thread.join(seconds)
        self._stop.set()

    def _run(self) -> None:
        while not self._stop.is_set():
            line = self._events.get()
            if line is None:
                return
            self._deliver(line)

    def _deliver(self, line: dict[str, Any]) -> None:
        body = json.dumps(line, ensure_ascii=False).encode()
        why = ""
        for wait in (0.0, *AGAIN):
            if self._stop.wait(wait):
                return
            try:
                status = self._post(line["event"]["type"], body)
            except (OSError, http.client.HTTPException) as error:
                why = str(error) or type(error).__name__
                continue
            if status < 500 and status != 429:
                why = "" if status < 300 else f"it answers {status}"
                break
            why = f"it answers {status}"
        if why and not self._failed:
            complain(redacted(f"--webhook {self._url}: {why}"))
        self._failed = bool(why)

    def _post(self, kind: str, body: bytes) -> int:
        host, port = self._to.hostname or "", self._port
        headers = {
            "Host": self._to.netloc.rpartition("@")[2],
            "Content-Type": "application/json; charset=utf-8",
            "User-Agent": "nainjaune",
            "X-Nainjaune-Event": kind,
        }
        if self._secret is not None:
            headers[SIGNATURE] = f"sha256={signature(self._secret, body)}"
        line = http.client.HTTPConnection(host, port, timeout=PATIENCE)
        # The very address that was looked at: a name may change its mind between two look-ups.
        line.sock = socket.create_connection((self._found(), port), PATIENCE)
        try:
            if self._to.scheme == "https":
                line.sock = ssl.create_default_context().wrap_socket(line.sock, server_hostname=host)
            path = (self._to.path or "/") + (f"?{self._to.query}" if self._to.query else "")
            line.request("POST", path, body, headers)
            return line.getresponse().status
        finally:
            line.close()

    @property
    def _port(self) -> int:
        return self._to.port or (443 if self._to.scheme == "https" else 80)

    def _found(self) -> str:
        """The address in digits.

        Raises:
            OSError: it cannot be found, or lies outside the house.
        """
        found = socket.getaddrinfo(self._to.hostname, self._port, type=socket.SOCK_STREAM)
        addresses = [str(place[0]) for *_, place in found]
        inside = [address for address in addresses if self._anywhere or of_the_house(address)]
        if not inside:
            raise _NotOfTheHouse(f"{addresses[0]} lies outside the house")
        return inside[0]


def of_the_house(address: str) -> bool:
    """Whether an address in digits belongs to this computer or a home network."""
    found = ipaddress.ip_address(address.partition("%")[0])
    return (found.is_private or found.is_link_local) and not found.is_unspecified


def signature(secret: bytes, body: bytes) -> str:
    """HMAC-SHA256 of a body, hexadecimal."""
    return hmac.new(secret, body, hashlib.sha256).hexdigest()


def _parsed(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        usable = False
    if not usable or any(character <= " " for character in url):
        raise BadInput(f"--webhook {url}: expected http://HOST:PORT/PATH")
    return parts


class Webhooks:
    """All addresses that are told.

    Args:
        urls: of `Webhook`.
        secret, anywhere: see `Webhook`.
    """

    def __init__(self, urls: Iterable[str], secret: str | None = None, anywhere: bool = False) -> None:
        self._all = [Webhook(url, secret.encode() if secret else None, anywhere) for url in urls]

    def tell(self, evening: int, event: Event) -> None:
        """Tell them all."""
        for each in self._all:
            each.tell(evening, event)

    def close(self) -> None:
        """Stop telling."""
        for each in self._all:
            each.close()
