"""Whoever comes in masses and then does nothing has to go; whoever is answered or shows a pass stays."""

from __future__ import annotations

import json
import os
import socket
import ssl
import time

import pytest
from browser import Door as Served
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted import Evening
from websockets.sync.client import connect

from bench.tapped import server as bench_server
from bench.tapped import siege
from companion_api.web.app import create_app
from companion_api.web.door import doorkeeper
from companion_api.web.door.doorkeeper import HEAD_SECONDS, Doorkeeper, Visitor

FAMILY, STRANGER = "192.168.1.20", "192.168.1.66"


class House:
    """A doorkeeper with a clock of its own, and who has come."""

    def __init__(self, room=12):
        self.now = 0.0
        self.keeper = Doorkeeper(room, lambda: self.now)
        self.came = 0
        self.others = []

    def visitor(self, address):
        ours, theirs = socket.socketpair()
        theirs.setblocking(False)
        self.came += 1
        visitor = Visitor(self.keeper, ours, (address, self.came))
        visitor.theirs = theirs
        self.others.append(visitor)
        self.keeper.came(visitor)
        return visitor

    def close(self):
        for each in self.others:
            each.close()
            each.theirs.close()


def gone(visitor):
    """Whether it was hung up on."""
    try:
        return visitor.theirs.recv(1) == b""
    except BlockingIOError:
        return False


@pytest.fixture
def house():
    house = House()
    yield house
    house.close()


def test_the_one_that_lets_us_wait_longest_goes(house):
    waiting = [house.visitor(STRANGER) for _ in range(house.keeper.waited_for)]
    assert not any(map(gone, waiting))
    house.visitor(STRANGER)
    assert gone(waiting[0]) and not any(map(gone, waiting[1:]))


def test_whoever_is_answered_stays_whatever_comes(house):
    phones = [house.visitor(STRANGER) for _ in range(4)]  # behind the very same router
    for phone in phones:
        house.keeper.rest(phone)
    for _ in range(100):
        house.visitor(STRANGER)
    assert not any(map(gone, phones)) and house.keeper.here <= house.keeper.room


def test_a_crowd_from_everywhere_does_not_use_up_the_room(house):
    phone = house.visitor(FAMILY)
    house.keeper.rest(phone)
    for number in range(100):
        house.visitor(f"10.0.{number}.1")
    assert not gone(phone) and house.keeper.here == house.keeper.room


def test_time_is_up(house):
    idle, busy = house.visitor(STRANGER), house.visitor(FAMILY)
    house.keeper.rest(busy)
    house.now = HEAD_SECONDS - 0.1
    house.keeper.sweep()
    assert not gone(idle)
    house.now = HEAD_SECONDS
    house.keeper.sweep()
    assert gone(idle) and not gone(busy)
    house.keeper.wait(idle, 1.0)  # what has gone is not waited for
    assert house.keeper.find(idle.client) is None and idle.until is None


def test_a_house_of_ipv6_counts_as_one():
    group = doorkeeper._group
    assert group("fd00::1:2:3:4") == group("fd00::9") != group("fd00:0:0:1::9")
    assert group("::ffff:192.168.1.20") == group(FAMILY) != group(STRANGER)
    assert group("fe80::1%eth0") == group("fe80::2%eth0") and group("") == ""


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.sampled_from(["come", "rest", "wait", "close", "later"]), st.integers(0, 30))))
def test_whatever_happens_only_who_lets_us_wait_goes(steps):
    house = House(room=8)
    busy = set()
    try:
        for what, number in steps:
            one = house.others[number % len(house.others)] if house.others else None
            if what == "come":
                house.visitor(f"10.0.0.{number % 3}")
            elif what == "later":
                house.now += number
                house.keeper.sweep()
            elif one is not None and not gone(one) and one.fileno() >= 0:
                if what == "close":
                    one.close()
                    busy.discard(one)
                else:
                    (busy.add if what == "rest" else busy.discard)(one)
                    house.keeper.rest(one) if what == "rest" else house.keeper.wait(one, 5.0)
            assert not any(map(gone, busy))
            assert house.keeper.here <= max(house.keeper.room, len(busy) + 1)
    finally:
        house.close()


