"""Addresses of network cameras: which are asked, by what way, and what is never followed."""

from __future__ import annotations

import contextlib
import re
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from unittest.mock import patch

import cv2
import numpy as np
import pytest
from serving import serving
from written_films import FRAMES, How, write_film

from engine.errors import BadInput
from hardware import outgoing
from hardware.cameras import NoStream, network, open_camera
from hardware.cameras.live import LiveSource
from hardware.outgoing import at_home, opener

SECRET = "p@ss#w:1"


def jpeg(shade: int) -> bytes:
    return cv2.imencode(".jpg", np.full((120, 160, 3), shade, np.uint8))[1].tobytes()


class Web(BaseHTTPRequestHandler):
    """A camera by HTTP, a path for each thing it may do; what it is asked stands in ``asked``."""

    protocol_version = "HTTP/1.1"
    asked: tuple[str, ...] = ()
    there: str = ""

    def do_GET(self) -> None:
        type(self).asked += (self.path,)
        here = self.headers["Host"]
        match self.path:
            case "/video":
                self.many(12)
            case "/one":
                self.many(1)
            case "/shot.jpg":
                self.answer("image/jpeg", jpeg(60))
            case "/shot":
                self.answer("application/octet-stream", jpeg(60))
            case "/away":
                self.moved(f"http://localhost:{here.rpartition(':')[2]}/video")
            case "/port":
                self.moved("http://127.0.0.1:1/video")
            case "/file":
                self.moved(f"file://{self.there}")
            case "/here":
                self.moved("/video")
            case "/list.m3u8":
                told = f"#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n{self.there}\n#EXT-X-ENDLIST\n"
                self.answer("application/vnd.apple.mpegurl", told.encode())
            case "/list":
                told = f"#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nhttp://{here}/film\n#EXT-X-ENDLIST\n"
                self.answer("text/plain", told.encode())
            case "/concat":
                self.answer("text/plain", f"ffconcat version 1.0\nfile 'file:{self.there}'\n".encode())
            case _:
                self.answer("video/mp2t", Path(self.there).read_bytes())

    def many(self, count: int) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=f")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        for number in range(count):
            told = jpeg(20 + 10 * number)
            head = f"\r\n--f\r\nContent-Type: image/jpeg\r\nContent-Length: {len(told)}\r\n\r\n"
            self.wfile.write(head.encode() + told)

    def moved(self, where: str) -> None:
        self.send_response(302)
        self.send_header("Location", where)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def answer(self, kind: str, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    Web.there = str(write_film(tmp_path_factory.mktemp("film") / "film.ts", How("mpeg2video")))
    with serving(Web) as there:
        yield there


def why(url: str) -> str:
    with pytest.raises(NoStream) as refused:
        network.open_url(url)
    assert "\n" not in str(refused.value)
    return refused.value.why


@pytest.mark.parametrize(
    "address",
    [
        "cache:///{film}", "async:{film}", "concat://{film}|{film}", "subfile:{film}", "crypto://{film}",
        "data://text/plain,x", "tcp://127.0.0.1:1", "udp://127.0.0.1:1", "ftp://127.0.0.1/a.ts",
        "rtmp://127.0.0.1/a", "gopher://127.0.0.1/a", "srt://127.0.0.1:1", "mmsh://127.0.0.1/a",
        "tls://127.0.0.1:1", "httpproxy://127.0.0.1:1", "fd://0", "pipe://0", "unix://{film}", "hls+http://{film}",
        "RTSPT://127.0.0.1/a", "rtp://127.0.0.1:1", "icecast://127.0.0.1/a", "ffrtmphttp://127.0.0.1/a",
    ],
)  # fmt: skip
def test_no_other_protocol_is_asked(address: str, web: str) -> None:
    with pytest.raises(BadInput) as refused:
        open_camera(address.format(film=Web.there))
    assert "\n" not in str(refused.value) and not isinstance(refused.value, NoStream)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("away", "elsewhere"), ("port", "elsewhere"), ("file", "elsewhere"),
        ("list.m3u8", "format"), ("list", "format"), ("concat", "format"),
        ("shot.jpg", "picture"), ("shot", "picture"), ("one", "picture"),
    ],
)  # fmt: skip
def test_what_an_answer_names_is_not_opened_and_one_picture_is_no_stream(
    web: str, path: str, said: str
) -> None:
    Web.asked = ()
    assert why(f"http://{web}/{path}") == said
    assert Web.asked == (f"/{path}",)


