"""Where phones come in: which address, by which names, by HTTPS or not, with whose certificate."""

from __future__ import annotations

import argparse
import contextlib
import socket
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp

from companion_api.system.addresses import (
    EVERYWHERE,
    Interface,
    Lends,
    Reach,
    far,
    home_addresses,
    interfaces,
    is_loopback,
    shared_at,
)
from companion_api.system.data_folder import data_folder
from companion_api.system.ports import LOCAL, listen, listen_all
from companion_api.web.door import trust_page
from companion_api.web.door.authority import Papers, of_home, own_papers, papers_for
from companion_api.web.door.serve import PORT, Beside, address, configured, qr_code
from engine.errors import BadInput


def lan_hosts(there: Callable[[], Iterable[Interface]] = interfaces) -> list[str]:
    """Where ``--lan`` listens: in the home network, and on this computer itself.

    Browsers give pages of ``localhost`` microphone and camera without HTTPS.

    Raises:
        BadInput: there is no network.
    """
    return [*(own.address for own in home_addresses(there)), LOCAL]


def add_address(command: argparse.ArgumentParser) -> None:
    """``--lan``, ``--host``, ``--port``, ``--json``."""
    where = command.add_mutually_exclusive_group()
    where.add_argument(
        "--lan",
        action="store_true",
        help="open the page to the home network, for phones",
    )
    where.add_argument("--host", default=LOCAL, help=f"listen on this address only ({LOCAL})")
    command.add_argument("--port", type=int, default=PORT, help=f"port ({PORT}); 0: any free one")
    command.add_argument(
        "--json",
        action="store_true",
        help="print the address and events as JSON Lines",
    )


def add_papers(command: argparse.ArgumentParser) -> None:
    """``--hostname``, ``--https``, ``--certificate``, ``--key``."""
    command.add_argument(
        "--hostname",
        action="append",
        metavar="NAME",
        default=[],
        help="another name of this computer, shown to phones",
    )
    command.add_argument(
        "--https",
        action="store_true",
        help="encrypted page: microphone, camera, installation",
    )
    command.add_argument("--certificate", metavar="FILE", help="your own certificate (PEM) for --https")
    command.add_argument("--key", metavar="FILE", help="its key (PEM)")


