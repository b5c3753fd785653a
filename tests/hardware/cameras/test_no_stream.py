"""A network camera that gives no pictures: what it answered instead is said, its password is not."""

from __future__ import annotations

import hashlib
import re
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler

import pytest
from serving import serving

from companion_api.doctor import BAD, camera
from companion_api.saying.words import words
from hardware.cameras import NoStream, open_camera
from hardware.cameras.no_stream import EXPECTED
from languages import LANGUAGES

SECRET = "s3cr-t"


class Web(BaseHTTPRequestHandler):
    """A camera's web server: a path for each way in which it may answer."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        key = self.headers.get("Authorization", "")
        if path == "/basic" and not key.endswith("YTpi"):  # a:b
            return self.answer(401, "text/html", b"<html>no", ("WWW-Authenticate", 'Basic realm="x"'))
        if path == "/digest" and "Digest" not in key:
            return self.answer(401, "text/plain", b"", ("WWW-Authenticate", 'Digest realm="x", nonce="1"'))
        if path == "/strange":
            return self.answer(401, "text/plain", b"", ("WWW-Authenticate", "Negotiate"))
        if path == "/moved":
            return self.answer(302, "text/plain", b"", ("Location", "/login"))
        if path == "/round":
            return self.answer(302, "text/plain", b"", ("Location", "/round"))
        if path in ("/login", "/digest", "/basic", "/hidden"):
            kind = "image/jpeg" if path == "/hidden" else "text/html"
            return self.answer(200, kind, b"\r\n <!DOCTYPE html><form><input type=password>")
        if path == "/bytes":
            return self.answer(200, "video/x-motion-jpeg", bytes(range(256)))
        codes = {"/forbidden": 403, "/gone": 410, "/broken": 500, "/later": 503}
        return self.answer(codes.get(path, 404), "text/html", b"<html>")

    def answer(self, status: int, kind: str, body: bytes, *headers: tuple[str, str]) -> None:
        self.send_response(status)
        for name, value in (("Content-Type", kind), ("Content-Length", str(len(body))), *headers):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def web() -> Iterator[str]:
    with serving(Web) as there:
        yield there


def asked(url: str) -> NoStream:
    """What is said of an address that gives no pictures."""
    with pytest.raises(NoStream) as refused:
        open_camera(url)
    return refused.value


@pytest.mark.parametrize(
    ("key", "path", "why", "status"),
    [
        ("", "basic", "password", 401),
        ("admin:s3cr-t@", "basic", "refused", 401),
        ("a:b@", "basic", "page", 200),
        ("", "digest", "password", 401),
        ("admin:s3cr-t@", "digest", "page", 200),
        ("admin:s3cr-t@", "strange", "refused", 401),
        ("", "forbidden", "password", 403),
        ("admin:s3cr-t@", "nothing", "path", 404),
        ("", "gone?password=s3cr-t", "path", 410),
        ("admin:s3cr-t@", "login?token=s3cr-t", "page", 200),
        ("", "moved", "page", 200),
        ("", "round", "elsewhere", 302),
        ("", "hidden", "page", 200),
        ("", "bytes", "format", 0),
        ("", "broken", "status", 500),
        ("", "later", "status", 503),
    ],
)
def test_what_a_camera_answers_is_said(web: str, key: str, path: str, why: str, status: int) -> None:
    found = asked(f"http://{key}{web}/{path}")
    assert (found.why, found.status) == (why, status)
    assert str(status) in str(found) or "{status}" not in EXPECTED[why]


def test_it_is_said_when_the_camera_is_opened(web: str, capfd: pytest.CaptureFixture[str]) -> None:
    for path, said in (("nothing", "404"), ("basic", "401"), ("login", "web page")):
        with pytest.raises(NoStream, match=said) as refused:
            open_camera(f"http://admin:{SECRET}@{web}/{path}?pwd={SECRET}")
        assert SECRET not in str(refused.value) and "admin:***@" in str(refused.value)
    heard = capfd.readouterr()
    assert SECRET not in heard.out + heard.err


def rtsp(answers: dict[str, str]) -> Iterator[tuple[str, list[str]]]:
    """A camera that answers a DESCRIBE by its path; ``digest`` asks for ``admin:right``."""
    door = socket.create_server(("127.0.0.1", 0))
    heard: list[str] = []

    def serve() -> None:
        while True:
            try:
                line, _ = door.accept()
            except OSError:
                return
            with line:
                line.settimeout(10)
                asked = line.recv(4096).decode("utf-8", "replace")
                heard.append(asked)
                line.sendall(_rtsp_answer(asked, answers).encode())

    threading.Thread(target=serve, daemon=True).start()
    yield f"127.0.0.1:{door.getsockname()[1]}", heard
    door.close()


def _rtsp_answer(asked: str, answers: dict[str, str]) -> str:
    path = asked.split()[1].rpartition("/")[2].partition("?")[0]
    if (path == "digest" and _right(asked)) or (path == "key" and "Basic YWRtaW46cmlnaHQ=" in asked):
        return "RTSP/1.0 404 Not Found\r\nCSeq: 1\r\n\r\n"
    return answers.get(path, "RTSP/1.0 404 Not Found\r\nCSeq: 1\r\n\r\n")


def _right(asked: str) -> bool:
    given = dict(re.findall(r'(\w+)="([^"]*)"', asked))
    if "response" not in given:
        return False
    inner = hashlib.md5(f"DESCRIBE:{given['uri']}".encode()).hexdigest()
    secret = hashlib.md5(b"admin:cam:right").hexdigest()
    return given["response"] == hashlib.md5(f"{secret}:77:{inner}".encode()).hexdigest()


def asks(how: str) -> str:
    return f"RTSP/1.0 401 Unauthorized\r\nCSeq: 1\r\nWWW-Authenticate: {how}\r\n\r\n"


@pytest.fixture(scope="module")
def camera_by_rtsp() -> Iterator[tuple[str, list[str]]]:
    yield from rtsp(
        {
            "digest": asks('Digest realm="cam", nonce="77"'),
            "key": asks('Basic realm="cam"'),
            "stops": "RTSP/1.0 500 Internal\r\n\r\n",
            "sdp": "RTSP/1.0 200 OK\r\n\r\n",
            "web": "HTTP/1.1 400 Bad Request\r\n\r\n",
            "rubbish": "\x00\x01\x02",
            "nothing": "",
        }
    )


@pytest.mark.parametrize(
    ("key", "path", "why"),
    [
        ("", "digest", "password"),
        ("admin:s3cr-t@", "digest", "refused"),
        ("admin:right@", "digest", "path"),
        ("", "key", "password"),
        ("admin:s3cr-t@", "key", "refused"),
        ("admin:right@", "key", "path"),
        ("admin:s3cr-t@", "other", "path"),
        ("", "stops", "status"),
        ("", "sdp", "format"),
        ("", "web", "status"),
        ("", "rubbish", "format"),
        ("", "nothing", "format"),
    ],
)
def test_the_same_by_rtsp(camera_by_rtsp, key: str, path: str, why: str) -> None:
    address, heard = camera_by_rtsp
    assert asked(f"rtsp://{key}{address}/{path}").why == why
    assert SECRET not in "".join(heard)


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("rtsp://127.0.0.1:1/x", "nobody"),
        ("http://127.0.0.1:1/x", "nobody"),
        ("http://no-such-camera.invalid/x", "name"),
        ("rtsp://no-such-camera.invalid/x", "name"),
        ("http://[", "name"),
        ("http://cam:port/", "name"),
        ("http://127.0.0.1:0/", "nobody"),
        ("http:///x", "name"),
        ("http://" + "a" * 300 + "/", "name"),
    ],
)
def test_nobody_is_there(url: str, why: str) -> None:
    assert asked(url).why == why


def test_the_doctor_says_it_in_every_language(web: str) -> None:
    (found,), still = camera.watch(f"http://admin:{SECRET}@{web}/login")
    assert (found.verdict, found.why, still) == (BAD, "page", None)
    for language in LANGUAGES:
        for why in EXPECTED:
            said = words(language).say(f"doctor.camera.{why}", **found.figures)
            assert "admin:***@" in said and SECRET not in said and "doctor." not in said
