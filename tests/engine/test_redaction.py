"""No password of an address in any line that people read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadInput
from engine.redaction import redacted

SECRET = "s3cr-t"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("rtsp://admin:s3cr-t@cam/1?token=s3cr-t", "rtsp://admin:***@cam/1?token=***"),
        ("RTSP://admin:s3cr-t@cam:554/h264: no", "RTSP://admin:***@cam:554/h264: no"),
        ("http://admin:a@s3cr-t@cam/", "http://admin:***@cam/"),
        ("http://admin:12/s3cr-t@cam/", "http://admin:***@cam/"),
        ("http://admin:#s3cr-t?@cam/", "http://admin:***@cam/"),
        ("http://admin:a s3cr-t@cam/x", "http://admin:***@cam/x"),
        ("http://admin%3As3cr-t@cam/", "http://admin%3A***@cam/"),
        ("http://:s3cr-t@[fe80::1]:80/", "http://:***@[fe80::1]:80/"),
        ("admin:s3cr-t@192.168.1.20/x: not there", "admin:***@192.168.1.20/x: not there"),
        ("rtsp:/admin:s3cr-t@cam", "rtsp:/admin:***@cam"),
        ("http://cam/v.cgi?user=admin&password=s3cr-t&n=1", "http://cam/v.cgi?user=admin&password=***&n=1"),
        ("http://cam/v.cgi?usr=admin&PWD=s3cr-t", "http://cam/v.cgi?usr=admin&PWD=***"),
        ("http://cam/v.cgi?loginuse=a&loginpas=s3cr-t", "http://cam/v.cgi?loginuse=a&loginpas=***"),
        ("rtsp://cam:554/user=a&password=s3cr-t&channel=1", "rtsp://cam:554/user=a&password=***&channel=1"),
        ("rtsp://cam:554/user=a_password=s3cr-t_channel=1", "rtsp://cam:554/user=a_password=***"),
        ("postgresql+psycopg://nain:s3cr-t@db/n", "postgresql+psycopg://nain:***@db/n"),
        ("rtsp://a:s3cr-t@c, not rtsp://d:s3cr-t@f", "rtsp://a:***@f"),
    ],
)
def test_passwords_become_stars(text: str, shown: str) -> None:
    assert SECRET not in redacted(text)
    if "not rtsp" not in text:
        assert redacted(text) == shown
    assert SECRET not in str(BadInput(text))


@pytest.mark.parametrize(
    "text",
    [
        "http://192.168.1.5:8080/video: no picture comes, trying again",
        "http://[fe80::1]:80/x?n=1",
        "webcam:C920: no webcam has this name",
        "/films/2026-11-27T20:15:00.mp4: not a film",
        "Ana: 3, Bruno: 4 (a@b.example)",
        "--key server.key: cannot be read",
    ],
)
def test_what_holds_no_password_stays(text: str) -> None:
    assert redacted(text) == text


@given(
    st.text(st.characters(exclude_categories=["Cs", "Z", "C"], exclude_characters="@"), min_size=1),
    st.sampled_from(["rtsp", "http", "https", "RTSPS", "mysql+pymysql"]),
)
def test_whatever_the_password_is(password: str, scheme: str) -> None:
    assert redacted(f"{scheme}://admin:{password}@cam/live").endswith("://admin:***@cam/live")


@pytest.mark.parametrize("piece", ["a", "a:", "a://a:", "-", "?a=", ":@", "x://pass"])
def test_a_line_that_quotes_a_whole_file_is_looked_through(piece: str) -> None:
    assert redacted(piece * 50_000)