class Entrance:
    """The open door.

    ``--lan`` opens it at every address that this computer has in a home network, and in no tunnel; when it
    gets others, `follow` opens it there, too.

    Args:
        args: with what `add_address` and `add_papers` added.
        data: the data folder, where our authority is kept; None (or a database): the usual one.
        there: the interfaces of this computer.

    Attributes:
        reach: by which names and addresses its page is reached.
        papers: None: plain HTTP.
        local: only this computer can come in.

    Raises:
        BadInput: the port cannot be had, the certificate does not do, or ``--lan`` without any network.
    """

    def __init__(
        self,
        args: argparse.Namespace,
        data: str | None,
        there: Callable[[], Iterable[Interface]] = interfaces,
    ) -> None:
        if (args.certificate is None) != (args.key is None):
            raise BadInput("--certificate and --key: expected both or none")
        self._args, self._kept, self._there = args, data, there
        self._doors = listen_all(lan_hosts(there) if args.lan else [args.host], args.port)
        hosts = [_host(door) for door in self._doors]
        self._listening = set(hosts)
        self._further: list[Beside] = []
        self._beside: list[socket.socket] | None = None
        try:
            self._reached(self._phones_at(hosts))
            if self.papers and self.papers.authority:
                self._beside = self._trust_doors(hosts)
                self._reached(self._shared)
        except BaseException:
            self._close()
            raise

    def _phones_at(self, hosts: list[str]) -> list[str]:
        """By which addresses phones come in, of those at which it listens."""
        shared = hosts if self._args.lan else [own.address for own in shared_at(hosts[0], self._there)]
        return [host for host in shared if not is_loopback(host)]

    def _reached(self, shared: list[str]) -> None:
        """It is reached by these addresses from now on."""
        names = tuple(self._args.hostname)
        first = _host(self._doors[0])
        self._shared = shared
        self._host = next(iter(shared), LOCAL if first in EVERYWHERE else first)
        self._left_out = far(self._there) if self._args.lan else []
        self.local = is_loopback(self._host)
        self.papers = self._papers(self._args, self._kept, names)
        self._name = names[0] if names else self._host
        lends = Lends() if self.papers is None else Lends(self._table(), self.trust, self.papers.fingerprint)
        self.reach = Reach(names, None if self.local and not names else self._table(), lends)

    def follow(self, app: ASGIApp) -> bool:
        """Open it at addresses that this computer has got since; whether phones find it elsewhere now.

        Doors at addresses that it had stay open: it may get them again. Without any network nothing changes.

        Args:
            app: what is shown there.
        """
        if not self._args.lan and _host(self._doors[0]) not in EVERYWHERE:
            return False
        try:
            hosts = lan_hosts(self._there) if self._args.lan else [_host(self._doors[0])]
        except BadInput:
            return False
        new = [host for host in hosts if host not in self._listening]
        doors = []
        for host in new:
            with contextlib.suppress(BadInput):  # an address may be there before it can be used
                doors.append(listen(host, self.port))
        self._listening |= {_host(door) for door in doors}
        shared = self._phones_at([host for host in hosts if host in self._listening])
        if not shared or set(shared) == set(self._shared):
            return False
        self._reached(shared)
        if doors:
            self._further.append(Beside(configured(app, self.papers), doors, "new-addresses"))
            self._open_trust([_host(door) for door in doors])
        return True

    def _open_trust(self, hosts: list[str]) -> None:
        """The page that helps to trust, at further addresses."""
        if self._beside is None or self.papers is None:
            return
        page = trust_page.create_app(self.papers, self._table(), self.reach.names)
        with contextlib.suppress(BadInput):
            doors = listen_all(hosts, self._beside[0].getsockname()[1])
            self._further.append(Beside(configured(page), doors, "trust-page"))

    @property
    def names(self) -> tuple[str, ...]:
        """See `Reaches`."""
        return self.reach.names

    @property
    def lends(self) -> Lends:
        """See `Reaches`."""
        return self.reach.lends

    def invites(self, host: str, opened: str) -> str | None:
        """See `Reaches`."""
        return self.reach.invites(host, opened)

    def _close(self) -> None:
        for door in self._doors:
            door.close()

    def _papers(self, args: argparse.Namespace, data: str | None, names: tuple[str, ...]) -> Papers | None:
        if args.certificate is not None:
            return own_papers(args.certificate, args.key)
        if not args.https:
            return None
        folder = Path(data) if data and "://" not in data else data_folder()
        here = socket.gethostname().partition(".")[0].lower()
        known = [name for name in ("localhost", f"{here}.local") if of_home(name)]
        others = [address for address in self._shared[1:] if of_home(address)]
        return papers_for(folder / "https", [*names, self._host, *others, LOCAL, *known])

    def _trust_doors(self, hosts: list[str]) -> list[socket.socket]:
        port = self._doors[0].getsockname()[1]
        with contextlib.suppress(BadInput):
            return listen_all(hosts, port + 1 if port < 65535 else 0)
        return listen_all(hosts, 0)

    def link(self, token: str) -> str:
        """What to open in a browser; the token rides in the fragment, which is never sent."""
        return f"{self._table()}#t={token}"

    def _table(self) -> str:
        return self._at(self._name)

    def _at(self, name: str) -> str:
        return address(self._doors[0], secure=self.papers is not None, name=name)

    @property
    def others(self) -> list[str]:
        """Further addresses at which phones of other networks find the same page, without its token."""
        return [self._at(address) for address in self._shared[1:]]

    @property
    def trust(self) -> str | None:
        """Where phones come to trust this computer, None where they need not."""
        return None if self._beside is None else address(self._beside[0], name=self._host)

    @property
    def trusted(self) -> dict[str, str]:
        """``trust`` and ``fingerprint``, for programs; empty where phones trust it already."""
        if self.trust is None or self.papers is None:
            return {}
        return {"trust": self.trust, "fingerprint": self.papers.fingerprint}

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self._doors[0].getsockname()[1])

    def here(self) -> str:
        """The page's address on this computer itself, ends in ``/``."""
        return self._at(LOCAL if self.local or LOCAL in map(_host, self._doors) else self._host)

    def configured(self, app: ASGIApp) -> uvicorn.Config:
        """How the server runs behind this door."""
        return configured(app, self.papers)

    def shown(self, say: Callable[..., str], link: str, typed: str) -> Iterator[str]:
        """What the terminal shows of the address, and the code to type: to scan where a phone can use it."""
        if self.local:
            yield say("open_here", address=link, code=typed)
            yield say("only_here")
        else:
            yield qr_code(link)
            yield say("open_phone", address=link, code=typed)

    def besides(self, say: Callable[..., str]) -> Iterator[str]:
        """What the terminal says of it besides the address."""
        if self.others:
            yield say("also", addresses=" ".join(self.others))
        if self._left_out:
            left_out = ", ".join(f"{own.address} ({own.interface})" for own in self._left_out)
            yield say("left_out", addresses=left_out)
        if self.trust is not None and self.papers is not None:
            yield say("trust", address=self.trust)
            yield say("fingerprint", fingerprint=self.papers.fingerprint)
        elif self.papers is None and not self.local:
            yield say("plain")

    @contextlib.contextmanager
    def open(self) -> Iterator[list[socket.socket]]:
        """The sockets for the server; as long as they are open, so is the page that helps to trust."""
        if self._beside is not None and self.papers is not None:
            page = trust_page.create_app(self.papers, self._table(), self.reach.names)
            self._further.append(Beside(configured(page), self._beside, "trust-page"))
        try:
            yield self._doors
        finally:
            for each in self._further:
                each.close()
            self._further.clear()


def _host(door: socket.socket) -> str:
    return str(door.getsockname()[0])
