"""Listening at this computer's addresses."""

from __future__ import annotations

import contextlib
import errno
import socket
from collections.abc import Sequence

from engine.errors import BadInput

LOCAL = "127.0.0.1"


def listen(host: str, port: int) -> socket.socket:
    """A socket bound to exactly this address.

    Raises:
        BadInput: the port is taken or the address is not this computer's.
    """
    if not 0 <= port <= 65535:
        raise BadInput(f"--port {port}: expected 0 to 65535")
    try:
        family, _, _, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        door = socket.socket(family, socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise BadInput(f"--host {host}: not an address of this computer") from None
    try:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind(where)
        door.listen(64)
    except OSError as error:
        door.close()
        if error.errno == errno.EADDRINUSE:
            raise BadInput(f"--port {port}: another program uses it, choose a free one") from None
        if error.errno == errno.EACCES:
            raise BadInput(f"--port {port}: not allowed, choose one above 1023") from None
        raise BadInput(f"--host {host}: not an address of this computer") from None
    return door


def listen_all(hosts: Sequence[str], port: int) -> list[socket.socket]:
    """Sockets at one port of several addresses; of all but the first where that can be had.

    Raises:
        BadInput: see `listen`, of the first.
    """
    doors = [listen(hosts[0], port)]
    port = doors[0].getsockname()[1]
    for host in hosts[1:]:
        with contextlib.suppress(BadInput):
            doors.append(listen(host, port))
    return doors
