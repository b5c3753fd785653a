"""What happens to files: bits turn, ends are lost, pieces change places, values become others.

Every mutation is a function of the bytes and the dice alone.
"""

from __future__ import annotations

import json
import sqlite3
import unicodedata
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

LONG = 200_000
"""Characters of a field, or levels of nesting, that are far too many."""
_NUMBERS = (
    "0",
    "-1",
    "255",
    "65536",
    "2147483648",
    "-9223372036854775809",
    "9" * 400,
    "9" * 5000,
    "1e308",
    "1e999",
)
_ODD = (
    "null", "true", "[]", "{}", '""', '" "', "NaN", "-Infinity", '"\\ud800"', '"\\u0000"', '"x\\ny"', "0.1",
    '"0"', '"=1+1"', '"../../etc/passwd"', '"\u202eAna"', '"\u200b"', '"Zoe\u0301"', '{"a": 1, "a": 2}',
    "[[[[[[]]]]]]", '"Ana"', '"QS"', '"7D"', '"nap"', '"lindor"', '"2026-02-30"', *_NUMBERS,
)  # fmt: skip
"""JSON values that stand where others are expected, as they are written."""
_MARK = "@@here@@"


def mutated(data: bytes, rng: Random, text: bool, others: list[bytes]) -> bytes:
    """One to three mutations, one after the other.

    Args:
        data: a good file.
        text: it is one.
        others: further good files, of which pieces may come in.
    """
    for _ in range(rng.choice((1, 1, 1, 1, 2, 2, 3))):
        ways = (*_OF_BYTES, *_OF_TEXT, *_OF_TEXT) if text else _OF_BYTES
        data = rng.choice(ways)(data, rng, others)
    return data


def _at(data: bytes, rng: Random) -> int:
    """A place in it; the beginning, where headers are, more often."""
    return rng.randrange(min(len(data), rng.choice((64, 512, 1 << 30, 1 << 30, 1 << 30))) + 1)


def _bits(data: bytes, rng: Random, others: list[bytes]) -> bytes:
    turned = bytearray(data)
    for _ in range(rng.choice((1, 1, 3, 20)) if data else 0):
        turned[_at(data, rng) % len(data)] ^= 1 << rng.randrange(8)
    return bytes(turned)


def _cut(data: bytes, rng: Random, others: list[bytes]) -> bytes:
    return data[: _at(data, rng)]


def _without_beginning(data: bytes, rng: Random, others: list[bytes]) -> bytes:
    return data[_at(data, rng) :]


def _without_middle(data: bytes, rng: Random, others: list[bytes]) -> bytes:
    start, end = sorted((_at(data, rng), _at(data, rng)))
    return data[:start] + data[end:]


