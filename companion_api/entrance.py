"""Where phones come in: which address, by which names, by HTTPS or not, with whose certificate."""

from __future__ import annotations

import argparse
import contextlib
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from companion_api import trust_page
from companion_api.authority import Papers, of_home, own_papers, papers_for
from companion_api.data_folder import data_folder
from companion_api.serve import LOCAL, PORT, Beside, address, configured, home_address, listen
from engine.errors import BadInput


def add_address(command: argparse.ArgumentParser) -> None:
    """``--lan``, ``--host``, ``--port``, ``--json``."""
    where = command.add_mutually_exclusive_group()
    where.add_argument(
        "--lan",
        action="store_true",
        help="ouvrir la page au réseau de la maison / open the page to the home network, for phones",
    )
    where.add_argument(
        "--host", default=LOCAL, help=f"n'écouter que cette adresse / listen on this address only ({LOCAL})"
    )
    command.add_argument(
        "--port", type=int, default=PORT, help=f"port ({PORT}) ; 0 : un libre / any free one"
    )
    command.add_argument(
        "--json",
        action="store_true",
        help="adresse et événements en JSON Lines / print the address and events as JSON Lines",
    )


def add_papers(command: argparse.ArgumentParser) -> None:
    """``--hostname``, ``--https``, ``--certificate``, ``--key``."""
    command.add_argument(
        "--hostname",
        action="append",
        metavar="NAME",
        default=[],
        help="autre nom de cet ordinateur / another name of this computer, shown to phones",
    )
    command.add_argument(
        "--https",
        action="store_true",
        help="page chiffrée : micro, appareil photo, installation / encrypted page",
    )
    command.add_argument(
        "--certificate", metavar="FILE", help="votre certificat (PEM) pour --https / your own certificate"
    )
    command.add_argument("--key", metavar="FILE", help="sa clé (PEM) / its key")


class Entrance:
    """The open door.

    Args:
        args: with what `add_address` and `add_papers` added.
        kept: the data folder, where our authority is kept; None (or a database): the usual one.

    Attributes:
        names: by which this computer may be asked for, besides those it knows.
        papers: None: plain HTTP.
        local: only this computer can come in.

    Raises:
        BadInput: the port cannot be had, or the certificate does not do.
    """

    def __init__(self, args: argparse.Namespace, kept: str | None) -> None:
        if (args.certificate is None) != (args.key is None):
            raise BadInput("--certificate and --key: expected both or none")
        self.names = tuple(args.hostname)
        self._door = listen(home_address() if args.lan else args.host, args.port)
        self.local = self._door.getsockname()[0] == LOCAL
        try:
            self.papers = self._papers(args, kept)
            self._beside = self._trust_door() if self.papers and self.papers.authority else None
        except BaseException:
            self._door.close()
            raise

    def _papers(self, args: argparse.Namespace, kept: str | None) -> Papers | None:
        if args.certificate is not None:
            return own_papers(args.certificate, args.key)
        if not args.https:
            return None
        folder = Path(kept) if kept and "://" not in kept else data_folder()
        here = socket.gethostname().partition(".")[0].lower()
        known = [name for name in ("localhost", f"{here}.local") if of_home(name)]
        return papers_for(folder / "https", [*self.names, self._address(), *known])

    def _trust_door(self) -> socket.socket:
        host, port = self._door.getsockname()[:2]
        with contextlib.suppress(BadInput):
            return listen(host, port + 1 if port < 65535 else 0)
        return listen(host, 0)

    def link(self, token: str) -> str:
        """What to open in a browser; the token rides in the fragment, which is never sent."""
        return f"{self._table()}#t={token}"

    def _table(self) -> str:
        name = self.names[0] if self.names else self._address()
        return address(self._door, secure=self.papers is not None, name=name)

    def _address(self) -> str:
        """What phones use: where all addresses are listened to, the one in the home network."""
        host = str(self._door.getsockname()[0])
        return home_address() if host in ("0.0.0.0", "::") else host

    @property
    def trust(self) -> str | None:
        """Where phones come to trust this computer, None where they need not."""
        return None if self._beside is None else address(self._beside, name=self._address())

    @property
    def trusted(self) -> dict[str, str]:
        """``trust`` and ``fingerprint``, for programs; empty where phones trust it already."""
        if self.trust is None or self.papers is None:
            return {}
        return {"trust": self.trust, "fingerprint": self.papers.fingerprint}

    def configured(self, app: FastAPI) -> uvicorn.Config:
        """How the server runs behind this door."""
        config = configured(app)
        if self.papers is not None:
            config.ssl_certfile, config.ssl_keyfile = str(self.papers.certificate), str(self.papers.key)
        return config

    def told(self, say: Callable[..., str]) -> Iterator[str]:
        """What the terminal says of it besides the address."""
        if self.trust is not None and self.papers is not None:
            yield say("trust", address=self.trust)
            yield say("fingerprint", fingerprint=self.papers.fingerprint)
        elif self.papers is None and not self.local:
            yield say("plain")

    @contextlib.contextmanager
    def open(self) -> Iterator[list[socket.socket]]:
        """The sockets for the server; as long as they are open, so is the page that helps to trust."""
        if self._beside is None or self.papers is None:
            yield [self._door]
            return
        beside = Beside(
            trust_page.create_app(self.papers, self._table(), self.names), self._beside, "trust-page"
        )
        try:
            yield [self._door]
        finally:
            beside.close()
