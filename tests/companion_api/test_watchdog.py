"""What systemd hears: ready, signs of life only while nothing hangs, stopping."""

import socket
import time

import pytest

from companion_api.watchdog import Watchdog


@pytest.fixture
def systemd(tmp_path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as door:
        door.bind(str(tmp_path / "notify"))
        door.settimeout(5)
        yield door


def test_signs_of_life_stop_when_something_hangs(systemd):
    well = [True]
    told = {"NOTIFY_SOCKET": systemd.getsockname(), "WATCHDOG_USEC": "40000"}
    with Watchdog(lambda: well[0], told):
        assert [systemd.recv(64) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]
        well[0] = False
        time.sleep(0.1)
        systemd.setblocking(False)
        with pytest.raises(BlockingIOError):
            for _ in range(8):  # what was on its way
                systemd.recv(64)
            time.sleep(0.2)
            systemd.recv(64)
        systemd.settimeout(5)
    assert systemd.recv(64) == b"STOPPING=1"


def test_without_systemd_and_with_nobody_listening_nothing_happens(tmp_path):
    for told in ({}, {"NOTIFY_SOCKET": str(tmp_path / "gone"), "WATCHDOG_USEC": "1000"}):
        with Watchdog(lambda: True, told):
            time.sleep(0.01)
