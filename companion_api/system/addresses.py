"""This computer's own addresses, and which of them the phones of a home network can use.

They are those of the interfaces that are up; no way to the internet is needed (a hotspot in a holiday
house has none), and none is asked for (a VPN may be that way, and no phone is in it).
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

import psutil

from engine.errors import BadInput

HOME, PUBLIC, LINK, TUNNEL, VIRTUAL = "home", "public", "link", "tunnel", "virtual"
KINDS = (HOME, PUBLIC, LINK, TUNNEL, VIRTUAL)
"""Where an address lies, what phones most likely share first: a home network (RFC 1918, RFC 4193); the
internet; made up without a router (RFC 3927, fe80::/10); a tunnel or mobile line; inside this computer."""
_TUNNEL = re.compile(
    r"(?:tun|tap|wg|ppp|utun|ipsec|gpd|gre|sit|ip6tnl|l2tp|zt|nebula|wwan|wwp|wwx|rmnet|pdp_ip)\d*.*"
    r"|.*(?:vpn|tailscale|wireguard|zerotier|hamachi|nordlynx|mullvad|proton|warp|teredo|isatap|anyconnect"
    r"|pangp|fortinet|tap-windows|wintun|cellular|mobile broadband).*"
)
_VIRTUAL = re.compile(
    r"(?:docker|br-[0-9a-f]{12}|veth|virbr|vnet|vboxnet|vmnet|lxc|lxd|incus|podman|cni|flannel|cali|kube"
    r"|waydroid|dummy|ifb|awdl|llw|anpi).*"
    r"|.*(?:virtualbox|vmware|vethernet \((?:wsl|default switch|docker|nat)|loopback).*"
)
_CARRIERS = ipaddress.ip_network("100.64.0.0/10")
"""RFC 6598: between carriers and their customers, and what Tailscale gives its own."""


EVERYWHERE = ("0.0.0.0", "::")
"""To listen at: all that there are. Browsers also come to their own computer by them."""


@dataclass(frozen=True, slots=True)
class Interface:
    """A network interface that is up.

    Attributes:
        name: as the system has it, ``wlan0`` or ``Wi-Fi``.
        addresses: in digits; of fe80::/10 with its zone.
        point_to_point: there is just one other end, as in a tunnel.
    """

    name: str
    addresses: tuple[str, ...]
    point_to_point: bool = False


@dataclass(frozen=True, slots=True)
class Own:
    """An address of this computer.

    Attributes:
        address: in digits.
        interface: its name.
        kind: one of `KINDS`.
    """

    address: str
    interface: str
    kind: str


def interfaces() -> list[Interface]:
    """Those that are up, in the system's order."""
    state = psutil.net_if_stats()
    return [
        Interface(
            name,
            tuple(one.address for one in found if one.family in (socket.AF_INET, socket.AF_INET6)),
            "pointopoint" in state[name].flags,
        )
        for name, found in psutil.net_if_addrs().items()
        if name in state and state[name].isup
    ]


def own_addresses(there: Callable[[], Iterable[Interface]] = interfaces) -> list[Own]:
    """By which others may come in, what phones most likely share first; of a kind IPv4 before IPv6."""
    found = [
        Own(address, each.name, kind)
        for each in there()
        for address in each.addresses
        if (kind := _kind(each, address)) is not None
    ]
    return sorted(found, key=lambda own: (KINDS.index(own.kind), ":" in own.address))


def _kind(interface: Interface, address: str) -> str | None:
    """One of `KINDS`; None: nobody comes in by it."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if ip.is_loopback or ip.is_unspecified or ip.is_multicast:
        return None
    name = interface.name.lower()
    if interface.point_to_point or _TUNNEL.fullmatch(name) or (ip.version == 4 and ip in _CARRIERS):
        return None if ip.is_link_local else TUNNEL
    if _VIRTUAL.fullmatch(name):
        return None if ip.is_link_local else VIRTUAL
    return LINK if ip.is_link_local else HOME if ip.is_private else PUBLIC


def home_addresses(there: Callable[[], Iterable[Interface]] = interfaces) -> list[Own]:
    """Those to listen at for the home network: all of the best kind there is, at least one.

    Raises:
        BadInput: this computer has no address but its own.
    """
    found = shared_at("::", there)
    if not found:
        raise BadInput(
            "--lan: this computer is in no network: expected a Wi-Fi, a cable, or a hotspot of its own"
        )
    return found


def shared_at(host: str, there: Callable[[], Iterable[Interface]] = interfaces) -> list[Own]:
    """Where phones find what listens at ``host``: all addresses of the best kind there is; perhaps none.

    Args:
        host: an address in digits; ``::``: all that there are; ``0.0.0.0``: those of IPv4.
        there: the interfaces.
    """
    found = [
        own
        for own in own_addresses(there)
        if host in ("::", own.address) or (host == "0.0.0.0" and ":" not in own.address)
    ]
    return [own for own in found if own.kind == found[0].kind]


def far(there: Callable[[], Iterable[Interface]] = interfaces) -> list[Own]:
    """Addresses in which no phone at the table is, unless there are no others."""
    used = shared_at("::", there)
    return [own for own in own_addresses(there) if own.kind in (TUNNEL, VIRTUAL) and own not in used]


def is_loopback(host: str) -> bool:
    """Whether a name or address means this computer to whoever says it."""
    try:
        ip = ipaddress.ip_address(host.strip("[]").partition("%")[0])
    except ValueError:
        return host.rstrip(".").lower() == "localhost"
    mapped = ip.ipv4_mapped if ip.version == 6 else None  # until Python 3.13 it is no loopback itself
    return (mapped or ip).is_loopback


@dataclass(frozen=True, slots=True)
class Lends:
    """How a phone's browser comes to lend its camera.

    Attributes:
        address: the page's by HTTPS, ends in ``/``; None: browsers lend none.
        trust: where phones come to trust this computer; None: they need not.
        fingerprint: of the certificate that they are to trust, to compare; empty without one.
    """

    address: str | None = None
    trust: str | None = None
    fingerprint: str = ""


class Reaches(Protocol):
    """By which names and addresses a server's page is reached, now (`Reach`)."""

    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def lends(self) -> Lends: ...
    def invites(self, host: str, opened: str) -> str | None: ...


@dataclass(frozen=True, slots=True)
class Reach:
    """How a server's page is reached.

    Attributes:
        names: of this computer, that people gave it besides those that it knows.
        phones: the page's address for phones, ends in ``/``; None: only this computer can come in.
        lends: how a phone becomes the camera.
    """

    names: tuple[str, ...] = ()
    phones: str | None = None
    lends: Lends = Lends()

    def invites(self, host: str, opened: str) -> str | None:
        """The page's address that a phone can use, for a page that was opened somewhere.

        Args:
            host: the name or address by which it was opened, without its port.
            opened: the whole address, ends in ``/``.

        Returns:
            What it was opened by, if a phone comes here by that too (or a router or proxy does);
            None: nothing does.
        """
        if is_loopback(host) or host in EVERYWHERE or host in {own.address for own in far()}:
            return self.phones
        named = host.lower().rstrip(".") in {name.lower() for name in self.names}
        return opened if named or _digits(host) else self.phones


def _digits(host: str) -> bool:
    try:
        return ipaddress.ip_address(host) is not None
    except ValueError:
        return False