@pytest.fixture
def table(tmp_path):
    evening = Evening(tmp_path, 9)
    served = Served(create_app(evening.live, evening.desk), evening.token)
    yield served, evening
    served.stop()
    evening.close()


def hangs_up(line):
    """Wait until the server has closed it."""
    line.settimeout(30)
    try:
        while line.recv(65536):
            pass
    except ConnectionError:
        pass


HEAD = "Host: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n"
UPGRADE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@pytest.mark.parametrize(
    "said",
    [
        "",
        "GET /api/log HTTP/1.1\r\nX",
        "POST /api/taps HTTP/1.1\r\n" + HEAD + "Content-Length: 300\r\n\r\n{{",
        "GET / HTTP/1.1\r\n" + HEAD + "\r\n",
        "GET /api/live HTTP/1.1\r\n" + HEAD + UPGRADE,
        "GET /api/live?" + 9000 * "x" + " HTTP/1.1\r\n" + HEAD + UPGRADE,
    ],
)
def test_nobody_lets_the_server_wait_for_ever(table, monkeypatch, caplog, said):
    for name in ("HEAD_SECONDS", "BODY_SECONDS"):
        monkeypatch.setattr(doorkeeper, name, 0.2)
    served, evening = table
    with connect(f"ws://127.0.0.1:{served.port}/api/live") as phone:
        phone.send(json.dumps({"token": evening.token}))
        phone.recv(30)
        with socket.create_connection(("127.0.0.1", served.port), 30) as line:
            line.sendall(said.format(port=served.port, token=evening.token).encode())
            hangs_up(line)
        evening.cards(1)  # whoever has shown a pass is still told
        while json.loads(phone.recv(30))["seq"] < evening.live.seq:
            pass
    assert [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")] == []


def test_who_does_not_take_what_he_is_sent_is_hung_up_on(table, monkeypatch):
    monkeypatch.setattr(doorkeeper, "TAKE_SECONDS", 0.2)
    served, _ = table
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        line.connect(("127.0.0.1", served.port))
        line.sendall(b"GET /app.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 2000)
        keeper = served.server._keeper
        deadline = time.monotonic() + 60
        while keeper.here and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not keeper.here


def test_half_a_handshake_is_waited_for_no_longer(monkeypatch):
    """TLS begins before any protocol does: the doorkeeper counts from `accept` on."""
    house = House()
    listening = socket.create_server(("127.0.0.1", 0))
    door = doorkeeper.Door(house.keeper, listening)
    try:
        with socket.create_connection(listening.getsockname()) as line:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            hello = ssl.MemoryBIO()
            with pytest.raises(ssl.SSLWantReadError):
                context.wrap_bio(ssl.MemoryBIO(), hello, server_hostname="x").do_handshake()
            line.sendall(hello.read()[:50])
            visitor, _ = door.accept()
            house.now = HEAD_SECONDS
            house.keeper.sweep()
            assert line.recv(1) == b"" and house.keeper.here == 0
            visitor.close()
    finally:
        door.close()
        listening.close()


def test_out_of_descriptors_the_server_says_nothing_and_goes_on(tmp_path):
    resource = pytest.importorskip("resource")
    if not hasattr(resource, "prlimit"):
        pytest.skip("only Linux changes another process's limits")
    with bench_server._serving(tmp_path) as server:
        held = len(os.listdir(f"/proc/{server.pid}/fd"))
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (held + 4, held + 4))
        lines = [socket.create_connection(("127.0.0.1", server.port), 30) for _ in range(60)]
        status, _ = bench_server._ask(server.port, "GET", "/api/log", server.token)
        assert status == 200
        for line in lines:
            line.close()
        status, _ = bench_server._ask(server.port, "GET", "/api/log", server.token)
        assert status == 200
    assert (tmp_path / bench_server.LOGGED).read_bytes() == b""


def test_a_small_siege(tmp_path, monkeypatch):
    small = {kind: (max(1, number // 50), said) for kind, (number, said) in siege.KINDS.items()}
    monkeypatch.setattr(siege, "KINDS", small)
    with bench_server._serving(tmp_path) as server:
        figures = bench_server.besieged(server, 6)
    assert figures["everybody_got_everything"] and figures["lines"] == 0
