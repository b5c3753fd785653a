"""How safe and how quick the server is: killed, watched by a crowd, besieged by strangers, sent rubbish.

Everything runs on this computer, over the loopback: the real command in a process of its own, an
evening that is tapped, phones that listen on the live channel.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import http.client
import json
import multiprocessing
import os
import random
import re
import signal
import socket
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
from websockets.asyncio.client import connect as connect_later
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from bench.tapped.siege import siege
from bench.tapped.tapper import Tapper
from bench.tapped.taps import often
from companion_api.games import views
from companion_api.store import Store
from companion_api.system.memory import resident_mb
from companion_api.system.ports import LOCAL
from companion_api.web.pages.applications import PAGE
from languages import FIRST

NAMES = ("Ana", "Bruno", "Chloé", "David")
KILLS = 200
PHONES, GUESTS = 9, 50
"""Eight phones and a television; guests."""
EVENTS = 60
LIFE = (0.0, 0.6)
"""Seconds that a server lives, from its first answer to its end, at random between these."""
ENDING = ("end", "odd")
"""Taps after which the evening may be over."""
ENOUGH = 12
"""Taps of which one at least can be done while an evening goes on."""
RUBBISH = 4000
TELL_EVERY = 20
"""Kills after which progress is told."""
PATIENCE = 60.0
"""Seconds that a server on a busy computer may take to open its door."""
LOGGED = "stderr.txt"
"""What a server has to say, in its folder."""
GONE = (ConnectionError, http.client.HTTPException, WebSocketException, TimeoutError, OSError)
"""What a client meets when its server is killed."""


def run(kills: int = KILLS, events: int = EVENTS, rubbish: int = RUBBISH, seed: int = 1) -> dict[str, Any]:
    """All figures.

    Returns:
        ``kills`` (`killed`), ``crowd`` (`crowd`), ``first_view`` (`first_view`), ``siege`` (`besieged`),
        ``memory`` (`memory`).
    """
    with tempfile.TemporaryDirectory(prefix="nainjaune-bench-") as folder:
        figures: dict[str, Any] = {"kills": killed(Path(folder, "kills"), kills, seed)}
        with _serving(Path(folder, "crowd")) as server:
            figures["first_view"] = first_view(server)
            figures["crowd"] = crowd(server, events, seed)
        with _serving(Path(folder, "siege")) as server:
            figures["siege"] = besieged(server, events, seed)
        with _serving(Path(folder, "rubbish")) as server:
            figures["memory"] = memory(server, rubbish, seed)
    return figures


# --- a server of its own ------------------------------------------------------------------


def _host(folder: str, port: int) -> None:
    """The command in a process of its own, silent."""
    from companion_api.command import main

    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    Path(folder).mkdir(parents=True, exist_ok=True)
    sys.stderr.flush()
    os.dup2(os.open(Path(folder, LOGGED), os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
    options = ("--camera", "none", "--data", folder, "--port", str(port), "--players", ",".join(NAMES))
    sys.exit(main(["play", *options, "--json"]))


@dataclass
class _Server:
    """A running server: where it is, and what its phones show."""

    folder: Path
    port: int
    token: str
    pid: int


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOCAL, 0))
        return int(probe.getsockname()[1])


def _processes() -> Any:
    """Processes that start quickly, because one before them has imported everything."""
    way = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    context = multiprocessing.get_context(way)
    if way == "forkserver":
        context.set_forkserver_preload(["bench.tapped.server", "companion_api.commands.play"])
    return context


@contextlib.contextmanager
def _serving(folder: Path, port: int | None = None) -> Iterator[_Server]:
    """A server, until the block ends or it is killed."""
    port = port or _free_port()
    process = _processes().Process(target=_host, args=(str(folder), port), daemon=True)
    process.start()
    try:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                _ask(port, "GET", "/manifest.webmanifest")
                break
            except GONE:
                if not process.is_alive() or time.monotonic() > until:
                    raise RuntimeError(f"the server did not start (status {process.exitcode})") from None
                time.sleep(0.01)
        store = Store(folder)
        last = store.last()
        store.close()
        assert last is not None and process.pid is not None
        yield _Server(folder, port, last.token, process.pid)
    finally:
        process.kill()
        process.join()


def _ask(
    port: int,
    method: str,
    path: str,
    token: str | None = None,
    body: bytes | None = None,
    seconds: float = 25.0,
) -> tuple[int, bytes]:
    """One request on a line of its own."""
    line = http.client.HTTPConnection(LOCAL, port, timeout=seconds)
    try:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        line.request(method, path, body, headers)
        answer = line.getresponse()
        return answer.status, answer.read()
    finally:
        line.close()


# --- an evening that is tapped ------------------------------------------------------------


@dataclass
class _Table:
    """People who play a random evening on one phone, whatever becomes of the server.

    Attributes:
        rng: decides what is tapped (`Tapper`).
        events: what the phone has seen, in order.
        evening: its number.
        acknowledged: the last number that a tap was answered with.
        wrong: what a page saw that cannot be.
        names, t, view: see `Seen`.
    """

    rng: random.Random
    events: list[dict[str, Any]] = field(default_factory=list)
    evening: int = 0
    acknowledged: int = 0
    wrong: list[str] = field(default_factory=list)
    names: Sequence[str] = NAMES
    t: float = 0.0
    view: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._people = Tapper(self)

    @property
    def story(self) -> views.Story:
        """What the phone has seen, folded."""
        return views.tell(self.events)

    @contextlib.contextmanager
    def listen(self, server: _Server) -> Iterator[ClientConnection]:
        """The live channel, with what was missed taken in."""
        with connect(f"ws://{LOCAL}:{server.port}/api/live", open_timeout=25, close_timeout=1) as line:
            line.send(json.dumps({"token": server.token, "evening": self.evening, "seq": len(self.events)}))
            self.take(line, 0)
            yield line

    def take(self, line: ClientConnection, least: int) -> None:
        """Read until the phone has seen event ``least``."""
        while True:
            now = json.loads(line.recv(timeout=25))
            if self.evening not in (0, now["evening"]):
                self.wrong.append("another evening is played")
            if now["camera"]["state"] not in ("starting", "none"):
                self.wrong.append(f"nobody watches any more: {now['camera']}")
            self.evening, self.view = now["evening"], now["view"]
            for event in now["events"]:
                place = event["seq"] - 1
                if place < len(self.events):
                    if self.events[place] != event:
                        self.wrong.append(f"event {place + 1} has changed")
                elif place == len(self.events):
                    self.events.append(event)
                else:
                    self.wrong.append(f"event {len(self.events) + 1} was left out")
            if now["seq"] != len(self.events):
                self.wrong.append(f"{now['seq']} events told, {len(self.events)} seen")
            if now["seq"] >= least:
                return

    def tap(self, server: _Server, line: ClientConnection, kind: str = "next") -> bool:
        """One more thing that people do; whether it was done. What came meanwhile is taken in first."""
        told = json.dumps(self._people.body(kind, self.rng)).encode()
        status, answer = _ask(server.port, "POST", "/api/taps", server.token, told)
        said = json.loads(answer)
        if status == 200:
            self.acknowledged = said["seq"]
        if status in (200, 409):
            self.take(line, said["seq"])
        elif status != 422:
            self.wrong.append(f"a tap was answered {status}: {answer[:200]!r}")
        # A call in time is judged at the next frame; a missed one comes by itself.
        return status == 200


# --- figures ------------------------------------------------------------------------------


def killed(folder: Path, kills: int = KILLS, seed: int = 1) -> dict[str, Any]:
    """Kill the server at random moments of one evening that goes on after each.

    Args:
        folder: for the evening's data.
        kills: how often.
        seed: of the moments.

    Returns:
        ``kills, events`` written in the end, ``taps`` that were under way or done, ``lost`` (events
        that a phone had seen or that a tap was answered with, and that are not in the store as they
        were), ``stopped`` (lives in which nothing that was tapped could be done any more),
        ``pages_wrong`` (what a page that came back saw that cannot be), ``start_ms_median``
        (from the start of a process to its first answer).
    """
    rng = random.Random(seed)
    table = _Table(random.Random(seed))
    port, lost, taps, stopped, starts = _free_port(), 0, 0, 0, []
    kinds = {kind: often(kind) for kind in Tapper.KINDS if kind not in ENDING}
    token = None
    for number in range(kills):
        began = time.monotonic()
        with _serving(folder, port) as server:
            starts.append((time.monotonic() - began) * 1000)
            if token not in (None, server.token):
                table.wrong.append("the token has changed: phones must join again")
            token = server.token
            end = threading.Timer(rng.uniform(*LIFE), os.kill, (server.pid, signal.SIGKILL))
            done: list[bool] = []
            with contextlib.suppress(*GONE), table.listen(server) as line:
                end.start()
                while True:
                    taps += 1
                    done.append(table.tap(server, line, rng.choices([*kinds], [*kinds.values()])[0]))
            end.join()
        stopped += len(done) >= ENOUGH and not any(done)
        lost += _lost(folder, table)
        if (number + 1) % TELL_EVERY == 0:
            print(f"nainjaune: {number + 1} of {kills} kills, {lost} events lost", file=sys.stderr)
    return {
        "kills": kills,
        "events": len(table.events),
        "taps": taps,
        "lost": lost,
        "stopped": stopped,
        "pages_wrong": table.wrong,
        "start_ms_median": round(statistics.median(starts)),
    }


def _lost(folder: Path, table: _Table) -> int:
    """How many events are not in the store as the phone knows them."""
    store = Store(folder)
    try:
        kept = store.events(table.evening) if table.evening else []
    finally:
        store.close()
    if [event["seq"] for event in kept] != list(range(1, len(kept) + 1)):
        table.wrong.append("the store's numbers have a hole")
    same = sum(mine == theirs for mine, theirs in zip(table.events, kept, strict=False))
    return len(table.events) - same + max(0, table.acknowledged - len(kept))


def crowd(server: _Server, events: int = EVENTS, seed: int = 1) -> dict[str, Any]:
    """Milliseconds from an event's commit until the last of phones, television and guests has it.

    Returns:
        ``phones, guests, events, ms_p50, ms_p95, ms_most``, ``bytes_median`` of a message, and
        ``cpu_ms`` that the server worked for an event.
    """
    return asyncio.run(_crowd(server, events, random.Random(seed), GUESTS))


def besieged(server: _Server, events: int = EVENTS, seed: int = 1) -> dict[str, Any]:
    """`crowd` without guests while strangers hold every kind of connection on which nothing comes.

    Returns:
        As `crowd`, and ``connections`` that strangers held in the end, ``closed`` of theirs meanwhile,
        ``descriptors`` of the server then, and ``lines`` that it has written on standard error.
    """
    return asyncio.run(_besieged(server, events, random.Random(seed)))


async def _besieged(server: _Server, events: int, rng: random.Random) -> dict[str, Any]:
    async with siege(LOCAL, server.port) as strangers:
        figures = await _crowd(server, events, rng, 0)
        figures |= strangers
        figures["descriptors"] = psutil.Process(server.pid).num_fds()
    figures["lines"] = len((server.folder / LOGGED).read_bytes().splitlines())
    return figures


async def _crowd(server: _Server, events: int, rng: random.Random, guests: int) -> dict[str, Any]:
    seen: dict[int, list[float]] = {}
    sizes: list[int] = []

    async def watch(ready: asyncio.Event) -> None:
        async with connect_later(f"ws://{LOCAL}:{server.port}/api/live", open_timeout=25) as line:
            await line.send(json.dumps({"token": server.token}))
            known = 0
            async for message in line:
                at = time.time()
                now = json.loads(message)
                sizes.append(len(message))
                for seq in range(known + 1, now["seq"] + 1):
                    seen.setdefault(seq, []).append(at)
                known = now["seq"]
                ready.set()

    waiting = [asyncio.Event() for _ in range(PHONES + guests)]
    watchers = [asyncio.create_task(watch(ready)) for ready in waiting]
    try:
        await asyncio.wait_for(asyncio.gather(*(ready.wait() for ready in waiting)), PATIENCE)
        table = _Table(rng)
        before = _worked(server.pid)
        first = await asyncio.to_thread(_tapped, server, table, events)
        async with asyncio.timeout(PATIENCE):
            while len(seen.get(len(table.events), ())) < len(watchers):
                await asyncio.sleep(0.02)
        after = _worked(server.pid)
    finally:
        for watcher in watchers:
            watcher.cancel()
    committed = _committed(server.folder, table.evening)
    late = sorted((max(seen[seq]) - at) * 1000 for seq, at in committed.items() if seq > first)
    return {
        "phones": PHONES,
        "guests": guests,
        "events": len(late),
        "everybody_got_everything": all(len(seen[seq]) == len(watchers) for seq in committed),
        "ms_p50": round(statistics.median(late), 1),
        "ms_p95": round(late[min(len(late) - 1, int(0.95 * len(late)))], 1),
        "ms_most": round(late[-1], 1),
        "bytes_median": round(statistics.median(sizes)),
        "cpu_ms": round((after - before) * 1000 / len(late), 1),
    }


def _tapped(server: _Server, table: _Table, events: int) -> int:
    """Play until so many events more are written; the number of the last one before."""
    with table.listen(server) as line:
        first = len(table.events)
        while len(table.events) < first + events:
            table.tap(server, line)
    return first


def _committed(folder: Path, evening: int) -> dict[int, float]:
    """When each event was written, Unix time."""
    store = Store(folder)
    try:
        return store.written(evening)
    finally:
        store.close()


def first_view(server: _Server) -> dict[str, Any]:
    """What a phone loads that has never been here, compressed, six requests at a time.

    Returns:
        ``files, bytes, ms`` (from the first request to the last byte).
    """
    found: dict[str, int] = {}

    def fetch(path: str) -> tuple[str, str]:
        line = http.client.HTTPConnection(LOCAL, server.port, timeout=25)
        line.request("GET", path, headers={"Accept-Encoding": "gzip"})
        answer = line.getresponse()
        body = answer.read()
        line.close()
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status}")
        found[path] = len(body)
        plain = gzip.decompress(body) if answer.headers.get("Content-Encoding") == "gzip" else body
        return path, plain.decode("utf-8", "replace")

    began = time.monotonic()
    words = [f"/words/{FIRST}/{part}.json" for part in _catalogue()]
    waiting, asked = ["/", *words], set[str]()
    with ThreadPoolExecutor(6) as pool:
        while waiting:
            asked.update(waiting)
            pages = list(pool.map(fetch, waiting))
            waiting = sorted({path for page in pages for path in _named_in(*page)} - asked)
    return {"files": len(found), "bytes": sum(found.values()), "ms": round((time.monotonic() - began) * 1000)}


def _catalogue() -> list[str]:
    """The parts of the word tables that every page loads."""
    found = re.search(r"CATALOGUE = (\[.*?\])", (PAGE / "words.js").read_text(encoding="utf-8"))
    assert found is not None
    return [str(part) for part in json.loads(found[1])]


def _named_in(path: str, text: str) -> Iterator[str]:
    """What a page or a module loads at once."""
    folder = path.rpartition("/")[0] + "/"
    if path.endswith("/"):
        for name in re.findall(r'(?:href|src)="([^"#:]+)"', text):
            yield folder + name
    elif path.endswith(".js"):
        for name in re.findall(r'^(?:import|export)[^;]*? from "([^"]+)"', text, re.MULTILINE):
            yield os.path.normpath(folder + name).replace(os.sep, "/")


def memory(server: _Server, rubbish: int = RUBBISH, seed: int = 1) -> dict[str, Any]:
    """Resident memory under requests and messages that are none.

    Returns:
        ``sent, server_errors`` (answers 5xx), ``mb_before`` (after a quarter of them, when all is
        loaded), ``mb_after``, ``mb_grown``; megabytes are None where the system does not tell them.
    """
    rng = random.Random(seed)
    kinds: Sequence[Callable[[_Server, random.Random], int]] = (_wrong_token, _too_long, _no_http, _no_hello)
    errors, before = 0, None
    for number in range(rubbish):
        if number == rubbish // 4:
            before = resident_mb(server.pid)
        with contextlib.suppress(*GONE):
            errors += kinds[number % len(kinds)](server, rng) >= 500
    status, _ = _ask(server.port, "GET", "/api/log", server.token)
    after = resident_mb(server.pid)
    return {
        "sent": rubbish,
        "server_errors": errors,
        "still_answers": status in (200, 429),
        "mb_before": before,
        "mb_after": after,
        "mb_grown": None if before is None or after is None else round(after - before, 1),
    }


def _wrong_token(server: _Server, rng: random.Random) -> int:
    body = rng.randbytes(rng.randrange(300))
    return _ask(server.port, "POST", "/api/taps", rng.randbytes(8).hex(), body, 5)[0]


def _too_long(server: _Server, rng: random.Random) -> int:
    return _ask(server.port, "POST", "/api/taps", server.token, b"[" * rng.randrange(3000, 200_000), 5)[0]


def _no_http(server: _Server, rng: random.Random) -> int:
    with socket.create_connection((LOCAL, server.port), 5) as line:
        line.sendall(rng.randbytes(rng.randrange(1, 2000)) + b"\r\n\r\n")
        answer = line.recv(64)
    return int(answer[9:12]) if answer.startswith(b"HTTP/1.1 ") else 0


def _no_hello(server: _Server, rng: random.Random) -> int:
    with connect(f"ws://{LOCAL}:{server.port}/api/live", open_timeout=5, close_timeout=1) as line:
        line.send(rng.randbytes(rng.randrange(1, 9000)))
        line.recv(timeout=5)
    return 0


def _worked(pid: int) -> float:
    """Seconds of processor time that a process has had."""
    spent = psutil.Process(pid).cpu_times()
    return float(spent.user + spent.system)
