"""What happens to files: a piece becomes something else, in bytes, in text, in a value, in a database.

Every mutation is a function of the bytes and the dice alone.
"""

from __future__ import annotations

import json
import re
import sqlite3
import unicodedata
import zlib
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

LONG = 200_000
"""Characters of a field that are far too many."""
_DEEP = 10_000
"""Levels of nesting that are."""
_MOST = 4_000_000
"""Bytes of a piece that comes again and again."""
_NUMBERS = (
    *("0", "-1", "255", "65536", "2147483648", "-9223372036854775809"),
    *("9" * 400, "9" * 5000, "1e308", "1e999"),
)
_VALUES = (
    "null", "true", "[]", "{}", '""', '" "', "NaN", "-Infinity", '"\\ud800"', '"\\u0000"', '"x\\ny"', "0.1",
    '"0"', '"=1+1"', '"../../etc/passwd"', '"\u202eAna"', '"\u200b"', '"Zoe\u0301"', '{"a": 1, "a": 2}',
    "[[[[[[]]]]]]", '"Ana"', '"QS"', '"7D"', '"nap"', '"lindor"', '"2026-02-30"', *_NUMBERS,
)  # fmt: skip
"""JSON values that stand where others are expected, as they are written."""
_LETTERS = (
    "\0", "\ud800", "\u202e", "\ufeff", "\t", '"', "{", "]", ";", ",", "%", "<", "é", "e\u0301", "=",
    "\x1b[2J", "x" * LONG, "[" * LONG, '{"a":' * _DEEP, "9" * 5000,
)  # fmt: skip
"""What comes into a text at any place."""
_WORDS = (*_NUMBERS, "", "x" * LONG, "=1+1", "Zoe\u0301")
_KEYS = ("", "type", "t", "player", "Zoe\u0301", "seq ")
_CELLS = (None, -1, 0, 2**62, 1e308, "", "x" * LONG, b"\0\xff", float("inf"), "[1]", "{", "null")
_ENCODINGS = (
    *("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"),
    *("latin-1", "cp1252", "utf-7", "cp037"),
)
_ENDINGS = ("\n", "\n", "\r\n", "\r", "\u2028")
_PNG = b"\x89PNG\r\n\x1a\n"
_MARK = "@@here@@"


def mutated(data: bytes, rng: Random, text: bool, others: list[bytes]) -> bytes:
    """One to three mutations, one after the other.

    Args:
        data: a good file.
        text: it is one.
        others: further good files, of which pieces may come in.
    """
    for _ in range(rng.choice((1, 1, 1, 1, 2, 2, 3))):
        as_text = text and rng.random() < 2 / 3
        data = _of_text(data, rng) if as_text else _of_bytes(data, rng, others)
    return data


# -- bytes ---------------------------------------------------------------------------------


def _of_bytes(data: bytes, rng: Random, others: list[bytes]) -> bytes:
    """Bits turn, or a piece becomes something else; of pictures that come through, what is wrong in them."""
    changed = _bits(data, rng) if data and rng.random() < 0.3 else _replaced(data, rng, others)
    return _whole_again(changed) if data.startswith(_PNG) and rng.random() < 0.3 else changed


def _bits(data: bytes, rng: Random) -> bytes:
    turned = bytearray(data)
    for _ in range(rng.choice((1, 1, 3, 20))):
        turned[_at(data, rng) % len(data)] ^= 1 << rng.randrange(8)
    return bytes(turned)


