"""Who comes in: only to this computer's own names, from its own pages, not by guessing."""

import socket

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scripted import Evening
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from companion_api.web.app import create_app
from companion_api.web.door import gate
from companion_api.web.door.gate import TRIES, TRIES_JOINED, WITHIN, Joining, own_name


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    evening = Evening(tmp_path_factory.mktemp("data"), 9)
    evening.cards(1)
    yield evening
    evening.close()


@pytest.fixture
def phone(evening):
    return TestClient(create_app(evening.live, evening.desk), base_url="http://127.0.0.1:8765")


@pytest.fixture
def key(evening):
    return {"Authorization": f"Bearer {evening.token}"}


def closed(socket_):
    with pytest.raises(WebSocketDisconnect) as end:
        socket_.receive_text()
    return end.value.code


def test_names_that_strangers_cannot_make_up():
    here = socket.gethostname().partition(".")[0]
    for host in ("127.0.0.1:8765", "192.168.1.20", "[::1]:80", "[fe80::1%eth0]:1", "localhost", here,
                 f"{here.upper()}.local:8765", f"{here}.fritz.box", "LOCALHOST:1"):  # fmt: skip
        assert own_name(host), host
    for host in ("", "evil.example", f"{here}.evil.example", "localhost.evil.example", "127.0.0.1.nip.io",
                 "[::1", "a b", "1.2.3", "xn--", ":80", "localhost:x@evil.example"):  # fmt: skip
        assert not own_name(host), host
    assert own_name("nain.maison:8765", ["Nain.Maison"]) and not own_name("nain.maison")


def test_a_name_that_was_made_to_point_here_is_turned_away(phone, key, evening):
    for path in ("/", "/app.js", "/api/log"):
        answer = phone.get(path, headers={**key, "Host": "evil.example"})
        assert answer.status_code == 421 and evening.token not in answer.text
        assert "evil" not in str(answer.headers)
    with (
        pytest.raises(WebSocketDisconnect),
        phone.websocket_connect("/api/live", headers={"Host": "evil.example"}),
    ):
        pass


NO_HOSTS = ["x;script-src *@127.0.0.1:8765", "127.0.0.1:8765;script-src *", "127.0.0.1:8765/",
            "127.0.0.1:8765?x", "127.0.0.1:8765#x", "user@127.0.0.1:8765", "127.0.0.1:8765 *", "127.0.0.1:",
            "127.0.0.1:99999", "127.0.0.1:8765,evil.example", "[", "[]", "[::1", "::1", "[::1]x",
            "[127.0.0.1]:80:80", "\xb9", "\xe9t\xe9", "[v1.x]", "127.0.0.1%0a", "localhost'", "a" * 300,
            "*", "-", "http://127.0.0.1:8765"]  # fmt: skip


@pytest.mark.parametrize("host", NO_HOSTS)
def test_what_is_no_host_stands_in_no_header(phone, key, host):
    answer = phone.get("/", headers={**key, "Host": host.encode("latin-1")})
    assert answer.status_code == 421 and "script-src *" not in str(answer.headers)
    assert "connect-src 'self';" in answer.headers["content-security-policy"]


@given(st.text(st.characters(max_codepoint=255, exclude_characters="\r\n\0"), max_size=60))
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_a_host_or_origin_is_it_is_read(text):
    found = gate.host_of(text)
    assert found is None or set(found[0]) <= set("abcdefghijklmnopqrstuvwxyz0123456789.-_:")
    assert not gate._same_server(text, text) and isinstance(own_name(text), bool)


ELSEWHERE = ["http://evil.example", "null", "http://127.0.0.1:9999", "file://", "x", "http://[", "http://",
             "http://[::1", "http://127.0.0.1:8765/", "//127.0.0.1:8765", "http://x@127.0.0.1:8765", "",
             "ftp://127.0.0.1:8765", "http://127.0.0.1:port", b"http://\xff:8765", "http://127.0.0.1:8765, x",
             "http://" + "x" * 9000]  # fmt: skip


@pytest.mark.parametrize("origin", ELSEWHERE)
def test_pages_from_elsewhere_are_turned_away(phone, key, evening, origin):
    before = evening.live.events()
    told = {"tap": "undo", "target": len(before), "seq": len(before)}
    assert phone.post("/api/taps", headers={**key, "Origin": origin}, json=told).status_code == 403
    assert phone.delete("/api/pictures", headers={**key, "Origin": origin}).status_code == 403
    with pytest.raises(WebSocketDisconnect), phone.websocket_connect("/api/live", headers={"Origin": origin}):
        pass
    assert evening.live.events() == before


