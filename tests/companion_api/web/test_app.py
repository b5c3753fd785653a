"""The server: who may, what is missed is caught up, what is stale is refused."""

import json
import re
from pathlib import Path

import pytest
from fastapi import FastAPI
from scripted import KIND, Evening
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import clubhouse
from companion_api.web.answers import PACKED, pack
from companion_api.web.app import create_app
from companion_api.web.pages.applications import PAGE
from companion_api.web.pages.files import Files

CLUB = (Path(clubhouse.__file__).parent / "page").resolve()
SEED = 9  # the third card is an honour, not called in time


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    evening = Evening(tmp_path_factory.mktemp("data"), SEED, KIND)
    evening.cards(3)
    yield evening
    evening.close()


@pytest.fixture
def phone(evening):
    return TestClient(create_app(evening.live, evening.desk), base_url="http://127.0.0.1:8765")


@pytest.fixture
def key(evening):
    return {"Authorization": f"Bearer {evening.token}"}


def tap(phone, key, evening, **what):
    return phone.post("/api/taps", headers=key, json={"seq": evening.live.seq, **what})


def test_only_the_page_itself_is_open(phone, evening):
    for path in (
        "/",
        "/app.js",
        "/style.css",
        "/words/de/table.json",
        "/manifest.webmanifest",
        "/sw.js",
        "/icon-192.png",
    ):
        answer = phone.get(path)
        assert answer.status_code == 200, path
        assert "script-src 'self'" in answer.headers["content-security-policy"]
        assert "access-control-allow-origin" not in answer.headers
        assert evening.token not in answer.text
    for method, path in (
        ("GET", "/api/pictures/3"),
        ("GET", "/api/log"),
        ("DELETE", "/api/pictures"),
        ("POST", "/api/taps"),
    ):
        for wrong in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": f"Basic {evening.token}"}):
            assert phone.request(method, path, headers=wrong).status_code == 401, path
    assert phone.get("/docs").status_code == phone.get("/openapi.json").status_code == 404
    assert phone.get("/../app.py").status_code == 404


MADE = "languages.js"
"""The script that is no file."""
AT_ONCE = r'^import .*from "([^"]+)"'
EVER = rf'{AT_ONCE}|\bimport\("([^"]+)"\)'


def imported(script, found, pattern=AT_ONCE):
    """A script of the page and all that it imports before anything is shown, or ever."""
    if script not in found:
        found.add(script)
        told = "" if script.name == MADE else script.read_text(encoding="utf-8")
        for match in re.finditer(pattern, told, re.MULTILINE):
            imported(asked(script, match[match.lastindex]), found, pattern)
    return found


def asked(file, name):
    """What a file of a page asks for by this name, as a browser finds it: a club's page lies at ``club/``."""
    served = PAGE / "club" / file.name if file.parent == CLUB else file
    found = (served.parent / name).resolve()
    return CLUB / found.name if found.parent == (PAGE / "club").resolve() else found


@pytest.mark.parametrize("folder", ["", "start/"])
def test_the_first_view_is_small(phone, folder):
    """Of the table's page, and of the start page."""
    page = [
        f"/{folder}",
        "/style.css",
        "/replay/replay.css",
        "/stage/stage.css",
        "/mine/mine.css",
        "/hand/hand.css",
        "/icon.svg",
        "/manifest.webmanifest",
    ]
    page += [
        f"/words/fr/{part}.json"
        for part in ("table", "rules", "phones", "voice", "replay", "stage", "mine", "hand")
    ]
    page += ["/start/start.css", "/words/fr/start.json"] if folder else []
    scripts = imported((PAGE / folder / ("start.js" if folder else "app.js")).resolve(), set())
    assert len(scripts) > 10
    sent = 0
    for path in [*page, *(f"/{file.relative_to(PAGE.resolve()).as_posix()}" for file in scripts)]:
        with phone.stream("GET", path, headers={"Accept-Encoding": "gzip"}) as answer:
            sent += sum(len(part) for part in answer.iter_raw())
    assert sent <= 150_000


@pytest.mark.parametrize(
    "path",
    [
        PAGE / "app.js",
        PAGE / "start/start.js",
        PAGE / "how/how.js",
        PAGE / "history/history.js",
        CLUB / "club.js",
    ],
    ids=lambda path: path.name,
)
def test_a_page_names_all_its_scripts_at_once(path):
    """On a slow line they are fetched side by side, not each once the one that needs it is read."""
    path = path.resolve()
    index = (path.parent / "index.html").read_text(encoding="utf-8")
    named = re.findall(r'<link rel="modulepreload" href="([^"]+)">', index)
    assert {asked(path, name) for name in named} == imported(path, set()) - {path}


