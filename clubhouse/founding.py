"""Founding a club: its tables and roles in a database, and the files with which they come in."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from clubhouse import calling
from engine.errors import BadInput
from hardware.files.private import private_folder, write_private
from hardware.files.texts import read_text

SUFFIX = ".club"
MOST_TABLES = 200
LEAST_SERVER = 150000
"""PostgreSQL 15, as `server_version` counts: the oldest that the tests know."""
PASSWORD_BYTES = 24
MOST_CONNECTIONS = 4
"""At once of one role: a table needs one, and one more while a connection that broke is still open."""
LIMITS = {
    "statement_timeout": "15s",
    "lock_timeout": "10s",
    "idle_in_transaction_session_timeout": "15s",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
"""What a role's connections begin with; one whose other end is gone without a word is let go within 25 s. A
table can set others for itself: `club.end_long` holds it to them, which boards call."""


@dataclass(frozen=True, slots=True)
class Founded:
    """What a club has now.

    Attributes:
        files: address files written now; those that were there stay as they are.
        tables: how many tables it has.
    """

    files: tuple[Path, ...]
    tables: int


def found(url: sa.URL, tables: int, folder: Path, authority: Path | None = None) -> Founded:
    """Set a club up in a database, or add tables to one that is.

    Args:
        url: of an empty database, by a role that may make roles.
        tables: how many tables it is to have, 1 to `MOST_TABLES`.
        folder: where the address files go: ``host.club``, ``board.club``, ``table-1.club`` …
        authority: the certificate (PEM) of whoever vouches for the server; every file gets it.

    Raises:
        BadInput: it cannot be done; then nothing of it is.
    """
    if not 1 <= tables <= MOST_TABLES:
        raise BadInput(f"--tables {tables}: expected 1 to {MOST_TABLES}")
    _check_ours(folder, str(url.database), range(1, tables + 1))
    if authority is None and _parts(_file(folder, "host"))[1] is not None:
        authority = _file(folder, "host")  # as when the club was founded
    certificate = None if authority is None else _certificate(authority)
    asked = url if authority is None else calling.vouched(url, authority)
    with calling.closing(calling.connect(asked)) as connection:
        import psycopg  # it is there: something was called by it

        if connection.info.server_version < LEAST_SERVER:
            raise BadInput(f"{calling.shown(url)}: expected PostgreSQL {LEAST_SERVER // 10000} or newer")
        new: dict[Path, str] = {}
        try:
            private_folder(folder)
            with _none_left_of(new), connection.transaction():
                new |= _found(connection, calling.unvouched(url) if certificate else url, tables, folder)
                numbers = [row[0] for row in connection.execute("SELECT number FROM club.tables")]
                _check_ours(folder, str(url.database), numbers)  # more than were asked for
                _write(folder, numbers, new, certificate)
        except psycopg.Error as error:
            why = calling.failed(error)
            raise BadInput(f"{calling.shown(url)}: no club can be set up there ({why})") from None
        except OSError as error:
            raise BadInput(f"--out {folder}: cannot be written ({error.strerror})") from None
    return Founded(tuple(new), len(numbers))


def _certificate(file: Path) -> str:
    """The certificates in a file of any kind, an address file too: a key beside them is left out.

    Raises:
        BadInput: there is none.
    """
    from cryptography import x509
    from cryptography.hazmat.primitives.serialization import Encoding

    text = read_text(file, "a certificate (PEM)")
    try:
        found = x509.load_pem_x509_certificates(text.encode())
    except ValueError:
        raise BadInput(f"--authority {file}: expected a certificate (PEM)") from None
    return "".join(one.public_bytes(Encoding.PEM).decode() for one in found)


def _parts(file: Path) -> tuple[str, str | None]:
    """The line and the certificate of an address file; neither where there is none."""
    if not file.exists():
        return "", None
    return calling.parts_of(read_text(file, calling.EXPECTED), str(file))


def _names(tables: Iterable[int]) -> list[str]:
    return ["host", "board", *(f"table-{number}" for number in tables)]


def _role_of(database: str, name: str) -> str:
    """By which role somebody comes in whose address file is called so."""
    return f"{database}_{name.replace('-', '_')}"


def _check_ours(folder: Path, database: str, tables: Iterable[int]) -> None:
    """Every address file of a club that is in a folder already opens this club.

    Raises:
        BadInput: one is another club's, or none.
    """
    for name in _names(tables):
        file, role = _file(folder, name), _role_of(database, name)
        line, _ = _parts(file)
        if line and (theirs := calling.address_of(line, str(file)).username) != role:
            raise BadInput(
                f"{file}: another club's, it opens {theirs} and not {role}; choose another folder by --out"
            )


def _file(folder: Path, name: str) -> Path:
    return folder / f"{name}{SUFFIX}"


@contextlib.contextmanager
def _none_left_of(files: Iterable[Path]) -> Iterator[None]:
    """What these open is not made after all: one that is there would pass for good the next time."""
    try:
        yield
    except BaseException:
        for file in files:
            file.unlink(missing_ok=True)
        raise


def _write(folder: Path, tables: Iterable[int], new: Mapping[Path, str], certificate: str | None) -> None:
    """Write new address files; those that were there keep their line, and get today's certificate.

    Raises:
        BadInput: one that was there is none; then nothing is written.
    """
    there = {file: _parts(file) for name in _names(tables) if (file := _file(folder, name)).exists()}
    old = {} if certificate is None else {file: line for file, (line, _) in there.items()}
    for file, line in {**old, **new}.items():
        text = f"{line}\n{certificate or ''}".encode()
        if file in new or file.read_bytes() != text:
            write_private(file, text)


def roles(database: str, tables: int) -> list[str]:
    """Those that `found` makes for so many tables."""
    shared = [f"{database}_{name}" for name in ("tables", "board", "host")]
    return [*shared, *(f"{database}_table_{number}" for number in range(1, tables + 1))]


def _found(connection: Any, url: sa.URL, tables: int, folder: Path) -> dict[Path, str]:
    from psycopg import sql

    database = str(url.database)
    groups = {name: sql.Identifier(f"{database}_{name}") for name in ("tables", "board", "host")}
    _role(connection, f"{database}_tables", None)
    files: dict[Path, str] = {}

    def member(name: str) -> str:
        file, role = _file(folder, name), _role_of(database, name)
        # Somebody has it already, and its address file with him: that goes on being good.
        password = None if file.exists() else secrets.token_urlsafe(PASSWORD_BYTES)
        _role(connection, role, password)
        if password is not None:
            line = url.set(drivername="postgresql", username=role, password=password)
            files[file] = line.render_as_string(hide_password=False)
        return role

    member("host")
    member("board")
    text = resources.files(__package__).joinpath("club.sql").read_text(encoding="utf-8")
    connection.execute(sql.SQL(text).format(**groups))
    for number in range(1, tables + 1):
        role = member(f"table-{number}")
        row = 'INSERT INTO club.tables ("table", number) VALUES (%s, %s) ON CONFLICT DO NOTHING'
        connection.execute(row, (role, number))
    for (role,) in connection.execute('SELECT "table"::text FROM club.tables').fetchall():
        _as_table(connection, role, groups["tables"])
    _close_to_others(connection, database, groups)
    return files


def _as_table(connection: Any, name: str, tables: Any) -> None:
    """A table's role may do what all tables' may, and nothing by itself."""
    from psycopg import sql

    role = sql.Identifier(name)
    _as_founded(connection, name)
    for kind in ("TABLES", "FUNCTIONS"):
        revoke = "REVOKE ALL ON ALL {} IN SCHEMA club FROM {}"
        connection.execute(sql.SQL(revoke).format(sql.SQL(kind), role))
    connection.execute(sql.SQL("GRANT {} TO {}").format(tables, role))
    if not connection.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user").fetchone()[0]:
        # Else whoever founds the club could not end what it does for too long (`club.end_long`).
        connection.execute(sql.SQL("GRANT {} TO CURRENT_USER").format(role))
    row = 'INSERT INTO club.calls ("table") VALUES (%s) ON CONFLICT DO NOTHING'
    connection.execute(row, (name,))


def _close_to_others(connection: Any, database: str, groups: dict[str, Any]) -> None:
    from psycopg import sql

    here = sql.Identifier(database)
    connection.execute(sql.SQL("REVOKE ALL ON DATABASE {} FROM PUBLIC").format(here))
    for group in groups.values():
        connection.execute(sql.SQL("GRANT CONNECT ON DATABASE {} TO {}").format(here, group))


def _role(connection: Any, name: str, password: str | None) -> None:
    """Make a role where there is none; with a password it may come in."""
    from psycopg import sql

    there = connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (name,)).fetchone()
    role = sql.Identifier(name)
    if there is None:
        connection.execute(sql.SQL("CREATE ROLE {}").format(role))
    _as_founded(connection, name)
    if password is not None:
        # Only what proves the password reaches the server and its log (SCRAM-SHA-256).
        proof = connection.pgconn.encrypt_password(password.encode(), name.encode(), b"scram-sha-256")
        change = sql.SQL("ALTER ROLE {} LOGIN PASSWORD {}").format(role, sql.Literal(proof.decode()))
        connection.execute(change)


def _as_founded(connection: Any, name: str) -> None:
    """A role may do what it may by the club and nothing else; how often and long it calls is bounded."""
    from psycopg import sql

    role = sql.Identifier(name)
    powers = ("rolsuper", "rolcreaterole", "rolcreatedb", "rolreplication", "rolbypassrls")
    query = f"SELECT {', '.join(powers)} FROM pg_roles WHERE rolname = %s"
    for power, has in zip(powers, connection.execute(query, (name,)).fetchone(), strict=True):
        if has:
            no = {"rolsuper": "NOSUPERUSER", "rolcreaterole": "NOCREATEROLE", "rolcreatedb": "NOCREATEDB"}
            no |= {"rolreplication": "NOREPLICATION", "rolbypassrls": "NOBYPASSRLS"}
            connection.execute(sql.SQL("ALTER ROLE {} {}").format(role, sql.SQL(no[power])))
    groups = (
        "SELECT m.roleid::regrole::text FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.member "
        "WHERE r.rolname = %s"
    )
    for (group,) in connection.execute(groups, (name,)).fetchall():
        connection.execute(sql.SQL("REVOKE {} FROM {}").format(sql.SQL(group), role))
    here = sql.Identifier(connection.info.dbname)
    connection.execute(sql.SQL("ALTER ROLE {} RESET ALL").format(role))
    connection.execute(sql.SQL("ALTER ROLE {} IN DATABASE {} RESET ALL").format(role, here))
    connection.execute(
        sql.SQL("ALTER ROLE {} CONNECTION LIMIT {}").format(role, sql.Literal(MOST_CONNECTIONS))
    )
    for setting, value in LIMITS.items():
        change = sql.SQL("ALTER ROLE {} SET {} = {}")
        connection.execute(change.format(role, sql.Identifier(setting), sql.Literal(value)))
