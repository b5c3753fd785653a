"""Requests that leave this computer: what is at home is asked directly, and nobody sends us on elsewhere.

A computer that has been at work or at school may have a proxy for everything. The proxy knows nothing of the
house: a camera, a lamp or this very computer asked through it is not there, and the proxy learns its
password.
"""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import urllib.request
from http.client import HTTPMessage
from typing import IO
from urllib.error import HTTPError
from urllib.parse import urlsplit

AT_HOME = (".local", ".localhost", ".lan", ".home", ".home.arpa", ".internal", ".box", ".localdomain")
"""How names end that only a home network knows."""
PORTS = {"http": 80, "https": 443}
_SHARED = ipaddress.ip_network("100.64.0.0/10")
"""Of carriers, and of a family's own net across the internet (Tailscale)."""


def at_home(host: str) -> bool:
    """Whether a name or address is one of a home network, or of this computer.

    Private, link-local and loopback addresses; names without a dot or of `AT_HOME`; names of such addresses.
    """
    host = host.strip("[]").rstrip(".").partition("%")[0].lower()
    found = _address(host)
    if found is not None:
        return _private(found)
    if "." not in host or host.endswith(AT_HOME):
        return True
    with contextlib.suppress(OSError, UnicodeError):
        there = {_address(str(each[4][0])) for each in socket.getaddrinfo(host, None)}
        return bool(there) and all(one is not None and _private(one) for one in there)
    return False


def opener(host: str, *handlers: urllib.request.BaseHandler) -> urllib.request.OpenerDirector:
    """What opens addresses of *host*: past any proxy when it is at home, never those of another host.

    Args:
        handlers: further ones, for passwords or certificates.
    """
    proxies = [urllib.request.ProxyHandler({})] if at_home(host) else []
    return urllib.request.build_opener(*proxies, NoOtherHost(), *handlers)


class NoOtherHost(urllib.request.HTTPRedirectHandler):
    """Follows a redirect within one host and port, or from its port for HTTP to that for HTTPS.

    Raises:
        HTTPError: to any other host; its code is that of the redirect.
    """

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        """See `urllib.request.HTTPRedirectHandler`."""
        was, then = _door(req.full_url), _door(newurl)
        secured = (was[1], then[1]) == (PORTS["http"], PORTS["https"])
        if was[0] != then[0] or (was[1] != then[1] and not secured):
            raise HTTPError(req.full_url, code, "another host", headers, fp)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _door(url: str) -> tuple[str, int]:
    """The host and port of an address."""
    parts = urlsplit(url)
    try:
        return (parts.hostname or "").lower(), parts.port or PORTS.get(parts.scheme, 0)
    except ValueError:
        return "", 0


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An address in digits, in any of the ways in which the system takes one; None: a name."""
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host.partition("%")[0])
    with contextlib.suppress(OSError):  # 127.1, 0x7f000001
        return ipaddress.IPv4Address(socket.inet_aton(host)) if host[:1].isdigit() else None
    return None


def _private(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    one = getattr(address, "ipv4_mapped", None) or address
    shared = isinstance(one, ipaddress.IPv4Address) and one in _SHARED
    return bool(one.is_private or one.is_loopback or one.is_link_local or shared)