def test_storage_and_the_network_are_asked_for_in_one_place_each():
    """Where both may fail and do not stop the page: `page/storage.js`, `page/ask.js`."""
    for file in (*PAGE.rglob("*.js"), *CLUB.rglob("*.js")):
        told = file.read_text(encoding="utf-8")
        if "vendor" in file.parts or file.name == "sw.js":
            continue
        assert "Storage" not in told or file.name == "storage.js", file
        assert "fetch(" not in told or file.name == "ask.js", file


def test_a_phone_keeps_the_whole_page_at_hand(phone):
    kept = set(re.findall(r'"([\w/.-]+\.(?:js|css))"', phone.get("/sw.js").text))
    page = PAGE.resolve()
    scripts = imported(page / "app.js", set(), EVER)
    styles = re.findall(r'<link rel="stylesheet" href="([^"]+)"', (PAGE / "index.html").read_text("utf-8"))
    needed = {script.relative_to(page).as_posix() for script in scripts} | set(styles)
    assert len(needed) > 60 and needed - kept == {WITH_THE_COMPUTER}
    assert {name for name in kept if name != MADE and not (PAGE / name).is_file()} == set()


WITH_THE_COMPUTER = "vendor/qr/decode.js"
"""What reads a code that a phone scans: of use only where a computer answers."""


@pytest.mark.parametrize(
    "hello",
    [
        b"",
        b"[]",
        b"{",
        b'"x"',
        b'{"token": 3}',
        b'{"token": "wrong", "seq": 0}',
        b"{" + b" " * 5000,
        b"[" * 4000,
    ],
)
def test_the_live_channel_wants_the_token(phone, hello):
    with phone.websocket_connect("/api/live") as socket:
        socket.send_text(hello.decode())
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()
    assert closed.value.code == 4401


def test_bytes_and_silence_are_no_token(phone):
    with phone.websocket_connect("/api/live") as socket:
        socket.send_bytes(b"\xff")
        with pytest.raises(WebSocketDisconnect):
            socket.receive_text()
    with phone.websocket_connect("/api/live"):
        pass  # gone before it said anything


def test_a_page_gets_what_it_missed_and_then_what_comes(phone, evening):
    seq = evening.live.seq
    hello = {"token": evening.token, "evening": evening.live.evening.id}
    with phone.websocket_connect("/api/live") as socket:
        socket.send_json({**hello, "seq": seq - 2})
        now = socket.receive_json()
        assert [event["seq"] for event in now["events"]] == [seq - 1, seq]
        assert now["view"]["call"]["card"] == "7D" and now["seq"] == seq
        evening.live.camera("lost", "the cable")
        assert socket.receive_json()["camera"] == {"state": "lost", "detail": "the cable"}
    for stranger in ({"evening": 99, "seq": seq}, {"seq": 10_000}, {"seq": "x"}, {"seq": -3}, {}):
        with phone.websocket_connect("/api/live") as socket:
            socket.send_json({**hello, **stranger})
            assert len(socket.receive_json()["events"]) == seq


def test_pictures_and_the_log(phone, evening, key):
    seq = evening.live.now()["view"]["cards"][0]["picture"]
    picture = phone.get(f"/api/pictures/{seq}", headers=key)
    assert picture.headers["content-type"] == "image/jpeg" and picture.headers["cache-control"] == "no-store"
    assert picture.content[:2] == b"\xff\xd8"
    assert phone.get("/api/pictures/999", headers=key).status_code == 404
    assert phone.get("/api/pictures/x", headers=key).status_code == 422
    lines = phone.get("/api/log", headers=key).text.splitlines()
    assert [json.loads(line)["seq"] for line in lines] == list(range(1, evening.live.seq + 1))


