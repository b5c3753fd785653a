"""A PostgreSQL server of the tests' own: made in a temporary folder, at a free port, gone afterwards."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import sqlalchemy as sa

USER = "admin"
_DEBIAN = Path("/usr/lib/postgresql")
_MEMORY = Path("/dev/shm")
_ROOM = 4 * 2**30
"""Bytes free from which on it lies in memory: seven times what the tests' hundred databases take (0.6 GB)."""
STARTING = "300"
"""Seconds that a start may take on a busy machine."""
_CARETAKER = 'cat; "$0" -D "$1/data" -w -m immediate stop; rm -rf "$1"'
"""Ends the server and takes its folder away once its input has ended; `$0` is pg_ctl, `$1` the folder."""
_UNPRIVILEGED = "postgres"
"""As whom the server runs where tests run as root: it refuses to be root's."""


def binaries() -> Path | None:
    """Where `initdb` and `pg_ctl` lie; None: PostgreSQL is not installed."""
    there = sorted(_DEBIAN.glob("*/bin/initdb"), key=lambda file: int(file.parts[-3]))
    found = str(there[-1]) if there else shutil.which("initdb")
    return None if found is None else Path(found).parent


def missing() -> str | None:
    """Why no server can be started here; None: one can."""
    if os.name == "nt" or binaries() is None:
        return "PostgreSQL is not installed (apt-get install postgresql)"
    if importlib.util.find_spec("psycopg") is None:
        return "psycopg is not installed (pip install -e '.[test-all]')"
    return None


def free_port() -> int:
    """A port of this computer at which nobody listens."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


def _roomy() -> Path:
    """Memory where there is enough of it: from a disk its databases take twenty seconds to be taken away."""
    if not _MEMORY.is_dir() or not os.access(_MEMORY, os.W_OK):
        return Path("/tmp")
    free = min(shutil.disk_usage(_MEMORY).free, psutil.virtual_memory().available)
    return _MEMORY if free > _ROOM else Path("/tmp")


class Cluster:
    """One server with its databases.

    Attributes:
        port: at which it listens, on this computer alone.
        folder: where it keeps everything.
    """

    def __init__(self) -> None:
        found = binaries()
        assert found is not None
        self._binaries = found
        self._as = (
            ["setpriv", f"--reuid={_UNPRIVILEGED}", f"--regid={_UNPRIVILEGED}", "--clear-groups"]
            if hasattr(os, "geteuid") and os.geteuid() == 0
            else []
        )
        # Not in the tests' own folder, which only its owner may enter; and a socket's path must be short.
        self.folder = Path(tempfile.mkdtemp(prefix="njpg", dir=_roomy()))
        if self._as:
            shutil.chown(self.folder, _UNPRIVILEGED)
        # Reads from a pipe until nobody holds its other end: closed here, or this process gone.
        self._caretaker = subprocess.Popen(
            [*self._as, "sh", "-c", _CARETAKER, str(found / "pg_ctl"), str(self.folder)],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/",
            start_new_session=True,
        )  # fmt: skip
        self.port = free_port()
        self._made = 0
        try:
            self._run("initdb", "-A", "trust", "-U", USER, "--locale=C.UTF-8", "-E", "UTF8", "--no-sync")
            (self.folder / "data" / "pg_hba.conf").write_text(
                f"host all {USER} 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n"
            )
            self.start()
        except BaseException:
            self.close()
            raise

    def _run(self, program: str, *args: str) -> None:
        command = [*self._as, str(self._binaries / program), "-D", str(self.folder / "data"), *args]
        # The server keeps what it is given as its output open: no pipe, or nobody could read to its end.
        with open(self.folder / "said", "ab") as said:
            subprocess.run(command, check=True, cwd="/", stdout=said, stderr=said)

    def start(self) -> None:
        """Let it listen, until it takes connections."""
        # Processes are killed here, no power is cut: what they gave to the system is not lost, and waiting
        # for a busy disk at each start would take minutes.
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        self._run("pg_ctl", "-w", "-t", STARTING, "-l", str(self.folder / "log"), "-o", options, "start")

    def kill(self) -> None:
        """End it as a power cut would, without a word to anybody."""
        self._run("pg_ctl", "-w", "-m", "immediate", "stop")

    @contextlib.contextmanager
    def gone(self) -> Iterator[None]:
        """A while in which it is killed."""
        self.kill()
        try:
            yield
        finally:
            self.start()

    def address(self, database: str = "postgres", user: str = USER, password: str | None = None) -> str:
        """An SQLAlchemy address of one of its databases."""
        url = sa.URL.create("postgresql", user, password, "127.0.0.1", self.port, database)
        return url.render_as_string(hide_password=False)

    def database(self) -> str:
        """A new, empty database; returns its address."""
        self._made += 1
        name = f"test{self._made}"
        self._told(f"CREATE DATABASE {name}")
        return self.address(name)

    @contextlib.contextmanager
    def encrypting(self, certificate: Path, key: Path) -> Iterator[None]:
        """A while in which it speaks TLS to whoever asks for it, by this certificate."""
        for name, file in (("server.crt", certificate), ("server.key", key)):
            there = self.folder / "data" / name  # it looks for them there by itself
            there.write_bytes(file.read_bytes())
            there.chmod(0o600)
            if self._as:
                shutil.chown(there, _UNPRIVILEGED)
        self._encrypt("on")
        try:
            yield
        finally:
            self._encrypt("off")

    def _encrypt(self, switch: str) -> None:
        self._told(f"ALTER SYSTEM SET ssl = {switch}")
        self._told("SELECT pg_reload_conf()")
        # It takes it in when it comes to it: whoever connects from then on sees it.
        while self._told("SHOW ssl") != switch:
            time.sleep(0.01)

    def _told(self, statement: str) -> object:
        engine = sa.create_engine(self.address().replace("postgresql", "postgresql+psycopg", 1))
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            answer = connection.exec_driver_sql(statement)
            value = answer.scalar() if answer.returns_rows else None
        engine.dispose()
        return value

    def log(self) -> str:
        """What it has written into its log."""
        return (self.folder / "log").read_text(encoding="utf-8")

    def close(self) -> None:
        """Stop it and take everything away."""
        assert self._caretaker.stdin is not None
        self._caretaker.stdin.close()
        self._caretaker.wait(float(STARTING))
