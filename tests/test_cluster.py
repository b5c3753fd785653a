"""The tests' own server goes with the process that started it, however that ends."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from cluster import missing
from scripted import wait_for

HERE = Path(__file__).parent
STARTS = """
import json, sys, time
from cluster import Cluster
one = Cluster()
print(json.dumps([one.port, str(one.folder)]), flush=True)
time.sleep(600)
"""


def listens(port):
    return any(
        one.laddr.port == port and one.status == psutil.CONN_LISTEN for one in psutil.net_connections("tcp")
    )


@pytest.mark.skipif(missing() is not None, reason=str(missing()))
def test_a_server_whose_tests_are_killed_ends_and_leaves_nothing():
    tests = subprocess.Popen(
        [sys.executable, "-c", STARTS], stdout=subprocess.PIPE, start_new_session=True,
        env=os.environ | {"PYTHONPATH": str(HERE)},
    )  # fmt: skip
    port, folder = json.loads(tests.stdout.readline())
    assert listens(port) and Path(folder).exists()
    os.killpg(tests.pid, signal.SIGKILL)
    tests.communicate()
    wait_for(lambda: not listens(port) and not Path(folder).exists())