def _again(data: bytes, rng: Random, others: list[bytes]) -> bytes:
    start, end = sorted((_at(data, rng), _at(data, rng)))
    piece = data[start:end]
    return (
        data[:end] + piece * min(rng.choice((1, 2, 300, 5000)), 4_000_000 // max(len(piece), 1)) + data[end:]
    )


def _spliced(data: bytes, rng: Random, others: list[bytes]) -> bytes:
    other = rng.choice(others)
    return data[: _at(data, rng)] + other[_at(other, rng) :]


def _large_number(data: bytes, rng: Random, others: list[bytes]) -> bytes:
    """A length, a count or an offset becomes another, in either order of bytes."""
    at, size = _at(data, rng), rng.choice((1, 2, 4, 8))
    value = rng.choice((0, 1, (1 << 8 * size) - 1, 1 << (8 * size - 1), rng.getrandbits(8 * size)))
    return data[:at] + value.to_bytes(size, rng.choice(("big", "little"))) + data[at + size :]


def _zeros(data: bytes, rng: Random, others: list[bytes]) -> bytes:
    at = _at(data, rng)
    size = rng.choice((1, 16, 512, 4096))
    return data[:at] + bytes(min(size, len(data) - at)) + data[at + size :]


def _tail(data: bytes, rng: Random, others: list[bytes]) -> bytes:
    return data + rng.choice((bytes(4096), b"\xff" * 100, rng.randbytes(300), data))


def _nothing(data: bytes, rng: Random, others: list[bytes]) -> bytes:
    return rng.choice((b"", b"\0", b"\n", b"\xef\xbb\xbf", b"\xff\xfe"))


def _whole_again(data: bytes, rng: Random, others: list[bytes]) -> bytes:
    """The checksums of a PNG file's parts put right: what is wrong in them comes through."""
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        return _bits(data, rng, others)
    turned, at, fixed = bytearray(_bits(data[8:], rng, others)), 0, b"\x89PNG\r\n\x1a\n"
    while at + 12 <= len(turned):
        size = int.from_bytes(turned[at : at + 4], "big")
        part = bytes(turned[at + 4 : at + 8 + size])
        fixed += bytes(turned[at : at + 4]) + part + zlib.crc32(part).to_bytes(4, "big")
        at += 12 + size
    return fixed


def _text(change: Callable[[str, Random], str]) -> Callable[[bytes, Random, list[bytes]], bytes]:
    return lambda data, rng, others: change(data.decode("utf-8", "replace"), rng).encode(
        "utf-8", "surrogatepass"
    )


def _encoded(data: bytes, rng: Random, others: list[bytes]) -> bytes:
    names = ("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1", "cp1252", "utf-7", "cp037")
    return data.decode("utf-8", "replace").encode(rng.choice(names), "replace")


def _apart(text: str, rng: Random) -> str:
    return unicodedata.normalize(rng.choice(("NFD", "NFKD", "NFC")), text)


def _lines(text: str, rng: Random) -> str:
    lines = text.split("\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.randrange(4)
    if kind == 0:
        lines[one], lines[other] = lines[other], lines[one]
    elif kind == 1:
        del lines[one]
    elif kind == 2:
        lines.insert(other, lines[one])
    else:
        lines[one] = ""
    return rng.choice(("\n", "\n", "\r\n", "\r", "\u2028")).join(lines)


def _inserted(text: str, rng: Random) -> str:
    at = rng.randrange(len(text) + 1)
    what = (
        "\0", "\ud800", "\u202e", "\ufeff", "\t", '"', "{", "]", ";", ",", "%", "<", "é", "e\u0301",
        "x" * LONG, "[" * LONG, '{"a":' * 10_000, "9" * 5000, "=", "\x1b[2J",
    )  # fmt: skip
    return text[:at] + rng.choice(what) + text[at:]


def _word(text: str, rng: Random) -> str:
    """A word, a number or a cell becomes another."""
    words = [(at, end) for at, end in _words(text)]
    if not words:
        return text
    at, end = rng.choice(words)
    other = rng.choice(words)
    return (
        text[:at]
        + rng.choice((*_NUMBERS, text[slice(*other)], "", "x" * LONG, "=1+1", "Zoe\u0301"))
        + text[end:]
    )


def _words(text: str) -> list[tuple[int, int]]:
    found, start = [], None
    for at, letter in enumerate(text[:20_000] + " "):
        if letter.isalnum() or letter in "-+.":
            start = at if start is None else start
        elif start is not None:
            found.append((start, at))
            start = None
    return found


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
    deep = rng.choice(("[", '{"a":')) * 10_000
    new = rng.choice((*_ODD, *_ODD, '"' + "x" * LONG + '"', deep))
    return "\n".join(lines).replace(f'"{_MARK}"', new)


def _changed(value: Any, rng: Random) -> Any:
    """The value with one of its own replaced by `_MARK`, left out, told twice or called otherwise."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        kind = rng.random()
        if kind < 0.1:
            return {name: each for name, each in value.items() if name != key}
        if kind < 0.2:
            return {
                **value,
                rng.choice(("", "type", "t", "player", "Zoe\u0301", key.upper(), key + " ")): value[key],
            }
        return {**value, key: _changed(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.9:
        at = rng.randrange(len(value))
        kind = rng.random()
        if kind < 0.1:
            return value[:at] + value[at + 1 :]
        if kind < 0.2:
            return value * rng.choice((2, 50))
        return [*value[:at], _changed(value[at], rng), *value[at + 1 :]]
    return _MARK


_OF_BYTES = (
    _bits, _bits, _bits, _bits, _cut, _without_beginning, _without_middle, _again, _spliced, _large_number,
    _large_number, _zeros, _tail, _nothing, _whole_again,
)  # fmt: skip
_OF_TEXT = (_encoded, _text(_apart), _text(_lines), _text(_inserted), _text(_word), *(_text(_value),) * 4)


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
    new: object = rng.choice(
        (None, -1, 0, 2**62, 1e308, "", "x" * LONG, b"\0\xff", float("inf"), "[1]", "{", "null")
    )
    if isinstance(value, str) and rng.random() < 0.7:
        new = mutated(value.encode(), rng, True, [value.encode()]).decode("utf-8", "replace")
    connection.execute(f'update "{table}" set "{column}" = ? where rowid = ?', (new, row))
