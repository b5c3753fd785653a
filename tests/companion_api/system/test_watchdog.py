"""What systemd hears: ready, signs of life only while nothing hangs, stopping."""

import socket
import threading

import pytest
from scripted import HANGS, wait_for

from companion_api.system.watchdog import Watchdog


@pytest.fixture
def systemd(tmp_path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as door:
        door.bind(str(tmp_path / "notify"))
        door.settimeout(HANGS)
        yield door


def test_signs_of_life_stop_when_something_hangs(systemd):
    hangs, answers = threading.Event(), []

    def well():
        answers.append(not hangs.is_set())
        return answers[-1]

    told = {"NOTIFY_SOCKET": systemd.getsockname(), "WATCHDOG_USEC": "40000"}
    with Watchdog(well, told):
        said = [systemd.recv(64) for _ in range(3)]
        hangs.set()
        wait_for(lambda: answers.count(False) >= 5)
    while said[-1] != b"STOPPING=1":
        said.append(systemd.recv(64))
    assert said == [b"READY=1", *[b"WATCHDOG=1"] * answers.count(True), b"STOPPING=1"]


def test_without_systemd_and_with_nobody_listening_nothing_happens(tmp_path):
    for told in ({}, {"NOTIFY_SOCKET": str(tmp_path / "gone"), "WATCHDOG_USEC": "1000"}):
        asked = threading.Semaphore(0)

        def well(asked=asked):
            asked.release()
            return True

        with Watchdog(well, told):
            for _ in range(3 if told else 0):
                assert asked.acquire(timeout=HANGS)
