"""Strangers on the same network cannot keep phones out by coming in masses and then doing nothing.

One rule: whoever lets the server wait may be asked to leave. That is a connection that has not sent
a whole request, dawdles over a request's body, does not take its answer, or opened a live channel
without showing a pass. After a while it is closed; before that, whenever there are too many, the one
that lets us wait longest goes. Whoever is answered, or holds a live channel with a pass, stays: a
family behind one address never notices. When the system has no descriptor left, newcomers are
closed without a word, and so that it does not come to that there is only room for so many.

It begins at ``accept``, before any protocol: half a TLS handshake is waited for like half a request.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import os
import socket
import ssl
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEAD_SECONDS = 10.0
"""A connection may stay without a whole request head (TLS handshake included)."""
BODY_SECONDS = 30.0
"""A request's body may take: the largest, a photograph of 1.5 MB, comes at 50 kB a second."""
TAKE_SECONDS = 30.0
"""A page may take nothing of what it is sent."""
ROOM = 1200
"""Connections at a time: 300 live channels, and six that a browser opens for each of 59 pages, twice."""
WAITED_FOR = 400
"""Connections of one address that the server waits for: 59 pages behind one router leave 354 unused."""
OTHER_FILES = 160
"""Descriptors left for database, camera, microphone and networks."""
AT_ONCE = 16
"""Connections taken in a row before phones are answered again."""
OUT_OF_DESCRIPTORS = (errno.EMFILE, errno.ENFILE)


class Visitor(socket.socket):
    """One connection, from ``accept`` until it is closed.

    Attributes:
        group: the address it counts for: IPv6 hands each house 2⁶⁴ of them.
        until: when it has to leave unless something comes of it; None: nobody waits for it.
    """

    def __init__(self, keeper: Doorkeeper, accepted: socket.socket, where: tuple[Any, ...]) -> None:
        super().__init__(accepted.family, accepted.type, accepted.proto, accepted.detach())
        self.client = (str(where[0]), int(where[1]))
        self.group = _group(self.client[0])
        self.until: float | None = None
        self._keeper = keeper

    def close(self) -> None:
        """Close it: there is room for another."""
        self._keeper.left(self)
        super().close()


def _group(address: str) -> str:
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if found.version == 6 and found.ipv4_mapped is None:
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(getattr(found, "ipv4_mapped", None) or found)


