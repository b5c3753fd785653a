"""Whether the phones of the home network may come in: a switch on the page, off until somebody turns it."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from starlette.types import ASGIApp

from companion_api.system.addresses import Interface, Lends, Reach, home_addresses, interfaces
from companion_api.system.data_folder import data_folder
from companion_api.system.ports import listen_all
from companion_api.web.door import trust_page
from companion_api.web.door.authority import Papers, of_home, papers_for
from companion_api.web.door.entrance import Entrance
from companion_api.web.door.serve import Beside, address, configured
from engine.errors import BadInput


class Phones:
    """Further doors beside the computer's own: plain for every phone, by HTTPS for the one that films.

    Args:
        door: the computer's own.
        app: what is shown there.
        data: the data folder, where our certificate authority is kept; None or a database: the usual one.
        there: the interfaces of this computer.

    Attributes:
        why: why no phone can come in: ``off``, ``network`` (this computer is in none), ``port`` (another
            program has it there), or empty: they can.
    """

    def __init__(
        self,
        door: Entrance,
        app: ASGIApp,
        data: str | None = None,
        there: Callable[[], Iterable[Interface]] = interfaces,
    ) -> None:
        self._door = door
        self._app = app
        self._kept = Path(data) if data and "://" not in data else data_folder()
        self._there = there
        self._alone = threading.Lock()
        self._plain: tuple[Beside, str] | None = None
        self._secure: tuple[Beside, str] | None = None
        self._trust: tuple[Beside, str] | None = None
        self._papers: Papers | None = None
        self._at: list[str] = []
        self.fixed = not door.local
        self.why = "" if self.fixed else "off"

    @property
    def names(self) -> tuple[str, ...]:
        """Of this computer, that people gave it (`Reach`)."""
        return self._door.reach.names

    @property
    def address(self) -> str | None:
        """The page's address for phones, ends in ``/``; None: none can come in."""
        return self._door.reach.phones if self._plain is None else self._plain[1]

    def invites(self, host: str, opened: str) -> str | None:
        """See `Reach.invites`."""
        return Reach(self.names, self.address).invites(host, opened)

    @property
    def lends(self) -> Lends:
        """How a phone's browser comes to lend its camera: by HTTPS (`Reach.lends`)."""
        if self._secure is None or self._papers is None:
            return self._door.reach.lends
        trust = None if self._trust is None else self._trust[1]
        return Lends(self._secure[1], trust, self._papers.fingerprint)

    def state(self) -> dict[str, Any]:
        """``on``, ``fixed`` (the command line decided), ``address``, ``why``."""
        return {
            "on": self.address is not None,
            "fixed": self.fixed,
            "address": self.address,
            "why": self.why,
        }

    def open(self, *, films: bool = False) -> None:
        """Let them in; ``films``: by HTTPS as well. What stands in the way is told by `why`.

        Raises:
            BadInput: no certificate can be made.
        """
        with self._alone:
            if not self.fixed and self._plain is None:
                self._plain = self._opened(self._app, self._port, "phones")
            if films and self.address is not None and self.lends.address is None:
                self._lend_camera()

    def follow(self) -> None:
        """Open the doors where this computer is now, if it has got other addresses, or one at last."""
        with self._alone:
            films, was_on = self._secure is not None, self.why != "off" and not self.fixed
            if not was_on and not films:
                return
            try:
                hosts = self._hosts()
            except BadInput:
                return
            if hosts == self._at:
                return
            self._close()
            if was_on:
                self._plain = self._opened(self._app, self._port, "phones")
            if films and self.address is not None:
                with contextlib.suppress(BadInput):
                    self._lend_camera()

    def close(self) -> None:
        """Let nobody in any more but this computer."""
        with self._alone:
            self._close()
            self.why = "" if self.fixed else "off"

    def _close(self) -> None:
        for each in (self._plain, self._secure, self._trust):
            if each is not None:
                each[0].close()
        self._plain = self._secure = self._trust = self._papers = None

    @property
    def _port(self) -> int:
        return self._door.port

    def _hosts(self) -> list[str]:
        return [own.address for own in home_addresses(self._there)]

    def _opened(
        self, app: ASGIApp, port: int, name: str, papers: Papers | None = None
    ) -> tuple[Beside, str] | None:
        try:
            hosts = self._hosts()
        except BadInput:
            self.why = "network"
            return None
        try:
            doors = _listening(hosts, port, papers is not None)
        except BadInput:
            self.why = "port"
            return None
        self.why = ""
        self._at = hosts
        shown = address(doors[0], secure=papers is not None)
        return Beside(configured(app, papers), doors, name), shown

    def _lend_camera(self) -> None:
        hosts = self._hosts()
        here = [f"{socket.gethostname().partition('.')[0].lower()}.local"]
        names = [host for host in [*hosts, *here] if of_home(host)]
        papers = self._papers = papers_for(self._kept / "https", names)
        self._secure = self._opened(self._app, self._port + 1, "phone-films", papers)
        if self._secure is not None:
            page = trust_page.create_app(papers, self._secure[1], self.names)
            self._trust = self._opened(page, self._port + 2, "trust-page")


def _listening(hosts: list[str], port: int, anywhere: bool) -> list[socket.socket]:
    """Sockets at this port, else (``anywhere``) at a free one.

    Raises:
        BadInput: the port is another program's.
    """
    if anywhere or port > 65535:
        with contextlib.suppress(BadInput):
            return listen_all(hosts, port if port <= 65535 else 0)
        port = 0
    return listen_all(hosts, port)
