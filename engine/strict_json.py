"""Bytes as text, and text as JSON, read strictly: what could be taken for two things is refused in one line.

A text is in any Unicode encoding that says which it is (PowerShell writes UTF-16), with line ends of
any system. JSON is RFC 8259 and no more: no ``NaN``, no number beyond a float, no key twice in one
object, no half of a character, and nothing nested deeper than `DEEPEST`.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator
from typing import Any

from engine import reading
from engine.errors import BadInput

DEEPEST = 64
"""Objects and lists within each other; a log or a table needs six."""
_HALVES = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")


class NotStrict(ValueError):
    """Text that is no JSON, or JSON that says two things; the message says what is wrong with it."""


def text_of(data: bytes, where: str, expected: str, otherwise: str | None = None) -> str:
    """A file's bytes as text, its line ends as ``\\n``.

    Args:
        data: UTF-8, or UTF-16 or UTF-32 with a mark at its beginning or with ASCII there.
        where: what to call it in an error.
        expected: what it should be, e.g. ``"a log"``.
        otherwise: the encoding of what is none of these, e.g. ``"cp1252"``; None: it is refused.

    Raises:
        BadInput: another encoding, or NUL bytes in it, which a power cut leaves where the end was lost.
    """
    encoding = json.detect_encoding(data)
    if encoding.endswith("e"):  # guessed, little- or big-endian: there is no mark
        with contextlib.suppress(UnicodeDecodeError):
            data = data.decode(encoding if data.strip(b"\0") else "utf-8").encode()
        encoding = "utf-8"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        if otherwise is not None and encoding == "utf-8":
            return text_of(data.decode(otherwise, "replace").encode(), where, expected)
        line = data[: error.start].decode(encoding, "replace").count("\n") + 1
        raise BadInput(f"{where} line {line}: not a text in UTF-8 or UTF-16, expected {expected}") from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    at = text.find("\0")
    if at >= 0:
        line = text.count("\n", 0, at) + 1
        raise BadInput(f"{where} line {line}: NUL bytes, as a power cut leaves them, expected {expected}")
    return text


def value_of(text: str, where: str, expected: str) -> Any:
    """The JSON value that a whole text is.

    Raises:
        BadInput: it is none; the line says where, as far as one can tell.
    """
    try:
        return parse(text)
    except json.JSONDecodeError as error:
        raise BadInput(f"{where} line {error.lineno}: not JSON ({error.msg}; expected {expected})") from None
    except NotStrict as error:
        raise BadInput(f"{where}: {error} (expected {expected})") from None


def json_lines(text: str | bytes, where: str) -> Iterator[tuple[int, Any]]:
    """(line number from 1, value) of each line of JSON Lines that is not blank.

    Raises:
        BadInput: bytes that are no text, or a line that is no JSON.
    """
    written = text_of(text, where, "JSON Lines") if isinstance(text, bytes) else text
    for number, line in enumerate(written.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            yield number, parse(line)
        except json.JSONDecodeError:
            shown = reading.shown(line.strip())
            raise BadInput(f"{where} line {number}: {shown} is no JSON, expected one event") from None
        except NotStrict as error:
            raise BadInput(f"{where} line {number}: {error}, expected one event") from None


def parse(text: str) -> Any:
    """The value of a text that is JSON and nothing else.

    Raises:
        json.JSONDecodeError, NotStrict: it is none, or says two things.
    """
    value, end = parse_at(text, len(text) - len(text.lstrip()))
    if text[end:].strip():
        raise json.JSONDecodeError("more follows after the end", text, end)
    return value


def parse_at(text: str, at: int) -> tuple[Any, int]:
    """The JSON value that begins at an offset, and the offset where it ends.

    Raises:
        json.JSONDecodeError, NotStrict: as `parse`.
    """
    try:
        value, end = _DECODER.raw_decode(text, at)
    except RecursionError:
        raise NotStrict(_TOO_DEEP) from None
    except json.JSONDecodeError:
        raise
    except ValueError as error:  # whole numbers of more digits than Python reads
        raise NotStrict(str(error) if isinstance(error, NotStrict) else "a number too large") from None
    _check(value, text[at:end])
    return value, end


_TOO_DEEP = f"nested more than {DEEPEST} deep"


def _check(value: Any, text: str) -> None:
    """Refuse what the decoder lets pass; looked for only where the text may hold it."""
    if text.count("[") + text.count("{") > DEEPEST:
        level, depth = [value], 0
        while level:
            depth += 1
            if depth > DEEPEST:
                raise NotStrict(_TOO_DEEP)
            level = [inner for each in level for inner in _inside(each)]
    if _HALVES.search(text):
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise NotStrict("half of a character (\\ud800 to \\udfff alone)") from None


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise NotStrict(f"{reading.shown(twice)} is told twice in one object")
    return found


def _no_number(name: str) -> Any:
    raise NotStrict(f"{name} is no JSON number")


def _finite(digits: str) -> float:
    number = float(digits)
    if abs(number) == float("inf"):
        raise NotStrict("a number too large")
    return number


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_number, parse_float=_finite)