class Door(socket.socket):
    """A listening socket whose every connection is known to a `Doorkeeper`."""

    def __init__(self, keeper: Doorkeeper, listening: socket.socket) -> None:
        super().__init__(listening.family, listening.type, listening.proto, listening.dup().detach())
        self._keeper = keeper
        self._row = 0
        self._spare: int | None = os.open(os.devnull, os.O_RDONLY)

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection.

        Raises:
            BlockingIOError: there is none, or it is somebody else's turn.
        """
        self._row += 1
        if self._row > AT_ONCE:
            self._row = 0
            raise BlockingIOError
        try:
            accepted, where = super().accept()
        except OSError as error:
            self._row = 0
            if error.errno not in OUT_OF_DESCRIPTORS:
                raise
            # Whoever has to go is closed before we are asked again; with nobody to go, the newcomer does.
            if not self._keeper.make_room() and not self._turn_away():
                raise  # the event loop waits a second
            raise BlockingIOError from None
        visitor = Visitor(self._keeper, accepted, where)
        self._keeper.came(visitor)
        return visitor, where

    def _turn_away(self) -> bool:
        """Close the next connection by means of the spare descriptor, else it is told again and again."""
        if self._spare is None:
            return False
        os.close(self._spare)
        self._spare = None
        with contextlib.suppress(OSError):
            super().accept()[0].close()
        with contextlib.suppress(OSError):
            self._spare = os.open(os.devnull, os.O_RDONLY)
        return True

    def close(self) -> None:
        """Listen no more."""
        if self._spare is not None:
            os.close(self._spare)
            self._spare = None
        super().close()


class Doorkeeper:
    """Knows every connection of a server, and whom it waits for.

    Args:
        room: connections at a time; None: `ROOM`, or what the system's limit allows.
        clock: seconds; only differences count.
    """

    def __init__(self, room: int | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self.room = _room() if room is None else room
        self.waited_for = min(WAITED_FOR, self.room // 2)
        self._clock = clock
        self._here: dict[tuple[str, int], Visitor] = {}
        self._waiting: dict[str, OrderedDict[Visitor, None]] = {}

    def came(self, visitor: Visitor) -> None:
        """Somebody has come in; somebody else may have to go for that."""
        self._here[visitor.client] = visitor
        self.wait(visitor, HEAD_SECONDS)
        if len(self._waiting[visitor.group]) > self.waited_for:
            self._turn_out(next(iter(self._waiting[visitor.group])))
        if len(self._here) > self.room:
            self.make_room()

    def left(self, visitor: Visitor) -> None:
        """It is closed."""
        self.rest(visitor)
        if self._here.get(visitor.client) is visitor:
            del self._here[visitor.client]

    @property
    def here(self) -> int:
        """How many connections there are."""
        return len(self._here)

    def find(self, client: Any) -> Visitor | None:
        """Whose request this is, by address and port; None: it did not come in by a `Door`."""
        return None if client is None else self._here.get(tuple(client))

    def wait(self, visitor: Visitor, seconds: float) -> None:
        """From now on the server waits for it, for so long."""
        self.rest(visitor)
        if self._here.get(visitor.client) is not visitor:
            return  # it has gone meanwhile
        visitor.until = self._clock() + seconds
        self._waiting.setdefault(visitor.group, OrderedDict())[visitor] = None

    def rest(self, visitor: Visitor) -> None:
        """Nobody waits for it."""
        visitor.until = None
        group = self._waiting.get(visitor.group)
        if group is not None:
            group.pop(visitor, None)
            if not group:
                del self._waiting[visitor.group]

    def make_room(self) -> bool:
        """Have the one go that lets us wait longest, of whom most do so; False: nobody does."""
        if not self._waiting:
            return False
        waiting = max(self._waiting.values(), key=len)
        self._turn_out(next(iter(waiting)))
        return True

    def sweep(self) -> None:
        """Have those go whose time is up."""
        now = self._clock()
        late = [each for group in self._waiting.values() for each in group if (each.until or 0.0) <= now]
        for visitor in late:
            self._turn_out(visitor)

    def _turn_out(self, visitor: Visitor) -> None:
        """As if the other side had hung up: whoever serves it closes it in order."""
        self.left(visitor)
        with contextlib.suppress(OSError):
            visitor.shutdown(socket.SHUT_RDWR)


class Attended:
    """An application whose requests tell a `Doorkeeper` when their clients let it wait.

    Args:
        app: the application.
        keeper: of the server that runs it.
    """

    def __init__(self, app: ASGIApp, keeper: Doorkeeper) -> None:
        self._app = app
        self._keeper = keeper

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or live channel; who hangs up in the midst of it is no error."""
        visitor = self._keeper.find(scope.get("client"))
        if visitor is None:
            await self._app(scope, receive, send)
            return
        try:
            with contextlib.suppress(ClientDisconnect):
                if scope["type"] == "websocket":
                    await self._app(scope, receive, self._taken(visitor, send, "websocket.send"))
                else:
                    self._keeper.rest(visitor)
                    await self._app(scope, self._sent(visitor, receive), self._taken(visitor, send, ""))
        finally:
            self._keeper.wait(visitor, HEAD_SECONDS)

    def _sent(self, visitor: Visitor, receive: Receive) -> Receive:
        """A request's body has so long to come, all of it."""
        whole, began = False, 0.0

        async def receive_part() -> Message:
            nonlocal whole, began
            if whole:
                return await receive()
            began = began or time.monotonic()
            self._keeper.wait(visitor, BODY_SECONDS + began - time.monotonic())
            message = await receive()
            self._keeper.rest(visitor)
            whole = not message.get("more_body", False)
            return message

        return receive_part

    def _taken(self, visitor: Visitor, send: Send, proof: str) -> Send:
        """What is sent has so long to be taken; from the first ``proof`` on, if any, its client is known."""
        known = not proof

        async def send_part(message: Message) -> None:
            nonlocal known
            known = known or message["type"] == proof
            if not known:
                await send(message)
                return
            self._keeper.wait(visitor, TAKE_SECONDS)
            await send(message)
            self._keeper.rest(visitor)

        return send_part


def _room() -> int:
    """`ROOM`, or what this process's limit of descriptors leaves; it is raised as far as that is of use."""
    limit = allow_descriptors(ROOM + OTHER_FILES)
    return ROOM if limit is None else min(ROOM, limit - min(OTHER_FILES, limit // 3))


def allow_descriptors(wanted: int) -> int | None:
    """Raise this process's limit of descriptors towards *wanted*; the limit then, None: there is none."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        raised = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (raised, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return None if soft == resource.RLIM_INFINITY else soft


def quiet(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """An event loop's exception handler: what a client or an exhausted system does is no fault of ours."""
    if not isinstance(context.get("exception"), (OSError, ssl.SSLError)):
        loop.default_exception_handler(context)
