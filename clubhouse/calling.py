"""An address file of a club, and connections by it.

A file holds one line, ``postgresql://ROLE:PASSWORD@HOST:PORT/DATABASE?sslmode=…``, for its owner only:
what stands on a command line, everybody on that computer can read. Behind it may stand the certificate
of the authority that vouches for the server (PEM): then nobody else is talked to.
"""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from companion_api.store.errors import first_line
from companion_api.store.place import CALLING, place_of
from engine.errors import BadInput
from engine.redaction import redacted
from hardware.files.texts import read_text

EXPECTED = "an address file that `nainjaune club setup` has written"
LOCAL = ("", "localhost", "127.0.0.1", "::1")
ENCRYPTED = "require"
"""libpq's ``sslmode`` where an address says none and leads to another computer."""
CHECKED = "verify-full"
"""libpq's ``sslmode`` where an authority's certificate is known: it vouches for the server at that host."""
CHOICES = ("disable", "require", "verify-ca", CHECKED)
"""Modes that do what they say: ``allow`` and ``prefer`` give way without a word."""
BEGINS = "-----BEGIN CERTIFICATE-----"
_STRANGERS = ("certificate verify failed", "server certificate for")
"""How libpq says that a server's certificate is not vouched for, or is another host's."""
_PLAIN = "server does not support ssl"

OLDER = "an older version has set this club up: run `nainjaune club setup` again first"
AGAIN = (0.2, 0.5, 1.0, 2.0, 5.0)
"""Seconds until the server is called again, after the first, second … failure in a row, then the last."""


class Stranger(BadInput):
    """Whoever answers is not known as the club's server; he was told nothing."""


def pause(failures: int) -> float:
    """Seconds until the server is called again after so many failures in a row, at least one."""
    return AGAIN[min(failures, len(AGAIN)) - 1]


def read_address(file: Path | str) -> sa.URL:
    """The address in a file.

    Raises:
        BadInput: there is none.
    """
    line, certificate = parts_of(read_text(file, EXPECTED), str(file))
    url = address_of(line, str(file))
    return url if certificate is None else vouched(url, file)


def parts_of(text: str, where: str) -> tuple[str, str | None]:
    """The line of an address file, and the certificate behind it.

    Raises:
        BadInput: it is no such file.
    """
    line, _, certificate = text.strip().partition("\n")
    certificate = certificate.strip()
    if not line or (certificate and not certificate.startswith(BEGINS)):
        raise BadInput(f"{where}: expected one line, {EXPECTED}")
    return line.strip(), certificate or None


def vouched(url: sa.URL, file: Path | str) -> sa.URL:
    """An address whose server must show a certificate that is vouched for by one in this file.

    The file may be an address file: OpenSSL passes over whatever stands before a certificate.
    """
    return url.update_query_dict({"sslmode": CHECKED, "sslrootcert": str(file)})


def unvouched(url: sa.URL) -> sa.URL:
    """An address as `parts_of` tells it of a file with a certificate."""
    return url.difference_update_query(("sslmode", "sslrootcert"))


def address_of(text: str, where: str) -> sa.URL:
    """An address of PostgreSQL that is encrypted unless it leads to this computer, or says otherwise.

    Raises:
        BadInput: it is none.
    """
    try:
        url = place_of(text).url
    except BadInput:
        url = None
    if url is None or url.get_backend_name() != "postgresql" or not url.database or not url.username:
        raise BadInput(f"{where}: expected postgresql://ROLE:PASSWORD@HOST/DATABASE, not {redacted(text)}")
    mode = url.query.get("sslmode")
    if mode is not None and mode not in CHOICES:
        raise BadInput(f"{where}: sslmode={mode}: expected {', '.join(CHOICES)}")
    if mode is None and (url.host or "") not in LOCAL:
        url = url.update_query_dict({"sslmode": ENCRYPTED})
    return url


def connect(url: sa.URL) -> Any:
    """A psycopg connection; each statement is a transaction of its own.

    Raises:
        Stranger: whoever answers is not known.
        BadInput: nobody answers, or refuses.
    """
    try:
        import psycopg
    except ImportError:
        raise BadInput("a club needs psycopg: pip install 'nainjaune[postgres]'") from None
    from_url = url.translate_connect_args(username="user", database="dbname") | dict(url.query)
    options: dict[str, Any] = CALLING["postgresql"] | from_url
    try:
        return psycopg.connect(**options, autocommit=True)
    except psycopg.Error as error:
        raise _refusal(shown(url), first_line(error)) from None


def ask(connection: Any, asks: str, argument: Any = None) -> Any:
    """What a table is answered by its club: all that it may do there (`club.table` in `club.sql`).

    Raises:
        BadInput: the club was set up by a version that took a table's words otherwise.
    """
    import psycopg

    text = None if argument is None else json.dumps(argument, ensure_ascii=False)
    try:
        (answer,) = connection.execute("SELECT club.table(%s, %s::jsonb)", (asks, text)).fetchone()
    except psycopg.errors.UndefinedFunction:
        raise BadInput(OLDER) from None
    return answer


def _refusal(where: str, why: str) -> BadInput:
    if any(words in why.lower() for words in _STRANGERS):
        known = "whoever answers there does not show the certificate that this club knows"
        return Stranger(f"{where}: {known} ({why})")
    if _PLAIN in why.lower():
        return Stranger(f"{where}: the club's server does not encrypt, so it is told nothing ({why})")
    return BadInput(f"{where}: the club's server does not let us in ({why})")


def shown(url: sa.URL) -> str:
    """An address as it may stand in a line."""
    return redacted(url.set(drivername="postgresql", query={}).render_as_string())


def failed(error: Exception) -> str:
    """What a server or the network says, on one line without a secret."""
    return redacted(first_line(error))


@contextlib.contextmanager
def closing(connection: Any) -> Any:
    """A connection that is closed at the end, whatever became of it."""
    try:
        yield connection
    finally:
        with contextlib.suppress(Exception):
            connection.close()
