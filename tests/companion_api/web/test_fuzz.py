"""Requests and messages made up at random: never a 5xx, and nothing changes without the right.

A few seconds here; ``NAINJAUNE_LONG=1`` asks a hundred times as much.
"""

import json
import os
import socket
import string

import numpy as np
import pytest
from browser import Door
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tapped import House

from companion_api.evening.setting_up import Arrange, Command, Places, Preset
from companion_api.evening.taps import Tap
from companion_api.evening.who import Pass
from companion_api.family.slate import Slate
from companion_api.web import api_document, passes
from companion_api.web.answers import LARGEST_MESSAGE
from companion_api.web.door import gate
from companion_api.web.routes.devices import Answer, PassOn
from companion_api.web.routes.hearing import Microphone
from companion_api.web.routes.joining import Join
from companion_api.web.routes.learning import Chips, Learn
from companion_api.web.routes.past import Forget
from companion_api.web.routes.phone_camera import Says
from companion_api.web.routes.replay import Show
from companion_api.web.routes.series import WriteNote

LONG = 100 if os.environ.get("NAINJAUNE_LONG") else 1
ASKED = (
    Tap,
    Join,
    Arrange,
    Places,
    Preset,
    Forget,
    PassOn,
    Answer,
    Show,
    WriteNote,
    Command,
    Learn,
    Chips,
    Microphone,
    Says,
    Slate,
)
MODELS = {model.__name__: model for model in ASKED}
TABLE = {"players": ["Ana", "Bruno", "Chloé"], "dealer": "Chloé"}


def often(examples):
    return settings(
        max_examples=examples * LONG,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )


def dark_house(folder):
    dark = np.zeros((72, 128, 3), np.uint8)
    return House(folder, lambda: dark, (128, 72))


@pytest.fixture
def house(tmp_path, monkeypatch):
    monkeypatch.setattr(gate, "TRIES", 10**9)
    monkeypatch.setattr(gate, "TRIES_JOINED", 10**9)
    house = dark_house(tmp_path)
    yield house
    house.close()


@pytest.fixture
def phone(house):
    return TestClient(house.app, base_url="http://127.0.0.1:8765", raise_server_exceptions=True)


def kept(house):
    """All that requests could change."""
    store, evening = house.store, house.live.evening
    return (evening, store.last(), house.live.events(), store.setups(), store.presets(),
            store.pictured(evening.id))  # fmt: skip


@pytest.fixture(scope="module")
def operations(tmp_path_factory):
    """What can be asked, each with requests of its kind made from the description."""
    schemathesis = pytest.importorskip(
        "schemathesis", reason="schemathesis is not installed (pip install -e '.[test-all]')"
    )
    house = dark_house(tmp_path_factory.mktemp("data"))
    schema = schemathesis.openapi.from_dict(house.app.openapi())
    house.close()
    found = [one.ok() for one in schema.get_all_operations()]
    return [(one, one.as_strategy()) for one in found]


def every_case(cases, examples, check):
    """Hand requests of one kind to ``check``."""
    often(examples)(given(case=cases)(lambda case: check(case)))()


def asked(phone, case, key):
    """The answer to a request that schemathesis made up, whatever its own headers say."""
    path = case.formatted_path
    body = case.body if isinstance(case.body, dict | list | str | int | float | bool | None) else None
    content = case.body if isinstance(case.body, bytes) else json.dumps(body).encode()
    return phone.request(case.method, path, content=content, headers=key)


def test_every_example_is_what_its_model_reads():
    assert set(api_document.EXAMPLES) == set(MODELS)
    for name, examples in api_document.EXAMPLES.items():
        for told, example in examples.items():
            try:
                MODELS[name].model_validate_json(json.dumps(example))
            except ValidationError as error:
                pytest.fail(f"{name}, {told}: {error}")


def routes_of(router):
    """All routes, those of included routers too (which newer FastAPI keeps as they are)."""
    for route in router.routes:
        included = getattr(route, "original_router", None)
        yield from [route] if included is None else routes_of(included)


def test_the_description_is_served_and_tells_every_route(house, phone):
    told = phone.get(api_document.PATH).json()
    assert told == house.app.openapi()
    assert house.token not in json.dumps(told)
    routes = {
        (route.path, method.lower())
        for route in routes_of(house.app)
        for method in getattr(route, "methods", None) or ()
        if route.path.startswith("/api/") and method != "HEAD" and route.path != api_document.PATH
    }
    assert routes == {(path, method) for path, methods in told["paths"].items() for method in methods}
    for path, methods in told["paths"].items():
        assert "post" not in methods or "requestBody" in methods["post"], path


@pytest.mark.parametrize("begun", [False, True])
def test_requests_made_from_the_description_never_break_the_server(house, phone, operations, begun):
    key = {"Authorization": f"Bearer {house.token}"}
    if begun:
        told = {"evening": house.live.evening.id, "seq": 0, "table": TABLE}
        assert phone.post("/api/setup", headers=key, json=told).status_code == 200

    def survives(case):
        answer = asked(phone, case, key)
        assert answer.status_code < 500, (case.method, case.formatted_path, case.body, answer.text)
        assert len(answer.content) < 200_000

    for _, cases in operations:
        every_case(cases, 3, survives)
    assert phone.get("/api/log", headers=key).status_code == 200


