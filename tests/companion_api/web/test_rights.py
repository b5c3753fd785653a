"""One table says who may ask what: every route has its row, and answers nobody else."""

import re
from pathlib import Path

import pytest
from fastapi.routing import APIRoute, APIWebSocketRoute
from starlette.testclient import TestClient
from tapped import House

from companion_api.evening.who import CAMERA, ROLES
from companion_api.learning.learning import Learning
from companion_api.web import app as application
from companion_api.web import passes, rights
from companion_api.web.app import Extras, create_app
from companion_api.web.rights import ANYBODY, INVITED, RIGHTS
from hardware.cameras.phone import PhoneFeed

PHONES = (Path(application.__file__).parents[1] / "PHONES.md").read_text(encoding="utf-8")
EVERYBODY = (*ROLES, CAMERA)
FILLED = {
    "seq": "1",
    "kind": "csv",
    "evening": "1",
    "mark": "ab",
    "language": "fr",
    "part": "table",
    "number": "1",
    "piece": "board",
}


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    home = House(tmp_path_factory.mktemp("rights"))
    home.arrange("Ana", "Bruno", "Chloé")
    feed = PhoneFeed((64, 36))
    learning = Learning(lambda: None, None)
    home.app = create_app(home.live, home.desk, Extras(home.setup, feed, learning=learning))
    yield home
    home.close()


@pytest.fixture(scope="module")
def http(house):
    return TestClient(house.app, base_url="https://127.0.0.1:8765")


def invited(house, role):
    return house.token if role == "host" else passes.invite(house.token, role)


@pytest.fixture(scope="module")
def held(house, http):
    """A pass of each role, come by as phones come by it."""

    def joined(role):
        key = {"Authorization": f"Bearer {invited(house, role)}"}
        return http.post("/api/join", headers=key, json={"role": role}).json()["pass"]

    return {role: joined(role) for role in EVERYBODY}


def routes(app):
    """Method and path of all that the application answers."""
    found = set()
    for route in app.routes:
        if hasattr(route, "original_router"):  # FastAPI keeps a router as a whole
            found |= routes(route.original_router)
        elif isinstance(route, APIRoute):
            found |= {f"{method} {route.path}" for method in route.methods}
        elif isinstance(route, APIWebSocketRoute):
            found.add(f"WS {route.path}")
    return found


def test_every_route_has_its_row_and_no_row_is_left(house):
    assert routes(house.app) == set(RIGHTS)


def test_a_route_without_a_row_answers_nobody(house, http, monkeypatch):
    key = {"Authorization": f"Bearer {house.token}"}
    assert http.get("/api/rounds", headers=key).status_code == 200
    monkeypatch.setattr(rights, "RIGHTS", {})
    assert http.get("/api/rounds", headers=key).status_code == 403


def test_the_document_says_the_same():
    told = {}
    for route, *cells in re.findall(r"^\| `(\w+ /\S+)` " + r"\| (\w[^|]*|) ?" * 5 + r"\|$", PHONES, re.M):
        told[route] = tuple(
            role for role, cell in zip(EVERYBODY, cells, strict=True) if cell.strip() == "yes"
        )
    expected = {
        route: () if roles == INVITED else tuple(role for role in EVERYBODY if role in roles)
        for route, roles in RIGHTS.items()
        if roles != ANYBODY
    }
    assert told == expected


@pytest.mark.parametrize("route", [each for each in RIGHTS if not each.startswith("WS")])
def test_it_answers_the_roles_of_its_row_and_nobody_else(http, held, route):
    method, path = route.split(" ")
    url = re.sub(r"\{(\w+)\}", lambda found: FILLED[found[1]], path)
    roles = RIGHTS[route]

    def asked(shown=None):
        key = {} if shown is None else {"Authorization": f"Bearer {shown}"}
        return http.request(method, url, headers=key, content=b"no body")

    if roles == ANYBODY:
        assert asked().status_code == 200
        return
    assert asked().status_code == 401
    for role in EVERYBODY if roles != INVITED else ():
        answer = asked(held[role])
        if role in roles:
            assert answer.status_code not in (401, 403), (role, answer.text)
        else:
            assert answer.status_code == 403, (role, answer.text)


def test_the_live_channel_has_its_row(http, held):
    for role in EVERYBODY:
        with http.websocket_connect("/api/live") as line:
            line.send_json({"token": held[role], "seq": 0})
            told = line.receive()
            assert ("text" in told) == (role in RIGHTS["WS /api/live"])


@pytest.mark.parametrize("role", ROLES[1:])
def test_a_code_lets_one_become_what_it_was_made_for_or_a_guest(house, http, role):
    key = {"Authorization": f"Bearer {passes.invite(house.token, role)}"}
    typed = {"Authorization": f"Bearer {passes.code(house.token, role)}"}
    may = set(http.get("/api/join", headers=key).json()["roles"])
    assert may == {role, "guest"} == set(http.get("/api/join", headers=typed).json()["roles"])
    for other in EVERYBODY:
        status = http.post("/api/join", headers=key, json={"role": other}).status_code
        assert status == (200 if other in may else 403)
