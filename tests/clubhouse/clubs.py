"""A club on the tests' own server: founded, played at by logs, with a network that can be cut."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from pathlib import Path
from random import Random

import sqlalchemy as sa

from clubhouse import calling
from clubhouse.delivery import Delivery
from clubhouse.founding import found
from companion_api.store import Store
from engine.events import GameStarted, RoundStarted, to_json
from engine.games import game
from engine.games.at_random import play


class Wire:
    """A network between tables and a server, that can be cut: what is under way is lost, nobody is told.

    Attributes:
        port: at which it takes connections for the server.
    """

    def __init__(self, server: int) -> None:
        self._server = server
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._cut = False
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                inner, _ = self._listening.accept()
                if self._cut:
                    inner.close()
                    continue
                outer = socket.create_connection(("127.0.0.1", self._server))
            except OSError:
                if self._listening.fileno() < 0:
                    return
                inner.close()
                continue
            self._open += [inner, outer]
            for one, other in ((inner, outer), (outer, inner)):
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        for each in (one, other):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def cut(self) -> None:
        """From now on nothing passes, until `mend`."""
        self._cut = True
        self._drop()

    def _drop(self) -> None:
        there, self._open = self._open, []
        for each in there:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        self._cut = False

    def close(self) -> None:
        self._drop()
        with contextlib.suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()


class Club:
    """A club with address files in a folder.

    Attributes:
        admin: the address by which it was founded.
    """

    def __init__(self, cluster, folder: Path, tables: int, authority: Path | None = None) -> None:
        self.cluster = cluster
        self.admin = calling.address_of(cluster.database(), "a test")
        self.folder = folder
        found(self.admin, tables, folder, authority)

    def url(self, name: str, wire: Wire | None = None) -> sa.URL:
        """The address of ``table-1``, ``board`` …, by a wire where there is one."""
        url = calling.read_address(self.folder / f"{name}.club")
        return url if wire is None else url.set(port=wire.port)

    def rows(self, query: str, name: str | None = None, *values: object) -> list[tuple]:
        """What a statement gives, as the one who founded the club or as another."""
        url = self.admin if name is None else self.url(name)
        with calling.closing(calling.connect(url)) as connection:
            cursor = connection.execute(query, values)
            return cursor.fetchall() if cursor.description else []

    def deliver(self, table: int, stream: str, *lines: tuple, first: int = 1) -> int:
        """What a table tells: lines of evening, seq and body, numbered; which number the club has then."""
        rows = [[first + n, *line[:2], 1.0, line[2]] for n, line in enumerate(lines)]
        asked = json.dumps({"stream": stream, "lines": rows})
        ((known,),) = self.rows("SELECT club.table('lines', %s)", f"table-{table}", asked)
        return known

    def told(self, table: int) -> dict[str, list[tuple[int, str]]]:
        """What the club has of a table: events by evening, in order."""
        found: dict[str, list[tuple[int, str]]] = {}
        query = 'SELECT evening, seq, body FROM club.events WHERE "table" = %s ORDER BY evening, seq'
        for evening, seq, body in self.rows(query, None, f"{self.admin.database}_table_{table}"):
            found.setdefault(evening, []).append((seq, body))
        return found


def evening(players, rounds, seed, rules="lindor"):
    """The lines of an evening with its settlements, numbered."""
    rng, dealer = Random(seed), players[0]
    events = [GameStarted("nain-jaune", rules, {}, tuple(players))]
    state = game.fold(events)
    for _ in range(rounds):
        new = [RoundStarted(dealer)]
        state = game.apply(state, new[0])
        dealt = play.deal(len(players), rng, game.rules_of(state).DEAL)
        steps = list(play.random_round(state, dealt.hands, rng))
        for step in steps:
            new += step.events()
        new += play.left_in_hand(players, dealt.hands, steps)
        for event in new[1:]:
            state = game.apply(state, event)
        events += [*new, state.settlements[-1]]
        dealer = game.module_of(state).next_dealer(state)
    return [{**to_json(event), "seq": seq} for seq, event in enumerate(events, start=1)]


class Playing:
    """One table: `begin` an evening, then `add` its lines."""

    def __init__(self, folder, url, told=lambda why: None):
        self.store = Store(folder)
        self.store.enrol(None)
        self.delivery = Delivery(self.store, url, told)
        self.delivery.start()

    def begin(self, players):
        setup = {"players": [{"name": name} for name in players], "dealer": players[0]}
        self.evening = self.store.begin(setup).id

    def add(self, lines):
        plain = [{name: value for name, value in line.items() if name != "seq"} for line in lines]
        return self.store.append(self.evening, plain)

    def close(self):
        self.delivery.close()
        self.store.close()