def test_nothing_changes_without_the_right(house, phone, operations):
    guest = passes.issue(house.token, Pass("guest"))
    shown = {
        "none": None,
        "wrong": "wrong",
        "stale": passes.issue("yesterday's token", Pass("host")),
        "foreign": guest[:-1] + ("A" if guest[-1] != "A" else "B"),
        "guest": guest,
    }
    owner = {"Authorization": f"Bearer {house.token}"}
    told = {"evening": house.live.evening.id, "seq": 0, "table": TABLE}
    assert phone.post("/api/setup", headers=owner, json=told).status_code == 200
    while house.live.seq < 2:
        pass
    before = kept(house)

    def turned_away(case):
        for whose, held in shown.items():
            answer = asked(phone, case, {"Authorization": f"Bearer {held}"} if held else {})
            # What a guest asks is read before it is told that it is not his.
            allowed = {401, 403} | ({413, 422} if whose == "guest" else set())
            assert answer.status_code in allowed, (
                whose,
                case.formatted_path,
                answer.status_code,
                answer.text,
            )

    for operation, cases in operations:
        if operation.method.upper() != "GET":
            every_case(cases, 3, turned_away)
    assert kept(house) == before


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=9), inner, max_size=5),
    max_leaves=20,
)


@often(60)
@given(
    body=st.binary(max_size=300)
    | JSON.map(lambda value: json.dumps(value).encode())
    | st.integers(1, 3000).map(lambda deep: b"[" * deep)
    | st.integers(1, 3000).map(lambda deep: b'{"tap":' * (deep // 8 + 1))
    | st.just(b'{"tap":"call","seq":0,"card":"\\ud800"}')
    | st.just(b"x" * (LARGEST_MESSAGE + 1)),
    path=st.sampled_from(["taps", "join", "setup", "presets", "evenings", "nothing", "pictures/1", "../x"]),
    method=st.sampled_from(["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"]),
)
def test_bodies_of_any_kind(phone, house, body, path, method):
    key = {"Authorization": f"Bearer {house.token}"}
    answer = phone.request(method, f"/api/{path}", content=body, headers=key)
    assert answer.status_code < 500


@often(60)
@given(
    hello=JSON.map(json.dumps)
    | st.text(max_size=200)
    | st.just("[" * 4000)
    | st.just("x" * (LARGEST_MESSAGE + 1))
    | st.fixed_dictionaries({"token": JSON, "evening": JSON, "seq": JSON}).map(json.dumps)
)
def test_first_messages_of_any_kind(phone, hello):
    with phone.websocket_connect("/api/live") as live:
        live.send_text(hello)
        with pytest.raises(WebSocketDisconnect) as closed:
            live.receive_text()
    assert closed.value.code == gate.WRONG_TOKEN


@often(25)
@given(evening=JSON, seq=JSON)
def test_whatever_a_page_says_it_has_seen_it_gets_the_evening(phone, house, evening, seq):
    with phone.websocket_connect("/api/live") as live:
        live.send_text(json.dumps({"token": house.token, "evening": evening, "seq": seq}))
        assert live.receive_json()["seq"] == house.live.seq


def test_the_real_server_survives_what_is_no_request(house, caplog):
    """Bytes that are no HTTP, frames that are no WebSocket, and hangers-up, at the open port."""
    door = Door(house.app, house.token)
    upgrade = (
        f"GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:{door.port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()

    @often(40)
    @given(said=st.binary(max_size=400), upgraded=st.booleans())
    def say(said, upgraded):
        with socket.create_connection(("127.0.0.1", door.port), 5) as line:
            line.settimeout(5)
            if upgraded:
                line.sendall(upgrade)
                assert b"101" in line.recv(200)
            line.sendall(said)
            line.shutdown(socket.SHUT_WR)
            try:
                while answer := line.recv(65536):
                    assert upgraded or not answer.startswith(b"HTTP/1.1 5")
            except ConnectionError:
                pass

    try:
        say()
        huge = b"GET / HTTP/1.1\r\nX: " + string.ascii_letters.encode() * 4000
        with socket.create_connection(("127.0.0.1", door.port), 5) as line:
            line.sendall(huge)
            assert line.recv(100).startswith(b"HTTP/1.1 4")
        # A frame longer than we take: hung up on (1009), never read to its end.
        with socket.create_connection(("127.0.0.1", door.port), 5) as line:
            line.sendall(upgrade)
            line.recv(1000)
            line.sendall(b"\x81\xff" + (1 << 40).to_bytes(8, "big") + bytes(4))
            assert b"\x03\xf1" in line.recv(100)
        with socket.create_connection(("127.0.0.1", door.port), 5) as line:
            line.sendall(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{door.port}\r\n\r\n".encode())
            assert line.recv(15) == b"HTTP/1.1 200 OK"
    finally:
        door.stop()
    assert [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")] == []
