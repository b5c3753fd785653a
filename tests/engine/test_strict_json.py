"""Texts of any encoding are read; JSON that could be taken for two things is refused, each in one line."""

from __future__ import annotations

import codecs
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import BadInput
from engine.strict_json import json_lines, parse, text_of, value_of

LINES = '{"type": "x", "player": "Zoé"}\n{"type": "y"}\n'


def refused(do, *said):
    with pytest.raises(BadInput) as error:
        do()
    assert all(each in str(error.value) for each in said) and "\n" not in str(error.value), error.value
    assert len(str(error.value)) < 2000


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    ("encoding", "mark"),
    [
        ("utf-8", b""),
        ("utf-8", codecs.BOM_UTF8),
        ("utf-16-le", codecs.BOM_UTF16_LE),
        ("utf-16-be", codecs.BOM_UTF16_BE),
        ("utf-16-le", b""),
        ("utf-16-be", b""),
        ("utf-32-le", codecs.BOM_UTF32_LE),
        ("utf-32-be", codecs.BOM_UTF32_BE),
    ],
)
def test_every_encoding_that_says_which_it_is_is_read(encoding, mark, ends):
    data = mark + LINES.replace("\n", ends).encode(encoding)
    assert text_of(data, "L", "a log") == LINES
    assert [value for _, value in json_lines(data, "L")] == [json.loads(line) for line in LINES.splitlines()]


def test_what_is_no_text_names_the_line():
    cut = LINES.encode("utf-16")[:-1]
    refused(lambda: text_of(cut, "L", "a log"), "L line 2: not a text", "a log")
    refused(lambda: text_of(LINES.encode("latin-1"), "L", "a log"), "L line 1: not a text")
    refused(lambda: text_of(LINES.encode() + bytes(4096), "L", "a log"), "L line 3: NUL bytes", "power cut")
    refused(lambda: text_of(bytes(4096), "L", "a log"), "L line 1: NUL bytes")
    refused(lambda: text_of(bytes(4097), "L", "a log"), "L line 1: NUL bytes")
    assert text_of("Zoé".encode("cp1252"), "L", "a table", "cp1252") == "Zoé"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": 1, "a": 2}', "'a' is told twice"),
        ('{"b": {"a": 1, "a": 1}}', "'a' is told twice"),
        ('{"a": NaN}', "NaN"),
        ('{"a": -Infinity}', "-Infinity"),
        ('{"a": 1e999}', "number too large"),
        ('{"a": ' + "9" * 5000 + "}", "number too large"),
        ('{"a": "\\ud800"}', "half of a character"),
        ('{"\\udfff": 1}', "half of a character"),
        ('{"a":' * 65 + "1" + "}" * 65, "nested more than 64 deep"),
        ("[" * 10_000 + "]" * 10_000, "nested more than 64 deep"),
        ("[" * 1_000_000, "nested more than 64 deep"),
        ("{" + '"a": ' + '"' + "x" * 200_000, "JSON"),
        ("{} {}", "JSON"),
        ("{}x", "JSON"),
        ("", "JSON"),
        ("'a'", "JSON"),
    ],
)
def test_what_says_two_things_or_none_is_refused_in_one_line(text, said):
    refused(lambda: value_of(text, "T.json", "a table file"), "T.json", said, "expected a table file")
    if text:
        refused(lambda: list(json_lines("{}\n" + text, "L")), "L line 2: ", "expected one event")


def test_whole_characters_outside_the_plane_and_what_is_deep_enough_pass():
    assert parse('"\\ud83d\\ude00"') == "😀"
    assert parse('{"a":' * 64 + "1" + "}" * 64)


@settings(deadline=None)
@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers(-(10**18), 10**18)
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(st.characters(exclude_categories=["Cs"])),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
        max_leaves=20,
    ),
    st.booleans(),
)
def test_all_other_json_is_read_as_python_reads_it(value, ascii_only):
    text = json.dumps(value, ensure_ascii=ascii_only)
    try:
        told = parse(text)
    except ValueError as error:
        assert "half" in str(error)  # a key of half a character
    else:
        assert told == json.loads(text)