def test_pictures_come_through_one_answer_and_a_redirect_at_home(web: str) -> None:
    for path, most in (("video", 12), ("here", 12), ("film", FRAMES)):
        stream = network.open_url(f"HTTP://{web}/{path}")
        seen = 0
        while stream.read()[0]:
            seen += 1
        stream.release()
        assert most - 1 <= seen <= most


SDP = "v=0\r\no=- 0 0 IN IP4 {there}\r\ns=x\r\nc=IN IP4 {there}\r\nt=0 0\r\nm=video 0 RTP/AVP 96\r\n"
SDP += "a=rtpmap:96 H264/90000\r\na=control:rtsp://{there}:{port}/track\r\n"


class RtspCamera:
    """A camera that answers every request well but those of one method; who it sends on to hears of nobody.

    Attributes:
        asked: methods in order, those of its first lines too.
        visited: whether anybody came where it sends on to, by TCP or UDP.
    """

    def __init__(self, bad: str, answer: str, first: int = 0) -> None:
        self.bad, self.answer, self.asked, self.visited = bad, answer, [], False
        self._good = first  # lines on which it answers everything well
        self.doors = [socket.create_server(("127.0.0.1", 0)), socket.create_server(("127.0.0.2", 0))]
        self.port = self.doors[1].getsockname()[1]
        self.datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.datagrams.bind(("127.0.0.2", self.port))
        for take in (self._lines, self._visitors):
            threading.Thread(target=take, daemon=True).start()

    @property
    def url(self) -> str:
        return f"rtsp://127.0.0.1:{self.doors[0].getsockname()[1]}/a"

    def _lines(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                line, _ = self.doors[0].accept()
                self._good -= 1
                threading.Thread(target=self._answer, args=(line, self._good >= 0), daemon=True).start()

    def _visitors(self) -> None:
        with contextlib.suppress(OSError):
            self.doors[1].accept()
            self.visited = True

    def _answer(self, line: socket.socket, good: bool) -> None:
        with line, contextlib.suppress(OSError):
            while asked := line.recv(4096).decode():
                method, number = asked.split()[0], re.search(r"CSeq: (\d+)", asked)[1]
                self.asked.append(method)
                told = self.answer if method == self.bad and not good else self._well(method, asked)
                line.sendall(told.replace("CSeq: 1", f"CSeq: {number}").encode())

    def _well(self, method: str, asked: str) -> str:
        body = SDP.format(there="127.0.0.2", port=self.port) if method == "DESCRIBE" else ""
        head = "RTSP/1.0 200 OK\r\nCSeq: 1\r\nSession: 7\r\n"
        if method == "SETUP":
            how = "RTP/AVP;unicast;client_port=5000-5001;server_port={0}-{0};source=127.0.0.2"
            if "interleaved" in asked:
                return "RTSP/1.0 461 Unsupported transport\r\nCSeq: 1\r\n\r\n"
            head += f"Transport: {how.format(self.port)}\r\n"
        return f"{head}Content-Type: application/sdp\r\nContent-Length: {len(body)}\r\n\r\n{body}"

    def close(self) -> bool:
        """Whether somebody came where nobody should."""
        self.datagrams.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            self.visited = self.visited or bool(self.datagrams.recv(9))
        for door in (*self.doors, self.datagrams):
            door.close()
        return self.visited


MOVED = "RTSP/1.0 {status} Moved\r\nCSeq: 1\r\nLocation: rtsp://127.0.0.2:{port}/a\r\n\r\n"


@pytest.mark.parametrize("status", [301, 302, 303, 305, 307])
@pytest.mark.parametrize("method", ["OPTIONS", "DESCRIBE", "SETUP", "PLAY"])
def test_rtsp_that_sends_on_elsewhere_is_not_followed_at_any_request(method: str, status: int) -> None:
    """Nor where it answers us well first, and FFmpeg otherwise."""
    camera = RtspCamera(method, "", first=1)
    camera.answer = MOVED.format(status=status, port=camera.port)
    with patch.object(network, "PATIENCE", 1.0):
        assert why(camera.url) in (("elsewhere",) if method != "PLAY" else ("elsewhere", "format"))
    assert not camera.close() and method in camera.asked


def test_rtsp_that_lets_its_stream_come_from_elsewhere_gets_no_visit_there() -> None:
    """By UDP FFmpeg would send to whatever address an answer names."""
    camera = RtspCamera("none", "")
    with patch.object(network, "PATIENCE", 1.0):
        assert why(camera.url) == "format"
    assert "PLAY" in camera.asked and not camera.close()


KEYS = (
    f"admin:{SECRET}", "admin:12#34", "admin:a/b", "admin:a?b", "admin:#", "ad#min:x", "admin:pa#ss@word",
    "a:1/2#3", "a:p@no-such.invalid/w:1",
)  # fmt: skip


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("scheme", ["http", "rtsp"])
def test_it_is_said_how_a_password_is_written(scheme: str, key: str) -> None:
    with pytest.raises(NoStream) as refused:
        open_camera(f"{scheme}://{key}@127.0.0.1:1/video")
    assert refused.value.why == "written" and "%40" in str(refused.value)
    assert f"{key.partition(':')[2]}@" not in str(refused.value)


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:1/p?mail=a@b", "http://127.0.0.1:1/user@x/video", "rtsp://a:p%40ss%23@127.0.0.1:1/v",
        "rtsp://a:p@ss@127.0.0.1:1/v", "rtsp://user@127.0.0.1:1/v", "http://[::1]:1/a@b",
    ],
)  # fmt: skip
def test_other_addresses_with_an_at_are_asked(url: str) -> None:
    assert why(url) == "nobody"