def _replaced(data: bytes, rng: Random, others: list[bytes]) -> bytes:
    """A piece is lost, comes again, or is one of another file, a number, zeros, or anything."""
    start, end = _piece(data, rng)
    piece, other, size = data[start:end], rng.choice(others), rng.choice((1, 2, 4, 8, 16, 512, 4096))
    from_other = slice(*_piece(other, rng))
    new = (
        b"",
        piece * min(rng.choice((2, 300, 5000)), _MOST // max(len(piece), 1)),
        other[from_other],
        rng.choice((0, 1, (1 << 8 * size) - 1, 1 << (8 * size - 1))).to_bytes(
            size, rng.choice(("big", "little"))
        ),
        rng.randbytes(size),
        bytes(size),
    )
    return data[:start] + rng.choice(new) + data[end:]


def _piece(data: bytes, rng: Random) -> tuple[int, int]:
    """Where a piece begins and ends: none, some bytes, up to an end, or all of it."""
    start, end = sorted((_at(data, rng), _at(data, rng)))
    some = min(start + rng.choice((1, 2, 4, 8)), len(data))
    ways = ((start, start), (start, some), (start, some), (start, end), (0, end), (start, len(data)))
    return rng.choice(ways) if rng.random() < 0.97 else (0, len(data))


def _at(data: bytes, rng: Random) -> int:
    """A place in it; the beginning, where headers are, more often."""
    return rng.randrange(min(len(data), rng.choice((64, 512, 1 << 30, 1 << 30, 1 << 30))) + 1)


def _whole_again(data: bytes) -> bytes:
    """The checksums of a PNG file's parts put right: what is wrong in them comes through."""
    at, fixed = len(_PNG), _PNG
    while at + 12 <= len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        part = data[at + 4 : at + 8 + size]
        fixed += data[at : at + 4] + part + zlib.crc32(part).to_bytes(4, "big")
        at += 12 + size
    return fixed


# -- text ----------------------------------------------------------------------------------


def _of_text(data: bytes, rng: Random) -> bytes:
    text = data.decode("utf-8", "replace")
    way = rng.choice((_apart, _lines, _inserted, _word, _value, _value, _value, _value, None))
    if way is None:
        return text.encode(rng.choice(_ENCODINGS), "replace")
    return way(text, rng).encode("utf-8", "surrogatepass")


def _apart(text: str, rng: Random) -> str:
    return unicodedata.normalize(rng.choice(("NFD", "NFKD", "NFC")), text)


def _lines(text: str, rng: Random) -> str:
    """Two lines change places, or one is lost, empty, another one, or there twice; they end otherwise."""
    lines = text.split("\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    if rng.random() < 0.3:
        lines[one], lines[other] = lines[other], lines[one]
    else:
        lines[one : one + rng.randrange(2)] = rng.choice(([], [""], [lines[other]]))
    return rng.choice(_ENDINGS).join(lines)


def _inserted(text: str, rng: Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(_LETTERS) + text[at:]


def _word(text: str, rng: Random) -> str:
    """A word, a number or a cell becomes another."""
    words = list(re.finditer(r"[\w.+-]+", text[:20_000]))
    if not words:
        return text
    found, other = rng.choice(words), rng.choice(words)
    return text[: found.start()] + rng.choice((*_WORDS, other[0])) + text[found.end() :]


def _value(text: str, rng: Random) -> str:
    """A value anywhere in the JSON of a line, or of the whole, becomes one of another type."""
    whole = text.lstrip()[:1] in ("{", "[") and "\n{" not in text
    lines = [text] if whole else text.split("\n")
    at = rng.randrange(len(lines))
    try:
        value = json.loads(lines[at])
        lines[at] = json.dumps(_changed(value, rng), ensure_ascii=rng.random() < 0.5)
    except (ValueError, RecursionError):
        return _word(text, rng)
    deep = rng.choice(("[", '{"a":')) * _DEEP
    new = rng.choice((*_VALUES, *_VALUES, '"' + "x" * LONG + '"', deep))
    return "\n".join(lines).replace(f'"{_MARK}"', new)


def _changed(value: Any, rng: Random) -> Any:
    """The value with one of its own replaced by `_MARK`, left out, told twice or called otherwise."""
    if not isinstance(value, dict | list) or not value or rng.random() < 0.1:
        return _MARK
    other: Any = value.copy()
    kind = rng.random()
    key: Any = rng.choice(list(value) if isinstance(value, dict) else range(len(value)))
    if kind < 0.1:
        del other[key]
    elif kind < 0.2 and isinstance(other, list):
        other *= rng.choice((2, 50))
    elif kind < 0.2:
        other[rng.choice((*_KEYS, key.upper(), f"{key} "))] = value[key]
    else:
        other[key] = _changed(value[key], rng)
    return other


# -- databases -----------------------------------------------------------------------------


def mutate_database(file: Path, rng: Random) -> None:
    """Change rows or tables of an SQLite file in place."""
    with closing(sqlite3.connect(file)) as connection:
        tables = [
            name for (name,) in connection.execute("select name from sqlite_master where type = 'table'")
        ]
        for _ in range(rng.choice((1, 1, 2, 3))):
            try:
                _change_table(connection, rng.choice(tables), rng)
            except (sqlite3.Error, OverflowError):
                continue
        connection.commit()


def _change_table(connection: sqlite3.Connection, table: str, rng: Random) -> None:
    columns = [row[1] for row in connection.execute(f'pragma table_info("{table}")')]
    if not columns:  # an earlier mutation has dropped it
        return
    column, kind = rng.choice(columns), rng.random()
    if kind < 0.05:
        connection.execute(f'drop table "{table}"')
    elif kind < 0.1:
        connection.execute(f'alter table "{table}" rename column "{column}" to "{column}_old"')
    elif kind < 0.15:
        connection.execute(f"pragma user_version = {rng.choice((0, 99, -1))}")
    rows = [row for (row,) in connection.execute(f'select rowid from "{table}"')]
    if not rows:
        return
    row = rng.choice(rows)
    (value,) = connection.execute(f'select "{column}" from "{table}" where rowid = ?', (row,)).fetchone()
    if kind < 0.25:
        connection.execute(f'delete from "{table}" where rowid = ?', (row,))
        return
    new: object = rng.choice(_CELLS)
    if isinstance(value, str) and rng.random() < 0.7:
        new = mutated(value.encode(), rng, True, [value.encode()]).decode("utf-8", "replace")
    connection.execute(f'update "{table}" set "{column}" = ? where rowid = ?', (new, row))