def test_taps_that_cannot_be(phone, evening, key):
    before = evening.live.events()
    assert tap(phone, key, evening, tap="dance").status_code == 422
    assert tap(phone, key, evening, tap="call", card="XX").status_code == 422
    assert tap(phone, key, evening, tap="call").json()["error"] == "incomplete"
    assert tap(phone, key, evening, tap="call", card="7D", player="Zoé").json()["error"] == "player"
    assert tap(phone, key, evening, tap="correct", target=1, card="QS").json()["error"] == "nothing"
    assert tap(phone, key, evening, tap="correct", target=99, card="QS").json()["error"] == "nothing"
    assert tap(phone, key, evening, tap="undo", target=99).status_code == 422
    assert tap(phone, key, evening, tap="call", card="7D", more=1).status_code == 422
    assert phone.post("/api/taps", headers=key, content=b"x" * 5000).status_code == 413
    assert phone.post("/api/taps", headers=key, content=b"\xff").status_code == 422
    laid = evening.live.now()["view"]["cards"][0]
    twice = tap(phone, key, evening, tap="card", player=laid["player"], card=laid["card"])
    assert (twice.status_code, twice.json()["error"]) == (422, "illegal")
    old = phone.post(
        "/api/taps", headers=key, json={"tap": "call", "card": "7D", "seq": evening.live.seq - 1}
    )
    assert old.status_code == 409 and old.json()["seq"] == evening.live.seq and "view" in old.json()
    assert evening.live.events() == before


def test_correct_and_undo(phone, evening, key):
    first = evening.live.now()["view"]["cards"][0]
    other = first["likely"][0]
    assert tap(phone, key, evening, tap="correct", target=first["seq"], card=other).status_code == 200
    now = evening.live.now()["view"]
    assert [now["cards"][0][name] for name in ("card", "corrected")] == [other, True]
    assert now["undo"]["type"] == "corrected"
    assert tap(phone, key, evening, tap="undo", target=now["undo"]["seq"]).status_code == 200
    now = evening.live.now()["view"]
    assert [now["cards"][0][name] for name in ("card", "corrected")] == [first["card"], False]
    assert now["undo"]["type"] == "card_played" and now["undo"]["card"] == "7D"
    assert now["cards"][0]["picture"] == first["picture"]


def test_a_tap_calls_the_honour_and_its_undo_gives_the_chips_back(phone, evening, key):
    chips = evening.live.now()["view"]["call"]["chips"]
    assert tap(phone, key, evening, tap="call", card="7D").status_code == 200
    evening.frames(evening.observer.number + 2)
    now = evening.live.now()["view"]
    assert now["boxes"]["7D"] == 0 and now["call"] is None
    assert evening.live.events()[-1]["via"] == "tap"
    assert tap(phone, key, evening, tap="undo", target=now["undo"]["seq"]).status_code == 200
    assert evening.live.now()["view"]["boxes"]["7D"] == chips


def test_zz_a_forgotten_call_is_an_alert_and_the_end_can_be_corrected(phone, evening, key):
    evening.cards(4)
    evening.frames(evening.observer.number + 2)
    alerts = evening.live.now()["view"]["alerts"]
    assert [(alert["kind"], alert["card"]) for alert in alerts] == [("missed_call", "7D")]
    evening.camera.close()
    evening.watching.ended.wait(10)
    assert evening.live.now()["camera"]["state"] == "ended"
    assert tap(phone, key, evening, tap="call", card="7D").json()["error"] == "pipeline"
    last = evening.live.now()["view"]["cards"][-1]
    assert tap(phone, key, evening, tap="correct", target=last["seq"], remove=True).status_code == 200
    assert len(evening.live.now()["view"]["cards"]) == 3
    assert phone.delete("/api/pictures", headers=key).json()["forgotten"] > 0
    assert evening.live.now()["view"]["cards"][0]["picture"] is None


def test_a_file_is_sent_as_it_lies_there(tmp_path):
    """Once read it comes from memory: packed and plain, until it is another or gone."""
    file = tmp_path / "a.js"
    app = FastAPI()
    pack(app)
    app.mount("/", Files(directory=tmp_path, html=True))
    asks = TestClient(app)
    for told in ("export {};", "// the rule of the house\n" * 100, "// another\n" * 1000):
        file.write_text(told)
        for encoding in ("gzip", "identity", "gzip"):
            answer = asks.get("/a.js", headers={"Accept-Encoding": encoding})
            assert answer.text == told and "javascript" in answer.headers["Content-Type"]
            small = encoding == "gzip" and len(told) >= PACKED
            assert ("Content-Encoding" in answer.headers) == small
            assert int(answer.headers["Content-Length"]) == answer.num_bytes_downloaded
        again = asks.get("/a.js", headers={"If-None-Match": answer.headers["ETag"]})
        assert again.status_code == 304 and again.headers["ETag"] == answer.headers["ETag"]
    part = asks.get("/a.js", headers={"Range": "bytes=3-9"})
    assert part.status_code == 206 and part.text == told[3:10]
    assert asks.head("/a.js").headers["Content-Length"] == str(len(told))
    file.unlink()
    assert asks.get("/a.js").status_code == asks.get("/" + "a" * 300).status_code == 404