AT_HOME = (
    "192.168.1.7", "10.1.2.3", "172.16.0.9", "127.0.0.1", "127.1", "169.254.3.4", "100.100.1.2",
    "::1", "[fe80::1%eth0]", "fd12::3", "::ffff:10.0.0.1",
    "camera", "localhost", "CAMERA.local", "cam.local.", "cam.fritz.box", "cam.lan", "cam.home.arpa",
    "cam.home", "tv.internal",
)  # fmt: skip


@pytest.mark.parametrize("host", AT_HOME)
def test_what_is_at_home_is_asked_past_any_proxy(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert at_home(host)
    assert not any("Proxy" in type(each).__name__ and each.proxies for each in opener(host).handlers)


def test_the_others_by_the_proxy_unless_their_name_is_of_an_address_at_home(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    there = {"cam.example.org": "192.168.1.9", "www.example.org": "93.184.216.34"}

    def look_up(host: str, port: object) -> list[tuple[object, ...]]:
        if host not in there:
            raise socket.gaierror
        return [(0, 0, 0, "", (there[host], 0))]

    monkeypatch.setattr(outgoing.socket, "getaddrinfo", look_up)
    assert at_home("cam.example.org")
    for host in ("www.example.org", "unknown.example.org", "93.184.216.34", "2606:2800:220:1::1"):
        assert not at_home(host)
        assert any("Proxy" in type(each).__name__ for each in opener(host).handlers)


def test_a_camera_at_home_is_read_though_there_is_a_proxy(web: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.setenv("all_proxy", "http://127.0.0.1:9")
    stream = network.open_url(f"http://{web}/video")
    assert stream.read()[0]
    stream.release()
    assert why("http://127.0.0.1:1/video") == "nobody"


@pytest.mark.parametrize("every", [0.2, 1.5, 4.0])
def test_a_slow_camera_keeps_real_time_and_an_outage_does_not_count(every: float) -> None:
    source = LiveSource("slow", (16, 12), 1.0, patience=1.0)
    now, frames = [100.0], []
    with patch("hardware.cameras.live.time.monotonic", lambda: now[0]):
        for later in (0.0, 0.001, *[every] * 12, 60.0, *[every] * 4):
            now[0] += later
            source.show(np.zeros((12, 16, 3), np.uint8))
            frames.append(next(source))
    t, gaps = [frame.t for frame in frames], [frame.gap for frame in frames]
    assert t[13] - t[2] == pytest.approx(11 * every) and t[18] - t[14] == pytest.approx(4 * every)
    assert gaps[14] == pytest.approx(60.0) and t[14] - t[13] < 0.1
    assert sum(gaps[3:14]) == 0 and sum(gaps[15:]) == 0