def test_our_own_page_is_let_in(phone, key, evening):
    own = {"Origin": "http://127.0.0.1:8765", "Host": "127.0.0.1:8765"}
    assert phone.get("/api/log", headers={**key, **own}).status_code == 200
    with phone.websocket_connect("/api/live", headers=own) as live:
        live.send_json({"token": evening.token})
        assert live.receive_json()["seq"] == evening.live.seq


def test_every_answer_says_what_a_page_may_load(phone):
    for path, status in (("/", 200), ("/api/log", 401), ("/none", 404)):
        answer = phone.get(path)
        policy = answer.headers["content-security-policy"]
        assert answer.status_code == status
        assert "default-src 'none'" in policy and "unsafe" not in policy and "*" not in policy
        assert "connect-src 'self' ws://127.0.0.1:8765 wss://127.0.0.1:8765;" in policy
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"]


def test_guessing_tokens_is_slowed_down(phone, key, evening):
    wrong = {"Authorization": "Bearer wrong"}
    for _ in range(TRIES):
        assert phone.get("/api/log", headers=wrong).status_code == 401
    refused = phone.get("/api/log", headers=key)
    assert (refused.status_code, refused.json()["error"]) == (429, "often")
    assert 0 < int(refused.headers["retry-after"]) <= WITHIN + 1
    with phone.websocket_connect("/api/live") as live:
        assert closed(live) == gate.TOO_OFTEN
    assert phone.get("/").status_code == 200
    other = TestClient(phone.app, base_url="http://127.0.0.1:8765", client=("192.168.1.7", 1))
    assert other.get("/api/log", headers=key).status_code == 200  # nobody else has to wait


def test_guessing_on_the_live_channel_counts_too(phone, key):
    for _ in range(TRIES):
        with phone.websocket_connect("/api/live") as live:
            live.send_json({"token": "wrong"})
            assert closed(live) == gate.WRONG_TOKEN
    assert phone.get("/api/log", headers=key).status_code == 429


def test_wrong_tokens_are_forgotten_and_addresses_too():
    now = [0.0]
    joining = Joining(lambda: now[0])
    for _ in range(TRIES):
        assert joining.waits("a") == 0
        joining.wrong("a")
    assert joining.waits("a") == WITHIN and joining.waits("b") == 0
    now[0] = WITHIN + 1
    assert joining.waits("a") == 0
    joining.right("a")
    for _ in range(TRIES_JOINED):
        assert joining.waits("a") == 0  # a phone at the table that still holds an old pass
        joining.wrong("a")
    assert joining.waits("a") > 0
    for number in range(3 * gate.MOST_ADDRESSES):
        joining.wrong(str(number))
        joining.right(str(number))
    assert len(joining._wrong) == len(joining._joined) == gate.MOST_ADDRESSES


def test_a_page_that_talks_without_end_is_hung_up_on(phone, evening):
    with phone.websocket_connect("/api/live") as live:
        live.send_json({"token": evening.token})
        live.receive_json()
        for _ in range(gate.MOST_MESSAGES + 1):
            live.send_text("x")
        assert closed(live) == 1008


def test_a_place_is_taken_by_who_has_shown_a_pass(phone, evening, monkeypatch):
    monkeypatch.setattr(gate, "MOST_CHANNELS", 1)
    with phone.websocket_connect("/api/live"), phone.websocket_connect("/api/live") as one:
        one.send_json({"token": evening.token})
        assert one.receive_json()["seq"] == evening.live.seq
    with phone.websocket_connect("/api/live") as first, phone.websocket_connect("/api/live") as second:
        first.send_json({"token": evening.token})
        first.receive_json()
        second.send_json({"token": evening.token})
        assert closed(second) == 1013


def test_there_are_only_so_many_channels(phone, evening, monkeypatch):
    monkeypatch.setattr(gate, "MOST_CHANNELS_OF_ONE", 2)
    hello = {"token": evening.token}
    with phone.websocket_connect("/api/live") as one, phone.websocket_connect("/api/live") as two:
        for each in (one, two):
            each.send_json(hello)
            each.receive_json()
        with phone.websocket_connect("/api/live") as more:
            assert closed(more) == 1013  # as LIVE.md says, also to a browser
    with phone.websocket_connect("/api/live") as again:
        again.send_json(hello)
        assert again.receive_json()["seq"] == evening.live.seq
