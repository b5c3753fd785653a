"""A club at play: tables that referee replayed sightings at twice real speed, a PostgreSQL, a board, pages.

Each table is a referee with a store of its own and the thread that tells its club; the board is the real
command in a process of its own. The server must be one of this computer: its processor time is read.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import psutil
import sqlalchemy as sa
from websockets.asyncio.client import connect as connect_later
from websockets.exceptions import WebSocketException

from bench.tapped.evening import NAMES, Act, SeenEvening
from clubhouse import calling
from clubhouse.delivery import Delivery
from clubhouse.founding import found, roles
from companion_api.store import Store
from companion_api.store.errors import first_line
from companion_api.store.outbox import key_of
from engine.errors import BadInput
from engine.events import CardPlayed, Event, RoundStarted, Settlement, to_json

SIZES = (1, 10, 30)
PAGES = 60
SPEED = 2.0
"""Seconds of play in one of the clock."""
ARRIVING = 20.0
"""Seconds for which the last events may be on their way on a busy computer."""


def run(address: str, minutes: float, sizes: tuple[int, ...] = SIZES, pages: int = PAGES) -> dict[str, Any]:
    """Let clubs of several sizes play, one after the other, in one database.

    Args:
        address: an empty database by a role that may make roles; it is empty again afterwards.
        minutes: for each size.

    Returns:
        By number of tables: ``pages, seconds, speed`` (of play, `SPEED` at most), ``events, lost,
        doubled_or_changed, out_of_order`` (at the club against the tables' own stores),
        ``seconds_to_the_slowest_page {p50, p95, p99}`` from a table's commit, itself included, to the last
        page that shows it (None: nothing was shown), ``not_shown``: commits that some page never showed,
        ``ms_of_processor_per_event {server, board}``, ``load`` of the computer.

    Raises:
        BadInput: the database is not empty, or not on this computer; the board's pages cannot be opened,
            or one of them does not stay open.
    """
    url = calling.address_of(address, "--club")
    if (url.host or "") not in calling.LOCAL:
        raise BadInput(
            f"--club {calling.shown(url)}: expected a server of this computer, whose time is measured"
        )
    figures = {}
    for count in sizes:
        with (
            tempfile.TemporaryDirectory(prefix="nainjaune-bench-") as folder,
            _club(url, count, Path(folder)),
        ):
            figures[str(count)] = _played(url, count, Path(folder), minutes * 60, pages)
        print(f"nainjaune: {count} tables: {json.dumps(figures[str(count)])}", file=sys.stderr, flush=True)
    return figures


@contextlib.contextmanager
def _club(url: sa.URL, count: int, folder: Path) -> Iterator[None]:
    """A club in a database for a while, with a first round drawn."""
    from psycopg import sql

    with calling.closing(calling.connect(url)) as connection:
        if connection.execute("SELECT 1 FROM pg_namespace WHERE nspname = 'club'").fetchone():
            raise BadInput(
                f"--club {calling.shown(url)}: expected an empty database; it is emptied afterwards"
            )
        ours = roles(str(url.database), count)
        named = "SELECT rolname FROM pg_roles WHERE rolname = ANY(%s)"
        theirs = set(connection.execute(named, (ours,)).fetchall())
        try:
            found(url, count, folder / "club")
            connection.execute("INSERT INTO club.rounds (night, round) VALUES (current_date, 1)")
            for number in range(1, count + 1):
                for place, name in enumerate(_names(number)):
                    row = "INSERT INTO club.seats VALUES (current_date, 1, %s, %s, %s)"
                    connection.execute(row, (f"{url.database}_table_{number}", place, name))
            yield
        finally:
            connection.execute("DROP SCHEMA IF EXISTS club CASCADE")
            for made in set(connection.execute(named, (ours,)).fetchall()) - theirs:
                for drop in ("DROP OWNED BY {}", "DROP ROLE {}"):
                    connection.execute(sql.SQL(drop).format(sql.Identifier(*made)))


def _names(number: int) -> list[str]:
    return [f"{name} {number}" for name in NAMES]


class _Table:
    """One table: its referee, its store, its way to the club."""

    def __init__(self, number: int, folder: Path, url: sa.URL) -> None:
        self._play = SeenEvening(_names(number), number)
        self.number = number
        self.store = Store(folder)
        self.store.enrol(None)
        self.evening = self.store.begin(self._play.setup).id
        self.delivery = Delivery(self.store, url)
        self.delivery.start()
        self.settled = self.cards = 0
        self._done = False

    def acts(self) -> Iterator[tuple[float, Act]]:
        """What happens at it without end, by time."""
        yield 0.0, self._play.referee.start
        while True:
            yield from self._play.round()
            yield self._play.now, self._play.next_round

    def keep(self, events: list[Event], watch: _Watch) -> None:
        """Commit what an act brought; the pages are looked at for it from before on: they may be quick."""
        for event in events:
            # A deal that is settled anew after a correction is still one.
            self.settled += isinstance(event, Settlement) and not self._done
            self._done = isinstance(event, Settlement) or (self._done and not isinstance(event, RoundStarted))
            self.cards = 0 if isinstance(event, RoundStarted | Settlement) else self.cards
            self.cards += isinstance(event, CardPlayed)
        watch.sent(self)
        self.store.append(self.evening, [_unnumbered(event) for event in events])

    def close(self) -> None:
        self.delivery.close(ARRIVING)
        self.store.close()


def _unnumbered(event: Event) -> dict[str, Any]:
    return {name: value for name, value in to_json(event).items() if name != "seq"}


@dataclass(slots=True)
class _Waited:
    """A commit at a table, until all pages have shown it.

    Attributes:
        shows: deals settled, and cards since: what a page shows then.
        at: when the commit began; `pages`: how many have shown it, or something later.
    """

    shows: tuple[int, int]
    at: float
    pages: int = 0


@dataclass(slots=True)
class _Watch:
    """So many pages of a board, and when the slowest of them showed what.

    Attributes:
        waiting: by table, commits that some page has not shown; `waits`: seconds until the last one had.
        opened: how many pages have shown anything; `failed`: why one no longer does.
    """

    pages: int
    waiting: dict[int, deque[_Waited]] = field(default_factory=dict)
    waits: list[float] = field(default_factory=list)
    opened: int = 0
    failed: str = ""
    _last: dict[int, tuple[int, int]] = field(default_factory=dict)
    _thread: threading.Thread | None = None
    _stop: threading.Event = field(default_factory=threading.Event)
    _alone: threading.Lock = field(default_factory=threading.Lock)

    def sent(self, table: _Table) -> None:
        """A table commits something; what changes nothing that a page shows is not waited for."""
        shows = (table.settled, table.cards)
        with self._alone:
            if shows > self._last.get(table.number, (0, 0)):
                self._last[table.number] = shows
                self.waiting.setdefault(table.number, deque()).append(_Waited(shows, time.monotonic()))

    def shown(self, before: dict[int, tuple[int, int]], tables: list[dict[str, Any]]) -> None:
        """A page shows this, and showed that before."""
        now = time.monotonic()
        with self._alone:
            for table in tables:
                number, shows = table["number"], (table["settled"], table["cards"])
                last = before.get(number, (-1, -1))
                before[number] = max(last, shows)  # a card that is taken back is not shown twice
                queue = self.waiting.get(number, deque())
                for one in queue:
                    one.pages += last < one.shows <= shows
                while queue and queue[0].pages >= self.pages:
                    self.waits.append(now - queue.popleft().at)

    def open(self, address: str, token: str) -> None:
        """Open the pages.

        Raises:
            BadInput: they cannot be.
        """
        self._thread = threading.Thread(target=lambda: asyncio.run(self._watch(address, token)), daemon=True)
        self._thread.start()
        if not self.until(lambda: self.opened == self.pages):
            why = self.failed or "no answer"
            raise BadInput(f"--club: {self.opened} of {self.pages} pages of the board open ({why})")

    def check(self) -> None:
        """All of them are open.

        Raises:
            BadInput: one no longer is.
        """
        if self.failed:
            raise BadInput(f"--club: a page of the board was cut off ({self.failed})")

    def close(self) -> None:
        """Close them; the board has ended."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    async def _watch(self, address: str, token: str) -> None:
        await asyncio.gather(*(self._page(address, token) for _ in range(self.pages)))

    async def _page(self, address: str, token: str) -> None:
        before: dict[int, tuple[int, int]] = {}
        live = f"{address.replace('http', 'ws', 1)}/api/club/live"
        try:
            async with connect_later(live, max_size=None) as line:
                await line.send(json.dumps({"token": token}))
                self.shown(before, json.loads(await line.recv()).get("tables", []))
                self.opened += 1
                while not self._stop.is_set():
                    with contextlib.suppress(TimeoutError):
                        text = await asyncio.wait_for(line.recv(), 1)
                        self.shown(before, json.loads(text).get("tables", []))
        except (OSError, WebSocketException) as error:
            self.failed = first_line(error)

    def not_shown(self) -> int:
        """How many commits some page has not shown yet."""
        with self._alone:
            return sum(map(len, self.waiting.values()))

    def until(self, done: Callable[[], bool]) -> bool:
        """Wait until so, while all pages are open, `ARRIVING` at most; whether it is."""
        end = time.monotonic() + ARRIVING
        while not done() and not self.failed and time.monotonic() < end:
            time.sleep(0.1)
        return done()


def _played(url: sa.URL, count: int, folder: Path, seconds: float, pages: int) -> dict[str, Any]:
    watch, tables = _Watch(pages), list[_Table]()
    command = "import sys; from companion_api.command import main; sys.exit(main())"
    asked = "club", "board", folder / "club" / "host.club", "--port", "0", "--json"
    board = subprocess.Popen(
        [sys.executable, "-c", command, *asked], stdout=subprocess.PIPE, encoding="utf-8"
    )
    try:
        assert board.stdout is not None
        lines = (json.loads(line) for line in board.stdout)  # it may tell of silent tables first
        told_at = next((line["address"] for line in lines if "address" in line), "")
        address, _, token = told_at.partition("/club/#t=")
        for number in range(1, count + 1):
            theirs = calling.read_address(folder / "club" / f"table-{number}.club")
            tables.append(_Table(number, folder / f"t{number}", theirs))
        watch.open(address, token)
        server = _server(url)
        before = _used(server), _used(psutil.Process(board.pid))
        speed = _play(tables, seconds, watch)
        after = _used(server), _used(psutil.Process(board.pid))
        told = _compared(url, tables)
        watch.until(lambda: not watch.not_shown())
        watch.check()
        spent = {
            name: round(1000 * (late - early) / max(1, told["events"]), 2)
            for name, early, late in zip(("server", "board"), before, after, strict=True)
        }
        waits = sorted(watch.waits)
        slowest = {
            f"p{part}": round(waits[(len(waits) - 1) * part // 100], 3) if waits else None
            for part in (50, 95, 99)
        }
        return {
            "pages": pages, "seconds": round(seconds), "speed": round(speed, 2), **told,
            "seconds_to_the_slowest_page": slowest, "not_shown": watch.not_shown(),
            "ms_of_processor_per_event": spent, "load": round(os.getloadavg()[0], 1),
        }  # fmt: skip
    finally:
        for table in tables:
            table.close()
        board.terminate()
        board.wait()
        watch.close()


def _play(tables: list[_Table], seconds: float, watch: _Watch) -> float:
    """All tables at once, at `SPEED`, each a little later than the one before; says how quick it was.

    All their referees are in this process: where the computer is too busy for them, play is slower.

    Raises:
        BadInput: a page was cut off.
    """
    began = time.monotonic()
    acts = {table.number: table.acts() for table in tables}
    by_number = {table.number: table for table in tables}
    first = ((table.number * 1.7, table.number, next(acts[table.number])[1]) for table in tables)
    due = list(first)  # when (of play), at which table, what
    starts = {number: when for when, number, _ in due}
    heapq.heapify(due)
    while True:
        when, number, act = heapq.heappop(due)
        spent = time.monotonic() - began
        if max(spent, when / SPEED) > seconds:
            return when / max(spent, when / SPEED)
        time.sleep(max(0.0, when / SPEED - spent))
        watch.check()
        if events := act():
            by_number[number].keep(events, watch)
        t, later = next(acts[number])
        heapq.heappush(due, (starts[number] + t, number, later))


def _server(url: sa.URL) -> psutil.Process:
    """The server's first process."""
    with calling.closing(calling.connect(url)) as connection:
        (pid,) = connection.execute("SELECT pg_backend_pid()").fetchone()
        first = psutil.Process(pid).parent()
    if first is None:
        raise BadInput(
            f"--club {calling.shown(url)}: expected a server of this computer, whose time is measured"
        )
    return first


def _used(process: psutil.Process) -> float:
    """Processor seconds of a process and all its children, of those that have ended too."""
    own = process.cpu_times()
    total = own.user + own.system + own.children_user + own.children_system
    for one in process.children(recursive=True):
        with contextlib.suppress(psutil.Error):
            total += one.cpu_times().user + one.cpu_times().system
    return float(total)


def _compared(url: sa.URL, tables: list[_Table]) -> dict[str, int]:
    """What the club has, against what the tables have."""
    stores = {f"{url.database}_table_{table.number}": table.store for table in tables}
    until = time.monotonic() + ARRIVING
    with calling.closing(calling.connect(url)) as connection:
        while (told := compared(connection, stores))["lost"] and time.monotonic() < until:
            time.sleep(0.2)
    return told


def compared(connection: Any, stores: Mapping[str, Store]) -> dict[str, int]:
    """What a club has, against what its tables have, which are named by their roles.

    Returns:
        ``events`` at the tables, those ``lost``, ``doubled_or_changed`` and ``out_of_order`` at the club.
    """
    events = lost = other = disorder = 0
    query = 'SELECT evening, seq, body, number FROM club.events WHERE "table" = %s ORDER BY arrived, number'
    for role, store in stores.items():
        rows = connection.execute(query, (role,)).fetchall()
        there = {(key, seq): json.loads(body) for key, seq, body, _ in rows}
        here = {
            (key_of(one.started, one.token), line["seq"]): line
            for one in store.evenings()
            for line in store.events(one.id)
        }
        events += len(here)
        lost += len(here.keys() - there.keys())
        other += sum(there[each] != here.get(each) for each in there) + len(rows) - len(there)
        disorder += sum(later[3] <= before[3] for before, later in pairwise(rows))
    return {"events": events, "lost": lost, "doubled_or_changed": other, "out_of_order": disorder}
